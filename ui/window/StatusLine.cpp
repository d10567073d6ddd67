// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "window/StatusLine.h"

#include "theme/Theme.h"
#include "widgets/LiveDot.h"

#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

StatusLine::StatusLine(const Theme &theme, LivePulse &pulse, QWidget *parent)
    : QStatusBar(parent)
    , m_theme(theme)
    , m_mark(new QLabel)
    , m_providerText(new QLabel)
    , m_dot(new LiveDot(theme, pulse))
    , m_running(new QToolButton)
    , m_needs(new QToolButton)
    , m_help(new QLabel(tr("F1 opens the guide")))
{
    setAccessibleName(tr("Status"));
    setSizeGripEnabled(false);
    setContentsMargins(theme.px(12), 0, theme.px(12), 0);
    m_dot->setAccessibleName(tr("Running"));
    for (QWidget *part : std::initializer_list<QWidget *>{m_mark, m_providerText, m_dot, m_running, m_needs})
        addWidget(part);
    addPermanentWidget(m_help);
    m_dot->hide();
    for (QToolButton *button : {m_running, m_needs}) {
        button->setAutoRaise(true);
        button->hide();
    }
    m_running->setToolTip(tr("Show the live runs"));
    m_needs->setToolTip(tr("Show what needs you (Ctrl+F8)"));
    m_needs->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_running, &QToolButton::clicked, this, &StatusLine::runsRequested);
    connect(m_needs, &QToolButton::clicked, this, &StatusLine::needsRequested);
    connect(&theme, &Theme::changed, this, &StatusLine::renew);
    renew();
}

void StatusLine::setProvider(const QString &provider, const QString &title)
{
    if (m_provider == provider && m_title == title)
        return;
    m_provider = provider;
    m_title = title;
    renew();
}

void StatusLine::noteAnswer(const QString &provider, const Error *error)
{
    using Kind = Error::Kind;
    if (!error)
        m_reach[provider] = Reach::Connected;
    else if (error->kind == Kind::Network || error->kind == Kind::Timeout)
        m_reach[provider] = Reach::Lost;
    else if (error->kind == Kind::Auth)
        m_reach[provider] = Reach::Refused;
    else
        return;
    renew();
}

void StatusLine::setCounts(qsizetype running, qsizetype needYou)
{
    m_dot->setVisible(running > 0);
    m_running->setVisible(running > 0);
    m_running->setText(tr("%n running", nullptr, int(running)));
    m_running->setAccessibleName(m_running->text());
    m_needs->setVisible(needYou > 0);
    m_needs->setText(needYou == 1 ? tr("1 needs you") : tr("%1 need you").arg(QLocale().toString(needYou)));
    m_needs->setAccessibleName(m_needs->text());
}

void StatusLine::renew()
{
    const Reach reach = m_reach.value(m_provider, Reach::Unknown);
    const bool isBad = reach == Reach::Lost || reach == Reach::Refused;
    QString text = m_provider.isEmpty() ? tr("No provider yet") : m_title;
    if (reach == Reach::Connected)
        text = tr("%1 connected").arg(m_title);
    else if (reach == Reach::Lost)
        text = tr("%1 not reachable").arg(m_title);
    else if (reach == Reach::Refused)
        text = tr("%1 refused the key").arg(m_title);
    m_providerText->setText(text);
    const int size = m_theme.px(14);
    m_mark->setVisible(isBad || reach == Reach::Connected);
    if (isBad)
        m_mark->setPixmap(
            m_theme.icon(u"network-disconnect"_s, Token::Dan).pixmap(QSize(size, size), devicePixelRatioF()));
    else if (reach == Reach::Connected)
        m_mark->setPixmap(m_theme.icon(u"checkmark"_s, Token::Ok).pixmap(QSize(size, size), devicePixelRatioF()));
    m_needs->setIcon(m_theme.icon(u"dialog-warning"_s, Token::Att));
    for (QWidget *label : std::initializer_list<QWidget *>{m_providerText, m_running, m_needs, m_help}) {
        label->setFont(m_theme.font(TextStyle::Small));
        QPalette palette = label->palette();
        const QColor colour = m_theme.colour(label == m_providerText && isBad ? Token::Dan
                                                 : label == m_needs           ? Token::Att
                                                                              : Token::Text2);
        palette.setColor(QPalette::WindowText, colour);
        palette.setColor(QPalette::ButtonText, colour);
        label->setPalette(palette);
    }
}

} // namespace typeshift::ui
