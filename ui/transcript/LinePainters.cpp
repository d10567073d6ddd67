// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "transcript/LinePainters.h"

#include "theme/Theme.h"
#include "transcript/BlockWords.h"

#include <QCoreApplication>
#include <QPainter>

#include <cmath>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Transcript)
};

QFont nameFont(const RowContext &row)
{
    QFont font = row.font(TextStyle::Body);
    font.setWeight(QFont::DemiBold);
    return font;
}

//! A dashed line from both edges to the words in the middle.
void paintDivider(QPainter &painter, const RowContext &row, int line, int wordsWidth)
{
    QPen pen(row.theme().colour(Token::Control), 1, Qt::CustomDashLine);
    pen.setDashPattern({3, 2});
    painter.setPen(pen);
    const int middle = line / 2;
    const int side = (row.width - wordsWidth) / 2 - row.px(10);
    painter.drawLine(0, middle, side, middle);
    painter.drawLine(row.width - side, middle, row.width - 1, middle);
}

//! An icon and a word that are pressed, as wide as the word.
int actionWidth(const RowContext &row, const QString &word)
{
    return 16 + row.px(4) + QFontMetrics(row.font(TextStyle::Caption)).horizontalAdvance(word) + row.px(4);
}

void paintAction(QPainter &painter, const RowContext &row, const QRect &place, const QString &symbol,
                 const QString &word, Token ink)
{
    const bool isLeftToRight = row.direction == Qt::LeftToRight;
    const QRect icon(isLeftToRight ? place.left() : place.right() - 15, place.center().y() - 7, 16, 16);
    row.theme().icon(symbol, ink).paint(&painter, icon);
    const int gap = 16 + row.px(4);
    const QRect text = isLeftToRight ? place.adjusted(gap, 0, 0, 0) : place.adjusted(0, 0, -gap, 0);
    paintLine(painter, text, row.font(TextStyle::Caption), row.theme().colour(ink), word,
              Qt::AlignLeft | Qt::AlignVCenter, row.direction);
}

} // namespace

int HeaderPainter::textWidth(const RowContext &row, const Block &header)
{
    const auto &words = std::get<AssistantHeader>(header.content);
    return QFontMetrics(nameFont(row)).horizontalAdvance(row.authorTitle) + row.px(8)
        + QFontMetrics(row.font(TextStyle::Caption)).horizontalAdvance(timeText(words.at)) + row.px(12);
}

int HeaderPainter::height(const RowContext &row) const
{
    return row.line(TextStyle::Body);
}

void HeaderPainter::paint(QPainter &painter, const RowContext &row, const RowState &state) const
{
    const auto &header = std::get<AssistantHeader>(row.block.content);
    const int line = row.line(TextStyle::Body);
    const int nameWidth = std::min(row.width / 2, QFontMetrics(nameFont(row)).horizontalAdvance(row.authorTitle) + 1);
    if (state.isSelected)
        painter.fillRect(row.placed({0, 0, nameWidth, line}), row.theme().colour(Token::AccentSoft));
    paintLine(painter, row.placed({0, 0, nameWidth, line}), nameFont(row), row.theme().colour(Token::Text),
              row.authorTitle, Qt::AlignLeft | Qt::AlignVCenter, row.direction);
    paintLine(painter, row.placed({nameWidth + row.px(8), 0, row.px(140), line}), row.font(TextStyle::Caption),
              row.theme().colour(Token::Text3), timeText(header.at), Qt::AlignLeft | Qt::AlignVCenter, row.direction);
}

int CutPainter::height(const RowContext &row) const
{
    return row.line(TextStyle::Body);
}

void CutPainter::paint(QPainter &painter, const RowContext &row, const RowState &state) const
{
    const QString words = cutLine(std::get<Cut>(row.block.content));
    const QFont font = row.font(TextStyle::Small);
    const int width = std::min(row.width - row.px(40), QFontMetrics(font).horizontalAdvance(words) + 1);
    const int line = row.line(TextStyle::Body);
    const QRect place((row.width - width) / 2, 0, width, line);
    if (state.isSelected)
        painter.fillRect(place, row.theme().colour(Token::AccentSoft));
    paintLine(painter, place, font, row.theme().colour(Token::Text2), words, Qt::AlignCenter, row.direction);
    paintDivider(painter, row, line, width);
}

int FooterPainter::height(const RowContext &row) const
{
    return std::max(16, row.line(TextStyle::Caption));
}

QRect FooterPainter::copyButton(const RowContext &row)
{
    const int words =
        QFontMetrics(row.font(TextStyle::Caption)).horizontalAdvance(footerLine(std::get<Footer>(row.block.content)));
    const int left = std::min(words + row.px(12), row.width - row.px(160));
    return row.placed({left, 0, actionWidth(row, Words::tr("Copied")), FooterPainter().height(row)});
}

