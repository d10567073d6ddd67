// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "composer/MessageEdit.h"

#include <QKeyEvent>
#include <QMimeData>
#include <QTextBlock>

#include <cmath>

namespace typeshift::ui {

namespace {

// A block that goes on from the one above: the break between them is not part of the text.
constexpr int continuesState = 1;
constexpr qsizetype longestPiece = 2'000;
constexpr qsizetype sliceLength = 32'768;
constexpr qsizetype largePaste = 65'536;

// A place at or before `end` where text may be cut: never inside a surrogate pair.
qsizetype cutBefore(QStringView text, qsizetype end)
{
    return end < text.size() && text[end].isLowSurrogate() ? end - 1 : end;
}

QString joined(QTextBlock block, const QTextBlock &last, int from, int to)
{
    QString text;
    for (bool isFirst = true; block.isValid(); block = block.next(), isFirst = false) {
        if (!isFirst && block.userState() != continuesState)
            text += u'\n';
        const int start = isFirst ? from - block.position() : 0;
        const QString line = block.text();
        const qsizetype end = block == last ? to - block.position() : line.size();
        text += QStringView(line).mid(start, end - start);
        if (block == last)
            break;
    }
    return text;
}

} // namespace

MessageEdit::MessageEdit(QWidget *parent)
    : QPlainTextEdit(parent)
{
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(this, &QPlainTextEdit::textChanged, this, &MessageEdit::messageChanged);
    connect(document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
            &MessageEdit::fitHeight);
    fitHeight();
}

QString MessageEdit::message() const
{
    const QTextDocument &text = *document();
    QString all = joined(text.firstBlock(), text.lastBlock(), 0, text.characterCount() - 1);
    if (m_waitingFrom < m_waiting.size()) {
        const QString before = joined(text.firstBlock(), m_place.block(), 0, m_place.position());
        all.insert(before.size(), QStringView(m_waiting).mid(m_waitingFrom));
    }
    return all;
}

void MessageEdit::setMessage(const QString &text)
{
    if (message() == text)
        return;
    m_timer.stop();
    m_waiting.clear();
    m_waitingFrom = 0;
    const QString whole = text; // `text` may be a part of what clear() lets others change.
    clear();
    insertLong(whole);
    moveCursor(QTextCursor::End);
}

void MessageEdit::removeSent(const QString &sent)
{
    flush();
    const QString text = message();
    if (text == sent)
        clear();
    else if (text.startsWith(sent))
        setMessage(text.sliced(sent.size()));
}

void MessageEdit::insertLong(const QString &text)
{
    flush();
    m_waiting = text;
    m_waiting.replace(QStringLiteral("\r\n"), QStringLiteral("\n")).replace(u'\r', u'\n');
    m_waitingFrom = 0;
    m_place = textCursor();
    insertSlice();
    if (m_waitingFrom < m_waiting.size())
        m_timer.start(0, this);
}

void MessageEdit::insertSlice()
{
    const qsizetype end = cutBefore(m_waiting, std::min(m_waitingFrom + sliceLength, m_waiting.size()));
    const bool isFirst = m_waitingFrom == 0;
    if (isFirst)
        m_place.beginEditBlock();
    else
        m_place.joinPreviousEditBlock(); // One paste is one step of undo.
    while (m_waitingFrom < end) {
        const qsizetype lineEnd = m_waiting.indexOf(u'\n', m_waitingFrom);
        const qsizetype stop = lineEnd < 0 || lineEnd > end ? end : lineEnd;
        const qsizetype room = std::max<qsizetype>(1, longestPiece - m_place.positionInBlock());
        const qsizetype pieceEnd = std::max(m_waitingFrom + std::min<qsizetype>(stop - m_waitingFrom, 2),
                                            cutBefore(m_waiting, std::min(stop, m_waitingFrom + room)));
        m_place.insertText(m_waiting.sliced(m_waitingFrom, pieceEnd - m_waitingFrom));
        m_waitingFrom = pieceEnd;
        if (m_waitingFrom < m_waiting.size() && m_waiting[m_waitingFrom] == u'\n') {
            m_place.insertBlock();
            ++m_waitingFrom;
        } else if (m_place.positionInBlock() >= longestPiece && m_waitingFrom < m_waiting.size()) {
            m_place.insertBlock();
            m_place.block().setUserState(continuesState);
        }
    }
    m_place.endEditBlock();
    if (m_waitingFrom >= m_waiting.size()) {
        m_timer.stop();
        m_waiting.clear();
        m_waitingFrom = 0;
    }
}

void MessageEdit::flush()
{
    while (m_waitingFrom < m_waiting.size())
        insertSlice();
}

void MessageEdit::timerEvent(QTimerEvent *event)
{
    if (event->timerId() != m_timer.timerId())
        return QPlainTextEdit::timerEvent(event);
    insertSlice();
}

void MessageEdit::keyPressEvent(QKeyEvent *event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!isEnter)
        return QPlainTextEdit::keyPressEvent(event);
    if (m_isComposing)
        return event->ignore(); // It belongs to the input method. // 37
    if (event->modifiers().testFlag(Qt::ShiftModifier)) {
        textCursor().insertBlock();
        ensureCursorVisible();
        return;
    }
    // Ctrl+Return does nothing here: it confirms dialogs. // DESIGN 4.3
    if (!event->modifiers().testAnyFlags(Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        emit sendRequested();
}

void MessageEdit::inputMethodEvent(QInputMethodEvent *event)
{
    m_isComposing = !event->preeditString().isEmpty();
    QPlainTextEdit::inputMethodEvent(event);
}

void MessageEdit::insertFromMimeData(const QMimeData *source)
{
    if (!source->hasText())
        return;
    const QString text = source->text();
    if (text.size() < largePaste && text.size() < longestPiece)
        return QPlainTextEdit::insertFromMimeData(source);
    QTextCursor cursor = textCursor();
    cursor.removeSelectedText();
    setTextCursor(cursor);
    insertLong(text);
    ensureCursorVisible();
}

QMimeData *MessageEdit::createMimeDataFromSelection() const
{
    const QTextCursor cursor = textCursor();
    const int end = cursor.selectionEnd();
    auto *copied = new QMimeData;
    copied->setText(joined(document()->findBlock(cursor.selectionStart()), document()->findBlock(end),
                           cursor.selectionStart(), end));
    return copied;
}

void MessageEdit::focusInEvent(QFocusEvent *event)
{
    QPlainTextEdit::focusInEvent(event);
    emit focusChanged(true);
}

void MessageEdit::focusOutEvent(QFocusEvent *event)
{
    QPlainTextEdit::focusOutEvent(event);
    emit focusChanged(false);
}

void MessageEdit::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitHeight();
}

void MessageEdit::fitHeight()
{
    // The layout of a plain text edit counts in lines.
    const int lines = std::clamp(int(std::ceil(document()->size().height())), 1, mostLines);
    // The layout rounds each line up; two pixels leave room for the cursor.
    const int height =
        int(std::ceil(lines * std::ceil(QFontMetricsF(font()).lineSpacing()) + 2 * document()->documentMargin())) + 2;
    setVerticalScrollBarPolicy(document()->size().height() > mostLines ? Qt::ScrollBarAsNeeded
                                                                       : Qt::ScrollBarAlwaysOff);
    if (height != minimumHeight() || height != maximumHeight())
        setFixedHeight(height);
}

} // namespace typeshift::ui
