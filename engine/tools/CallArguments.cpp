// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/CallArguments.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace typeshift {

Result<QJsonObject> readArguments(const QByteArray &text)
{
    const QByteArray trimmed = text.trimmed();
    if (trimmed.isEmpty() || trimmed == "null")
        return QJsonObject();
    QJsonParseError problem;
    const QJsonDocument parsed = QJsonDocument::fromJson(trimmed, &problem);
    if (problem.error != QJsonParseError::NoError)
        return failure(Error::Kind::Tool, u"the arguments are not JSON: %1"_s.arg(problem.errorString()));
    if (!parsed.isObject())
        return failure(Error::Kind::Tool, u"the arguments must be a JSON object"_s);
    return parsed.object();
}

} // namespace typeshift
