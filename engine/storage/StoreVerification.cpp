// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "storage/StoreVerification.h"

#include <QTimeZone>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

std::unexpected<Error> broken(QLatin1StringView rule, const QString &advice)
{
    ErrorFacts facts;
    facts.code = rule;
    facts.message = u"rule %1: %2"_s.arg(rule, advice);
    return failure(Error(Error::Kind::InvalidState, facts));
}

// Key order, spaces and numbers that a JSON library would rewrite.
QByteArray document(const char *name)
{
    return QByteArray(R"({ "z":1.0, "name":")")
        .append(name)
        .append("\",\t\"a\":12345678901234567890, \"ä\":\"\\u00e4\"}\n");
}

struct Expected {
    QString kind;
    QByteArray json;
    qint64 version;
};

Task<Result<>> expectDocument(SettingsStore &store, SettingsId id, Expected expected, QLatin1StringView rule,
                              QString advice)
{
    const auto loaded = co_await store.loadDocument(id, expected.kind);
    if (!loaded)
        co_return failure(loaded.error());
    if (!*loaded || (*loaded)->json != expected.json || (*loaded)->version != expected.version)
        co_return broken(rule, advice);
    co_return {};
}

// Saves with a version that is not the stored one any more.
Task<Result<>> expectConflict(SettingsStore &store, SettingsId id, Expected stored, qint64 loadedVersion,
                              QLatin1StringView rule, QString advice)
{
    const auto saved = co_await store.saveDocument(id, stored.kind, document("lost"), loadedVersion);
    if (saved)
        co_return broken(rule, advice);
    if (saved.error().kind != Error::Kind::Conflict) {
        co_return broken("conflict-kind"_L1,
                         u"a save that lost a race must fail with Conflict; the store failed with %1: %2"_s.arg(
                             errorKindName(saved.error().kind), saved.error().facts.message));
    }
    co_return co_await expectDocument(store, id, stored, "conflict-changes-nothing"_L1,
                                      u"a save that ends in a conflict must leave the document as it was"_s);
}

Task<Result<qint64>> expectNewVersion(SettingsStore &store, SettingsId id, Expected document, qint64 loadedVersion)
{
    const auto saved = co_await store.saveDocument(id, document.kind, document.json, loadedVersion);
    if (saved && (*saved == 0 || *saved == loadedVersion)) {
        co_return broken(
            "new-version"_L1,
            u"a save must return a version that is not 0 and that the document never had; it returned %1"_s.arg(
                *saved));
    }
    co_return saved;
}

Message message(Role role, Content content)
{
    Message made;
    made.uid = QUuid(u"01900000-0000-7000-8000-000000000001"_s);
    made.role = role;
    made.author = role == Role::Assistant ? u"verifier"_s : QString();
    made.contents = {std::move(content)};
    made.unknown = {{u"mood"_s, u"good"_s}};
    return made;
}

// The later the entry, the earlier its time, so that a store which sorts by time is found out.
ConversationEntry entry(int place, QList<Message> messages)
{
    ConversationEntry made;
    made.agent = u"verifier"_s;
    made.at = QDateTime(QDate(2026, 1, 2), QTime(3, 4, 5, 6), QTimeZone::UTC).addSecs(-60 * place);
    made.messages = std::move(messages);
    made.unknown = {{u"place"_s, place}};
    return made;
}

ConversationEntry input(int place)
{
    return entry(place, {message(Role::User, TextContent{u"tab \t, quote \", zero \0, ünï, 😀"_s, {}})});
}

ConversationEntry end(int place)
{
    ConversationEntry made = entry(place, {});
    made.endsRun = true;
    made.mode = AgentMode::Plan;
    made.backgroundAgents = QStringList{u"call_2"_s};
    return made;
}

ConversationEntry summary(int place)
{
    const FunctionCall call{u"call_1"_s, u"f"_s, R"({"z":1.0, "a":12345678901234567890})", {}, {}};
    ConversationEntry made = entry(place, {message(Role::Assistant, call)});
    made.isSummary = true;
    made.provider = u"provider"_s;
    made.model = u"model"_s;
    made.usage = Usage{.input = 1, .cacheRead = 2, .cacheWrite = 3, .output = 4, .reasoning = 5};
    made.standingApprovals = QList{StandingApproval{u"tool"_s, {}}};
    return made;
}

Result<> sameEntry(const StoredEntry &loaded, const StoredEntry &appended, const QList<StoredEntry> &all)
{
    const auto isLoaded = [&loaded](const StoredEntry &each) { return each.entry == loaded.entry; };
    if (loaded.entry != appended.entry && std::ranges::any_of(all, isLoaded))
        return broken("append-order"_L1,
                      u"entries must come back in the order they were appended, not by their time"_s);
    if (loaded.entry.isSummary != appended.entry.isSummary)
        return broken("keeps-is-summary"_L1, u"isSummary must come back as it was appended"_s);
    if (loaded.entry != appended.entry)
        return broken("unchanged"_L1, u"an entry must come back unchanged; store the text of serialize() as it is"_s);
    if (loaded.sequence != appended.sequence)
        return broken("sequence"_L1, u"an entry must come back with the sequence that its append returned"_s);
    return {};
}

