// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/ConversationDelegate.h"

#include "conversations/ConversationList.h"
#include "conversations/ConversationModel.h"
#include "theme/Painting.h"
#include "theme/Theme.h"
#include "widgets/LivePulse.h"
#include "widgets/SectionHeader.h"

#include <QLocale>
#include <QMouseEvent>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

constexpr int edge = 12;
constexpr int inset = 4;
constexpr int iconSize = 16;

int aligned(Qt::LayoutDirection direction, Qt::Alignment side)
{
    return int(Qt::AlignVCenter | QStyle::visualAlignment(direction, side)) | Qt::TextSingleLine;
}

bool hasFailed(const ConversationRecord &record)
{
    return record.lastError && record.lastError->kind != Error::Kind::Cancelled
        && record.state == ConversationState::Idle;
}

} // namespace

ConversationDelegate::ConversationDelegate(const ConversationModel &model, const Theme &theme, const LivePulse &pulse,
                                           QObject *parent)
    : QStyledItemDelegate(parent)
    , m_model(model)
    , m_theme(theme)
    , m_pulse(pulse)
{
}

QSize ConversationDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    return QSize(m_theme.px(120),
                 m_theme.px(m_model.record(index) ? ConversationList::rowPixels : ConversationList::headerPixels));
}

void ConversationDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const ConversationRecord *record = m_model.record(index);
    if (record)
        return paintRow(*painter, option, *record);
    const Section section = m_model.place(index.row()).section;
    const bool isCounted = section == Section::NeedsYou || section == Section::Running
        || section == Section::Interrupted;
    const QString count = isCounted ? QLocale().toString(m_model.count(section)) : QString();
    const QRect area = option.rect.adjusted(m_theme.px(edge + inset), 0, -m_theme.px(edge), 0);
    paintSectionHeader(*painter, area, ConversationModel::sectionTitle(section), count, m_theme, option.direction);
}

void ConversationDelegate::paintRow(QPainter &painter, const QStyleOptionViewItem &option,
                                    const ConversationRecord &record) const
{
    painter.save();
    const QRect box = option.rect.adjusted(m_theme.px(inset), 0, -m_theme.px(inset), 0);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    if (isSelected)
        paintBox(painter, QRectF(box), m_theme.colour(Token::AccentSoft), m_theme.colour(Token::AccentLine));
    else if (option.state.testFlag(QStyle::State_MouseOver))
        paintBox(painter, QRectF(box), mixed(m_theme.colour(Token::Window), m_theme.colour(Token::Text), 0.05),
                 Qt::transparent);
    if (isSelected && option.state.testFlag(QStyle::State_HasFocus))
        paintFocusRing(painter, QRectF(box), m_theme);

    QRect inner = box.adjusted(m_theme.px(edge), m_theme.px(6), -m_theme.px(edge - 4), -m_theme.px(6));
    const bool isInterrupted = record.state == ConversationState::Interrupted;
    if (isInterrupted) {
        paintResume(painter, option);
        inner.setRight(inner.right() - resumeRect(option).width() - m_theme.px(8));
    }
    const QRect top(inner.left(), inner.top(), inner.width(), inner.height() / 2);
    const QRect bottom(inner.left(), inner.top() + inner.height() / 2, inner.width(),
                       inner.height() - inner.height() / 2);
    const auto placed = [&](const QRect &part) { return QStyle::visualRect(option.direction, inner, part); };

    const QFont caption = m_theme.font(TextStyle::Caption);
    int timeWidth = 0;
    if (!isInterrupted) {
        const QString time = m_model.timeText(record);
        timeWidth = QFontMetrics(caption).horizontalAdvance(time) + m_theme.px(8);
        painter.setFont(caption);
        painter.setPen(m_theme.colour(Token::Text3));
        painter.drawText(placed(top), aligned(option.direction, Qt::AlignRight), time);
    }
    QFont title = m_theme.font(TextStyle::Body);
    title.setWeight(QFont::Medium);
    painter.setFont(title);
    painter.setPen(m_theme.colour(Token::Text));
    const QRect titleRect(top.left(), top.top(), top.width() - timeWidth, top.height());
    const QString words = record.title.isEmpty() ? tr("Untitled") : record.title;
    painter.drawText(placed(titleRect), aligned(option.direction, Qt::AlignLeft),
                     QFontMetrics(title).elidedText(words, Qt::ElideRight, titleRect.width()));

    const int used = paintState(painter, option, bottom, record);
    const QRect detailRect = bottom.adjusted(used, 0, 0, 0);
    painter.setFont(m_theme.font(TextStyle::Small));
    painter.setPen(m_theme.colour(hasFailed(record)                               ? Token::Dan
                                      : record.state == ConversationState::Asking ? Token::Att
                                                                                  : Token::Text2));
    painter.drawText(placed(detailRect), aligned(option.direction, Qt::AlignLeft),
                     painter.fontMetrics().elidedText(m_model.detail(record), Qt::ElideRight, detailRect.width()));
    painter.restore();
}

