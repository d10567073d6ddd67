// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/agents/Agent.h>
#include <engine/async/Task.h>
#include <engine/base/Clock.h>
#include <engine/base/Result.h>

namespace typeshift {

namespace toolsets {
class FileTools;
class ShellTools;
} // namespace toolsets

//! What the coder works with; a program asks it for previews and whether commands are isolated.
struct CoderTools {
    std::shared_ptr<toolsets::FileTools> files;
    std::shared_ptr<toolsets::ShellTools> shell;
    QStringList folders; //!< absolute

    //! Tools that reach these folders and nothing else; the first is where relative paths start. Fails for a folder
    //! that is not there or belongs to the system.
    static Result<CoderTools> open(const QStringList &folders, Clock &clock);
    //! Whether open() would take them.
    static Result<> check(const QStringList &folders);
    //! Whether the shell's commands run in bubblewrap; tried once.
    Task<Result<bool>> runsIsolated() const;
};

//! The agent "coder": reads, changes and runs things in folders, and asks before it changes or runs anything.
Agent coder(const CoderTools &tools);

} // namespace typeshift
