// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/HttpTransport.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>

#include <deque>
#include <memory>
#include <variant>

namespace typeshift {

//! One thing that the server does in answer to a request; a script is a list of them.
namespace serve {
struct Write {
    QByteArray bytes;
}; //!< as they are
struct Hold {
}; //!< nothing, until the test calls LocalServer::release()
struct Close {
}; //!< closes after what was written
struct HalfClose {
}; //!< sends FIN and goes on listening
struct Reset {
}; //!< drops the connection with RST
struct Endless {
    QByteArray bytes;
}; //!< writes the bytes again and again, as fast as they are taken
using Step = std::variant<Write, Hold, Close, HalfClose, Reset, Endless>;
using Script = QList<Step>;

//! A whole answer with its length.
Step answer(int status, const QByteArray &body = {}, const HttpHeaders &headers = {});
//! The head of a chunked event stream.
Step chunkedHead(int status = 200, const HttpHeaders &headers = {{"Content-Type", "text/event-stream"}});
Step chunk(const QByteArray &bytes);
Step lastChunk();
//! Head of an answer that ends with its connection.
Step openHead(int status = 200);
} // namespace serve

//! An HTTP/1.1 server of the test's own process and thread that plays a script per request and remembers what it was
//! asked. A request without a script is never answered.
class LocalServer : public QObject
{
    Q_OBJECT

public:
    enum class Security { Plain, SelfSigned };
    struct Request {
        QByteArray method;
        QByteArray path;
        HttpHeaders headers;
        QByteArray body;
        int connection = 0; //!< which of the accepted ones carried it, from 1

        QByteArray header(QByteArrayView name) const;
    };

    explicit LocalServer(Security security = Security::Plain);
    ~LocalServer() override;

    QUrl url(const QString &path = QStringLiteral("/v1/chat/completions")) const;
    //! The PEM file of a self-signed server's certificate.
    QString certificateFile() const { return m_folder.filePath(QStringLiteral("certificate.pem")); }
    //! The PEM file of its key, for another server that shows the same certificate.
    QString keyFile() const { return m_folder.filePath(QStringLiteral("key.pem")); }

    //! For the next request that has none yet.
    void enqueue(serve::Script script) { m_scripts.push_back(std::move(script)); }
    //! For every request that has none of its own.
    void serveAlways(serve::Script script) { m_always = std::move(script); }
    //! Lets every held connection go on with its script.
    void release();
    //! Refuses connections from now on.
    void stopListening() { m_server->close(); }
    //! Drops the connections that are idle, without a word: a kept-alive connection that dies.
    void dropConnections();

    const QList<Request> &requests() const { return m_requests; }
    int connectionCount() const { return m_connectionCount; }
    qsizetype openConnections() const { return qsizetype(m_clients.size()); }

signals:
    void requestReceived();

private:
    struct Client {
        QTcpSocket *socket = nullptr;
        int number = 0;
        QByteArray input;
        std::deque<serve::Step> script;
        bool isHeld = false;
        bool isAnswering = false;
    };

    void accept();
    void readFrom(Client &client);
    bool takeRequest(Client &client);
    void play(Client &client);
    void goOn(const QTcpSocket *socket);
    void forget(QTcpSocket *socket);

    QTemporaryDir m_folder;
    std::unique_ptr<QTcpServer> m_server;
    std::vector<std::unique_ptr<Client>> m_clients;
    std::deque<serve::Script> m_scripts;
    serve::Script m_always;
    QList<Request> m_requests;
    int m_connectionCount = 0;
};

} // namespace typeshift
