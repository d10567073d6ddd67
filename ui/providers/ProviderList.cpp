// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/ProviderList.h"

#include "theme/Painting.h"
#include "theme/Theme.h"
#include "widgets/SectionHeader.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

void ProviderList::addSection(const QString &title)
{
    beginInsertRows({}, rowCount(), rowCount());
    m_rows.append(Row{.title = title});
    endInsertRows();
}

void ProviderList::addProvider(const QString &title, const QString &detail, const QString &symbol, ProviderForm *form)
{
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_rows.append(Row{title, detail, symbol, form});
    endInsertRows();
    connect(form, &ProviderForm::changed, this, [this, row] { emit dataChanged(index(row), index(row)); });
}

int ProviderList::rowOf(const ProviderForm *form) const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (m_rows[row].form == form)
            return row;
    }
    return -1;
}

int ProviderList::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant ProviderList::data(const QModelIndex &index, int role) const
{
    const Row &row = m_rows[index.row()];
    if (role == Qt::DisplayRole)
        return row.title;
    if (role == Qt::AccessibleTextRole)
        return row.form ? tr("%1, %2, %3").arg(row.title, row.detail, row.form->status().text) : row.title;
    return {};
}

Qt::ItemFlags ProviderList::flags(const QModelIndex &index) const
{
    return m_rows[index.row()].form ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags;
}

ProviderDelegate::ProviderDelegate(const ProviderList &list, const Theme &theme, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_list(list)
    , m_theme(theme)
{
}

QSize ProviderDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    return QSize(m_theme.px(200), m_theme.px(m_list.row(index.row()).form ? 56 : 28));
}

void ProviderDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const ProviderList::Row &row = m_list.row(index.row());
    if (!row.form) {
        const QRect area = option.rect.adjusted(m_theme.px(16), m_theme.px(4), -m_theme.px(16), 0);
        return paintSectionHeader(*painter, area, row.title, {}, m_theme, option.direction);
    }
    painter->save();
    const QRect box = option.rect.adjusted(m_theme.px(4), 0, -m_theme.px(4), 0);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    if (isSelected)
        paintBox(*painter, QRectF(box), m_theme.colour(Token::AccentSoft), m_theme.colour(Token::AccentLine));
    if (isSelected && option.state.testFlag(QStyle::State_HasFocus))
        paintFocusRing(*painter, QRectF(box), m_theme);
    const QRect inner = box.adjusted(m_theme.px(20), m_theme.px(8), -m_theme.px(16), -m_theme.px(8));
    const auto placed = [&](const QRect &part) { return QStyle::visualRect(option.direction, inner, part); };
    const int size = m_theme.px(16);
    m_theme.icon(row.symbol, Token::Text2)
        .paint(painter, placed(QRect(inner.left(), inner.center().y() - size / 2, size, size)));

    // A narrow list has no room beside the words: the status takes the place of the detail.
    const bool isNarrow = option.rect.width() < m_theme.px(340);
    const int wordsLeft = size + m_theme.px(isNarrow ? 10 : 16);
    const ProviderStatus status = row.form->status();
    if (isNarrow) {
        const QRect lower = inner.adjusted(wordsLeft, inner.height() / 2, 0, 0);
        paintStatus(*painter, placed(lower), Qt::AlignLeft, option.direction, status);
    }
    const int statusWidth = isNarrow ? 0 : paintStatus(*painter, inner, Qt::AlignRight, option.direction, status);
    const QRect words = inner.adjusted(wordsLeft, 0, -statusWidth, 0);
    const int align = int(QStyle::visualAlignment(option.direction, Qt::AlignLeft)) | Qt::AlignVCenter
        | Qt::TextSingleLine;
    QFont title = m_theme.font(TextStyle::Body);
    title.setWeight(QFont::Medium);
    painter->setFont(title);
    painter->setPen(m_theme.colour(Token::Text));
    painter->drawText(placed(QRect(words.left(), words.top(), words.width(), words.height() / 2)), align,
                      painter->fontMetrics().elidedText(row.title, Qt::ElideRight, words.width()));
    if (isNarrow)
        return painter->restore();
    painter->setFont(m_theme.font(TextStyle::Small));
    painter->setPen(m_theme.colour(Token::Text2));
    const QRect below(words.left(), words.top() + words.height() / 2, words.width(), words.height() / 2);
    painter->drawText(placed(below), align,
                      painter->fontMetrics().elidedText(row.detail, Qt::ElideRight, below.width()));
    painter->restore();
}

int ProviderDelegate::paintStatus(QPainter &painter, const QRect &inner, Qt::Alignment side,
                                  Qt::LayoutDirection direction, const ProviderStatus &status) const
{
    const Token ink = status.kind == ProviderStatus::Kind::Ready ? Token::Ok
        : status.kind == ProviderStatus::Kind::Failed            ? Token::Dan
                                                                 : Token::Text3;
    painter.setFont(m_theme.font(TextStyle::Small));
    painter.setPen(m_theme.colour(ink));
    const bool hasMark = status.kind != ProviderStatus::Kind::Open;
    const int size = m_theme.px(16);
    const int markWidth = hasMark ? size + m_theme.px(6) : 0;
    const QString text = painter.fontMetrics().elidedText(status.text, Qt::ElideRight, inner.width() - markWidth);
    const int textWidth = painter.fontMetrics().horizontalAdvance(text);
    const int left = side == Qt::AlignLeft ? inner.left() : inner.right() - textWidth - markWidth;
    const auto placed = [&](const QRect &part) { return QStyle::visualRect(direction, inner, part); };
    painter.drawText(placed(QRect(left + markWidth, inner.top(), textWidth + 1, inner.height())), Qt::AlignCenter,
                     text);
    if (hasMark)
        m_theme.icon(status.kind == ProviderStatus::Kind::Ready ? u"checkmark"_s : u"data-error"_s, ink)
            .paint(&painter, placed(QRect(left, inner.center().y() - size / 2, size, size)));
    return textWidth + markWidth + m_theme.px(8);
}

} // namespace typeshift::ui
