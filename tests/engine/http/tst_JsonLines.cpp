// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "http/JsonLines.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

class tst_JsonLines : public QObject
{
    Q_OBJECT

private slots:
    void splitsAtEveryPosition_data()
    {
        QTest::addColumn<QByteArray>("stream");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("LF") << QByteArray("{\"a\":1}\n{\"b\":2}\n") << QByteArray("{\"a\":1}\n{\"b\":2}\n");
        QTest::newRow("CRLF") << QByteArray("{}\r\n[]\r\n") << QByteArray("{}\n[]\n");
        QTest::newRow("blank lines") << QByteArray("\n{}\n\n  \n{}\n") << QByteArray("{}\n{}\n");
        QTest::newRow("no last end") << QByteArray("{}\n{\"done\":tr") << QByteArray("{}\n{\"done\":tr~\n");
        QTest::newRow("U+2028 is text") << QByteArray("\"\xE2\x80\xA8\"\n") << QByteArray("\"\xE2\x80\xA8\"\n");
    }
    void splitsAtEveryPosition()
    {
        QFETCH(QByteArray, stream);
        QFETCH(QByteArray, expected);
        for (qsizetype at = 0; at <= stream.size(); ++at) {
            QByteArray text;
            const auto note = [&text](const JsonLine &line) -> Result<> {
                text.append(line.text).append(line.isWhole ? "\n" : "~\n");
                return {};
            };
            JsonLines decoder;
            QVERIFY(decoder.feed(stream.first(at), note));
            QVERIFY(decoder.feed(stream.sliced(at), note));
            QVERIFY(decoder.finish(note));
            QCOMPARE(text, expected);
        }
    }

    void refusesAnEndlessLine()
    {
        JsonLines decoder;
        const auto nothing = [](const JsonLine &) -> Result<> { return {}; };
        const QByteArray piece(1 << 20, 'x');
        Result<> fed;
        for (int i = 0; fed && i < 100; ++i)
            fed = decoder.feed(piece, nothing);
        QVERIFY(!fed);
        QCOMPARE(fed.error().kind, Error::Kind::Protocol);
    }
};

QTEST_GUILESS_MAIN(tst_JsonLines)
#include "tst_JsonLines.moc"
