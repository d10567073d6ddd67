// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
// Refused: TSH039: a member of a tool's arguments has no description
#include "tools/Toolset.h"

using namespace typeshift;

struct Arguments {
    QString text;

    static constexpr auto fields() { return std::tuple{field("text", &Arguments::text)}; }
};

void use(const Arguments &);

const Toolset toolset = Toolset({}).withTool<&use>("Is used.");
