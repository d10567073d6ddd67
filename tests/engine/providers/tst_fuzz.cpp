// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "ChatReplay.h"

#include "http/ServerSentEvents.h"
#include "json/Codec.h"

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;

//! Random damage to what comes from outside: a stream's bytes and a call's arguments. Seeded: a finding names the round
//! that makes it again. Runs for TYPESHIFT_FUZZ_SECONDS in all (`./dev fuzz`), else a fixed number of rounds.
class TestFuzz final : public QObject
{
    Q_OBJECT

private slots:
    void damagedStreamsAreUnderstoodTheSameHoweverTheyAreCut();
    void damagedStreamsNeverRunAHalfCall();
    void damagedArgumentsAreReadOrRefused();
};

namespace {

constexpr int shortRounds = 300;

//! Rounds until the time is over, or a fixed number.
class Rounds
{
public:
    Rounds() { m_timer.start(); }
    bool next()
    {
        ++m_round;
        const int seconds = qEnvironmentVariableIntValue("TYPESHIFT_FUZZ_SECONDS");
        return seconds > 0 ? m_timer.elapsed() < qint64(seconds) * 1000 / 3 : m_round <= shortRounds;
    }
    int round() const { return m_round; }

private:
    QElapsedTimer m_timer;
    int m_round = 0;
};

const QList<QByteArray> &pieces()
{
    static const QList<QByteArray> all{"data: ",
                                       "data:",
                                       "\n\n",
                                       "\r\n",
                                       "\r",
                                       "event: error\n",
                                       "[DONE]",
                                       ": ping\n",
                                       "{\"choices\":[",
                                       "]}",
                                       "\"",
                                       "\\",
                                       "\\u0000",
                                       "\\ud800",
                                       "\xff",
                                       "\xed\xa0\x80",
                                       "\xef\xbb\xbf",
                                       QByteArray("\0", 1),
                                       "null",
                                       "1e999",
                                       "-",
                                       "{",
                                       "}",
                                       "[",
                                       "]",
                                       ",",
                                       ":",
                                       "\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\"}}]",
                                       "\"finish_reason\":\"stop\"",
                                       "\"index\":-1",
                                       "\"index\":99999999999",
                                       "\"id\":\"\"",
                                       QByteArray(3000, '['),
                                       QByteArray(3000, ' ')};
    return all;
}

QByteArray damaged(QByteArray bytes, QRandomGenerator &random)
{
    const int wounds = random.bounded(1, 6);
    for (int i = 0; i < wounds; ++i) {
        const qsizetype at = bytes.isEmpty() ? 0 : qsizetype(random.bounded(quint32(bytes.size())));
        const qsizetype length = random.bounded(1, 40);
        switch (random.bounded(5)) {
        case 0:
            bytes.remove(at, length);
            break;
        case 1:
            bytes.insert(at, pieces().at(random.bounded(int(pieces().size()))));
            break;
        case 2:
            bytes.insert(at, bytes.mid(at, length));
            break;
        case 3:
            if (at < bytes.size())
                bytes[at] = char(random.bounded(256));
            break;
        default:
            bytes.truncate(std::max<qsizetype>(at, 1));
        }
    }
    return bytes;
}

QList<qsizetype> someCuts(qsizetype size, QRandomGenerator &random)
{
    QList<qsizetype> cuts;
    for (qsizetype at = random.bounded(1, 60); at < size; at += random.bounded(1, 400))
        cuts.append(at);
    return cuts;
}

QByteArray eventsOf(const QByteArray &bytes, const QList<qsizetype> &cuts)
{
    ServerSentEvents decoder;
    QByteArray found;
    const auto sink = [&found](const ServerSentEvent &event) -> Result<> {
        found += event.event.toByteArray() + '|' + event.data.toByteArray() + (event.isWhole ? "\n" : "~\n");
        return {};
    };
    qsizetype begin = 0;
    for (const qsizetype cut : cuts + QList<qsizetype>{bytes.size()}) {
        if (auto fed = decoder.feed(QByteArrayView(bytes).sliced(begin, cut - begin), sink); !fed)
            return found + "error: " + fed.error().facts.message.toUtf8();
        begin = cut;
    }
    if (auto ended = decoder.finish(sink); !ended)
        found += "error: " + ended.error().facts.message.toUtf8();
    return found;
}

const QList<ChatStream> &streams()
{
    static const QList<ChatStream> all = chatStreams(QStringLiteral(TYPESHIFT_SOURCE_DIR) + u"/tests/fixtures/edge"_s);
    return all;
}

struct Inner {
    qint64 number = 0;
    std::optional<QDate> day;
    static constexpr auto fields() { return std::tuple{field("number", &Inner::number), field("day", &Inner::day)}; }
};

struct Arguments {
    QString text;
    double factor = 0;
    bool isOn = false;
    QList<Inner> items;
    std::optional<QUrl> place;
    static constexpr auto fields()
    {
        return std::tuple{field("text", &Arguments::text), field("factor", &Arguments::factor),
                          field("isOn", &Arguments::isOn), field("items", &Arguments::items),
                          field("place", &Arguments::place)};
    }
};

} // namespace

