// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "approval/Approval.h"

#include <QWidget>

class QLabel;

namespace typeshift::ui {

class AnswerGuard;
class KeyHintButton;
class Theme;

//! The buttons that decide about one request, and what a decision covers. A press and its release answer only the
//! request that was shown at both. No button of it is ever the default one. // DESIGN 4.3, T18
class DecisionRow final : public QWidget
{
    Q_OBJECT

public:
    //! The keys that stand behind the labels: letters on a card, Alt and letters in the dialog.
    enum class Keys { Letters, Mnemonics };

    //! What the row shows.
    struct State {
        std::optional<Decision::Kind> decided;
        bool mayCoverConversation = true;
        bool hasShownAll = true; //!< of the evidence; standing approvals need it // T14
        bool isEdited = false;
        bool hasProblem = false; //!< the changed arguments are wrong: nothing can be approved
        bool isLocked = false;   //!< closed, or being sent
    };

    //! Both outlive the row.
    DecisionRow(const Theme &theme, AnswerGuard &guard, Keys keys, QWidget *parent = nullptr);

    void show(const Approval &approval, const State &state);
    //! Decides as a click on its button would; nothing happens when that button is off. For keys of the owner.
    void press(Decision::Kind kind);
    QList<QWidget *> tabStops() const;

signals:
    void decided(const QString &requestId, typeshift::ui::Decision::Kind kind);
    void undoRequested(const QString &requestId);
    void editRequested(const QString &requestId);

private:
    KeyHintButton *add(const QString &label, const QString &name, const QString &hint);
    void connectDecision(KeyHintButton &button, Decision::Kind kind);
    void renewNote(const Approval &approval, const State &state);
    KeyHintButton *buttonOf(Decision::Kind kind) const;

    const Theme &m_theme;
    AnswerGuard &m_guard;
    QString m_requestId;
    QString m_pressedFor; //!< the request that was shown when a button went down
    Keys m_keys;
    KeyHintButton *m_once;
    KeyHintButton *m_conversation;
    KeyHintButton *m_reject;
    KeyHintButton *m_edit;
    KeyHintButton *m_undo;
    QLabel *m_note;
};

} // namespace typeshift::ui
