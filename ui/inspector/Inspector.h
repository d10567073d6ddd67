// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inspector/RunView.h"

#include <QDockWidget>

class QStackedWidget;

namespace typeshift::ui {

class InspectorTitle;

//! Shows what goes on behind the conversation, a tab for each side of it. Where it stands is its window's business: it
//! only asks to float and to close. // DESIGN 3, screen 1
class Inspector final : public QDockWidget
{
    Q_OBJECT

public:
    explicit Inspector(const RunView::Parts &parts, QWidget *parent = nullptr);

    //! Adds a tab; the inspector owns its content.
    void addTab(const QString &title, QWidget *content);
    void setCurrentTab(int index);
    int currentTab() const;
    RunView &run() { return *m_run; }
    //! Tabs, timeline, details. // DESIGN 4.2
    QList<QWidget *> tabStops() const;

    // DESIGN 1.1, in design pixels.
    static constexpr int usualWidth = 336;
    static constexpr int leastWidth = 280;
    static constexpr int mostWidth = 560;

signals:
    void floatRequested();
    //! By its button, by Escape, or as a window of its own was closed.
    void closeRequested();

protected:
    void closeEvent(QCloseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    InspectorTitle *m_title;
    QStackedWidget *m_tabs;
    RunView *m_run;
};

} // namespace typeshift::ui
