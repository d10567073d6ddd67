// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "CoderFolders.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

struct Place {
    Place() { QDir(folder.path()).mkpath(u"books"_s); }
    QString path(const QString &name) const { return QDir(QDir(folder.path()).canonicalPath()).filePath(name); }
    CoderFolders folders() const { return CoderFolders(folder.filePath(u"test.db"_s)); }

    QTemporaryDir folder;
};

} // namespace

class tst_CoderFolders : public QObject
{
    Q_OBJECT

private slots:
    void withoutAChoiceTheCoderHasAFolderOfItsOwn()
    {
        const Place place;
        QCOMPARE(place.folders().chosen(), QStringList());
        QCOMPARE(place.folders().usable(), Result<QStringList>(QStringList{place.path(u"work"_s)}));
        QVERIFY(QDir(place.path(u"work"_s)).exists());
    }

    void aChoiceOutlivesTheProgram()
    {
        const Place place;
        QVERIFY(place.folders().choose({place.path(u"books"_s)}));
        QCOMPARE(place.folders().chosen(), QStringList{place.path(u"books"_s)});
        QCOMPARE(place.folders().usable(), Result<QStringList>(QStringList{place.path(u"books"_s)}));
        QVERIFY(place.folders().choose({}));
        QCOMPARE(place.folders().chosen(), QStringList());
    }

    void aLinkIsTheFolderItLeadsTo()
    {
        const Place place;
        QVERIFY(QFile::link(place.path(u"books"_s), place.path(u"link"_s)));
        QVERIFY(place.folders().choose({place.path(u"link"_s)}));
        QCOMPARE(place.folders().chosen(), QStringList{place.path(u"books"_s)});
    }

    void whatTheCoderMayNotHaveIsRefused_data()
    {
        QTest::addColumn<QString>("folder");
        for (const char *folder : {"/", "/proc", "/sys", "/dev", "/no/such/folder"})
            QTest::newRow(folder) << QString::fromLatin1(folder);
    }

    void whatTheCoderMayNotHaveIsRefused()
    {
        QFETCH(QString, folder);
        const Place place;
        QVERIFY(place.folders().choose({place.path(u"books"_s)}));
        QVERIFY(!place.folders().choose({place.path(u"books"_s), folder}));
        QCOMPARE(place.folders().chosen(), QStringList{place.path(u"books"_s)});
    }

    void aFolderThatIsAwayIsKeptAndNotUsed()
    {
        const Place place;
        QVERIFY(place.folders().choose({place.path(u"books"_s)}));
        QVERIFY(QDir(place.path(u"books"_s)).removeRecursively());
        QCOMPARE(place.folders().chosen(), QStringList{place.path(u"books"_s)});
        QCOMPARE(place.folders().usable(), Result<QStringList>(QStringList{place.path(u"work"_s)}));
        QDir(place.folder.path()).mkpath(u"other"_s);
        QVERIFY(place.folders().choose({place.path(u"books"_s), place.path(u"other"_s)}));
    }
};

QTEST_GUILESS_MAIN(tst_CoderFolders)
#include "tst_CoderFolders.moc"
