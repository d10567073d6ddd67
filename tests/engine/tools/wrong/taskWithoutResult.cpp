// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
// Refused: TSH041: a tool that waits returns Task<Result<T>>
#include "tools/Toolset.h"

using namespace typeshift;

Task<QString> use();

const Toolset toolset = Toolset({}).withTool<&use>("Is used.");
