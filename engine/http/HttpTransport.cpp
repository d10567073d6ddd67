// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "http/HttpTransport.h"

namespace typeshift {

QByteArray HttpHead::header(QByteArrayView name) const
{
    for (const auto &[key, value] : headers) {
        if (key.compare(name, Qt::CaseInsensitive) == 0)
            return value;
    }
    return {};
}

Result<> HttpReader::head(const HttpHead &)
{
    return {};
}

} // namespace typeshift
