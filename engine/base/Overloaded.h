// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace typeshift {

//! One visitor of several lambdas, for std::visit.
template<typename... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};

} // namespace typeshift
