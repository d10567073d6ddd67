// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/scripted/ScenarioLibrary.h"

#include <QDir>
#include <QFile>

using namespace Qt::StringLiterals;

namespace typeshift {

Result<ScenarioLibrary> ScenarioLibrary::load(const QString &folder)
{
    ScenarioLibrary library;
    const auto files = QDir(folder).entryInfoList({u"*.json"_s}, QDir::Files, QDir::Name);
    for (const QFileInfo &each : files) {
        QFile file(each.filePath());
        if (!file.open(QIODevice::ReadOnly))
            return failure(Error::Kind::InvalidInput, QString(each.filePath() + u": "_s + file.errorString()));
        auto scenario = Scenario::fromJson(file.readAll());
        if (!scenario)
            return failure(Error::Kind::InvalidInput,
                           QString(each.filePath() + u": "_s + scenario.error().facts.message));
        library.add(each.completeBaseName(), *std::move(scenario));
    }
    if (library.m_scenarios.isEmpty())
        return failure(Error::Kind::InvalidInput, QString(folder + u": holds no scenario"_s));
    return library;
}

std::optional<Scenario> ScenarioLibrary::scenario(const QString &model) const
{
    const auto found = m_scenarios.constFind(model);
    return found == m_scenarios.constEnd() ? std::nullopt : std::optional(*found);
}

} // namespace typeshift
