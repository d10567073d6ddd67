// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/ToolBinding.h"

#include <exception>

using namespace Qt::StringLiterals;

namespace typeshift::detail {

QJsonObject nullable(QJsonObject schema)
{
    if (!schema[u"type"_s].isString())
        return schema;
    schema[u"type"_s] = QJsonArray{schema[u"type"_s], u"null"_s};
    if (QJsonArray values = schema[u"enum"_s].toArray(); !values.isEmpty()) {
        values.append(QJsonValue());
        schema[u"enum"_s] = values;
    }
    return schema;
}

QByteArray toolSchema(QJsonObject schema)
{
    const QJsonArray required = schema[u"required"_s].toArray();
    QJsonObject properties = schema[u"properties"_s].toObject();
    for (const QStringList names = properties.keys(); const QString &name : names) {
        if (!required.contains(name))
            properties[name] = nullable(properties[name].toObject());
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
