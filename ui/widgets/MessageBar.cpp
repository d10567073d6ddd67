// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/MessageBar.h"

#include "theme/Painting.h"
#include "theme/Theme.h"
#include "widgets/KeyHintButton.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

struct Look {
    Token fill;
    Token frame;
    Token mark;
    const char16_t *symbol;
};

Look lookOf(MessageBar::Severity severity)
{
    switch (severity) {
    case MessageBar::Severity::Danger:
        return {Token::DanSoft, Token::DanMark, Token::Dan, u"data-error"};
    case MessageBar::Severity::Attention:
        return {Token::AttSoft, Token::AttMark, Token::Att, u"dialog-warning"};
    case MessageBar::Severity::Information:
        break;
    }
    return {Token::Alt, Token::Control, Token::Text2, u"help-about"};
}

constexpr int iconSize = 16;

} // namespace

MessageBar::MessageBar(const Theme &theme, Severity severity, Frame frame, QWidget *parent)
    : QFrame(parent)
    , m_theme(theme)
    , m_severity(severity)
    , m_frame(frame)
    , m_icon(new QLabel)
    , m_headline(new QLabel)
    , m_body(new QLabel)
    , m_actions(new QHBoxLayout)
{
    for (QLabel *label : {m_headline, m_body}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_actions->setSpacing(theme.px(8));
    m_actions->addStretch();

    auto *column = new QVBoxLayout;
    column->setSpacing(theme.px(2));
    column->addWidget(m_headline);
    column->addWidget(m_body);
    column->addLayout(m_actions);
    auto *row = new QHBoxLayout(this);
    const int edge = frame == Frame::Own ? theme.px(12) : 0;
    row->setContentsMargins(edge, edge, edge, edge);
    row->setSpacing(theme.px(8));
    row->addWidget(m_icon, 0, Qt::AlignTop);
    row->addLayout(column, 1);
    connect(&theme, &Theme::changed, this, &MessageBar::renew);
    renew();
}

void MessageBar::setSeverity(Severity severity)
{
    m_severity = severity;
    renew();
}

void MessageBar::setMessage(const QString &headline, const QString &body, const QString &symbol)
{
    m_headline->setText(headline);
    m_body->setText(body);
    m_body->setVisible(!body.isEmpty());
    m_symbol = symbol;
    setAccessibleName(headline);
    setAccessibleDescription(body);
    renew();
}

KeyHintButton *MessageBar::addAction(const QString &text, const QString &hint)
{
    auto *button = new KeyHintButton(m_theme, text, hint, this);
    m_actions->setContentsMargins(0, m_theme.px(8), 0, 0);
    m_actions->insertWidget(m_actions->count() - 1, button);
    return button;
}

void MessageBar::clearActions()
{
    while (m_actions->count() > 1) {
        QLayoutItem *item = m_actions->takeAt(0);
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
    m_actions->setContentsMargins(0, 0, 0, 0);
}

QString MessageBar::headline() const
{
    return m_headline->text();
}

QString MessageBar::body() const
{
    return m_body->text();
}

void MessageBar::renew()
{
    const Look look = lookOf(m_severity);
    const QString symbol = m_symbol.isEmpty() ? QString::fromUtf16(look.symbol) : m_symbol;
    const int size = m_theme.px(iconSize);
    m_icon->setPixmap(m_theme.icon(symbol, look.mark).pixmap(QSize(size, size), devicePixelRatioF()));
    QFont bold = m_theme.font(TextStyle::Body);
    bold.setWeight(QFont::DemiBold);
    m_headline->setFont(bold);
    m_body->setFont(m_theme.font(TextStyle::Body));
    m_icon->setContentsMargins(0, m_theme.px(2), 0, 0);
    update();
}

void MessageBar::paintEvent(QPaintEvent *)
{
    if (m_frame == Frame::None)
        return;
    QPainter painter(this);
    const Look look = lookOf(m_severity);
    paintBox(painter, QRectF(rect()), m_theme.colour(look.fill), m_theme.colour(look.frame));
}

} // namespace typeshift::ui
