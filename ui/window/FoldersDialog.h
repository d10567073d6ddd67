// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/async/Task.h>
#include <engine/async/TaskScope.h>
#include <engine/base/Result.h>

#include <QDialog>
#include <QStringList>

#include <functional>

class QLabel;
class QListWidget;

namespace typeshift::ui {

class KeyHintButton;
class Theme;

//! What the program knows of the folders its coder works in.
struct FolderDesk {
    QStringList inUse;                                          //!< absolute, without links; since the program began
    QString ownFolder;                                          //!< the same; where the coder works when none is chosen
    std::function<QStringList()> chosen;                        //!< absolute, without links
    std::function<Result<>(const QStringList &folders)> choose; //!< keeps them, or says why one cannot be
    std::function<Task<Result<bool>>()> runsIsolated;           //!< whether commands run in bubblewrap
};

//! Chooses the folders that the coder may reach. A change is kept at once and holds from the next start on: what
//! waits for an answer was shown for the folders of now.
class FoldersDialog final : public QDialog
{
    Q_OBJECT

public:
    //! Both outlive it.
    FoldersDialog(const Theme &theme, const FolderDesk &desk, QWidget *parent = nullptr);

    //! As if it came from the file dialog.
    void add(const QString &folder);

private:
    void build();
    void askForFolder();
    void removeCurrent();
    void keep(const QStringList &folders);
    void renew();

    const Theme &m_theme;
    const FolderDesk &m_desk;
    QListWidget *m_list;
    QLabel *m_empty;
    QLabel *m_shell;
    QLabel *m_note;
    KeyHintButton *m_add;
    KeyHintButton *m_remove;
    KeyHintButton *m_close;
    TaskScope m_tasks; // Last: what is under way goes first.
};

} // namespace typeshift::ui
