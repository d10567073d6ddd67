// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inspector/RunTimeline.h"

#include <engine/base/Clock.h>

#include <QAbstractTableModel>

namespace typeshift::ui {

//! The steps of the run that is shown, one row each; rows stay what they are while the run goes on. GUI thread.
class RunTimelineModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { At, Step, Time, Tokens, ColumnCount };

    //! The clock outlives the model.
    explicit RunTimelineModel(const Clock &clock, QObject *parent = nullptr);

    //! The stored entries of one run. The same run with more of them only adds rows.
    void show(const QList<StoredEntry> &entries, Going going, bool callsSideBySide);
    //! Somebody goes on with the run at this moment: tries again, resumes or answers.
    void noteStart();
    //! The model call that is under way is made again.
    void noteRetry(const RetryUpdate &retry);
    //! The seconds went on.
    void renewTimes();

    const RunTimeline &timeline() const { return m_timeline; }
    const TimelineStep &step(int row) const { return m_timeline.steps[row]; }
    //! Something of it runs or waits, so that its times count.
    bool isCounting() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    //! Steps or state are others.
    void renewed();

private:
    void rebuild();
    void replaceSteps(QList<TimelineStep> steps);

    const Clock &m_clock;
    RunRecord m_record;
    RunTimeline m_timeline;
};

} // namespace typeshift::ui
