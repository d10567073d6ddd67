// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "toolsets/FileRoots.h"
#include "toolsets/files/AtomicWrite.h"
#include "toolsets/files/FileArguments.h"
#include "toolsets/files/FileChange.h"
#include "toolsets/files/FileStamp.h"

#include <engine/async/StopToken.h>
#include <engine/async/Task.h>

#include <QCache>
#include <QThreadPool>

#include <memory>

namespace typeshift::toolsets {

//! The file tools of one set of folders: does their work in background threads, one write after the other, and
//! remembers what each reader (a conversation) has read, so that nobody writes over a change that they do not know.
//! Called in one thread; outlives its tasks. What the answers say is for a model.
class FileTools
{
public:
    explicit FileTools(FileRoots roots, FileLimits limits = {}, WriteCalls calls = WriteCalls::ofSystem());

    const FileRoots &roots() const { return m_roots; }

    Task<Result<QString>> read(ReadFileArguments arguments, QString reader);
    Task<Result<QString>> list(ListFilesArguments arguments);
    //! Ends with Cancelled on `stop`.
    Task<Result<QString>> search(SearchFilesArguments arguments, StopToken stop);
    Task<Result<QString>> write(WriteFileArguments arguments, QString reader);
    Task<Result<QString>> edit(EditFileArguments arguments, QString reader);

    //! What write() and edit() would do now, or why they would not. Changes nothing.
    Task<Result<FileChange>> previewOf(WriteFileArguments arguments, QString reader);
    Task<Result<FileChange>> previewOf(EditFileArguments arguments, QString reader);

private:
    using Key = std::pair<QString, QString>; // reader, absolute path

    std::optional<FileStamp> known(const QString &reader, const QString &path) const;
    void remember(const QString &reader, const QString &path, const FileStamp &stamp);
    template<typename Plan>
    Task<Result<QString>> change(Plan plan, QString reader);

    FileRoots m_roots;
    FileLimits m_limits;
    WriteCalls m_calls;
    QCache<Key, FileStamp> m_known{20'000};
    QThreadPool m_readers;
    QThreadPool m_writer; // the last member: it waits for what is under way
};

} // namespace typeshift::toolsets
