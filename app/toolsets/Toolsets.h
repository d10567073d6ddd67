// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "toolsets/FileRoots.h"
#include "toolsets/files/FileChange.h"

#include <engine/async/Task.h>
#include <engine/tools/Toolset.h>

#include <QJsonObject>

#include <memory>

namespace typeshift::toolsets {

class FileTools;
class ShellTools;
class WebTools;

// The desktop's toolsets as values. Their tools share what they are made of and keep it alive. What the program wants
// to ask of it beside them (a preview, whether commands are isolated) it asks of the same object. // D37

//! read_file, list_files, search_files: they change nothing. write_file and edit_file need an approval.
Toolset fileTools(std::shared_ptr<FileTools> tools);
Toolset fileTools(FileRoots roots);

//! run_command, which needs an approval.
Toolset shellTools(std::shared_ptr<ShellTools> tools);

//! fetch_page: it changes nothing, but needs an approval, for an address can carry away what an agent has read.
Toolset webTools(std::shared_ptr<WebTools> tools);

//! write_todos. The conversation keeps the list: compaction spares its latest call. // D32
Toolset todoTools();

//! Who reads and writes, as FileTools tells them apart: the conversation, or the agent where a run has none.
QString readerOf(const RunIdentity &identity);

//! What a call of write_file or edit_file with these arguments would do now, for an approval card; fails for any other
//! tool (InvalidInput), for arguments that do not decode, and where the call itself would. `tools` outlives the task.
Task<Result<FileChange>> previewOf(FileTools &tools, QString tool, QJsonObject arguments, QString reader);

} // namespace typeshift::toolsets
