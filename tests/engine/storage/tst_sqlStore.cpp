// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "StorageFixture.h"

#include "storage/sql/Database.h"
#include "storage/sql/SqlStore.h"
#include "support/AwaitTask.h"
#include "support/FixedClock.h"
#include "support/TemporaryStore.h"
#include "support/TestIds.h"

#include <QFile>
#include <QFileInfo>
#include <QSqlError>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace std::chrono_literals;

namespace {

using Access = DatabaseLocation::Access;

const auto conversation = testId<ConversationId>();
const auto other = testId<ConversationId>();

void overwrite(const QString &fileName, qint64 offset, const QByteArray &bytes)
{
    QFile file(fileName);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.seek(offset));
    QCOMPARE(file.write(bytes), bytes.size());
}

} // namespace

class tst_sqlStore : public QObject
{
    Q_OBJECT

private slots:

    void aLockedDatabaseSaysSo();
    void aDatabaseThatIsLockedAtTheOpenSaysSo();
    void aFileThatMayNotBeWrittenSaysSo();
    void aFullDatabaseSaysSoAndRecovers();
    void whatIsNoDatabaseIsCorrupt_data();
    void whatIsNoDatabaseIsCorrupt();
    void aDamagedDatabaseGivesWhatCanBeRead();
    void everyResultCodeHasItsErrorCode_data();
    void everyResultCodeHasItsErrorCode();
    void whatCannotBeOpenedSaysSo_data();
    void whatCannotBeOpenedSaysSo();
};

void tst_sqlStore::aLockedDatabaseSaysSo()
{
    FixedClock clock;
    TemporaryStore file(clock);
    const auto impatient = Database::open({.address = file.fileName(), .lockPatience = 30ms});
    QVERIFY(impatient.has_value());
    SqlStore store(*impatient, clock);
    QVERIFY(execute(file.database(), u"BEGIN IMMEDIATE"_s));
    const auto refused = awaitTask(store.appendConversation(conversation, textEntry(u"late"_s)));
    QCOMPARE(codeOf(refused), u"locked"_s);
    QCOMPARE(refused.error().facts.host, file.fileName());
    QVERIFY2(awaitTask(store.loadConversation(conversation)).has_value(), "reading needs no lock");
    QVERIFY(execute(file.database(), u"COMMIT"_s));
    QVERIFY(awaitTask(store.appendConversation(conversation, textEntry(u"now"_s))).has_value());
}

void tst_sqlStore::aDatabaseThatIsLockedAtTheOpenSaysSo()
{
    FixedClock clock;
    TemporaryStore file(clock);
    QVERIFY(execute(file.database(), u"BEGIN IMMEDIATE"_s));
    QCOMPARE(codeOf(Database::open({.address = file.fileName(), .lockPatience = 30ms})), u"locked"_s);
    QVERIFY(Database::open({.address = file.fileName(), .access = Access::ReadOnly}).has_value());
}

void tst_sqlStore::aFileThatMayNotBeWrittenSaysSo()
{
    FixedClock clock;
    TemporaryStore file(clock);
    QVERIFY(awaitTask(file.store().appendConversation(conversation, textEntry(u"1"_s))).has_value());
    file.close();
    QVERIFY(QFile::setPermissions(file.fileName(), QFileDevice::ReadOwner));
    const bool isStopped = !QFile(file.fileName()).open(QIODevice::ReadWrite); // Nothing stops root.
    const auto opened = Database::open({.address = file.fileName()});
    QCOMPARE(codeOf(opened), isStopped ? u"readonly"_s : u"none"_s);
    QVERIFY(Database::open({.address = file.fileName(), .access = Access::ReadOnly}).has_value());
}

