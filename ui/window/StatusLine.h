// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/base/Error.h>

#include <QHash>
#include <QStatusBar>

class QLabel;
class QToolButton;

namespace typeshift::ui {

class LiveDot;
class LivePulse;
class Theme;

//! The window's status bar: how the provider answered last, how many runs go on, where help is. // DESIGN 0.1
class StatusLine final : public QStatusBar
{
    Q_OBJECT

public:
    //! Both outlive the line.
    StatusLine(const Theme &theme, LivePulse &pulse, QWidget *parent = nullptr);

    //! Which provider the shown conversation asks, and what people call it; empty: none is set up yet.
    void setProvider(const QString &provider, const QString &title);
    //! A provider answered, or why it did not; none for a failure that says nothing about it.
    void noteAnswer(const QString &provider, const Error *error);
    //! How many runs go on in this process, and how many conversations wait for a person.
    void setCounts(qsizetype running, qsizetype needYou);

signals:
    //! The count of what runs was clicked.
    void runsRequested();
    //! The count of what waits for a person was clicked.
    void needsRequested();

private:
    enum class Reach { Unknown, Connected, Lost, Refused };
    void renew();

    const Theme &m_theme;
    QLabel *m_mark;
    QLabel *m_providerText;
    LiveDot *m_dot;
    QToolButton *m_running;
    QToolButton *m_needs;
    QLabel *m_help;
    QString m_provider;
    QString m_title;
    QHash<QString, Reach> m_reach;
};

} // namespace typeshift::ui
