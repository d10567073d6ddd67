// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
// Refused: TSH012: an item of a list, a set or a map cannot be absent
#include "tools/Toolset.h"

using namespace typeshift;

struct Arguments {
    QHash<QString, std::optional<int>> value;

    static constexpr auto fields() { return std::tuple{field("value", &Arguments::value, "A value.")}; }
};

void use(const Arguments &);

const Toolset toolset = Toolset({}).withTool<&use>("Is used.");
