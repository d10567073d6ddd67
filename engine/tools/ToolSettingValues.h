// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>
#include <QMap>

namespace typeshift {

//! What the settings of a run say to its tools, among the run's services: by the tool's name, the members that differ
//! from its struct's own values. What may not be stored is not among what was stored. // D16, D27
struct ToolSettingValues {
    QMap<QString, QJsonObject> ofTool;
};

} // namespace typeshift
