// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
// Refused: TSH012: a struct may not contain itself, not even in a list
#include "tools/Toolset.h"

using namespace typeshift;

struct Folder {
    QList<Folder> folders;

    static constexpr auto fields() { return std::tuple{field("folders", &Folder::folders, "Those inside.")}; }
};

void use(const Folder &);

const Toolset toolset = Toolset({}).withTool<&use>("Is used.");
