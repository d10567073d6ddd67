// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
// Refused: TSH012: a member's type has no form in JSON
#include "tools/Toolset.h"

using namespace typeshift;

struct Arguments {
    quint64 value;

    static constexpr auto fields() { return std::tuple{field("value", &Arguments::value, "A value.")}; }
};

void use(const Arguments &);

const Toolset toolset = Toolset({}).withTool<&use>("Is used.");
