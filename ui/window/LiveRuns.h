// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "approval/InboxModel.h"
#include "page/Desk.h"
#include "runs/RunsModel.h"

#include <engine/workbench/ConversationRecord.h>

#include <QHash>
#include <QObject>
#include <QPointer>

namespace typeshift {
class RunBoard;
}

namespace typeshift::ui {

class ConversationModel;
class OpenConversations;
class RunsWindow;

//! Keeps the Live runs window, made when it is first asked for, and joins it with the conversations it steers and
//! stops. // DESIGN, screen 8
class LiveRuns final : public QObject
{
    Q_OBJECT

public:
    struct Parts {
        const Desk &desk;
        RunBoard &board;
        OpenConversations &conversations;
        const ConversationModel &listed;
        QHash<QString, QString> agentTitles;
    };

    //! What it borrows outlives it.
    explicit LiveRuns(const Parts &parts);
    ~LiveRuns() override;

    //! Opens the window, or brings it to the front.
    void show();
    void close();
    //! What other processes run, as their leases told last.
    void setElsewhere(const QList<ConversationRecord> &records);
    //! What waits for a person.
    void setAsking(const QList<InboxEntry> &waiting);
    //! Null before show() was called.
    RunsWindow *window() const;

signals:
    void openRequested(const typeshift::ConversationId &conversation);
    //! Typed for a run and not sent: it belongs into the conversation's draft.
    void textLeft(const typeshift::ConversationId &conversation, const QString &text);
    //! Somebody looks at the window: what other processes run may be different by now.
    void activated();

private:
    void build();

    Parts m_parts;
    QList<ConversationRecord> m_elsewhere;
    QList<RunsModel::Asking> m_asking;
    QPointer<RunsWindow> m_window;
};

} // namespace typeshift::ui
