// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "words/Numbers.h"

#include <QLocale>
#include <QTest>
#include <QTimeZone>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace typeshift::ui;

class tst_Numbers : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom)); }

    void countsAreShort_data()
    {
        QTest::addColumn<qint64>("count");
        QTest::addColumn<QString>("text");
        QTest::newRow("none") << qint64(0) << u"0"_s;
        QTest::newRow("below a thousand") << qint64(999) << u"999"_s;
        QTest::newRow("a thousand") << qint64(1'000) << u"1.0k"_s;
        QTest::newRow("measured") << qint64(93'149) << u"93.1k"_s;
        QTest::newRow("just below a million") << qint64(999'960) << u"1.0M"_s;
        QTest::newRow("millions") << qint64(1'900'000) << u"1.9M"_s;
    }
    void countsAreShort() // DESIGN 5
    {
        QFETCH(qint64, count);
        QFETCH(QString, text);
        QCOMPARE(countText(count), text);
    }

    void durationsAreShort_data()
    {
        QTest::addColumn<std::chrono::milliseconds>("duration");
        QTest::addColumn<QString>("text");
        QTest::newRow("tenths") << 612ms << u"0.6 s"_s;
        QTest::newRow("rounds up to ten") << 9'990ms << u"10 s"_s;
        QTest::newRow("seconds") << 21'300ms << u"21 s"_s;
        QTest::newRow("minutes") << std::chrono::milliseconds(6min + 20s) << u"6 min"_s;
        QTest::newRow("hours") << std::chrono::milliseconds(2h + 5min) << u"2 h 5 min"_s;
    }
    void durationsAreShort()
    {
        QFETCH(std::chrono::milliseconds, duration);
        QFETCH(QString, text);
        QCOMPARE(durationText(duration), text);
    }

    void aCountingClock()
    {
        QCOMPARE(elapsedText(44s), u"0:44"_s);
        QCOMPARE(elapsedText(12min + 8s), u"12:08"_s);
        QCOMPARE(elapsedText(1h + 2min + 30s), u"1:02:30"_s);
    }

    void timesOfRows_data()
    {
        QTest::addColumn<QDateTime>("at");
        QTest::addColumn<QString>("text");
        const auto at = [](int month, int day, int hour, int minute, int year = 2026) {
            return QDateTime(QDate(year, month, day), QTime(hour, minute), QTimeZone::LocalTime).toUTC();
        };
        QTest::newRow("this minute") << at(11, 30, 14, 2) << u"now"_s;
        QTest::newRow("today") << at(11, 30, 9, 15) << u"09:15"_s;
        QTest::newRow("yesterday") << at(11, 29, 16, 40) << u"16:40"_s;
        QTest::newRow("this year") << at(10, 11, 16, 40) << u"11 Oct"_s;
        QTest::newRow("another year") << at(10, 11, 16, 40, 2024) << u"11 Oct 2024"_s;
    }
    void timesOfRows()
    {
        QFETCH(QDateTime, at);
        QFETCH(QString, text);
        const QDateTime now(QDate(2026, 11, 30), QTime(14, 2), QTimeZone::LocalTime);
        QCOMPARE(rowTimeText(at, now.toUTC()), text);
    }
};

QTEST_GUILESS_MAIN(tst_Numbers)
#include "tst_Numbers.moc"
