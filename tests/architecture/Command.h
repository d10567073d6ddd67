// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace typeshift::architecture {

//! What a command left behind.
struct CommandResult {
    int exitCode = -1; //!< -1: did not start, crashed or did not end in time
    QString output;    //!< standard output
    QString errors;    //!< standard error
};

//! Runs a command to its end, which must come within `seconds`.
CommandResult run(const QString &program, const QStringList &arguments, int seconds = 60,
                  const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment());

} // namespace typeshift::architecture
