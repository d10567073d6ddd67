// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "workbench/AgentFile.h"

#include "agents/Diagnostics.h"
#include "workbench/AgentFileForm.h"
#include "json/ThoroughReading.h"

#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

//! What stands in no file yet, by the last name of its path.
QString notBuiltYet(const QString &member)
{
    static const QHash<QString, QString> later{
        {u"subAgents"_s, u"agents that call other agents"_s}, {u"agents"_s, u"agents that call other agents"_s},
        {u"handoff"_s, u"handoffs to other agents"_s},        {u"handoffs"_s, u"handoffs to other agents"_s},
        {u"mcpServers"_s, u"tools of MCP servers"_s},         {u"mcpServer"_s, u"tools of MCP servers"_s}};
    return later.value(member);
}

QString listOf(const QStringList &names)
{
    return names.isEmpty() ? u"There are none."_s : u"There are: %1."_s.arg(names.join(u", "_s));
}

QString hintFor(const QString &name, const QStringList &known)
{
    const QString nearest = nearestName(name, known);
    return nearest.isEmpty() ? listOf(known) : u"Did you mean “%1”? %2"_s.arg(nearest, listOf(known));
}

QString quoted(const QString &name)
{
    return name.isEmpty() ? QString() : QString(u'"' + name + u'"');
}

//! Reads one text and gathers what is wrong in it.
class Reading
{
public:
    Reading(const QByteArray &json, const QList<Toolset> &toolsets)
        : m_json(json)
        , m_toolsets(toolsets)
        , m_places(json)
    {
    }

    std::expected<Agent, QList<AgentFileProblem>> read();

private:
    std::optional<QJsonObject> parse();
    AgentFileForm readForm(const QJsonObject &object);
    Agent makeAgent(const AgentFileForm &form);
    void useTools(const AgentFileTools &tools, const QString &path, Agent &agent);
    const Toolset *find(const QString &name, const QString &path);
    void checkNames(const QStringList &names, const Toolset &toolset, const QString &path);
    void checkOffered(const AgentFileTools &tools, const ToolsetUse &use, const QString &path);
    void checkWhole(const Agent &agent);
    void tell(const QString &code, const QString &path, const QString &sentence, const QString &meant = {});
    //! Whether something is wrong already with what stands there, or with what it stands in.
    bool isTold(const QString &path) const;

    QByteArray m_json;
    const QList<Toolset> &m_toolsets;
    JsonPlaces m_places;
    QStringList m_used;
    QList<AgentFileProblem> m_problems;
};

void Reading::tell(const QString &code, const QString &path, const QString &sentence, const QString &meant)
{
    m_problems.append({code, path, m_places.valueAt(path), sentence, quoted(meant)});
}

bool Reading::isTold(const QString &path) const
{
    return std::ranges::any_of(m_problems, [&path](const AgentFileProblem &problem) {
        const bool isBelow = path.startsWith(problem.path + u'.') || path.startsWith(problem.path + u'[');
        return path == problem.path || (!problem.path.isEmpty() && isBelow);
    });
}

QString wordsOf(const QJsonParseError &error)
{
    switch (error.error) {
    case QJsonParseError::UnterminatedObject:
        return u"an object is not closed here: a comma, a name in quotes or a } is missing"_s;
    case QJsonParseError::UnterminatedArray:
        return u"a list is not closed here: a comma or a ] is missing"_s;
    case QJsonParseError::MissingObject:
        return u"something is missing here: after a comma another member or item has to come, or the comma has to go"_s;
    case QJsonParseError::MissingNameSeparator:
        return u"a : is missing between a name and its value"_s;
    case QJsonParseError::MissingValueSeparator:
        return u"a comma is missing between two members or items"_s;
    case QJsonParseError::UnterminatedString:
        return u"a string is not closed: its \" is missing, or it holds a line break, which JSON writes as \\n"_s;
    case QJsonParseError::IllegalEscapeSequence:
        return u"what follows this \\ means nothing in JSON; a \\ itself is written \\\\"_s;
    case QJsonParseError::IllegalUTF8String:
        return u"this is not UTF-8"_s;
    case QJsonParseError::GarbageAtEnd:
        return u"the file should end here, after its closing }"_s;
    case QJsonParseError::IllegalNumber:
        return u"this is no number that JSON knows"_s;
    default:
        return u"this is no JSON: a value in quotes, a number, true, false, null, { or [ should stand here"_s;
    }
}

