// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "http/ServerSentEvents.h"

#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

// Events as one readable text: "name|data" a line, a trailing ~ marks one that is not whole.
QByteArray decoded(const QList<QByteArray> &pieces)
{
    QByteArray text;
    const auto note = [&text](const ServerSentEvent &event) -> Result<> {
        text.append(event.event).append('|').append(event.data).append(event.isWhole ? "\n" : "~\n");
        return {};
    };
    ServerSentEvents decoder;
    for (const QByteArray &piece : pieces) {
        if (auto fed = decoder.feed(piece, note); !fed)
            text += "error: " + fed.error().facts.message.toUtf8();
    }
    if (auto finished = decoder.finish(note); !finished)
        text += "error: " + finished.error().facts.message.toUtf8();
    return text;
}

void addSamples()
{
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char *name, const char *stream, const char *expected) {
        QTest::newRow(name) << QByteArray(stream) << QByteArray(expected);
    };
    row("4.0.1 LF", "data: a\n\ndata: b\n\n", "|a\n|b\n");
    row("4.0.1 CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", "|a\n|b\n");
    row("4.0.1 CR", "data: a\r\rdata: b\r\r", "|a\n|b\n");
    row("4.0.1 mixed ends", "data: a\r\n\ndata: b\n\r\ndata: c\r\n\r", "|a\n|b\n|c\n");
    row("4.0.1 CR as the last byte", "data: a\n\r", "|a\n");
    row("4.0.1 U+2028, U+2029 and U+0085 are text",
        "data: a\xE2\x80\xA8"
        "b\xE2\x80\xA9"
        "c\xC2\x85"
        "d\n\n",
        "|a\xE2\x80\xA8"
        "b\xE2\x80\xA9"
        "c\xC2\x85"
        "d\n");
    row("4.0.2 comments", ": OPENROUTER PROCESSING\n\n:\n:x\ndata: a\n: in between\n\n", "|a\n");
    row("4.0.3 no space", "data:a\ndata:  b\n\n", "|a\n b\n");
    row("4.0.3 several data lines", "data: a\ndata\ndata: c\n\n", "|a\n\nc\n");
    row("4.0.3 event, id, retry and unknown fields", "id: 7\nretry: 10\nfoo: bar\nevent: ping\ndata: a\n\ndata: b\n\n",
        "ping|a\n|b\n");
    row("4.0.3 data before event", "data: a\nevent: late\n\n", "late|a\n");
    row("4.0.3 byte order mark",
        "\xEF\xBB\xBF"
        "data: a\n\n\xEF\xBB\xBF"
        "data: b\n\n",
        "|a\n");
    row("4.0.3 byte order mark before a blank line", "\xEF\xBB\xBF\ndata: a\n\n", "|a\n");
    row("4.0.3 an event without data", "event: ping\n\ndata:\n\ndata: \n\ndata: a\n\n", "|a\n");
    row("4.0.3 a colon in the data", "data: {\"a\": 1}\n\n", "|{\"a\": 1}\n");
    row("4.0.4 UTF-8",
        "data: Gr\xC3\xBC\xC3\x9F"
        "e \xF0\x9F\x98\x80\n\n",
        "|Gr\xC3\xBC\xC3\x9F"
        "e \xF0\x9F\x98\x80\n");
    row("4.0.5 end without a blank line", "data: a\n\ndata: b\n", "|a\n|b~\n");
    row("4.0.5 end inside a line", "data: a\n\ndata: {\"b", "|a\n|{\"b~\n");
    row("4.0.5 end after a CR", "data: b\r", "|b~\n");
    row("errors after 200: event named error", "event: error\ndata: {}\n\n", "error|{}\n");
    row("errors after 200: a field of that name", "error: {\"code\":500}\n\ndata: [DONE]\n\n",
        "error|{\"code\":500}\n|[DONE]\n");
    row("errors after 200: such a field beside data", "data: a\nerror: b\n\n", "error|b\n|a\n");
    row("4.0.8 JSON without a field", "data: a\n\n{\n  \"error\": {\n    \"code\": 503\n  }\n}\n\n",
        "|a\n|{\n  \"error\": {\n    \"code\": 503\n  }\n}\n");
    row("nothing at all", "", "");
    row("only blank lines", "\n\r\n\r\n", "");
}

} // namespace

class tst_ServerSentEvents : public QObject
{
    Q_OBJECT

private slots:
    void decodesAWholeStream_data() { addSamples(); }
    void decodesAWholeStream()
    {
        QFETCH(QByteArray, stream);
        QFETCH(QByteArray, expected);
        QCOMPARE(decoded({stream}), expected);
    }

