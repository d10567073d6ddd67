// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "inspector/TimelineDelegate.h"

#include "inspector/RunTimelineModel.h"
#include "inspector/TimelineWords.h"
#include "theme/Theme.h"

#include <QPainter>

namespace typeshift::ui {

namespace {

constexpr int rowPixels = 28; // DESIGN 1.1
constexpr int edge = 12;
constexpr int railPixels = 28;
constexpr int markPixels = 8;
constexpr int indent = 16;
constexpr int textEdge = 4;

int aligned(Qt::LayoutDirection direction, Qt::Alignment side)
{
    return int(Qt::AlignVCenter | QStyle::visualAlignment(direction, side)) | Qt::TextSingleLine;
}

} // namespace

TimelineDelegate::TimelineDelegate(const RunTimelineModel &model, const Theme &theme, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_model(model)
    , m_theme(theme)
{
}

QSize TimelineDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {m_theme.px(48), m_theme.px(rowPixels)};
}

int TimelineDelegate::atWidth() const
{
    const QFontMetrics metrics(m_theme.font(TextStyle::Small));
    return m_theme.px(edge) + metrics.horizontalAdvance(QStringLiteral("00:00")) + m_theme.px(railPixels);
}

void TimelineDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter->fillRect(option.rect, m_theme.colour(isSelected ? Token::AccentSoft : Token::Base));
    if (index.column() == RunTimelineModel::At) {
        paintAt(*painter, option, index);
        paintRail(*painter, option, index);
        // The ring runs along the whole row: its first cell draws it. // DESIGN 2
        if (isSelected && option.state.testFlag(QStyle::State_HasFocus)) {
            const QRect bar(option.rect.topLeft(), QSize(m_theme.px(2), option.rect.height()));
            painter->fillRect(QStyle::visualRect(option.direction, option.rect, bar), m_theme.colour(Token::Accent));
        }
    } else {
        paintText(*painter, option, index);
    }
    painter->restore();
}

void TimelineDelegate::paintAt(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QRect place = QStyle::visualRect(option.direction, option.rect,
                                           option.rect.adjusted(m_theme.px(edge), 0, -m_theme.px(railPixels), 0));
    painter.setFont(m_theme.font(TextStyle::Small));
    painter.setPen(m_theme.colour(Token::Text3));
    painter.drawText(place, aligned(option.direction, Qt::AlignRight), index.data().toString());
}

// A line from step to step: it begins at the first mark and ends at the last one.
void TimelineDelegate::paintRail(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const TimelineStep &step = m_model.step(index.row());
    const int middle = option.rect.right() - m_theme.px(railPixels) / 2;
    const QRect slot = QStyle::visualRect(option.direction, option.rect,
                                          QRect(middle, option.rect.top(), 1, option.rect.height()));
    const QPointF centre(slot.left() + 0.5, slot.center().y() + 0.5);
    const bool isFirst = index.row() == 0;
    const bool isLast = index.row() == m_model.rowCount() - 1;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.colour(Token::LineStrong), 1));
    painter.drawLine(QPointF(centre.x(), isFirst ? centre.y() : slot.top()),
                     QPointF(centre.x(), isLast ? centre.y() : slot.bottom() + 1));
    const QColor mark = m_theme.colour(markColour(step.state));
    const qreal radius = m_theme.px(markPixels) / 2.0;
    const bool isHollow = !step.modelCall() && markColour(step.state) == Token::Text2;
    if (isHollow) {
        painter.setPen(QPen(mark, 1.5));
        painter.setBrush(
            m_theme.colour(option.state.testFlag(QStyle::State_Selected) ? Token::AccentSoft : Token::Base));
        painter.drawEllipse(centre, radius - 1, radius - 1);
        return;
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(mark);
    painter.drawEllipse(centre, radius, radius);
}

void TimelineDelegate::paintText(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const TimelineStep &step = m_model.step(index.row());
    const bool isStep = index.column() == RunTimelineModel::Step;
    const bool isLast = index.column() == RunTimelineModel::Tokens;
    QFont font = m_theme.font(isStep ? TextStyle::Body : TextStyle::Small);
    if (isStep && step.modelCall())
        font.setWeight(QFont::DemiBold);
    const Token state = stepColour(step);
    const bool counts = index.column() == RunTimelineModel::Time && step.since.isValid();
    painter.setFont(font);
    painter.setPen(m_theme.colour(isStep || counts ? state : Token::Text2));
    const int before = isStep ? textEdge + (step.modelCall() ? 0 : indent) : textEdge;
    const QRect place = QStyle::visualRect(
        option.direction, option.rect,
        option.rect.adjusted(m_theme.px(before), 0, -m_theme.px(isLast ? edge : textEdge), 0));
    painter.drawText(place, aligned(option.direction, isStep ? Qt::AlignLeft : Qt::AlignRight),
                     QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideRight, place.width()));
}

} // namespace typeshift::ui
