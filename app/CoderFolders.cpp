// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "CoderFolders.h"

#include "Coder.h"

#include <engine/workbench/DataFolder.h>

#include <QDir>
#include <QFileInfo>
#include <QSettings>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

constexpr QLatin1StringView key{"coder/folders"};

QString withoutLinks(const QString &folder)
{
    const QString path = QFileInfo(folder).canonicalFilePath();
    return path.isEmpty() ? QDir(folder).absolutePath() : path;
}

} // namespace

CoderFolders::CoderFolders(const QString &store)
    : m_folder(DataFolder::folderBeside(store))
{
}

QStringList CoderFolders::chosen() const
{
    QStringList folders;
    const QStringList kept = QSettings(m_folder + u"/settings.ini"_s, QSettings::IniFormat).value(key).toStringList();
    for (const QString &folder : kept)
        folders.append(withoutLinks(folder));
    return folders;
}

Result<> CoderFolders::choose(const QStringList &folders) const
{
    QStringList before = chosen();
    for (const QString &folder : folders) {
        // One that was chosen before may be away for the moment, as a disk is.
        if (before.contains(folder))
            continue;
        if (const auto checked = CoderTools::check({folder}); !checked)
            return failure(checked.error());
    }
    QSettings settings(m_folder + u"/settings.ini"_s, QSettings::IniFormat);
    settings.setValue(key, folders);
    settings.sync();
    if (settings.status() != QSettings::NoError)
        return failure(Error::Kind::Storage, u"the file %1 cannot be written"_s.arg(settings.fileName()));
    return {};
}

Result<QString> CoderFolders::ownFolder() const
{
    const QDir folder(m_folder);
    if (!folder.mkpath(u"work"_s))
        return failure(Error::Kind::Storage, u"the folder %1 cannot be made"_s.arg(folder.filePath(u"work"_s)));
    return withoutLinks(folder.filePath(u"work"_s));
}

Result<QStringList> CoderFolders::usable() const
{
    QStringList folders = chosen();
    folders.removeIf([](const QString &folder) { return !CoderTools::check({folder}); });
    if (!folders.isEmpty())
        return folders;
    return ownFolder().transform([](const QString &own) { return QStringList{own}; });
}

} // namespace typeshift
