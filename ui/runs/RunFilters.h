// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/base/StrongId.h>

#include <QSortFilterProxyModel>

namespace typeshift::ui {

//! The runs whose conversation, agent or model holds the words.
class RunFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit RunFilter(QObject *parent = nullptr);
    void setWords(const QString &words);

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    QString m_words;
};

//! The events of one conversation, or of all.
class EventFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setConversation(std::optional<ConversationId> conversation);

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    std::optional<ConversationId> m_conversation;
};

} // namespace typeshift::ui
