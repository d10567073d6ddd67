// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/Field.h"

#include <array>
#include <utility>

namespace typeshift {

//! What an agent may do by itself. // D52
enum class AgentMode {
    Default, //!< calls that need approval are asked for
    Plan,    //!< read-only tools, and a plan that a person approves
    Auto,    //!< calls run unless a rule rejects them
};

template<>
inline constexpr auto enumNames<AgentMode> = std::array{
    std::pair{AgentMode::Default, "default"}, std::pair{AgentMode::Plan, "plan"}, std::pair{AgentMode::Auto, "auto"}};

} // namespace typeshift
