// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "WorkbenchFixture.h"
#include "workbench/DataFolder.h"
#include "workbench/Secrets.h"

#include <QDirIterator>
#include <QStandardPaths>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

class WorkbenchTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { qunsetenv("TYPESHIFT_STORE"); }
    void theOptionNamesTheDatabaseElseTheEnvironmentElseTheSystem();
    void theFolderIsForItsOwnerAlone();
    void aFolderThatCannotBeMadeIsNamed();
    void aSecondOpeningFindsEverything();
    void twoProcessesShareOneDatabase();
    void readingWithoutADatabaseFails();
    void aReaderChangesNothing();
    void aDamagedDatabaseIsOpenedToRead();
    void aFileThatIsNoDatabaseIsRefused();
    void aNewerDatabaseIsRefused();
    void noKeyIsEverWritten();
};

void WorkbenchTest::theOptionNamesTheDatabaseElseTheEnvironmentElseTheSystem()
{
    QStandardPaths::setTestModeEnabled(true);
    QVERIFY(DataFolder::databasePath().endsWith("/typeshift-workbench/typeshift.db"_L1));
    QVERIFY(QDir::isAbsolutePath(DataFolder::databasePath()));
    qputenv("TYPESHIFT_STORE", "/tmp/named.db");
    QCOMPARE(DataFolder::databasePath(), u"/tmp/named.db"_s);
    QCOMPARE(DataFolder::databasePath(u"other.db"_s), u"other.db"_s);
}

void WorkbenchTest::theFolderIsForItsOwnerAlone()
{
    WorkbenchFixture f;
    const auto owner = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther | QFile::WriteOther
        | QFile::ExeOther;
    const auto permissions = QFileInfo(QFileInfo(f.path).absolutePath()).permissions();
    QCOMPARE(permissions & owner, QFile::Permissions(owner));
    QCOMPARE(permissions & others, QFile::Permissions());
}

void WorkbenchTest::aFolderThatCannotBeMadeIsNamed()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(u"file"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    FixedClock clock;
    IdSource ids;
    const auto opened = awaitTask(
        openWorkbench(folder.filePath(u"file/below/x.db"_s), OpenMode::ReadWrite, clock, ids));
    QVERIFY(!opened);
    QCOMPARE(opened.error().kind, Error::Kind::Storage);
    QCOMPARE(opened.error().facts.code, u"permission"_s);
    QVERIFY(opened.error().facts.message.contains("file/below"_L1));
}

void WorkbenchTest::aSecondOpeningFindsEverything()
{
    WorkbenchFixture f;
    f.begin(u"Hello"_s);
    f.workbench.reset();
    f.workbench = f.open();
    QVERIFY(!f.workbench->isReadOnly);
    QVERIFY(!f.workbench->readOnlyReason);
    QCOMPARE(f.titles(), QStringList{u"Hello"_s});
}

void WorkbenchTest::twoProcessesShareOneDatabase()
{
    WorkbenchFixture f;
    const auto other = f.open();
    const auto id = f.begin(u"Hello"_s);
    QCOMPARE(awaitTask(other->catalog->list({}))->size(), 1);
    QVERIFY(awaitTask(other->store->acquireLease(id, {QUuid::createUuid(), u"the other"_s})));
    QCOMPARE(f.find(id)->state, ConversationState::Running);
}

void WorkbenchTest::readingWithoutADatabaseFails()
{
    QTemporaryDir folder;
    FixedClock clock;
    IdSource ids;
    const auto opened = awaitTask(openWorkbench(folder.filePath(u"x.db"_s), OpenMode::ReadOnly, clock, ids));
    QVERIFY(!opened);
    QCOMPARE(opened.error().facts.code, u"open"_s);
    QVERIFY(!QFile::exists(folder.filePath(u"x.db"_s)));
}

