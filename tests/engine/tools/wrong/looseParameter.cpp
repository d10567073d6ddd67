// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
// Refused: TSH040: a tool takes its arguments as one struct with fields()
#include "tools/Toolset.h"

using namespace typeshift;

void use(int number);

const Toolset toolset = Toolset({}).withTool<&use>("Is used.");
