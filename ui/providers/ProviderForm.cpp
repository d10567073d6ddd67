// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/ProviderForm.h"

namespace typeshift::ui {

void ProviderForm::setStatus(ProviderStatus::Kind kind, const QString &text)
{
    m_status = {kind, text};
    emit changed();
}

} // namespace typeshift::ui
