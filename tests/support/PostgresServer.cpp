// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "support/PostgresServer.h"

#include <QCoreApplication>
#include <QDir>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

// Debian keeps each version in a folder of its own; the newest is taken.
QString programs()
{
    const QDir versions(u"/usr/lib/postgresql"_s);
    const QStringList names = versions.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name | QDir::Reversed);
    for (const QString &name : names) {
        const QString folder = versions.filePath(name + u"/bin"_s);
        if (QFile::exists(folder + u"/initdb"_s) && QFile::exists(folder + u"/postgres"_s))
            return folder;
    }
    return {};
}

QString connectionName(const QString &database)
{
    return QString(u"postgres-server-"_s + database);
}

} // namespace

bool PostgresServer::isInstalled()
{
    return !programs().isEmpty() && QSqlDatabase::isDriverAvailable(u"QPSQL"_s);
}

PostgresServer &PostgresServer::ofProgram()
{
    for (QObject *child : qApp->children()) {
        if (auto *server = dynamic_cast<PostgresServer *>(child))
            return *server;
    }
    return *new PostgresServer(Durability::Forgets, qApp);
}

PostgresServer::PostgresServer(Durability durability, QObject *parent)
    : QObject(parent)
{
    QStringList arguments{programs()};
    if (durability == Durability::Forgets)
        arguments << u"-c"_s << u"fsync=off"_s << u"-c"_s << u"full_page_writes=off"_s;
    m_session.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_session.start(QStringLiteral(TYPESHIFT_POSTGRES_SESSION), arguments);
    while (!m_session.canReadLine()) {
        if (!m_session.waitForReadyRead(60'000))
            qFatal("PostgreSQL did not start");
    }
    m_folder = QString::fromUtf8(m_session.readLine().trimmed());
}

PostgresServer::~PostgresServer()
{
    m_session.closeWriteChannel();
    m_session.waitForFinished();
}

QString PostgresServer::address(const QString &database, const QString &user) const
{
    return u"postgresql:///%1?host=%2&user=%3"_s.arg(database, m_folder, user);
}

void PostgresServer::execute(const QString &database, const QStringList &statements) const
{
    const QString name = connectionName(database);
    auto connection = QSqlDatabase::database(name, false);
    if (!connection.isValid()) {
        connection = QSqlDatabase::addDatabase(u"QPSQL"_s, name);
        connection.setHostName(m_folder);
        connection.setUserName(u"typeshift"_s);
        connection.setDatabaseName(database);
        if (!connection.open())
            qFatal("%s", qPrintable(connection.lastError().text()));
    }
    for (const QString &sql : statements) {
        QSqlQuery query(connection);
        if (!query.exec(sql))
            qFatal("%s: %s", qPrintable(sql), qPrintable(query.lastError().text()));
    }
}

QString PostgresServer::createDatabase()
{
    const QString name = u"test_%1"_s.arg(++m_databases);
    execute(u"postgres"_s, {u"CREATE DATABASE "_s + name});
    return name;
}

void PostgresServer::dropDatabase(const QString &name) const
{
    if (QSqlDatabase::contains(connectionName(name)))
        QSqlDatabase::removeDatabase(connectionName(name));
    execute(u"postgres"_s, {u"DROP DATABASE IF EXISTS %1 WITH (FORCE)"_s.arg(name)});
}

} // namespace typeshift
