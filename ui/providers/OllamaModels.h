// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/providers/ModelCatalog.h>

#include <QAbstractTableModel>
#include <QStyledItemDelegate>

namespace typeshift::ui {

class Theme;

//! The models of an Ollama as a table: name, size, context, tools.
class OllamaModels final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Size, Context, Tools };

    explicit OllamaModels(const Theme &theme, QObject *parent = nullptr);

    void setModels(QList<OllamaModel> models);
    const OllamaModel &model(int row) const { return m_models[row]; }
    //! The first one that can call tools, else the first; -1 when there is none.
    int bestRow() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const Theme &m_theme;
    QList<OllamaModel> m_models;
};

//! Draws the chosen row of a table as a chosen radio button in its first column.
class ChoiceDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit ChoiceDelegate(const Theme &theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    const Theme &m_theme;
};

} // namespace typeshift::ui
