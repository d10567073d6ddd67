// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "words/ErrorText.h"

namespace typeshift::ui {

//! Words a Storage error by its code: newer, locked, readonly, full, corrupt, permission, not-found, entry, io.
ErrorText storageText(const ErrorFacts &facts);

} // namespace typeshift::ui
