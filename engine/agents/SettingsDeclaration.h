// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>
#include <QMap>
#include <QStringList>

namespace typeshift {

//! What an agent says about its settings.
struct SettingsDeclaration {
    QString kind = {};                     //!< under which they are stored; empty: the agent's name // D39
    int schemaVersion = 1;                 //!< what they are written with // D40
    QStringList configurable = {};         //!< the options that may be stored // D18
    QMap<QString, QJsonObject> tools = {}; //!< by the tool's name: what its struct does not say by itself // D20

    bool operator==(const SettingsDeclaration &) const = default;
};

} // namespace typeshift
