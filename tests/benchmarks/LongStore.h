// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "LongConversation.h"
#include "StoreEntries.h"
#include "support/AwaitTask.h"
#include "workbench/ConversationCatalog.h"
#include "workbench/Workbench.h"

#include <QTemporaryDir>

namespace typeshift::bench {

//! A data folder as the program leaves it, with one conversation of so many blocks; deleted with this object.
class LongStore
{
public:
    explicit LongStore(int blocks)
    {
        Clock clock;
        IdSource ids;
        auto workbench = awaitTask(openWorkbench(path(), OpenMode::ReadWrite, clock, ids));
        if (!workbench)
            qFatal("%s", qPrintable(workbench.error().facts.message));
        ConversationCatalog &catalog = *(*workbench)->catalog;
        m_conversation = catalog.newConversation();
        const auto noted = awaitTask(catalog.noteInput({.conversation = m_conversation,
                                                        .agent = QStringLiteral("assistant"),
                                                        .provider = QStringLiteral("demo"),
                                                        .model = QStringLiteral("chat"),
                                                        .text = title()}));
        const auto stored = awaitTask(
            storeEntries(*(*workbench)->database, m_conversation.toString(), LongConversation().entries(blocks)));
        if (!noted || !stored)
            qFatal("the long conversation could not be stored");
    }

    QString path() const { return m_folder.filePath(QStringLiteral("typeshift.db")); }
    const ConversationId &conversation() const { return m_conversation; }
    static QString title() { return QStringLiteral("A long conversation"); }

private:
    QTemporaryDir m_folder;
    ConversationId m_conversation;
};

} // namespace typeshift::bench
