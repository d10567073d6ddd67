// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "settings/AgentOptions.h"
#include "settings/Layers.h"
#include "settings/SettingsDocument.h"

namespace typeshift {

//! What of a stored document does not count, and why. Nothing is lost by it: a save keeps the member as it is.
struct SettingsProblem {
    enum class Kind {
        Unknown,         //!< there is no such setting
        NotConfigurable, //!< the agent's code sets it, and does not let it be stored // D18
        Unreadable,      //!< of another type, or beyond its limits: the layer below counts // 2.12.11
        HalfChoice,      //!< a provider without its model, or a model whose provider does not read // D56
    };

    Kind kind = Kind::Unknown;
    QString path;
    QString expected = {};   //!< with Unreadable: "expected an integer"
    QString suggestion = {}; //!< with Unknown: the setting whose name is nearest; may be empty

    bool operator==(const SettingsProblem &) const = default;
};

//! All settings of one agent, and which of them may be stored: the allow list that documents are read and changed
//! through, and what a form is made of. A value, made of the agent's declaration. // D18, D39, D40
class SettingsSchema
{
public:
    //! `kind` is the name under which documents are stored, `version` what they are written with.
    explicit SettingsSchema(QString kind = {}, int version = 1);

    //! The options of an agent; those named may be stored: "temperature". "model" opens "provider" as well.
    SettingsSchema &addOptions(const QStringList &configurable);
    SettingsSchema &addTool(const ToolSettings &tool);

    const QString &kind() const { return m_kind; }
    int version() const { return m_version; }
    //! In the order of a form: the agent's, then those of its tools.
    const QList<Setting> &settings() const { return m_settings; }
    QStringList paths() const;
    //! Null when there is none.
    const Setting *find(const QString &path) const;

    //! InvalidInput, with the path in its items, for a value that may not be stored there: no such setting, one that is
    //! the code's alone, another type, beyond the limits.
    Result<> check(const QString &path, const QJsonValue &value) const;
    //! What of a document does not count, in the order of the document.
    QList<SettingsProblem> problemsOf(const SettingsDocument &document) const;
    //! What of a document counts: the Stored layer. // 2.12.11, D18, D56
    LayerValues storedValues(const SettingsDocument &document) const;
    //! One of them; Undefined when what is stored there does not count.
    QJsonValue storedValue(const SettingsDocument &document, const QString &path) const;
    //! What the code says by itself: the Code layer.
    LayerValues codeValues() const;

    //! A JSON Schema of the documents, with "x-group" and "x-unit" beside each type. Unknown members are allowed.
    QJsonObject jsonSchema() const;

private:
    void add(Setting setting);
    std::optional<SettingsProblem> problemAt(const SettingsDocument &document, const QString &path) const;
    bool counts(const SettingsDocument &document, const QString &path) const;
    QString nearest(const QString &path) const;

    QString m_kind;
    int m_version;
    QList<Setting> m_settings;
    QHash<QString, qsizetype> m_places;
};

} // namespace typeshift
