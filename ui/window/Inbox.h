// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "approval/InboxModel.h"
#include "page/Desk.h"

#include <engine/async/TaskScope.h>

#include <QHash>
#include <QPointer>

class QDialog;
class QWidget;

namespace typeshift::ui {

class ConversationModel;
class ConversationPage;

//! What waits for somebody in all conversations: follows the side bar's list, reads how much waits where, shows it as
//! a list and walks through it. GUI thread. // F8, DESIGN 4.1
class Inbox final : public QObject
{
    Q_OBJECT

public:
    struct Parts {
        const Desk &desk;
        const ConversationModel &conversations;
        ConversationPage &page;
    };

    //! What it borrows outlives it.
    explicit Inbox(const Parts &parts);

    //! What people call the agents.
    void setAgentTitles(const QHash<QString, QString> &titles) { m_agentTitles = titles; }
    //! The list of conversations is another, or may be.
    void renew();
    const InboxModel &model() const { return m_model; }
    //! The next (1) or previous (-1) thing that needs somebody: what the open conversation waits with first, then the
    //! other conversations, those that wait longest first.
    void step(int direction);
    //! Opens the list over the window, with the focus on its first row. Enter opens, Escape closes.
    void showList(QWidget &window);

signals:
    //! Show this conversation with the focus on what it waits with.
    void openRequested(const typeshift::ConversationId &conversation);
    //! What waits is another, or how much.
    void changed();

private:
    enum class Known { Kept, Anew };

    void read(Known known);
    Task<InboxEntry> readEntry(InboxEntry entry, QString agent) const;
    void put(const InboxEntry &entry);
    void show();

    Parts m_parts;
    QHash<QString, QString> m_agentTitles;
    InboxModel m_model;
    QHash<ConversationId, InboxEntry> m_entries;
    QPointer<QDialog> m_list;
    TaskScope m_tasks; // Last: what is under way goes first.
};

} // namespace typeshift::ui
