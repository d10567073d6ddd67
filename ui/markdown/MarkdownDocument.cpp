// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "markdown/MarkdownDocument.h"

#include "markdown/CodeColours.h"
#include "theme/Theme.h"

#include <QAbstractTextDocumentLayout>
#include <QPainter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextTable>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

constexpr int inlineCode = QTextFormat::UserProperty + 1;
constexpr qreal frameRoom = 3; // beside inline code, on both sides

//! Where the letters [from, to) of a block stand, one rectangle a line.
QList<QRectF> rectanglesOf(const QTextBlock &block, const QPointF &origin, int from, int to)
{
    QList<QRectF> rectangles;
    const QTextLayout *layout = block.layout();
    for (int i = 0; i < layout->lineCount(); ++i) {
        const QTextLine line = layout->lineAt(i);
        const int start = std::max(from, line.textStart());
        const int end = std::min(to, line.textStart() + line.textLength());
        if (start >= end)
            continue;
        const qreal left = line.cursorToX(start);
        const qreal right = line.cursorToX(end);
        rectangles.append(
            QRectF(QPointF(std::min(left, right), line.y()), QPointF(std::max(left, right), line.y() + line.height()))
                .translated(origin));
    }
    return rectangles;
}

//! The ranges of inline code in a block, each in one piece whatever else changes inside of it.
QList<std::pair<int, int>> inlineCodeOf(const QTextBlock &block)
{
    QList<std::pair<int, int>> ranges;
    for (auto it = block.begin(); !it.atEnd(); ++it) {
        const QTextFragment fragment = it.fragment();
        if (!fragment.charFormat().boolProperty(inlineCode))
            continue;
        const int from = fragment.position() - block.position();
        if (!ranges.isEmpty() && ranges.constLast().second == from)
            ranges.last().second = from + fragment.length();
        else
            ranges.append({from, from + fragment.length()});
    }
    return ranges;
}

QTextCharFormat spaced(qreal pixels)
{
    QTextCharFormat format;
    format.setFontLetterSpacingType(QFont::AbsoluteSpacing);
    format.setFontLetterSpacing(pixels);
    return format;
}

qreal headingFactor(int level)
{
    return level == 1 ? 1.29 : level == 2 ? 1.15 : level == 3 ? 1.07 : 1.0;
}

} // namespace

QFont scaledFont(const Theme &theme, TextStyle style, qreal scale)
{
    QFont font = theme.font(style);
    if (font.pixelSize() > 0)
        font.setPixelSize(std::max(6, qRound(font.pixelSize() * scale)));
    else
        font.setPointSizeF(std::max(4.0, font.pointSizeF() * scale));
    return font;
}

int scaledLine(const Theme &theme, TextStyle style, qreal scale)
{
    return qRound(theme.lineHeight(style) * scale);
}

MarkdownDocument::MarkdownDocument(const DocumentLook &look)
{
    setUndoRedoEnabled(false);
    setDocumentMargin(0);
    setIndentWidth(qRound(22 * look.scale));
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    option.setTextDirection(Qt::LayoutDirectionAuto);
    setDefaultTextOption(option);
    setDefaultFont(scaledFont(look.theme, TextStyle::Reading, look.scale));
}

std::unique_ptr<MarkdownDocument> MarkdownDocument::ofMarkdown(const QString &markdown, const DocumentLook &look)
{
    std::unique_ptr<MarkdownDocument> document(new MarkdownDocument(look));
    document->setMarkdown(markdown, MarkdownFeatures(MarkdownDialectGitHub) | MarkdownNoHTML);
    document->dressBlocks(look);
    document->dressFragments(look);
    document->dressTables(look);
    CodeColours(look.repository, look.theme).colourFences(*document);
    return document;
}

std::unique_ptr<MarkdownDocument> MarkdownDocument::ofPlainText(const QString &text, TextStyle style, Token colour,
                                                                const DocumentLook &look)
{
    std::unique_ptr<MarkdownDocument> document(new MarkdownDocument(look));
    document->setDefaultFont(scaledFont(look.theme, style, look.scale));
    document->setPlainText(text);
    QTextCursor cursor(document.get());
    cursor.select(QTextCursor::Document);
    QTextCharFormat letters;
    letters.setForeground(look.theme.colour(colour));
    cursor.mergeCharFormat(letters);
    QTextBlockFormat lines;
    lines.setLineHeight(scaledLine(look.theme, style, look.scale), QTextBlockFormat::MinimumHeight);
    cursor.mergeBlockFormat(lines);
    return document;
}

