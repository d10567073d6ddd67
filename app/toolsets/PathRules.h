// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/base/Result.h>

#include <QStringList>

namespace typeshift::toolsets {

//! The names between the slashes of a path that a model wrote; "." and doubled slashes are left out, so that the folder
//! itself is an empty list. Looks at the text alone. Refused (Error::Kind::Refused) with the reason: steps to the
//! parent in every spelling, addresses, backslashes, characters that cannot be seen or turn the reading direction,
//! broken Unicode, and names longer than a file system takes. `shown` is the path for the message.
Result<QStringList> stepsOf(const QString &path, const QString &shown);

//! Whether a new file may have this name: composed Unicode (NFC), no blank at either end.
Result<> checkNewName(const QString &name);

//! A path in an answer: what cannot be seen, line ends among them, is written as <U+XXXX>.
QString visiblePath(const QString &path);
//! The same in a message: quoted, and cut after 120 characters.
QString quotedPath(const QString &path);

} // namespace typeshift::toolsets
