// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "json/Codec.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

enum class Colour { Red, Green };

struct Point {
    int x = 0;
    std::optional<QString> label;

    static constexpr auto fields()
    {
        return std::tuple{field("x", &Point::x, "Steps to the right."), field("label", &Point::label)};
    }
};

struct Drawing {
    QList<Point> points;
    Colour colour = Colour::Red;
    QJsonObject unknown;

    static constexpr auto fields()
    {
        return std::tuple{field("points", &Drawing::points), field("colour", &Drawing::colour)};
    }
};

} // namespace

template<>
constexpr auto typeshift::enumNames<Colour> = std::array{std::pair{Colour::Red, "red"},
                                                         std::pair{Colour::Green, "green"}};

class TestCodec final : public QObject
{
    Q_OBJECT

private slots:
    void numbersAreExactOrRefused_data();
    void numbersAreExactOrRefused();
    void anErrorNamesTheMember_data();
    void anErrorNamesTheMember();
    void unknownMembersAreKeptWhereThereIsAPlace();
    void aValueReadsBackWhatItWrote();
    void theSchemaSaysWhatIsRequired();
    void timesKeepTheirMilliseconds();
};

void TestCodec::numbersAreExactOrRefused_data()
{
    QTest::addColumn<QJsonValue>("json");
    QTest::addColumn<bool>("isInt");
    QTest::addColumn<bool>("isLong");
    QTest::newRow("a small number") << QJsonValue(7) << true << true;
    QTest::newRow("a fraction") << QJsonValue(1.5) << false << false;
    QTest::newRow("past 32 bits") << QJsonValue(qint64(2147483648)) << false << true;
    QTest::newRow("the largest of 64 bits") << QJsonValue(std::numeric_limits<qint64>::max()) << false << true;
    QTest::newRow("past 64 bits") << QJsonValue(1e300) << false << false;
    QTest::newRow("text") << QJsonValue(u"7"_s) << false << false;
}

void TestCodec::numbersAreExactOrRefused()
{
    QFETCH(QJsonValue, json);
    QFETCH(bool, isInt);
    QFETCH(bool, isLong);
    QCOMPARE(Codec<int>::decode(json).has_value(), isInt);
    QCOMPARE(Codec<qint64>::decode(json).has_value(), isLong);
}

void TestCodec::anErrorNamesTheMember_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("error");
    QTest::newRow("in a list") << QByteArray(R"({"points":[{"x":1},{"x":"a"}],"colour":"red"})")
                               << u"points[1]: x: expected an integer"_s;
    QTest::newRow("an enum") << QByteArray(R"({"points":[],"colour":"blue"})")
                             << u"colour: expected one of red, green"_s;
    QTest::newRow("a missing member") << QByteArray(R"({"points":[]})") << u"colour: expected one of red, green"_s;
    QTest::newRow("a member nobody knows") << QByteArray(R"({"points":[{"x":1,"y":2}],"colour":"red"})")
                                           << u"points[0]: y: is not a member of this object"_s;
    QTest::newRow("another type altogether") << QByteArray("[]") << u"expected an object"_s;
}

void TestCodec::anErrorNamesTheMember()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, error);
    const auto decoded = decodeJson<Drawing>(json);
    QVERIFY(!decoded);
    QCOMPARE(decoded.error(), error);
}

void TestCodec::unknownMembersAreKeptWhereThereIsAPlace()
{
    const QByteArray json = R"({"colour":"green","later":{"a":[1]},"points":[]})";
    const auto decoded = decodeJson<Drawing>(json);
    QVERIFY(decoded);
    QCOMPARE(decoded->unknown.keys(), QStringList{u"later"_s});
    QCOMPARE(encodeJson(*decoded), json);
}

void TestCodec::aValueReadsBackWhatItWrote()
{
    Drawing drawing;
    drawing.points = {{.x = -3, .label = u"ünï"_s}, {.x = 4, .label = {}}};
    drawing.colour = Colour::Green;
    const auto again = decodeJson<Drawing>(encodeJson(drawing));
    QVERIFY(again);
    QCOMPARE(again->points.size(), 2);
    QCOMPARE(again->points.constFirst().label, u"ünï"_s);
    QCOMPARE(again->points.constLast().label, std::nullopt);
    QCOMPARE(again->colour, Colour::Green);
}

void TestCodec::theSchemaSaysWhatIsRequired()
{
    const QJsonObject schema = Codec<Point>::schema();
    QCOMPARE(schema["required"_L1].toArray(), QJsonArray{u"x"_s});
    QCOMPARE(schema["properties"_L1]["x"_L1]["description"_L1].toString(), u"Steps to the right."_s);
    QCOMPARE(schema["additionalProperties"_L1].toBool(true), false);
}

void TestCodec::timesKeepTheirMilliseconds()
{
    const auto time = Codec<QDateTime>::decode(u"2026-01-31T12:00:00.123+02:00"_s);
    QVERIFY(time);
    QCOMPARE(Codec<QDateTime>::encode(*time).toString(), u"2026-01-31T10:00:00.123Z"_s);
    QVERIFY2(!Codec<QDateTime>::decode(u"2026-01-31T12:00:00"_s), "a time without its zone is ambiguous");
}

QTEST_GUILESS_MAIN(TestCodec)
#include "tst_codec.moc"
