// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "page/Desk.h"

#include <engine/async/TaskScope.h>
#include <engine/chat/AgentMode.h>
#include <engine/workbench/ProviderProfiles.h>

#include <QHash>
#include <QWidget>

class QAction;
class QHBoxLayout;
class QMenu;
class QToolButton;

namespace typeshift::ui {

class ElidedLabel;
class ModeSwitch;

//! The head of a conversation: its title and tools, and below who answers: agent and model. // DESIGN 3
class PageHeader final : public QWidget
{
    Q_OBJECT

public:
    //! The desk outlives the header.
    explicit PageHeader(Desk &desk, QWidget *parent = nullptr);

    void setTitle(const QString &title);
    QString title() const;
    //! Who answers, by name and title.
    void setAgent(const QString &name, const QString &title);
    void setChoice(const ModelChoice &choice);
    void setMode(AgentMode mode);
    void chooseNextMode();
    //! A button of the window's action behind the other tools.
    void addTool(QAction &action);
    //! Whether there is a conversation to do something with.
    void setHasMenu(bool hasMenu);
    //! In the order of Tab. // DESIGN 4.2
    QList<QWidget *> tabStops() const;

signals:
    void findRequested();
    void agentChosen(const QString &name);
    void choiceMade(const typeshift::ModelChoice &choice);
    void modeChosen(typeshift::AgentMode mode);
    void providersRequested();
    //! What can be done with the conversation is asked for, as a menu at this place of the screen.
    void menuRequested(const QPoint &globalPosition);

private:
    void fillAgents();
    void fillModels();
    void addProvider(const ProviderProfile &profile);
    void addModels(const ProviderProfile &profile, const QStringList &models);
    void renewLook();
    void makeTool(QToolButton &button, const QString &symbol, const QString &name, const QString &tip);
    QToolButton *makeMenuButton(const QString &name);

    Desk &m_desk;
    ElidedLabel *m_title;
    QHBoxLayout *m_tools;
    QToolButton *m_find;
    QList<QWidget *> m_added;
    QToolButton *m_more;
    QToolButton *m_agent;
    QMenu *m_agents;
    QString m_agentName;
    QToolButton *m_model;
    QMenu *m_models;
    ModeSwitch *m_mode;
    ModelChoice m_choice;
    QHash<QString, QStringList> m_known; //!< what providers answered, by profile
    int m_filling = 0;
    TaskScope m_tasks;
};

} // namespace typeshift::ui
