// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "toolsets/shell/ShellTools.h"

using namespace Qt::StringLiterals;

namespace typeshift::toolsets {

namespace {

constexpr qsizetype longestCommand = 100'000; // the system takes 128 KiB for one argument

QString secondsWords(std::chrono::milliseconds duration)
{
    return QString::number(double(duration.count()) / 1000.0, 'f', 1) + u" s"_s;
}

} // namespace

ShellTools::ShellTools(FileRoots roots, Clock &clock, ShellSettings settings)
    : m_roots(std::move(roots))
    , m_clock(clock)
    , m_settings(std::move(settings))
{
}

Task<Result<Isolation>> ShellTools::isolation()
{
    if (m_isolation)
        co_return *m_isolation;
    const QString program = bubblewrapProgram();
    if (!m_settings.usesSandbox || program.isEmpty() || m_roots.folders().isEmpty()) {
        m_isolation = Isolation::None;
        co_return Isolation::None;
    }
    // Installed is not enough: the kernel or a container may forbid what it needs.
    QStringList arguments = bubblewrapArguments(planFor(m_roots.folders().constFirst()));
    arguments.append(u"/bin/true"_s);
    ProcessStart start{.program = program,
                       .arguments = arguments,
                       .folder = u"/"_s,
                       .environment = reducedEnvironment(QProcessEnvironment::systemEnvironment()),
                       .timeLimit = std::chrono::seconds(10)};
    const auto tried = co_await runProcess(std::move(start), m_clock, {});
    m_isolation = tried && tried->exitCode == 0 && tried->signal == 0 ? Isolation::Bubblewrap : Isolation::None;
    co_return *m_isolation;
}

Task<Result<QString>> ShellTools::run(RunCommandArguments arguments, StopToken stop)
{
    const auto folder = checkedFolder(arguments);
    if (!folder)
        co_return failure(folder.error());
    const auto isolated = co_await isolation();
    if (!isolated)
        co_return failure(isolated.error());
    const ProcessStart start = startOf(arguments, *folder, *isolated);
    const auto end = co_await runProcess(start, m_clock, stop);
    if (!end)
        co_return failure(end.error());
    co_return answerOf(*end, start, *isolated);
}

SandboxPlan ShellTools::planFor(const QString &folder) const
{
    return {.writable = m_roots.folders(),
            .readable = m_settings.readable,
            .folder = folder,
            .allowsNetwork = m_settings.allowsNetwork};
}

ProcessStart ShellTools::startOf(const RunCommandArguments &arguments, const QString &folder, Isolation isolation) const
{
    ProcessStart start{.program = u"/bin/bash"_s,
                       .arguments = {u"-c"_s, arguments.command},
                       .folder = folder,
                       .environment = reducedEnvironment(QProcessEnvironment::systemEnvironment()),
                       .mostOutput = m_settings.mostOutput,
                       .timeLimit = m_settings.timeLimit,
                       .grace = m_settings.grace};
    if (arguments.timeoutSeconds)
        start.timeLimit = std::chrono::seconds(*arguments.timeoutSeconds);
    if (isolation == Isolation::Bubblewrap) {
        start.arguments = bubblewrapArguments(planFor(folder)) + QStringList{start.program} + start.arguments;
        start.program = bubblewrapProgram();
        start.environment.insert(u"TMPDIR"_s, u"/tmp"_s);
    }
    return start;
}

Result<QString> ShellTools::checkedFolder(const RunCommandArguments &arguments) const
{
    if (arguments.command.trimmed().isEmpty())
        return failure(Error::Kind::InvalidInput, u"the command is empty"_s);
    if (arguments.command.contains(QChar(u'\0')) || !arguments.command.isValidUtf16())
        return failure(Error::Kind::InvalidInput, u"the command has a NUL character or is not valid Unicode"_s);
    if (arguments.command.toUtf8().size() > longestCommand)
        return failure(Error::Kind::InvalidInput, u"the command is longer than %1 bytes"_s.arg(longestCommand));
    const auto most = m_settings.mostTime.count();
    if (arguments.timeoutSeconds && (*arguments.timeoutSeconds < 1 || *arguments.timeoutSeconds > most))
        return failure(Error::Kind::InvalidInput, u"timeout_seconds must be between 1 and %1"_s.arg(most));
    const auto place = m_roots.locate(arguments.folder.value_or(u"."_s));
    if (!place)
        return failure(place.error());
    if (const auto folder = m_roots.openFolder(*place); !folder)
        return failure(folder.error());
    return m_roots.absolutePathOf(*place);
}

QString ShellTools::answerOf(const ProcessEnd &end, const ProcessStart &start, Isolation isolation) const
{
    QString head;
    if (end.wasTimedOut)
        head = u"ended by the time limit of %1 s, with all its processes"_s.arg(start.timeLimit.count() / 1000);
    else if (end.signal != 0)
        head = u"ended by signal %1 (%2)"_s.arg(end.signal).arg(signalName(end.signal));
    else if (end.exitCode > 128 && end.exitCode < 160)
        head = u"exit code %1 (signal %2)"_s.arg(end.exitCode).arg(signalName(end.exitCode - 128));
    else
        head = u"exit code %1"_s.arg(end.exitCode);
    head += u", after "_s + secondsWords(end.took);
    if (isolation == Isolation::Bubblewrap)
        head += m_settings.allowsNetwork ? u", in a sandbox"_s : u", in a sandbox without network"_s;
    return end.output.isEmpty() ? QString(head + u"; no output"_s) : QString(head + u'\n' + end.output);
}

} // namespace typeshift::toolsets
