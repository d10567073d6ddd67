// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/DescribedMember.h"

#include <array>

namespace typeshift {

//! What belongs together in a form.
enum class SettingGroup { Model, Sampling, Run, Instructions, Tools };

template<>
inline constexpr auto enumNames<SettingGroup> = std::array{
    std::pair{SettingGroup::Model, "model"}, std::pair{SettingGroup::Sampling, "sampling"},
    std::pair{SettingGroup::Run, "run"}, std::pair{SettingGroup::Instructions, "instructions"},
    std::pair{SettingGroup::Tools, "tools"}};

//! One thing of an agent that can be set: where it stands in a document, what it takes and what it means.
struct Setting {
    QString path; //!< "temperature", "tools.search_tickets.limit"
    SettingGroup group = SettingGroup::Model;
    QString tool = {};           //!< the tool that it belongs to; empty for what is the agent's
    DescribedMember member;      //!< type, words, limits and the code's own value
    bool isConfigurable = false; //!< the agent's declaration lets it be stored // D18
};

//! The settings of one tool of an agent.
struct ToolSettings {
    QString tool;
    QList<DescribedMember> members = {};
    QStringList configurable = {}; //!< the names of those that may be stored
};

} // namespace typeshift
