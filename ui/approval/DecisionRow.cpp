// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/DecisionRow.h"

#include "approval/AnswerGuard.h"
#include "approval/ApprovalWords.h"
#include "theme/Theme.h"
#include "widgets/KeyHintButton.h"

#include <QHBoxLayout>
#include <QLabel>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

DecisionRow::DecisionRow(const Theme &theme, AnswerGuard &guard, Keys keys, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_guard(guard)
    , m_keys(keys)
    , m_once(add(tr("Approve &once"), tr("Approve once"), tr("O")))
    , m_conversation(add(tr("Approve for this &conversation"), tr("Approve for this conversation"), tr("C")))
    , m_reject(add(tr("&Reject…"), tr("Reject"), tr("R")))
    , m_edit(add(tr("&Edit arguments"), tr("Edit arguments"), tr("E")))
    , m_undo(add(tr("Undo"), tr("Undo this decision"), {}))
    , m_note(new QLabel)
{
    m_undo->setSymbol(u"edit-undo"_s);
    m_note->setTextFormat(Qt::RichText);
    m_note->setWordWrap(true);
    m_note->setFont(theme.font(TextStyle::Small));
    auto *row = new QHBoxLayout;
    row->setSpacing(theme.px(8));
    for (QWidget *button : {m_once, m_conversation, m_reject, m_edit})
        row->addWidget(button);
    row->addStretch();
    row->addWidget(m_undo);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(theme.px(6));
    column->addLayout(row);
    column->addWidget(m_note);

    connectDecision(*m_once, Decision::Kind::Once);
    connectDecision(*m_conversation, Decision::Kind::Conversation);
    connectDecision(*m_reject, Decision::Kind::Reject);
    for (KeyHintButton *button : {m_undo, m_edit})
        connect(button, &QPushButton::pressed, this, [this] { m_pressedFor = m_requestId; });
    connect(m_undo, &QPushButton::clicked, this, [this] {
        if (m_pressedFor == m_requestId)
            emit undoRequested(m_requestId);
    });
    connect(m_edit, &QPushButton::clicked, this, [this] {
        if (m_pressedFor == m_requestId)
            emit editRequested(m_requestId);
    });
}

KeyHintButton *DecisionRow::add(const QString &label, const QString &name, const QString &hint)
{
    const bool hasMnemonic = m_keys == Keys::Mnemonics;
    // A card stands in a window whose text fields take Alt and letters, too: there is no mnemonic then. // 4.3.1
    QString text = label;
    if (!hasMnemonic)
        text.remove(u'&');
    auto *button = new KeyHintButton(m_theme, text, hint.isEmpty() || !hasMnemonic ? hint : tr("Alt+%1").arg(hint),
                                     this);
    button->setAccessibleName(name);
    button->setDefault(false);
    m_guard.protect(*button);
    return button;
}

void DecisionRow::connectDecision(KeyHintButton &button, Decision::Kind kind)
{
    connect(&button, &QPushButton::pressed, this, [this] { m_pressedFor = m_requestId; });
    connect(&button, &QPushButton::clicked, this, [this, kind] {
        const QString pressed = std::exchange(m_pressedFor, {});
        if (!m_requestId.isEmpty() && pressed == m_requestId && m_guard.isOpen())
            emit decided(m_requestId, kind);
    });
}

void DecisionRow::show(const Approval &approval, const State &state)
{
    if (approval.request.requestId != m_requestId) {
        m_requestId = approval.request.requestId;
        m_pressedFor.clear();
        for (KeyHintButton *button : {m_once, m_conversation, m_reject, m_edit, m_undo})
            button->setDown(false);
        m_guard.restart();
    }
    using Kind = Decision::Kind;
    for (const Kind kind : {Kind::Once, Kind::Conversation, Kind::Reject}) {
        const bool isTaken = state.decided == kind;
        KeyHintButton *button = buttonOf(kind);
        button->setCheckable(isTaken);
        button->setChecked(isTaken);
        button->setSymbol(!isTaken ? QString() : kind == Kind::Reject ? u"dialog-cancel"_s : u"checkmark"_s);
        if (!isTaken)
            button->setIcon({});
    }
    const QString reject = state.decided == Kind::Reject ? tr("&Reject") : tr("&Reject…");
    m_reject->setText(m_keys == Keys::Mnemonics ? reject : QString(reject).remove(u'&'));
    const bool mayApprove = !state.isLocked && !state.hasProblem;
    m_once->setEnabled(mayApprove);
    m_conversation->setVisible(m_keys == Keys::Mnemonics || state.mayCoverConversation);
    m_conversation->setEnabled(mayApprove && state.mayCoverConversation && state.hasShownAll);
    m_reject->setEnabled(!state.isLocked);
    m_edit->setEnabled(!state.isLocked);
    m_edit->setVisible(m_keys == Keys::Mnemonics && approval.request.planRevision == 0);
    m_edit->setText(state.isEdited ? tr("Arguments &edited") : tr("&Edit arguments"));
    m_undo->setVisible(state.decided.has_value() && !state.isLocked);
    // The letter is no way to approve what is risky. // 4.3.3
    if (m_keys == Keys::Letters)
        m_once->setHint(approval.risk.isRisky ? tr("Alt+O") : tr("O"));
    renewNote(approval, state);
}

void DecisionRow::renewNote(const Approval &approval, const State &state)
{
    const QString tool = visibleMarkup(approval.request.call.name, m_theme);
    QString note;
    if (state.isLocked)
        note = approval.isOpen() ? tr("Your answers are on their way.")
                                 : tr("Closed, so the buttons are off. Your other answers stay as they are.");
    else if (approval.risk.isRisky)
        note = tr("Risky calls can only be approved one at a time.");
    else if (state.mayCoverConversation && !state.hasShownAll)
        note = tr("“For this conversation” can be chosen once the last line was shown.");
    else if (state.mayCoverConversation)
        note = tr("“For this conversation” covers every later call of <b>%1</b> in this conversation, whatever its "
                  "arguments.")
                   .arg(tool);
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    m_conversation->setAccessibleDescription(m_note->text().remove(u"<b>"_s).remove(u"</b>"_s));
}

KeyHintButton *DecisionRow::buttonOf(Decision::Kind kind) const
{
    return kind == Decision::Kind::Once ? m_once : kind == Decision::Kind::Conversation ? m_conversation : m_reject;
}

void DecisionRow::press(Decision::Kind kind)
{
    KeyHintButton *button = buttonOf(kind);
    if (m_guard.isOpen() && button->isEnabled() && button->isVisible())
        button->click();
}

QList<QWidget *> DecisionRow::tabStops() const
{
    return {m_once, m_conversation, m_reject, m_edit, m_undo};
}

} // namespace typeshift::ui
