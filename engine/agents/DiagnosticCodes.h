// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace typeshift {

//! One rule of declarations. A code that was shipped never changes its meaning. // D49
struct DiagnosticCode {
    enum class When {
        Compile, //!< a static_assert
        Build,   //!< in the list that EngineBuilder::build() gives
        File,    //!< in the list of a file that declares an agent
    };

    std::string_view code;
    When when;
    std::string_view meaning;
};

//! Every code there is, in order. docs/DIAGNOSTICS.md has the same list; a test compares them.
inline constexpr std::array diagnosticCodes{
    DiagnosticCode{"TSH004", DiagnosticCode::When::Compile, "a tool's parameter is a pointer or may be changed"},
    DiagnosticCode{"TSH007", DiagnosticCode::When::Build, "two tools have one name"},
    DiagnosticCode{"TSH012", DiagnosticCode::When::Compile, "a type is not storable"},
    DiagnosticCode{"TSH015", DiagnosticCode::When::Compile, "a pick is no member or no function"},
    DiagnosticCode{"TSH020", DiagnosticCode::When::Build, "a module was built against another version"},
    DiagnosticCode{"TSH021", DiagnosticCode::When::Build, "a module was built with another type of ids"},
    DiagnosticCode{"TSH022", DiagnosticCode::When::Build, "two agents have one name"},
    DiagnosticCode{"TSH025", DiagnosticCode::When::Build, "an own tool is named like a tool of the agent's toolsets"},
    DiagnosticCode{"TSH028", DiagnosticCode::When::Compile, "a store implements neither interface"},
    DiagnosticCode{"TSH031", DiagnosticCode::When::Build, "an agent's name has other letters than a-z, 0-9 and _"},
    DiagnosticCode{"TSH032", DiagnosticCode::When::Build, "no agent was added"},
    DiagnosticCode{"TSH033", DiagnosticCode::When::Build, "nothing leads to a model"},
    DiagnosticCode{"TSH034", DiagnosticCode::When::Build, "a tool's name is not 1 to 64 of A-Z, a-z, 0-9, _ and -"},
    DiagnosticCode{"TSH035", DiagnosticCode::When::Build, "an agent offers more than 128 tools"},
    DiagnosticCode{"TSH036", DiagnosticCode::When::Build, "two tools' names are equal but for case"},
    DiagnosticCode{"TSH037", DiagnosticCode::When::Build, "a tool has the name of the built-in exit_plan_mode"},
    DiagnosticCode{"TSH038", DiagnosticCode::When::Build, "a pick names a tool that the toolset does not have"},
    DiagnosticCode{"TSH039", DiagnosticCode::When::Compile, "a member of a tool's arguments has no description"},
    DiagnosticCode{"TSH040", DiagnosticCode::When::Compile, "a tool's parameter is none that a tool can have"},
    DiagnosticCode{"TSH041", DiagnosticCode::When::Compile, "a tool returns what cannot be its answer"},
    DiagnosticCode{"TSH042", DiagnosticCode::When::Compile, "a tool is made of no free function or static member"},
    DiagnosticCode{"TSH043", DiagnosticCode::When::Build, "a mark or a pick has nothing before it"},
    DiagnosticCode{"TSH044", DiagnosticCode::When::Build, "a configurable member is none of the tool's settings"},
    DiagnosticCode{"TSH045", DiagnosticCode::When::Build, "a toolset's tool has no description"},
    DiagnosticCode{"TSH046", DiagnosticCode::When::Build, "two agents store their settings under one kind"},
    DiagnosticCode{"TSH047", DiagnosticCode::When::Build, "a schema version is below 1"},
    DiagnosticCode{"TSH048", DiagnosticCode::When::Build,
                   "an approval mark names a tool that the agent does not offer"},
    DiagnosticCode{"TSH050", DiagnosticCode::When::File, "the file is no JSON object"},
    DiagnosticCode{"TSH051", DiagnosticCode::When::File, "a member is not known"},
    DiagnosticCode{"TSH052", DiagnosticCode::When::File, "a member is missing"},
    DiagnosticCode{"TSH053", DiagnosticCode::When::File, "a value has another form than its member takes"},
    DiagnosticCode{"TSH054", DiagnosticCode::When::File, "a member stands twice"},
    DiagnosticCode{"TSH055", DiagnosticCode::When::File, "there is no toolset of this name"},
    DiagnosticCode{"TSH056", DiagnosticCode::When::File, "the file names what agents cannot have yet"},
    DiagnosticCode{"TSH057", DiagnosticCode::When::File, "a list of tools or toolsets is empty or names one twice"},
    DiagnosticCode{"TSH058", DiagnosticCode::When::File, "the file cannot be read"},
};

} // namespace typeshift
