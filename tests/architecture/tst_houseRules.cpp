// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "HouseRules.h"

#include <QDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift::architecture;

//! The rules of docs/STYLE.md that a program can check.
class TestHouseRules : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_files = sourceFiles(m_root.path(), {u"engine"_s, u"ui"_s, u"app"_s, u"tests"_s}); }

    void noFileBreaksARule()
    {
        QStringList broken;
        for (const SourceFile &file : std::as_const(m_files)) {
            if (!file.path.contains("/baselines/"_L1)) // Fixed by their hash.
                broken += brokenRules(file);
        }
        QVERIFY2(broken.isEmpty(), qPrintable(broken.join(u'\n')));
    }

    void aPlantedBreachIsFound_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("breaches");

        QTest::newRow("a dialog that blocks") << u"ui/page/A.cpp"_s << u"dialog.exec();"_s << 1;
        QTest::newRow("the program's own loop is fine")
            << u"app/main.cpp"_s << u"return QCoreApplication::exec();"_s << 0;
        QTest::newRow("a query is no loop") << u"engine/storage/sql/A.cpp"_s << u"query.exec()"_s << 0;
        QTest::newRow("QEventLoop") << u"engine/http/A.cpp"_s << u"QEventLoop loop;"_s << 1;
        QTest::newRow("processEvents in a test") << u"tests/app/A.cpp"_s << u"qApp->processEvents();"_s << 1;
        QTest::newRow("SIGNAL") << u"ui/page/A.cpp"_s << u"connect(a, SIGNAL(x()), b, SLOT(y()));"_s << 1;
        QTest::newRow("the bus connects by name") << u"app/FreedesktopNotifier.cpp"_s << u"SLOT(y())"_s << 0;
        QTest::newRow("tr in the engine") << u"engine/base/A.cpp"_s << u"return tr(\"x\");"_s << 1;
        QTest::newRow("a word in a comment")
            << u"engine/base/A.cpp"_s << u"// no QEventLoop here\n/* nor\nSIGNAL( */"_s << 0;
        QTest::newRow("a word in a string")
            << u"ui/page/A.cpp"_s << u"u\"it\\\" SIGNAL(\"_s + R\"x(QEventLoop \")x\""_s << 0;
        QTest::newRow("a digit separator opens no character")
            << u"engine/base/A.cpp"_s << u"int a = 1'000; QMutex b; c('x');"_s << 1;
        QTest::newRow("a mutex of the database thread") << u"engine/storage/sql/A.h"_s << u"QMutex m;"_s << 0;
        QTest::newRow("using namespace in a header") << u"ui/page/A.h"_s << u"\nusing namespace Qt;"_s << 1;
    }

    void aPlantedBreachIsFound()
    {
        QFETCH(const QString, path);
        QFETCH(const QString, text);
        QFETCH(const int, breaches);
        QCOMPARE(brokenRules({path, text}).size(), breaches);
    }

    void noTypeHidesItsNoun()
    {
        QStringList found;
        for (const SourceFile &file : std::as_const(m_files))
            found += hollowNames(file);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
        QCOMPARE(
            hollowNames(
                {u"a.h"_s,
                 u"class ToolManager;\nstruct AbstractTool;\nstruct Database {};\nclass DataFolder;\nclass QFileInfo;"_s})
                .size(),
            2);
    }

    void everySourceFileNamesItsLicence()
    {
        for (const SourceFile &file : std::as_const(m_files)) {
            if (file.path.contains("/baselines/"_L1))
                continue; // Fixed by their hash; REUSE.toml says whose they are.
            const QStringList lines = file.text.split(u'\n');
            // REUSE-IgnoreStart
            QVERIFY2(lines.value(0).startsWith("// SPDX-FileCopyrightText: "_L1), qPrintable(file.path));
            QVERIFY2(lines.value(1).startsWith("// SPDX-License-Identifier: "_L1), qPrintable(file.path));
            // REUSE-IgnoreEnd
        }
    }

    void everyHeaderIsIncludedOnce()
    {
        for (const SourceFile &file : std::as_const(m_files))
            QVERIFY2(!file.path.endsWith(".h"_L1) || file.text.contains("\n#pragma once\n"_L1), qPrintable(file.path));
    }

    void noReadmeOfARoomIsLongerThanFifteenLines()
    {
        for (const QString &layer : {u"engine"_s, u"ui"_s, u"app"_s}) {
            const QDir folder(m_root.filePath(layer));
            const QStringList rooms = folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
            for (const QString &room : rooms) {
                const QString readme = textOf(folder.filePath(room + u"/README.md"_s));
                QVERIFY2(readme.count(u'\n') <= 15, qPrintable(QString(layer + u'/' + room)));
            }
        }
    }

    //! Sizes are a question to the reviewer, not a failure. // style 2.4
    void longFilesAreNamed()
    {
        for (const SourceFile &file : std::as_const(m_files)) {
            const qsizetype lines = file.text.count(u'\n');
            if (lines > (file.path.endsWith(".h"_L1) ? 160 : 400))
                qInfo("%s has %lld lines", qPrintable(file.path), static_cast<long long>(lines));
        }
        QVERIFY(!m_files.isEmpty());
    }

private:
    const QDir m_root{QStringLiteral(TYPESHIFT_SOURCE_DIR)};
    QList<SourceFile> m_files;
};

QTEST_GUILESS_MAIN(TestHouseRules)
#include "tst_houseRules.moc"
