// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/PlanRevision.h"

#include <engine/base/Clock.h>
#include <engine/chat/Content.h>

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QTextBrowser;
namespace KSyntaxHighlighting {
class Repository;
}

namespace typeshift::ui {

class AnswerGuard;
class Announcer;
class KeyHintButton;
class MarkdownDocument;
class Theme;

//! What an expected call does after the plan is approved.
struct PlannedCall {
    QString call;
    bool asksInDefault = true;
    bool asksInAuto = false;
};

//! What the review is made with; all of it outlives it.
struct PlanDesk {
    const Theme &theme;
    const KSyntaxHighlighting::Repository &repository;
    Clock &clock;
    Announcer &announcer;
};

//! A plan to approve or to send back. An answer belongs to the revision that is shown: only the newest can be answered,
//! and a newer one that arrives closes the review. // DESIGN 3, screen 4; 2.10.4
class PlanReview final : public QDialog
{
    Q_OBJECT

public:
    explicit PlanReview(const PlanDesk &desk, QWidget *parent = nullptr);

    //! Who wrote it, and the second line of the head.
    void setScene(const QString &agent, const QString &conversation, const QString &details);
    //! The revisions, oldest first; the last one is shown. A later one than the one that was reviewed closes the
    //! review, unanswered; none at all closes it, too.
    void setRevisions(const QList<PlanRevision> &revisions);
    void setCalls(const QList<PlannedCall> &calls);
    //! The revision on screen.
    int shownRevision() const;

signals:
    //! One answer, for the revision that was shown when its button went down.
    void answered(const typeshift::ApprovalResponse &response);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void build();
    QWidget *makeSide();
    QWidget *makeFoot();
    void connectParts();
    void show(int index);
    void renew();
    void markChanges(const PlanRevision &before);
    void renewSide(const PlanRevision &plan, const PlanRevision *before);
    void approve(AgentMode mode);
    void sendBack();
    bool isNewestShown() const;
    const PlanRevision *newest() const { return m_revisions.isEmpty() ? nullptr : &m_revisions.constLast(); }

    PlanDesk m_desk;
    AnswerGuard *m_guard;
    QString m_agent;
    QString m_conversation;
    QString m_details;
    QList<PlanRevision> m_revisions;
    QList<PlannedCall> m_calls;
    QString m_pressedFor; //!< the request that was shown when a button went down
    bool m_isAnswered = false;
    QLabel *m_headline;
    QLabel *m_detailLine;
    QComboBox *m_choice;
    QCheckBox *m_changes;
    QTextBrowser *m_text;
    MarkdownDocument *m_document = nullptr; //!< the text's, its child
    QListWidget *m_outline;
    QWidget *m_callArea;
    QWidget *m_backArea;
    QLabel *m_backWords;
    QLineEdit *m_reason;
    KeyHintButton *m_sendBack;
    QLabel *m_note;
    KeyHintButton *m_later;
    KeyHintButton *m_auto;
    KeyHintButton *m_default;
};

} // namespace typeshift::ui
