// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAction>
#include <QObject>

#include <array>

class QMenuBar;
class QWidget;

namespace typeshift::ui {

class Theme;

//! What the window can be told, each once.
enum class Verb {
    NewConversation,
    ExportConversation,
    Quit,
    Find,
    SelectAll,
    FocusComposer,
    SearchConversations,
    PreviousConversation,
    NextConversation,
    RenameConversation,
    StandingApprovals,
    ExportDecisions,
    DeleteConversation,
    Stop,
    Retry,
    Resume,
    NextNeed,
    PreviousNeed,
    Needs,
    NextMode,
    LiveRuns,
    SideBar,
    Inspector,
    InspectRun,
    NextPane,
    PreviousPane,
    ZoomIn,
    ZoomOut,
    ZoomReset,
    Providers,
    Agents,
    Folders,
    Notices,
    Guide,
    About,
};

inline constexpr int verbCount = int(Verb::About) + 1;

//! The window's actions with their texts and keys in one list; every one is in a menu. // DESIGN 4.1
class Actions final : public QObject
{
    Q_OBJECT

public:
    //! Adds the actions to `window`, so that their keys work everywhere in it.
    Actions(QWidget &window, const Theme &theme);

    QAction &operator[](Verb verb) const { return *m_actions[std::size_t(verb)]; }
    void fillMenuBar(QMenuBar &bar) const;

    //! One line of the guide.
    struct Line {
        QString menu;
        QString text;
        QString keys;
    };
    QList<Line> lines() const;

private:
    std::array<QAction *, verbCount> m_actions{};
};

} // namespace typeshift::ui
