// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
// Refused: TSH012: the key of a map is a QString or an enum with enumNames
#include "tools/Toolset.h"

using namespace typeshift;

struct Arguments {
    QHash<int, QString> value;

    static constexpr auto fields() { return std::tuple{field("value", &Arguments::value, "A value.")}; }
};

void use(const Arguments &);

const Toolset toolset = Toolset({}).withTool<&use>("Is used.");
