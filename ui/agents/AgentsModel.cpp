// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "agents/AgentsModel.h"

#include "theme/Painting.h"
#include "theme/Theme.h"
#include "widgets/SectionHeader.h"

#include <QLocale>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

QString countOfProblems(qsizetype count)
{
    return count == 0 ? AgentsModel::tr("No problems")
        : count == 1  ? AgentsModel::tr("1 problem")
                      : AgentsModel::tr("%1 problems").arg(QLocale().toString(count));
}

QString stateOf(const AgentEntry &entry)
{
    if (entry.isOwn())
        return AgentsModel::tr("Part of the program");
    QStringList parts;
    if (!entry.problems.isEmpty())
        parts.append(countOfProblems(entry.problems.size()));
    if (entry.isNew())
        parts.append(AgentsModel::tr("not saved yet"));
    else if (entry.isChanged())
        parts.append(AgentsModel::tr("changes not saved"));
    return parts.isEmpty() ? entry.file : parts.join(u" · "_s);
}

void AgentsModel::setEntries(const QList<AgentEntry> &files, const QList<AgentEntry> &own)
{
    beginResetModel();
    m_rows.clear();
    if (!files.isEmpty())
        m_rows.append(Row{tr("YOUR AGENTS"), {}});
    for (const AgentEntry &entry : files)
        m_rows.append(Row{{}, entry});
    m_rows.append(Row{tr("OF THE PROGRAM"), {}});
    for (const AgentEntry &entry : own)
        m_rows.append(Row{{}, entry});
    endResetModel();
}

void AgentsModel::setEntry(int row, const AgentEntry &entry)
{
    m_rows[row].entry = entry;
    emit dataChanged(index(row), index(row));
}

const AgentEntry *AgentsModel::entry(int row) const
{
    return row >= 0 && row < m_rows.size() && !isHeader(row) ? &m_rows.at(row).entry : nullptr;
}

QList<AgentEntry> AgentsModel::files() const
{
    QList<AgentEntry> files;
    for (const Row &row : m_rows) {
        if (row.header.isEmpty() && !row.entry.isOwn())
            files.append(row.entry);
    }
    return files;
}

int AgentsModel::rowOf(const QString &file) const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (!isHeader(row) && m_rows.at(row).entry.file == file)
            return row;
    }
    return -1;
}

int AgentsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant AgentsModel::data(const QModelIndex &index, int role) const
{
    const Row &row = m_rows.at(index.row());
    const bool isHeader = !row.header.isEmpty();
    if (role == Qt::DisplayRole)
        return isHeader ? row.header : row.entry.title;
    if (role == Qt::ToolTipRole && !isHeader)
        return row.entry.file;
    if (role == Qt::AccessibleTextRole)
        return isHeader ? row.header : tr("%1, %2").arg(row.entry.title, stateOf(row.entry));
    return {};
}

Qt::ItemFlags AgentsModel::flags(const QModelIndex &index) const
{
    return isHeader(index.row()) ? Qt::NoItemFlags : Qt::ItemIsEnabled | Qt::ItemIsSelectable;
}

AgentDelegate::AgentDelegate(const AgentsModel &model, const Theme &theme, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_model(model)
    , m_theme(theme)
{
}

QSize AgentDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    return QSize(m_theme.px(180), m_theme.px(m_model.isHeader(index.row()) ? 28 : 50)); // DESIGN 1.1
}

void AgentDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const AgentEntry *entry = m_model.entry(index.row());
    if (!entry) {
        const QRect area = option.rect.adjusted(m_theme.px(12), m_theme.px(4), -m_theme.px(12), 0);
        return paintSectionHeader(*painter, area, index.data().toString(), {}, m_theme, option.direction);
    }
    painter->save();
    const QRect box = option.rect.adjusted(m_theme.px(4), m_theme.px(1), -m_theme.px(4), -m_theme.px(1));
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    if (isSelected)
        paintBox(*painter, QRectF(box), m_theme.colour(Token::AccentSoft), m_theme.colour(Token::AccentLine));
    if (isSelected && option.state.testFlag(QStyle::State_HasFocus))
        paintFocusRing(*painter, QRectF(box), m_theme);
    const bool isWrong = !entry->problems.isEmpty();
    const QRect inner = box.adjusted(m_theme.px(8), m_theme.px(4), -m_theme.px(8), -m_theme.px(4));
    const auto placed = [&](const QRect &part) { return QStyle::visualRect(option.direction, inner, part); };
    const int size = m_theme.px(16);
    m_theme.icon(isWrong ? u"data-error"_s : u"user"_s, isWrong ? Token::Dan : Token::Text2)
        .paint(painter, placed(QRect(inner.left(), inner.center().y() - size / 2, size, size)));
    const QRect words = inner.adjusted(size + m_theme.px(8), 0, 0, 0);
    const int align = int(QStyle::visualAlignment(option.direction, Qt::AlignLeft)) | Qt::AlignVCenter
        | Qt::TextSingleLine;
    const auto write = [&](const QString &text, int top, const QFont &font, Token ink) {
        painter->setFont(font);
        painter->setPen(m_theme.colour(ink));
        painter->drawText(placed(QRect(words.left(), top, words.width(), words.height() / 2)), align,
                          painter->fontMetrics().elidedText(text, Qt::ElideRight, words.width()));
    };
    QFont title = m_theme.font(TextStyle::Body);
    title.setWeight(QFont::Medium);
    write(entry->title, words.top(), title, Token::Text);
    write(stateOf(*entry), words.top() + words.height() / 2, m_theme.font(TextStyle::Small),
          isWrong ? Token::Dan : Token::Text2);
    painter->restore();
}

} // namespace typeshift::ui
