// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "toolsets/shell/BoundedOutput.h"

#include <engine/async/Completion.h>
#include <engine/async/StopToken.h>
#include <engine/async/Task.h>
#include <engine/base/Clock.h>

#include <QProcess>

#include <chrono>

namespace typeshift::toolsets {

//! A program to run to its end.
struct ProcessStart {
    QString program;
    QStringList arguments;
    QString folder;
    QProcessEnvironment environment;
    qsizetype mostOutput = 30'000; //!< bytes that are kept
    std::chrono::milliseconds timeLimit{120'000};
    std::chrono::milliseconds grace{2'000}; //!< between asking the processes to end and ending them
};

//! How it ended.
struct ProcessEnd {
    int exitCode = 0;
    int signal = 0; //!< that ended it; 0 when it ended by itself
    bool wasTimedOut = false;
    QString output; //!< of both channels, as they came
    std::chrono::milliseconds took{};
};

//! One program and all that it starts: a session of their own, without input, ended together. Lives in the frame of
//! runProcess().
class ProcessRun : public QObject
{
public:
    ProcessRun(ProcessStart start, Clock &clock, Completion<ProcessEnd>::Resolver resolver);
    ~ProcessRun() override;

    void start();
    //! Asks all processes to end, and ends them after the grace period; then the answer is Cancelled.
    void stop();

private:
    void endGroup();
    void killGroup(int signal) const;
    void readOutput();
    void finish();
    void fail();

    const ProcessStart m_start;
    Clock &m_clock;
    Completion<ProcessEnd>::Resolver m_resolve;
    QProcess *m_process;
    BoundedOutput m_output;
    std::chrono::milliseconds m_began{};
    qint64 m_group = 0;
    bool m_wasTimedOut = false;
    bool m_wasStopped = false;
};

//! Runs it in the event loop of this thread. Errors: Cancelled once a stop has ended everything, Tool when it cannot be
//! started. Dropping the task ends the processes at once. `clock` outlives the task.
Task<Result<ProcessEnd>> runProcess(ProcessStart start, Clock &clock, StopToken stop);

//! "SIGKILL" for 9; the number for one without a name here.
QString signalName(int signal);

} // namespace typeshift::toolsets
