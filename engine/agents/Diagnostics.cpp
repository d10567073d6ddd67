// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "agents/Diagnostics.h"

#include "agents/ToolRules.h"

#include <QHash>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

bool isAgentName(const QString &name)
{
    return !name.isEmpty() && std::all_of(name.begin(), name.end(), [](QChar each) {
        return (each >= u'a' && each <= u'z') || (each >= u'0' && each <= u'9') || each == u'_';
    });
}

void diagnoseSettings(const Agent &agent, QHash<QString, QString> &kinds, QList<Diagnostic> &found)
{
    if (agent.settings().schemaVersion < 1)
        found.append({u"TSH047"_s, placeOf(agent), u"schema versions of settings count from 1"_s});
    const QString earlier = kinds.value(agent.storageKind());
    if (!earlier.isEmpty() && earlier != agent.name()) {
        found.append({u"TSH046"_s, placeOf(agent),
                      u"the agent %1 stores its settings as \"%2\", too"_s.arg(earlier, agent.storageKind())});
    }
    kinds.insert(agent.storageKind(), agent.name());
}

} // namespace

QList<Diagnostic> diagnose(const QList<Agent> &agents)
{
    QList<Diagnostic> found;
    QSet<QString> names;
    QHash<QString, QString> kinds;
    for (const Agent &agent : agents) {
        const QString place = placeOf(agent);
        if (!isAgentName(agent.name())) {
            found.append(
                {u"TSH031"_s, place, u"an agent's name is made of a-z, 0-9 and _, because stored entries carry it"_s});
        }
        if (names.contains(agent.name())) {
            found.append({u"TSH022"_s, place,
                          u"two agents have this name, so their settings and entries could not be told apart"_s});
        }
        names.insert(agent.name());
        found += diagnoseTools(agent);
        diagnoseSettings(agent, kinds, found);
    }
    found += diagnoseToolsets(agents);
    return found;
}

} // namespace typeshift
