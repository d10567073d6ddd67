// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "ProviderBench.h"
#include "providers/openai/OpenAiChatClient.h"

#include <QJsonDocument>

#include <cstdio>
#include <ctime>

using namespace Qt::StringLiterals;
using namespace typeshift;

//! What one token costs between the socket and the run: 50,000 events in pieces of some kilobytes, against one
//! QJsonDocument parse of each line. Prints microseconds of CPU per event.

namespace {

constexpr int events = 50'000;

QByteArray line(int i)
{
    return R"(data: {"id":"chatcmpl-9z8y7x6w5v","object":"chat.completion.chunk","created":1711377846,"model":"m",)"
           R"("system_fingerprint":"fp_a7daf7c51e","choices":[{"index":0,"delta":{"content":"tok)"
        + QByteArray::number(i) + R"( "},"logprobs":null,"finish_reason":null}]})" + "\n\n";
}

double cpuMicroseconds()
{
    return double(std::clock()) * 1e6 / CLOCKS_PER_SEC;
}

double client(const QList<QByteArray> &pieces)
{
    ProviderBench bench;
    const auto transport = std::make_shared<FakeTransport>();
    OpenAiChatClient chat(transport, {.address = *EndpointAddress::fromText(u"http://localhost/v1"_s), .key = {}});
    auto task = chat.respond(requestOf(u"go"_s), bench.run);
    task.start();
    const double begin = cpuMicroseconds();
    for (const QByteArray &piece : pieces)
        transport->last().send(piece);
    transport->last().send("data: [DONE]\n\n");
    transport->last().end();
    const double spent = cpuMicroseconds() - begin;
    if (!task.isDone() || !task.takeResult())
        std::puts("the answer was not understood");
    return spent / events;
}

double baseline(const QList<QByteArray> &pieces)
{
    const double begin = cpuMicroseconds();
    qsizetype characters = 0;
    QByteArray rest;
    for (const QByteArray &piece : pieces) {
        rest += piece;
        qsizetype start = 0;
        for (qsizetype end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n', start)) {
            const QByteArrayView each = QByteArrayView(rest).sliced(start, end - start);
            start = end + 1;
            if (!each.startsWith("data: "))
                continue;
            const QJsonDocument document = QJsonDocument::fromJson(
                QByteArray::fromRawData(each.data() + 6, each.size() - 6));
            characters += document["choices"_L1][0]["delta"_L1]["content"_L1].toString().size();
        }
        rest.remove(0, start);
    }
    const double spent = cpuMicroseconds() - begin;
    if (characters == 0)
        std::puts("nothing was read");
    return spent / events;
}

} // namespace

int main()
{
    for (const int eventsInAPiece : {1, 20}) {
        QList<QByteArray> pieces;
        for (int i = 0; i < events; ++i) {
            if (i % eventsInAPiece == 0)
                pieces.append(QByteArray());
            pieces.last() += line(i);
        }
        QList<double> ours;
        QList<double> parses;
        for (int round = 0; round < 5; ++round) {
            parses.append(baseline(pieces));
            ours.append(client(pieces));
        }
        std::ranges::sort(ours);
        std::ranges::sort(parses);
        std::printf("%2d events a piece: client %.2f us, QJsonDocument alone %.2f us per event, ratio %.2f\n",
                    eventsInAPiece, ours[2], parses[2], ours[2] / parses[2]);
    }
}
