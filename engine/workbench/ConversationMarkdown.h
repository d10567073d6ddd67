// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ConversationEntry.h"

namespace typeshift {

//! A conversation for people to read: its title, then who said what; calls and results as code, errors as quotes.
//! Pictures and files are named, not contained.
QString conversationMarkdown(const QString &title, const QList<StoredEntry> &entries);

} // namespace typeshift