void tst_sqlStore::aFullDatabaseSaysSoAndRecovers()
{
    FixedClock clock;
    TemporaryStore file(clock);
    QVERIFY(awaitTask(file.store().appendConversation(conversation, textEntry(u"1"_s))).has_value());
    QVERIFY(execute(file.database(), u"PRAGMA max_page_count = 20"_s));
    const auto refused = awaitTask(file.store().appendConversation(conversation, textEntry(QString(200'000, u'x'))));
    QCOMPARE(codeOf(refused), u"full"_s);
    QCOMPARE(refused.error().facts.host, file.fileName());
    QVERIFY2(awaitTask(file.store().appendConversation(conversation, textEntry(u"2"_s))).has_value(),
             "what fits is stored");
    QVERIFY(execute(file.database(), u"PRAGMA max_page_count = 100000"_s));
    QVERIFY(awaitTask(file.store().appendConversation(conversation, textEntry(QString(200'000, u'x')))).has_value());
    const auto loaded = awaitTask(file.store().loadConversation(conversation));
    QVERIFY(loaded.has_value());
    QCOMPARE(loaded->size(), 3);
}

void tst_sqlStore::whatIsNoDatabaseIsCorrupt_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("text") << QByteArray("This is a letter and no database. ").repeated(100);
    QTest::newRow("zero bytes") << QByteArray(8192, '\0').replace(0, 1, "x");
    QTest::newRow("a header alone") << QByteArray("SQLite format 3\0", 16).append(QByteArray(4080, '\xff'));
}

void tst_sqlStore::whatIsNoDatabaseIsCorrupt()
{
    QFETCH(QByteArray, bytes);
    QTemporaryDir folder;
    const QString name = folder.filePath(u"test.db"_s);
    overwrite(name, 0, bytes);
    for (const auto access : {Access::ReadWrite, Access::ReadOnly}) {
        const auto refused = Database::open({.address = name, .access = access});
        QCOMPARE(codeOf(refused), u"corrupt"_s);
        QCOMPARE(refused.error().facts.host, name);
        QVERIFY(!refused.error().facts.message.isEmpty());
    }
    QFile file(name);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), bytes);
}

void tst_sqlStore::aDamagedDatabaseGivesWhatCanBeRead()
{
    FixedClock clock;
    TemporaryStore file(clock);
    for (int i = 0; i < 50; ++i)
        QVERIFY(
            awaitTask(file.store().appendConversation(i < 25 ? conversation : other, textEntry(QString(1'500, u'x'))))
                .has_value());
    file.close();
    const qint64 size = QFileInfo(file.fileName()).size();
    overwrite(file.fileName(), size - 3 * 4096, QByteArray(3 * 4096, '\xa5'));

    for (const auto access : {Access::ReadWrite, Access::ReadOnly}) {
        const auto opened = Database::open({.address = file.fileName(), .access = access});
        QVERIFY2(opened.has_value(), qPrintable(opened ? QString() : opened.error().facts.message));
        SqlStore store(*opened, clock);
        QCOMPARE(codeOf(awaitTask(store.loadConversation(other))), u"corrupt"_s);
        const auto whole = awaitTask(store.loadConversation(conversation));
        QVERIFY(whole.has_value());
        QCOMPARE(whole->size(), 25);
        const auto refused = awaitTask(store.appendConversation(conversation, textEntry(u"more"_s)));
        QVERIFY2(codeOf(refused) == u"corrupt"_s, "a database that is known to be damaged is not written to");
    }
}

void tst_sqlStore::everyResultCodeHasItsErrorCode_data()
{
    QTest::addColumn<int>("resultCode");
    QTest::addColumn<QString>("code");
    QTest::newRow("SQLITE_BUSY") << 5 << u"locked"_s;
    QTest::newRow("SQLITE_BUSY_SNAPSHOT") << 517 << u"locked"_s;
    QTest::newRow("SQLITE_LOCKED") << 6 << u"locked"_s;
    QTest::newRow("SQLITE_PERM") << 3 << u"readonly"_s;
    QTest::newRow("SQLITE_READONLY") << 8 << u"readonly"_s;
    QTest::newRow("SQLITE_READONLY_DIRECTORY") << 1544 << u"readonly"_s;
    QTest::newRow("SQLITE_FULL") << 13 << u"full"_s;
    QTest::newRow("SQLITE_CORRUPT_INDEX") << 779 << u"corrupt"_s;
    QTest::newRow("SQLITE_NOTADB") << 26 << u"corrupt"_s;
    QTest::newRow("SQLITE_CANTOPEN") << 14 << u"open"_s;
    QTest::newRow("SQLITE_IOERR_FSYNC") << 1034 << u"io"_s;
    QTest::newRow("SQLITE_ERROR") << 1 << u"io"_s;
}

void tst_sqlStore::everyResultCodeHasItsErrorCode()
{
    QFETCH(int, resultCode);
    QFETCH(QString, code);
    QCOMPARE(sqliteErrorCode(resultCode), code);
}

void tst_sqlStore::whatCannotBeOpenedSaysSo_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<Access>("access");
    QTest::newRow("a folder") << u"/tmp"_s << Access::ReadWrite;
    QTest::newRow("a folder that can't be made") << u"/proc/typeshift/test.db"_s << Access::ReadWrite;
    QTest::newRow("a file in the place of the folder") << u"/proc/version/test.db"_s << Access::ReadWrite;
    QTest::newRow("nothing to read") << u"/tmp/typeshift-no-such-file.db"_s << Access::ReadOnly;
    QTest::newRow("a server that is not there") << u"postgresql://127.0.0.1:1/x"_s << Access::ReadWrite;
    QTest::newRow("no address") << QString() << Access::ReadWrite;
}

void tst_sqlStore::whatCannotBeOpenedSaysSo()
{
    QFETCH(QString, address);
    QFETCH(Access, access);
    const auto refused = Database::open({.address = address, .access = access});
    QCOMPARE(codeOf(refused), u"open"_s);
    QCOMPARE(refused.error().facts.host, address);
}

QTEST_GUILESS_MAIN(tst_sqlStore)
#include "tst_sqlStore.moc"
