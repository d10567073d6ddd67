// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "approval/Approval.h"

#include <engine/base/Clock.h>

#include <QDialog>
#include <QPointer>

class QLabel;
class QListView;
class QPlainTextEdit;
class QStackedWidget;
class QToolButton;
namespace KSyntaxHighlighting {
class Repository;
}

namespace typeshift::ui {

class AnswerGuard;
class Announcer;
class ApprovalDecisions;
class ArgumentsEdit;
class DecisionRow;
class EvidenceView;
class KeyHintButton;
class MessageBar;
class RequestModel;
class Theme;

//! A call of the same run that needed nobody.
struct RanCall {
    QString name;
    QString line;
    QString duration;
};

//! Who asks, and what stands around the requests.
struct ApprovalScene {
    QString agent;
    QString conversation; //!< its title
    QString details;      //!< second line of the head: settings, model, how long it waits
    QString mode;         //!< in words
    QList<RanCall> ran;
};

//! What the parts of this room are made with; all of it outlives them.
struct ApprovalDesk {
    const Theme &theme;
    const KSyntaxHighlighting::Repository &repository;
    Clock &clock;
    Announcer &announcer;
};

//! The requests of a run, one decision each, sent together. // DESIGN 3, screen 3
class ApprovalDialog final : public QDialog
{
    Q_OBJECT

public:
    //! The decisions outlive the dialog: closing it changes nothing.
    ApprovalDialog(const ApprovalDesk &desk, ApprovalDecisions &decisions, QWidget *parent = nullptr);

    void setScene(const ApprovalScene &scene);
    //! Shows this request; without one the first that is open.
    void choose(const QString &requestId = {});
    QString chosen() const { return m_chosen; }

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void build();
    QWidget *makeSide();
    QWidget *makeDetail();
    QWidget *makeFoot();
    void connectParts();
    void renew();
    void renewDetail(const Approval &approval);
    void renewBar(const Approval &approval);
    void renewFoot();
    void renewSide();
    void decide(const QString &requestId, Decision::Kind kind);
    void undo(const QString &requestId);
    void edit(const QString &requestId);
    void takeEdit();
    void step(int by);
    void send();

    ApprovalDesk m_desk;
    ApprovalDecisions &m_decisions;
    ApprovalScene m_scene;
    RequestModel *m_model;
    AnswerGuard *m_guard;
    QString m_chosen;
    bool m_isEditing = false;
    QLabel *m_headline;
    QLabel *m_details;
    QLabel *m_mode;
    QListView *m_list;
    QWidget *m_ran;
    QLabel *m_name;
    QLabel *m_place;
    QToolButton *m_up;
    QToolButton *m_down;
    QLabel *m_words;
    MessageBar *m_bar;
    QStackedWidget *m_stack;
    EvidenceView *m_evidence;
    ArgumentsEdit *m_edit;
    QLabel *m_problem;
    DecisionRow *m_row;
    QWidget *m_reasonArea;
    QPlainTextEdit *m_reason;
    QLabel *m_count;
    KeyHintButton *m_later;
    KeyHintButton *m_send;
};

} // namespace typeshift::ui
