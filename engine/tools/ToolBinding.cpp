// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/ToolBinding.h"

#include <exception>

using namespace Qt::StringLiterals;

namespace typeshift::detail {

QByteArray toolSchema(QJsonObject schema)
{
    const QJsonArray required = schema[u"required"_s].toArray();
    QJsonObject properties = schema[u"properties"_s].toObject();
    for (const QStringList names = properties.keys(); const QString &name : names) {
        QJsonObject member = properties[name].toObject();
        if (required.contains(name) || !member[u"type"_s].isString())
            continue;
        member[u"type"_s] = QJsonArray{member[u"type"_s], u"null"_s};
        if (QJsonArray values = member[u"enum"_s].toArray(); !values.isEmpty()) {
            values.append(QJsonValue());
            member[u"enum"_s] = values;
        }
        properties[name] = member;
    }
    schema[u"properties"_s] = properties;
    return writeJson(schema);
}

Error argumentsProblem(const QString &problem)
{
    return Error(Error::Kind::Tool, u"the arguments do not fit: %1"_s.arg(problem));
}

std::unexpected<Error> thrown()
{
    try {
        std::rethrow_exception(std::current_exception());
    } catch (const std::exception &exception) {
        return failure(Error::Kind::Tool, QString::fromUtf8(exception.what()));
    } catch (...) {
        return failure(Error::Kind::Tool, u"the tool threw something that is no std::exception"_s);
    }
}

} // namespace typeshift::detail
