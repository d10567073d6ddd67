// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Application.h"
#include "DemoShow.h"
#include "ProblemPage.h"

#include <ui/page/ConversationPage.h>
#include <ui/widgets/MessageBar.h>
#include <ui/window/Actions.h>

#include <QApplication>
#include <QDir>
#include <QSignalSpy>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

class tst_Application : public QObject
{
    Q_OBJECT

private slots:
    void opensAWindow()
    {
        QTemporaryDir folder;
        Application application(options(folder));
        QSignalSpy shown(&application, &Application::shown);
        application.start();
        QTRY_COMPARE(shown.count(), 1);
        QVERIFY(application.window() && application.window()->isVisible());
    }

    void playsTheDemoAndTakesAPicture()
    {
        QTemporaryDir folder;
        StartOptions start = options(folder);
        start.demoPace = 0;
        Application application(start);
        QSignalSpy shown(&application, &Application::shown);
        application.start();
        QTRY_COMPARE(shown.count(), 1);
        DemoShow show(application, folder.filePath(u"demo.png"_s));
        QSignalSpy finished(&show, &DemoShow::finished);
        show.play();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 30'000);
        QVERIFY(finished.constFirst().constFirst().toBool());
        const QImage picture(folder.filePath(u"demo.png"_s));
        QVERIFY(picture.width() >= 1'000);
        QVERIFY(application.window()->page().session().model().rowCount() > 4);
    }

    void closingTheWindowIsDoneOnceEverythingIsStored()
    {
        QTemporaryDir folder;
        Application application(options(folder)); // at its own pace: the run goes on when the window closes
        QSignalSpy shown(&application, &Application::shown);
        application.start();
        QTRY_COMPARE(shown.count(), 1);
        DemoShow show(application, {});
        show.play();
        QTRY_VERIFY(application.window()->page().session().phase() == ui::ConversationSession::Phase::Running);
        QSignalSpy done(&application, &Application::done);
        application.window()->close();
        QTRY_COMPARE_WITH_TIMEOUT(done.count(), 1, 6'000);
    }

    void theAgentsOfTheFolderAreThereAndAWrongFileIsSaid()
    {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath(u"agents"_s));
        write(folder.filePath(u"agents/broken.json"_s), "{");
        write(folder.filePath(u"agents/guide.json"_s),
              R"({"name": "guide", "instructions": "Help.", "tools": [{"toolset": "files"}, {"toolset": "web"}]})");
        Application application(options(folder));
        QSignalSpy shown(&application, &Application::shown);
        application.start();
        QTRY_COMPARE(shown.count(), 1);
        QVERIFY(application.engine().host(u"guide"));
        QCOMPARE(application.engine().agents().size(), 3);
        QVERIFY(application.window()->statusBar()->currentMessage().startsWith("broken.json declares no agent"_L1));
        QVERIFY(!application.agents());
        application.window()->actions()[ui::Verb::Agents].trigger();
        QVERIFY(application.agents() && application.agents()->isVisible());
        QSignalSpy done(&application, &Application::done);
        application.window()->close();
        QVERIFY(!application.agents()); // It closes with the program.
        QTRY_COMPARE_WITH_TIMEOUT(done.count(), 1, 6'000);
    }

    void aBrokenDatabaseIsNamed_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("headline");
        QTest::newRow("newer") << QByteArray() << u"The database was written by a newer version of this program."_s;
        QTest::newRow("no database at all")
            << QByteArray("this is a text file, and long enough to be taken for one. ").repeated(100) << QString();
    }

    void aBrokenDatabaseIsNamed()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, headline);
        QTemporaryDir folder;
        if (content.isEmpty())
            makeNewer(folder.filePath(u"test.db"_s));
        else
            write(folder.filePath(u"test.db"_s), content);
        Application application(options(folder));
        QSignalSpy shown(&application, &Application::shown);
        application.start();
        QTRY_COMPARE(shown.count(), 1);
        const auto bars = QApplication::allWidgets();
        QStringList headlines;
        for (QWidget *widget : bars) {
            if (auto *bar = qobject_cast<ui::MessageBar *>(widget); bar && bar->isVisible())
                headlines.append(bar->headline());
        }
        QVERIFY2(headline.isEmpty() ? !headlines.isEmpty() : headlines.contains(headline),
                 qPrintable(headlines.join(u'\n')));
    }

private:
    static StartOptions options(const QTemporaryDir &folder)
    {
        return {.store = folder.filePath(u"test.db"_s), .scheme = ui::Scheme::Light};
    }
    static void write(const QString &path, const QByteArray &content)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    //! A database whose engine tables a later version wrote.
    static void makeNewer(const QString &path)
    {
        Clock clock;
        IdSource ids;
        auto task = openWorkbench(path, OpenMode::ReadWrite, clock, ids);
        task.start();
        QTRY_VERIFY(task.isDone());
        QVERIFY(task.takeResult().has_value());
        {
            QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"newer"_s);
            database.setDatabaseName(path);
            QVERIFY(database.open());
            QSqlQuery query(database);
            QVERIFY(query.exec(u"UPDATE schema_versions SET version = version + 100"_s));
        }
        QSqlDatabase::removeDatabase(u"newer"_s);
    }
};

QTEST_MAIN(tst_Application)
#include "tst_Application.moc"
