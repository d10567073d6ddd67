// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

namespace typeshift::ui {

class ConversationSession;
class MessageBar;
class Theme;

//! What stands between transcript and composer: why a message did not leave, that a run was cut off, that another
//! program runs the conversation. Hidden when there is nothing to say.
class NoticeArea final : public QWidget
{
    Q_OBJECT

public:
    //! The theme outlives the area.
    explicit NoticeArea(const Theme &theme, QWidget *parent = nullptr);

    //! Says what the session has to say, or hides.
    void present(const ConversationSession &session);

signals:
    void retryRequested();
    void resumeRequested();
    void providersRequested();

private:
    void showMissingAgent(const ConversationSession &session);
    void showInterruption(const ConversationSession &session);
    void showRefusal(const ConversationSession &session);

    MessageBar *m_bar;
    QString m_shown; //!< so that the same notice is not made again under the pointer
};

//! The buttons below an error in the transcript, likeliest first. Signals of the area that is given are emitted.
QWidget *makeErrorActions(const ConversationSession &session, const Theme &theme, NoticeArea &area);

} // namespace typeshift::ui
