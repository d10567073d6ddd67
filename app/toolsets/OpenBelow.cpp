// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "toolsets/OpenBelow.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#if defined(Q_OS_LINUX)
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#endif

using namespace Qt::StringLiterals;

namespace typeshift::toolsets {

namespace {

Error refusal(const QString &shown, int code, const QString &reason)
{
    ErrorFacts facts;
    facts.message = shown + u" is refused: "_s + reason;
    facts.status = code;
    return Error(Error::Kind::Refused, facts);
}

Error toolError(const QString &shown, int code, const QString &reason)
{
    ErrorFacts facts;
    facts.message = shown + u": "_s + reason;
    facts.status = code;
    return Error(Error::Kind::Tool, facts);
}

bool isLink(const Descriptor &folder, const QByteArray &name)
{
    struct stat seen{};
    return ::fstatat(folder.number(), name.constData(), &seen, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(seen.st_mode);
}

} // namespace

std::optional<Result<Descriptor>> openByKernel(const Descriptor &root, const QStringList &steps, int flags,
                                               const QString &shown)
{
#if defined(Q_OS_LINUX) && defined(SYS_openat2)
    open_how how{};
    how.flags = quint64(flags | O_CLOEXEC);
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    const QByteArray path = steps.isEmpty() ? QByteArray(".") : steps.join(u'/').toUtf8();
    int code = 0;
    // EAGAIN: something was renamed while the kernel looked.
    for (int attempt = 0; attempt < 8; ++attempt) {
        const long number = ::syscall(SYS_openat2, root.number(), path.constData(), &how, sizeof how);
        if (number >= 0)
            return Descriptor(int(number));
        code = errno;
        if (code != EAGAIN && code != EINTR)
            break;
    }
    if (code == ENOSYS || code == EPERM)
        return std::nullopt;
    return failure(systemError(shown, code));
#else
    return std::nullopt;
#endif
}

Result<Descriptor> openStepByStep(const Descriptor &root, const QStringList &steps, int flags, const QString &shown)
{
    Descriptor folder(::fcntl(root.number(), F_DUPFD_CLOEXEC, 0));
    if (!folder.isOpen())
        return failure(systemError(shown, errno));
    for (qsizetype i = 0; i < steps.size(); ++i) {
        const QByteArray name = steps.at(i).toUtf8();
        const bool isLast = i + 1 == steps.size();
        // With a look alone O_NOFOLLOW would open the link itself.
        if (isLink(folder, name))
            return failure(refusal(shown, ELOOP, u"it goes through a link, and links are not followed here"_s));
        // A folder on the way may be closed to reading.
        const int how = (isLast ? flags : lookOnly | O_DIRECTORY) | O_NOFOLLOW | O_CLOEXEC;
        Descriptor next(::openat(folder.number(), name.constData(), how));
        if (!next.isOpen())
            return failure(systemError(shown, errno));
        folder = std::move(next);
    }
    struct stat seen{};
    if (::fstat(folder.number(), &seen) == 0 && S_ISLNK(seen.st_mode))
        return failure(refusal(shown, ELOOP, u"it goes through a link, and links are not followed here"_s));
    return folder;
}

bool isOnPseudoFileSystem(const Descriptor &file)
{
#if defined(Q_OS_LINUX)
    struct statfs where{};
    if (::fstatfs(file.number(), &where) != 0)
        return false;
    switch (quint32(where.f_type)) {
    case quint32(PROC_SUPER_MAGIC):
    case quint32(SYSFS_MAGIC):
    case quint32(DEVPTS_SUPER_MAGIC):
    case quint32(DEBUGFS_MAGIC):
    case quint32(TRACEFS_MAGIC):
    case quint32(SECURITYFS_MAGIC):
    case quint32(CGROUP_SUPER_MAGIC):
    case quint32(CGROUP2_SUPER_MAGIC):
    case quint32(BPF_FS_MAGIC):
        return true;
    default:
        return false;
    }
#else
    Q_UNUSED(file)
    return false;
#endif
}

Error systemError(const QString &shown, int code)
{
    switch (code) {
    case EXDEV:
        return refusal(shown, code, u"it leads outside of the working folder through a link"_s);
    case ELOOP:
        return refusal(shown, code, u"it goes through a link that is not followed"_s);
    case ENAMETOOLONG:
        return refusal(shown, code, u"the path is too long for the file system"_s);
    case ENXIO:
        return refusal(shown, code, u"it is a socket or a device without anything behind it"_s);
    case ENOENT:
        return toolError(shown, code, u"there is no such file or folder"_s);
    case ENOTDIR:
        return toolError(shown, code, u"a name on the way is not a folder"_s);
    case EISDIR:
        return refusal(shown, code, u"it is a folder"_s);
    case EACCES:
    case EPERM:
        return toolError(shown, code, u"the system does not permit it"_s);
    case EROFS:
        return toolError(shown, code, u"the file system is read-only"_s);
    case ENOSPC:
    case EDQUOT:
        return toolError(shown, code, u"the disk is full; the file is as it was"_s);
    default:
        return toolError(shown, code, QString::fromLocal8Bit(std::strerror(code)));
    }
}

} // namespace typeshift::toolsets
