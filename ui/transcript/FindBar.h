// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transcript/TranscriptSearch.h"

#include <QFrame>

class QLabel;
class QLineEdit;
class QToolButton;

namespace typeshift::ui {

class Theme;
class TranscriptView;

//! The bar that searches a transcript: hidden until it is opened, gone with Escape. The page places it above the view
//! and binds Ctrl+F to open().
class FindBar final : public QFrame
{
    Q_OBJECT

public:
    //! All three outlive the bar.
    FindBar(TranscriptView &view, TranscriptModel &model, const Theme &theme, QWidget *parent = nullptr);

    //! Shows the bar with the focus in its field; what was searched last stays and is selected.
    void open();
    //! Hides the bar, drops the marks and gives the focus back to the transcript.
    void dismiss();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void showCount();
    QToolButton *addButton(const QString &icon, const QString &name);

    TranscriptView &m_view;
    const Theme &m_theme;
    TranscriptSearch m_search;
    QLineEdit *m_field = nullptr;
    QLabel *m_count = nullptr;
    QToolButton *m_next = nullptr;
    QToolButton *m_previous = nullptr;
};

} // namespace typeshift::ui