QRect FooterPainter::retryButton(const RowContext &row)
{
    const auto *cut = row.before ? row.before->as<Cut>() : nullptr;
    if (!cut || cut->reason != Cut::Reason::Stopped || row.after)
        return {};
    const QRect copy = copyButton(row);
    const int width = actionWidth(row, Words::tr("Retry"));
    const int left = row.direction == Qt::LeftToRight ? copy.right() + row.px(8) : copy.left() - row.px(8) - width;
    return {left, 0, width, copy.height()};
}

void FooterPainter::paint(QPainter &painter, const RowContext &row, const RowState &state) const
{
    const bool isWanted = state.isHovered || state.isCurrent || state.isCopied;
    const QRect copy = copyButton(row);
    const int room = row.direction == Qt::LeftToRight ? copy.left() : row.width - copy.right();
    paintLine(painter, row.placed({0, 0, isWanted ? room - row.px(8) : row.width, height(row)}),
              row.font(TextStyle::Caption), row.theme().colour(Token::Text3),
              footerLine(std::get<Footer>(row.block.content)), Qt::AlignLeft | Qt::AlignVCenter, row.direction);
    if (!isWanted)
        return;
    if (state.isCopied)
        paintAction(painter, row, copy, u"checkmark"_s, Words::tr("Copied"), Token::Ok);
    else
        paintAction(painter, row, copy, u"edit-copy"_s, Words::tr("Copy"), Token::Text2);
    if (const QRect retry = retryButton(row); !retry.isEmpty())
        paintAction(painter, row, retry, u"view-refresh"_s, Words::tr("Retry"), Token::Text2);
}

RowHit FooterPainter::hit(const RowContext &row, const QPoint &point) const
{
    if (copyButton(row).contains(point))
        return {RowHit::Kind::CopyAnswer, -1, {}};
    if (retryButton(row).contains(point))
        return {RowHit::Kind::Retry, -1, {}};
    return BlockPainter::hit(row, point);
}

bool SummaryPainter::canExpand(const RowContext &) const
{
    return true;
}

std::optional<RowText> SummaryPainter::text(const RowContext &row) const
{
    if (!row.isExpanded)
        return {};
    const auto &summary = std::get<SummaryDivider>(row.block.content);
    auto &document = row.documents.document(row.block.id, row.revision, row.width - row.px(24),
                                            [&] { return MarkdownDocument::ofMarkdown(summary.text, row.look); });
    return RowText{&document, {row.px(12), row.line(TextStyle::Body) + row.px(6) + row.px(10)}};
}

int SummaryPainter::height(const RowContext &row) const
{
    const auto shown = text(row);
    return shown ? shown->origin.y() + int(std::ceil(shown->document->size().height())) + row.px(10)
                 : row.line(TextStyle::Body);
}

void SummaryPainter::paint(QPainter &painter, const RowContext &row, const RowState &state) const
{
    const QString words = summaryLine(std::get<SummaryDivider>(row.block.content));
    const QString action = row.isExpanded ? Words::tr("Hide summary") : Words::tr("Show summary");
    const QFont font = row.font(TextStyle::Small);
    QFont actionFont = font;
    actionFont.setWeight(QFont::DemiBold);
    const QFontMetrics metrics(font);
    const int line = row.line(TextStyle::Body);
    const int wordsWidth = metrics.horizontalAdvance(words) + 1;
    const int actionWidth = QFontMetrics(actionFont).horizontalAdvance(action) + 1;
    const int width = row.px(24) + wordsWidth + row.px(8) + actionWidth;
    const int left = (row.width - width) / 2;
    row.theme().icon(u"view-list-text"_s, Token::Text2).paint(&painter, row.placed({left, (line - 16) / 2, 16, 16}));
    paintLine(painter, row.placed({left + row.px(24), 0, wordsWidth, line}), font, row.theme().colour(Token::Text2),
              words, Qt::AlignLeft | Qt::AlignVCenter, row.direction);
    paintLine(painter, row.placed({left + row.px(32) + wordsWidth, 0, actionWidth, line}), actionFont,
              row.theme().colour(Token::AccentText), action, Qt::AlignLeft | Qt::AlignVCenter, row.direction);
    paintDivider(painter, row, line, width);
    if (const auto shown = text(row)) {
        const int top = line + row.px(6);
        paintFrame(painter, QRect(0, top, row.width, height(row) - top), row.theme().colour(Token::Alt),
                   row.theme().colour(Token::Line));
        paintText(painter, row, *shown, state);
    }
}

RowHit SummaryPainter::hit(const RowContext &row, const QPoint &point) const
{
    if (point.y() < row.line(TextStyle::Body))
        return {RowHit::Kind::Toggle, -1, {}};
    return BlockPainter::hit(row, point);
}

} // namespace typeshift::ui
