// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/StrongId.h"
#include "settings/StoredSettings.h"

namespace typeshift {

//! What the host asks of one run; what is absent is left to the layers below. // D27
struct RunWishes {
    QString provider;
    QString model;
    std::optional<AgentMode> mode;
    std::optional<bool> stream; //!< belongs to the run alone // D28

    LayerValues values() const;
};

//! What an agent's code says: its options, and of its tools the members that differ from their structs' own values.
struct AgentWishes {
    AgentOptions options;
    QMap<QString, QJsonObject> tools = {}; //!< by the tool's name

    LayerValues values() const;
};

//! The settings of one run: what the four layers come to, and which of them said it. A value: a save during the run
//! does not change it. // 2.12.13
struct RunSettings {
    std::optional<SettingsId> id = {}; //!< under which the stored layer was loaded // 2.17.5
    qint64 version = 0;                //!< of the stored document; 0 for none
    AgentOptions options;
    std::optional<AgentMode> mode;         //!< of the run or the store; beats the conversation's // 2.10.1
    QMap<QString, QJsonObject> tools = {}; //!< by the tool's name, what differs from its struct's own values
    QList<ResolvedSetting> resolved = {};  //!< every setting with all of its layers, in the schema's order
    QList<SettingsProblem> problems = {};  //!< what is stored and does not count

    //! Null when there is no such setting.
    const ResolvedSetting *find(const QString &path) const;
};

//! Lays the layers of a run over each other. Pure. // D27
RunSettings runSettings(const AgentWishes &agent, const StoredSettings &stored, const RunWishes &run);

} // namespace typeshift