std::optional<QJsonObject> Reading::parse()
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(m_json, &error);
    const bool isBlank = m_json.trimmed().isEmpty();
    if (error.error != QJsonParseError::NoError && !isBlank) {
        qsizetype byte = std::clamp<qsizetype>(error.offset, 0, m_json.size() - 1);
        while (byte > 0 && QByteArrayView(" \t\r\n").contains(m_json.at(byte)))
            --byte; // A person sees the last letter before it.
        m_problems.append({u"TSH050"_s, {}, m_places.placeOf(byte, 1), wordsOf(error)});
        return std::nullopt;
    }
    if (isBlank || !document.isObject()) {
        m_problems.append({u"TSH050"_s,
                           {},
                           m_places.placeOf(0, 1),
                           u"an agent file is one JSON object: { \"name\": …, \"instructions\": … }"_s});
        return std::nullopt;
    }
    for (const QString &path : m_places.repeated()) {
        m_problems.append({u"TSH054"_s, path, m_places.nameAt(path),
                           u"this member stands here twice, and only one of them can count; take one away"_s});
    }
    return document.object();
}

AgentFileForm Reading::readForm(const QJsonObject &object)
{
    QList<JsonProblem> found;
    AgentFileForm form = readThoroughly<AgentFileForm>(object, QString(), found);
    for (const JsonProblem &problem : found) {
        const QString name = problem.path.section(u'.', -1);
        switch (problem.kind) {
        case JsonProblem::Kind::Unknown: {
            const QString later = notBuiltYet(name);
            const QString words = later.isEmpty() ? problem.words : u"%1 are not built yet; take this out"_s.arg(later);
            m_problems.append({later.isEmpty() ? u"TSH051"_s : u"TSH056"_s, problem.path, m_places.nameAt(problem.path),
                               words, quoted(later.isEmpty() ? problem.nearest : QString())});
            break;
        }
        case JsonProblem::Kind::Missing:
            tell(u"TSH052"_s, problem.path, problem.words);
            break;
        case JsonProblem::Kind::WrongForm: {
            const bool isAuto = problem.path == "mode"_L1 && object.value("mode"_L1).toString() == "auto"_L1;
            tell(u"TSH053"_s, problem.path,
                 isAuto ? u"a file cannot choose auto mode, in which nobody is asked: a person does, for a "
                          "conversation. Expected default or plan"_s
                        : problem.words);
            break;
        }
        }
    }
    return form;
}

Agent Reading::makeAgent(const AgentFileForm &form)
{
    Agent agent(form.name.text);
    agent.withTitle(form.title.value_or(QString()))
        .withDescription(form.description.value_or(QString()))
        .withInstructions(form.instructions.text);
    if (form.model) {
        for (const auto &[value, path] :
             {std::pair{form.model->provider, u"model.provider"_s}, std::pair{form.model->name, u"model.name"_s}}) {
            if (value.trimmed().isEmpty() && !isTold(path))
                tell(u"TSH053"_s, path, u"expected a name; leave “model” out to use the one that is chosen"_s);
        }
        agent.withModel(form.model->provider, form.model->name);
    }
    if (form.mode == AgentFileMode::Plan)
        agent.withMode(AgentMode::Plan);
    if (form.options) {
        const auto number = [](const auto &within) {
            return within.transform([](const auto &each) { return each.value; });
        };
        const AgentFileOptions &options = *form.options;
        const RunOptions usual;
        agent.withChatOptions({.temperature = number(options.temperature),
                               .topP = number(options.topP),
                               .maxOutputTokens = number(options.maxOutputTokens),
                               .seed = options.seed,
                               .stopSequences = options.stopSequences.value_or(QStringList()),
                               .reasoningEffort = options.reasoningEffort,
                               .toolChoice = options.toolChoice,
                               .stream = options.stream.value_or(true)});
        agent.withRunOptions(
            {.maxToolIterations = number(options.maxToolIterations).value_or(usual.maxToolIterations),
             .maxConsecutiveErrors = number(options.maxConsecutiveErrors).value_or(usual.maxConsecutiveErrors),
             .concurrentCalls = options.concurrentCalls.value_or(usual.concurrentCalls)});
    }
    const QList<AgentFileTools> tools = form.tools.value_or(QList<AgentFileTools>());
    for (qsizetype i = 0; i < tools.size(); ++i)
        useTools(tools.at(i), itemPath(u"tools"_s, i), agent);
    return agent;
}

void Reading::useTools(const AgentFileTools &tools, const QString &path, Agent &agent)
{
    const Toolset *toolset = find(tools.toolset, memberPath(path, u"toolset"_s));
    if (!toolset)
        return;
    agent.useToolset(*toolset);
    const auto pick = [](const QString &name, bool isWanted = true) {
        return ToolsetUse::Pick{.name = name, .place = std::source_location::current(), .isWanted = isWanted};
    };
    const QStringList include = tools.include.value_or(QStringList());
    if (tools.include && include.isEmpty() && !isTold(memberPath(path, u"include"_s))) {
        tell(u"TSH057"_s, memberPath(path, u"include"_s),
             u"this names no tool; leave it out to use all of them, or leave out the toolset"_s);
    }
    checkNames(include, *toolset, memberPath(path, u"include"_s));
    for (const QString &name : include)
        agent.pick(pick(name));
    const QStringList without = tools.without.value_or(QStringList());
    checkNames(without, *toolset, memberPath(path, u"without"_s));
    for (const QString &name : without)
        agent.pick(pick(name, false));
    const QStringList approvals = tools.requireApproval.value_or(QStringList());
    checkNames(approvals, *toolset, memberPath(path, u"requireApproval"_s));
    for (const QString &name : approvals)
        agent.requireApproval(pick(name));
    checkOffered(tools, agent.toolsets().constLast(), path);
}

