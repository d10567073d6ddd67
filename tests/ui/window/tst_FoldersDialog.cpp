// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "window/FoldersDialog.h"

#include "support/Accessibles.h"
#include "theme/Appearance.h"
#include "theme/Theme.h"

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;

namespace {

Task<Result<bool>> isolation(bool isThere)
{
    co_return isThere;
}

struct Shown {
    explicit Shown(bool isIsolated = true)
        : desk{.inUse = {u"/own"_s},
               .ownFolder = u"/own"_s,
               .chosen = [this] { return chosen; },
               .choose = [this](const QStringList &folders) -> Result<> {
                   if (folders.contains(u"/proc"_s))
                       return failure(Error::Kind::Refused, u"/proc belongs to the system"_s);
                   chosen = folders;
                   return {};
               },
               .runsIsolated = [isIsolated] { return isolation(isIsolated); }}
        , dialog(appearance.theme(), desk)
    {
        dialog.show();
    }
    bool says(const QString &words)
    {
        const auto labels = dialog.findChildren<QLabel *>();
        return std::ranges::any_of(
            labels, [&](const QLabel *label) { return label->isVisible() && label->text().contains(words); });
    }
    QListWidget *list() { return findByAccessibleName<QListWidget>(dialog, u"Folders"_s); }

    QStringList chosen;
    Appearance appearance{Scheme::Light};
    FolderDesk desk;
    FoldersDialog dialog;
};

} // namespace

class tst_FoldersDialog : public QObject
{
    Q_OBJECT

private slots:
    void aFolderIsKeptAndHoldsFromTheNextStart()
    {
        Shown shown;
        QVERIFY(shown.says(u"in a folder of its own"_s));
        QVERIFY(!shown.says(u"next start"_s));
        shown.dialog.add(u"/srv/books"_s);
        shown.dialog.add(u"/srv/books/"_s);
        QCOMPARE(shown.chosen, QStringList{u"/srv/books"_s});
        QCOMPARE(shown.list()->count(), 1);
        QCOMPARE(shown.list()->item(0)->text(), u"/srv/books (not there)"_s);
        QVERIFY(shown.says(u"Holds from the next start on. Until then the coder works in /own."_s));
    }

    void aFolderIsRemovedByKey()
    {
        Shown shown;
        shown.dialog.add(u"/a"_s);
        shown.dialog.add(u"/b"_s);
        QVERIFY(QTest::qWaitForWindowActive(&shown.dialog));
        shown.list()->setFocus();
        shown.list()->setCurrentRow(0);
        QTest::keyClick(shown.list(), Qt::Key_Delete);
        QCOMPARE(shown.chosen, QStringList{u"/b"_s});
        QTest::keyClick(shown.list(), Qt::Key_Delete);
        QCOMPARE(shown.chosen, QStringList());
        QVERIFY(!shown.says(u"next start"_s));
    }

    void aRefusalIsSaid()
    {
        Shown shown;
        shown.dialog.add(u"/proc"_s);
        QCOMPARE(shown.chosen, QStringList());
        QVERIFY(shown.says(u"/proc belongs to the system"_s));
    }

    void whatHidesInANameIsShown() // DESIGN 4.3.6
    {
        Shown shown;
        shown.dialog.add(u"/srv/\u202ebooks"_s);
        QVERIFY(shown.list()->item(0)->text().startsWith(u"/srv/U+202Ebooks"_s));
    }

    void theShellsWallsAreNamed_data()
    {
        QTest::addColumn<bool>("isIsolated");
        QTest::addColumn<QString>("words");
        QTest::newRow("bubblewrap") << true << u"Commands run in bubblewrap"_s;
        QTest::newRow("none") << false << u"a command that you approve may do what you may do"_s;
    }

    void theShellsWallsAreNamed()
    {
        QFETCH(bool, isIsolated);
        QFETCH(QString, words);
        Shown shown(isIsolated);
        QVERIFY(shown.says(words));
        QCOMPARE(namelessControls(shown.dialog), QStringList());
    }
};

QTEST_MAIN(tst_FoldersDialog)
#include "tst_FoldersDialog.moc"
