// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "agents/AgentsWindow.h"

#include "agents/JsonEdit.h"
#include "support/Accessibles.h"
#include "theme/Appearance.h"
#include "theme/Theme.h"
#include "widgets/Announcer.h"
#include "widgets/MessageBar.h"

#include <KSyntaxHighlighting/Repository>

#include <QDir>
#include <QFile>
#include <QListView>
#include <QListWidget>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;

namespace {

void readMail()
{
}
void sendMail()
{
}

Toolset mailTools()
{
    return Toolset(u"mail"_s).withTool<&readMail>("Reads.").readOnly().withTool<&sendMail>("Sends.").requiresApproval();
}

const QByteArray support =
    "{\n    \"name\": \"support\",\n    \"title\": \"Support\",\n    \"instructions\": \"Help.\"\n}\n";
const QByteArray wrong =
    "{\n    \"name\": \"billing\",\n    \"instructions\": \"Help.\",\n    \"tools\": [{\"toolset\": \"mial\"}]\n}\n";

//! The window over a folder of its own; `assistant` is of the program.
struct Shown {
    explicit Shown(Scheme scheme = Scheme::Light)
        : appearance(scheme)
    {
    }
    ~Shown() { delete window.data(); }

    void put(const QString &name, const QByteArray &text)
    {
        QDir().mkpath(files.folder());
        QFile file(files.pathOf(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("no file");
    }
    void open()
    {
        window = new AgentsWindow({files, appearance.theme(), announcer, repository});
        window->show();
        if (!QTest::qWaitForWindowActive(window))
            qFatal("no window");
    }
    QListView *list() { return findByAccessibleName<QListView>(*window, u"Agents"_s); }
    JsonEdit *edit() { return findByAccessibleName<JsonEdit>(*window, u"Declaration"_s); }
    QListWidget *problems() { return findByAccessibleName<QListWidget>(*window, u"Problems"_s); }
    QPushButton *button(const QString &name) { return findByAccessibleName<QPushButton>(*window, name); }
    QStringList rows()
    {
        QStringList rows;
        for (int row = 0; row < list()->model()->rowCount(); ++row)
            rows.append(list()->model()->index(row, 0).data(Qt::AccessibleTextRole).toString());
        return rows;
    }
    QByteArray fileText(const QString &name) { return files.textOf(name).value_or("(none)"); }
    void choose(const QString &answer)
    {
        auto *box = window->findChild<QMessageBox *>();
        if (!box)
            qFatal("no question");
        for (QAbstractButton *each : box->buttons()) {
            if (each->text() == answer)
                return QTest::mouseClick(each, Qt::LeftButton);
        }
        qFatal("no such answer");
    }

    QTemporaryDir folder;
    AgentFiles files{folder.filePath(u"agents"_s),
                     {mailTools()},
                     {Agent(u"assistant"_s).withTitle(u"Assistant"_s).withInstructions(u"Help."_s)}};
    Appearance appearance;
    Announcer announcer;
    KSyntaxHighlighting::Repository repository;
    QPointer<AgentsWindow> window;
};

} // namespace

class tst_AgentsWindow : public QObject
{
    Q_OBJECT

private slots:
    void theAgentsOfFilesAndOfTheProgramAreListed()
    {
        Shown shown;
        shown.put(u"billing.json"_s, wrong);
        shown.put(u"support.json"_s, support);
        shown.open();
        QCOMPARE(shown.rows(),
                 QStringList({u"YOUR AGENTS"_s, u"billing.json, 1 problem"_s, u"Support, support.json"_s,
                              u"OF THE PROGRAM"_s, u"Assistant, Part of the program"_s}));
        QVERIFY(shown.list()->hasFocus());
        QCOMPARE(shown.edit()->text(), QString::fromUtf8(wrong));
        QTRY_VERIFY(shown.problems());
        QCOMPARE(shown.problems()->item(0)->text(),
                 u"Line 4: tools[0].toolset: there is no toolset “mial”. Did you mean “mail”? There are: mail."_s);
    }

    void anAgentOfTheProgramIsReadAndNotWritten()
    {
        Shown shown;
        shown.open();
        QVERIFY(shown.edit()->isReadOnly());
        QVERIFY(shown.edit()->text().contains("\"name\": \"assistant\""_L1));
        QTest::keyClicks(shown.edit(), u"x"_s);
        QVERIFY(!shown.edit()->text().contains(u'x'));
        QVERIFY(!shown.button(u"Save"_s)->isEnabled());
        QVERIFY(!shown.button(u"Delete"_s)->isEnabled());
        auto *bar = shown.window->findChild<MessageBar *>();
        QVERIFY(bar->isVisible());
        QCOMPARE(bar->headline(), u"This agent is part of the program."_s);
    }

