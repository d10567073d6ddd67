// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "approval/StandingApprovals.h"
#include "page/Desk.h"

#include <engine/async/TaskScope.h>
#include <engine/hosting/AgentHost.h>
#include <engine/workbench/ConversationRecord.h>

#include <QPointer>

namespace typeshift::ui {

//! Shows which tools run without asking in a conversation, and takes that back: at once in a run that goes on, as an
//! entry of its own between runs. // T16, 2.6.12
class HeldApprovals final : public QObject
{
    Q_OBJECT

public:
    //! Both outlive it; the dialog stands over the window.
    HeldApprovals(const Desk &desk, QWidget &window);

    void show(const ConversationRecord &record);
    //! What is stored may be another.
    void renew();

private:
    void revoke(const QString &tool);
    void finish(const HeldApproval &taken, const Result<ChatResponse> &result);

    const Desk &m_desk;
    QWidget &m_window;
    ConversationRecord m_record;
    QPointer<StandingApprovals> m_dialog;
    QList<HeldApproval> m_taken; //!< from a run that has not stored it yet
    RunHandle m_revoking;
    TaskScope m_tasks; // Last: what is under way goes first.
};

} // namespace typeshift::ui
