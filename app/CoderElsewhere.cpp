// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Coder.h"

using namespace Qt::StringLiterals;

namespace typeshift {

// The toolsets rest on POSIX calls.
Result<CoderTools> CoderTools::open(const QStringList &, Clock &)
{
    return failure(Error::Kind::InvalidState, u"agents with files and commands are not there on this system yet"_s);
}

Result<> CoderTools::check(const QStringList &)
{
    return failure(Error::Kind::InvalidState, u"agents with files and commands are not there on this system yet"_s);
}

Task<Result<bool>> CoderTools::runsIsolated() const
{
    co_return false;
}

Agent coder(const CoderTools &)
{
    return Agent(u"coder"_s);
}

} // namespace typeshift
