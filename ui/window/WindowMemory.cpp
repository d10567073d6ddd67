// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "window/WindowMemory.h"

#include <QFileInfo>
#include <QMainWindow>
#include <QSettings>
#include <QSplitter>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

WindowMemory::WindowMemory(const QString &databasePath)
{
    if (!databasePath.isEmpty() && !databasePath.startsWith(u':') && !databasePath.contains("://"_L1))
        m_path = QFileInfo(databasePath).absolutePath() + u"/window.ini"_s;
}

void WindowMemory::restore(QMainWindow &window, QSplitter &splitter) const
{
    if (m_path.isEmpty())
        return;
    const QSettings settings(m_path, QSettings::IniFormat);
    window.restoreGeometry(settings.value("main/geometry"_L1).toByteArray());
    splitter.restoreState(settings.value("main/splitter"_L1).toByteArray());
}

void WindowMemory::keep(const QMainWindow &window, const QSplitter &splitter) const
{
    if (m_path.isEmpty())
        return;
    QSettings settings(m_path, QSettings::IniFormat);
    settings.setValue("main/geometry"_L1, window.saveGeometry());
    settings.setValue("main/splitter"_L1, splitter.saveState());
}

} // namespace typeshift::ui
