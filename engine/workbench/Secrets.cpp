// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "workbench/Secrets.h"

namespace typeshift {

MemorySecrets::MemorySecrets(QString reason, QObject *parent)
    : Secrets(parent)
    , m_reason(std::move(reason))
{
}

Task<Result<std::optional<QString>>> MemorySecrets::load(QString name)
{
    const auto found = m_secrets.constFind(name);
    co_return found == m_secrets.cend() ? std::nullopt : std::optional(*found);
}

Task<Result<>> MemorySecrets::store(QString name, QString secret)
{
    m_secrets[name] = secret;
    emit changed(name);
    co_return {};
}

Task<Result<>> MemorySecrets::remove(QString name)
{
    if (m_secrets.remove(name))
        emit changed(name);
    co_return {};
}

SecretsStatus MemorySecrets::status() const
{
    return {SecretsStatus::Place::MemoryOnly, m_reason};
}

} // namespace typeshift
