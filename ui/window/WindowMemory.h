// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QMainWindow;
class QSplitter;

namespace typeshift::ui {

//! Keeps the window's size and the side bar's width in a small file beside the database.
class WindowMemory
{
public:
    //! Of the database at `databasePath`; ":memory:" keeps nothing.
    explicit WindowMemory(const QString &databasePath);

    void restore(QMainWindow &window, QSplitter &splitter) const;
    void keep(const QMainWindow &window, const QSplitter &splitter) const;

private:
    QString m_path;
};

} // namespace typeshift::ui
