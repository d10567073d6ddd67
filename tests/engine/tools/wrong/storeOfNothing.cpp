// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
// Refused: TSH028: a store is a ConversationStore, a SettingsStore, or both.
#include "hosting/Engine.h"

using namespace typeshift;

struct Store {
    virtual ~Store() = default;
};

void declare(EngineBuilder &builder)
{
    builder.withStore(std::make_shared<::Store>());
}
