// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "conversations/ConversationModel.h"
#include "conversations/ConversationPages.h"

#include <QBasicTimer>
#include <QWidget>

class QLabel;

namespace typeshift {
class ConversationCatalog;
}

namespace typeshift::ui {

class ConversationList;
class KeyHintButton;
class LivePulse;
class SearchField;
class Theme;

//! The side bar: New conversation, search by title, and the list. Follows the board for what runs in this process and
//! the catalog for the rest; the window decides what happens.
class ConversationPane final : public QWidget
{
    Q_OBJECT

public:
    struct Parts {
        ConversationCatalog &catalog;
        RunBoard &board;
        Clock &clock;
        const Theme &theme;
        LivePulse &pulse;
    };

    //! What it is given outlives the pane.
    explicit ConversationPane(const Parts &parts, QWidget *parent = nullptr);
    ~ConversationPane() override;

    ConversationModel &model() { return m_model; }
    //! Reads the list from its beginning: the newest page, which is shown at once, then the rest page by page.
    void refresh();
    //! Other processes may have changed something: reads the newest page again, and what asks, runs elsewhere or was
    //! cut off. Nothing moves that did not change.
    void renew();
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
    //! Whether the list shows only what is searched for.
    bool isSearching() const;
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
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildList();
    void connectSources();
    void tellListed();
    void showEmptyText();
    void followRunning();
    void repaintRunning();
    void openIndex(const QModelIndex &index);

    ConversationCatalog &m_catalog;
    RunBoard &m_board;
    const Theme &m_theme;
    LivePulse &m_pulse;
    ConversationModel m_model;
    ConversationPages m_pages;
    KeyHintButton *m_new;
    SearchField *m_search;
    ConversationList *m_list;
    QLabel *m_empty;
    std::optional<ConversationId> m_current;
    bool m_isClosed = false;
    bool m_isBeating = false;
    QBasicTimer m_minuteTimer;
    QBasicTimer m_secondTimer;
    QBasicTimer m_leaseTimer;
};

} // namespace typeshift::ui