const Toolset *Reading::find(const QString &name, const QString &path)
{
    const auto found = std::ranges::find(m_toolsets, name, &Toolset::name);
    if (found == m_toolsets.end()) {
        QStringList known;
        for (const Toolset &toolset : m_toolsets)
            known.append(toolset.name());
        if (!isTold(path))
            tell(u"TSH055"_s, path, u"there is no toolset “%1”. %2"_s.arg(name, hintFor(name, known)),
                 nearestName(name, known));
        return nullptr;
    }
    if (m_used.contains(name)) {
        tell(u"TSH057"_s, path, u"the toolset “%1” is used above already; say all about it in one place"_s.arg(name));
        return nullptr;
    }
    m_used.append(name);
    return &*found;
}

void Reading::checkNames(const QStringList &names, const Toolset &toolset, const QString &path)
{
    QStringList known;
    for (const DeclaredTool &tool : toolset.declared())
        known.append(tool.name);
    for (qsizetype i = 0; i < names.size(); ++i) {
        const QString place = itemPath(path, i);
        const QString &name = names.at(i);
        if (isTold(place))
            continue; // It is no string.
        if (!known.contains(name)) {
            tell(u"TSH038"_s, place,
                 u"the toolset “%1” has no tool “%2”. %3"_s.arg(toolset.name(), name, hintFor(name, known)),
                 nearestName(name, known));
        } else if (names.indexOf(name) < i) {
            tell(u"TSH057"_s, place, u"“%1” is named twice in this list"_s.arg(name));
        }
    }
}

void Reading::checkOffered(const AgentFileTools &tools, const ToolsetUse &use, const QString &path)
{
    QStringList offered;
    for (const DeclaredTool &tool : use.toolset.declared()) {
        if (use.offers(tool))
            offered.append(tool.name);
    }
    const auto isDeclared = [&use](const QString &name) {
        return std::ranges::contains(use.toolset.declared(), name, &DeclaredTool::name);
    };
    const QStringList include = tools.include.value_or(QStringList());
    if (offered.isEmpty() && std::ranges::all_of(include, isDeclared)) {
        tell(u"TSH057"_s, path,
             u"“include” and “without” leave no tool of “%1”; leave out the toolset"_s.arg(tools.toolset));
        return;
    }
    const QStringList approvals = tools.requireApproval.value_or(QStringList());
    for (qsizetype i = 0; i < approvals.size(); ++i) {
        if (isDeclared(approvals.at(i)) && !offered.contains(approvals.at(i))) {
            tell(u"TSH048"_s, itemPath(memberPath(path, u"requireApproval"_s), i),
                 u"the agent is not offered “%1”, so there is nothing to approve; name it in “include”, or take it "
                 "out of “without”"_s.arg(approvals.at(i)));
        }
    }
}

// What the rules of a whole agent say beside: its place is the list of tools, for all they speak of are tools.
void Reading::checkWhole(const Agent &agent)
{
    const auto found = diagnose(QList<Agent>{agent});
    for (const Diagnostic &each : found)
        tell(each.code, u"tools"_s, each.message);
}

std::expected<Agent, QList<AgentFileProblem>> Reading::read()
{
    const auto parsed = parse();
    if (!parsed)
        return std::unexpected(m_problems);
    Agent agent = makeAgent(readForm(*parsed));
    if (m_problems.isEmpty())
        checkWhole(agent);
    if (m_problems.isEmpty())
        return agent;
    std::ranges::stable_sort(m_problems, {}, [](const AgentFileProblem &problem) { return problem.place.at; });
    return std::unexpected(m_problems);
}

} // namespace

QString AgentFileProblem::textIn(const QString &fileName) const
{
    const QString at = u"%1:%2:%3: "_s.arg(fileName, QString::number(place.line), QString::number(place.column));
    return path.isEmpty() ? QString(at + sentence) : u"%1%2: %3"_s.arg(at, path, sentence);
}

std::expected<Agent, QList<AgentFileProblem>> readAgentFile(const QByteArray &json, const QList<Toolset> &toolsets)
{
    return Reading(json, toolsets).read();
}

} // namespace typeshift
