// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/SteerPanel.h"

#include "theme/Painting.h"
#include "theme/Theme.h"
#include "widgets/ElidedLabel.h"
#include "widgets/KeyHintButton.h"

#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {
constexpr int mostWords = 4'000; // Letters; the conversation has the rest.

//! The frame of the text, which shows that it has the focus, as the composer's does.
class TextFrame final : public QFrame
{
public:
    TextFrame(const Theme &theme, QPlainTextEdit &text)
        : m_theme(theme)
        , m_text(text)
    {
        auto *column = new QVBoxLayout(this);
        column->setContentsMargins(theme.px(3), theme.px(3), theme.px(3), theme.px(3));
        column->addWidget(&text);
        text.setFrameShape(QFrame::NoFrame);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const Token face = m_text.isEnabled() ? Token::Base : Token::Window;
        paintBox(painter, QRectF(rect()), m_theme.colour(face), m_theme.colour(Token::Control));
        if (m_text.hasFocus())
            paintFocusRing(painter, QRectF(rect()), m_theme);
    }

private:
    const Theme &m_theme;
    QPlainTextEdit &m_text;
};
} // namespace

SteerPanel::SteerPanel(const Theme &theme, QWidget *parent)
    : QFrame(parent)
    , m_theme(theme)
    , m_title(new ElidedLabel)
    , m_open(new KeyHintButton(theme, tr("Open conversation"), {}))
    , m_state(new QLabel)
    , m_words(new QPlainTextEdit)
    , m_prompt(new QLabel)
    , m_text(new QPlainTextEdit)
    , m_stop(new KeyHintButton(theme, tr("Stop"), tr("Delete")))
    , m_send(new KeyHintButton(theme, tr("Send to the running agent"), tr("Ctrl+Return")))
{
    setAccessibleName(tr("Current run"));
    m_words->setReadOnly(true);
    m_words->setAccessibleName(tr("Latest words"));
    m_words->setTabChangesFocus(true);
    m_text->setAccessibleName(tr("Steer this run"));
    m_text->setTabChangesFocus(true);
    m_text->setPlaceholderText(tr("What the agent should know"));
    m_text->installEventFilter(this);
    m_open->setAccessibleName(tr("Open conversation"));
    m_stop->setAccessibleName(tr("Stop"));
    m_stop->setSymbol(u"media-playback-stop"_s);
    m_send->setAccessibleName(tr("Send to the running agent"));
    m_send->setSymbol(u"document-send"_s);
    m_send->setProminent(true);
    m_prompt->setWordWrap(true);
    build();
    connect(m_open, &QPushButton::clicked, this, &SteerPanel::openRequested);
    connect(m_stop, &QPushButton::clicked, this, &SteerPanel::stopRequested);
    connect(m_send, &QPushButton::clicked, this, &SteerPanel::sendRequested);
    showRun(nullptr, {});
}

void SteerPanel::build()
{
    QFont strong = m_theme.font(TextStyle::Body);
    strong.setWeight(QFont::DemiBold);
    m_title->setFont(strong);
    m_state->setFont(m_theme.font(TextStyle::Small));
    m_prompt->setFont(m_theme.font(TextStyle::Small));
    m_words->setFont(m_theme.font(TextStyle::Small));
    auto *head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_open);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(m_theme.px(8));
    buttons->addStretch(1);
    buttons->addWidget(m_stop);
    buttons->addWidget(m_send);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(m_theme.px(16), m_theme.px(4), m_theme.px(16), m_theme.px(8));
    column->setSpacing(m_theme.px(8));
    column->addLayout(head);
    column->addWidget(m_state);
    column->addWidget(m_words, 2);
    column->addWidget(m_prompt);
    column->addWidget(new TextFrame(m_theme, *m_text), 1);
    column->addLayout(buttons);
    m_text->setMinimumHeight(m_theme.px(52));
    m_words->setMinimumHeight(m_theme.px(40));
    setMinimumWidth(m_theme.px(428)); // its buttons with their keys
}

void SteerPanel::showRun(const RunsModel::Row *row, const QString &state)
{
    const auto shown = row ? std::optional(row->conversation) : std::nullopt;
    if (shown != m_shown) {
        if (m_shown && !text().isEmpty())
            m_kept.insert(*m_shown, m_text->toPlainText());
        m_shown = shown;
        m_text->setPlainText(shown ? m_kept.take(*shown) : QString());
        m_words->clear();
    }
    const bool isHere = row && row->here;
    if (shown != m_prompted || !isHere) {
        m_prompted = isHere ? shown : std::nullopt;
        say(isHere ? tr("<b>Steer this run</b>&nbsp; The agent reads it before its next step.") : QString());
    }
    m_title->setText(!row ? tr("No run is chosen") : row->title.isEmpty() ? tr("Untitled") : row->title);
    m_state->setText(!row                        ? QString()
                         : isHere || row->asking ? state
                         : row->process.isEmpty()
                         ? tr("Another program runs it: it can be stopped and steered there.")
                         : tr("%1 runs it: it can be stopped and steered there.").arg(row->process));
    m_state->setWordWrap(true);
    m_open->setEnabled(row);
    for (QWidget *part : std::initializer_list<QWidget *>{m_text, m_stop, m_send})
        part->setEnabled(isHere);
}

void SteerPanel::showEnded()
{
    m_prompted.reset();
    m_state->setText(tr("This run has ended."));
    say(tr("<b>Not sent</b>&nbsp; What you typed goes into the draft of this conversation."));
    m_text->setEnabled(true);
    for (QWidget *part : std::initializer_list<QWidget *>{m_stop, m_send})
        part->setEnabled(false);
}

QString SteerPanel::take(const ConversationId &conversation)
{
    if (conversation != m_shown)
        return m_kept.take(conversation).trimmed();
    const QString typed = text();
    m_text->clear();
    return typed;
}

QList<ConversationId> SteerPanel::unsent() const
{
    QList<ConversationId> conversations = m_kept.keys();
    if (m_shown && !text().isEmpty())
        conversations.append(*m_shown);
    return conversations;
}

void SteerPanel::setWords(const QString &words)
{
    m_words->setPlainText(words.right(mostWords));
    m_words->moveCursor(QTextCursor::End);
}

void SteerPanel::addWords(const QString &words)
{
    if (m_words->document()->characterCount() + words.size() > 2 * mostWords)
        return setWords(QString(m_words->toPlainText() + words));
    QTextCursor end(m_words->document());
    end.movePosition(QTextCursor::End);
    end.insertText(words);
    m_words->moveCursor(QTextCursor::End);
}

void SteerPanel::focusText()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
}

QString SteerPanel::text() const
{
    return m_text->toPlainText().trimmed();
}

void SteerPanel::clearText()
{
    m_text->clear();
}

void SteerPanel::say(const QString &words)
{
    m_prompt->setText(words);
}

bool SteerPanel::eventFilter(QObject *watched, QEvent *event)
{
    const bool turns = event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut
        || event->type() == QEvent::EnabledChange;
    if (watched == m_text && turns)
        m_text->parentWidget()->update();
    if (watched == m_text && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool isReturn = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (isReturn && key->modifiers().testFlag(Qt::ControlModifier)) { // DESIGN 4.1
            emit sendRequested();
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace typeshift::ui
