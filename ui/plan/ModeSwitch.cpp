// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "plan/ModeSwitch.h"

#include "theme/Theme.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

constexpr std::array modes{AgentMode::Default, AgentMode::Plan, AgentMode::Auto};

QString meaningOf(AgentMode mode)
{
    switch (mode) {
    case AgentMode::Plan:
        return ModeSwitch::tr("The agent only reads, and writes a plan that you approve.");
    case AgentMode::Auto:
        return ModeSwitch::tr("Calls run without asking, unless a rule rejects them.");
    case AgentMode::Default:
        break;
    }
    return ModeSwitch::tr("The agent asks before calls that need approval.");
}

} // namespace

ModeSwitch::ModeSwitch(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_group(new QButtonGroup(this))
{
    setAccessibleName(tr("Mode"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    for (const AgentMode mode : modes) {
        auto *button = new QToolButton;
        button->setText(nameOf(mode));
        button->setAccessibleName(tr("Mode %1").arg(nameOf(mode)));
        button->setCheckable(true);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setFixedHeight(theme.px(28));
        button->installEventFilter(this);
        m_group->addButton(button, int(mode));
        row->addWidget(button);
    }
    connect(m_group, &QButtonGroup::idClicked, this, [this](int id) { choose(AgentMode(id)); });
    connect(&theme, &Theme::changed, this, &ModeSwitch::renew);
    renew();
}

QString ModeSwitch::nameOf(AgentMode mode)
{
    return mode == AgentMode::Plan ? tr("Plan") : mode == AgentMode::Auto ? tr("Auto") : tr("Default");
}

void ModeSwitch::setMode(AgentMode mode)
{
    const bool held = tabStop()->hasFocus();
    m_mode = mode;
    renew();
    if (held)
        tabStop()->setFocus();
}

void ModeSwitch::setRunning(bool isRunning)
{
    m_isRunning = isRunning;
    renew();
}

void ModeSwitch::chooseNext()
{
    choose(modes[(std::size_t(m_mode) + 1) % modes.size()]);
}

QWidget *ModeSwitch::tabStop() const
{
    return m_group->button(int(m_mode));
}

void ModeSwitch::choose(AgentMode mode)
{
    if (mode == m_mode)
        return;
    setMode(mode);
    emit chosen(mode);
}

void ModeSwitch::renew()
{
    for (const AgentMode mode : modes) {
        auto *button = m_group->button(int(mode));
        const bool isShown = mode == m_mode;
        button->setChecked(isShown);
        button->setFocusPolicy(isShown ? Qt::StrongFocus : Qt::ClickFocus);
        QFont font = m_theme.font(TextStyle::Body);
        font.setWeight(isShown ? QFont::DemiBold : QFont::Normal);
        button->setFont(font);
        QPalette colours = palette();
        colours.setColor(QPalette::ButtonText, m_theme.colour(isShown ? Token::AccentText : Token::Text));
        button->setPalette(colours);
        const QString later = m_isRunning ? QString(u' ' + tr("Holds from the next step of the run.")) : QString();
        button->setToolTip(QString(meaningOf(mode) + later));
        button->setAccessibleDescription(button->toolTip());
    }
}

bool ModeSwitch::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent *>(event)->key();
    const bool isMirrored = layoutDirection() == Qt::RightToLeft;
    const int by = key == Qt::Key_Right || key == Qt::Key_Down ? 1 : key == Qt::Key_Left || key == Qt::Key_Up ? -1 : 0;
    if (by == 0)
        return QWidget::eventFilter(watched, event);
    const bool isTurned = isMirrored && (key == Qt::Key_Right || key == Qt::Key_Left);
    const int wanted = int(m_mode) + (isTurned ? -by : by);
    if (wanted >= 0 && wanted < int(modes.size())) {
        choose(AgentMode(wanted));
        tabStop()->setFocus();
    }
    return true;
}

} // namespace typeshift::ui
