// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "RoomTable.h"

#include <QDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift::architecture;

//! Holds every #include of the project against the tables of rooms in docs/ARCHITECTURE.md.
class TestRooms : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const auto table = RoomTable::parse(textOf(m_root.filePath(u"docs/ARCHITECTURE.md"_s)));
        QVERIFY2(table.has_value(), table ? "" : qPrintable(table.error()));
        m_table = *table;
    }

    void everyIncludeFollowsTheTable()
    {
        const auto files = sourceFiles(m_root.path(), {u"engine"_s, u"ui"_s, u"app"_s, u"tests"_s});
        QVERIFY(files.size() > 50);
        QStringList wrong;
        for (const SourceFile &file : files)
            wrong += m_table.wrongIncludes(file);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void everyRoomOfTheTableIsAFolderWithAReadme()
    {
        for (const QString &layer : {u"engine"_s, u"ui"_s, u"app"_s}) {
            const QList<Room> rooms = m_table.rooms(layer);
            for (const Room &room : rooms) {
                const QString readme = m_root.filePath(layer + u'/' + room.name + u"/README.md"_s);
                QVERIFY2(QFile::exists(readme), qPrintable(readme));
            }
        }
    }

    void everyFolderOfALayerIsARoomOfTheTable()
    {
        for (const QString &layer : {u"engine"_s, u"ui"_s, u"app"_s}) {
            const QDir folder(m_root.filePath(layer));
            const QStringList rooms = folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
            for (const QString &room : rooms)
                QVERIFY2(m_table.has(layer, room), qPrintable(QString(layer + u'/' + room)));
        }
    }

    void noTwoLayersHaveAHeaderOfTheSameRoomAndName()
    {
        // A quoted include could mean either of them.
        QHash<QString, QString> seen;
        const auto files = sourceFiles(m_root.path(), {u"engine"_s, u"ui"_s, u"app"_s});
        for (const SourceFile &file : files) {
            const QString inside = file.path.section(u'/', 1);
            if (!inside.endsWith(".h"_L1) || !inside.contains(u'/'))
                continue;
            QVERIFY2(!seen.contains(inside), qPrintable(QString(file.path + u" and "_s + seen.value(inside))));
            seen.insert(inside, file.path);
        }
    }

    void aPlantedWrongIncludeIsFound_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QStringList>("found");

        QTest::newRow("a lower room includes a higher one")
            << u"engine/base/LooksUp.h"_s
            << QStringList{u":5: room base (level 0) may not include room chat (level 3)"_s};
        QTest::newRow("a folder includes its sibling, a room one of its own level")
            << u"engine/storage/sql/LooksAside.cpp"_s
            << QStringList{u":3: folder sql does not know folder files"_s,
                           u":4: room storage (level 4) may not include room providers (level 4)"_s};
        QTest::newRow("the engine includes ui")
            << u"engine/storage/LooksAtWidgets.cpp"_s << QStringList{u":3: engine does not know ui"_s};
        QTest::newRow("a ui room includes an unnamed room, an engine room by a bare name, a wire and a database")
            << u"ui/theme/LooksEverywhere.cpp"_s
            << QStringList{u":3: room theme (level 1) may not include room window (level 6)"_s,
                           u":4: an include from above names the layer: <engine/…>"_s,
                           u":5: ui does not know engine room http"_s,
                           u":6: ui does not know the folders inside engine room storage"_s};
        QTest::newRow("a test of the engine includes ui")
            << u"tests/engine/base/tst_looksAtWindows.cpp"_s << QStringList{u":3: engine does not know ui"_s};
        QTest::newRow("a room that is not in the table") << u"engine/attic/NotInTheTable.cpp"_s
                                                         << QStringList{u": room engine/attic is not in the table"_s,
                                                                        u":3: room engine/attic is not in the table"_s};
    }

    void aPlantedWrongIncludeIsFound()
    {
        QFETCH(const QString, path);
        QFETCH(const QStringList, found);
        const QString text = textOf(m_root.filePath(u"tests/architecture/fixtures/wrong/"_s + path));
        QVERIFY(!text.isEmpty());
        const QStringList wrong = m_table.wrongIncludes({path, text});
        QCOMPARE(wrong.size(), found.size());
        for (qsizetype line = 0; line < found.size(); ++line)
            QVERIFY2(wrong.at(line).startsWith(path + found.at(line)), qPrintable(wrong.at(line)));
    }

    void aPageWithoutItsTablesIsRefused()
    {
        QVERIFY(!RoomTable::parse(u"## The rooms\n\nNo table here.\n"_s).has_value());
    }

private:
    const QDir m_root{QStringLiteral(TYPESHIFT_SOURCE_DIR)};
    RoomTable m_table;
};

QTEST_GUILESS_MAIN(TestRooms)
#include "tst_rooms.moc"
