// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "agents/JsonEdit.h"

#include "agents/JsonColours.h"
#include "theme/Theme.h"
#include "words/VisibleText.h"

#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QTextBlock>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

//! The numbers beside the lines.
class JsonGutter final : public QWidget
{
public:
    explicit JsonGutter(JsonEdit &edit)
        : QWidget(&edit)
        , m_edit(edit)
    {
    }

protected:
    void paintEvent(QPaintEvent *event) override
    {
        QPainter painter(this);
        m_edit.paintGutter(painter, event->rect());
    }

private:
    JsonEdit &m_edit;
};

JsonEdit::JsonEdit(const Theme &theme, const KSyntaxHighlighting::Repository &repository, QWidget *parent)
    : QPlainTextEdit(parent)
    , m_theme(theme)
    , m_gutter(new JsonGutter(*this))
{
    new JsonColours(*document(), repository, theme);
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setLayoutDirection(Qt::LeftToRight); // Code is never mirrored. // DESIGN 8
    QTextOption option = document()->defaultTextOption();
    option.setTextDirection(Qt::LeftToRight);
    document()->setDefaultTextOption(option);
    connect(this, &QPlainTextEdit::updateRequest, m_gutter, [this](const QRect &rect, int down) {
        if (down != 0)
            m_gutter->scroll(0, down);
        else
            m_gutter->update(0, rect.y(), m_gutter->width(), rect.height());
    });
    connect(this, &QPlainTextEdit::blockCountChanged, this, &JsonEdit::placeGutter);
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, &JsonEdit::showMarks);
    connect(&theme, &Theme::changed, this, &JsonEdit::renewLook);
    renewLook();
}

QString JsonEdit::editable(const QString &text)
{
    QString shown;
    shown.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const bool isPair = text.at(i).isHighSurrogate() && i + 1 < text.size() && text.at(i + 1).isLowSurrogate();
        const char32_t code = isPair ? QChar::surrogateToUcs4(text.at(i), text.at(i + 1)) : text.at(i).unicode();
        if (code == U'\r' && i + 1 < text.size() && text.at(i + 1) == u'\n')
            continue;
        const bool isBreak = code == U'\u2028' || code == U'\u2029'; // A text edit takes them for line ends.
        for (const qsizetype end = i + (isPair ? 1 : 0);; ++i) {
            if (ui::isHidden(code) || isBreak)
                shown += u"\\u%1"_s.arg(text.at(i).unicode(), 4, 16, QChar(u'0'));
            else
                shown += text.at(i);
            if (i == end)
                break;
        }
    }
    return shown;
}

void JsonEdit::begin(const QString &text)
{
    m_marks.clear();
    setPlainText(text);
    document()->setModified(false);
    showMarks();
}

void JsonEdit::replace(Mark place, const QString &text)
{
    QTextCursor cursor = cursorAt(place);
    cursor.insertText(text);
    setTextCursor(cursor);
}

QString JsonEdit::text() const
{
    // Not toPlainText(), which makes other characters of some.
    QString text = document()->toRawText();
    text.replace(QChar::ParagraphSeparator, u'\n').replace(QChar::LineSeparator, u'\n');
    return text;
}

void JsonEdit::setMarks(const QList<Mark> &marks)
{
    m_marks = marks;
    showMarks();
    m_gutter->update();
}

QTextCursor JsonEdit::cursorAt(Mark place) const
{
    const int last = document()->characterCount() - 1;
    QTextCursor cursor(document());
    cursor.setPosition(std::min(int(place.at), last));
    cursor.setPosition(std::min(int(place.at + place.length), last), QTextCursor::KeepAnchor);
    return cursor;
}

void JsonEdit::goTo(Mark place)
{
    setTextCursor(cursorAt(place));
    ensureCursorVisible();
    setFocus(Qt::OtherFocusReason);
}

void JsonEdit::showMarks()
{
    QList<QTextEdit::ExtraSelection> selections;
    if (!isReadOnly()) {
        QTextEdit::ExtraSelection line;
        line.format.setBackground(m_theme.colour(Token::Alt));
        line.format.setProperty(QTextFormat::FullWidthSelection, true);
        line.cursor = textCursor();
        line.cursor.clearSelection();
        selections.append(line);
    }
    m_wrongLines.clear();
    for (const Mark &mark : std::as_const(m_marks)) {
        QTextEdit::ExtraSelection wrong;
        wrong.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        wrong.format.setUnderlineColor(m_theme.colour(Token::DanMark));
        wrong.cursor = cursorAt(mark);
        m_wrongLines.append(document()->findBlock(wrong.cursor.selectionStart()).blockNumber());
        selections.append(wrong);
    }
    setExtraSelections(selections);
}

// A new line begins below the one before; after an opening bracket further in.
void JsonEdit::keyPressEvent(QKeyEvent *event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!isReturn || (event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier)) || isReadOnly())
        return QPlainTextEdit::keyPressEvent(event);
    QTextCursor cursor = textCursor();
    cursor.beginEditBlock();
    cursor.removeSelectedText();
    const QString before = cursor.block().text().first(cursor.positionInBlock());
    const auto text = std::ranges::find_if(before, [](QChar each) { return !each.isSpace(); });
    QString indentation = before.first(text - before.begin());
    const QString trimmed = before.trimmed();
    if (trimmed.endsWith(u'{') || trimmed.endsWith(u'['))
        indentation += QString(4, u' ');
    cursor.insertText(QString(u'\n' + indentation));
    cursor.endEditBlock();
    setTextCursor(cursor);
    ensureCursorVisible();
}

void JsonEdit::insertFromMimeData(const QMimeData *source)
{
    if (source->hasText())
        insertPlainText(editable(source->text()));
}

void JsonEdit::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    placeGutter();
}

void JsonEdit::renewLook()
{
    setFont(m_theme.font(TextStyle::Code));
    setTabStopDistance(4 * QFontMetricsF(font()).horizontalAdvance(u' '));
    placeGutter();
    showMarks();
}

void JsonEdit::placeGutter()
{
    const int digits = std::max(3, int(std::log10(std::max(1, blockCount()))) + 1);
    const int width = digits * QFontMetrics(font()).horizontalAdvance(u'0') + m_theme.px(24);
    setViewportMargins(width, m_theme.px(8), 0, 0);
    m_gutter->setGeometry(contentsRect().left(), contentsRect().top(), width, contentsRect().height());
    m_gutter->update();
}

void JsonEdit::paintGutter(QPainter &painter, const QRect &rect)
{
    painter.fillRect(rect, m_theme.colour(Token::Window));
    painter.fillRect(QRect(m_gutter->width() - 1, rect.top(), 1, rect.height()), m_theme.colour(Token::Line));
    painter.setFont(m_theme.font(TextStyle::Caption));
    const int height = QFontMetrics(font()).height();
    const int down = viewport()->geometry().top() - m_gutter->geometry().top();
    QTextBlock block = firstVisibleBlock();
    qreal top = blockBoundingGeometry(block).translated(contentOffset()).top() + down;
    while (block.isValid() && top <= m_gutter->height()) {
        const bool isWrong = m_wrongLines.contains(block.blockNumber());
        painter.setPen(m_theme.colour(isWrong ? Token::Dan : Token::Text3));
        painter.drawText(QRect(0, int(top), m_gutter->width() - m_theme.px(12), height),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(block.blockNumber() + 1));
        top += blockBoundingRect(block).height();
        block = block.next();
    }
}

} // namespace typeshift::ui
