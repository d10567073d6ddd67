// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/chat/AgentMode.h>

#include <QWidget>

class QButtonGroup;
class QToolButton;

namespace typeshift::ui {

class Theme;

//! Default, Plan, Auto: what the agent may do by itself. Left and right choose, one Tab stop. // DESIGN 2, D52
class ModeSwitch final : public QWidget
{
    Q_OBJECT

public:
    //! The theme outlives the switch.
    explicit ModeSwitch(const Theme &theme, QWidget *parent = nullptr);

    //! Shows a mode without announcing it.
    void setMode(AgentMode mode);
    AgentMode mode() const { return m_mode; }
    //! While a run works a choice holds from its next step, and the tool tips say so. // 2.10.13
    void setRunning(bool isRunning);
    //! The mode behind the one that is shown. // Ctrl+Shift+M
    void chooseNext();
    //! What Tab stops at.
    QWidget *tabStop() const;
    static QString nameOf(AgentMode mode);

signals:
    //! A person chose another one.
    void chosen(typeshift::AgentMode mode);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void choose(AgentMode mode);
    void renew();

    const Theme &m_theme;
    QButtonGroup *m_group;
    AgentMode m_mode = AgentMode::Default;
    bool m_isRunning = false;
};

} // namespace typeshift::ui
