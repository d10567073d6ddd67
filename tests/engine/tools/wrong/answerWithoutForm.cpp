// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
// Refused: TSH041: a tool returns nothing, a QString, a ToolOutput or a storable value
#include "tools/Toolset.h"

using namespace typeshift;

void *use();

const Toolset toolset = Toolset({}).withTool<&use>("Is used.");
