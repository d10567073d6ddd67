// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "conversations/ConversationModel.h"

#include <engine/async/TaskScope.h>

#include <QBasicTimer>
#include <QWidget>

class QLabel;
class QListView;

namespace typeshift {
class ConversationCatalog;
}

namespace typeshift::ui {

class KeyHintButton;
class LivePulse;
class SearchField;
class Theme;

//! The side bar: New conversation, search by title, and the list. Follows the catalog; the window decides what happens.
class ConversationPane final : public QWidget
{
    Q_OBJECT

public:
    struct Parts {
        ConversationCatalog &catalog;
        Clock &clock;
        const Theme &theme;
        LivePulse &pulse;
    };

    //! What it is given outlives the pane.
    explicit ConversationPane(const Parts &parts, QWidget *parent = nullptr);
    ~ConversationPane() override;

    ConversationModel &model() { return m_model; }
    //! Reads the whole list again: other processes may have changed it.
    void refresh();
    //! Reads one conversation again.
    void refresh(const ConversationId &conversation);
    //! Shows which conversation is open; none: the one that has not begun.
    void setCurrent(std::optional<ConversationId> conversation);
    //! The conversation the list stands on.
    std::optional<ConversationRecord> currentRecord() const;
    //! Opens the previous (-1) or next (1) conversation.
    void step(int direction);
    //! While no provider is set up nothing can begin and there is nothing to search. // design 09a
    void setClosed(bool isClosed);
    //! Where F6 enters the pane. Not its focus proxy: Tab would pass by what stands above it. // DESIGN 4.1
    QWidget *firstField() const;
    void focusSearch();
    void focusList();

signals:
    void newRequested();
    void opened(const typeshift::ConversationId &conversation);
    void resumeRequested(const typeshift::ConversationId &conversation);
    void menuRequested(const typeshift::ConversationId &conversation, const QPoint &globalPosition);
    //! The list was read or changed.
    void listed();
    void failed(const typeshift::Error &error);

protected:
    void timerEvent(QTimerEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildList();
    void showEmptyText();
    void followRunning();
    void repaintRunning();
    void openIndex(const QModelIndex &index);

    ConversationCatalog &m_catalog;
    const Theme &m_theme;
    LivePulse &m_pulse;
    ConversationModel m_model;
    KeyHintButton *m_new;
    SearchField *m_search;
    QListView *m_list;
    QLabel *m_empty;
    std::optional<ConversationId> m_current;
    bool m_isClosed = false;
    bool m_isBeating = false;
    int m_listing = 0;
    QBasicTimer m_searchTimer;
    QBasicTimer m_minuteTimer;
    QBasicTimer m_leaseTimer;
    TaskScope m_tasks;
};

} // namespace typeshift::ui
