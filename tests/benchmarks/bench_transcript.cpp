// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The transcript against its goals, offscreen: one JSON line a figure, {"what","value","unit"}.
#include "theme/Theme.h"
#include "transcript/TranscriptModel.h"
#include "transcript/TranscriptView.h"

#include <KSyntaxHighlighting/Repository>

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTest>
#include <QThread>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <random>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;

namespace {

class Stopwatch
{
public:
    Stopwatch() { m_timer.start(); }
    double milliseconds() const { return double(m_timer.nsecsElapsed()) / 1e6; }

private:
    QElapsedTimer m_timer;
};

void print(const char *what, double value, const char *unit)
{
    std::printf("{\"what\":\"%s\",\"value\":%.3f,\"unit\":\"%s\"}\n", what, value, unit);
    std::fflush(stdout);
}

double quantile(QList<double> values, double part)
{
    std::sort(values.begin(), values.end());
    return values[std::min<qsizetype>(values.size() - 1, qsizetype(double(values.size()) * part))];
}

double residentMegabytes()
{
    QFile status(u"/proc/self/statm"_s);
    if (!status.open(QIODevice::ReadOnly))
        return -1;
    return status.readAll().split(' ').value(1).toDouble() * 4096 / 1e6;
}

QString sentence(std::mt19937 &random)
{
    static const QStringList words =
        u"the model asks for a tool and the engine answers with a result so that the reader can follow every step of the run without waiting for the whole reply to arrive from the network"_s
            .split(u' ');
    QString text;
    const int count = 8 + int(random() % 18);
    for (int i = 0; i < count; ++i)
        text += words[qsizetype(random() % std::size_t(words.size()))] + u' ';
    return QString(text.trimmed() + u". "_s);
}

//! The mixture of the prototype: mostly short, some lists, some code.
QString messageText(std::mt19937 &random)
{
    QString text;
    const int kind = int(random() % 100);
    const int paragraphs = kind < 60 ? 1 : 3;
    for (int p = 0; p < paragraphs; ++p) {
        const int sentences = 1 + int(random() % 4);
        for (int i = 0; i < sentences; ++i)
            text += sentence(random);
        text += u"\n\n"_s;
    }
    for (int i = 0; kind >= 70 && i < 5; ++i)
        text += u"* **item** "_s + sentence(random) + u'\n';
    if (kind >= 85) {
        text += u"\n```cpp\n"_s;
        const int lines = 10 + int(random() % 30);
        for (int i = 0; i < lines; ++i)
            text += u"    const auto value%1 = compute<int>(input[%1], \"text\"); // note %1\n"_s.arg(i);
        text += u"```\n"_s;
    }
    return text;
}

QList<StoredEntry> conversation(int rows)
{
    std::mt19937 random(7);
    QList<StoredEntry> entries;
    int made = 0;
    for (qint64 sequence = 1; made < rows; ++sequence) {
        StoredEntry stored;
        stored.sequence = sequence;
        stored.entry.agent = u"assistant"_s;
        stored.entry.at = QDateTime::fromMSecsSinceEpoch(1'760'000'000'000 + sequence * 1000, QTimeZone::UTC);
        Message message = userMessage(messageText(random));
        message.uid = QUuid::createUuid();
        if (sequence % 2 == 0) {
            message.role = Role::Assistant;
            message.author = u"assistant"_s;
        }
        stored.entry.messages = {message};
        entries.append(stored);
        made += sequence % 2 == 0 ? 2 : 1;
    }
    return entries;
}

struct Bench {
    Theme theme;
    KSyntaxHighlighting::Repository repository;
    TranscriptModel model;
    TranscriptView view{model, theme, repository};

    void paint()
    {
        QCoreApplication::sendPostedEvents();
        view.viewport()->repaint();
    }

    void open(int rows)
    {
        const QList<StoredEntry> entries = conversation(rows);
        view.resize(800, 900);
        view.show();
        paint();
        view.grab();
        const Stopwatch rowsTime;
        model.setEntries(entries);
        print("rows of 20,000 blocks made from entries, laid out at the end", rowsTime.milliseconds(), "ms");
        print("rows", model.rowCount(), "rows");

        // After the data is there: a new view on the same model, opened and painted at its end.
        QList<double> times;
        for (int i = 0; i < 7; ++i) {
            TranscriptView other(model, theme, repository);
            const Stopwatch time;
            other.resize(800, 900);
            other.show();
            other.grab();
            times.append(time.milliseconds());
        }
        print("20,000 blocks open and painted, median", quantile(times, 0.5), "ms");
        const Stopwatch width;
        view.resize(640, 900);
        paint();
        print("new width", width.milliseconds(), "ms");
        view.resize(800, 900);
        paint();
    }

    void scroll()
    {
        QList<double> times;
        for (int i = 0; i < 200; ++i) {
            const Stopwatch time;
            view.verticalScrollBar()->setValue(view.verticalScrollBar()->value() - 300);
            paint();
            times.append(time.milliseconds());
        }
        print("scroll step, median", quantile(times, 0.5), "ms");
        print("scroll step, p95", quantile(times, 0.95), "ms");
        print("scroll step, worst", quantile(times, 1), "ms");
        view.scrollToEnd();
    }

    void stream(QPlainTextEdit &editor)
    {
        const QUuid answer = QUuid::createUuid();
        std::mt19937 random(11);
        QList<double> deltas;
        QList<double> keys;
        model.apply(TextDelta{answer, u"Start. "_s});
        paint();
        view.selectAll();
        QString arrived;
        for (int i = 0; i < 300; ++i) {
            QThread::msleep(TranscriptModel::announceMilliseconds + 1);
            const QString delta = i % 25 == 24 ? messageText(random) : sentence(random);
            const Stopwatch time;
            model.apply(TextDelta{answer, delta});
            paint();
            deltas.append(time.milliseconds());
            const Stopwatch key;
            model.apply(TextDelta{answer, u"a "_s});
            QTest::keyClick(&editor, Qt::Key_X);
            editor.viewport()->repaint();
            keys.append(key.milliseconds());
            arrived += delta;
        }
        print("streamed delta with selection, median", quantile(deltas, 0.5), "ms");
        print("streamed delta with selection, p95", quantile(deltas, 0.95), "ms");
        print("streamed delta with selection, worst", quantile(deltas, 1), "ms");
        print("key to paint while streaming, median", quantile(keys, 0.5), "ms");
        print("key to paint while streaming, p99", quantile(keys, 0.99), "ms");
        print("streamed answer", double(arrived.size()) / 1024, "KiB");
        model.finishRun();
    }

    void idle()
    {
        paint();
        const std::clock_t before = std::clock();
        QTimer::singleShot(3'000, &view, [] { QCoreApplication::quit(); });
        QCoreApplication::exec();
        print("idle CPU", 100.0 * double(std::clock() - before) / CLOCKS_PER_SEC / 3.0, "%");
    }
};

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    QApplication::setPalette(designPalette(Scheme::Light, designAccent(Scheme::Light)));
    print("resident before", residentMegabytes(), "MB");
    Bench bench;
    QPlainTextEdit editor;
    editor.resize(800, 90);
    editor.show();
    bench.open(20'000);
    print("resident with 20,000 blocks", residentMegabytes(), "MB");
    bench.scroll();
    bench.stream(editor);
    bench.idle();
    return 0;
}
