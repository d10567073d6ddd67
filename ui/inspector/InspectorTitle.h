// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QTabBar;
class QToolButton;

namespace typeshift::ui {

class Theme;

//! The title bar of the inspector: its tabs, and the buttons that float and close it. One tab alone is a heading.
class InspectorTitle final : public QWidget
{
    Q_OBJECT

public:
    //! The theme outlives it.
    explicit InspectorTitle(const Theme &theme, QWidget *parent = nullptr);

    void addTab(const QString &title);
    void setCurrentTab(int index);
    int currentTab() const;
    //! Says what the first button does next.
    void setFloating(bool isFloating);
    //! In the order of Tab.
    QList<QWidget *> tabStops() const;
    //! The dock takes the height from here.
    QSize sizeHint() const override;

signals:
    void tabChosen(int index);
    void floatRequested();
    void closeRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void renewLook();

    const Theme &m_theme;
    QLabel *m_heading;
    QTabBar *m_tabs;
    QToolButton *m_float;
    QToolButton *m_close;
};

} // namespace typeshift::ui
