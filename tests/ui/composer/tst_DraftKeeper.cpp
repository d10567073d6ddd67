// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "composer/DraftKeeper.h"

#include "support/TestDesk.h"

#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;

class tst_DraftKeeper : public QObject
{
    Q_OBJECT

private slots:
    void savesAfterAPause() // T10
    {
        TestDesk test;
        const ConversationId conversation = test.catalog().newConversation();
        DraftKeeper keeper(test.catalog());
        keeper.open(conversation);
        keeper.change(u"half"_s);
        keeper.change(u"half a thought"_s);
        QCOMPARE(test.draftOf(conversation), QString()); // not for every key
        QTRY_COMPARE(test.draftOf(conversation), u"half a thought"_s);
    }

    void switchingKeepsBoth()
    {
        TestDesk test;
        const ConversationId one = test.catalog().newConversation();
        const ConversationId other = test.catalog().newConversation();
        DraftKeeper keeper(test.catalog());
        QSignalSpy loaded(&keeper, &DraftKeeper::loaded);
        keeper.open(one);
        keeper.change(u"for one"_s);
        keeper.open(other);
        keeper.change(u"for the other"_s);
        keeper.open(one);
        QTRY_VERIFY(!loaded.isEmpty() && loaded.constLast().constFirst().toString() == u"for one"_s);
        QCOMPARE(test.draftOf(other), u"for the other"_s);
    }

    void whatWasTypedElsewhereGoesBehindTheDraft() // T10
    {
        TestDesk test;
        const ConversationId open = test.catalog().newConversation();
        const ConversationId other = test.catalog().newConversation();
        DraftKeeper keeper(test.catalog());
        QSignalSpy loaded(&keeper, &DraftKeeper::loaded);
        const auto shows = [&](const QString &text) {
            return !loaded.isEmpty() && loaded.constLast().constFirst().toString() == text;
        };
        keeper.append(other, u"first"_s);
        keeper.append(other, u"second"_s);
        QCOMPARE(test.draftOf(other), u"first\n\nsecond"_s);
        keeper.open(open);
        keeper.append(open, u"at once"_s); // Before its draft is read.
        QTRY_VERIFY(shows(u"at once"_s));
        keeper.change(u"typed"_s);
        keeper.append(open, u"later"_s);
        QVERIFY(shows(u"typed\n\nlater"_s));
        QCOMPARE(test.draftOf(open), u"typed\n\nlater"_s);
    }

    void whatWasTypedElsewhereIsNotLostUnderTyping_data() // T10
    {
        QTest::addColumn<bool>("isRead");
        QTest::newRow("while the draft is read") << false;
        QTest::newRow("into an empty draft") << true;
    }
    void whatWasTypedElsewhereIsNotLostUnderTyping()
    {
        QFETCH(bool, isRead);
        TestDesk test;
        const ConversationId open = test.catalog().newConversation();
        DraftKeeper keeper(test.catalog());
        QSignalSpy loaded(&keeper, &DraftKeeper::loaded);
        keeper.open(open);
        if (isRead)
            QTRY_COMPARE(loaded.size(), 1);
        keeper.append(open, u"left over"_s);
        keeper.change(isRead ? u"left over, typed"_s : u"typed"_s);
        const QString whole = isRead ? u"left over, typed"_s : u"typed\n\nleft over"_s;
        QTRY_COMPARE(test.draftOf(open), whole);
        if (!isRead)
            QCOMPARE(loaded.constLast().constFirst().toString(), whole);
    }

    void aLateLoadNeverReplacesWhatWasSaved() // T10
    {
        TestDesk test;
        const ConversationId conversation = test.catalog().newConversation();
        DraftKeeper keeper(test.catalog());
        QSignalSpy loaded(&keeper, &DraftKeeper::loaded);
        keeper.open(conversation);
        keeper.change(u"typed while it loads"_s);
        keeper.flush();
        QCOMPARE(test.draftOf(conversation), u"typed while it loads"_s); // behind the load, first in, first out
        QVERIFY(loaded.isEmpty());
    }

    void whatIsShownIsWhatWasStored() // the shown text may report back into the keeper while it is set
    {
        TestDesk test;
        const ConversationId conversation = test.catalog().newConversation();
        DraftKeeper keeper(test.catalog());
        keeper.open(conversation);
        keeper.change(u"kept"_s);
        keeper.open(std::nullopt);
        QString shown;
        connect(&keeper, &DraftKeeper::loaded, this, [&](const QString &text) {
            keeper.change({});
            shown = text;
        });
        keeper.open(conversation);
        QTRY_COMPARE(shown, u"kept"_s);
    }

    void survivesACrash()
    {
        TestDesk test;
        DraftKeeper keeper(test.catalog());
        keeper.open(std::nullopt);
        keeper.change(u"not yet sent"_s);
        keeper.flush();
        QCOMPARE(test.draftOf(std::nullopt), u"not yet sent"_s);
        // Another process on the same file, while this one never closed it.
        auto again = awaitTask(openWorkbench(test.workbench->path, OpenMode::ReadWrite, test.clock, test.ids));
        QVERIFY(again.has_value());
        QCOMPARE(awaitTask((*again)->catalog->loadDraft(std::nullopt)).value(), u"not yet sent"_s);
    }

    void isSavedWhenTheKeeperGoes()
    {
        TestDesk test;
        const ConversationId conversation = test.catalog().newConversation();
        {
            DraftKeeper keeper(test.catalog());
            keeper.open(conversation);
            keeper.change(u"last words"_s);
        }
        QTRY_COMPARE(test.draftOf(conversation), u"last words"_s);
    }

    void goesOnlyIfNothingWasTypedSince()
    {
        TestDesk test;
        const ConversationId conversation = test.catalog().newConversation();
        DraftKeeper keeper(test.catalog());
        keeper.open(conversation);
        keeper.change(u"sent"_s);
        keeper.flush();
        keeper.change(u"sent and more"_s);
        keeper.drop(conversation, u"sent"_s);
        QTRY_COMPARE(test.draftOf(conversation), u"sent and more"_s);
        keeper.drop(conversation, u"sent and more"_s);
        QTRY_COMPARE(test.draftOf(conversation), QString());
    }

    void whatIsTypedWhileItLoadsWins()
    {
        TestDesk test;
        const ConversationId conversation = test.catalog().newConversation();
        QVERIFY(awaitTask(test.catalog().saveDraft(conversation, u"old"_s)).has_value());
        DraftKeeper keeper(test.catalog());
        QSignalSpy loaded(&keeper, &DraftKeeper::loaded);
        keeper.open(conversation);
        keeper.change(u"new"_s);
        keeper.flush();
        keeper.change(u"newer"_s);
        QTRY_COMPARE(test.draftOf(conversation), u"newer"_s);
        QVERIFY(loaded.isEmpty());
    }
};

QTEST_MAIN(tst_DraftKeeper)
#include "tst_DraftKeeper.moc"
