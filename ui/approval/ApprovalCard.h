// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "approval/ApprovalDialog.h"

#include <QFrame>

class QLineEdit;

namespace typeshift::ui {

//! The open requests of a conversation above its composer: the first one with its evidence, answered by click, or by
//! letters once F8 has put the focus on the card. It never takes the focus itself. Two or more are reviewed in the
//! dialog. // DESIGN 2, 4.3, T13
class ApprovalCard final : public QFrame
{
    Q_OBJECT

public:
    //! The decisions outlive the card.
    ApprovalCard(const ApprovalDesk &desk, ApprovalDecisions &decisions, QWidget *parent = nullptr);

    //! How long the requests wait, in words.
    void setWaiting(const QString &words);
    //! Puts the focus on the card itself. // F8
    void takeFocus();
    QList<QWidget *> tabStops() const;

signals:
    void reviewRequested();
    //! Escape: back to the composer.
    void left();
    //! The card was hidden while it had the focus.
    void focusLost();

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void build();
    void connectParts();
    void renew();
    void renewHead(const Approval &approval, int open);
    void decide(const QString &requestId, Decision::Kind kind);
    void sendRejection();
    bool holdsFocus() const;
    const Approval *first() const;

    ApprovalDesk m_desk;
    ApprovalDecisions &m_decisions;
    AnswerGuard *m_guard;
    QString m_shownId;
    QString m_rejects; //!< the request whose reason is being written
    QWidget *m_head;
    QLabel *m_icon;
    QLabel *m_name;
    QLabel *m_waiting;
    QToolButton *m_open;
    QLabel *m_words;
    MessageBar *m_bar;
    EvidenceView *m_evidence;
    DecisionRow *m_row;
    QWidget *m_reasonArea;
    QLineEdit *m_reason;
    KeyHintButton *m_sendReason;
    KeyHintButton *m_review;
    QLabel *m_hint;
};

} // namespace typeshift::ui
