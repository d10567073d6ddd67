// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "toolsets/FileRoots.h"
#include "toolsets/shell/ProcessRun.h"
#include "toolsets/shell/Sandbox.h"

#include <engine/json/Field.h>

namespace typeshift::toolsets {

struct RunCommandArguments {
    QString command;
    std::optional<QString> folder;
    std::optional<int> timeoutSeconds;

    static constexpr auto fields()
    {
        return std::tuple{
            field("command", &RunCommandArguments::command, "What bash runs; several lines are possible."),
            field("folder", &RunCommandArguments::folder, "Folder to run it in; left out: the working folder."),
            field("timeout_seconds", &RunCommandArguments::timeoutSeconds,
                  "Ends it after so many seconds, 1 to 600; left out: 120.")};
    }
    bool operator==(const RunCommandArguments &) const = default;
};

//! What the shell tool may do at most.
struct ShellSettings {
    bool allowsNetwork = false; //!< inside of bubblewrap; without it nothing keeps a command from the network
    bool usesSandbox = true;    //!< where bubblewrap works
    QStringList readable;       //!< further folders that a command in bubblewrap may read
    std::chrono::seconds timeLimit{120};
    std::chrono::seconds mostTime{600};
    std::chrono::milliseconds grace{2'000};
    qsizetype mostOutput = 30'000; //!< bytes

    bool operator==(const ShellSettings &) const = default;
};

//! Runs commands of a model in the chosen folders. Called in one thread; outlives its tasks. `clock` outlives it.
class ShellTools
{
public:
    ShellTools(FileRoots roots, Clock &clock, ShellSettings settings = {});

    //! Whether commands run in bubblewrap; tried once, by running a command in it.
    Task<Result<Isolation>> isolation();
    //! Runs it and answers with exit code or signal, time and output; an exit code that is not 0, a signal and the time
    //! limit are answers, no errors. Errors: Refused (folder), InvalidInput, Tool (not started), Cancelled.
    Task<Result<QString>> run(RunCommandArguments arguments, StopToken stop);

private:
    SandboxPlan planFor(const QString &folder) const;
    ProcessStart startOf(const RunCommandArguments &arguments, const QString &folder, Isolation isolation) const;
    Result<QString> checkedFolder(const RunCommandArguments &arguments) const;
    QString answerOf(const ProcessEnd &end, const ProcessStart &start, Isolation isolation) const;

    FileRoots m_roots;
    Clock &m_clock;
    ShellSettings m_settings;
    std::optional<Isolation> m_isolation;
};

} // namespace typeshift::toolsets
