// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/base/Clock.h>
#include <engine/chat/ConversationEntry.h>

#include <QDialog>

class QLabel;
class QVBoxLayout;

namespace typeshift::ui {

class KeyHintButton;
class Theme;

//! A tool whose calls run without asking for the rest of a conversation.
struct HeldApproval {
    QString tool;
    QDateTime since; //!< UTC, of the step that gave it
    bool operator==(const HeldApproval &) const = default;
};

//! The standing approvals of a conversation as its entries have them, each with the step that gave it. // 2.6.12
QList<HeldApproval> heldApprovals(const QList<StoredEntry> &entries);

//! The standing approvals of a conversation, each with what it covers and a button that takes it back. // T16
class StandingApprovals final : public QDialog
{
    Q_OBJECT

public:
    //! Whether they can be taken back, or only be seen.
    enum class Access { Full, ReadOnly };

    //! Theme and clock outlive it.
    StandingApprovals(const Theme &theme, Clock &clock, Access access, QWidget *parent = nullptr);

    //! The conversation's title.
    void setConversation(const QString &title);
    void setApprovals(const QList<HeldApproval> &approvals);
    const QList<HeldApproval> &approvals() const { return m_approvals; }
    //! What went wrong, below the list; empty for nothing.
    void say(const QString &words);

signals:
    void revokeRequested(const QString &tool);

private:
    void renew();
    QWidget *makeRow(const HeldApproval &approval);

    const Theme &m_theme;
    Clock &m_clock;
    Access m_access;
    QList<HeldApproval> m_approvals;
    QLabel *m_headline;
    QLabel *m_words;
    QWidget *m_rows;
    QVBoxLayout *m_rowsLayout;
    QLabel *m_note;
    KeyHintButton *m_close;
};

} // namespace typeshift::ui
