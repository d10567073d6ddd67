// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/DemoForm.h"

#include "providers/FormParts.h"
#include "theme/Theme.h"

#include <QLabel>
#include <QVBoxLayout>

namespace typeshift::ui {

DemoForm::DemoForm(const Theme &theme, QWidget *parent)
    : ProviderForm(parent)
{
    QVBoxLayout *column = makeFormColumn(this, theme, tr("Demo model"),
                                         tr("Scripted answers from a file. No network, no key, no cost."));
    column->addWidget(
        makeHint(theme,
                 tr("It plays a conversation with text and code, so that every screen can be tried on a fresh "
                    "machine. What you write is stored on this computer like any other conversation.")));
    column->addStretch(1);
    setStatus(ProviderStatus::Kind::Ready, tr("ready"));
}

ProviderSetup DemoForm::demoSetup()
{
    const ProviderProfile profile = demoProfile();
    return {.profile = profile, .model = profile.defaultModel};
}

QString DemoForm::note() const
{
    return tr("Nothing is sent anywhere.");
}

} // namespace typeshift::ui
