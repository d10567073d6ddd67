// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runs/RunsModel.h"

#include <QFrame>

class QLabel;
class QPlainTextEdit;

namespace typeshift::ui {

class ElidedLabel;
class KeyHintButton;
class Theme;

//! The current run: what it does, its latest words, and the text that goes to the running agent. What is typed for one
//! run is kept while another one is looked at. // DESIGN, screen 8
class SteerPanel final : public QFrame
{
    Q_OBJECT

public:
    //! The theme outlives the panel.
    explicit SteerPanel(const Theme &theme, QWidget *parent = nullptr);

    //! Shows a run of the table with what it does; none: nothing is chosen.
    void showRun(const RunsModel::Row *row, const QString &state);
    //! The run that is shown is over: its text stays here, and is not sent.
    void showEnded();
    std::optional<ConversationId> shown() const { return m_shown; }
    //! What was typed for a run and not sent; from here on it is the caller's.
    QString take(const ConversationId &conversation);
    //! For which runs something was typed and not sent.
    QList<ConversationId> unsent() const;
    //! The latest words of the run that is shown, with more to come by addWords().
    void setWords(const QString &words);
    void addWords(const QString &words);
    void focusText();
    //! What is typed; the run's no longer going on changes nothing about it.
    QString text() const;
    void clearText();
    //! One line under the text: where it went, or why it is still here.
    void say(const QString &words);

signals:
    void openRequested();
    void stopRequested();
    void sendRequested();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void build();

    const Theme &m_theme;
    ElidedLabel *m_title;
    KeyHintButton *m_open;
    QLabel *m_state;
    QPlainTextEdit *m_words;
    QLabel *m_prompt;
    QPlainTextEdit *m_text;
    KeyHintButton *m_stop;
    KeyHintButton *m_send;
    std::optional<ConversationId> m_shown;
    std::optional<ConversationId> m_prompted; //!< the run the words above the text are about
    QHash<ConversationId, QString> m_kept;
};

} // namespace typeshift::ui
