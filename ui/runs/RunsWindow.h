// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runs/RunDelegate.h"

#include <engine/async/TaskScope.h>

#include <QBasicTimer>
#include <QMainWindow>

class QCheckBox;
class QComboBox;
class QLabel;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;
class QTreeView;

namespace typeshift {
class ConversationCatalog;
}

namespace typeshift::ui {

class Announcer;
class EventsModel;
class KeyHintButton;
class LivePulse;
class SearchField;
class SteerPanel;
class Theme;

//! Every run that goes on, with what it does and did, to be steered and stopped. Watches only: no run waits for it or
//! is asked by it. // DESIGN, screen 8
class RunsWindow final : public QMainWindow
{
    Q_OBJECT

public:
    struct Parts {
        RunBoard &board;
        ConversationCatalog &catalog;
        Clock &clock;
        const Theme &theme;
        LivePulse &pulse;
        Announcer &announcer;
        RunsModel::Titles titles;
        //! Keeps text for a conversation's run until that takes it; false when no run takes it.
        std::function<bool(const ConversationId &, const QString &)> steer;
    };

    //! What it borrows outlives the window.
    explicit RunsWindow(const Parts &parts);
    ~RunsWindow() override;

    //! What other processes run, as their leases told last.
    void setElsewhere(const QList<ConversationRecord> &records);
    //! What waits for a person.
    void setAsking(const QList<RunsModel::Asking> &asking);

signals:
    void openRequested(const typeshift::ConversationId &conversation);
    void stopRequested(const typeshift::ConversationId &conversation);
    //! Typed for a run that is over, or while the window closes, and not sent: it belongs into the conversation's
    //! draft.
    void textLeft(const typeshift::ConversationId &conversation, const QString &text);
    //! Somebody looks at it: what other processes run may be different by now.
    void activated();

protected:
    void timerEvent(QTimerEvent *event) override;
    void changeEvent(QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *buildTop();
    QWidget *buildTable();
    QLayout *buildEventHead();
    QWidget *buildEvents();
    void build();
    void fitColumns();
    void connectBoard();
    void renew();
    void renewTotals();
    void showCurrent();
    void showPanel();
    void chooseRow(const QModelIndex &before);
    void leave(const ConversationId &conversation);
    void readTitle(const ConversationId &conversation);
    void perform(RunDelegate::Verb verb, const QModelIndex &index);
    void askToStop();
    void askToStopAll();
    void ask(const QString &question, const QString &verb, std::function<void()> then);
    void send();
    const RunsModel::Row *current() const;

    Parts m_parts;
    RunsModel *m_runs;
    QSortFilterProxyModel *m_shownRuns;
    EventsModel *m_events;
    QSortFilterProxyModel *m_shownEvents;
    SearchField *m_filter;
    QComboBox *m_whichRuns;
    QLabel *m_counts;
    QLabel *m_together;
    KeyHintButton *m_stopAll;
    QStackedWidget *m_tablePages;
    QTreeView *m_table;
    QLabel *m_empty;
    QComboBox *m_whichEvents;
    QComboBox *m_eventKinds;
    QCheckBox *m_follow;
    QTableView *m_eventTable;
    SteerPanel *m_panel;
    std::optional<ConversationId> m_ended; //!< shown though it is over, for the text that was not sent
    bool m_isBeating = false;
    QBasicTimer m_secondTimer;
    TaskScope m_tasks;
};

} // namespace typeshift::ui
