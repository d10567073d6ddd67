// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Peers.h"
#include "http/ServerSentEvents.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <QStringDecoder>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

using Pieces = QList<QByteArray>;

template<typename T>
const T &oneOf(const QList<T> &list, QRandomGenerator &random)
{
    return list.at(random.bounded(list.size()));
}

QByteArray randomText(QRandomGenerator &random)
{
    static const Pieces words{"a",
                              ":",
                              " ",
                              "\t",
                              "{\"x\":1}",
                              "data",
                              "\xC3\xBC",
                              "\xF0\x9F\x98\x80",
                              "\xE2\x80\xA8",
                              "\xC2\x85",
                              "\xEF\xBB\xBF",
                              "0",
                              "[DONE]",
                              "\x7F",
                              "\f",
                              "\v"};
    QByteArray text;
    for (int i = random.bounded(6); i > 0; --i)
        text += oneOf(words, random);
    return text;
}

// Everything that the standard knows, in any order. Left out is what we read on purpose and it does not: a field
// `error` and a line that begins with a brace.
QByteArray randomLine(QRandomGenerator &random)
{
    static const Pieces fields{"data", "data", "data", "event", "id", "retry", "", "dat", "Data", "data ", "foo"};
    static const Pieces colons{":", ": ", ":  ", ""};
    if (random.bounded(4) == 0)
        return {}; // the end of an event
    const QByteArray field = oneOf(fields, random);
    const QByteArray colon = field.isEmpty() ? ":"_ba : oneOf(colons, random);
    return QByteArray(field + colon + (colon.isEmpty() ? ""_ba : randomText(random)));
}

QByteArray randomStream(QRandomGenerator &random)
{
    static const Pieces ends{"\n", "\r\n", "\r"};
    QByteArray stream = random.bounded(8) == 0 ? "\xEF\xBB\xBF"_ba : ""_ba;
    const qint64 usual = random.bounded(ends.size());
    for (int i = random.bounded(40); i > 0; --i)
        stream += randomLine(random) + (random.bounded(8) == 0 ? oneOf(ends, random) : ends.at(usual));
    return stream + ":\n"; // so that a CR at the end has its successor
}

Pieces randomPieces(const QByteArray &stream, QRandomGenerator &random)
{
    Pieces pieces;
    const int most = 1 + random.bounded(random.bounded(2) == 0 ? 3 : 60);
    for (qsizetype at = 0; at < stream.size();) {
        const qsizetype size = qMin<qsizetype>(1 + random.bounded(most), stream.size() - at);
        pieces.append(stream.sliced(at, size));
        at += size;
    }
    return pieces;
}

// QString::fromUtf8() would drop a byte order mark at the beginning of a value.
QString textOf(QByteArrayView utf8)
{
    QStringDecoder decode(QStringDecoder::Utf8, QStringDecoder::Flag::ConvertInitialBom);
    return decode(utf8);
}

QByteArray eventsOf(const Pieces &pieces)
{
    QJsonArray events;
    const ServerSentEvents::Sink note = [&events](const ServerSentEvent &event) -> Result<> {
        events.append(QJsonArray{textOf(event.event), textOf(event.data)});
        return {};
    };
    ServerSentEvents decoder;
    for (const QByteArray &piece : pieces) {
        if (!decoder.feed(piece, note))
            return "refused"_ba;
    }
    return QJsonDocument(events).toJson(QJsonDocument::Compact);
}

// An event whose data is empty says nothing to us. // 4.0.3
QByteArray withoutEmpty(const QByteArray &line)
{
    QJsonArray kept;
    const QJsonArray events = QJsonDocument::fromJson(line).array();
    for (const auto &event : events) {
        if (!event[1].toString().isEmpty())
            kept.append(event);
    }
    return QJsonDocument(kept).toJson(QJsonDocument::Compact);
}

QByteArray request(const Pieces &pieces)
{
    QJsonArray list;
    for (const QByteArray &piece : pieces)
        list.append(QString::fromLatin1(piece.toBase64()));
    return QJsonDocument(list).toJson(QJsonDocument::Compact) + '\n';
}

} // namespace

//! Our decoder of event streams against one that nobody here wrote, eventsource-parser of the npm registry: the same
//! bytes, cut at the same places, give the same events.
class TestEventStreams final : public QObject
{
    Q_OBJECT

private slots:
    void randomStreamsGiveTheSameEvents_data();
    void randomStreamsGiveTheSameEvents();
};

void TestEventStreams::randomStreamsGiveTheSameEvents_data()
{
    QTest::addColumn<quint32>("seed");
    for (quint32 seed = 1; seed <= 5; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

void TestEventStreams::randomStreamsGiveTheSameEvents()
{
    QFETCH(quint32, seed);
    if (QStandardPaths::findExecutable(u"node"_s).isEmpty())
        QSKIP("Node, which runs the other decoder, is not on this machine");
    const auto peers = installedPeers();
    if (!peers)
        QSKIP(qPrintable(peers.error().facts.message));

    QRandomGenerator random(seed);
    QList<Pieces> streams;
    QByteArray input;
    for (int i = 0; i < 1'000; ++i) {
        streams.append(randomPieces(randomStream(random), random));
        input += request(streams.constLast());
    }
    QProcess other;
    other.start(u"node"_s,
                {QStringLiteral(TYPESHIFT_SOURCE_DIR "/tests/system/event-streams.mjs"),
                 QString(*peers + u"/node_modules/eventsource-parser/dist/index.js"_s)});
    other.write(input);
    other.closeWriteChannel();
    QVERIFY(other.waitForFinished(60'000));
    const QByteArray errors = other.readAllStandardError();
    QVERIFY2(other.exitCode() == 0, errors.constData());
    const QList<QByteArray> lines = other.readAllStandardOutput().trimmed().split('\n');
    QCOMPARE(lines.size(), streams.size());

    qsizetype events = 0;
    for (qsizetype i = 0; i < streams.size(); ++i) {
        const QByteArray expected = withoutEmpty(lines.at(i));
        const QByteArray told = "stream %1: %2"_ba.replace("%1", QByteArray::number(i))
                                    .replace("%2", QByteArrayList(streams.at(i)).join("|").toPercentEncoding(" :{}|"));
        QVERIFY2(eventsOf(streams.at(i)) == expected,
                 QByteArray(told + "\nours: " + eventsOf(streams.at(i)) + "\nits: " + expected).constData());
        events += QJsonDocument::fromJson(expected).array().size();
    }
    QVERIFY2(events > 500, "the streams have events to compare");
}

QTEST_GUILESS_MAIN(TestEventStreams)
#include "tst_eventStreams.moc"
