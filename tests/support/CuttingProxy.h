// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLocalServer>
#include <QLocalSocket>
#include <QTemporaryDir>

namespace typeshift {

//! Stands between a client and a PostgreSQL server on sockets, and cuts the line where a test says: after the server
//! did what it was asked, and before the client hears of it. Works in the event loop of its thread.
class CuttingProxy final : public QObject
{
public:
    //! `serverFolder` is the folder of the server's socket.
    explicit CuttingProxy(const QString &serverFolder)
        : m_serverFolder(serverFolder)
    {
        connect(&m_listener, &QLocalServer::newConnection, this, [this] { join(m_listener.nextPendingConnection()); });
        if (!m_listener.listen(m_folder.filePath(socketName())))
            qFatal("%s", qPrintable(m_listener.errorString()));
    }

    //! The folder to name as the host.
    QString folder() const { return m_folder.path(); }
    //! The next request with these bytes in it goes through, and its answer does not.
    void cutNextAnswerTo(const QByteArray &request) { m_cut = request; }
    int cuts() const { return m_cuts; }
    //! Lets everybody go; do it before the client's thread is waited for.
    void close()
    {
        m_listener.close();
        for (QLocalSocket *client : m_listener.findChildren<QLocalSocket *>(Qt::FindDirectChildrenOnly))
            client->abort();
    }

private:
    static QString socketName() { return QStringLiteral(".s.PGSQL.5432"); }

    void join(QLocalSocket *client)
    {
        auto *server = new QLocalSocket(client);
        server->connectToServer(QString(m_serverFolder + QLatin1Char('/') + socketName()));
        connect(client, &QLocalSocket::readyRead, server, [this, client, server] {
            const QByteArray request = client->readAll();
            if (!m_cut.isEmpty() && request.contains(m_cut)) {
                m_cut.clear();
                m_swallowing = server;
            }
            server->write(request);
        });
        connect(server, &QLocalSocket::readyRead, client, [this, client, server] {
            const QByteArray answer = server->readAll();
            if (m_swallowing != server) {
                client->write(answer);
                return;
            }
            m_swallowing = nullptr;
            ++m_cuts;
            client->abort();
        });
        connect(client, &QLocalSocket::disconnected, client, &QObject::deleteLater);
    }

    QString m_serverFolder;
    QTemporaryDir m_folder;
    QLocalServer m_listener;
    QByteArray m_cut;
    QLocalSocket *m_swallowing = nullptr;
    int m_cuts = 0;
};

} // namespace typeshift