int ConversationDelegate::paintState(QPainter &painter, const QStyleOptionViewItem &option, const QRect &line,
                                     const ConversationRecord &record) const
{
    const int size = m_theme.px(iconSize);
    const QRect slot = QStyle::visualRect(option.direction, line,
                                          QRect(line.left(), line.center().y() - size / 2 + 1, size, size));
    const int used = size + m_theme.px(6);
    if (record.state == ConversationState::Running) {
        m_pulse.paintDot(painter, QRectF(slot).center(), m_theme);
        return used;
    }
    if (record.state == ConversationState::Asking) {
        m_theme.icon(u"dialog-warning"_s, Token::Att).paint(&painter, slot);
        return used;
    }
    if (hasFailed(record)) {
        m_theme.icon(u"data-error"_s, Token::Dan).paint(&painter, slot);
        return used;
    }
    return 0;
}

QRect ConversationDelegate::resumeRect(const QStyleOptionViewItem &option) const
{
    const QFontMetrics metrics(m_theme.font(TextStyle::Small));
    const int width = metrics.horizontalAdvance(tr("Resume")) + m_theme.px(18);
    const int height = m_theme.px(24);
    const QRect box = option.rect.adjusted(m_theme.px(inset), 0, -m_theme.px(edge), 0);
    const QRect button(box.right() - width, box.center().y() - height / 2, width, height);
    return QStyle::visualRect(option.direction, option.rect, button);
}

void ConversationDelegate::paintResume(QPainter &painter, const QStyleOptionViewItem &option) const
{
    const QRect button = resumeRect(option);
    paintBox(painter, QRectF(button), m_theme.colour(Token::Button), m_theme.colour(Token::LineStrong));
    painter.setFont(m_theme.font(TextStyle::Small));
    painter.setPen(m_theme.colour(Token::Text));
    painter.drawText(button, Qt::AlignCenter, tr("Resume"));
}

bool ConversationDelegate::editorEvent(QEvent *event, QAbstractItemModel *, const QStyleOptionViewItem &option,
                                       const QModelIndex &index)
{
    const ConversationRecord *record = m_model.record(index);
    const bool isMouse = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonRelease;
    if (!isMouse || !record || record->state != ConversationState::Interrupted)
        return false;
    const auto *mouse = static_cast<QMouseEvent *>(event);
    const bool isOnButton = mouse->button() == Qt::LeftButton
        && resumeRect(option).contains(mouse->position().toPoint());
    if (event->type() == QEvent::MouseButtonPress) {
        m_isResumePressed = isOnButton;
        return isOnButton;
    }
    const bool isClick = std::exchange(m_isResumePressed, false) && isOnButton;
    if (isClick)
        emit resumeRequested(record->id);
    return isClick;
}

} // namespace typeshift::ui
