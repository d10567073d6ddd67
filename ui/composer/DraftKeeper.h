// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/async/TaskScope.h>
#include <engine/base/Result.h>
#include <engine/base/StrongId.h>

#include <QBasicTimer>
#include <QObject>

namespace typeshift {
class ConversationCatalog;
}

namespace typeshift::ui {

//! Keeps what is typed in a conversation: saved 300 ms after typing stops and on leaving, restored on coming back, and
//! dropped only once the store has the message. // T10
class DraftKeeper final : public QObject
{
    Q_OBJECT

public:
    static constexpr int saveMilliseconds = 300;

    //! The catalog outlives the keeper.
    explicit DraftKeeper(ConversationCatalog &catalog, QObject *parent = nullptr);
    ~DraftKeeper() override; //!< saves what waits

    //! Saves what waits and loads the draft of another conversation; none: of the one that has not begun.
    void open(std::optional<ConversationId> conversation);
    //! What the edit holds now.
    void change(const QString &text);
    //! Text that was typed elsewhere for a conversation, which may be this one: goes behind what its draft holds.
    void append(const ConversationId &conversation, const QString &text);
    //! Saves now what waits.
    void flush();
    //! `text` was sent from the conversation that has not begun, or from this one, and the store has it.
    void drop(std::optional<ConversationId> conversation, const QString &text);

signals:
    void loaded(const QString &text);
    //! The draft could not be saved; what was typed is still in the edit.
    void failed(const typeshift::Error &error);

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    void show();

    ConversationCatalog &m_catalog;
    std::optional<ConversationId> m_conversation;
    QString m_text;
    QString m_behind; //!< was appended while the draft is read
    bool m_isDirty = false;
    bool m_isRead = false; //!< m_text is the whole draft
    int m_opened = 0;      //!< tells a late answer to an earlier open() apart
    QBasicTimer m_timer;
    TaskScope m_tasks;
};

} // namespace typeshift::ui