void WorkbenchTest::aReaderChangesNothing()
{
    WorkbenchFixture f;
    const auto id = f.begin(u"Hello"_s);
    f.workbench.reset();
    f.workbench = f.open(OpenMode::ReadOnly);
    QVERIFY(f.workbench->isReadOnly);
    QVERIFY(!f.workbench->readOnlyReason);
    QCOMPARE(f.titles(), QStringList{u"Hello"_s});
    QCOMPARE(awaitTask(f.catalog().rename(id, u"x"_s)).error().facts.code, u"readonly"_s);
    QVERIFY(awaitTask(f.workbench->archive->exportJsonLines(id)));
}

void WorkbenchTest::aDamagedDatabaseIsOpenedToRead()
{
    WorkbenchFixture f;
    const auto first = f.begin(u"Readable"_s);
    const auto second = f.begin(u"Damaged"_s);
    for (int i = 0; i < 100; ++i)
        f.append(second, userMessage(QString(3000, u'x')));
    f.workbench.reset();
    QFile file(f.path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.seek(file.size() - 8 * 4096));
    file.write(QByteArray(4096, '\xa5'));
    file.close();

    f.workbench = f.open();
    QVERIFY(f.workbench->isReadOnly);
    QVERIFY(f.workbench->readOnlyReason);
    QCOMPARE(f.workbench->readOnlyReason->facts.code, u"corrupt"_s);
    QCOMPARE(f.workbench->readOnlyReason->facts.host, f.path);
    QVERIFY(!f.workbench->readOnlyReason->facts.message.isEmpty());
    QVERIFY(f.titles({.title = u"readable"_s}).contains(u"Readable"_s));
    QVERIFY(awaitTask(f.workbench->archive->exportJsonLines(first)));
    QCOMPARE(awaitTask(f.catalog().rename(first, u"x"_s)).error().facts.code, u"readonly"_s);
}

void WorkbenchTest::aFileThatIsNoDatabaseIsRefused()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(u"x.db"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QByteArray text = QByteArray("This is a letter. ").repeated(500);
    file.write(text);
    file.close();
    FixedClock clock;
    IdSource ids;
    const auto opened = awaitTask(openWorkbench(path, OpenMode::ReadWrite, clock, ids));
    QVERIFY(!opened);
    QCOMPARE(opened.error().facts.code, u"corrupt"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), text);
}

void WorkbenchTest::aNewerDatabaseIsRefused()
{
    WorkbenchFixture f;
    QVERIFY(awaitTask(f.workbench->database->run([](Connection &connection) {
        return executeSql(connection, u"UPDATE schema_versions SET version = 99 WHERE name = 'workbench'"_s);
    })));
    f.workbench.reset();
    const auto opened = awaitTask(openWorkbench(f.path, OpenMode::ReadWrite, f.clock, f.ids));
    QVERIFY(!opened);
    QCOMPARE(opened.error().facts.code, u"newer"_s);
}

void WorkbenchTest::noKeyIsEverWritten()
{
    WorkbenchFixture f;
    MemorySecrets secrets;
    const QString key = u"sk-0123456789abcdef"_s;
    QVERIFY(awaitTask(secrets.store(u"openai"_s, key)));
    ProviderProfile profile;
    profile.name = u"openai"_s;
    profile.baseUrl = QUrl(u"https://api.openai.com/v1"_s);
    profile.keyReference = keyReferenceFor(u"openai"_s);
    QVERIFY(awaitTask(f.workbench->profiles->add(profile)));
    profile.keyReference = key;
    QVERIFY(!awaitTask(f.workbench->profiles->update(profile)));
    profile.keyReference.clear();
    profile.baseUrl = QUrl(QString(u"https://x:"_s + key + u"@api.openai.com/v1"_s));
    QVERIFY(!awaitTask(f.workbench->profiles->update(profile)));
    const auto id = f.begin(u"Hello"_s);
    QVERIFY(!awaitTask(f.workbench->archive->exportJsonLines(id))->contains(key.toLatin1()));

    int files = 0;
    QDirIterator each(QFileInfo(f.path).absolutePath(), QDir::Files);
    while (each.hasNext()) {
        QFile file(each.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY2(!file.readAll().contains(key.toLatin1()), qPrintable(file.fileName()));
        ++files;
    }
    QVERIFY(files >= 2); // The database and its log.
}

QTEST_GUILESS_MAIN(WorkbenchTest)
#include "tst_workbench.moc"
