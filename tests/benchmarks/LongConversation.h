// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ConversationEntry.h"

#include <QTimeZone>

#include <random>

namespace typeshift::bench {

//! A conversation with the mixture of texts of the prototype view: mostly short, some lists, some code. The same at
//! every call.
class LongConversation
{
public:
    QString sentence()
    {
        static const QStringList words = QStringLiteral(
                                             "the model asks for a tool and the engine answers with a result so that "
                                             "the reader can follow every step of the run without waiting for the "
                                             "whole reply to arrive from the network")
                                             .split(u' ');
        QString text;
        const int count = 8 + number(18);
        for (int i = 0; i < count; ++i)
            text += words[number(int(words.size()))] + u' ';
        return QString(text.trimmed() + QStringLiteral(". "));
    }

    QString text()
    {
        QString text;
        const int kind = number(100);
        const int paragraphs = kind < 60 ? 1 : 3;
        for (int paragraph = 0; paragraph < paragraphs; ++paragraph) {
            const int sentences = 1 + number(4);
            for (int i = 0; i < sentences; ++i)
                text += sentence();
            text += QStringLiteral("\n\n");
        }
        for (int i = 0; kind >= 70 && i < 5; ++i)
            text += QStringLiteral("* **item** ") + sentence() + u'\n';
        if (kind >= 85)
            text += code();
        return text;
    }

    //! Runs of a question, an answer and its end, which show at least so many blocks.
    QList<StoredEntry> entries(int blocks)
    {
        QList<StoredEntry> entries;
        // A run is a question, a header, the answer's pieces (1.3 in the mean) and a footer.
        for (int shown = 0; shown < blocks; shown += 4) {
            append(entries, Role::User);
            append(entries, Role::Assistant);
            StoredEntry end = next(entries);
            end.entry.endsRun = true;
            entries.append(end);
        }
        return entries;
    }

private:
    int number(int below) { return int(m_random() % std::size_t(below)); }

    QString code()
    {
        QString text = QStringLiteral("\n```cpp\n");
        const int lines = 10 + number(30);
        for (int i = 0; i < lines; ++i) {
            text += QStringLiteral("    const auto value%1 = compute<int>(input[%1], \"text\"); // note %1\n").arg(i);
        }
        return QString(text + QStringLiteral("```\n"));
    }

    static StoredEntry next(const QList<StoredEntry> &entries)
    {
        StoredEntry stored;
        stored.sequence = entries.size() + 1;
        stored.entry.agent = QStringLiteral("assistant");
        stored.entry.at = QDateTime::fromMSecsSinceEpoch(1'760'000'000'000 + stored.sequence * 1000, QTimeZone::UTC);
        return stored;
    }

    void append(QList<StoredEntry> &entries, Role role)
    {
        StoredEntry stored = next(entries);
        Message message = userMessage(text());
        message.uid = QUuid::createUuidV5(QUuid(), QByteArray::number(stored.sequence));
        message.role = role;
        if (role == Role::Assistant)
            message.author = stored.entry.agent;
        stored.entry.messages = {message};
        entries.append(stored);
    }

    std::mt19937 m_random{7};
};

} // namespace typeshift::bench
