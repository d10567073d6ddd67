// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "base/Error.h"
#include "base/IdSource.h"
#include "base/StrongId.h"

#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

class TestIds final : public QObject
{
    Q_OBJECT

private slots:
    void idsOfOneSourceAscendAndNeverRepeat();
    void idsAreOfVersionSeven();
    void conversationIdsReadBackWhatTheyWrite();
    void textThatIsNoIdGivesNone();
    void errorKindsKeepTheirNames();
};

void TestIds::idsOfOneSourceAscendAndNeverRepeat()
{
    IdSource ids;
    QSet<QUuid> seen;
    QString last;
    for (int i = 0; i < 100'000; ++i) {
        const QUuid id = ids.next();
        QVERIFY(!seen.contains(id));
        seen.insert(id);
        const QString text = id.toString();
        QVERIFY(last < text);
        last = text;
    }
}

void TestIds::idsAreOfVersionSeven()
{
    IdSource ids;
    const QString text = ids.next().toString(QUuid::WithoutBraces);
    QCOMPARE(text.at(14), u'7');
    QVERIFY(u"89ab"_s.contains(text.at(19)));
}

void TestIds::conversationIdsReadBackWhatTheyWrite()
{
    if constexpr (std::same_as<IdKey, QUuid>) { // tst_idTypes has what holds for every kind
        const auto id = ConversationId::fromString(u"01901234-5678-7abc-8def-0123456789ab");
        QVERIFY(id);
        QCOMPARE(id->toString(), u"01901234-5678-7abc-8def-0123456789ab"_s);
        QCOMPARE(ConversationId::fromString(id->toString()), id);
    }
    QVERIFY(ConversationId().isNull());
}

void TestIds::textThatIsNoIdGivesNone()
{
    if constexpr (!std::same_as<IdKey, QString>)
        QVERIFY(!ConversationId::fromString(u"abc"));
    QVERIFY(!ConversationId::fromString(u""));
}

void TestIds::errorKindsKeepTheirNames()
{
    for (int kind = 0; kind <= int(Error::Kind::Tool); ++kind)
        QCOMPARE(errorKindFromName(errorKindName(Error::Kind(kind))), Error::Kind(kind));
    QVERIFY(!errorKindFromName(u"of a later version"));
}

QTEST_GUILESS_MAIN(TestIds)
#include "tst_ids.moc"
