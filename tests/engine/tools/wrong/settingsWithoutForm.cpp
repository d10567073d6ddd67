// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
// Refused: TSH012: a member's type has no form in JSON
#include "tools/Toolset.h"

using namespace typeshift;

struct Arguments {
    QString text;

    static constexpr auto fields() { return std::tuple{field("text", &Arguments::text, "Some words.")}; }
};

struct Settings {
    void *handle = nullptr;

    static constexpr auto fields() { return std::tuple{field("handle", &Settings::handle)}; }
};

void use(const Arguments &, const Settings &);

const Toolset toolset = Toolset({}).withTool<&use>("Is used.");
