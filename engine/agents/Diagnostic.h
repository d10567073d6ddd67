// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace typeshift {

//! A mistake in what a host registered. `code` is stable (docs/DIAGNOSTICS.md), `place` is the declaration's file and
//! line, with the agent's name where it is one. // D2, D49
struct Diagnostic {
    QString code;
    QString place;
    QString message;

    bool operator==(const Diagnostic &) const = default;
};

} // namespace typeshift
