// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
// Refused: TSH012: this option belongs to the run or has no stored form.
#include "settings/AgentOptions.h"

using namespace typeshift;

const ConfigurableOption option = &ChatOptions::stream;
