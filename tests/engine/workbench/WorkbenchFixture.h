// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/sql/Database.h"
#include "storage/sql/SqlStore.h"
#include "support/AwaitTask.h"
#include "support/FixedClock.h"
#include "support/TestDatabase.h"
#include "workbench/ConversationArchive.h"
#include "workbench/ConversationCatalog.h"
#include "workbench/ProviderProfiles.h"
#include "workbench/Workbench.h"

#include <QTemporaryDir>

namespace typeshift {

//! Where the tests of this process keep their databases: ctest runs some programs a second time, on a server.
inline TestPlace placeOfTests()
{
    return qEnvironmentVariable("TYPESHIFT_TEST_PLACE") == QLatin1StringView("server") ? TestPlace::Server
                                                                                       : TestPlace::File;
}

//! A workbench on a new database, with a clock that the test moves.
struct WorkbenchFixture {
    explicit WorkbenchFixture(TestPlace where = placeOfTests())
        : place(where)
    {
        place.follow(clock);
        path = place.isOnServer() ? place.address() : folder.filePath(QStringLiteral("data/typeshift.db"));
        workbench = open();
    }

    QTemporaryDir folder;
    FixedClock clock;
    IdSource ids;
    TestDatabase place;
    QString path;
    std::unique_ptr<Workbench> workbench;

    std::unique_ptr<Workbench> open(OpenMode mode = OpenMode::ReadWrite)
    {
        auto opened = awaitTask(openWorkbench(path, mode, clock, ids));
        if (!opened)
            qFatal("%s", qPrintable(opened.error().facts.message));
        return *std::move(opened);
    }
    ConversationCatalog &catalog() { return *workbench->catalog; }

    //! A conversation with a record and an input entry.
    ConversationId begin(const QString &text)
    {
        const ConversationId id = catalog().newConversation();
        note(id, text);
        append(id, userMessage(text));
        return id;
    }
    bool note(ConversationId id, const QString &text)
    {
        return awaitTask(catalog().noteInput({.conversation = id,
                                              .agent = QStringLiteral("assistant"),
                                              .provider = QStringLiteral("demo"),
                                              .model = QStringLiteral("chat"),
                                              .text = text}))
            .has_value();
    }
    qint64 append(ConversationId id, ConversationEntry entry)
    {
        if (entry.agent.isEmpty())
            entry.agent = QStringLiteral("assistant");
        entry.at = clock.now();
        return awaitTask(workbench->store->appendConversation(id, entry)).value_or(0);
    }
    qint64 append(ConversationId id, Message message)
    {
        ConversationEntry entry;
        entry.messages = {std::move(message)};
        return append(id, entry);
    }
    qint64 append(ConversationId id, Content content)
    {
        Message message;
        message.role = Role::Assistant;
        message.contents = {std::move(content)};
        return append(id, message);
    }
    void end(ConversationId id, const std::optional<Error> &error = std::nullopt)
    {
        ConversationEntry entry;
        entry.endsRun = true;
        if (error) {
            Message message;
            message.role = Role::Assistant;
            message.contents = {ErrorContent{*error, {}}};
            entry.messages = {message};
        }
        append(id, entry);
    }
    std::optional<ConversationRecord> find(ConversationId id)
    {
        return awaitTask(catalog().find(id)).value_or(std::nullopt);
    }
    QStringList titles(const ConversationFilter &filter = {})
    {
        QStringList list;
        const auto records = awaitTask(catalog().list(filter));
        if (!records)
            return {records.error().facts.message};
        for (const ConversationRecord &record : *records)
            list.append(record.title);
        return list;
    }
};

} // namespace typeshift
