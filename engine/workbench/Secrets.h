// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Task.h"
#include "base/Result.h"

#include <QHash>
#include <QObject>

#include <optional>

namespace typeshift {

//! Where keys are kept, to be shown to the person.
struct SecretsStatus {
    enum class Place {
        Keychain,
        MemoryOnly, //!< until the program ends; `reason` says why
    };
    Place place = Place::Keychain;
    QString reason; //!< the keychain's own words

    bool operator==(const SecretsStatus &) const = default;
};

//! Keeps keys and tokens by name. Nothing else in the program ever stores one. // T25, Decided 11
class Secrets : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    //! None when no secret of this name is kept. Auth when the keychain does not hand it out, Timeout when it does not
    //! answer; both carry the keychain's words and facts.code "keychain".
    virtual Task<Result<std::optional<QString>>> load(QString name) = 0;
    //! Succeeds too when only memory took it: look at status() afterwards and say so.
    virtual Task<Result<>> store(QString name, QString secret) = 0;
    virtual Task<Result<>> remove(QString name) = 0;
    //! As the last call that stored or found a secret, or failed, left it; Keychain before the first.
    virtual SecretsStatus status() const = 0;

signals:
    void statusChanged(const typeshift::SecretsStatus &status);
    //! A secret was stored or removed by this process.
    void changed(const QString &name);
};

//! Keeps them until it is deleted: for tests, and for a start that wants no keychain.
class MemorySecrets final : public Secrets
{
    Q_OBJECT

public:
    explicit MemorySecrets(QString reason = {}, QObject *parent = nullptr);

    Task<Result<std::optional<QString>>> load(QString name) override;
    Task<Result<>> store(QString name, QString secret) override;
    Task<Result<>> remove(QString name) override;
    SecretsStatus status() const override;

private:
    QString m_reason;
    QHash<QString, QString> m_secrets;
};

} // namespace typeshift
