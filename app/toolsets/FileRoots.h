// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "toolsets/Descriptor.h"

#include <engine/base/Result.h>

#include <QStringList>

#include <functional>

namespace typeshift::toolsets {

//! Where a path leads: the steps below one of the chosen folders; no steps for the folder itself.
struct Place {
    qsizetype root = 0;
    QStringList steps;
    bool isFolderOnly = false; //!< the path ended in a slash

    bool operator==(const Place &) const = default;
};

//! The folders that a person chose for an agent, and the only way of the tools to what lies in them. A value; its
//! functions may be called in any thread. Nothing outside is opened: the kernel resolves each path below the folder
//! (openat2 with RESOLVE_BENEATH and RESOLVE_NO_MAGICLINKS); where it cannot, every step is opened by itself and links
//! are not followed at all. Refusals have Error::Kind::Refused and the reason; what the system says is Kind::Tool.
class FileRoots
{
public:
    enum class Walk {
        Kernel,    //!< openat2 where it is there, links that stay inside are followed
        StepByStep //!< as on systems without it
    };

    //! No folders: every path is refused.
    FileRoots() = default;
    //! Every folder must exist and be no system folder (/, /proc, /sys, /dev). Resolves links in the folders' own
    //! paths.
    [[nodiscard]] static Result<FileRoots> open(const QStringList &folders, Walk walk = Walk::Kernel);

    //! The folders, absolute and without links; relative paths start at the first.
    const QStringList &folders() const { return m_folders; }
    //! Looks at the text alone: relative to the first folder, or absolute and inside one of them.
    [[nodiscard]] Result<Place> locate(const QString &path) const;
    //! The path as tools show it: relative to the first folder, absolute in the others.
    QString pathOf(const Place &place) const;
    QString absolutePathOf(const Place &place) const;

    //! A folder, to be read with fdopendir().
    [[nodiscard]] Result<Descriptor> openFolder(const Place &place) const;
    //! A regular file, for reading. Devices, pipes, sockets, folders and files of /proc and the like are refused
    //! unread.
    [[nodiscard]] Result<Descriptor> openFile(const Place &place) const;
    //! The folder that holds `place`; missing ones are made when `makeMissing`.
    [[nodiscard]] Result<Descriptor> openParent(const Place &place, bool makeMissing) const;
    //! Whether `folder` is still what the parent's path leads to.
    [[nodiscard]] Result<> checkParent(const Place &place, const Descriptor &folder) const;

    //! Called between the look at a path and its opening: a test changes the files there.
    void setProbe(std::function<void()> probe) { m_probe = std::move(probe); }

private:
    Result<Descriptor> openRoot(qsizetype root) const;
    Result<Descriptor> openBelow(const Place &place, int flags) const;
    Result<Descriptor> openParentStepByStep(const Place &place, bool makeMissing) const;
    void probe() const;

    QStringList m_folders;
    Walk m_walk = Walk::Kernel;
    std::function<void()> m_probe;
};

} // namespace typeshift::toolsets
