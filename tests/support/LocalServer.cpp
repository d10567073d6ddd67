// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "support/LocalServer.h"

#include <QFile>
#include <QProcess>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>

#ifdef Q_OS_WIN
#include <winsock2.h>
#else
#include <sys/socket.h>
#endif

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

QByteArray headText(int status, const HttpHeaders &headers)
{
    QByteArray text = "HTTP/1.1 " + QByteArray::number(status) + " Said\r\n";
    for (const auto &[name, value] : headers)
        text += name + ": " + value + "\r\n";
    return text;
}

void resetOnClose(QTcpSocket &socket)
{
    const linger now{1, 0};
#ifdef Q_OS_WIN
    setsockopt(SOCKET(socket.socketDescriptor()), SOL_SOCKET, SO_LINGER, reinterpret_cast<const char *>(&now),
               sizeof now);
#else
    setsockopt(int(socket.socketDescriptor()), SOL_SOCKET, SO_LINGER, &now, sizeof now);
#endif
}

void sendFin(QTcpSocket &socket)
{
#ifdef Q_OS_WIN
    shutdown(SOCKET(socket.socketDescriptor()), SD_SEND);
#else
    shutdown(int(socket.socketDescriptor()), SHUT_WR);
#endif
}

std::unique_ptr<QTcpServer> selfSignedServer(const QTemporaryDir &folder, const QString &certificate)
{
    const QString key = folder.filePath(u"key.pem"_s);
    QProcess::execute(u"openssl"_s,
                      {u"req"_s, u"-x509"_s, u"-newkey"_s, u"ec"_s, u"-pkeyopt"_s, u"ec_paramgen_curve:prime256v1"_s,
                       u"-nodes"_s, u"-days"_s, u"2"_s, u"-subj"_s, u"/CN=localhost"_s, u"-addext"_s,
                       u"subjectAltName=IP:127.0.0.1,DNS:localhost"_s, u"-keyout"_s, key, u"-out"_s, certificate,
                       u"-quiet"_s});
    QFile keyFile(key);
    if (!keyFile.open(QIODevice::ReadOnly))
        qFatal("openssl made no key");
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificateChain(QSslCertificate::fromPath(certificate));
    configuration.setPrivateKey(QSslKey(&keyFile, QSsl::Ec));
    auto server = std::make_unique<QSslServer>();
    server->setSslConfiguration(configuration);
    return server;
}

} // namespace

namespace serve {

Step answer(int status, const QByteArray &body, const HttpHeaders &headers)
{
    HttpHeaders all = headers;
    all.emplaceBack("Content-Length", QByteArray::number(body.size()));
    return Write{headText(status, all) + "\r\n" + body};
}

Step chunkedHead(int status, const HttpHeaders &headers)
{
    HttpHeaders all = headers;
    all.emplaceBack("Transfer-Encoding", "chunked");
    return Write{headText(status, all) + "\r\n"};
}

Step chunk(const QByteArray &bytes)
{
    return Write{QByteArray::number(bytes.size(), 16) + "\r\n" + bytes + "\r\n"};
}

Step lastChunk()
{
    return Write{"0\r\n\r\n"};
}

Step openHead(int status)
{
    return Write{headText(status, {{"Connection", "close"}}) + "\r\n"};
}

} // namespace serve

QByteArray LocalServer::Request::header(QByteArrayView name) const
{
    for (const auto &[key, value] : headers) {
        if (key.compare(name, Qt::CaseInsensitive) == 0)
            return value;
    }
    return {};
}

LocalServer::LocalServer(Security security)
    : m_server(security == Security::Plain ? std::make_unique<QTcpServer>()
                                           : selfSignedServer(m_folder, certificateFile()))
{
    m_server->setListenBacklogSize(256);
    m_server->setMaxPendingConnections(256);
    connect(m_server.get(), &QTcpServer::pendingConnectionAvailable, this, &LocalServer::accept);
    if (!m_server->listen(QHostAddress::LocalHost))
        qFatal("no port to listen on");
}

LocalServer::~LocalServer()
{
    for (const auto &client : m_clients) {
        client->socket->disconnect(this);
        client->socket->abort();
    }
}

QUrl LocalServer::url(const QString &path) const
{
    const bool isPlain = qobject_cast<QSslServer *>(m_server.get()) == nullptr;
    QUrl url(isPlain ? u"http://127.0.0.1"_s : u"https://127.0.0.1"_s);
    url.setPort(m_server->serverPort());
    url.setPath(path);
    return url;
}

