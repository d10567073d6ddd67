// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/Store.h"

namespace typeshift {

//! Holds a store against the contract of its interface, one call at a time, so it cannot catch two saves that race.
//! It writes under the ids it is given: each call needs ids that nothing else uses. // 2.13, S22-S26
//!
//! A broken rule is an InvalidState error: `facts.code` is the rule ("conflict-on-old-version"), `facts.message` says
//! what the store did and what to change. The store's own errors pass as they are, except where a Conflict belongs.
Task<Result<>> verifyStore(Store &store, ConversationId conversation, SettingsId settings);

//! The half about documents: "new-id", "new-version", "keyed-by-id-and-kind", "byte-for-byte", "conflict-on-existing",
//! "conflict-on-old-version", "conflict-changes-nothing", "conflict-kind".
Task<Result<>> verifySettingsStore(SettingsStore &store, SettingsId settings);

//! The half about entries: "new-id", "complete", "append-order", "keeps-is-summary", "unchanged", "sequence",
//! "since-compaction".
Task<Result<>> verifyConversationStore(ConversationStore &store, ConversationId conversation);

} // namespace typeshift
