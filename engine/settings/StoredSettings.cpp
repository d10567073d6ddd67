// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "settings/StoredSettings.h"

using namespace Qt::StringLiterals;

namespace typeshift {

StoredSettings::StoredSettings(SettingsSchema schema, SettingsDocument document)
    : m_schema(std::move(schema))
    , m_document(std::move(document))
{
}

QJsonValue StoredSettings::value(const QString &path) const
{
    return m_schema.storedValue(m_document, path);
}

Result<> StoredSettings::set(const QString &path, const QJsonValue &value)
{
    if (value.isUndefined() || value.isNull()) {
        unset(path);
        return {};
    }
    return m_schema.check(path, value).transform([&] { m_document.set(path, value); });
}

Result<> StoredSettings::setModel(const QString &provider, const QString &model)
{
    return m_schema.check(u"provider"_s, provider).and_then([&] { return set(u"model"_s, model); }).and_then([&] {
        return set(u"provider"_s, provider);
    });
}

void StoredSettings::unset(const QString &path)
{
    m_document.remove(path);
    if (path == "model"_L1)
        m_document.remove(u"provider"_s);
    else if (path == "provider"_L1)
        m_document.remove(u"model"_s);
}

QByteArray StoredSettings::toJson() const
{
    SettingsDocument written = m_document;
    for (const Setting &setting : m_schema.settings()) {
        if (setting.isConfigurable && written.value(setting.path).isNull())
            written.remove(setting.path);
    }
    return written.toJson(m_schema.version());
}

} // namespace typeshift
