// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "toolsets/Descriptor.h"

#include <engine/base/Result.h>

#include <QStringList>

#include <fcntl.h>

#include <optional>

namespace typeshift::toolsets {

//! Flags for a look at a file that does not open it, where the system has that.
#if defined(O_PATH)
inline constexpr int lookOnly = O_PATH;
#else
inline constexpr int lookOnly = O_RDONLY | O_NONBLOCK | O_NOCTTY;
#endif

//! Lets the kernel resolve `steps` below `root`: links may stay inside, never leave, and none of /proc's are followed.
//! None where the system cannot do that. `shown` is the path for messages; here and below the error's status is errno.
std::optional<Result<Descriptor>> openByKernel(const Descriptor &root, const QStringList &steps, int flags,
                                               const QString &shown);

//! Opens one step after the other and follows no link.
[[nodiscard]] Result<Descriptor> openStepByStep(const Descriptor &root, const QStringList &steps, int flags,
                                                const QString &shown);

//! Whether a file belongs to /proc, /sys or another file system that the kernel makes up.
bool isOnPseudoFileSystem(const Descriptor &file);

//! What the system said about a path; links that leave are Error::Kind::Refused.
Error systemError(const QString &shown, int code);

} // namespace typeshift::toolsets
