// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "settings/SettingsSchema.h"

namespace typeshift {

//! What is stored of one agent's settings under one id, read and changed through the agent's schema. A value.
class StoredSettings
{
public:
    explicit StoredSettings(SettingsSchema schema = SettingsSchema(), SettingsDocument document = {});

    //! What is stored and counts; Undefined when nothing does, and the layer below holds.
    QJsonValue value(const QString &path) const;
    //! The same as its type; none also for another type.
    template<typename T>
    std::optional<T> read(const QString &path) const
    {
        const QJsonValue stored = value(path);
        if (stored.isUndefined())
            return std::nullopt;
        auto decoded = Codec<T>::decode(stored);
        return decoded ? std::optional<T>(*std::move(decoded)) : std::nullopt;
    }

    //! InvalidInput for what may not be stored there, and then nothing is changed. Undefined and null unset it.
    [[nodiscard]] Result<> set(const QString &path, const QJsonValue &value);
    template<typename T>
    [[nodiscard]] Result<> write(const QString &path, const T &value)
    {
        return set(path, Codec<T>::encode(value));
    }
    //! Provider and model together: one choice. // D28, D56
    [[nodiscard]] Result<> setModel(const QString &provider, const QString &model);
    //! Lets the layer below hold again. Provider and model go together. Unknown members can be taken away, too.
    void unset(const QString &path);

    //! What is stored and does not count.
    QList<SettingsProblem> problems() const { return m_schema.problemsOf(m_document); }
    //! What counts, as the layer of a run.
    LayerValues values() const { return m_schema.storedValues(m_document); }
    //! The text to store: at the schema's version, without nulls of known members. // 2.12.10
    QByteArray toJson() const;

    const SettingsSchema &schema() const { return m_schema; }
    const SettingsDocument &document() const { return m_document; }

private:
    SettingsSchema m_schema;
    SettingsDocument m_document;
};

} // namespace typeshift
