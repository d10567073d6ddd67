// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ui/widgets/DesktopNotifier.h>

#include <memory>

namespace typeshift {

//! The desktop's notices as this system has them; never null.
std::unique_ptr<ui::DesktopNotifier> makeDesktopNotifier();

} // namespace typeshift
