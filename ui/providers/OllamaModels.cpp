// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/OllamaModels.h"

#include "theme/Theme.h"
#include "words/Numbers.h"

#include <QApplication>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

OllamaModels::OllamaModels(const Theme &theme, QObject *parent)
    : QAbstractTableModel(parent)
    , m_theme(theme)
{
}

void OllamaModels::setModels(QList<OllamaModel> models)
{
    beginResetModel();
    m_models = std::move(models);
    endResetModel();
}

int OllamaModels::bestRow() const
{
    const auto best = std::ranges::find_if(m_models, &OllamaModel::canUseTools);
    return best != m_models.end() ? int(std::distance(m_models.begin(), best)) : m_models.isEmpty() ? -1 : 0;
}

int OllamaModels::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_models.size());
}

int OllamaModels::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : 4;
}

QVariant OllamaModels::data(const QModelIndex &index, int role) const
{
    const OllamaModel &model = m_models[index.row()];
    const bool isNumber = index.column() == Size || index.column() == Context;
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::DecorationRole && index.column() == Tools)
        return model.canUseTools() ? QVariant::fromValue(m_theme.icon(u"checkmark"_s, Token::Ok)) : QVariant();
    if (role == Qt::AccessibleTextRole && index.column() == Name)
        return model.canUseTools() ? tr("%1, can call tools").arg(model.name) : tr("%1, chat only").arg(model.name);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name:
        return model.name;
    case Size:
        return model.bytes > 0 ? sizeText(model.bytes) : QString();
    case Context:
        return model.contextLength ? tr("%1k").arg(*model.contextLength / 1'024) : QString();
    default:
        return model.canUseTools() ? tr("yes") : tr("chat only");
    }
}

QVariant OllamaModels::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (section == Size || section == Context ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Model");
    case Size:
        return tr("Size");
    case Context:
        return tr("Context");
    default:
        return tr("Tools");
    }
}

ChoiceDelegate::ChoiceDelegate(const Theme &theme, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{
}

void ChoiceDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem row = option;
    const bool isChosen = option.state.testFlag(QStyle::State_Selected);
    if (isChosen)
        painter->fillRect(option.rect, m_theme.colour(Token::AccentSoft));
    row.state.setFlag(QStyle::State_Selected, false);
    row.state.setFlag(QStyle::State_HasFocus, false);
    if (index.column() == OllamaModels::Name) {
        QStyleOptionButton radio;
        const int size = m_theme.px(16);
        const QRect slot(option.rect.left() + m_theme.px(10), option.rect.center().y() - size / 2, size, size);
        radio.rect = QStyle::visualRect(option.direction, option.rect, slot);
        radio.palette = option.palette;
        radio.state = QStyle::State_Enabled | (isChosen ? QStyle::State_On : QStyle::State_Off);
        QApplication::style()->drawPrimitive(QStyle::PE_IndicatorRadioButton, &radio, painter, option.widget);
        row.rect.setLeft(row.rect.left() + size + m_theme.px(14));
    }
    const int edge = m_theme.px(6);
    row.rect.adjust(edge, 0, -edge, 0);
    QStyledItemDelegate::paint(painter, row, index);
}

} // namespace typeshift::ui
