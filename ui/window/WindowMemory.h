// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

class QMainWindow;
class QSplitter;

namespace typeshift::ui {

//! Where the inspector stood.
struct InspectorMemory {
    bool isWanted = true;
    bool isFloating = false;
    QByteArray geometry; //!< of a window of its own
    int area = Qt::RightDockWidgetArea;
    int width = 0; //!< beside the page; 0: as designed
    int tab = 0;
    bool operator==(const InspectorMemory &) const = default;
};

//! Keeps the window's size, the side bar's width, the inspector's place and a few wishes in a small file beside the
//! database.
class WindowMemory
{
public:
    //! Of the database at `databasePath`; ":memory:" keeps nothing.
    explicit WindowMemory(const QString &databasePath);

    void restore(QMainWindow &window, QSplitter &splitter) const;
    void keep(const QMainWindow &window, const QSplitter &splitter) const;
    InspectorMemory inspector() const;
    void keep(const InspectorMemory &inspector) const;
    //! Whether the desktop is told what happens while nobody looks; it is unless somebody turned it off.
    bool wantsNotices() const;
    void keepNotices(bool areWanted) const;

private:
    QString m_path;
};

} // namespace typeshift::ui
