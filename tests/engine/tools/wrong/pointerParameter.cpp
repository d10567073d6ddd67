// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
// Refused: TSH004: a tool's parameter is a value or a const reference
#include "tools/Toolset.h"

using namespace typeshift;

void use(const QString *);

const Toolset toolset = Toolset({}).withTool<&use>("Is used.");