std::unique_ptr<MarkdownDocument> MarkdownDocument::ofCode(const QString &code, const QString &language,
                                                           const DocumentLook &look,
                                                           const KSyntaxHighlighting::State &state)
{
    auto document = ofPlainText(code, TextStyle::Code, Token::Text, look);
    QTextOption option = document->defaultTextOption();
    option.setWrapMode(QTextOption::NoWrap);
    option.setTextDirection(Qt::LeftToRight);
    option.setTabStopDistance(4 * QFontMetricsF(document->defaultFont()).horizontalAdvance(u' '));
    document->setDefaultTextOption(option);
    CodeColours(look.repository, look.theme).colourAll(*document, language, state);
    return document;
}

void MarkdownDocument::dressBlocks(const DocumentLook &look)
{
    const int line = scaledLine(look.theme, TextStyle::Reading, look.scale);
    const QFont reading = defaultFont();
    const QTextBlock last = lastBlock();
    QTextCursor cursor(this);
    cursor.beginEditBlock();
    for (QTextBlock block = begin(); block.isValid(); block = block.next()) {
        cursor.setPosition(block.position());
        cursor.setPosition(block.position() + block.length() - 1, QTextCursor::KeepAnchor);
        const QTextBlockFormat old = block.blockFormat();
        const int level = old.headingLevel();
        const bool isCode = old.hasProperty(QTextFormat::BlockCodeFence);
        const bool isQuote = old.intProperty(QTextFormat::BlockQuoteLevel) > 0;
        const bool isItem = block.textList() != nullptr || old.indent() > 0;
        QTextBlockFormat lines;
        lines.setLineHeight(isCode ? scaledLine(look.theme, TextStyle::Code, look.scale)
                                   : qRound(line * headingFactor(level)),
                            QTextBlockFormat::MinimumHeight);
        lines.setTopMargin(level > 0 && block.position() > 0 ? 6 * look.scale : 0);
        lines.setBottomMargin(block == last ? 0 : (isCode ? 0 : isItem ? 3 : level > 0 ? 4 : 9) * look.scale);
        if (isCode)
            lines.setLayoutDirection(Qt::LeftToRight);
        if (isQuote) {
            lines.setLeftMargin(14 * look.scale * old.intProperty(QTextFormat::BlockQuoteLevel));
            lines.setRightMargin(0);
        }
        cursor.mergeBlockFormat(lines);
        QTextCharFormat letters;
        letters.setForeground(look.theme.colour(isQuote ? Token::Text2 : Token::Text));
        if (level > 0) {
            letters.setProperty(QTextFormat::FontSizeAdjustment, 0);
            letters.setProperty(QTextFormat::FontPixelSize, qRound(reading.pixelSize() * headingFactor(level)));
            letters.setFontWeight(QFont::DemiBold);
        }
        cursor.mergeCharFormat(letters);
        m_hasMarks = m_hasMarks || isCode || isQuote;
    }
    cursor.endEditBlock();
}

void MarkdownDocument::dressFragments(const DocumentLook &look)
{
    struct Change {
        int from;
        int to;
        QTextCharFormat format;
        QString instead;
    };
    QList<Change> changes;
    const QFont code = scaledFont(look.theme, TextStyle::Code, look.scale);
    for (QTextBlock block = begin(); block.isValid(); block = block.next()) {
        const bool isFence = block.blockFormat().hasProperty(QTextFormat::BlockCodeFence);
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextFragment fragment = it.fragment();
            const QTextCharFormat old = fragment.charFormat();
            Change change{fragment.position(), fragment.position() + fragment.length(), {}, {}};
            if (old.isImageFormat()) {
                const QString text = old.toImageFormat().property(QTextFormat::ImageAltText).toString();
                change.instead = text.isEmpty() ? old.toImageFormat().name() : text;
                change.format.setForeground(look.theme.colour(Token::Text2));
            } else if (old.isAnchor()) {
                change.format.setForeground(look.theme.colour(Token::AccentText));
                change.format.setFontUnderline(true);
            } else if (old.fontFixedPitch()) {
                change.format.setFontFamilies(code.families());
                change.format.setProperty(QTextFormat::FontPixelSize, code.pixelSize());
                change.format.setProperty(inlineCode, !isFence);
                m_hasMarks = true;
                if (!isFence) {
                    // Room for the frame: letters know no padding, but the space behind a letter can be wider.
                    if (change.from > block.position())
                        changes.append({change.from - 1, change.from, spaced(frameRoom * look.scale), {}});
                    changes.append(change);
                    changes.append({change.to - 1, change.to, spaced(frameRoom * look.scale), {}});
                    continue;
                }
            } else {
                continue;
            }
            changes.append(change);
        }
    }
    QTextCursor cursor(this);
    cursor.beginEditBlock();
    for (auto change = changes.crbegin(); change != changes.crend(); ++change) {
        cursor.setPosition(change->from);
        cursor.setPosition(change->to, QTextCursor::KeepAnchor);
        if (change->instead.isEmpty())
            cursor.mergeCharFormat(change->format);
        else
            cursor.insertText(change->instead, change->format);
    }
    cursor.endEditBlock();
}