    void whatIsTypedIsCheckedAfterAPause()
    {
        Shown shown;
        shown.put(u"support.json"_s, support);
        shown.open();
        QVERIFY(!shown.problems());
        shown.edit()->setFocus();
        shown.edit()->goTo({6, 0});
        QTest::keyClicks(shown.edit(), u"\"colour\": 1, "_s);
        QTRY_VERIFY(shown.problems());
        QCOMPARE(shown.problems()->item(0)->text().section(u'.', 0, 0),
                 u"Line 2: colour: there is no member “colour” here"_s);
        QCOMPARE(shown.edit()->marks().size(), 1);
        QCOMPARE(shown.rows().at(1), u"Support, 1 problem · changes not saved"_s);
        QVERIFY(!shown.button(u"Save"_s)->isEnabled());
        QTest::keyClick(shown.edit(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(!shown.problems());
        QCOMPARE(shown.rows().at(1), u"Support, support.json"_s);
    }

    void aProblemIsReachedByClickAndByKey()
    {
        Shown shown;
        shown.put(u"billing.json"_s, wrong);
        shown.open();
        QTRY_VERIFY(shown.problems());
        QTest::mouseClick(shown.problems()->viewport(), Qt::LeftButton, {},
                          shown.problems()->visualItemRect(shown.problems()->item(0)).center());
        QCOMPARE(shown.edit()->textCursor().selectedText(), u"\"mial\""_s);
        QVERIFY(shown.edit()->hasFocus());
        shown.edit()->goTo({0, 0});
        QTest::keyClick(shown.window, Qt::Key_F8);
        QCOMPARE(shown.edit()->textCursor().selectedText(), u"\"mial\""_s);
    }

    void whatMayBeMeantIsPutInItsPlaceByAKeyAndSaved()
    {
        Shown shown;
        shown.put(u"billing.json"_s, wrong);
        shown.open();
        QTRY_VERIFY(shown.button(u"Replace"_s));
        QTest::keyClick(shown.window, Qt::Key_Return, Qt::AltModifier);
        QVERIFY(shown.edit()->text().contains("\"toolset\": \"mail\""_L1));
        QVERIFY(!shown.problems());
        QTest::keyClick(shown.window, Qt::Key_S, Qt::ControlModifier);
        QCOMPARE(shown.fileText(u"billing.json"_s), QByteArray(wrong).replace("mial", "mail"));
        QCOMPARE(shown.rows().at(1), u"billing, billing.json"_s);
        QVERIFY(shown.files.drafts().isEmpty());
    }

    void aWrongTextIsNotSaved()
    {
        Shown shown;
        shown.put(u"billing.json"_s, wrong);
        shown.open();
        shown.edit()->setFocus();
        QTest::keyClicks(shown.edit(), u" "_s);
        QTest::keyClick(shown.window, Qt::Key_S, Qt::ControlModifier);
        QCOMPARE(shown.fileText(u"billing.json"_s), wrong);
        QCOMPARE(shown.edit()->textCursor().selectedText(), u"\"mial\""_s); // Where to mend it.
    }

    void aNewAgentIsWrittenByKeysAlone()
    {
        Shown shown;
        shown.open();
        QTest::keyClick(shown.window, Qt::Key_N, Qt::ControlModifier);
        QVERIFY(shown.edit()->hasFocus());
        QVERIFY(!shown.problems()); // The template is right.
        QCOMPARE(shown.rows().at(1), u"My agent, not saved yet"_s);
        QTest::keyClicks(shown.edit(), u"triage"_s); // Its name is selected.
        QTest::keyClick(shown.window, Qt::Key_S, Qt::ControlModifier);
        QVERIFY(shown.fileText(u"triage.json"_s).contains("\"name\": \"triage\""));
        const auto list = shown.files.list();
        QCOMPARE(list.size(), 1);
        QVERIFY(list.constFirst().agent);
        QCOMPARE(list.constFirst().agent->tools().size(), 1); // What only reads.
        QVERIFY(shown.files.drafts().isEmpty());
    }

    void anAgentOfTheProgramIsDuplicatedUnderAnotherName()
    {
        Shown shown;
        shown.open();
        QTest::keyClick(shown.window, Qt::Key_D, Qt::ControlModifier);
        QVERIFY(shown.edit()->text().contains("\"name\": \"assistant_copy\""_L1));
        QVERIFY(!shown.edit()->isReadOnly());
        QTest::keyClick(shown.window, Qt::Key_S, Qt::ControlModifier);
        QVERIFY(shown.files.list().constFirst().agent);
    }

    void whatIsNotSavedOutlivesTheWindow()
    {
        Shown shown;
        shown.put(u"support.json"_s, support);
        shown.open();
        shown.edit()->setFocus();
        shown.edit()->goTo({0, 0});
        QTest::keyClicks(shown.edit(), u"half"_s);
        const QString typed = shown.edit()->text();
        shown.window->close(); // Without a question, and before the pause has passed.
        QTRY_VERIFY(!shown.window);
        QCOMPARE(shown.fileText(u"support.json"_s), support);
        shown.open();
        QCOMPARE(shown.edit()->text(), typed);
        QVERIFY(shown.rows().at(1).contains("changes not saved"_L1));
        QTest::mouseClick(shown.button(u"Discard changes"_s), Qt::LeftButton);
        QCOMPARE(shown.edit()->text(), QString::fromUtf8(support));
        QVERIFY(shown.files.drafts().isEmpty());
        QTest::keyClick(shown.edit(), Qt::Key_Z, Qt::ControlModifier); // And even that can be fetched back.
        QCOMPARE(shown.edit()->text(), typed);
    }

    void whatIsNotSavedStaysWhileAnotherAgentIsShown()
    {
        Shown shown;
        shown.put(u"support.json"_s, support);
        shown.open();
        shown.edit()->setFocus();
        QTest::keyClicks(shown.edit(), u" "_s);
        const QString typed = shown.edit()->text();
        shown.list()->setFocus();
        QTest::keyClick(shown.list(), Qt::Key_End);
        QVERIFY(shown.edit()->isReadOnly());
        QTest::keyClick(shown.list(), Qt::Key_Home);
        QTest::keyClick(shown.list(), Qt::Key_Down);
        shown.window->showFile(u"support.json"_s);
        QCOMPARE(shown.edit()->text(), typed);
    }

    void aFileThatAnotherProgramChangedIsAskedAbout_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<bool>("keepsMine");
        QByteArray mine = support;
        mine.prepend(' ');
        const QByteArray theirs = QByteArray(support).replace("Help.", "Theirs.");
        QTest::newRow("mine") << u"Save mine over it"_s << mine << true;
        QTest::newRow("theirs") << u"Load what is there"_s << theirs << false;
        QTest::newRow("neither") << u"Go on editing"_s << theirs << true;
    }

    void aFileThatAnotherProgramChangedIsAskedAbout()
    {
        QFETCH(QString, answer);
        QFETCH(bool, keepsMine);
        Shown shown;
        shown.put(u"support.json"_s, support);
        shown.open();
        shown.edit()->setFocus();
        shown.edit()->goTo({0, 0});
        QTest::keyClicks(shown.edit(), u" "_s);
        const QString typed = shown.edit()->text();
        shown.put(u"support.json"_s, QByteArray(support).replace("Help.", "Theirs."));
        QTest::keyClick(shown.window, Qt::Key_S, Qt::ControlModifier);
        QVERIFY(!shown.fileText(u"support.json"_s).startsWith(' '));
        shown.choose(answer);
        QTEST(shown.fileText(u"support.json"_s), "file");
        QCOMPARE(shown.edit()->text() == typed, keepsMine);
    }

    void anAgentIsDeletedAfterAQuestion()
    {
        Shown shown;
        shown.put(u"support.json"_s, support);
        shown.open();
        shown.list()->setFocus();
        QTest::keyClick(shown.list(), Qt::Key_Delete);
        QCOMPARE(shown.fileText(u"support.json"_s), support);
        shown.choose(u"Delete the agent"_s);
        QCOMPARE(shown.fileText(u"support.json"_s), QByteArray("(none)"));
        QCOMPARE(shown.rows(), QStringList({u"OF THE PROGRAM"_s, u"Assistant, Part of the program"_s}));
    }

    void aFolderThatCannotBeWrittenIsSaidAndTheTextStays()
    {
        Shown shown;
        // A file where the folder should be: nothing can be made in it, whoever runs the test.
        QFile file(shown.files.folder());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        shown.open();
        QTest::keyClick(shown.window, Qt::Key_N, Qt::ControlModifier);
        QTest::keyClicks(shown.edit(), u"triage"_s);
        QTest::keyClick(shown.window, Qt::Key_S, Qt::ControlModifier);
        auto *bar = shown.window->findChild<MessageBar *>();
        QVERIFY(bar->isVisible());
        QCOMPARE(bar->headline(), u"This did not work. Your text is still here."_s);
        QVERIFY(shown.edit()->text().contains("triage"_L1));
    }

    void everythingHasANameAndThePanesAreReachedByKeys()
    {
        Shown shown;
        shown.put(u"billing.json"_s, wrong);
        shown.open();
        QTRY_VERIFY(shown.problems());
        QCOMPARE(namelessControls(*shown.window), QStringList());
        QTest::keyClick(shown.list(), Qt::Key_Return);
        QVERIFY(shown.edit()->hasFocus());
        QTest::keyClick(shown.window, Qt::Key_F6);
        QVERIFY(shown.problems()->hasFocus());
        QTest::keyClick(shown.window, Qt::Key_F6);
        QVERIFY(shown.list()->hasFocus());
        QTest::keySequence(shown.window.data(), QKeySequence(QKeySequence::Close));
        QTRY_VERIFY(!shown.window);
    }
};

QTEST_MAIN(tst_AgentsWindow)
#include "tst_AgentsWindow.moc"
