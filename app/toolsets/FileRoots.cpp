// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "toolsets/FileRoots.h"

#include "toolsets/OpenBelow.h"
#include "toolsets/PathRules.h"

#include <QDir>
#include <QFileInfo>

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace typeshift::toolsets {

namespace {

std::unexpected<Error> refused(const QString &shown, const QString &reason)
{
    return failure(Error::Kind::Refused, QString(shown + u" is refused: "_s + reason));
}

bool isSystemFolder(const QString &folder)
{
    if (folder == "/"_L1)
        return true;
    for (const auto &system : {"/proc"_L1, "/sys"_L1, "/dev"_L1}) {
        if (folder == system || folder.startsWith(QString(system + u'/')))
            return folder != "/dev/shm"_L1 && !folder.startsWith("/dev/shm/"_L1);
    }
    return false;
}

// What remains of an absolute path below `folder`; none when it lies elsewhere.
std::optional<QString> below(const QString &folder, const QString &path)
{
    if (path == folder)
        return QString();
    const QString prefix = folder + u'/';
    return path.startsWith(prefix) ? std::optional(path.sliced(prefix.size())) : std::nullopt;
}

QString kindOf(mode_t mode)
{
    if (S_ISDIR(mode))
        return u"it is a folder"_s;
    if (S_ISCHR(mode) || S_ISBLK(mode))
        return u"it is a device"_s;
    if (S_ISFIFO(mode))
        return u"it is a pipe (fifo)"_s;
    if (S_ISSOCK(mode))
        return u"it is a socket"_s;
    return u"it is no regular file"_s;
}

Result<> checkRegular(const Descriptor &file, const QString &shown)
{
    struct stat seen{};
    if (::fstat(file.number(), &seen) != 0)
        return failure(systemError(shown, errno));
    if (!S_ISREG(seen.st_mode))
        return refused(shown, kindOf(seen.st_mode));
    if (isOnPseudoFileSystem(file))
        return refused(shown, u"it belongs to the kernel (/proc or the like)"_s);
    return {};
}

} // namespace

Result<FileRoots> FileRoots::open(const QStringList &folders, Walk walk)
{
    FileRoots roots;
    roots.m_walk = walk;
    for (const QString &folder : folders) {
        const QString canonical = QFileInfo(folder).canonicalFilePath();
        if (canonical.isEmpty() || !QFileInfo(canonical).isDir())
            return refused(quotedPath(folder), u"there is no such folder"_s);
        if (isSystemFolder(canonical))
            return refused(quotedPath(folder), u"a system folder is no working folder"_s);
        if (!roots.m_folders.contains(canonical))
            roots.m_folders.append(canonical);
    }
    return roots;
}

Result<Place> FileRoots::locate(const QString &path) const
{
    const QString shown = quotedPath(path);
    if (m_folders.isEmpty())
        return refused(shown, u"no working folder was chosen"_s);
    if (path.isEmpty())
        return failure(Error::Kind::InvalidInput, u"the path is empty; \".\" is the working folder"_s);
    Place place;
    place.isFolderOnly = path.endsWith(u'/') || path.endsWith("/."_L1);
    QString rest = path;
    if (path.startsWith(u'/')) {
        // The longest folder counts when one lies in another.
        std::optional<QString> found;
        for (qsizetype root = 0; root < m_folders.size(); ++root) {
            const auto remaining = below(m_folders.at(root), path);
            if (remaining && (!found || remaining->size() < found->size())) {
                found = remaining;
                place.root = root;
            }
        }
        if (!found) {
            return refused(shown, u"it is outside of the working folders (%1)"_s.arg(m_folders.join(", "_L1)));
        }
        rest = *found;
    }
    auto steps = stepsOf(rest, shown);
    if (!steps)
        return failure(steps.error());
    place.steps = *std::move(steps);
    return place;
}

QString FileRoots::pathOf(const Place &place) const
{
    if (place.root != 0)
        return absolutePathOf(place);
    return place.steps.isEmpty() ? u"."_s : place.steps.join(u'/');
}

QString FileRoots::absolutePathOf(const Place &place) const
{
    QString path = m_folders.at(place.root);
    for (const QString &step : place.steps)
        path += u'/' + step;
    return path;
}

Result<Descriptor> FileRoots::openFolder(const Place &place) const
{
    auto folder = openBelow(place, O_RDONLY | O_DIRECTORY);
    if (folder && isOnPseudoFileSystem(*folder))
        return refused(quotedPath(pathOf(place)), u"it belongs to the kernel (/proc or the like)"_s);
    return folder;
}

Result<Descriptor> FileRoots::openFile(const Place &place) const
{
    const QString shown = quotedPath(pathOf(place));
    if (place.steps.isEmpty())
        return refused(shown, u"it is a folder"_s);
    // What it is, before it is opened: with a device opening alone can do something.
    const auto seen = openBelow(place, lookOnly);
    if (!seen)
        return failure(seen.error());
    if (auto regular = checkRegular(*seen, shown); !regular)
        return failure(regular.error());
    if (place.isFolderOnly)
        return refused(shown, u"the path ends in a slash, but it is a file"_s);
    probe();
    auto file = openBelow(place, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (!file)
        return file;
    if (auto regular = checkRegular(*file, shown); !regular)
        return failure(regular.error());
    return file;
}

Result<Descriptor> FileRoots::openParent(const Place &place, bool makeMissing) const
{
    const QString shown = quotedPath(pathOf(place));
    if (place.steps.isEmpty() || place.isFolderOnly)
        return refused(shown, u"it names a folder, not a file"_s);
    Place parent = place;
    parent.steps.removeLast();
    auto folder = openBelow(parent, O_RDONLY | O_DIRECTORY);
    if (!folder && makeMissing && folder.error().facts.status == ENOENT)
        folder = openParentStepByStep(place, true);
    if (!folder)
        return folder;
    if (isOnPseudoFileSystem(*folder))
        return refused(shown, u"it belongs to the kernel (/proc or the like)"_s);
    probe();
    return folder;
}

Result<> FileRoots::checkParent(const Place &place, const Descriptor &folder) const
{
    Place parent = place;
    parent.steps.removeLast();
    const auto again = openBelow(parent, O_RDONLY | O_DIRECTORY);
    struct stat before{};
    struct stat now{};
    if (again && ::fstat(folder.number(), &before) == 0 && ::fstat(again->number(), &now) == 0
        && before.st_dev == now.st_dev && before.st_ino == now.st_ino)
        return {};
    return refused(quotedPath(pathOf(place)), u"its folder was replaced meanwhile; nothing was written"_s);
}

Result<Descriptor> FileRoots::openRoot(qsizetype root) const
{
    // Not even a link in the folder's own path is followed: it had none when the person chose it.
    const QString folder = m_folders.at(root);
    Descriptor top(::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return openStepByStep(top, folder.split(u'/', Qt::SkipEmptyParts), O_RDONLY | O_DIRECTORY, quotedPath(folder));
}

Result<Descriptor> FileRoots::openBelow(const Place &place, int flags) const
{
    auto root = openRoot(place.root);
    if (!root || (place.steps.isEmpty() && flags == (O_RDONLY | O_DIRECTORY)))
        return root;
    const QString shown = quotedPath(pathOf(place));
    if (m_walk == Walk::Kernel) {
        if (auto opened = openByKernel(*root, place.steps, flags, shown))
            return *std::move(opened);
    }
    return openStepByStep(*root, place.steps, flags, shown);
}

Result<Descriptor> FileRoots::openParentStepByStep(const Place &place, bool makeMissing) const
{
    auto folder = openRoot(place.root);
    const QString shown = quotedPath(pathOf(place));
    for (qsizetype i = 0; folder && i + 1 < place.steps.size(); ++i) {
        const QString &step = place.steps.at(i);
        const QByteArray name = step.toUtf8();
        struct stat seen{};
        if (makeMissing && ::fstatat(folder->number(), name.constData(), &seen, AT_SYMLINK_NOFOLLOW) != 0) {
            if (auto checked = checkNewName(step); !checked)
                return failure(checked.error());
            if (::mkdirat(folder->number(), name.constData(), 0777) != 0 && errno != EEXIST)
                return failure(systemError(shown, errno));
        }
        folder = openStepByStep(*folder, {step}, O_RDONLY | O_DIRECTORY, shown);
    }
    return folder;
}

void FileRoots::probe() const
{
    if (m_probe)
        m_probe();
}

} // namespace typeshift::toolsets
