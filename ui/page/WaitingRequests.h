// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/PlanRevision.h"

#include <engine/chat/ConversationEntry.h>

#include <QHash>

namespace typeshift::ui {

//! What a conversation leaves for a person to decide, with what belongs to it: read from its stored entries, in pieces
//! as they come.
class WaitingRequests
{
public:
    //! The whole conversation, from its beginning.
    void read(const QList<StoredEntry> &entries);
    //! What the run behind that stored, from its input on: what was open before it is not open any more. // 2.6.13
    void readRun(const QList<StoredEntry> &entries);

    //! In the order they were asked.
    const QList<ApprovalRequest> &open() const { return m_open; }
    //! What the agent wrote in the message that made the call of an open request; empty when it wrote nothing.
    QString words(const QString &requestId) const { return m_words.value(requestId); }
    //! When the first of the open requests was asked, UTC; invalid when none is open.
    QDateTime since() const { return m_open.isEmpty() ? QDateTime() : m_askedAt.value(m_open.constFirst().requestId); }
    //! Every revision of the conversation's plan, oldest first, with what it was sent back with. // 2.10.4
    const QList<PlanRevision> &plans() const { return m_plans; }

private:
    void note(const StoredEntry &stored, QHash<QString, QString> &wordsOfCalls);

    QList<ApprovalRequest> m_open;
    QHash<QString, QString> m_words;
    QHash<QString, QDateTime> m_askedAt;
    QList<PlanRevision> m_plans;
};

} // namespace typeshift::ui
