// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "json/Limits.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace typeshift {

QString limitsProblem(double number, const Limits &limits)
{
    if (limits == Limits{.unit = limits.unit} || (number >= limits.minimum && number <= limits.maximum))
        return {};
    const auto text = [](double end) { return QString::number(end, 'g', 15); };
    QString expected = std::isinf(limits.maximum) ? u"expected a number of %1 or more"_s.arg(text(limits.minimum))
        : std::isinf(limits.minimum)
        ? u"expected a number of %1 or less"_s.arg(text(limits.maximum))
        : u"expected a number from %1 to %2"_s.arg(text(limits.minimum), text(limits.maximum));
    if (!limits.unit.empty())
        expected += u' ' + QString::fromUtf8(limits.unit.data(), qsizetype(limits.unit.size()));
    return expected;
}

} // namespace typeshift
