// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "agents/ToolRules.h"

#include <QHash>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

constexpr qsizetype mostTools = 128;

bool isToolName(const QString &name)
{
    return !name.isEmpty() && name.size() <= 64 && std::ranges::all_of(name, [](QChar each) {
        return (each >= u'a' && each <= u'z') || (each >= u'A' && each <= u'Z') || (each >= u'0' && each <= u'9')
            || each == u'_' || each == u'-';
    });
}

void diagnoseNames(const Agent &agent, QList<Diagnostic> &found)
{
    const QString place = placeOf(agent);
    const auto tools = agent.tools();
    QHash<QString, QString> byFolded;
    for (const auto &tool : tools) {
        const QString &name = tool->declaration().name;
        if (!isToolName(name)) {
            found.append({u"TSH034"_s, place,
                          u"the tool \"%1\" is not named with 1 to 64 of A-Z, a-z, 0-9, _ and -"_s.arg(name)});
        }
        if (name == "exit_plan_mode"_L1)
            found.append({u"TSH037"_s, place, u"exit_plan_mode is the tool that plan mode brings along"_s});
        QString &earlier = byFolded[name.toCaseFolded()];
        if (!earlier.isEmpty() && earlier != name) {
            found.append({u"TSH036"_s, place,
                          u"the tools %1 and %2 differ by case alone, and a model mixes them up"_s.arg(earlier, name)});
        }
        earlier = name;
    }
    if (tools.size() > mostTools) {
        found.append({u"TSH035"_s, place,
                      u"it offers %1 tools, and providers take %2"_s.arg(QString::number(tools.size()),
                                                                         QString::number(mostTools))});
    }
}

void diagnoseOwnTools(const Agent &agent, QList<Diagnostic> &found)
{
    QSet<QString> ofToolsets;
    for (const ToolsetUse &use : agent.toolsets()) {
        for (const DeclaredTool &tool : use.toolset.declared()) {
            if (use.offers(tool))
                ofToolsets.insert(tool.name);
        }
    }
    QSet<QString> own;
    for (const auto &tool : agent.ownTools()) {
        const QString &name = tool->declaration().name;
        if (ofToolsets.contains(name)) {
            found.append(
                {u"TSH025"_s, placeOf(agent), u"its own tool %1 is named like one of its toolsets'"_s.arg(name)});
        }
        if (own.contains(name))
            found.append({u"TSH007"_s, placeOf(agent), u"two of its own tools are named %1"_s.arg(name)});
        own.insert(name);
    }
}

void diagnosePicks(const ToolsetUse &use, QList<Diagnostic> &found)
{
    for (const ToolsetUse::Pick &pick : use.picks) {
        const bool isThere = std::ranges::any_of(use.toolset.declared(),
                                                 [&pick](const DeclaredTool &tool) { return pick.isOf(tool); });
        if (!isThere) {
            found.append({u"TSH038"_s, placeText(pick.place),
                          u"the toolset %1 has no tool of %2"_s.arg(use.toolset.name(), pick.name)});
        }
    }
}

void diagnoseApprovals(const ToolsetUse &use, QList<Diagnostic> &found)
{
    for (const ToolsetUse::Pick &approval : use.approvals) {
        const bool isOffered = std::ranges::any_of(
            use.toolset.declared(), [&](const DeclaredTool &tool) { return approval.isOf(tool) && use.offers(tool); });
        if (!isOffered) {
            found.append({u"TSH048"_s, placeText(approval.place),
                          u"the agent offers no tool %1 of the toolset %2, so its approval means nothing"_s.arg(
                              approval.name, use.toolset.name())});
        }
    }
}

void report(const QList<DeclarationProblem> &problems, QList<Diagnostic> &found)
{
    for (const DeclarationProblem &problem : problems)
        found.append({problem.code, placeText(problem.place), problem.message});
}

// `places` has the tools of the toolsets before this one.
void diagnoseToolset(const Toolset &toolset, QHash<QString, std::source_location> &places, QList<Diagnostic> &found)
{
    report(toolset.problems(), found);
    for (const DeclaredTool &tool : toolset.declared()) {
        if (tool.description.trimmed().isEmpty()) {
            found.append({u"TSH045"_s, placeText(tool.place),
                          u"the tool %1 has no description, and a model chooses by it"_s.arg(tool.name)});
        }
        if (const auto known = places.constFind(tool.name); known != places.cend()) {
            found.append({u"TSH007"_s, placeText(tool.place),
                          u"another tool is named %1 (%2)"_s.arg(tool.name, placeText(*known))});
        }
        places.insert(tool.name, tool.place);
    }
}

} // namespace

QString placeText(const std::source_location &place)
{
    return u"%1:%2"_s.arg(QString::fromUtf8(place.file_name())).arg(place.line());
}

QString placeOf(const Agent &agent)
{
    return u"agent \"%1\" (%2)"_s.arg(agent.name(), placeText(agent.place()));
}

QList<Diagnostic> diagnoseTools(const Agent &agent)
{
    QList<Diagnostic> found;
    report(agent.problems(), found);
    diagnoseNames(agent, found);
    diagnoseOwnTools(agent, found);
    for (const ToolsetUse &use : agent.toolsets()) {
        diagnosePicks(use, found);
        diagnoseApprovals(use, found);
    }
    return found;
}

QList<Diagnostic> diagnoseToolsets(const QList<Agent> &agents)
{
    QList<Diagnostic> found;
    QHash<QString, std::source_location> places;
    QSet<QString> seen; // A toolset that several agents use is one toolset.
    for (const Agent &agent : agents) {
        for (const ToolsetUse &use : agent.toolsets()) {
            const QString declaration = use.toolset.name() + u' ' + placeText(use.toolset.place());
            if (!seen.contains(declaration))
                diagnoseToolset(use.toolset, places, found);
            seen.insert(declaration);
        }
    }
    return found;
}

} // namespace typeshift
