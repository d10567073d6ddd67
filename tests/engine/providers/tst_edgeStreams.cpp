// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "ChatReplay.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRandomGenerator>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace typeshift;

//! Every authored and recorded answer of a chat-completions server, replayed through the client in many cuts.
//! Longer streams are cut less often, since replaying every prefix is quadratic: bytesPerStream bounds it. Without a
//! sanitizer all 200 splits are made up to 50 KB, at least 35 of the longest, and each cut is 50 bytes further up to 30
//! KB.
class EdgeStreamsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void anAnswerIsUnderstoodWhole_data() { rows(); }
    void anAnswerIsUnderstoodWhole();
    void anAnswerIsUnderstoodByteByByte_data() { rows(); }
    void anAnswerIsUnderstoodByteByByte();
    void anAnswerIsUnderstoodHoweverItIsCut_data() { rows(); }
    void anAnswerIsUnderstoodHoweverItIsCut();
    void aCutStreamNeverRunsACall_data() { rows(); }
    void aCutStreamNeverRunsACall();
    void everyRecordingMeansWhatAnotherClientUnderstood_data() { rows(); }
    void everyRecordingMeansWhatAnotherClientUnderstood();

private:
    void rows();

    QList<ChatStream> m_streams;
};

namespace {

// How much input one test function replays of a stream; the sanitizers take ten times as long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr qsizetype bytesPerStream = 1'000'000;
#else
constexpr qsizetype bytesPerStream = 10'000'000;
#endif

QString fixtures()
{
    return QStringLiteral(TYPESHIFT_SOURCE_DIR "/tests/fixtures/");
}

bool isAmong(const FunctionCall &call, const QList<FunctionCall> &whole)
{
    return std::ranges::any_of(whole, [&](const FunctionCall &other) {
        return other.name == call.name && other.arguments == call.arguments && other.problem == call.problem;
    });
}

} // namespace

void EdgeStreamsTest::initTestCase()
{
    const auto authored = chatStreams(fixtures() + u"edge"_s);
    const auto recorded = chatStreams(fixtures() + u"recorded"_s);
    QVERIFY(authored.size() >= 60);
    QVERIFY(recorded.size() >= 46);
    m_streams = authored + recorded;
    // A further folder may hold the streams of other interfaces too.
    const QString further = qEnvironmentVariable("TYPESHIFT_EDGE_DIR");
    if (!further.isEmpty()) {
        QVERIFY2(QDir(further).exists(), "TYPESHIFT_EDGE_DIR names no folder");
        for (ChatStream stream : chatStreams(further)) {
            if (!stream.name.startsWith("cc-"_L1) && !stream.name.contains("chat-completions"_L1))
                continue;
            stream.name.prepend(u"further "_s);
            m_streams.append(stream);
        }
    }
}

void EdgeStreamsTest::rows()
{
    QTest::addColumn<qsizetype>("index");
    for (qsizetype i = 0; i < m_streams.size(); ++i)
        QTest::newRow(m_streams[i].name.toUtf8().constData()) << i;
}

void EdgeStreamsTest::anAnswerIsUnderstoodWhole()
{
    QFETCH(qsizetype, index);
    const ChatStream &stream = m_streams[index];
    const Replayed whole = replay(stream, stream.bytes, {}, Ending::Complete);
    const QString faults = differences(whole, stream.expectation) + inconsistencies(whole);
    QVERIFY2(faults.isEmpty(), qPrintable(faults));
}

void EdgeStreamsTest::anAnswerIsUnderstoodByteByByte()
{
    QFETCH(qsizetype, index);
    const ChatStream &stream = m_streams[index];
    const qsizetype step = stream.bytes.size() > 100'000 ? 7 : 1;
    QList<qsizetype> cuts;
    for (qsizetype at = step; at < stream.bytes.size(); at += step)
        cuts.append(at);
    const Replayed split = replay(stream, stream.bytes, cuts, Ending::Complete);
    const QString faults = differences(split, stream.expectation) + inconsistencies(split);
    QVERIFY2(faults.isEmpty(), qPrintable(faults));
}

void EdgeStreamsTest::anAnswerIsUnderstoodHoweverItIsCut()
{
    QFETCH(qsizetype, index);
    const ChatStream &stream = m_streams[index];
    const qsizetype size = stream.bytes.size();
    const int rounds = int(std::clamp<qsizetype>(bytesPerStream / (size + 1), 20, 200));
    for (int seed = 0; seed < rounds; ++seed) {
        QRandomGenerator random{quint32(seed)};
        QList<qsizetype> cuts;
        for (int i = 1 + random.bounded(12); i > 0 && size > 0; --i)
            cuts.append(random.bounded(size));
        std::ranges::sort(cuts);
        const Replayed split = replay(stream, stream.bytes, cuts, Ending::Complete);
        const QString faults = differences(split, stream.expectation) + inconsistencies(split);
        QVERIFY2(faults.isEmpty(), qPrintable(QString(u"seed %1: "_s.arg(seed) + faults)));
    }
}

void EdgeStreamsTest::aCutStreamNeverRunsACall()
{
    QFETCH(qsizetype, index);
    const ChatStream &stream = m_streams[index];
    const Replayed whole = replay(stream, stream.bytes, {}, Ending::Complete);
    const qsizetype step = std::max<qsizetype>(50, stream.bytes.size() * stream.bytes.size() / (2 * bytesPerStream));
    for (qsizetype length = 0; length < stream.bytes.size(); length += step) {
        for (const Ending ending : {Ending::Complete, Ending::Cut}) {
            const Replayed cut = replay(stream, QByteArrayView(stream.bytes).first(length), {}, ending);
            QString faults = inconsistencies(cut);
            for (const FunctionCall &call : cut.calls) {
                if (!isAmong(call, whole.calls))
                    faults += u"a call that the whole stream does not have: "_s + call.name;
            }
            if (!whole.text.startsWith(cut.text))
                faults += u"text that the whole stream does not have"_s;
            QVERIFY2(faults.isEmpty(), qPrintable(QString(u"cut at %1: "_s.arg(length) + faults)));
        }
    }
}

void EdgeStreamsTest::everyRecordingMeansWhatAnotherClientUnderstood()
{
    QFETCH(qsizetype, index);
    const ChatStream &stream = m_streams[index];
    QFile file(fixtures() + u"golden/"_s + stream.name + u".json"_s);
    if (!file.open(QIODevice::ReadOnly))
        return; // authored, or no golden was made of it: its expectation is all there is
    const QJsonObject golden = QJsonDocument::fromJson(file.readAll()).object();
    const Replayed whole = replay(stream, stream.bytes, {}, Ending::Complete);
    QCOMPARE(whole.text, golden["text"_L1].toString());
    // The other client does not read every name of reasoning; what it reads we read too.
    if (const QString reasoning = golden["reasoning"_L1].toString(); !reasoning.isEmpty())
        QCOMPARE(whole.reasoning, reasoning);
    const QJsonArray calls = golden["toolCalls"_L1].toArray();
    QCOMPARE(whole.calls.size(), calls.size());
    for (qsizetype i = 0; i < calls.size(); ++i) {
        QCOMPARE(whole.calls[i].callId, calls[i]["id"_L1].toString());
        QCOMPARE(whole.calls[i].name, calls[i]["name"_L1].toString());
        const QString input = calls[i]["input"_L1].toString();
        QCOMPARE(QString::fromUtf8(whole.calls[i].arguments), input.isEmpty() ? u"{}"_s : input);
    }
}

QTEST_GUILESS_MAIN(EdgeStreamsTest)
#include "tst_edgeStreams.moc"
