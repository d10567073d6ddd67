// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/RunDelegate.h"

#include "runs/EventWords.h"

#include "theme/Painting.h"
#include "theme/Theme.h"
#include "widgets/LivePulse.h"

#include <QAbstractProxyModel>
#include <QMouseEvent>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

constexpr int rowPixels = 44; // DESIGN 1.1
constexpr int edge = 8;       // as the header has it
constexpr int iconPixels = 16;

// The model's row behind an index of it, or of a proxy over it.
const RunsModel::Row *rowOf(const QModelIndex &index)
{
    QModelIndex source = index;
    if (const auto *proxy = qobject_cast<const QAbstractProxyModel *>(index.model()))
        source = proxy->mapToSource(index);
    const auto *model = qobject_cast<const RunsModel *>(source.model());
    return model ? &model->row(source.row()) : nullptr;
}

int aligned(Qt::LayoutDirection direction, Qt::Alignment side)
{
    return int(Qt::AlignVCenter | QStyle::visualAlignment(direction, side)) | Qt::TextSingleLine;
}

void drawText(QPainter &painter, const QRect &rect, int flags, const QString &text)
{
    painter.drawText(rect, flags, painter.fontMetrics().elidedText(text, Qt::ElideRight, rect.width()));
}

} // namespace

RunDelegate::RunDelegate(const Theme &theme, const LivePulse &pulse, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
    , m_pulse(pulse)
{
}

QSize RunDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {m_theme.px(60), m_theme.px(rowPixels)};
}

void RunDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const RunsModel::Row *row = rowOf(index);
    if (!row)
        return;
    painter->save();
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter->fillRect(option.rect, m_theme.colour(isSelected ? Token::AccentSoft : Token::Base));
    painter->setPen(m_theme.colour(Token::Line));
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    const QRect inner = option.rect.adjusted(m_theme.px(edge), 0, -m_theme.px(edge), 0);
    painter->setFont(m_theme.font(TextStyle::Body));
    painter->setPen(m_theme.colour(
        index.column() >= RunsModel::Model && index.column() <= RunsModel::Started ? Token::Text2 : Token::Text));
    switch (RunsModel::Column(index.column())) {
    case RunsModel::State:
        paintState(*painter, inner, index, *row, option.direction);
        break;
    case RunsModel::Conversation:
        paintConversation(*painter, inner, index, option.direction);
        break;
    case RunsModel::Verbs:
        paintVerbs(*painter, option, *row);
        break;
    default:
        drawText(*painter, inner,
                 aligned(option.direction, index.column() >= RunsModel::Started ? Qt::AlignRight : Qt::AlignLeft),
                 index.data().toString());
    }
    // The ring runs along the whole row: each cell draws its part of it.
    if (isSelected && option.state.testFlag(QStyle::State_HasFocus) && index.column() == RunsModel::State)
        painter->fillRect(QRect(option.rect.topLeft(), QSize(m_theme.px(2), option.rect.height())),
                          m_theme.colour(Token::Accent));
    painter->restore();
}

void RunDelegate::paintState(QPainter &painter, const QRect &rect, const QModelIndex &index, const RunsModel::Row &row,
                             Qt::LayoutDirection direction) const
{
    using Kind = RunActivity::Kind;
    const int size = m_theme.px(iconPixels);
    const QRect slot = QStyle::visualRect(direction, rect,
                                          QRect(rect.left(), rect.center().y() - size / 2 + 1, size, size));
    Token colour = Token::Text2;
    if (row.asking) {
        m_theme
            .icon(row.asking->approvals == 0 && row.asking->hasPlan ? u"view-task"_s : u"dialog-warning"_s, Token::Att)
            .paint(&painter, slot);
        colour = Token::Att;
    } else if (!row.here) {
        m_theme.icon(u"computer"_s, Token::Text2).paint(&painter, slot);
    } else {
        const Kind kind = row.here->activity.kind;
        if (kind == Kind::Thinking || kind == Kind::Writing)
            m_pulse.paintDot(painter, QRectF(slot).center(), m_theme);
        else if (kind == Kind::Calling)
            m_theme.icon(u"code-context"_s, Token::Live).paint(&painter, slot);
        else
            m_theme.icon(u"view-refresh"_s, Token::Att).paint(&painter, slot);
        colour = kind == Kind::Retrying ? Token::Att : Token::Text;
    }
    // The detail counts: it keeps its place while the words before it give way.
    const QString words = index.data().toString();
    const QString detail = index.data(RunsModel::detailRole).toString();
    const QFontMetrics metrics = painter.fontMetrics();
    QRect line = rect.adjusted(size + m_theme.px(8), 0, 0, 0);
    const int gap = detail.isEmpty() ? 0 : metrics.horizontalAdvance(detail) + m_theme.px(6);
    line.setWidth(std::min(line.width() - gap, metrics.horizontalAdvance(words) + 1));
    painter.setPen(m_theme.colour(colour));
    drawText(painter, QStyle::visualRect(direction, rect, line), aligned(direction, Qt::AlignLeft), words);
    if (detail.isEmpty())
        return;
    const QRect behind(line.right() + m_theme.px(6), rect.top(), gap, rect.height());
    painter.setPen(m_theme.colour(Token::Text2));
    drawText(painter, QStyle::visualRect(direction, rect, behind), aligned(direction, Qt::AlignLeft), detail);
}

