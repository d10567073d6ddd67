// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "providers/ProviderDesk.h"

#include <QWidget>

namespace typeshift::ui {

//! How far a provider is set up, as its row in the list says it.
struct ProviderStatus {
    enum class Kind { Open, Ready, Failed };
    Kind kind = Kind::Open;
    QString text;

    bool operator==(const ProviderStatus &) const = default;
};

//! Everything that a start with a provider needs.
struct ProviderSetup {
    ProviderProfile profile;
    QString model;
    QString key; //!< empty when none is needed, or when it is kept already
    KeyPlace place = KeyPlace::Keychain;
};

//! The right side of the first-run page: what one provider needs to be told.
class ProviderForm : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;

    //! Where the focus starts.
    virtual QWidget *firstField() = 0;
    //! None while something is missing.
    virtual std::optional<ProviderSetup> setup() const = 0;
    //! The line at the foot of the page: what was and what was not done yet.
    virtual QString note() const = 0;
    const ProviderStatus &status() const { return m_status; }

signals:
    //! Status, setup or note are others.
    void changed();

protected:
    void setStatus(ProviderStatus::Kind kind, const QString &text);

private:
    ProviderStatus m_status;
};

} // namespace typeshift::ui
