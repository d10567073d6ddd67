// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/CodeView.h"

#include "markdown/CodeColours.h"
#include "theme/Theme.h"

#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

constexpr int mostColoured = 200'000; // characters; beyond, colours would cost more than they tell

std::optional<Token> fillOf(CodeRow::Tone tone)
{
    switch (tone) {
    case CodeRow::Tone::Added:
        return Token::AddBg;
    case CodeRow::Tone::Removed:
        return Token::DelBg;
    case CodeRow::Tone::Note:
        return Token::Alt;
    case CodeRow::Tone::Plain:
        break;
    }
    return {};
}

} // namespace

//! The numbers and signs beside the lines.
class CodeGutter final : public QWidget
{
public:
    explicit CodeGutter(CodeView &view)
        : QWidget(&view)
        , m_view(view)
    {
    }

protected:
    void paintEvent(QPaintEvent *event) override
    {
        QPainter painter(this);
        m_view.paintGutter(painter, event->rect());
    }

private:
    CodeView &m_view;
};

CodeView::CodeView(const Theme &theme, const KSyntaxHighlighting::Repository &repository, QWidget *parent)
    : QPlainTextEdit(parent)
    , m_theme(theme)
    , m_repository(repository)
    , m_gutter(new CodeGutter(*this))
{
    setReadOnly(true);
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setUndoRedoEnabled(false);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
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
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &CodeView::look);
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, [this](int, int most) {
        if (most > 0) // Never a bar that fades away. // DESIGN 4.3.4
            setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
        look();
    });
    connect(&theme, &Theme::changed, this, &CodeView::renewLook);
    renewLook();
}

void CodeView::hideNumbers()
{
    m_hasNumbers = false;
    m_gutter->hide();
    placeGutter();
}

void CodeView::setRows(QList<CodeRow> rows, const QString &language)
{
    m_rows = std::move(rows);
    m_language = language;
    m_hasShownEnd = false;
    m_hasTwoNumbers = std::ranges::any_of(m_rows, [](const CodeRow &row) { return row.after > 0; });
    QString text;
    for (const CodeRow &row : std::as_const(m_rows)) {
        if (&row != &m_rows.constFirst())
            text += u'\n';
        text += row.text.text;
    }
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setPlainText(text);
    moveCursor(QTextCursor::Start);
    renewLook();
    look();
}

void CodeView::renewLook()
{
    setFont(m_theme.font(TextStyle::Code));
    setTabStopDistance(4 * QFontMetricsF(font()).horizontalAdvance(u' '));
    QPalette colours = palette();
    colours.setColor(QPalette::Base, m_theme.colour(Token::Code));
    colours.setColor(QPalette::Text, m_theme.colour(Token::Text));
    setPalette(colours);
    dressBlocks();
    placeGutter();
}

void CodeView::dressBlocks()
{
    if (m_rows.isEmpty())
        return;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
        block.layout()->clearFormats();
    if (document()->characterCount() <= mostColoured)
        CodeColours(m_repository, m_theme).colourAll(*document(), m_language);
    QTextBlock block = document()->begin();
    for (const CodeRow &row : std::as_const(m_rows)) {
        QList<QTextLayout::FormatRange> formats = block.layout()->formats();
        const qsizetype coloured = formats.size();
        if (row.changedLength > 0 && row.tone != CodeRow::Tone::Plain) {
            QTextCharFormat changed;
            changed.setForeground(m_theme.colour(Token::Text));
            changed.setBackground(m_theme.colour(row.tone == CodeRow::Tone::Added ? Token::AddWord : Token::DelWord));
            formats.append({int(row.changedFrom), int(row.changedLength), changed});
        }
        if (row.tone == CodeRow::Tone::Note) {
            QTextCharFormat note;
            note.setForeground(m_theme.colour(Token::Text2));
            formats = {{0, int(row.text.text.size()), note}};
        }
        QTextCharFormat hidden;
        hidden.setForeground(m_theme.colour(Token::Dan));
        hidden.setBackground(m_theme.colour(Token::DanSoft));
        for (const VisibleText::Mark &mark : row.text.marks)
            formats.append({int(mark.start), int(mark.length), hidden});
        if (formats.size() != coloured || row.tone == CodeRow::Tone::Note)
            block.layout()->setFormats(formats);
        block = block.next();
    }
    viewport()->update();
}

