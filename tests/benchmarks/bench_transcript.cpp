// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Figures.h"
#include "LongConversation.h"

#include <ui/theme/Appearance.h>
#include <ui/transcript/TranscriptModel.h>
#include <ui/transcript/TranscriptView.h>

#include <KSyntaxHighlighting/Repository>

#include <QApplication>
#include <QElapsedTimer>
#include <QScrollBar>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;

namespace {

constexpr int blocks = 20'000;

double milliseconds(const QElapsedTimer &timer)
{
    return double(timer.nsecsElapsed()) / 1e6;
}

} // namespace

//! The view of a conversation of 20,000 blocks: opened beside the prototype view, and at work.
class BenchTranscript final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void opensBesideThePrototypeView();
    void scrolls();
    void takesDeltasWithASelection();

private:
    double sincePainted(const QElapsedTimer &timer);
    double prototypeMilliseconds();

    Appearance m_appearance{Scheme::Light};
    KSyntaxHighlighting::Repository m_repository;
    TranscriptModel m_model;
    TranscriptView m_view{m_model, m_appearance.theme(), m_repository};
};

void BenchTranscript::initTestCase()
{
    m_view.resize(800, 900);
    m_view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&m_view));
    m_model.setEntries(bench::LongConversation().entries(blocks));
    QVERIFY(m_model.rowCount() >= blocks);
    m_view.viewport()->repaint();
}

//! Paints what changed, at once.
double BenchTranscript::sincePainted(const QElapsedTimer &timer)
{
    QCoreApplication::sendPostedEvents();
    m_view.viewport()->repaint();
    return milliseconds(timer);
}

//! What the prototype's line says: "… build 1.2 ms  open@bottom 18.3 ms  RSS …".
double BenchTranscript::prototypeMilliseconds()
{
    static const QRegularExpression line(u"build +([0-9.]+) ms +open@bottom +([0-9.]+) ms"_s);
    const auto match = line.match(
        QString::fromUtf8(bench::outputOf(u"transcript_view"_s, {u"view"_s, QString::number(blocks)})));
    return match.captured(1).toDouble() + match.captured(2).toDouble();
}

void BenchTranscript::opensBesideThePrototypeView()
{
    QList<double> ours;
    QList<double> rows;
    QList<double> theirs;
    for (int pair = 0; pair < bench::pairs; ++pair) {
        const auto lines = bench::jsonLinesOf(u"transcript_open"_s, {QString::number(blocks)});
        QVERIFY(lines.constFirst().value("rows"_L1).toInt() >= blocks);
        ours.append(lines.constFirst().value("open_ms"_L1).toDouble());
        rows.append(lines.constFirst().value("rows_ms"_L1).toDouble());
        theirs.append(prototypeMilliseconds());
    }
    const double mine = bench::median(ours);
    const double base = bench::median(theirs);
    const double whole = mine + bench::median(rows);
    const bool isOpenFast = bench::report(u"20,000 blocks open and painted, beside the prototype view"_s,
                                          bench::number(mine, u"ms"_s), bench::number(base, u"ms"_s), mine / base, 3.0);
    const bool isWholeFast = bench::report(u"the same, with the rows made from the loaded entries"_s,
                                           bench::number(whole, u"ms"_s), bench::number(base, u"ms"_s), whole / base,
                                           3.0);
    QVERIFY(isOpenFast);
    QVERIFY(isWholeFast);
}

void BenchTranscript::scrolls()
{
    QList<double> steps;
    for (int i = 0; i < 200; ++i) {
        QElapsedTimer timer;
        timer.start();
        m_view.verticalScrollBar()->setValue(m_view.verticalScrollBar()->value() - 300);
        steps.append(sincePainted(timer));
    }
    m_view.scrollToEnd();
    QVERIFY(bench::reportFigure(u"scroll step of 300 pixels, p95"_s, bench::percentile(steps, 0.95), u"ms"_s, 16));
}

void BenchTranscript::takesDeltasWithASelection()
{
    bench::LongConversation words;
    const QUuid answer = QUuid::createUuid();
    m_model.apply(TextDelta{answer, u"Start. "_s});
    m_view.selectAll();
    QList<double> deltas;
    for (int i = 0; i < 300; ++i) {
        // Deltas that come faster are announced together; each of these is announced and painted.
        QThread::msleep(TranscriptModel::announceMilliseconds + 1);
        const QString delta = i % 25 == 24 ? words.text() : words.sentence();
        QElapsedTimer timer;
        timer.start();
        m_model.apply(TextDelta{answer, delta});
        deltas.append(sincePainted(timer));
    }
    m_model.finishRun();
    const bool isMedianShort = bench::reportFigure(u"streamed delta to paint, everything selected, median"_s,
                                                   bench::median(deltas), u"ms"_s, 6);
    const bool isTailShort = bench::reportFigure(u"streamed delta to paint, everything selected, p95"_s,
                                                 bench::percentile(deltas, 0.95), u"ms"_s, 16);
    QVERIFY(isMedianShort);
    QVERIFY(isTailShort);
}

QTEST_MAIN(BenchTranscript)
#include "bench_transcript.moc"
