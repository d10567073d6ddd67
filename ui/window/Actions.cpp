// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "window/Actions.h"

#include "theme/Theme.h"

#include <QMenu>
#include <QMenuBar>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

struct Declared {
    Verb verb;
    const char *menu;
    const char *text;
    const char *keys; //!< portable, separated by "; "
    const char *symbol;
};

// The one list. The guide, the menus and the shortcuts are made of it.
constexpr std::array<Declared, verbCount> declared{{
    {Verb::NewConversation, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&File"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&New Conversation"), "Ctrl+N", "list-add"},
    {Verb::ExportConversation, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&File"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Export Conversation…"), "Ctrl+Shift+S", "document-save"},
    {Verb::Quit, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&File"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Quit"), "Ctrl+Q", "window-close"},
    {Verb::Find, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Edit"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Find in Transcript…"), "Ctrl+F", "edit-find"},
    {Verb::SelectAll, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Edit"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "Select the Whole &Transcript"), "Ctrl+Shift+A", ""},
    {Verb::FocusComposer, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Edit"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Write a Message"), "Ctrl+L", "document-edit"},
    {Verb::SearchConversations, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Conversation"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Search Conversations"), "Ctrl+Shift+F", "search"},
    {Verb::PreviousConversation, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Conversation"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Previous Conversation"), "Alt+Up", "go-up"},
    {Verb::NextConversation, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Conversation"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Next Conversation"), "Alt+Down", "go-down"},
    {Verb::RenameConversation, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Conversation"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Rename…"), "F2", "document-edit"},
    {Verb::StandingApprovals, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Conversation"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "Standing &Approvals…"), "Ctrl+Shift+P", ""},
    {Verb::ExportDecisions, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Conversation"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "Export De&cisions…"), "", "document-save"},
    {Verb::DeleteConversation, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Conversation"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Delete…"), "Ctrl+Shift+Del", "list-remove"},
    {Verb::Stop, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Run"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Stop the Run"), "Ctrl+.", "media-playback-stop"},
    {Verb::Retry, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Run"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Try Again"), "Ctrl+Shift+R", "view-refresh"},
    {Verb::Resume, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Run"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Resume"), "Ctrl+R", "media-playback-start"},
    {Verb::NextNeed, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Run"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Answer What Waits"), "F8", "dialog-warning"},
    {Verb::PreviousNeed, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Run"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "Answer the &One Before"), "Shift+F8", ""},
    {Verb::Needs, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Run"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "All That &Needs You"), "Ctrl+F8", ""},
    {Verb::NextMode, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Run"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "Next &Mode"), "Ctrl+Shift+M", ""},
    {Verb::LiveRuns, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Run"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Live Runs"), "Ctrl+Shift+L", "view-list-text"},
    {Verb::SideBar, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&View"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Side Bar"), "F9", ""},
    {Verb::Inspector, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&View"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Inspector"), "F12", "sidebar-collapse-right"},
    {Verb::InspectRun, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&View"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "Inspect the &Run"), "Ctrl+1", ""},
    {Verb::NextPane, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&View"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Next Pane"), "F6", ""},
    {Verb::PreviousPane, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&View"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Previous Pane"), "Shift+F6", ""},
    {Verb::ZoomIn, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&View"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Larger Text"), "Ctrl++; Ctrl+=", ""},
    {Verb::ZoomOut, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&View"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "S&maller Text"), "Ctrl+-", ""},
    {Verb::ZoomReset, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&View"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "Normal &Text Size"), "Ctrl+0", ""},
    {Verb::Providers, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Settings"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Providers…"), "", "network-server"},
    {Verb::Agents, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Settings"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Agents…"), "", "user"},
    {Verb::Folders, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Settings"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Folders of the Coder…"), "", "document-open"},
    {Verb::Notices, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Settings"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "Desktop &Notifications"), "", ""},
    {Verb::Guide, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Help"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Guide"), "F1", "help-about"},
    {Verb::About, QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&Help"),
     QT_TRANSLATE_NOOP("typeshift::ui::Actions", "&About Typeshift Workbench"), "", ""},
}};

} // namespace

Actions::Actions(QWidget &window, const Theme &theme)
    : QObject(&window)
{
    for (const Declared &each : declared) {
        auto *action = new QAction(tr(each.text), this);
        if (each.keys[0] != '\0')
            action->setShortcuts(
                QKeySequence::listFromString(QString::fromLatin1(each.keys), QKeySequence::PortableText));
        if (const QString symbol = QString::fromLatin1(each.symbol); !symbol.isEmpty())
            action->setIcon(theme.icon(symbol));
        action->setAutoRepeat(each.verb == Verb::PreviousConversation || each.verb == Verb::NextConversation);
        window.addAction(action);
        m_actions[std::size_t(each.verb)] = action;
    }
    (*this)[Verb::SideBar].setCheckable(true);
    (*this)[Verb::Inspector].setCheckable(true);
    (*this)[Verb::Notices].setCheckable(true);
    (*this)[Verb::Quit].setMenuRole(QAction::QuitRole);
    (*this)[Verb::About].setMenuRole(QAction::AboutRole);
}

void Actions::fillMenuBar(QMenuBar &bar) const
{
    QMenu *menu = nullptr;
    QString title;
    for (const Declared &each : declared) {
        if (const QString wanted = tr(each.menu); wanted != title) {
            title = wanted;
            menu = bar.addMenu(title);
        }
        menu->addAction(&(*this)[each.verb]);
    }
}

QList<Actions::Line> Actions::lines() const
{
    const auto plain = [](QString text) { return text.remove(u'&'); };
    QList<Line> lines;
    for (const Declared &each : declared) {
        QStringList keys;
        for (const QKeySequence &key : (*this)[each.verb].shortcuts())
            keys.append(key.toString(QKeySequence::NativeText));
        lines.append({plain(tr(each.menu)), plain(tr(each.text)), keys.join(tr(" or "))});
    }
    return lines;
}

} // namespace typeshift::ui
