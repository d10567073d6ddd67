// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "providers/scripted/Scenario.h"

#include <QMap>
#include <QStringList>

namespace typeshift {

//! The scenarios of a folder, by file name: chat.json is the model "chat".
class ScenarioLibrary
{
public:
    //! Reads every *.json of `folder`, which may lie in Qt's resources (":/demo"). InvalidInput names the file that is
    //! wrong, or the folder when it holds none.
    static Result<ScenarioLibrary> load(const QString &folder);

    void add(const QString &model, const Scenario &scenario) { m_scenarios.insert(model, scenario); }
    QStringList models() const { return m_scenarios.keys(); }
    std::optional<Scenario> scenario(const QString &model) const;

private:
    QMap<QString, Scenario> m_scenarios;
};

} // namespace typeshift