void CodeView::placeGutter()
{
    if (!m_hasNumbers)
        return setViewportMargins(m_theme.px(4), m_theme.px(4), 0, 0);
    int most = 1;
    for (const CodeRow &row : std::as_const(m_rows))
        most = std::max({most, row.before, row.after});
    const int digits = std::max(3, int(std::log10(most)) + 1);
    const QFontMetrics metrics(font());
    const int column = digits * metrics.horizontalAdvance(u'0') + m_theme.px(8);
    const int width = m_hasTwoNumbers ? 2 * column + m_theme.px(24) : column + m_theme.px(12);
    setViewportMargins(width, m_theme.px(4), 0, 0);
    m_gutter->setGeometry(contentsRect().left(), contentsRect().top() + m_theme.px(4), width, viewport()->height());
    m_gutter->update();
}

template<typename Visit>
void CodeView::forSeenBlocks(Visit visit) const
{
    QTextBlock block = firstVisibleBlock();
    qreal top = blockBoundingGeometry(block).translated(contentOffset()).top();
    while (block.isValid() && top <= viewport()->height()) {
        const qreal height = blockBoundingRect(block).height();
        if (block.blockNumber() < m_rows.size())
            visit(m_rows[block.blockNumber()], QRectF(0, top, viewport()->width(), height), block.blockNumber());
        top += height;
        block = block.next();
    }
}

void CodeView::paintEvent(QPaintEvent *event)
{
    {
        QPainter painter(viewport());
        forSeenBlocks([&](const CodeRow &row, const QRectF &place, int) {
            if (const auto fill = fillOf(row.tone))
                painter.fillRect(place, m_theme.colour(*fill));
        });
    }
    QPlainTextEdit::paintEvent(event);
}

void CodeView::paintGutter(QPainter &painter, const QRect &rect)
{
    painter.fillRect(rect, m_theme.colour(Token::Code));
    painter.setFont(m_theme.font(TextStyle::Caption));
    const QFontMetrics metrics(font());
    const int sign = m_hasTwoNumbers ? m_theme.px(24) : m_theme.px(12);
    const int column = (m_gutter->width() - sign) / (m_hasTwoNumbers ? 2 : 1);
    forSeenBlocks([&](const CodeRow &row, const QRectF &place, int) {
        const QRect line(0, int(place.top()), m_gutter->width(), int(std::ceil(place.height())));
        if (const auto fill = fillOf(row.tone))
            painter.fillRect(line, m_theme.colour(*fill));
        painter.setPen(m_theme.colour(Token::Text3));
        const auto number = [&](int value, int at) {
            if (value > 0)
                painter.drawText(QRect(at, line.top(), column - m_theme.px(2), metrics.height()),
                                 Qt::AlignRight | Qt::AlignVCenter, QString::number(value));
        };
        number(row.before, 0);
        number(row.after, column);
        const QString mark = row.goesOn          ? u"↪"_s
            : row.tone == CodeRow::Tone::Added   ? u"+"_s
            : row.tone == CodeRow::Tone::Removed ? u"-"_s
                                                 : QString();
        if (mark.isEmpty())
            return;
        painter.setPen(m_theme.colour(row.tone == CodeRow::Tone::Added         ? Token::Ok
                                          : row.tone == CodeRow::Tone::Removed ? Token::Dan
                                                                               : Token::Text3));
        painter.drawText(QRect(m_gutter->width() - sign, line.top(), sign, metrics.height()), Qt::AlignCenter, mark);
    });
}

int CodeView::linesBelow() const
{
    int last = -1;
    forSeenBlocks([&](const CodeRow &, const QRectF &place, int number) {
        if (place.bottom() <= viewport()->height() + 1)
            last = number;
    });
    if (last + 1 >= m_rows.size()) // An empty document has a block, and no row.
        return 0;
    const auto rest = m_rows.begin() + last + 1;
    return std::max(1, int(std::count_if(rest, m_rows.end(), [](const CodeRow &row) { return !row.goesOn; })));
}

int CodeView::heightOf(int lines) const
{
    return int(std::ceil(std::max(1, lines) * QFontMetricsF(font()).lineSpacing())) + 2 * m_theme.px(4)
        + int(2 * document()->documentMargin());
}

void CodeView::look()
{
    if (isVisible() && linesBelow() == 0)
        m_hasShownEnd = true;
    emit seenChanged();
}

void CodeView::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    placeGutter();
    look();
}

void CodeView::showEvent(QShowEvent *event)
{
    QPlainTextEdit::showEvent(event);
    look();
}

} // namespace typeshift::ui
