// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "workbench/DataFolder.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

QString ownDatabase()
{
    const QString data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
    return QString(data + u"/typeshift-workbench/typeshift.db");
}

} // namespace

QString DataFolder::databasePath(const QString &storeOption)
{
    if (!storeOption.isEmpty())
        return storeOption;
    if (const QString named = qEnvironmentVariable("TYPESHIFT_STORE"); !named.isEmpty())
        return named;
    return ownDatabase();
}

QString DataFolder::folderBeside(const QString &storeOption)
{
    const QString database = databasePath(storeOption);
    return QFileInfo(database.contains("://"_L1) ? ownDatabase() : database).absolutePath();
}

QString DataFolder::agentsPath(const QString &storeOption)
{
    if (databasePath(storeOption).startsWith(u':'))
        return {};
    return QString(folderBeside(storeOption) + u"/agents");
}

Result<> DataFolder::prepare(const QString &databasePath)
{
    const QString folder = QFileInfo(databasePath).absolutePath();
    if (QFileInfo(folder).isDir())
        return {};
    const QDir parent(QFileInfo(folder).absolutePath());
    const auto ownerOnly = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
    // Folders above it get the system's usual permissions; only our own is private.
    if (parent.mkpath(u"."_s) && (QDir().mkdir(folder, ownerOnly) || QFileInfo(folder).isDir()))
        return {};
    Error error(Error::Kind::Storage, u"the folder %1 cannot be made"_s.arg(QDir::toNativeSeparators(folder)));
    error.facts.code = u"permission"_s;
    error.facts.host = folder;
    return failure(std::move(error));
}

} // namespace typeshift
