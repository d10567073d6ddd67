// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "composer/Composer.h"

#include "composer/MessageEdit.h"
#include "theme/Painting.h"
#include "theme/Theme.h"
#include "widgets/KeyHintButton.h"

#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

Composer::Composer(const Theme &theme, QWidget *parent)
    : QFrame(parent)
    , m_theme(theme)
    , m_edit(new MessageEdit)
    , m_hint(new QLabel(tr("Shift+Enter new line")))
    , m_stop(new KeyHintButton(theme, tr("Stop"), tr("Ctrl+.")))
    , m_send(new KeyHintButton(theme, tr("Send"), tr("Enter")))
{
    m_hint->setForegroundRole(QPalette::WindowText);
    setAccessibleName(tr("Message to the agent"));
    m_edit->setAccessibleName(tr("Message"));
    m_edit->setObjectName(u"composer.message"_s);
    m_stop->setAccessibleName(tr("Stop the run"));
    m_stop->setSymbol(u"media-playback-stop"_s);
    m_send->setAccessibleName(tr("Send"));
    m_send->setSymbol(u"document-send"_s);
    m_send->setProminent(true);

    auto *row = new QHBoxLayout;
    row->setSpacing(theme.px(8));
    row->addStretch();
    row->addWidget(m_hint);
    row->addWidget(m_stop);
    row->addWidget(m_send);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(theme.px(8), theme.px(6), theme.px(6), theme.px(6));
    column->setSpacing(theme.px(4));
    column->addWidget(m_edit);
    column->addLayout(row);

    connect(m_edit, &MessageEdit::sendRequested, this, &Composer::send);
    connect(m_edit, &MessageEdit::messageChanged, this, &Composer::renew);
    connect(m_edit, &MessageEdit::focusChanged, this, [this](bool hasFocus) {
        m_hasFocus = hasFocus;
        renew();
    });
    connect(m_send, &QPushButton::clicked, this, &Composer::send);
    connect(m_stop, &QPushButton::clicked, this, &Composer::stopRequested);
    connect(&theme, &Theme::changed, this, &Composer::renew);
    renew();
}

Composer::~Composer()
{
    m_edit->disconnect(this); // It loses the focus while the frame around it dies.
}

void Composer::setState(State state)
{
    if (m_state == state)
        return;
    // A button that goes off must not hand its focus to a stranger.
    const bool held = m_stop->hasFocus() || m_send->hasFocus();
    m_state = state;
    renew();
    if (held)
        m_edit->setFocus();
}

void Composer::setRecipient(const QString &name)
{
    m_recipient = name;
    renewWords();
}

bool Composer::takesMessages() const
{
    return m_state == State::Ready || m_state == State::Running || m_state == State::Stopping;
}

void Composer::send()
{
    const QString text = m_edit->message();
    if (takesMessages() && !text.trimmed().isEmpty())
        emit sendRequested(text);
}

void Composer::renew()
{
    m_edit->setFont(m_theme.font(TextStyle::Reading));
    m_hint->setFont(m_theme.font(TextStyle::Small));
    QPalette faint = m_hint->palette();
    faint.setColor(QPalette::WindowText, m_theme.colour(Token::Text3));
    m_hint->setPalette(faint);
    m_edit->setReadOnly(m_state == State::Closed);
    m_stop->setVisible(m_state == State::Running || m_state == State::Stopping || m_state == State::Sending);
    m_stop->setEnabled(m_state == State::Running);
    const bool hasWords = !m_edit->document()->isEmpty();
    m_send->setEnabled(takesMessages() && hasWords);
    m_send->setProminent(takesMessages());
    m_hint->setVisible(m_hasFocus || !hasWords);
    renewWords();
    update();
}

// Who gets the message, and when, is said before it is sent. // T20
void Composer::renewWords()
{
    const bool isRunning = m_state == State::Running;
    m_edit->setPlaceholderText(isRunning ? tr("Write to %1 while it works").arg(m_recipient)
                                         : tr("Write to %1").arg(m_recipient));
    m_edit->viewport()->update(); // A placeholder that only changes its words is not painted anew by itself.
    m_hint->setText(isRunning                        ? tr("Goes in before the next model call")
                        : m_state == State::Stopping ? tr("Stopping. What you send now begins a new run")
                                                     : tr("Shift+Enter new line"));
    const QString send = isRunning ? tr("Send to the running agent") : tr("Send");
    m_send->setText(send);
    m_send->setAccessibleName(send);
    m_stop->setText(m_state == State::Stopping ? tr("Stopping…") : tr("Stop"));
}

void Composer::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintBox(painter, QRectF(rect()), m_theme.colour(Token::Base), m_theme.colour(Token::Control));
    if (m_hasFocus)
        paintFocusRing(painter, QRectF(rect()), m_theme);
}

} // namespace typeshift::ui
