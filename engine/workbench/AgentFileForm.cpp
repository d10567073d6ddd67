// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "workbench/AgentFileForm.h"

#include "workbench/AgentFile.h"

#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

QString indentation()
{
    return QString(4, u' ');
}

// Qt sorts the members of an object, and a person reads the name first.
QString ordered(const AgentFileForm &form)
{
    const QJsonObject object = Codec<AgentFileForm>::encode(form).toObject();
    QStringList members;
    const auto write = [&](std::string_view member) {
        const QString name = detail::text(member);
        if (!object.contains(name))
            return;
        const QByteArray list = QJsonDocument(QJsonArray{object.value(name)}).toJson(QJsonDocument::Indented);
        const QString value = QString::fromUtf8(list).section(u'\n', 1, -3).trimmed(); // Without its brackets.
        members.append(u"%1\"%2\": %3"_s.arg(indentation(), name, value));
    };
    std::apply([&](const auto &...each) { (write(each.name), ...); }, AgentFileForm::fields());
    return u"{\n%1\n}\n"_s.arg(members.join(u",\n"_s));
}

AgentFileTools formOf(const ToolsetUse &use)
{
    QStringList include;
    QStringList without;
    QStringList approvals;
    const auto nameOf = [&use](const ToolsetUse::Pick &pick) {
        const auto tool = std::ranges::find_if(use.toolset.declared(),
                                               [&pick](const DeclaredTool &each) { return pick.isOf(each); });
        return tool == use.toolset.declared().end() ? pick.name : tool->name;
    };
    for (const ToolsetUse::Pick &pick : use.picks)
        (pick.isWanted ? include : without).append(nameOf(pick));
    for (const ToolsetUse::Pick &approval : use.approvals)
        approvals.append(nameOf(approval));
    const auto orNone = [](const QStringList &names) { return names.isEmpty() ? std::nullopt : std::optional(names); };
    return {.toolset = use.toolset.name(),
            .include = orNone(include),
            .without = orNone(without),
            .requireApproval = orNone(approvals)};
}

// Only what differs from what an agent has anyway.
std::optional<AgentFileOptions> optionsOf(const ChatOptions &chat, const RunOptions &run)
{
    if (chat == ChatOptions() && run == RunOptions())
        return std::nullopt;
    const RunOptions usual;
    AgentFileOptions options;
    if (chat.temperature)
        options.temperature.emplace(*chat.temperature);
    if (chat.topP)
        options.topP.emplace(*chat.topP);
    if (chat.maxOutputTokens)
        options.maxOutputTokens.emplace(*chat.maxOutputTokens);
    options.seed = chat.seed;
    if (!chat.stopSequences.isEmpty())
        options.stopSequences = chat.stopSequences;
    options.reasoningEffort = chat.reasoningEffort;
    options.toolChoice = chat.toolChoice;
    if (!chat.stream)
        options.stream = false;
    if (run.maxToolIterations != usual.maxToolIterations)
        options.maxToolIterations.emplace(run.maxToolIterations);
    if (run.maxConsecutiveErrors != usual.maxConsecutiveErrors)
        options.maxConsecutiveErrors.emplace(run.maxConsecutiveErrors);
    if (run.concurrentCalls != usual.concurrentCalls)
        options.concurrentCalls = run.concurrentCalls;
    return options;
}

bool isNamed(const QString &text)
{
    constexpr qsizetype longest = 64;
    return !text.isEmpty() && text.size() <= longest && std::ranges::all_of(text, [](QChar each) {
        return (each >= u'a' && each <= u'z') || (each >= u'0' && each <= u'9') || each == u'_';
    });
}

} // namespace

QJsonObject Codec<Lines>::schema()
{
    return {{u"type"_s, QJsonArray{u"string"_s, u"array"_s}}, {u"items"_s, QJsonObject{{u"type"_s, u"string"_s}}}};
}

Decoded<Lines> Codec<Lines>::decode(const QJsonValue &value)
{
    if (value.isString())
        return Lines{value.toString()};
    const auto lines = Codec<QStringList>::decode(value);
    if (!lines)
        return std::unexpected(u"expected a string, or a list of lines"_s);
    return Lines{lines->join(u'\n')};
}

QJsonValue Codec<Lines>::encode(const Lines &lines)
{
    return lines.text.contains(u'\n') ? QJsonValue(QJsonArray::fromStringList(lines.text.split(u'\n')))
                                      : QJsonValue(lines.text);
}

QJsonObject Codec<AgentName>::schema()
{
    return {{u"type"_s, u"string"_s}, {u"pattern"_s, u"^[a-z0-9_]{1,64}$"_s}};
}

Decoded<AgentName> Codec<AgentName>::decode(const QJsonValue &value)
{
    if (value.isString() && isNamed(value.toString()))
        return AgentName{value.toString()};
    return std::unexpected(u"expected 1 to 64 of a-z, 0-9 and _"_s);
}

QByteArray agentFileText(const Agent &agent)
{
    const auto orNone = [](const QString &text) { return text.isEmpty() ? std::nullopt : std::optional(text); };
    AgentFileForm form;
    form.name = {agent.name()};
    form.title = agent.title() == agent.name() ? std::nullopt : orNone(agent.title());
    form.description = orNone(agent.description());
    form.instructions = {agent.instructions()};
    if (!agent.provider().isEmpty())
        form.model = AgentFileModel{agent.provider(), agent.model()};
    if (agent.mode() == AgentMode::Plan)
        form.mode = AgentFileMode::Plan;
    QList<AgentFileTools> tools;
    for (const ToolsetUse &use : agent.toolsets())
        tools.append(formOf(use));
    if (!tools.isEmpty())
        form.tools = tools;
    form.options = optionsOf(agent.chatOptions(), agent.runOptions());
    return ordered(form).toUtf8();
}

QByteArray agentFileSchema()
{
    QJsonObject schema = Codec<AgentFileForm>::schema();
    schema[u"$schema"_s] = u"https://json-schema.org/draft/2020-12/schema"_s;
    schema[u"title"_s] = u"Agent file of Typeshift Workbench"_s;
    return QJsonDocument(schema).toJson(QJsonDocument::Indented);
}

} // namespace typeshift
