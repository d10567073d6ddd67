// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "composer/QueuedMessageRow.h"

#include "composer/MessageEdit.h"
#include "theme/Painting.h"
#include "theme/Theme.h"
#include "widgets/ElidedLabel.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

constexpr qsizetype spokenLength = 60;

QToolButton *makeButton()
{
    auto *button = new QToolButton;
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

void paintDashes(QPainter &painter, const QRectF &rect, const QColor &colour)
{
    QPen pen(colour, 1);
    pen.setDashPattern({4, 3});
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 3.5, 3.5);
}

} // namespace

QueuedMessageRow::QueuedMessageRow(const Theme &theme, const QUuid &uid, QWidget *parent)
    : QFrame(parent)
    , m_theme(theme)
    , m_uid(uid)
    , m_text(new ElidedLabel)
    , m_attached(new ElidedLabel)
    , m_edit(new MessageEdit)
    , m_change(makeButton())
    , m_remove(makeButton())
{
    m_text->setTextFormat(Qt::PlainText);
    m_attached->setTextFormat(Qt::PlainText);
    m_edit->setObjectName(u"queue.message"_s);
    m_remove->setIcon(theme.icon(u"list-remove"_s, Token::Text2));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(theme.px(10), theme.px(2), theme.px(4), theme.px(2));
    row->setSpacing(theme.px(4));
    row->addWidget(m_text, 1);
    row->addWidget(m_edit, 1);
    row->addWidget(m_attached);
    row->addWidget(m_change, 0, Qt::AlignTop);
    row->addWidget(m_remove, 0, Qt::AlignTop);
    m_edit->hide();

    connect(m_change, &QToolButton::clicked, this, [this] {
        if (m_shown.isHeld)
            emit editFinished();
        else
            emit editRequested();
    });
    connect(m_remove, &QToolButton::clicked, this, &QueuedMessageRow::removeRequested);
    connect(m_edit, &MessageEdit::sendRequested, this, &QueuedMessageRow::editFinished);
    connect(m_edit, &MessageEdit::messageChanged, this, [this] {
        if (m_shown.isHeld)
            emit textChanged(m_edit->message());
    });
    connect(m_edit, &MessageEdit::focusChanged, this, qOverload<>(&QWidget::update));
    connect(&theme, &Theme::changed, this, &QueuedMessageRow::renewLook);
    renewLook();
}

void QueuedMessageRow::present(const QueuedText &message, int number)
{
    const bool begins = message.isHeld && !m_shown.isHeld;
    const bool ends = !message.isHeld && m_shown.isHeld;
    const bool held = holdsFocus();
    m_shown = message;
    const QString line = message.text.simplified();
    m_text->setText(line);
    m_attached->setText(message.attachments.join(u", "_s));
    m_attached->setVisible(!message.attachments.isEmpty());
    m_text->setVisible(!message.isHeld);
    m_edit->setVisible(message.isHeld);
    if (begins)
        m_edit->setMessage(message.text);

    const QString said = line.size() > spokenLength ? QString(line.first(spokenLength) + u"…"_s) : line;
    setAccessibleName(tr("Waiting message %1: %2").arg(QString::number(number), said));
    m_edit->setAccessibleName(tr("Waiting message %1").arg(number));
    m_change->setAccessibleName(message.isHeld ? tr("Put message %1 back").arg(number)
                                               : tr("Edit message %1: %2").arg(QString::number(number), said));
    m_change->setToolTip(message.isHeld ? tr("Put it back into the queue (Enter)") : tr("Edit"));
    m_remove->setAccessibleName(tr("Remove message %1: %2").arg(QString::number(number), said));
    m_remove->setToolTip(tr("Remove: it is not sent"));
    if (begins || ends)
        renewLook();
    if (begins && held)
        m_edit->setFocus();
    if (ends && held)
        m_change->setFocus();
}

QList<QWidget *> QueuedMessageRow::tabStops() const
{
    return {m_edit, m_change, m_remove};
}

bool QueuedMessageRow::holdsFocus() const
{
    return m_edit->hasFocus() || m_change->hasFocus() || m_remove->hasFocus();
}

void QueuedMessageRow::takeFocus()
{
    m_shown.isHeld ? m_edit->setFocus() : m_change->setFocus();
}

void QueuedMessageRow::keyPressEvent(QKeyEvent *event)
{
    // What was typed stays; Undo in the edit brings back what was there.
    if (event->key() == Qt::Key_Escape && m_shown.isHeld)
        emit editFinished();
    else if (event->key() == Qt::Key_Delete && !m_shown.isHeld)
        emit removeRequested();
    else
        QFrame::keyPressEvent(event);
}

void QueuedMessageRow::renewLook()
{
    m_text->setFont(m_theme.font(TextStyle::Body));
    m_edit->setFont(m_theme.font(TextStyle::Body));
    m_attached->setFont(m_theme.font(TextStyle::Small));
    m_change->setIcon(m_theme.icon(m_shown.isHeld ? u"dialog-ok-apply"_s : u"document-edit"_s, Token::Text2));
    update();
}

void QueuedMessageRow::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintBox(painter, QRectF(rect()), m_theme.colour(m_shown.isHeld ? Token::Base : Token::Alt), Qt::transparent);
    if (m_edit->hasFocus())
        paintFocusRing(painter, QRectF(rect()), m_theme);
    else
        paintDashes(painter, QRectF(rect()), m_theme.colour(Token::Control));
}

} // namespace typeshift::ui
