// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "json/Storable.h"

#include <QTest>
#include <QTimeZone>

#include <limits>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

enum class Colour { Red, Green };

struct Point {
    int x = 0;
    std::optional<QString> label;

    bool operator==(const Point &) const = default;
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

//! One member of every kind that is storable. // D19
struct Everything {
    short small = 0;
    unsigned positive = 0;
    qint64 large = 0;
    double fraction = 0;
    bool truth = false;
    Colour colour = Colour::Red;
    QString text;
    QStringList texts;
    QDate day;
    QTime time;
    QDateTime moment;
    QUrl address;
    QUuid id;
    std::optional<int> maybe;
    QList<Point> points;
    std::vector<bool> flags;
    QSet<QString> set;
    QMap<QString, int> sorted;
    QHash<Colour, Point> byColour;
    std::map<Colour, QStringList> standard;

    bool operator==(const Everything &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{field("small", &Everything::small),
                          field("positive", &Everything::positive),
                          field("large", &Everything::large),
                          field("fraction", &Everything::fraction),
                          field("truth", &Everything::truth),
                          field("colour", &Everything::colour),
                          field("text", &Everything::text),
                          field("texts", &Everything::texts),
                          field("day", &Everything::day),
                          field("time", &Everything::time),
                          field("moment", &Everything::moment),
                          field("address", &Everything::address),
                          field("id", &Everything::id),
                          field("maybe", &Everything::maybe),
                          field("points", &Everything::points),
                          field("flags", &Everything::flags),
                          field("set", &Everything::set),
                          field("sorted", &Everything::sorted),
                          field("byColour", &Everything::byColour),
                          field("standard", &Everything::standard)};
    }
};

struct Money {
    int cents = 0;

    static constexpr std::string_view about = "An amount in euro cents.";
    static constexpr auto fields() { return std::tuple{field("cents", &Money::cents)}; }
};

struct Bill {
    Money total;
    Money tip;

