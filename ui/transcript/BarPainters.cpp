// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "transcript/BarPainters.h"

#include "theme/Theme.h"
#include "transcript/BlockWords.h"

#include <QPainter>

#include <cmath>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

int heightOf(const RowText &text)
{
    return int(std::ceil(text.document->size().height()));
}

QString iconFor(Error::Kind kind)
{
    return kind == Error::Kind::Network || kind == Error::Kind::Timeout || kind == Error::Kind::IncompleteStream
        ? u"network-disconnect"_s
        : u"data-error"_s;
}

} // namespace

std::optional<RowText> ErrorBarPainter::text(const RowContext &row) const
{
    const auto &bar = std::get<ErrorBar>(row.block.content);
    auto &document = row.documents.document(row.block.id, row.revision, row.width - row.px(52), [&] {
        return MarkdownDocument::ofPlainText(errorText(bar.error, bar.context).body, TextStyle::Body, Token::Text,
                                             row.look);
    });
    return RowText{
        &document,
        {row.placed({row.px(36), 0, row.width - row.px(52), 1}).left(), row.px(12) + row.line(TextStyle::Body)}};
}

int ErrorBarPainter::height(const RowContext &row) const
{
    const RowText shown = *text(row);
    const bool hasText = !shown.document->isEmpty();
    const int below = row.widgetHeight > 0 ? row.widgetHeight + row.px(8) : 0;
    return shown.origin.y() + (hasText ? heightOf(shown) + row.px(2) : 0) + below + row.px(12);
}

QRect ErrorBarPainter::widgetPlace(const RowContext &row) const
{
    const int bottom = height(row) - row.px(12);
    return {row.placed({row.px(36), 0, row.width - row.px(52), 1}).left(), bottom - row.widgetHeight,
            row.width - row.px(52), row.widgetHeight};
}

void ErrorBarPainter::paint(QPainter &painter, const RowContext &row, const RowState &state) const
{
    const auto &bar = std::get<ErrorBar>(row.block.content);
    const Theme &theme = row.theme();
    paintFrame(painter, QRect(0, 0, row.width, height(row)), theme.colour(Token::DanSoft),
               theme.colour(Token::DanMark));
    const int line = row.line(TextStyle::Body);
    theme.icon(iconFor(bar.error.kind), Token::Dan)
        .paint(&painter, row.placed({row.px(12), row.px(12) + (line - 16) / 2, 16, 16}));
    QFont bold = row.font(TextStyle::Body);
    bold.setWeight(QFont::DemiBold);
    paintLine(painter, row.placed({row.px(36), row.px(12), row.width - row.px(52), line}), bold,
              theme.colour(Token::Text), errorText(bar.error, bar.context).headline, Qt::AlignLeft | Qt::AlignVCenter,
              row.direction);
    paintText(painter, row, *text(row), state);
}

std::optional<RowText> NoticePainter::text(const RowContext &row) const
{
    const auto &notice = std::get<Notice>(row.block.content);
    auto &document = row.documents.document(row.block.id, row.revision, row.width - row.px(52), [&] {
        return MarkdownDocument::ofPlainText(noticeLine(notice), TextStyle::Body, Token::Text, row.look);
    });
    return RowText{&document, {row.placed({row.px(36), 0, row.width - row.px(52), 1}).left(), row.px(8)}};
}

int NoticePainter::height(const RowContext &row) const
{
    return heightOf(*text(row)) + row.px(16);
}

void NoticePainter::paint(QPainter &painter, const RowContext &row, const RowState &state) const
{
    const Theme &theme = row.theme();
    paintFrame(painter, QRect(0, 0, row.width, height(row)), theme.colour(Token::AttSoft),
               theme.colour(Token::AttMark));
    const auto &notice = std::get<Notice>(row.block.content);
    const QString icon = notice.kind == Notice::Kind::Retry ? u"view-refresh"_s : u"dialog-warning"_s;
    const int line = row.line(TextStyle::Body);
    theme.icon(icon, Token::Att).paint(&painter, row.placed({row.px(12), row.px(8) + (line - 16) / 2, 16, 16}));
    paintText(painter, row, *text(row), state);
}

} // namespace typeshift::ui
