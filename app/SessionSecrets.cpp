// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "SessionSecrets.h"

namespace typeshift {

SessionSecrets::SessionSecrets(Clock &clock, QObject *parent)
    : Secrets(parent)
    , m_keychain(clock)
{
    connect(&m_keychain, &Secrets::statusChanged, this, &Secrets::statusChanged);
    connect(&m_keychain, &Secrets::changed, this, &Secrets::changed);
}

Task<Result<std::optional<QString>>> SessionSecrets::load(QString name)
{
    if (const auto kept = m_inMemory.constFind(name); kept != m_inMemory.cend())
        co_return std::optional(*kept);
    co_return co_await m_keychain.load(name);
}

Task<Result<>> SessionSecrets::store(QString name, QString secret)
{
    m_inMemory.remove(name);
    co_return co_await m_keychain.store(name, secret);
}

Task<Result<>> SessionSecrets::remove(QString name)
{
    m_inMemory.remove(name);
    co_return co_await m_keychain.remove(name);
}

Task<Result<>> SessionSecrets::keepInMemory(QString name, QString secret)
{
    m_inMemory.insert(name, secret);
    emit changed(name);
    co_return {};
}

} // namespace typeshift
