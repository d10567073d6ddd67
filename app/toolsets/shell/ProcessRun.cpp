// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "toolsets/shell/ProcessRun.h"

#include <csignal>
#include <unistd.h>

#if defined(Q_OS_LINUX)
#include <sys/prctl.h>
#endif

using namespace Qt::StringLiterals;

namespace typeshift::toolsets {

namespace {

// Runs in the child, between fork and exec.
void tieToParent()
{
#if defined(Q_OS_LINUX)
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

} // namespace

ProcessRun::ProcessRun(ProcessStart start, Clock &clock, Completion<ProcessEnd>::Resolver resolver)
    : m_start(std::move(start))
    , m_clock(clock)
    , m_resolve(std::move(resolver))
    , m_process(new QProcess)
    , m_output(m_start.mostOutput)
{
}

ProcessRun::~ProcessRun()
{
    // We may be inside of one of its signals, and what was killed takes a moment to end.
    m_process->disconnect(this);
    killGroup(SIGKILL);
    if (m_process->state() == QProcess::NotRunning)
        m_process->deleteLater();
    else
        connect(m_process, &QProcess::finished, m_process, &QObject::deleteLater);
}

void ProcessRun::start()
{
    m_process->setProgram(m_start.program);
    m_process->setArguments(m_start.arguments);
    m_process->setWorkingDirectory(m_start.folder);
    m_process->setProcessEnvironment(m_start.environment);
    m_process->setStandardInputFile(QProcess::nullDevice());
    m_process->setProcessChannelMode(QProcess::MergedChannels);
    m_process->setUnixProcessParameters(QProcess::UnixProcessFlag::ResetSignalHandlers
                                        | QProcess::UnixProcessFlag::CloseFileDescriptors
                                        | QProcess::UnixProcessFlag::CreateNewSession);
    m_process->setChildProcessModifier(tieToParent);
    connect(m_process, &QProcess::readyReadStandardOutput, this, &ProcessRun::readOutput);
    connect(m_process, &QProcess::finished, this, &ProcessRun::finish);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) // From an event: start() may be called inside of the waiting coroutine.
            QMetaObject::invokeMethod(this, [this] { fail(); }, Qt::QueuedConnection);
    });
    m_began = m_clock.elapsed();
    m_process->start(QIODevice::ReadOnly);
    m_group = m_process->processId(); // A session's first process leads its group.
    if (m_start.timeLimit.count() > 0) {
        m_clock.callAfter(m_start.timeLimit, this, [this] {
            m_wasTimedOut = true;
            endGroup();
        });
    }
}

void ProcessRun::stop()
{
    m_wasStopped = true;
    endGroup();
}

void ProcessRun::endGroup()
{
    killGroup(SIGTERM);
    m_clock.callAfter(m_start.grace, this, [this] { killGroup(SIGKILL); });
}

void ProcessRun::killGroup(int signal) const
{
    // In its first moments the process has no group of its own yet.
    if (m_group > 1 && ::kill(pid_t(-m_group), signal) != 0)
        ::kill(pid_t(m_group), signal);
}

void ProcessRun::readOutput()
{
    m_output.append(m_process->readAllStandardOutput());
}

void ProcessRun::finish()
{
    readOutput();
    killGroup(SIGKILL); // What it left running in the background ends with it.
    m_group = 0;
    if (m_wasStopped) {
        m_resolve(failure(Error::Kind::Cancelled, u"the command was stopped and all of its processes were ended"_s));
        return;
    }
    const bool hasCrashed = m_process->exitStatus() == QProcess::CrashExit;
    m_resolve(ProcessEnd{.exitCode = hasCrashed ? 0 : m_process->exitCode(),
                         .signal = hasCrashed ? m_process->exitCode() : 0, // forkfd's status: the signal
                         .wasTimedOut = m_wasTimedOut,
                         .output = m_output.text(),
                         .took = m_clock.elapsed() - m_began});
}

void ProcessRun::fail()
{
    m_resolve(
        failure(Error::Kind::Tool, u"%1 could not be started: %2"_s.arg(m_start.program, m_process->errorString())));
}

Task<Result<ProcessEnd>> runProcess(ProcessStart start, Clock &clock, StopToken stop)
{
    if (stop.isStopRequested())
        co_return failure(Error::Kind::Cancelled, u"the command was not started"_s);
    Completion<ProcessEnd> completion;
    ProcessRun run(std::move(start), clock, completion.resolver());
    const StopCallback stopped(stop, [&run] { run.stop(); });
    run.start();
    co_return co_await std::move(completion);
}

QString signalName(int signal)
{
    switch (signal) {
    case SIGHUP:
        return u"SIGHUP"_s;
    case SIGINT:
        return u"SIGINT"_s;
    case SIGQUIT:
        return u"SIGQUIT"_s;
    case SIGILL:
        return u"SIGILL"_s;
    case SIGABRT:
        return u"SIGABRT"_s;
    case SIGBUS:
        return u"SIGBUS"_s;
    case SIGFPE:
        return u"SIGFPE"_s;
    case SIGKILL:
        return u"SIGKILL"_s;
    case SIGSEGV:
        return u"SIGSEGV"_s;
    case SIGPIPE:
        return u"SIGPIPE"_s;
    case SIGTERM:
        return u"SIGTERM"_s;
    default:
        return QString::number(signal);
    }
}

} // namespace typeshift::toolsets
