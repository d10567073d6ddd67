// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "page/Desk.h"
#include "window/WindowMemory.h"

#include <engine/chat/ChatUpdate.h>

#include <QMainWindow>
#include <QPointer>

class QAction;

namespace typeshift::ui {

class Actions;
class ConversationPage;
class ConversationSession;
class Inspector;
enum class Going : int;

//! Brings the inspector into the window: beside the page, over its right edge where the window is narrow, or as a
//! window of its own. It is made when there is something to inspect for the first time, and told of nothing while it is
//! not seen. // DESIGN 3, screen 1
class InspectorDock final : public QObject
{
    Q_OBJECT

public:
    struct Parts {
        Desk &desk;
        ConversationPage &page;
        Actions &actions;
        const WindowMemory &memory;
    };

    //! All of them outlive it; the window owns the inspector.
    InspectorDock(QMainWindow &window, const Parts &parts);
    ~InspectorDock() override;

    //! Keeps where it stands for the next start.
    void keep() const;
    //! Where F6 stops; null while it is not in the window.
    QWidget *pane() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void setOpen(bool isOpen);
    void toggleFloating();
    void takeWidth(bool isNarrow);
    void follow();
    void feed(Going going);
    void noteUpdate(const ChatUpdate &update);
    bool isWanted() const;
    void make();
    void place();
    void placeBeside();
    void placeOver();
    void orderTabs();
    bool isReadOnly(const QString &tool) const;

    QMainWindow &m_window;
    Desk &m_desk;
    ConversationPage &m_page;
    QAction &m_action;
    const WindowMemory &m_memory;
    InspectorMemory m_kept;
    QPointer<Inspector> m_inspector;
    QPointer<ConversationSession> m_session;
    bool m_isNarrow = false;
    bool m_isOpenOver = false; //!< somebody opened it in a narrow window
};

} // namespace typeshift::ui
