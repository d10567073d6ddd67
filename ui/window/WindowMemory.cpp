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

InspectorMemory WindowMemory::inspector() const
{
    InspectorMemory kept;
    if (m_path.isEmpty())
        return kept;
    const QSettings settings(m_path, QSettings::IniFormat);
    kept.isWanted = settings.value("inspector/open"_L1, kept.isWanted).toBool();
    kept.isFloating = settings.value("inspector/floating"_L1, kept.isFloating).toBool();
    kept.geometry = settings.value("inspector/geometry"_L1).toByteArray();
    const int area = settings.value("inspector/area"_L1, kept.area).toInt();
    kept.area = area == Qt::LeftDockWidgetArea ? area : int(Qt::RightDockWidgetArea);
    kept.width = settings.value("inspector/width"_L1, kept.width).toInt();
    kept.tab = settings.value("inspector/tab"_L1, kept.tab).toInt();
    return kept;
}

void WindowMemory::keep(const InspectorMemory &inspector) const
{
    if (m_path.isEmpty())
        return;
    QSettings settings(m_path, QSettings::IniFormat);
    settings.setValue("inspector/open"_L1, inspector.isWanted);
    settings.setValue("inspector/floating"_L1, inspector.isFloating);
    settings.setValue("inspector/geometry"_L1, inspector.geometry);
    settings.setValue("inspector/area"_L1, inspector.area);
    settings.setValue("inspector/width"_L1, inspector.width);
    settings.setValue("inspector/tab"_L1, inspector.tab);
}

bool WindowMemory::wantsNotices() const
{
    return m_path.isEmpty() || QSettings(m_path, QSettings::IniFormat).value("desktop/notices"_L1, true).toBool();
}

void WindowMemory::keepNotices(bool areWanted) const
{
    if (!m_path.isEmpty())
        QSettings(m_path, QSettings::IniFormat).setValue("desktop/notices"_L1, areWanted);
}

} // namespace typeshift::ui
