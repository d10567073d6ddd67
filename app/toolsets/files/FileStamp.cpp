// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "toolsets/files/FileStamp.h"

#include "toolsets/OpenBelow.h"

#include <QCryptographicHash>
#include <QLocale>

#include <cerrno>
#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace typeshift::toolsets {

namespace {

qint64 changedAt(const struct stat &seen)
{
#if defined(Q_OS_DARWIN)
    const timespec &time = seen.st_mtimespec;
#else
    const timespec &time = seen.st_mtim;
#endif
    return qint64(time.tv_sec) * 1'000'000'000 + qint64(time.tv_nsec);
}

Result<QByteArray> readAll(const Descriptor &file, qint64 mostBytes, const QString &shown)
{
    QByteArray bytes;
    QByteArray piece(1 << 16, Qt::Uninitialized);
    for (;;) {
        const auto count = ::read(file.number(), piece.data(), std::size_t(piece.size()));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return failure(systemError(shown, errno));
        if (count == 0)
            return bytes;
        bytes.append(piece.constData(), count);
        if (bytes.size() > mostBytes) { // It grew while it was read, or never told its size.
            return failure(Error::Kind::Tool,
                           u"%1: it is larger than %2, the most that is read"_s.arg(shown, byteWords(mostBytes)));
        }
    }
}

} // namespace

Result<FileBytes> readBytes(const Descriptor &file, qint64 mostBytes, const QString &shown)
{
    struct stat seen{};
    if (::fstat(file.number(), &seen) != 0)
        return failure(systemError(shown, errno));
    if (seen.st_size > mostBytes) {
        return failure(
            Error::Kind::Tool,
            u"%1: it has %2, and at most %3 are read"_s.arg(shown, byteWords(seen.st_size), byteWords(mostBytes)));
    }
    auto bytes = readAll(file, mostBytes, shown);
    if (!bytes)
        return failure(bytes.error());
    FileBytes read{.bytes = *std::move(bytes)};
    read.stamp = {.size = read.bytes.size(),
                  .changedAt = changedAt(seen),
                  .mode = quint32(seen.st_mode & 07777),
                  .links = quint64(seen.st_nlink),
                  .hash = QCryptographicHash::hash(read.bytes, QCryptographicHash::Sha256)};
    return read;
}

QString byteWords(qint64 bytes)
{
    return QLocale::c().formattedDataSize(bytes, 1, QLocale::DataSizeIecFormat);
}

} // namespace typeshift::toolsets
