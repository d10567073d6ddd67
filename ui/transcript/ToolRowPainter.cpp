// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "transcript/ToolRowPainter.h"

#include "theme/Theme.h"
#include "transcript/BlockWords.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>

#include <cmath>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

constexpr qsizetype shownCharacters = 12'000;

//! Arguments and result as they are, for the open row.
QString wholeText(const ToolRow &tool)
{
    const auto arguments = QJsonDocument::fromJson(tool.call.arguments);
    QString text = arguments.isObject() ? QString::fromUtf8(arguments.toJson(QJsonDocument::Indented)).trimmed()
                                        : QString::fromUtf8(tool.call.arguments);
    if (!tool.result.isEmpty())
        text += u"\n\n"_s + tool.result.trimmed();
    if (text.size() > shownCharacters)
        text = text.first(shownCharacters) + u" …"_s;
    return text;
}

Token resultColour(ToolRow::State state)
{
    switch (state) {
    case ToolRow::State::Running:
        return Token::Live;
    case ToolRow::State::Failed:
        return Token::Dan;
    case ToolRow::State::Done:
        return Token::Text2;
    case ToolRow::State::EffectUnknown:
    case ToolRow::State::Waiting:
        return Token::Att;
    case ToolRow::State::Rejected:
    case ToolRow::State::WithoutResult:
        break;
    }
    return Token::Text3;
}

void paintState(QPainter &painter, const RowContext &row, const QRect &place, ToolRow::State state, int spin)
{
    switch (state) {
    case ToolRow::State::Running: {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF circle = QRectF(place).adjusted(2.5, 2.5, -2.5, -2.5);
        painter.setPen(QPen(row.theme().colour(Token::Line), 2));
        painter.drawEllipse(circle);
        painter.setPen(QPen(row.theme().colour(Token::LiveMark), 2, Qt::SolidLine, Qt::RoundCap));
        painter.drawArc(circle, (90 - spin) * 16, -100 * 16);
        painter.restore();
        return;
    }
    case ToolRow::State::Done:
        row.theme().icon(u"checkmark"_s, Token::Text2).paint(&painter, place);
        return;
    case ToolRow::State::Failed:
        row.theme().icon(u"data-error"_s, Token::DanMark).paint(&painter, place);
        return;
    case ToolRow::State::Waiting:
        row.theme().icon(u"dialog-warning"_s, Token::AttMark).paint(&painter, place);
        return;
    case ToolRow::State::Rejected:
        row.theme().icon(u"dialog-cancel"_s, Token::Text2).paint(&painter, place);
        return;
    case ToolRow::State::EffectUnknown:
        row.theme().icon(u"dialog-warning"_s, Token::AttMark).paint(&painter, place);
        return;
    case ToolRow::State::WithoutResult:
        row.theme().icon(u"list-remove"_s, Token::Text3).paint(&painter, place);
        return;
    }
}

} // namespace

bool ToolRowPainter::canExpand(const RowContext &) const
{
    return true;
}

std::optional<RowText> ToolRowPainter::text(const RowContext &row) const
{
    if (!row.isExpanded)
        return {};
    const auto &tool = std::get<ToolRow>(row.block.content);
    auto &document = row.documents.document(row.block.id, row.revision, row.width - row.px(48), [&] {
        return MarkdownDocument::ofPlainText(wholeText(tool), TextStyle::Code, Token::Text, row.look);
    });
    return RowText{&document, {row.placed({row.px(34), 0, row.width - row.px(48), 1}).left(), row.px(28) + row.px(4)}};
}

int ToolRowPainter::height(const RowContext &row) const
{
    const int closed = row.px(28) + (row.after && row.after->as<ToolRow>() ? 0 : 1);
    const auto shown = text(row);
    return shown ? shown->origin.y() + int(std::ceil(shown->document->size().height())) + row.px(10) : closed;
}

void ToolRowPainter::paint(QPainter &painter, const RowContext &row, const RowState &state) const
{
    const auto &tool = std::get<ToolRow>(row.block.content);
    const Theme &theme = row.theme();
    const int line = row.px(28);
    const QRect box(0, 0, row.width, height(row));
    const bool isJoinedAbove = row.before && row.before->as<ToolRow>();
    const bool isJoinedBelow = row.after && row.after->as<ToolRow>();
    const QColor fill = theme.colour(state.isSelected ? Token::AccentSoft : state.isHovered ? Token::Alt : Token::Base);
    paintFrame(painter, box, fill, theme.colour(Token::Line), frameSides(isJoinedAbove, isJoinedBelow));
    if (isJoinedAbove)
        painter.fillRect(QRect(1, 0, row.width - 2, 1), theme.colour(Token::Line));

    // Grid of the design: 16, 124, flexible, result, 16.
    const int middle = (line - 16) / 2 + (isJoinedAbove ? 1 : 0);
    paintState(painter, row, row.placed({row.px(10), middle, 16, 16}), tool.state, state.spin);
    const bool isLeftToRight = row.direction == Qt::LeftToRight;
    const QString chevron = row.isExpanded ? u"arrow-down"_s : isLeftToRight ? u"arrow-right"_s : u"arrow-left"_s;
    theme.icon(chevron, Token::Text2).paint(&painter, row.placed({row.width - row.px(10) - 16, middle, 16, 16}));

    const int left = row.px(34);
    QFont name = row.font(TextStyle::Code);
    name.setWeight(QFont::Medium);
    const int nameWidth = std::max(
        row.px(124), std::min(row.width / 4, QFontMetrics(name).horizontalAdvance(tool.call.name) + row.px(8)));
    const Token nameColour = tool.state == ToolRow::State::WithoutResult ? Token::Text3 : Token::Text;
    paintLine(painter, row.placed({left, 0, nameWidth, line}), name, theme.colour(nameColour), tool.call.name,
              Qt::AlignLeft | Qt::AlignVCenter, row.direction);

    const QFont small = row.font(TextStyle::Small);
    const QString result = resultLine(tool);
    const int right = row.width - row.px(34);
    const int free = right - left - nameWidth;
    const int resultWidth = std::min(free / 2, QFontMetrics(small).horizontalAdvance(result) + 1);
    paintLine(painter, row.placed({right - resultWidth, 0, resultWidth, line}), small,
              theme.colour(resultColour(tool.state)), result, Qt::AlignRight | Qt::AlignVCenter, row.direction);
    paintLine(painter, row.placed({left + nameWidth, 0, free - resultWidth - row.px(12), line}),
              row.font(TextStyle::Code), theme.colour(Token::Text2), argumentsLine(tool.call),
              Qt::AlignLeft | Qt::AlignVCenter, row.direction);
    if (const auto shown = text(row))
        paintText(painter, row, *shown, state);
}

RowHit ToolRowPainter::hit(const RowContext &row, const QPoint &point) const
{
    if (point.y() < row.px(28))
        return {RowHit::Kind::Toggle, -1, {}};
    return BlockPainter::hit(row, point);
}

} // namespace typeshift::ui