    static constexpr auto fields()
    {
        return std::tuple{field("total", &Bill::total), field("tip", &Bill::tip, "What the guest adds.")};
    }
};

struct Opaque {
    int hidden = 0;
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
    void everyStorableTypeReadsBackWhatItWrote();
    void whatIsNoNumberInJsonIsAString_data();
    void whatIsNoNumberInJsonIsAString();
    void aTimeOfDayIsReadWithOrWithoutSeconds_data();
    void aTimeOfDayIsReadWithOrWithoutSeconds();
    void anAddressWithHalfACharacterIsRefused();
    void aTypeDescribesItselfWhereTheMemberDoesNot();
    void valuesAreReadOverThoseBelow();
    void anErrorInAMapNamesItsKey();
    void onlyStorableTypesAreStorable();
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
                               << u"points[1].x: expected an integer"_s;
    QTest::newRow("an enum") << QByteArray(R"({"points":[],"colour":"blue"})")
                             << u"colour: expected one of red, green"_s;
    QTest::newRow("a missing member") << QByteArray(R"({"points":[]})") << u"colour: expected one of red, green"_s;
    QTest::newRow("a member nobody knows") << QByteArray(R"({"points":[{"x":1,"y":2}],"colour":"red"})")
                                           << u"points[0].y: is not a member of this object"_s;
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

void TestCodec::everyStorableTypeReadsBackWhatItWrote()
{
    static_assert(Storable<Everything>);
    Everything all{.small = -3,
                   .positive = 4'000'000'000U,
                   .large = std::numeric_limits<qint64>::min(),
                   .fraction = 0.1,
                   .truth = true,
                   .colour = Colour::Green,
                   .text = u"ünï"_s,
                   .texts = {u"a"_s, u""_s},
                   .day = QDate(2026, 1, 31),
                   .time = QTime(13, 30, 0, 250),
                   .moment = QDateTime(QDate(2026, 1, 31), QTime(12, 0), QTimeZone::UTC),
                   .address = QUrl(u"https://example.org/a%20b?c=d"_s),
                   .id = QUuid::createUuid(),
                   .maybe = 7,
                   .points = {{.x = 1, .label = u"one"_s}, {.x = 2, .label = {}}},
                   .flags = {true, false},
                   .set = {u"b"_s, u"a"_s},
                   .sorted = {{u"k"_s, 1}},
                   .byColour = {{Colour::Green, {.x = 5, .label = {}}}},
                   .standard = {{Colour::Red, {u"x"_s}}}};
    const QByteArray json = encodeJson(all);
    const auto again = decodeJson<Everything>(json);
    QVERIFY2(again, again ? "" : qPrintable(again.error()));
    QCOMPARE(*again, all);
    QVERIFY2(json.contains(R"("set":["a","b"])"), "a set is written in order, so that equal documents are equal texts");
    QVERIFY(json.contains(R"("byColour":{"green":)"));
    QCOMPARE(encodeJson(*again), json);
}

void TestCodec::whatIsNoNumberInJsonIsAString_data()
{
    QTest::addColumn<double>("number");
    QTest::addColumn<QString>("json");
    QTest::newRow("D44: infinity") << std::numeric_limits<double>::infinity() << u"Infinity"_s;
    QTest::newRow("D44: minus infinity") << -std::numeric_limits<double>::infinity() << u"-Infinity"_s;
    QTest::newRow("D44: not a number") << std::numeric_limits<double>::quiet_NaN() << u"NaN"_s;
}

void TestCodec::whatIsNoNumberInJsonIsAString()
{
    QFETCH(double, number);
    QFETCH(QString, json);
    QCOMPARE(Codec<double>::encode(number), QJsonValue(json));
    const auto again = Codec<double>::decode(json);
    QVERIFY(again);
    QCOMPARE(*again, number);
    QVERIFY(!Codec<double>::decode(u"nan"_s));
}

void TestCodec::aTimeOfDayIsReadWithOrWithoutSeconds_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QTime>("time");
    QTest::newRow("minutes") << u"13:30"_s << QTime(13, 30);
    QTest::newRow("seconds") << u"13:30:05"_s << QTime(13, 30, 5);
    QTest::newRow("milliseconds") << u"13:30:05.250"_s << QTime(13, 30, 5, 250);
    QTest::newRow("no such hour") << u"25:00"_s << QTime();
    QTest::newRow("words") << u"noon"_s << QTime();
}

void TestCodec::aTimeOfDayIsReadWithOrWithoutSeconds()
{
    QFETCH(QString, json);
    QFETCH(QTime, time);
    const auto decoded = Codec<QTime>::decode(json);
    QCOMPARE(decoded.has_value(), time.isValid());
    QCOMPARE(decoded.value_or(QTime()), time);
}

// It has no percent-encoded form, so it would read back as another address.
void TestCodec::anAddressWithHalfACharacterIsRefused()
{
    const QString half = u"https://example.org/"_s + QChar(0xd800);
    QVERIFY(!Codec<QUrl>::decode(half));
    QVERIFY(Codec<QUrl>::decode(u"https://example.org/\U0001F600"_s));
}

void TestCodec::aTypeDescribesItselfWhereTheMemberDoesNot()
{
    const QJsonObject properties = Codec<Bill>::schema()["properties"_L1].toObject(); // D55
    QCOMPARE(properties["total"_L1]["description"_L1].toString(), u"An amount in euro cents."_s);
    QCOMPARE(properties["tip"_L1]["description"_L1].toString(), u"What the guest adds."_s);
}

void TestCodec::valuesAreReadOverThoseBelow()
{
    const Point below{.x = 3, .label = u"below"_s};
    QCOMPARE(Codec<Point>::readOver(below, {{u"x"_s, 4}}), (Point{.x = 4, .label = u"below"_s}));
    QCOMPARE(Codec<Point>::readOver(below, {{u"x"_s, u"four"_s}, {u"later"_s, 1}}), below); // D44
}

void TestCodec::anErrorInAMapNamesItsKey()
{
    const auto decoded = Codec<QMap<QString, Point>>::decode(QJsonObject{{u"home"_s, QJsonObject{{u"x"_s, u"a"_s}}}});
    QVERIFY(!decoded);
    QCOMPARE(decoded.error(), u"home.x: expected an integer"_s);
    const auto foreign = Codec<QHash<Colour, int>>::decode(QJsonObject{{u"blue"_s, 1}});
    QVERIFY(!foreign);
    QCOMPARE(foreign.error(), u"blue: expected one of red, green"_s);
}

void TestCodec::onlyStorableTypesAreStorable()
{
    // D19. What the refusals say is shown by tests/engine/tools/wrong.
    static_assert(!Storable<Opaque> && !Storable<QList<Opaque>> && !Storable<std::optional<Opaque>>);
    static_assert(!Storable<QList<std::optional<int>>> && !Storable<QMap<QString, std::optional<int>>>);
    static_assert(!Storable<QMap<int, QString>> && Storable<QMap<Colour, QString>>);
    static_assert(!Storable<char> && !Storable<quint64> && !Storable<int *>);
}

QTEST_GUILESS_MAIN(TestCodec)
#include "tst_codec.moc"
