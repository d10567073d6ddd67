// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "DesktopNotices.h"

#include "TrayNotifier.h"

#ifdef TYPESHIFT_DBUS
#include "FreedesktopNotifier.h"
#endif

namespace typeshift {

std::unique_ptr<ui::DesktopNotifier> makeDesktopNotifier()
{
#ifdef TYPESHIFT_DBUS
    if (FreedesktopNotifier::hasSessionBus())
        return std::make_unique<FreedesktopNotifier>(QDBusConnection::sessionBus());
#endif
    return std::make_unique<TrayNotifier>();
}

} // namespace typeshift
