// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
// Refused: TSH012: settings are a struct with fields()
#include "tools/Toolset.h"

using namespace typeshift;

struct Arguments {
    QString text;

    static constexpr auto fields() { return std::tuple{field("text", &Arguments::text, "Some words.")}; }
};

struct Settings {
    int limit = 0;
};

void use(const Arguments &);

const Toolset toolset = Toolset({}).withTool<&use>("Is used.").configurable(&Settings::limit);