void TestFuzz::damagedStreamsAreUnderstoodTheSameHoweverTheyAreCut()
{
    QVERIFY(!streams().isEmpty());
    Rounds rounds;
    while (rounds.next()) {
        QRandomGenerator random(quint32(rounds.round()));
        const ChatStream &stream = streams().at(random.bounded(int(streams().size())));
        const QByteArray bytes = damaged(stream.bytes, random);
        const QByteArray whole = eventsOf(bytes, {});
        QVERIFY2(eventsOf(bytes, someCuts(bytes.size(), random)) == whole,
                 qPrintable(u"round %1, %2"_s.arg(QString::number(rounds.round()), stream.name)));
    }
    qInfo("%d rounds", rounds.round());
}

void TestFuzz::damagedStreamsNeverRunAHalfCall()
{
    Rounds rounds;
    while (rounds.next()) {
        QRandomGenerator random(quint32(rounds.round()));
        const ChatStream &stream = streams().at(random.bounded(int(streams().size())));
        const QByteArray bytes = damaged(stream.bytes, random);
        const auto ending = random.bounded(3) == 0 ? Ending::Cut : Ending::Complete;
        const Replayed answer = replay(stream, bytes, someCuts(bytes.size(), random), ending);
        const QByteArray where = u"round %1, %2"_s.arg(QString::number(rounds.round()), stream.name).toUtf8();
        const QByteArray found = inconsistencies(answer).toUtf8();
        QVERIFY2(found.isEmpty(), QByteArray(where + ": " + found).constData());
        for (const FunctionCall &call : answer.calls) {
            if (call.problem.isEmpty() && !call.arguments.trimmed().isEmpty()) {
                QJsonParseError error;
                QJsonDocument::fromJson(call.arguments, &error);
                QVERIFY2(error.error == QJsonParseError::NoError || call.arguments.trimmed() == "null",
                         where.constData());
            }
        }
    }
    qInfo("%d rounds", rounds.round());
}

void TestFuzz::damagedArgumentsAreReadOrRefused()
{
    const QByteArray good = R"({"text":"words","factor":1.5,"isOn":true,"items":[{"number":7,"day":"2026-02-28"},)"
                            R"({"number":-9007199254740993}],"place":"https://example.org/a?b=c"})";
    Rounds rounds;
    while (rounds.next()) {
        QRandomGenerator random(quint32(rounds.round()));
        const QByteArray bytes = damaged(good, random);
        const auto read = decodeJson<Arguments>(bytes);
        const QByteArray where = "round " + QByteArray::number(rounds.round()) + ": " + bytes;
        if (!read) {
            QVERIFY2(!read.error().isEmpty(), where.constData());
            continue;
        }
        const auto again = decodeJson<Arguments>(encodeJson(*read));
        // By their text: an address is written in one of several forms that it may be read from.
        QVERIFY2(again && encodeJson(*again) == encodeJson(*read), where.constData());
    }
    qInfo("%d rounds", rounds.round());
}

QTEST_GUILESS_MAIN(TestFuzz)
#include "tst_fuzz.moc"
