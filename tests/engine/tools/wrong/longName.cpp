// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
// Refused: TSH034: this function's name is too long for a tool
#include "tools/Toolset.h"

using namespace typeshift;

void anUncommonlyLongNameThatSaysEverythingThereIsToSayAboutWhatThisDoes();

const Toolset toolset = Toolset({}).withTool<&anUncommonlyLongNameThatSaysEverythingThereIsToSayAboutWhatThisDoes>(
    "Is used.");
