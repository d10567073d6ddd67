// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Clock.h"
#include "workbench/Secrets.h"

namespace QKeychain {
class Job;
}

namespace typeshift {

//! The system's keychain, under the service "typeshift-workbench". When none answers, secrets stay in memory for this
//! start and status() says why. Waits at most `patience` for a keychain that asks its person to unlock it.
class KeychainSecrets final : public Secrets
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds patience{30'000};

    explicit KeychainSecrets(Clock &clock, QObject *parent = nullptr);

    Task<Result<std::optional<QString>>> load(QString name) override;
    Task<Result<>> store(QString name, QString secret) override;
    Task<Result<>> remove(QString name) override;
    SecretsStatus status() const override { return m_status; }

private:
    struct Answer;

    Task<Result<Answer>> perform(QKeychain::Job *job);
    void setStatus(SecretsStatus status);

    Clock &m_clock;
    SecretsStatus m_status;
    QHash<QString, QString> m_kept; //!< what no keychain took
};

} // namespace typeshift
