// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "toolsets/files/FolderWalk.h"

#include "toolsets/OpenBelow.h"

#include <algorithm>
#include <dirent.h>
#include <memory>
#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace typeshift::toolsets {

namespace {

using Visit = std::function<WalkOn(const FolderEntry &, const Descriptor &folder)>;

QList<QByteArray> namesIn(const Descriptor &folder)
{
    struct Close {
        void operator()(DIR *stream) const { ::closedir(stream); }
    };
    // The stream closes its descriptor, and reading moves it.
    Descriptor own(::openat(folder.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const std::unique_ptr<DIR, Close> stream(own.isOpen() ? ::fdopendir(own.number()) : nullptr);
    if (!stream)
        return {};
    own.release();
    QList<QByteArray> names;
    while (const dirent *entry = ::readdir(stream.get())) {
        const QByteArray name(entry->d_name);
        if (name != "." && name != "..")
            names.append(name);
    }
    std::ranges::sort(names);
    return names;
}

FolderEntry::Kind kindOf(mode_t mode)
{
    return S_ISREG(mode) ? FolderEntry::Kind::File
        : S_ISDIR(mode)  ? FolderEntry::Kind::Folder
        : S_ISLNK(mode)  ? FolderEntry::Kind::Link
                         : FolderEntry::Kind::Other;
}

//! False when the visitor wants no more.
bool walk(const Descriptor &folder, const QString &prefix, int depth, const Visit &visit)
{
    const QList<QByteArray> names = namesIn(folder);
    for (const QByteArray &name : names) {
        struct stat seen{};
        if (::fstatat(folder.number(), name.constData(), &seen, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        const QString path = prefix + QString::fromUtf8(name);
        const FolderEntry entry{path, kindOf(seen.st_mode), qint64(seen.st_size)};
        const WalkOn next = visit(entry, folder);
        if (next == WalkOn::Stop)
            return false;
        if (entry.kind != FolderEntry::Kind::Folder || next == WalkOn::Beside || depth <= 1)
            continue;
        const Descriptor deeper(
            ::openat(folder.number(), name.constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (deeper.isOpen() && !isOnPseudoFileSystem(deeper) && !walk(deeper, QString(path + u'/'), depth - 1, visit))
            return false;
    }
    return true;
}

} // namespace

Result<> walkFolder(const FileRoots &roots, const Place &place, int depth, const Visit &visit)
{
    const auto folder = roots.openFolder(place);
    if (!folder)
        return failure(folder.error());
    walk(*folder, {}, depth, visit);
    return {};
}

} // namespace typeshift::toolsets
