// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "transcript/TextPainters.h"

#include "theme/Theme.h"
#include "transcript/BlockWords.h"
#include "transcript/LinePainters.h"

#include <QCoreApplication>
#include <QPainter>
#include <QTextBlock>
#include <QTextLayout>

#include <cmath>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Transcript)
};

int heightOf(const RowText &text)
{
    return int(std::ceil(text.document->size().height()));
}

//! The block that stands where the next word will come.
void paintCaret(QPainter &painter, const RowContext &row, const RowText &text)
{
    const QTextBlock last = text.document->lastBlock();
    const QTextLayout *layout = last.layout();
    if (!layout || layout->lineCount() == 0)
        return;
    const QTextLine line = layout->lineAt(layout->lineCount() - 1);
    const qreal x = line.cursorToX(last.length() - 1);
    const bool isRightToLeft = last.textDirection() == Qt::RightToLeft;
    const int width = row.px(7);
    const int height = row.px(15);
    const QPointF place = text.origin + layout->position() + QPointF(isRightToLeft ? x - width - 2 : x + 2, line.y());
    painter.fillRect(QRectF(place + QPointF(0, (line.height() - height) / 2), QSizeF(width, height)),
                     row.theme().colour(Token::LiveMark));
}

} // namespace

std::optional<RowText> UserTextPainter::text(const RowContext &row) const
{
    const auto &input = std::get<UserText>(row.block.content);
    auto &document = row.documents.document(row.block.id, row.revision, row.width - row.px(24), [&] {
        return MarkdownDocument::ofPlainText(input.text, TextStyle::Reading, Token::Text, row.look);
    });
    const int top = input.continued ? 0 : row.px(7) + row.line(TextStyle::Body);
    return RowText{&document, {row.px(12), top}};
}

int UserTextPainter::height(const RowContext &row) const
{
    const auto &input = std::get<UserText>(row.block.content);
    const RowText shown = *text(row);
    return shown.origin.y() + heightOf(shown) + (input.continues ? 0 : row.px(8));
}

void UserTextPainter::paint(QPainter &painter, const RowContext &row, const RowState &state) const
{
    const auto &input = std::get<UserText>(row.block.content);
    const RowText shown = *text(row);
    const QRect box(0, 0, row.width, height(row));
    paintFrame(painter, box, row.theme().colour(Token::Alt), row.theme().colour(Token::Line),
               frameSides(input.continued, input.continues));
    if (!input.continued) {
        QFont name = row.font(TextStyle::Body);
        name.setWeight(QFont::DemiBold);
        const int line = row.line(TextStyle::Body);
        const int nameWidth = QFontMetrics(name).horizontalAdvance(Words::tr("You")) + 1;
        const QRect head(row.px(12), row.px(6), row.width - row.px(24), line);
        paintLine(painter, row.placed({head.left(), head.top(), nameWidth, line}), name,
                  row.theme().colour(Token::Text), Words::tr("You"), Qt::AlignLeft | Qt::AlignVCenter, row.direction);
        const int timeLeft = head.left() + nameWidth + row.px(8);
        paintLine(painter, row.placed({timeLeft, head.top(), row.px(120), line}), row.font(TextStyle::Caption),
                  row.theme().colour(Token::Text3), timeText(input.at), Qt::AlignLeft | Qt::AlignVCenter,
                  row.direction);
        if (!input.attachments.isEmpty()) {
            const QFont font = row.font(TextStyle::Caption);
            const QString names = input.attachments.join(u", "_s);
            const int room = row.width - timeLeft - row.px(150);
            const int width = std::min(room, QFontMetrics(font).horizontalAdvance(names) + 1);
            const QRect place(head.right() - width, head.top(), width, line);
            paintLine(painter, row.placed(place), font, row.theme().colour(Token::Text2), names,
                      Qt::AlignLeft | Qt::AlignVCenter, row.direction);
            row.theme()
                .icon(u"mail-attachment"_s, Token::Text2)
                .paint(&painter, row.placed({place.left() - row.px(20), head.top() + (line - 16) / 2, 16, 16}));
        }
    }
    paintText(painter, row, shown, state);
}

std::optional<RowText> ProsePainter::text(const RowContext &row) const
{
    const auto &prose = std::get<Prose>(row.block.content);
    auto &document = row.documents.document(row.block.id, row.revision, row.width,
                                            [&] { return MarkdownDocument::ofMarkdown(prose.markdown, row.look); });
    return RowText{&document, {}};
}

int ProsePainter::height(const RowContext &row) const
{
    return heightOf(*text(row));
}

void ProsePainter::paint(QPainter &painter, const RowContext &row, const RowState &state) const
{
    const RowText shown = *text(row);
    paintText(painter, row, shown, state);
    if (row.isStreaming)
        paintCaret(painter, row, shown);
}

std::optional<RowText> ReasoningPainter::text(const RowContext &row) const
{
    if (!row.isExpanded)
        return {};
    const auto &reasoning = std::get<Reasoning>(row.block.content);
    auto &document = row.documents.document(row.block.id, row.revision, row.width - row.px(16), [&] {
        return MarkdownDocument::ofPlainText(reasoning.text, TextStyle::Body, Token::Text2, row.look);
    });
    const int line = reasoning.continued ? 0 : row.line(TextStyle::Body) + row.px(4);
    return RowText{&document, {row.direction == Qt::LeftToRight ? row.px(16) : 0, line}};
}

int ReasoningPainter::height(const RowContext &row) const
{
    const auto &reasoning = std::get<Reasoning>(row.block.content);
    if (const auto shown = text(row))
        return shown->origin.y() + heightOf(*shown) + (reasoning.continued ? 0 : row.px(2));
    return reasoning.continued ? 0 : row.line(TextStyle::Body);
}

void ReasoningPainter::paint(QPainter &painter, const RowContext &row, const RowState &state) const
{
    const auto &reasoning = std::get<Reasoning>(row.block.content);
    if (!reasoning.continued) {
        const int line = row.line(TextStyle::Body);
        const int left = row.before && row.before->as<AssistantHeader>() ? HeaderPainter::textWidth(row, *row.before)
                                                                         : 0;
        const bool isLeftToRight = row.direction == Qt::LeftToRight;
        const QString chevron = row.isExpanded ? u"arrow-down"_s : isLeftToRight ? u"arrow-right"_s : u"arrow-left"_s;
        row.theme().icon(chevron, Token::Text2).paint(&painter, row.placed({left, (line - 16) / 2, 16, 16}));
        const QRect place(left + row.px(20), 0, row.width - left - row.px(20), line);
        paintLine(painter, row.placed(place), row.font(TextStyle::Small),
                  row.theme().colour(state.isHovered ? Token::Text : Token::Text2), reasoningLine(reasoning),
                  Qt::AlignLeft | Qt::AlignVCenter, row.direction);
    }
    if (const auto shown = text(row)) {
        const QRect bar = row.placed({row.px(6), shown->origin.y(), 2, heightOf(*shown)});
        painter.fillRect(bar, row.theme().colour(Token::Line));
        paintText(painter, row, *shown, state);
    }
}

RowHit ReasoningPainter::hit(const RowContext &row, const QPoint &point) const
{
    const auto &reasoning = std::get<Reasoning>(row.block.content);
    if (!reasoning.continued && point.y() < row.line(TextStyle::Body))
        return {RowHit::Kind::Toggle, -1, {}};
    return BlockPainter::hit(row, point);
}

bool ReasoningPainter::canExpand(const RowContext &) const
{
    return true;
}

} // namespace typeshift::ui
