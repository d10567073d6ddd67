// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/Commands.h"

#include <engine/workbench/AgentFiles.h>

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace typeshift::cli {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("typeshift::cli", text);
}

QJsonObject jsonOf(const AgentFileProblem &problem)
{
    return {{u"code"_s, problem.code},
            {u"path"_s, problem.path},
            {u"line"_s, problem.place.line},
            {u"column"_s, problem.place.column},
            {u"message"_s, problem.sentence}};
}

// One agent, or the file that should declare one. `place` is empty for an agent of the program.
void print(Output &output, const Agent *agent, const QString &place, const QList<AgentFileProblem> &problems)
{
    if (output.isJson()) {
        QJsonObject line{{u"source"_s, place.isEmpty() ? u"program"_s : place}};
        if (agent) {
            line[u"name"_s] = agent->name();
            line[u"title"_s] = agent->title();
        }
        QJsonArray found;
        for (const AgentFileProblem &problem : problems)
            found.append(jsonOf(problem));
        line[u"problems"_s] = found;
        output.json(line);
        return;
    }
    const QString source = place.isEmpty() ? tr("part of the program") : place;
    if (agent)
        output.text(u"%1  %2  %3\n"_s.arg(agent->name().leftJustified(16), agent->title().leftJustified(20), source));
    for (const AgentFileProblem &problem : problems)
        output.text(problem.textIn(place) + u'\n');
}

ExitCode list(const AgentFiles &files, Output &output)
{
    for (const Agent &agent : files.ownAgents())
        print(output, &agent, {}, {});
    const auto all = files.list();
    for (const AgentFile &file : all)
        print(output, file.agent ? &*file.agent : nullptr, QDir::toNativeSeparators(files.pathOf(file.name)),
              file.problems);
    if (!files.folder().isEmpty())
        output.remark(tr("Agents of your own are files in %1.").arg(QDir::toNativeSeparators(files.folder())));
    return ExitCode::Done;
}

ExitCode check(const AgentFiles &files, const QString &path, Output &output)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return output.fail(Error(Error::Kind::InvalidInput, u"%1: %2"_s.arg(path, file.errorString())));
    const QByteArray text = file.read(AgentFiles::mostBytes + 1);
    if (text.size() > AgentFiles::mostBytes)
        return output.fail(Error(Error::Kind::InvalidInput, u"%1 is larger than 1 MiB, and no agent is"_s.arg(path)));
    const AgentFile read = files.read(QFileInfo(path).fileName(), text);
    print(output, read.agent ? &*read.agent : nullptr, path, read.problems);
    return read.agent ? ExitCode::Done : ExitCode::Failed;
}

} // namespace

Task<ExitCode> agents(Workplace &workplace)
{
    const QStringList &words = workplace.arguments().positional;
    Output &output = workplace.output();
    if (words == QStringList{u"schema"_s}) {
        output.text(QString::fromUtf8(agentFileSchema()));
        co_return ExitCode::Done;
    }
    if (auto opened = workplace.openAgents(); !opened)
        co_return output.fail(opened.error());
    if (words.isEmpty())
        co_return list(workplace.agentFiles(), output);
    if (words.size() == 2 && words.constFirst() == "check"_L1)
        co_return check(workplace.agentFiles(), words.at(1), output);
    co_return output.fail(Error(Error::Kind::InvalidInput, u"agents takes nothing, `check FILE` or `schema`"_s));
}

} // namespace typeshift::cli
