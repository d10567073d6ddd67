// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
// Accepted: the check of the others' flags.
#include "tools/Toolset.h"

using namespace typeshift;

struct Arguments {
    QString text;

    static constexpr auto fields() { return std::tuple{field("text", &Arguments::text, "Some words.")}; }
};

struct Settings {
    int limit = 3;

    static constexpr auto fields() { return std::tuple{field("limit", &Settings::limit)}; }
};

Result<QString> use(const Arguments &, const Settings &, ToolContext &);

const Toolset toolset = Toolset({}).withTool<&use>("Is used.").configurable(&Settings::limit);
