// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "transcript/BlockPainter.h"

#include "theme/Theme.h"
#include "transcript/BarPainters.h"
#include "transcript/CodePainter.h"
#include "transcript/LinePainters.h"
#include "transcript/TextPainters.h"
#include "transcript/ToolRowPainter.h"

#include <QAbstractTextDocumentLayout>
#include <QPainter>
#include <QStyle>
#include <QTextCursor>

namespace typeshift::ui {

int RowContext::px(int designPixels) const
{
    return qRound(theme().px(designPixels) * look.scale);
}

QRect RowContext::placed(const QRect &rectangle) const
{
    return QStyle::visualRect(direction, QRect(0, 0, width, 1), rectangle);
}

RowHit BlockPainter::hit(const RowContext &row, const QPoint &point) const
{
    const auto shown = text(row);
    if (!shown)
        return {};
    const QPointF inside = point - shown->origin;
    const auto *layout = shown->document->documentLayout();
    RowHit hit{RowHit::Kind::Text, layout->hitTest(inside, Qt::FuzzyHit), {}};
    if (const QString link = layout->anchorAt(inside); !link.isEmpty()) {
        hit.kind = RowHit::Kind::Link;
        hit.link = QUrl(link);
    }
    return hit;
}

std::optional<RowText> BlockPainter::text(const RowContext &) const
{
    return {};
}

QRect BlockPainter::widgetPlace(const RowContext &) const
{
    return {};
}

bool BlockPainter::canExpand(const RowContext &) const
{
    return false;
}

const BlockPainter &painterFor(const Block &block)
{
    static const UserTextPainter userText;
    static const HeaderPainter header;
    static const ProsePainter prose;
    static const CodePainter code;
    static const ReasoningPainter reasoning;
    static const ToolRowPainter tool;
    static const ErrorBarPainter error;
    static const CutPainter cut;
    static const FooterPainter footer;
    static const SummaryPainter summary;
    static const NoticePainter notice;
    struct Choose {
        const BlockPainter &operator()(const UserText &) const { return userText; }
        const BlockPainter &operator()(const AssistantHeader &) const { return header; }
        const BlockPainter &operator()(const Prose &) const { return prose; }
        const BlockPainter &operator()(const CodeBlock &) const { return code; }
        const BlockPainter &operator()(const Reasoning &) const { return reasoning; }
        const BlockPainter &operator()(const ToolRow &) const { return tool; }
        const BlockPainter &operator()(const ErrorBar &) const { return error; }
        const BlockPainter &operator()(const Cut &) const { return cut; }
        const BlockPainter &operator()(const Footer &) const { return footer; }
        const BlockPainter &operator()(const SummaryDivider &) const { return summary; }
        const BlockPainter &operator()(const Notice &) const { return notice; }
    };
    return std::visit<const BlockPainter &>(Choose{}, block.content);
}

int gapBefore(const RowContext &row)
{
    if (!row.before)
        return row.px(16);
    const Block &above = *row.before;
    const Block &block = row.block;
    if (const auto *reasoning = block.as<Reasoning>()) {
        if (reasoning->continued)
            return 0;
        return above.as<AssistantHeader>() ? -row.line(TextStyle::Body) : row.px(8);
    }
    if (const auto *input = block.as<UserText>())
        return input->continued ? 0 : row.px(16);
    if (block.as<AssistantHeader>())
        return row.px(14);
    if (const auto *prose = block.as<Prose>())
        return prose->continued                                    ? 0
            : above.as<AssistantHeader>() || above.as<Reasoning>() ? row.px(4)
            : above.as<Prose>()                                    ? row.px(9)
                                                                   : row.px(12);
    if (const auto *code = block.as<CodeBlock>())
        return code->continued ? 0 : above.as<AssistantHeader>() || above.as<Reasoning>() ? row.px(6) : row.px(10);
    if (block.as<ToolRow>())
        return above.as<ToolRow>() ? 0 : above.as<AssistantHeader>() || above.as<Reasoning>() ? row.px(6) : row.px(12);
    if (block.as<Footer>())
        return row.px(4);
    if (block.as<Cut>())
        return row.px(6);
    return row.px(12);
}

int estimatedHeight(const Block &block, int width, int line)
{
    const int letters = std::max(20, width / 7);
    const auto lines = [&](const QString &text) { return int(text.size() / letters) + 1 + int(text.size() / 400); };
    if (const auto *prose = block.as<Prose>())
        return lines(prose->markdown) * line + 10;
    if (const auto *code = block.as<CodeBlock>())
        return int(code->code.count(u'\n') + 1) * line * 6 / 7 + 54;
    if (const auto *input = block.as<UserText>())
        return lines(input->text) * line + 54;
    if (const auto *reasoning = block.as<Reasoning>())
        return reasoning->continued ? 0 : 2;
    if (block.as<ToolRow>())
        return 28;
    if (block.as<ErrorBar>())
        return 130;
    return 32;
}

void paintText(QPainter &painter, const RowContext &row, const RowText &text, const RowState &state)
{
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette.setColor(QPalette::Text, row.theme().colour(Token::Text));
    const auto mark = [&](const TextRange &range, const QColor &fill, std::optional<QColor> letters) {
        QAbstractTextDocumentLayout::Selection selection;
        selection.cursor = QTextCursor(text.document);
        const int last = text.document->characterCount() - 1;
        selection.cursor.setPosition(std::clamp(range.from, 0, last));
        selection.cursor.setPosition(std::clamp(range.to, 0, last), QTextCursor::KeepAnchor);
        selection.format.setBackground(fill);
        if (letters)
            selection.format.setForeground(*letters);
        if (selection.cursor.hasSelection())
            context.selections.append(selection);
    };
    if (state.selected)
        mark(*state.selected, row.theme().colour(Token::AccentSoft), {});
    for (int i = 0; i < state.hits.size(); ++i) {
        const bool isCurrent = i == state.currentHit;
        mark(state.hits[i], row.theme().colour(isCurrent ? Token::Att : Token::AttSoft),
             row.theme().colour(isCurrent ? Token::Base : Token::Att));
    }
    painter.save();
    painter.translate(text.origin);
    const QRectF seen = QRectF(state.visible.translated(-text.origin));
    context.clip = seen;
    text.document->paintUnder(painter, row.theme());
    text.document->documentLayout()->draw(&painter, context);
    painter.restore();
}

void paintLine(QPainter &painter, const QRect &place, const QFont &font, const QColor &colour, const QString &text,
               Qt::Alignment alignment, Qt::LayoutDirection direction)
{
    painter.setFont(font);
    painter.setPen(colour);
    const QString shown = QFontMetrics(font).elidedText(text, Qt::ElideRight, place.width());
    painter.drawText(place, int(QStyle::visualAlignment(direction, alignment) | Qt::TextSingleLine), shown);
}

FrameSides frameSides(bool isJoinedAbove, bool isJoinedBelow)
{
    if (isJoinedAbove)
        return isJoinedBelow ? FrameSides::OpenBoth : FrameSides::OpenAbove;
    return isJoinedBelow ? FrameSides::OpenBelow : FrameSides::All;
}

void paintFrame(QPainter &painter, const QRect &place, const QColor &fill, const QColor &line, FrameSides sides)
{
    constexpr qreal radius = 4;
    const bool openAbove = sides == FrameSides::OpenAbove || sides == FrameSides::OpenBoth;
    const bool openBelow = sides == FrameSides::OpenBelow || sides == FrameSides::OpenBoth;
    painter.save();
    painter.setClipRect(place);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(line, 1));
    painter.setBrush(fill);
    // The open sides lie outside the clip: what remains are the lines that are wanted.
    const QRectF box = QRectF(place).adjusted(0.5, openAbove ? -8 : 0.5, -0.5, openBelow ? 8 : -0.5);
    painter.drawRoundedRect(box, radius, radius);
    painter.restore();
}

} // namespace typeshift::ui