    void decodesTheSameAtEverySplit_data() { addSamples(); }
    void decodesTheSameAtEverySplit()
    {
        QFETCH(QByteArray, stream);
        QFETCH(QByteArray, expected);
        QList<QByteArray> bytes;
        for (qsizetype first = 0; first <= stream.size(); ++first) {
            for (qsizetype second = first; second <= stream.size(); ++second) {
                const QList<QByteArray> pieces{stream.first(first), stream.sliced(first, second - first),
                                               stream.sliced(second)};
                QCOMPARE(decoded(pieces), expected);
            }
            if (first < stream.size())
                bytes.append(stream.sliced(first, 1));
        }
        QCOMPARE(decoded(bytes), expected);
    }

    void takesALineOfEightMegabytes()
    {
        const QByteArray image(8 << 20, 'x');
        const QByteArray stream = "data: " + image + "\n\ndata: next\n\n";
        QList<QByteArray> pieces;
        for (qsizetype at = 0; at < stream.size(); at += 16 * 1024)
            pieces.append(stream.sliced(at, qMin(qsizetype(16 * 1024), stream.size() - at)));
        QVERIFY(decoded(pieces) == "|" + image + "\n|next\n");
    }

    void refusesAnEndlessLine()
    {
        ServerSentEvents decoder;
        const auto nothing = [](const ServerSentEvent &) -> Result<> { return {}; };
        const QByteArray piece(1 << 20, 'x');
        Result<> fed = decoder.feed("data: ", nothing);
        int pieces = 0;
        for (; fed && pieces < 100; ++pieces)
            fed = decoder.feed(piece, nothing);
        QVERIFY(!fed);
        QCOMPARE(pieces, 64);
        QCOMPARE(fed.error().kind, Error::Kind::Protocol);
        QVERIFY(fed.error().facts.message.contains("64 MiB"_L1));
        QCOMPARE(fed.error().facts.raw.size(), 300);
    }

    void refusesAnEventOfEndlessLines()
    {
        ServerSentEvents decoder;
        const auto nothing = [](const ServerSentEvent &) -> Result<> { return {}; };
        const QByteArray line = "data: " + QByteArray(1 << 20, 'x') + "\n";
        Result<> fed;
        int pieces = 0;
        for (; fed && pieces < 100; ++pieces)
            fed = decoder.feed(line, nothing);
        QVERIFY(!fed);
        QCOMPARE(pieces, 64);
        QVERIFY(fed.error().facts.message.contains("an event"_L1));
    }

    void endlessCommentsKeepNothing()
    {
        ServerSentEvents decoder;
        const auto nothing = [](const ServerSentEvent &) -> Result<> { return {}; };
        const QByteArray comments = QByteArray(": still here\n").repeated(100'000);
        for (int i = 0; i < 100; ++i)
            QVERIFY(decoder.feed(comments, nothing));
    }

    void stopsAtTheSinksError()
    {
        ServerSentEvents decoder;
        int seen = 0;
        const auto fed = decoder.feed("data: a\n\ndata: b\n\ndata: c\n\n",
                                      [&seen](const ServerSentEvent &) -> Result<> {
                                          if (++seen == 2)
                                              return failure(Error::Kind::Protocol, u"enough"_s);
                                          return {};
                                      });
        QCOMPARE(fed.error().facts.message, u"enough"_s);
        QCOMPARE(seen, 2);
    }

    void isFarCheaperThanParsingTheJson()
    {
        QByteArray stream;
        for (int i = 0; i < 50'000; ++i) {
            stream += "data: {\"id\":\"chatcmpl-perf\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,"
                      "\"model\":\"stream\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" the\"},"
                      "\"logprobs\":null,\"finish_reason\":null}]}\n\n";
        }
        qint64 events = 0;
        const ServerSentEvents::Sink count = [&events](const ServerSentEvent &) -> Result<> {
            ++events;
            return {};
        };
        QBENCHMARK
        {
            events = 0;
            ServerSentEvents decoder;
            for (qsizetype at = 0; at < stream.size(); at += 16 * 1024) {
                const auto fed = decoder.feed(
                    QByteArrayView(stream).sliced(at, qMin(qsizetype(16 * 1024), stream.size() - at)), count);
                QVERIFY(fed);
            }
        }
        QCOMPARE(events, 50'000);
    }
};

QTEST_GUILESS_MAIN(tst_ServerSentEvents)
#include "tst_ServerSentEvents.moc"
