// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "storage/MemoryStore.h"
#include "storage/StoreVerification.h"
#include "support/AwaitTask.h"
#include "support/FixedClock.h"
#include "support/TemporaryStore.h"
#include "support/TestIds.h"

#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

//! What must hold whatever ids are made of: this file is built for each TYPESHIFT_ID_TYPE.
class TestIdTypes final : public QObject
{
    Q_OBJECT

private slots:
    void idsNeverRepeatAndReadBackWhatTheyWrite();
    void anIdThatWasMadeLaterIsLarger();
    void anEmptyTextIsNoId();
    void bothStoresKeepTheirContract();
};

void TestIdTypes::idsNeverRepeatAndReadBackWhatTheyWrite()
{
    QVERIFY(ConversationId().isNull());
    QSet<ConversationId> seen;
    for (int i = 0; i < 100'000; ++i) { // many in each millisecond
        const auto id = testId<ConversationId>();
        QVERIFY(!id.isNull());
        QVERIFY(!seen.contains(id));
        seen.insert(id);
        QCOMPARE(ConversationId::fromString(id.toString()), id);
    }
}

void TestIdTypes::anIdThatWasMadeLaterIsLarger()
{
    const auto early = testId<ConversationId>();
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    QTRY_VERIFY(QDateTime::currentMSecsSinceEpoch() > now + 1);
    QVERIFY(early < testId<ConversationId>());
}

void TestIdTypes::anEmptyTextIsNoId()
{
    QVERIFY(!ConversationId::fromString(u""));
}

void TestIdTypes::bothStoresKeepTheirContract()
{
    FixedClock clock;
    MemoryStore memory(clock);
    TemporaryStore file(clock);
    for (Store *store : {static_cast<Store *>(&memory), static_cast<Store *>(&file.store())}) {
        const auto kept = awaitTask(verifyStore(*store, testId<ConversationId>(), testId<SettingsId>()));
        QVERIFY2(kept, kept ? "" : qPrintable(kept.error().facts.message));
    }
}

QTEST_GUILESS_MAIN(TestIdTypes)
#include "tst_idTypes.moc"
