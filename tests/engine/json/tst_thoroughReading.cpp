// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "json/ThoroughReading.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

struct Inner {
    int count = 0;
    std::optional<QString> label;

    static constexpr auto fields()
    {
        return std::tuple{field("count", &Inner::count, "How many."), field("label", &Inner::label)};
    }
};

struct Outer {
    QString name;
    std::optional<QList<Inner>> items;

    static constexpr auto fields() { return std::tuple{field("name", &Outer::name), field("items", &Outer::items)}; }
};

} // namespace

class TestThoroughReading final : public QObject
{
    Q_OBJECT

private slots:
    void everythingThatIsWrongIsToldAtOnce()
    {
        const auto object =
            QJsonDocument::fromJson(
                R"({"nmae":"x","items":[{"count":1},{"count":1.5,"label":null},{},7,{"count":2,"lable":"a"}]})")
                .object();
        QList<JsonProblem> problems;
        const auto read = readThoroughly<Outer>(object, QString(), problems);
        QStringList told;
        for (const JsonProblem &problem : problems)
            told.append(u"%1: %2"_s.arg(problem.path, problem.words));
        QCOMPARE(
            told,
            QStringList({u"name: is missing"_s, u"items[1].count: expected an integer, but this is the number 1.5"_s,
                         u"items[1].label: expected a string, but this is null"_s,
                         u"items[2].count: is missing: How many."_s,
                         u"items[3]: expected an object, but this is the number 7"_s,
                         u"items[4].lable: there is no member “lable” here. Did you mean “label”?"_s,
                         u"nmae: there is no member “nmae” here. Did you mean “name”?"_s}));
        QCOMPARE(read.items->size(), 5);
        QCOMPARE(read.items->at(4).count, 2); // What is right is read.
    }

    void aNameThatIsLikeNoneMeansNone()
    {
        QCOMPARE(nearestName(u"instruction"_s, {u"name"_s, u"instructions"_s}), u"instructions"_s);
        QCOMPARE(nearestName(u"require_approval"_s, {u"include"_s, u"requireApproval"_s}), u"requireApproval"_s);
        QCOMPARE(nearestName(u"Toolset"_s, {u"toolset"_s}), u"toolset"_s);
        QCOMPARE(nearestName(u"colour"_s, {u"name"_s, u"title"_s}), QString());
        QCOMPARE(nearestName(u"x"_s, {u"y"_s}), QString());
        QCOMPARE(nearestName(QString(100'000, u'a'), {u"name"_s}), QString());
    }

    void aPathIsFoundInTheText_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        const QByteArray json =
            "{\n  \"a\": \"\xc3\xa4\xf0\x9f\x98\x80\", \"b\": [1, {\"c d\": true}],\n\t\"x\\u0031\": \"}\\\"\"\n}";
        const auto row = [&](const char *title, const QString &path, const QString &value, const QString &name,
                             int line,
                             int column) { QTest::newRow(title) << json << path << value << name << line << column; };
        row("a string", u"a"_s, u"\"ä😀\""_s, u"\"a\""_s, 2, 8);
        row("a list is its bracket", u"b"_s, u"["_s, u"\"b\""_s, 2, 20);
        row("an item", u"b[0]"_s, u"1"_s, u"1"_s, 2, 21);
        row("a name with a space", u"b[1][\"c d\"]"_s, u"true"_s, u"\"c d\""_s, 2, 32);
        row("a name with an escape", u"x1"_s, u"\"}\\\"\""_s, u"\"x\\u0031\""_s, 3, 13);
        row("what is missing is where it would be", u"b[1].missing.more"_s, u"{"_s, u"{"_s, 2, 24);
        row("the whole", QString(), u"{"_s, u"{"_s, 1, 1);
        row("nothing like it", u"q"_s, u"{"_s, u"{"_s, 1, 1);
    }

    void aPathIsFoundInTheText()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, path);
        const JsonPlaces places(json);
        const QString text = QString::fromUtf8(json);
        const JsonPlace value = places.valueAt(path);
        QTEST(text.mid(value.at, value.length), "value");
        QTEST(value.line, "line");
        QTEST(value.column, "column");
        const JsonPlace name = places.nameAt(path);
        QTEST(text.mid(name.at, name.length), "name");
    }

    void aMemberThatStandsTwiceIsSeen()
    {
        const JsonPlaces places(R"({"a":1,"b":{"a":2,"\u0061":3},"a":4,"a":5})");
        QCOMPARE(places.repeated(), QStringList({u"b.a"_s, u"a"_s}));
        QCOMPARE(places.valueAt(u"a"_s).at, 40);
    }

    void aTextThatIsNoJsonHarmsNothing_data()
    {
        QTest::addColumn<QByteArray>("json");
        int row = 0;
        for (const char *json : {"", " ", "{", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":[", "[[[", "}", "nul", "{\"a\":1,}",
                                 "{\"a\\", "\xef\xbb\xbf{}", "\xff\xfe"})
            QTest::addRow("text %d", row++) << QByteArray(json);
        QTest::newRow("deep") << QByteArray(100'000, '[');
    }

    void aTextThatIsNoJsonHarmsNothing()
    {
        QFETCH(QByteArray, json);
        const JsonPlaces places(json);
        const JsonPlace place = places.valueAt(u"a[3].b"_s);
        QVERIFY(place.at + place.length <= QString::fromUtf8(json).size());
    }
};

QTEST_GUILESS_MAIN(TestThoroughReading)
#include "tst_thoroughReading.moc"