void RunDelegate::paintConversation(QPainter &painter, const QRect &rect, const QModelIndex &index,
                                    Qt::LayoutDirection direction) const
{
    const QRect lines = rect.adjusted(0, m_theme.px(4), 0, -m_theme.px(4));
    const QRect top(lines.left(), lines.top(), lines.width(), lines.height() / 2);
    const QRect bottom(lines.left(), top.bottom() + 1, lines.width(), lines.height() - top.height());
    QFont title = m_theme.font(TextStyle::Body);
    title.setWeight(QFont::Medium);
    painter.setFont(title);
    drawText(painter, top, aligned(direction, Qt::AlignLeft), index.data().toString());
    painter.setFont(m_theme.font(TextStyle::Small));
    painter.setPen(m_theme.colour(Token::Text2));
    drawText(painter, bottom, aligned(direction, Qt::AlignLeft), index.data(RunsModel::detailRole).toString());
}

int RunDelegate::buttonWidth(const QString &text) const
{
    return QFontMetrics(m_theme.font(TextStyle::Small)).horizontalAdvance(text) + m_theme.px(18);
}

int RunDelegate::verbsWidth() const
{
    return buttonWidth(tr("Steer…")) + buttonWidth(tr("Stop")) + m_theme.px(6 + 2 * edge);
}

QList<RunDelegate::Button> RunDelegate::buttons(const QStyleOptionViewItem &option, const RunsModel::Row &row) const
{
    QList<Button> made;
    int right = option.rect.right() - m_theme.px(edge);
    const auto add = [&](Verb verb, const QString &text) {
        const int width = buttonWidth(text);
        const int height = m_theme.px(24);
        const QRect rect(right - width, option.rect.center().y() - height / 2, width, height);
        made.append({verb, text, QStyle::visualRect(option.direction, option.rect, rect)});
        right -= width + m_theme.px(6);
    };
    if (!row.here)
        add(Verb::Open, row.asking ? tr("Review…") : tr("Open"));
    if (row.here) {
        add(Verb::Stop, tr("Stop"));
        add(Verb::Steer, tr("Steer…"));
    }
    return made;
}

void RunDelegate::paintVerbs(QPainter &painter, const QStyleOptionViewItem &option, const RunsModel::Row &row) const
{
    const bool isFramed = row.asking || option.state.testFlag(QStyle::State_Selected) // It needs somebody. // DESIGN 2
        || option.state.testFlag(QStyle::State_MouseOver);
    painter.setFont(m_theme.font(TextStyle::Small));
    for (const Button &button : buttons(option, row)) {
        if (isFramed)
            paintBox(painter, QRectF(button.rect), m_theme.colour(Token::Button), m_theme.colour(Token::LineStrong));
        painter.setPen(m_theme.colour(Token::Text));
        painter.drawText(button.rect, Qt::AlignCenter, button.text);
    }
}

bool RunDelegate::editorEvent(QEvent *event, QAbstractItemModel *, const QStyleOptionViewItem &option,
                              const QModelIndex &index)
{
    const bool isMouse = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonRelease;
    const RunsModel::Row *row = rowOf(index);
    if (!isMouse || !row || index.column() != RunsModel::Verbs)
        return false;
    const auto *mouse = static_cast<QMouseEvent *>(event);
    std::optional<Verb> under;
    for (const Button &button : buttons(option, *row)) {
        if (mouse->button() == Qt::LeftButton && button.rect.contains(mouse->position().toPoint()))
            under = button.verb;
    }
    if (event->type() == QEvent::MouseButtonPress) {
        m_pressed = under;
        return false; // The row becomes the current one as well.
    }
    const bool isClick = under && std::exchange(m_pressed, std::nullopt) == under;
    if (isClick)
        emit requested(*under, index);
    return isClick;
}

} // namespace typeshift::ui
