// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
// Refused: TSH015: what may be stored is picked as a member of the settings
#include "tools/Toolset.h"

using namespace typeshift;

struct Arguments {
    QString text;

    static constexpr auto fields() { return std::tuple{field("text", &Arguments::text, "Some words.")}; }
};

struct Settings {
    int limit() const;
};

void use(const Arguments &);

const Toolset toolset = Toolset({}).withTool<&use>("Is used.").configurable(&Settings::limit);
