// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agents/AgentsModel.h"

#include <QBasicTimer>
#include <QMainWindow>

class QLabel;
class QListView;
class QListWidget;
class QMessageBox;

namespace KSyntaxHighlighting {
class Repository;
}

namespace typeshift::ui {

class Announcer;
class ElidedLabel;
class JsonEdit;
class KeyHintButton;
class MessageBar;
class Theme;

//! The agents of the program and those that people declare in files, to be read, written and checked while they are
//! written. What is not saved is kept as a draft, so the window closes without a question. // issue 4
class AgentsWindow final : public QMainWindow
{
    Q_OBJECT

public:
    struct Parts {
        const AgentFiles &files;
        const Theme &theme;
        Announcer &announcer;
        const KSyntaxHighlighting::Repository &repository;
    };

    //! What it borrows outlives the window.
    explicit AgentsWindow(const Parts &parts);
    ~AgentsWindow() override;

    //! Shows the agent of a file, if it is there.
    void showFile(const QString &file);

protected:
    void timerEvent(QTimerEvent *event) override;
    void changeEvent(QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    void build();
    QWidget *buildList();
    QWidget *buildEditor();
    QWidget *buildProblems();
    QWidget *buildFoot();
    void addKeys();

    //! Reads the files again; what is not saved stays as it is here.
    void readFolder(const QString &without = {});
    void select(int row);
    AgentEntry entryOf(const AgentFile &file) const;
    QList<AgentEntry> unsaved() const;
    QList<AgentEntry> ownEntries() const;
    void showRow(int row);
    void noteTyping();
    void checkNow();
    void keepDraft(const AgentEntry &entry);
    void renew();
    void renewBar(const AgentEntry &entry);
    void renewProblems(const AgentEntry &entry);

    void begin(const QString &wanted, const QString &text);
    void makeNew();
    void duplicate();
    void save();
    void saveOver(const std::optional<QByteArray> &before);
    void askAboutConflict(const QString &file, const Error &error);
    void loadOther(const QString &file);
    void discard();
    void askToDelete();
    void remove();
    void goToProblem(int number);
    void replaceProblem();
    void say(const Error &error);
    QMessageBox *ask(const QString &question, const QString &details);
    const AgentEntry *shown() const;

    Parts m_parts;
    AgentsModel *m_model;
    QListView *m_list;
    KeyHintButton *m_new;
    KeyHintButton *m_duplicate;
    KeyHintButton *m_delete;
    ElidedLabel *m_title;
    ElidedLabel *m_place;
    MessageBar *m_bar;
    JsonEdit *m_edit;
    QWidget *m_problemArea;
    QListWidget *m_problems;
    KeyHintButton *m_replace;
    QLabel *m_verdict;
    KeyHintButton *m_discard;
    KeyHintButton *m_save;
    int m_row = -1;
    QString m_shown;          //!< which agent the edit has
    QString m_failure;        //!< what did not work, until something does
    bool m_isReading = false; //!< rows come and go, and nobody chooses
    bool m_isShowing = false; //!< the edit gets another text, and nobody types
    bool m_hasRead = false;
    qsizetype m_told = 0; //!< problems that were announced last
    QBasicTimer m_pause;
};

} // namespace typeshift::ui
