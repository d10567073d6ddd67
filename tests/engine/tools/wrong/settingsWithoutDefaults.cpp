// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
// Refused: TSH012: a tool's settings have a default for every member
#include "tools/Toolset.h"

using namespace typeshift;

struct Arguments {
    QString text;

    static constexpr auto fields() { return std::tuple{field("text", &Arguments::text, "Some words.")}; }
};

struct Settings {
    int limit;

    explicit Settings(int most)
        : limit(most)
    {
    }
    static constexpr auto fields() { return std::tuple{field("limit", &Settings::limit)}; }
};

void use(const Arguments &, const Settings &);

const Toolset toolset = Toolset({}).withTool<&use>("Is used.");
