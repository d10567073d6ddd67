// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace typeshift::cli {

//! Turns Ctrl+C and a polite end of the session into a signal of the event loop, while it lives. One at a time.
class Interruption final : public QObject
{
    Q_OBJECT

public:
    Interruption();
    ~Interruption() override;

signals:
    void requested();
};

} // namespace typeshift::cli
