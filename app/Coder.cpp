// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Coder.h"

#include "toolsets/Toolsets.h"
#include "toolsets/files/FileTools.h"
#include "toolsets/shell/ShellTools.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace typeshift {

Result<CoderTools> CoderTools::open(const QStringList &folders, Clock &clock)
{
    auto roots = toolsets::FileRoots::open(folders);
    if (!roots)
        return failure(roots.error());
    return CoderTools{.files = std::make_shared<toolsets::FileTools>(*roots),
                      .shell = std::make_shared<toolsets::ShellTools>(*roots, clock),
                      .folders = roots->folders()};
}

Result<> CoderTools::check(const QStringList &folders)
{
    return toolsets::FileRoots::open(folders).transform([](const toolsets::FileRoots &) { });
}

Task<Result<bool>> CoderTools::runsIsolated() const
{
    const std::shared_ptr<toolsets::ShellTools> tools = shell; // This value may be gone by then.
    const auto isolation = co_await tools->isolation();
    if (!isolation)
        co_return failure(isolation.error());
    co_return *isolation == toolsets::Isolation::Bubblewrap;
}

Agent coder(const CoderTools &tools)
{
    return Agent(u"coder"_s)
        .withTitle(QCoreApplication::translate("typeshift", "Coder"))
        .withDescription(QCoreApplication::translate("typeshift", "Files and commands in a folder"))
        .withInstructions(
            u"You work on files in the person's folder, with the tools you are given. Look before you change: read a "
            "file before you edit it, and search instead of guessing. Make the smallest change that does what was "
            "asked, in the style of what is there. The person approves each change and each command; say in a "
            "sentence what it is for before you ask. When a call is rejected, take the reason seriously and do not "
            "try the same by another way. Say plainly what you did, what you checked and what you did not check."_s)
        .useToolset(toolsets::fileTools(tools.files))
        .useToolset(toolsets::shellTools(tools.shell))
        .useToolset(toolsets::todoTools());
}

} // namespace typeshift
