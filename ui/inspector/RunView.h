// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inspector/RunTimelineModel.h"
#include "inspector/StepDetails.h"

#include <QBasicTimer>
#include <QWidget>

#include <array>

class QLabel;
class QTreeView;

namespace typeshift::ui {

class LiveDot;
class LivePulse;

//! The inspector's tab of the run: how it stands and since when, its figures, its timeline, and what is known of the
//! step that is chosen. While nobody chooses one, the newest is. Counts seconds only while it is seen.
class RunView final : public QWidget
{
    Q_OBJECT

public:
    //! What it is made with; all of it outlives the view.
    struct Parts {
        const Theme &theme;
        LivePulse &pulse;
        const Clock &clock;
        const KSyntaxHighlighting::Repository &repository;
        StepDetails::Names names;
    };

    explicit RunView(const Parts &parts, QWidget *parent = nullptr);

    RunTimelineModel &model() { return *m_model; }
    //! Puts the focus on the timeline.
    void takeFocus();
    //! In the order of Tab. // DESIGN 4.2
    QList<QWidget *> tabStops() const;

signals:
    //! A step was opened, by click or Enter: show its row of the transcript.
    void rowRequested(const typeshift::ui::RowId &row);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void timerEvent(QTimerEvent *event) override;

private:
    enum Fact { ModelCalls, ToolCalls, TokensIn, Cached, TokensOut, FactCount };

    void build();
    QWidget *buildHead();
    QWidget *buildFacts();
    void buildTimeline();
    void renew();
    void renewFacts();
    void renewElapsed();
    void renewLook();
    void setFact(Fact fact, const QString &value);
    void followNewest();
    void showStep();
    void count();

    const Theme &m_theme;
    RunTimelineModel *m_model;
    QLabel *m_symbol;
    LiveDot *m_dot;
    QLabel *m_state;
    QLabel *m_elapsed;
    QWidget *m_facts;
    std::array<QLabel *, FactCount> m_names{};
    std::array<QLabel *, FactCount> m_values{};
    QTreeView *m_timeline;
    StepDetails *m_details;
    const Clock &m_clock;
    QBasicTimer m_second;
    bool m_isFollowing = true; //!< the newest step is the current one
};

} // namespace typeshift::ui