void LocalServer::accept()
{
    while (QTcpSocket *socket = m_server->nextPendingConnection()) {
        auto client = std::make_unique<Client>();
        client->socket = socket;
        client->number = ++m_connectionCount;
        socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        Client &known = *client;
        m_clients.push_back(std::move(client));
        connect(socket, &QTcpSocket::readyRead, this, [this, &known] { readFrom(known); });
        // Queued: what is written from inside this signal would be written before it returns, and so on without end.
        connect(socket, &QTcpSocket::bytesWritten, this, [this, socket] { goOn(socket); }, Qt::QueuedConnection);
        // Queued, too: the client may be in the middle of its script when its socket closes.
        connect(socket, &QTcpSocket::disconnected, this, [this, socket] { forget(socket); }, Qt::QueuedConnection);
        if (socket->bytesAvailable() > 0)
            readFrom(known);
    }
}

void LocalServer::readFrom(Client &client)
{
    client.input += client.socket->readAll();
    while (!client.isAnswering && takeRequest(client))
        play(client);
}

bool LocalServer::takeRequest(Client &client)
{
    const qsizetype end = client.input.indexOf("\r\n\r\n");
    if (end < 0)
        return false;
    const QList<QByteArray> lines = client.input.first(end).split('\n');
    Request request;
    const QList<QByteArray> words = lines.constFirst().trimmed().split(' ');
    request.method = words.value(0);
    request.path = words.value(1);
    request.connection = client.number;
    for (const QByteArray &line : lines.sliced(1)) {
        const qsizetype colon = line.indexOf(':');
        request.headers.emplaceBack(line.first(colon), line.sliced(colon + 1).trimmed());
    }
    const qsizetype length = request.header("Content-Length").toLongLong();
    if (client.input.size() < end + 4 + length)
        return false;
    request.body = client.input.sliced(end + 4, length);
    client.input.remove(0, end + 4 + length);
    m_requests.append(request);
    client.isAnswering = true;
    serve::Script script = m_always;
    if (!m_scripts.empty()) {
        script = std::move(m_scripts.front());
        m_scripts.pop_front();
    }
    client.script.assign(script.cbegin(), script.cend());
    emit requestReceived();
    return true;
}

void LocalServer::play(Client &client)
{
    const auto socket = client.socket;
    while (!client.script.empty() && !client.isHeld) {
        const serve::Step step = client.script.front();
        if (const auto *endless = std::get_if<serve::Endless>(&step)) {
            if (socket->bytesToWrite() < 1'000'000)
                socket->write(endless->bytes);
            return; // bytesWritten brings us back.
        }
        client.script.pop_front();
        if (const auto *write = std::get_if<serve::Write>(&step)) {
            socket->write(write->bytes);
            socket->flush();
        } else if (std::holds_alternative<serve::Hold>(step)) {
            client.isHeld = true;
        } else if (std::holds_alternative<serve::HalfClose>(step)) {
            sendFin(*socket);
        } else {
            if (std::holds_alternative<serve::Reset>(step)) {
                resetOnClose(*socket);
                socket->abort();
            } else {
                socket->disconnectFromHost();
            }
            return; // The client may be gone.
        }
    }
    client.isAnswering = client.isHeld || !client.script.empty();
}

void LocalServer::goOn(const QTcpSocket *socket)
{
    const auto client = std::ranges::find(m_clients, socket, [](const auto &each) { return each->socket; });
    if (client != m_clients.end())
        play(**client);
}

void LocalServer::release()
{
    std::vector<Client *> held;
    for (const auto &client : m_clients) {
        if (client->isHeld)
            held.push_back(client.get());
    }
    for (Client *client : held) {
        client->isHeld = false;
        play(*client);
    }
}

void LocalServer::dropConnections()
{
    std::vector<QTcpSocket *> sockets;
    for (const auto &client : m_clients)
        sockets.push_back(client->socket);
    for (QTcpSocket *socket : sockets)
        socket->abort();
}

void LocalServer::forget(QTcpSocket *socket)
{
    socket->disconnect(this);
    std::erase_if(m_clients, [socket](const auto &client) { return client->socket == socket; });
    socket->deleteLater();
}

} // namespace typeshift
