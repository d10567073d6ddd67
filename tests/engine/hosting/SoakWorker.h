// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/TestTools.h"

#include "hosting/Engine.h"

#include <QFile>
#include <QRandomGenerator>
#include <QTimer>

namespace typeshift {

//! The conversations of a soak, by number.
ConversationId soakConversation(quint32 number);

//! What a worker process has seen, one line each, written before it goes on: it may be killed the next moment.
class SoakJournal
{
public:
    explicit SoakJournal(const QString &file);
    void write(const QString &line) { m_file.write(QByteArray(line.toUtf8() + '\n')); }
    bool isOpen() const { return m_isOpen; }

private:
    QFile m_file;
    bool m_isOpen = false;
};

//! A file that takes what is left of its file system, and gives it back.
class Ballast
{
public:
    explicit Ballast(const QString &file)
        : m_file(file)
    {
    }
    void fill();
    void remove();
    bool isFull() const { return m_file.isOpen(); }

private:
    QFile m_file;
};

//! One process of a soak: runs conversations at random until it has made its runs, or is killed. The application's
//! event loop is left then. On a disk of its own it goes on until there was no room once.
class SoakWorker final : public QObject
{
    Q_OBJECT

public:
    static constexpr int mostCalls = 3; //!< of one response

    struct Order {
        QString file; //!< of the database
        QString journal;
        quint32 seed = 0;
        int conversations = 0;
        int runs = 0;
        QString ballast; //!< fills the disk, now and then, if it is not empty
    };

    explicit SoakWorker(const Order &order);
    ~SoakWorker() override;

private:
    class Model;

    void turn();
    void start(const ConversationId &conversation);
    void steer(const ConversationId &conversation);
    void noteFull(const Error &error);
    Message input();

    QRandomGenerator m_random;
    SoakJournal m_journal;
    Clock m_clock;
    IdSource m_ids;
    TestTools m_tools;
    int m_conversations;
    int m_left;
    std::optional<Ballast> m_ballast;
    bool m_wasFull = false;
    QTimer m_turns;
    std::shared_ptr<Model> m_model;
    QList<Run *> m_runs;
    std::unique_ptr<Engine> m_engine;
};

} // namespace typeshift