Result<> sameEntries(const Result<QList<StoredEntry>> &loaded, const QList<StoredEntry> &appended,
                     QLatin1StringView rule, const QString &advice)
{
    if (!loaded)
        return failure(loaded.error());
    if (loaded->size() != appended.size())
        return broken(rule, advice);
    for (qsizetype i = 0; i < appended.size(); ++i) {
        if (auto same = sameEntry(loaded->at(i), appended.at(i), appended); !same)
            return same;
    }
    return {};
}

// Loads whole and since the last summary, which is the entry at `start`.
Task<Result<>> expectEntries(ConversationStore &store, ConversationId conversation, QList<StoredEntry> appended,
                             qsizetype start)
{
    const auto whole = co_await store.loadConversation(conversation);
    if (auto same = sameEntries(whole, appended, "complete"_L1,
                                u"loadConversation() must return every entry, summaries included"_s);
        !same) {
        co_return same;
    }
    const auto since = co_await store.loadConversationSinceCompaction(conversation);
    const QString advice = u"loadConversationSinceCompaction() must return the last summary and what follows it, and "
                           "every entry while there is no summary"_s;
    if (since && !since->isEmpty() && since->constFirst().entry != appended.at(start).entry)
        co_return broken("since-compaction"_L1, advice);
    co_return sameEntries(since, appended.sliced(start), "since-compaction"_L1, advice);
}

Task<Result<>> append(ConversationStore &store, ConversationId conversation, ConversationEntry entry,
                      QList<StoredEntry> &appended)
{
    const auto sequence = co_await store.appendConversation(conversation, entry);
    if (!sequence)
        co_return failure(sequence.error());
    if (!appended.isEmpty() && *sequence <= appended.constLast().sequence)
        co_return broken("sequence"_L1, u"the sequences of a conversation must ascend"_s);
    appended.append({*sequence, std::move(entry)});
    co_return {};
}

} // namespace

Task<Result<>> verifySettingsStore(SettingsStore &store, SettingsId settings)
{
    Expected first{u"verifyStore"_s, document("first"), 0};
    Expected second{u"verifyStore.other"_s, document("second"), 0};
    const auto before = co_await store.loadDocument(settings, first.kind);
    if (!before)
        co_return failure(before.error());
    if (*before)
        co_return broken("new-id"_L1, u"something is stored under this settings id; use a new id for each call"_s);

    const auto version = co_await expectNewVersion(store, settings, first, 0);
    if (!version)
        co_return failure(version.error());
    first.version = *version;
    const auto otherVersion = co_await expectNewVersion(store, settings, second, 0);
    const QString keys =
        u"documents must be keyed by id and kind together; saving another kind under the id must not meet "
        "the first one"_s;
    if (!otherVersion && otherVersion.error().kind == Error::Kind::Conflict)
        co_return broken("keyed-by-id-and-kind"_L1, keys);
    if (!otherVersion)
        co_return failure(otherVersion.error());
    second.version = *otherVersion;

    const auto loaded = co_await store.loadDocument(settings, first.kind);
    if (loaded && *loaded && (*loaded)->json == second.json)
        co_return broken("keyed-by-id-and-kind"_L1, keys);
    const QString bytes = u"a document's JSON and version must come back as they were saved, byte for byte"_s;
    for (const Expected &each : {first, second}) {
        if (auto same = co_await expectDocument(store, settings, each, "byte-for-byte"_L1, bytes); !same)
            co_return same;
    }

    const Expected old = first;
    first.json = document("third");
    const auto newer = co_await expectNewVersion(store, settings, first, old.version);
    if (!newer)
        co_return failure(newer.error());
    first.version = *newer;
    if (auto refused = co_await expectConflict(store, settings, first, 0, "conflict-on-existing"_L1,
                                               u"saving at version 0 must be a conflict when a document is there"_s);
        !refused) {
        co_return refused;
    }
    co_return co_await expectConflict(
        store, settings, first, old.version, "conflict-on-old-version"_L1,
        u"saving with a version that is not the stored one any more must be a conflict"_s);
}

Task<Result<>> verifyConversationStore(ConversationStore &store, ConversationId conversation)
{
    const auto before = co_await store.loadConversation(conversation);
    if (!before)
        co_return failure(before.error());
    if (!before->isEmpty())
        co_return broken("new-id"_L1, u"something is stored under this conversation id; use a new id for each call"_s);

    QList<StoredEntry> appended;
    for (const ConversationEntry &each : {input(0), end(1)}) {
        if (auto done = co_await append(store, conversation, each, appended); !done)
            co_return done;
    }
    if (auto same = co_await expectEntries(store, conversation, appended, 0); !same)
        co_return same;
    for (const ConversationEntry &each : {summary(2), end(3), summary(4), end(5)}) {
        if (auto done = co_await append(store, conversation, each, appended); !done)
            co_return done;
    }
    co_return co_await expectEntries(store, conversation, appended, 4);
}

Task<Result<>> verifyStore(Store &store, ConversationId conversation, SettingsId settings)
{
    if (auto verified = co_await verifySettingsStore(store, settings); !verified)
        co_return verified;
    co_return co_await verifyConversationStore(store, conversation);
}

} // namespace typeshift
