// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "page/OpenConversations.h"

#include <QPointer>
#include <QWidget>

class QAction;
class QLabel;
class QStackedLayout;
class QVBoxLayout;

namespace typeshift::ui {

class Composer;
class DraftKeeper;
class FindBar;
class NoticeArea;
class PageApprovals;
class PageHeader;
class QueuedMessages;
class TranscriptView;

//! One conversation on screen: header, transcript, what needs saying, composer.
class ConversationPage final : public QWidget
{
    Q_OBJECT

public:
    //! The desk outlives the page.
    explicit ConversationPage(Desk &desk, QWidget *parent = nullptr);
    ~ConversationPage() override;

    //! Shows a conversation, or the one that has not begun. The focus stays where it is.
    void open(std::optional<ConversationId> conversation);
    //! The record may be another: renamed, or running elsewhere.
    void refreshRecord();
    //! Text that was typed elsewhere for a conversation and not sent: goes into its draft. // T10
    void addToDraft(const ConversationId &conversation, const QString &text);
    //! A button of the window's action in the header.
    void addTool(QAction &action);
    //! Scrolls to a row and marks it as the reader's; the focus stays where it is.
    void showRow(const RowId &row);
    OpenConversations &conversations() { return m_open; }
    ConversationSession &session() { return *m_session; }
    QString title() const;

    // The verbs of the window's actions.
    void focusComposer();
    void focusTranscript();
    //! Puts the focus on what waits for a person; false when nothing does, or when it is there already. // F8
    bool focusApproval();
    //! The same as soon as it can be seen: for a conversation that is being read.
    void focusApprovalOnceShown();
    void chooseNextMode();
    void find();
    void selectTranscript();
    void stop();
    void retry();
    void resume();
    void zoom(int step); //!< 1, -1, or 0 for the theme's size
    //! The parts that F6 walks through, in order. // DESIGN 4.2
    QList<QWidget *> panes() const;

protected:
    void resizeEvent(QResizeEvent *event) override;

signals:
    //! Another conversation, title or state is shown.
    void shownChanged();
    void providersRequested();
    //! What can be done with the conversation is asked for, at this place of the screen.
    void menuRequested(const QPoint &globalPosition);
    //! Something of this conversation was stored: lists may have changed.
    void stored(const typeshift::ConversationId &conversation);

private:
    void build();
    void connectParts();
    void present(ConversationSession &session);
    void renew();
    void placeErrorActions();
    void connectQueue();
    void presentQueue();
    void orderTabs();
    void accept(const ConversationSession &session, std::optional<ConversationId> from, const QString &text);

    Desk &m_desk;
    OpenConversations m_open;
    QPointer<ConversationSession> m_session;
    PageHeader *m_header;
    QWidget *m_area; //!< where transcript and find bar stand
    QVBoxLayout *m_areaLayout;
    QLabel *m_empty;
    NoticeArea *m_notice;
    PageApprovals *m_approvals;
    QueuedMessages *m_queue;
    Composer *m_composer;
    DraftKeeper *m_drafts;
    QPointer<TranscriptView> m_view;
    QPointer<FindBar> m_findBar;
    QPointer<QWidget> m_errorActions;
    RowId m_errorRow;
    qreal m_scale = 1;
};

} // namespace typeshift::ui
