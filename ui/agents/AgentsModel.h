// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/workbench/AgentFiles.h>

#include <QAbstractListModel>
#include <QStyledItemDelegate>

namespace typeshift::ui {

class Theme;

//! An agent as the window lists it: of a file, or of the program, which nobody edits.
struct AgentEntry {
    QString file; //!< empty for an agent of the program
    QString title;
    QString text;                     //!< as it is edited
    QString saved;                    //!< as the file has it, in the same form
    std::optional<QByteArray> before; //!< the bytes of the file when it was read; none before it was saved
    QList<AgentFileProblem> problems;

    bool isOwn() const { return file.isEmpty(); }
    bool isNew() const { return !isOwn() && !before; }
    bool isChanged() const { return !isOwn() && (isNew() || text != saved); }
};

QString countOfProblems(qsizetype count);
//! What there is to say about an entry in a line; for people.
QString stateOf(const AgentEntry &entry);

//! The agents of files, then those of the program, each under a header that cannot be selected.
class AgentsModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    //! All entries of files, in order, with those of the program behind them.
    void setEntries(const QList<AgentEntry> &files, const QList<AgentEntry> &own);
    void setEntry(int row, const AgentEntry &entry);
    //! The entry of a row; null for a header.
    const AgentEntry *entry(int row) const;
    QList<AgentEntry> files() const;
    int rowOf(const QString &file) const;
    bool isHeader(int row) const { return !m_rows.at(row).header.isEmpty(); }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Row {
        QString header;
        AgentEntry entry;
    };

    QList<Row> m_rows;
};

//! Paints headers and rows of two lines: what the agent is called, and how its file is.
class AgentDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    //! Both outlive the delegate.
    AgentDelegate(const AgentsModel &model, const Theme &theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    const AgentsModel &m_model;
    const Theme &m_theme;
};

} // namespace typeshift::ui
