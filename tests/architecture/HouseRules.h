// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "SourceTree.h"

namespace typeshift::architecture {

//! One line per place where the file breaks a rule of docs/STYLE.md that a word shows: "path:line: what to do instead".
//! Comments and string literals are not looked at.
QStringList brokenRules(const SourceFile &file);

//! Names of the classes, structs and enums of the file that hide a noun behind Manager and its like.
QStringList hollowNames(const SourceFile &file);

} // namespace typeshift::architecture
