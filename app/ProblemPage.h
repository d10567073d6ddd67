// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/base/Error.h>

#include <QWidget>

namespace typeshift {

namespace ui {
class Theme;
}

//! The window that says why the database could not be opened, instead of the main one.
class ProblemPage final : public QWidget
{
    Q_OBJECT

public:
    //! The theme outlives the page.
    ProblemPage(const ui::Theme &theme, const Error &error, const QString &databasePath);

signals:
    void retryRequested();
    void closed();

protected:
    void closeEvent(QCloseEvent *event) override;
};

} // namespace typeshift
