// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QBasicTimer>
#include <QObject>

namespace typeshift {

//! Gives memory back to the system that the C library keeps after a large conversation was read: its JSON is gone by
//! then, but in pieces between what stays. Works where that is so (glibc), elsewhere it does nothing.
class SpareMemory final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    //! A second after the last call, on a thread of the pool.
    void giveBackSoon();

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    QBasicTimer m_timer;
};

} // namespace typeshift
