// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0

// transport_bench qt|curl BASE_URL stream N | requests N: what a transport and the event decoder cost against a
// server such as a model's stand-in. Prints wall and CPU milliseconds of the process.
#include "base/Clock.h"
#include "http/ServerSentEvents.h"
#include "http/Transports.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QTextStream>
#include <QTimer>

#include <ctime>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

class EventCounter final : public HttpReader
{
public:
    Result<> data(QByteArrayView bytes) override { return decoder.feed(bytes, count); }

    ServerSentEvents decoder;
    qint64 events = 0;
    bool parses = false;

private:
    const ServerSentEvents::Sink count = [this](const ServerSentEvent &event) -> Result<> {
        ++events;
        if (parses && event.data != QByteArrayView("[DONE]"))
            parses = !QJsonDocument::fromJson(QByteArray::fromRawData(event.data.data(), event.data.size())).isNull();
        return {};
    };
};

HttpRequest request(const QString &base, const QByteArray &model, qsizetype padding)
{
    HttpRequest made;
    made.url = QUrl(base + u"/chat/completions"_s);
    made.headers = {{"Content-Type", "application/json"}};
    made.body = "{\"model\":\"" + model + "\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\""
        + QByteArray(padding, 'x') + "\"}]}";
    made.allowHttp2 = false;
    return made;
}

Task<void> measure(HttpTransport &transport, QString base, QByteArray scenario, int number)
{
    qint64 events = 0;
    const int rounds = scenario == "requests" ? number : 1;
    for (int i = 0; i < rounds; ++i) {
        EventCounter counter;
        counter.parses = scenario == "stream-json";
        const QByteArray model = "stream-" + QByteArray::number(scenario == "requests" ? 5 : number);
        const qsizetype padding = scenario == "requests" ? 20'000 + 40'000 * i / rounds : 0;
        const auto head = co_await transport.send(request(base, model, padding), counter, StopToken());
        if (!head)
            qFatal("%s", qPrintable(head.error().facts.message));
        events += counter.events;
    }
    QTextStream(stdout) << "events " << events << Qt::endl;
    QCoreApplication::quit();
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = application.arguments();
    if (arguments.size() != 5)
        return 2;
    Clock clock;
    const auto transport = makeTransport(arguments.at(1) == "curl"_L1 ? TransportKind::Curl : TransportKind::Qt, clock);
    QElapsedTimer wall;
    wall.start();
    const std::clock_t before = std::clock();
    auto task = measure(*transport, arguments.at(2), arguments.at(3).toLatin1(), arguments.at(4).toInt());
    QTimer::singleShot(0, &application, [&task] { task.start(); });
    QCoreApplication::exec();
    const double cpu = double(std::clock() - before) * 1000 / CLOCKS_PER_SEC;
    QTextStream(stdout) << arguments.at(1) << " wall_ms " << wall.elapsed() << " cpu_ms " << cpu << Qt::endl;
    return 0;
}
