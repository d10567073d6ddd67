// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Result.h"

#include <QDir>
#include <QProcess>

namespace typeshift {

//! The folder with other people's programs of peers.json, installed once into the cache; the error, a machine without
//! Node or without the registry, has npm's own words. Blocks for as long as the first installation takes.
inline Result<QString> installedPeers()
{
    const QString cache = qEnvironmentVariable("TYPESHIFT_CACHE",
                                               QString(QDir::homePath() + QStringLiteral("/.cache/typeshift")));
    QProcess install;
    install.start(QStringLiteral("bash"), {QStringLiteral(TYPESHIFT_SOURCE_DIR "/tests/system/install-peers"), cache});
    const bool isDone = install.waitForFinished(110'000);
    if (!isDone || install.exitCode() != 0)
        return failure(Error::Kind::Network, QString::fromUtf8(install.readAllStandardError()));
    return QString::fromUtf8(install.readAllStandardOutput()).trimmed();
}

} // namespace typeshift
