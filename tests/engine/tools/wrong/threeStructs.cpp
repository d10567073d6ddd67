// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
// Refused: TSH040: a tool takes at most two structs
#include "tools/Toolset.h"

using namespace typeshift;

struct Arguments {
    QString text;

    static constexpr auto fields() { return std::tuple{field("text", &Arguments::text, "Some words.")}; }
};

void use(const Arguments &, const Arguments &, const Arguments &);

const Toolset toolset = Toolset({}).withTool<&use>("Is used.");
