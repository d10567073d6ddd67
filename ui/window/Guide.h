// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "window/Actions.h"

#include <QDialog>

namespace typeshift::ui {

//! Every action with its key, as a table; opened with F1.
class Guide final : public QDialog
{
    Q_OBJECT

public:
    explicit Guide(const QList<Actions::Line> &lines, QWidget *parent = nullptr);
};

//! Says what the program is, over the window.
void showAbout(QWidget &window);

} // namespace typeshift::ui
