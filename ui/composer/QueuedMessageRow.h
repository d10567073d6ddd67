// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "composer/QueuedMessages.h"

#include <QFrame>

class QToolButton;

namespace typeshift::ui {

class ElidedLabel;
class MessageEdit;

//! One message that waits: its first line in a dashed frame, or the edit it is written anew in. // DESIGN 2
class QueuedMessageRow final : public QFrame
{
    Q_OBJECT

public:
    QueuedMessageRow(const Theme &theme, const QUuid &uid, QWidget *parent = nullptr);

    const QUuid &uid() const { return m_uid; }
    //! `number` is its place in the queue, from 1.
    void present(const QueuedText &message, int number);
    QList<QWidget *> tabStops() const;
    bool holdsFocus() const;
    //! Gives the focus to what stands first in it.
    void takeFocus();

signals:
    void editRequested();
    void textChanged(const QString &text);
    void editFinished();
    void removeRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void renewLook();

    const Theme &m_theme;
    QUuid m_uid;
    QueuedText m_shown;
    ElidedLabel *m_text;
    ElidedLabel *m_attached;
    MessageEdit *m_edit;
    QToolButton *m_change; //!< Edit, and Done while it is written anew
    QToolButton *m_remove;
};

} // namespace typeshift::ui
