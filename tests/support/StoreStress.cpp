// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "support/StoreStress.h"

#include "support/AwaitTask.h"

#include <QThread>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

const QString counter = u"counter"_s;

std::unexpected<Error> broken(const QString &rule, const QString &what)
{
    ErrorFacts facts;
    facts.code = rule;
    facts.message = u"rule %1: %2"_s.arg(rule, what);
    return failure(Error(Error::Kind::InvalidState, facts));
}

Result<> saveOnce(Store &store, SettingsId settings, StressReport &report)
{
    for (;;) {
        const auto loaded = awaitTask(store.loadDocument(settings, counter));
        if (!loaded)
            return failure(loaded.error());
        const StoredDocument document = loaded->value_or(StoredDocument());
        const QByteArray next = QByteArray::number(document.json.toLongLong() + 1);
        const auto saved = awaitTask(store.saveDocument(settings, counter, next, document.version));
        if (saved) {
            ++report.saves;
            return {};
        }
        if (saved.error().kind != Error::Kind::Conflict)
            return failure(saved.error());
        ++report.conflicts;
    }
}

Result<> appendOnce(Store &store, const StressTarget &target, const QString &writer, StressReport &report)
{
    const qint64 number = report.appends++;
    ConversationEntry entry;
    entry.agent = writer;
    entry.messages = {userMessage(QString::number(number))};
    const ConversationId conversation = target.conversations.at(number % target.conversations.size());
    return awaitTask(store.appendConversation(conversation, entry)).transform([](qint64) { });
}

Result<StressReport> write(const StoreFactory &make, const StressTarget &target, const QString &writer, StressPlan plan)
{
    const auto store = make();
    if (!store)
        return failure(store.error());
    StressReport report;
    while (report.saves < plan.saves || report.appends < plan.appends) {
        if (report.saves < plan.saves) {
            if (auto saved = saveOnce(**store, target.settings, report); !saved)
                return failure(std::move(saved).error());
        }
        if (report.appends < plan.appends) {
            if (auto appended = appendOnce(**store, target, writer, report); !appended)
                return failure(std::move(appended).error());
        }
    }
    return report;
}

Result<> verifyCount(Store &store, SettingsId settings, qint64 saves)
{
    const auto loaded = awaitTask(store.loadDocument(settings, counter));
    if (!loaded)
        return failure(loaded.error());
    const StoredDocument document = loaded->value_or(StoredDocument());
    if (document.json.toLongLong() != saves || document.version != saves) {
        return broken(
            u"lost-update"_s,
            u"%1 saves succeeded, and the document counts %2 at version %3"_s.arg(
                QString::number(saves), QString::fromLatin1(document.json), QString::number(document.version)));
    }
    return {};
}

} // namespace

Result<StressReport> stressStore(const StoreFactory &make, const StressTarget &target, const QString &writer,
                                 StressPlan plan)
{
    std::vector<Result<StressReport>> reports(std::size_t(plan.threads), StressReport());
    std::vector<std::unique_ptr<QThread>> threads;
    for (std::size_t i = 0; i < reports.size(); ++i) {
        const QString name = writer + u'-' + QString::number(i);
        threads.emplace_back(QThread::create(
            [&make, &target, name, plan, report = &reports[i]] { *report = write(make, target, name, plan); }));
        threads.back()->start();
    }
    for (const auto &thread : threads)
        thread->wait();
    StressReport total;
    for (const auto &report : reports) {
        if (!report)
            return report;
        total = {total.saves + report->saves, total.conflicts + report->conflicts, total.appends + report->appends};
    }
    return total;
}

Result<> verifyStress(Store &store, const StressTarget &target, StressReport total)
{
    if (auto counted = verifyCount(store, target.settings, total.saves); !counted)
        return counted;
    qint64 appends = 0;
    for (const ConversationId &conversation : target.conversations) {
        const auto loaded = awaitTask(store.loadConversation(conversation));
        if (!loaded)
            return failure(loaded.error());
        QHash<QString, qint64> last;
        for (const StoredEntry &stored : *loaded) {
            const qint64 number = stored.entry.messages.value(0).text().toLongLong();
            if (number <= last.value(stored.entry.agent, -1))
                return broken(u"append-order"_s, u"entry %1 comes too late"_s.arg(stored.sequence));
            last.insert(stored.entry.agent, number);
        }
        appends += loaded->size();
    }
    if (appends != total.appends)
        return broken(
            u"lost-append"_s,
            u"%1 appends succeeded, and %2 are there"_s.arg(QString::number(total.appends), QString::number(appends)));
    return {};
}

} // namespace typeshift
