// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "toolsets/files/AtomicWrite.h"

#include "toolsets/OpenBelow.h"

#include <QRandomGenerator>

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace typeshift::toolsets {

namespace {

//! The temporary file; removed again unless it took the old one's place.
struct Draft {
    const Descriptor &folder;
    QByteArray name;
    Descriptor file;
    bool isPlaced = false;

    explicit Draft(const Descriptor &holder)
        : folder(holder)
    {
    }
    Draft(const Draft &) = delete;
    Draft &operator=(const Draft &) = delete;
    ~Draft()
    {
        if (!isPlaced && file.isOpen())
            ::unlinkat(folder.number(), name.constData(), 0);
    }

    bool open(quint32 mode)
    {
        for (int attempt = 0; attempt < 16; ++attempt) {
            name = ".typeshift-"_ba + QByteArray::number(QRandomGenerator::system()->generate64(), 36);
            file = Descriptor(::openat(folder.number(), name.constData(),
                                       O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(mode)));
            if (file.isOpen() || errno != EEXIST)
                return file.isOpen();
        }
        return false;
    }
};

Result<> writeAll(const AtomicWrite &write, const Descriptor &file, const QString &shown)
{
    qint64 written = 0;
    while (written < write.bytes.size()) {
        const qint64 count = write.calls.write(file.number(), write.bytes.constData() + written,
                                               write.bytes.size() - written);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return failure(systemError(shown, count < 0 ? errno : ENOSPC));
        written += count;
    }
    return {};
}

// Who may do what with the file stays as it was; a new owner is possible for few, so a failure there is none.
Result<> keepAccess(const AtomicWrite &write, const Descriptor &file, const QString &shown)
{
    struct stat old{};
    if (!write.mode || ::fstatat(write.folder.number(), write.name.constData(), &old, AT_SYMLINK_NOFOLLOW) != 0)
        return {};
    if (::fchown(file.number(), old.st_uid, old.st_gid) != 0 && errno != EPERM)
        return failure(systemError(shown, errno));
    if (::fchmod(file.number(), mode_t(*write.mode)) != 0)
        return failure(systemError(shown, errno));
    return {};
}

Result<> place(const AtomicWrite &write, Draft &draft, const QString &shown)
{
    if (!write.mode) {
        // Fails where something has the name by now, unlike a rename.
        if (::linkat(draft.folder.number(), draft.name.constData(), draft.folder.number(), write.name.constData(), 0)
            == 0)
            return {};
        if (errno == EEXIST) {
            return failure(Error::Kind::Conflict,
                           QString(shown + u" appeared meanwhile; read it before writing to it"_s));
        }
        if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOTSUP)
            return failure(systemError(shown, errno));
        // A file system without hard links: look, then rename.
        struct stat seen{};
        if (::fstatat(draft.folder.number(), write.name.constData(), &seen, AT_SYMLINK_NOFOLLOW) == 0)
            return failure(Error::Kind::Conflict, QString(shown + u" appeared meanwhile"_s));
    }
    if (write.calls.rename(draft.folder.number(), draft.name.constData(), write.name.constData()) != 0)
        return failure(systemError(shown, errno));
    draft.isPlaced = true;
    return {};
}

} // namespace

WriteCalls WriteCalls::ofSystem()
{
    return {
        .write = [](int file, const char *bytes,
                    qint64 count) { return qint64(::write(file, bytes, std::size_t(count))); },
        .sync = [](int file) { return ::fsync(file); },
        .rename = [](int folder, const char *from, const char *to) { return ::renameat(folder, from, folder, to); }};
}

Result<> writeAtomically(const AtomicWrite &write, const QString &shown)
{
    Draft draft(write.folder);
    // A secret is not readable by others for the moment in which the file's mode is not set yet.
    if (!draft.open(write.mode ? 0600 : 0666))
        return failure(systemError(shown, errno));
    if (auto written = writeAll(write, draft.file, shown); !written)
        return written;
    if (auto kept = keepAccess(write, draft.file, shown); !kept)
        return kept;
    if (write.calls.sync(draft.file.number()) != 0)
        return failure(systemError(shown, errno));
    if (auto looked = write.lastLook ? write.lastLook() : Result<>(); !looked)
        return looked;
    if (auto placed = place(write, draft, shown); !placed)
        return placed;
    // The name is in the folder: that, too, should survive a power cut. Nothing is undone when it fails.
    ::fsync(write.folder.number());
    return {};
}

} // namespace typeshift::toolsets
