// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/workbench/KeychainSecrets.h>

namespace typeshift {

//! The system's keychain, and beside it what a person chose to keep in memory only.
class SessionSecrets final : public Secrets
{
    Q_OBJECT

public:
    explicit SessionSecrets(Clock &clock, QObject *parent = nullptr);

    Task<Result<std::optional<QString>>> load(QString name) override;
    //! Into the keychain; a copy in memory goes.
    Task<Result<>> store(QString name, QString secret) override;
    Task<Result<>> remove(QString name) override;
    SecretsStatus status() const override { return m_keychain.status(); }

    //! Until the program ends; what the keychain has of this name stays there and is not used.
    Task<Result<>> keepInMemory(QString name, QString secret);

private:
    KeychainSecrets m_keychain;
    QHash<QString, QString> m_inMemory;
};

} // namespace typeshift
