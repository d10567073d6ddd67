// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "json/DescribedMember.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace typeshift::detail {

QJsonObject memberSchema(QJsonObject schema, const QString &description, const Limits &limits)
{
    if (!description.isEmpty()) // A member's own words go before those of its type. // D55
        schema[u"description"_s] = description;
    if (std::isfinite(limits.minimum))
        schema[u"minimum"_s] = limits.minimum;
    if (std::isfinite(limits.maximum))
        schema[u"maximum"_s] = limits.maximum;
    if (!limits.unit.empty())
        schema[u"x-unit"_s] = text(limits.unit);
    return schema;
}

} // namespace typeshift::detail
