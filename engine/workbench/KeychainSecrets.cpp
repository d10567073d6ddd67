// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "workbench/KeychainSecrets.h"

#include "async/Completion.h"

#include <qt6keychain/keychain.h>

using namespace Qt::StringLiterals;

namespace typeshift {

struct KeychainSecrets::Answer {
    QKeychain::Error error = QKeychain::NoError;
    QString text;  //!< of a read
    QString words; //!< the keychain's own
};

namespace {

constexpr auto service = "typeshift-workbench"_L1;

template<typename J>
J *jobFor(const QString &name)
{
    auto *job = new J(service);
    job->setKey(name);
    return job;
}

QString wordsOf(const QKeychain::Job &job)
{
    if (!QKeychain::isAvailable())
        return u"no keychain library is installed (on Linux: libsecret)"_s;
    return job.errorString();
}

Error keychainError(Error::Kind kind, const QString &words)
{
    Error error(kind, words);
    error.facts.code = u"keychain"_s;
    return error;
}

Error noAnswer()
{
    const auto seconds = QString::number(KeychainSecrets::patience.count() / 1000);
    return keychainError(Error::Kind::Timeout,
                         u"the keychain did not answer within %1 s; it may be waiting to be unlocked"_s.arg(seconds));
}

} // namespace

KeychainSecrets::KeychainSecrets(Clock &clock, QObject *parent)
    : Secrets(parent)
    , m_clock(clock)
{
}

// The job deletes itself when it has finished. One that is still waiting for its person must not be deleted: the
// keychain's library would answer into freed memory.
Task<Result<KeychainSecrets::Answer>> KeychainSecrets::perform(QKeychain::Job *job)
{
    Completion<Answer> completion;
    {
        const auto resolve = completion.resolver();
        connect(job, &QKeychain::Job::finished, this, [resolve](QKeychain::Job *done) {
            const auto *read = qobject_cast<QKeychain::ReadPasswordJob *>(done);
            resolve(Answer{done->error(), read ? read->textData() : QString(), wordsOf(*done)});
        });
        m_clock.callAfter(patience, job, [resolve] { resolve(failure(noAnswer())); });
    }
    job->setInsecureFallback(false);
    job->start();
    co_return co_await std::move(completion);
}

void KeychainSecrets::setStatus(SecretsStatus status)
{
    if (m_status == status)
        return;
    m_status = std::move(status);
    emit statusChanged(m_status);
}

Task<Result<std::optional<QString>>> KeychainSecrets::load(QString name)
{
    if (const auto kept = m_kept.constFind(name); kept != m_kept.cend())
        co_return *kept;
    auto answer = co_await perform(jobFor<QKeychain::ReadPasswordJob>(name));
    if (!answer) {
        setStatus({SecretsStatus::Place::MemoryOnly, answer.error().facts.message});
        co_return failure(std::move(answer).error());
    }
    if (answer->error == QKeychain::EntryNotFound)
        co_return std::nullopt; // No proof that it would take one: a locked keyring answers the same.
    if (answer->error == QKeychain::NoError) {
        setStatus({});
        co_return answer->text;
    }
    setStatus({SecretsStatus::Place::MemoryOnly, answer->words});
    co_return failure(keychainError(Error::Kind::Auth, answer->words));
}

Task<Result<>> KeychainSecrets::store(QString name, QString secret)
{
    auto *job = jobFor<QKeychain::WritePasswordJob>(name);
    job->setTextData(secret);
    // Usable at once: a keychain that asks its person may take half a minute.
    m_kept[name] = secret;
    const auto answer = co_await perform(job);
    if (answer && answer->error == QKeychain::NoError) {
        if (m_kept.value(name) == secret)
            m_kept.remove(name);
        setStatus({});
    } else {
        setStatus({SecretsStatus::Place::MemoryOnly, answer ? answer->words : answer.error().facts.message});
    }
    emit changed(name);
    co_return {};
}

Task<Result<>> KeychainSecrets::remove(QString name)
{
    const bool wasKept = m_kept.remove(name);
    const auto answer = co_await perform(jobFor<QKeychain::DeletePasswordJob>(name));
    const bool isGone = answer && (answer->error == QKeychain::NoError || answer->error == QKeychain::EntryNotFound);
    if (!isGone && !wasKept)
        co_return failure(answer ? keychainError(Error::Kind::Auth, answer->words) : answer.error());
    emit changed(name);
    co_return {};
}

} // namespace typeshift
