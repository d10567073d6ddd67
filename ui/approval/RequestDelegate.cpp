// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/RequestDelegate.h"

#include "approval/Approval.h"
#include "approval/RequestModel.h"
#include "theme/Painting.h"
#include "theme/Theme.h"
#include "widgets/SectionHeader.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

void drawLine(QPainter &painter, const QRect &rect, const QString &text, Qt::LayoutDirection direction)
{
    painter.drawText(rect,
                     int(Qt::AlignVCenter | QStyle::visualAlignment(direction, Qt::AlignLeft)) | Qt::TextSingleLine,
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, rect.width()));
}

} // namespace

RequestDelegate::RequestDelegate(const Theme &theme, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{
}

QSize RequestDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    const bool isHeader = index.data(RequestModel::RequestIdRole).toString().isEmpty();
    return {m_theme.px(120), m_theme.px(isHeader ? 28 : 50)};
}

void RequestDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const int edge = m_theme.px(12);
    if (index.data(RequestModel::RequestIdRole).toString().isEmpty()) {
        paintSectionHeader(*painter, option.rect.adjusted(edge + m_theme.px(4), 0, -edge, 0),
                           index.data(Qt::DisplayRole).toString(), {}, m_theme, option.direction);
        return;
    }
    painter->save();
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const QRect box = option.rect.adjusted(m_theme.px(4), 0, -m_theme.px(4), 0);
    if (isSelected)
        paintBox(*painter, QRectF(box), m_theme.colour(Token::AccentSoft), m_theme.colour(Token::AccentLine));
    const bool isClosed = index.data(RequestModel::ClosedRole).toBool();
    const Token ink = isClosed ? Token::Text2 : Token::Text;
    const int size = m_theme.px(16);
    const auto placed = [&](const QRect &part) { return QStyle::visualRect(option.direction, option.rect, part); };
    const QRect inner = option.rect.adjusted(edge + m_theme.px(4), m_theme.px(6), -edge, -m_theme.px(6));
    const QRect icon(inner.left(), inner.top() + m_theme.px(2), size, size);
    m_theme.icon(index.data(RequestModel::SymbolRole).toString(), ink).paint(painter, placed(icon));

    const int left = inner.left() + size + m_theme.px(8);
    QRect first(left, inner.top(), inner.right() - left, inner.height() / 2);
    first.setRight(first.right() - paintState(*painter, first, index, option.direction));
    painter->setFont(m_theme.font(TextStyle::Code));
    painter->setPen(m_theme.colour(ink));
    drawLine(*painter, placed(first), index.data(RequestModel::NameRole).toString(), option.direction);
    painter->setFont(m_theme.font(TextStyle::Small));
    painter->setPen(m_theme.colour(Token::Text2));
    drawLine(*painter, placed(QRect(left, first.bottom() + 1, inner.right() - left, inner.height() / 2)),
             index.data(RequestModel::SummaryRole).toString(), option.direction);
    if (isSelected && option.state.testFlag(QStyle::State_HasFocus))
        paintFocusRing(*painter, QRectF(box), m_theme);
    painter->restore();
}

// The word at the right with its icons; returns the room it takes.
int RequestDelegate::paintState(QPainter &painter, const QRect &line, const QModelIndex &index,
                                Qt::LayoutDirection direction) const
{
    const QVariant decided = index.data(RequestModel::DecidedRole);
    const bool isRejected = decided.isValid() && decided.toInt() == int(Decision::Kind::Reject);
    const QString word = index.data(RequestModel::StateRole).toString();
    const auto placed = [&](const QRect &part) { return QStyle::visualRect(direction, line, part); };
    painter.setFont(m_theme.font(decided.isValid() ? TextStyle::Body : TextStyle::Small));
    const Token colour = !decided.isValid() ? Token::Text3 : isRejected ? Token::Dan : Token::Ok;
    painter.setPen(m_theme.colour(colour));
    const int width = painter.fontMetrics().horizontalAdvance(word);
    int right = line.right() - width;
    painter.drawText(placed(QRect(right, line.top(), width + 1, line.height())), Qt::AlignCenter, word);
    const int size = m_theme.px(16);
    const auto paintIcon = [&](const QString &name, Token token) {
        right -= size + m_theme.px(4);
        m_theme.icon(name, token).paint(&painter, placed(QRect(right, line.center().y() - size / 2 + 1, size, size)));
    };
    if (decided.isValid())
        paintIcon(isRejected ? u"dialog-cancel"_s : u"checkmark"_s, colour);
    if (index.data(RequestModel::RiskyRole).toBool())
        paintIcon(u"data-warning"_s, Token::Dan);
    return line.right() - right + m_theme.px(8);
}

} // namespace typeshift::ui