void MarkdownDocument::dressTables(const DocumentLook &look)
{
    const QList<QTextFrame *> frames = rootFrame()->childFrames();
    // Qt keeps an empty paragraph around a table; it must not be seen.
    for (QTextBlock block = begin(); !frames.isEmpty() && block.isValid(); block = block.next()) {
        if (block.length() > 1 || block.textList() || block.blockFormat().hasProperty(QTextFormat::BlockCodeFence)
            || QTextCursor(block).currentTable())
            continue;
        QTextBlockFormat flat;
        flat.setLineHeight(1, QTextBlockFormat::FixedHeight);
        flat.setBottomMargin(0);
        QTextCursor(block).mergeBlockFormat(flat);
    }
    for (QTextFrame *frame : frames) {
        auto *table = qobject_cast<QTextTable *>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorderCollapse(true);
        format.setBorder(1);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(look.theme.colour(Token::Line));
        format.setCellPadding(5 * look.scale);
        format.setCellSpacing(0);
        format.setTopMargin(2 * look.scale);
        format.setBottomMargin(9 * look.scale);
        table->setFormat(format);
        for (int row = 0; row < table->rows(); ++row) {
            for (int column = 0; column < table->columns(); ++column) {
                QTextTableCell cell = table->cellAt(row, column);
                for (auto it = cell.begin(); !it.atEnd(); ++it) {
                    QTextCursor cursor(it.currentBlock());
                    QTextBlockFormat lines;
                    lines.setBottomMargin(0);
                    cursor.mergeBlockFormat(lines);
                }
                // Collapsed borders are those of the cells.
                QTextTableCellFormat box = cell.format().toTableCellFormat();
                box.setBorder(1);
                box.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
                box.setBorderBrush(look.theme.colour(Token::Line));
                if (row < std::max(1, format.headerRowCount()))
                    box.setBackground(look.theme.colour(Token::Alt));
                cell.setFormat(box);
            }
        }
    }
}

void MarkdownDocument::paintUnder(QPainter &painter, const Theme &theme) const
{
    if (!m_hasMarks)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const auto *layout = documentLayout();
    for (QTextBlock block = begin(); block.isValid(); block = block.next()) {
        const QTextBlockFormat format = block.blockFormat();
        const QRectF bounds = layout->blockBoundingRect(block);
        const QPointF origin = bounds.topLeft();
        if (format.intProperty(QTextFormat::BlockQuoteLevel) > 0) {
            const qreal height = bounds.height() + (block.next().isValid() ? format.bottomMargin() : 0);
            const bool isRightToLeft = block.textDirection() == Qt::RightToLeft;
            painter.fillRect(QRectF(isRightToLeft ? bounds.right() - 3 : 0, bounds.top(), 3, height),
                             theme.colour(Token::LineStrong));
        }
        if (format.hasProperty(QTextFormat::BlockCodeFence)) {
            painter.fillRect(bounds.adjusted(-6, 0, 6, 0), theme.colour(Token::Code));
            continue;
        }
        painter.setPen(QPen(theme.colour(Token::Line), 1));
        painter.setBrush(theme.colour(Token::Alt));
        for (const auto &[from, to] : inlineCodeOf(block)) {
            for (const QRectF &box : rectanglesOf(block, origin, from, to))
                painter.drawRoundedRect(box.adjusted(-3, 1.5, 0, -1.5), 3, 3);
        }
    }
    painter.restore();
}

QVariant MarkdownDocument::loadResource(int, const QUrl &)
{
    return {};
}

} // namespace typeshift::ui
