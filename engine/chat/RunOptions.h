// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace typeshift {

//! How far a run may go. // 2.0
struct RunOptions {
    int maxToolIterations = 40;   //!< model calls that may be followed by tools
    int maxConsecutiveErrors = 3; //!< rounds in a row with a failed tool; one more fails the run
    bool concurrentCalls = false; //!< the calls of one response run side by side

    bool operator==(const RunOptions &) const = default;
};

} // namespace typeshift
