// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
// Refused: TSH042: a tool is made of a free function or a static member
#include "tools/Toolset.h"

using namespace typeshift;

struct Desk {
    QString look();
};

const Toolset toolset = Toolset({}).withTool<&Desk::look>("Is used.");
