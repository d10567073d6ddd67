// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "providers/ProviderForm.h"

namespace typeshift::ui {

//! The demo model: scripted answers, always there.
class DemoForm final : public ProviderForm
{
    Q_OBJECT

public:
    explicit DemoForm(const Theme &theme, QWidget *parent = nullptr);

    QWidget *firstField() override { return this; }
    std::optional<ProviderSetup> setup() const override { return demoSetup(); }
    QString note() const override;

    static ProviderSetup demoSetup();
};

} // namespace typeshift::ui
