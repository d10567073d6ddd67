// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "page/PageHeader.h"

#include "page/ProviderTitles.h"
#include "plan/ModeSwitch.h"
#include "theme/Theme.h"
#include "widgets/ElidedLabel.h"

#include <engine/hosting/Engine.h>

#include <QAction>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

PageHeader::PageHeader(Desk &desk, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_title(new ElidedLabel)
    , m_tools(new QHBoxLayout)
    , m_find(new QToolButton)
    , m_more(new QToolButton)
    , m_agent(makeMenuButton(tr("Agent")))
    , m_agents(new QMenu(this))
    , m_model(makeMenuButton(tr("Model")))
    , m_models(new QMenu(this))
    , m_mode(new ModeSwitch(desk.theme))
{
    const Theme &theme = desk.theme;
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setObjectName(u"page.title"_s);
    makeTool(*m_find, u"search"_s, tr("Find in the transcript"), tr("Find in the transcript (Ctrl+F)"));
    makeTool(*m_more, u"overflow-menu"_s, tr("More of this conversation"), tr("More of this conversation"));
    m_agent->setIcon(theme.icon(u"user"_s));
    m_model->setIcon(theme.icon(u"component"_s));

    m_agents->setToolTipsVisible(true);
    m_agent->setMenu(m_agents);
    connect(m_agents, &QMenu::aboutToShow, this, &PageHeader::fillAgents);
    m_model->setMenu(m_models);
    connect(m_models, &QMenu::aboutToShow, this, &PageHeader::fillModels);
    connect(m_find, &QToolButton::clicked, this, &PageHeader::findRequested);
    connect(m_more, &QToolButton::clicked, this,
            [this] { emit menuRequested(m_more->mapToGlobal(QPoint(0, m_more->height()))); });
    connect(m_mode, &ModeSwitch::chosen, this, &PageHeader::modeChosen);

    m_tools->setContentsMargins(theme.px(24), theme.px(8), theme.px(12), 0);
    m_tools->addWidget(m_title, 1);
    m_tools->addWidget(m_find);
    m_tools->addWidget(m_more);
    auto *second = new QHBoxLayout;
    second->setContentsMargins(theme.px(20), 0, theme.px(12), theme.px(6));
    second->setSpacing(theme.px(8));
    second->addWidget(m_agent);
    second->addWidget(m_model);
    second->addStretch();
    second->addWidget(m_mode);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(m_tools);
    column->addLayout(second);
    connect(&theme, &Theme::changed, this, &PageHeader::renewLook);
    renewLook();
}

void PageHeader::makeTool(QToolButton &button, const QString &symbol, const QString &name, const QString &tip)
{
    button.setIcon(m_desk.theme.icon(symbol));
    button.setToolTip(tip);
    button.setAccessibleName(name);
    button.setAutoRaise(true);
    button.setFixedSize(m_desk.theme.px(28), m_desk.theme.px(28));
}

void PageHeader::setHasMenu(bool hasMenu)
{
    m_more->setEnabled(hasMenu);
}

QToolButton *PageHeader::makeMenuButton(const QString &name)
{
    auto *button = new QToolButton;
    button->setPopupMode(QToolButton::InstantPopup);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(name);
    button->setFixedHeight(m_desk.theme.px(28));
    return button;
}

void PageHeader::renewLook()
{
    m_title->setFont(m_desk.theme.font(TextStyle::Title));
}

void PageHeader::setTitle(const QString &title)
{
    m_title->setText(title);
}

QString PageHeader::title() const
{
    return m_title->text();
}

void PageHeader::setAgent(const QString &name, const QString &title)
{
    m_agentName = name;
    m_agent->setText(title);
    m_agent->setAccessibleDescription(title);
}

void PageHeader::setChoice(const ModelChoice &choice)
{
    m_choice = choice;
    const QString model = choice.model.isEmpty() ? tr("Choose a model") : choice.model;
    m_model->setText(model);
    m_model->setToolTip(
        choice.provider.isEmpty() ? model : tr("%1 on %2").arg(model, m_desk.providerTitles.of(choice.provider)));
    m_model->setAccessibleDescription(model);
}

void PageHeader::setMode(AgentMode mode)
{
    if (m_mode->mode() != mode)
        m_mode->setMode(mode);
}

void PageHeader::chooseNextMode()
{
    m_mode->chooseNext();
}

QList<QWidget *> PageHeader::tabStops() const
{
    return QList<QWidget *>{m_agent, m_model, m_mode->tabStop(), m_find} + m_added + QList<QWidget *>{m_more};
}

void PageHeader::addTool(QAction &action)
{
    auto *button = new QToolButton;
    button->setDefaultAction(&action);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setAutoRaise(true);
    button->setFixedSize(m_desk.theme.px(28), m_desk.theme.px(28));
    button->setAccessibleName(action.text().remove(u'&'));
    m_tools->insertWidget(m_tools->indexOf(m_more), button); // More stands last. // design 01
    m_added.append(button);
}

void PageHeader::fillAgents()
{
    m_agents->clear();
    const QList<Agent> agents = m_desk.engine.agents();
    for (const Agent &agent : agents) {
        QAction *action = m_agents->addAction(agent.title());
        action->setCheckable(true);
        action->setChecked(agent.name() == m_agentName);
        action->setToolTip(agent.description());
        connect(action, &QAction::triggered, this, [this, name = agent.name()] { emit agentChosen(name); });
    }
}

void PageHeader::fillModels()
{
    m_models->clear();
    const int filling = ++m_filling;
    m_tasks.start(m_desk.profiles.list(), [this, filling](Result<QList<ProviderProfile>> profiles) {
        if (filling != m_filling || !profiles)
            return;
        for (const ProviderProfile &profile : *profiles)
            addProvider(profile);
        m_models->addSeparator();
        connect(m_models->addAction(tr("Providers…")), &QAction::triggered, this, &PageHeader::providersRequested);
    });
}

void PageHeader::addProvider(const ProviderProfile &profile)
{
    m_models->addSection(profile.shownTitle());
    QStringList models = m_known.value(profile.name);
    for (const QString &certain :
         {profile.defaultModel, profile.name == m_choice.provider ? m_choice.model : QString()}) {
        if (!certain.isEmpty() && !models.contains(certain))
            models.prepend(certain);
    }
    addModels(profile, models);
    if (m_known.contains(profile.name))
        return;
    // Shown when the menu opens the next time: an open menu that grows under the pointer is clicked wrongly.
    m_tasks.start(m_desk.listModels(profile), [this, name = profile.name](Result<QStringList> answer) {
        if (answer)
            m_known.insert(name, *answer);
    });
}

void PageHeader::addModels(const ProviderProfile &profile, const QStringList &models)
{
    for (const QString &model : models) {
        const ModelChoice choice{profile.name, model};
        QAction *action = m_models->addAction(model);
        action->setCheckable(true);
        action->setChecked(choice == m_choice);
        connect(action, &QAction::triggered, this, [this, choice] { emit choiceMade(choice); });
    }
}

} // namespace typeshift::ui
