// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Figures.h"
#include "LongStore.h"

#include <app/Application.h>
#include <ui/composer/MessageEdit.h>
#include <ui/page/ConversationPage.h>

#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include <atomic>
#include <mutex>
#include <random>
#include <thread>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

using Moment = std::chrono::steady_clock::time_point;

//! Notes when each key is on screen: keys that the edit took before a paint of the window are there after it.
class WatchedApplication final : public QApplication
{
public:
    using QApplication::QApplication;

    void watch(QWidget *edit) { m_edit = edit; }
    //! A key is on its way to the edit. Any thread.
    void noteKey(Moment at)
    {
        const std::lock_guard lock(m_mutex);
        m_sent.append(at);
    }
    //! Milliseconds from each key to its paint.
    const QList<double> &waits() const { return m_waits; }

    bool notify(QObject *receiver, QEvent *event) override
    {
        const bool isKey = m_edit && receiver == m_edit && event->type() == QEvent::KeyPress;
        const bool isPaint = m_edit && receiver == m_edit->window() && event->type() == QEvent::UpdateRequest;
        const bool isTaken = QApplication::notify(receiver, event);
        if (isKey) {
            const std::lock_guard lock(m_mutex);
            m_taken.append(m_sent.takeFirst());
        }
        if (isPaint) {
            const Moment now = std::chrono::steady_clock::now();
            for (const Moment at : std::as_const(m_taken))
                m_waits.append(std::chrono::duration<double, std::milli>(now - at).count());
            m_taken.clear();
        }
        return isTaken;
    }

private:
    QPointer<QWidget> m_edit;
    std::mutex m_mutex;
    QList<Moment> m_sent;
    QList<Moment> m_taken;
    QList<double> m_waits;
};

WatchedApplication &watched()
{
    return *static_cast<WatchedApplication *>(QCoreApplication::instance());
}

//! Presses keys at uneven moments from a thread of its own: a busy window does not hold back the next one.
std::jthread typeInto(ui::MessageEdit &edit, int keys)
{
    return std::jthread([&edit, keys] {
        std::mt19937 random(5);
        for (int i = 0; i < keys; ++i) {
            std::this_thread::sleep_for(std::chrono::microseconds(10'000 + random() % 20'000));
            watched().noteKey(std::chrono::steady_clock::now());
            QCoreApplication::postEvent(&edit, new QKeyEvent(QEvent::KeyPress, Qt::Key_X, Qt::NoModifier, u"x"_s));
        }
    });
}

} // namespace

//! The whole window, while a long answer streams into a conversation of 20,000 blocks.
class BenchTyping final : public QObject
{
    Q_OBJECT

private slots:
    void keysArePaintedWhileAnAnswerStreams();
    void aLargePasteHoldsNothingUp();
};

void BenchTyping::keysArePaintedWhileAnAnswerStreams()
{
    constexpr int keys = 600;
    const bench::LongStore store(20'000);
    Application application({.store = store.path(), .scheme = ui::Scheme::Light});
    QSignalSpy shown(&application, &Application::shown);
    application.start();
    QTRY_COMPARE(shown.count(), 1);
    ui::ConversationPage &page = application.window()->page();
    application.window()->open(store.conversation());
    QTRY_VERIFY(page.session().model().rowCount() >= 20'000);
    page.session().setChoice({u"demo"_s, u"long"_s});
    page.session().send(u"Tell me about a house."_s);
    QTRY_COMPARE(page.session().phase(), ui::ConversationSession::Phase::Running);
    auto *edit = page.findChild<ui::MessageEdit *>();
    QTRY_VERIFY(edit->message().isEmpty());
    QTRY_VERIFY(page.session().model().streamingRow() >= 0);
    const int before = page.session().model().rowCount();

    watched().watch(edit);
    const std::jthread typist = typeInto(*edit, keys);
    QTRY_COMPARE_WITH_TIMEOUT(watched().waits().size(), keys, 60'000);
    QCOMPARE(page.session().phase(), ui::ConversationSession::Phase::Running); // it streamed all the time
    QVERIFY(page.session().model().rowCount() > before);
    QCOMPARE(edit->message().size(), keys);

    const QList<double> waits = watched().waits();
    qInfo("median %.2f ms, worst %.2f ms", bench::median(waits), bench::percentile(waits, 1));
    QVERIFY(bench::reportFigure(u"key to paint in the window while an answer streams, p99"_s,
                                bench::percentile(waits, 0.99), u"ms"_s, 16));
    QSignalSpy done(&application, &Application::done);
    application.window()->close();
    QTRY_COMPARE_WITH_TIMEOUT(done.count(), 1, 6'000);
}

// The longest time in which the event loop did not come round while five megabytes come into the composer.
void BenchTyping::aLargePasteHoldsNothingUp()
{
    const QString text = u"{\"key\":\"value\",\"list\":[1,2,3]},"_s.repeated(170'000);
    ui::MessageEdit edit;
    edit.resize(600, 100);
    edit.show();
    QVERIFY(QTest::qWaitForWindowExposed(&edit));
    QElapsedTimer sinceTick;
    qint64 longest = 0;
    QTimer ticks;
    connect(&ticks, &QTimer::timeout, this, [&] {
        longest = std::max(longest, sinceTick.nsecsElapsed());
        sinceTick.start();
    });
    sinceTick.start();
    QGuiApplication::clipboard()->setText(text);
    edit.paste();
    ticks.start(0);
    QTRY_VERIFY_WITH_TIMEOUT(edit.toPlainText().size() >= text.size(), 60'000);
    QVERIFY(bench::reportFigure(u"longest stall while 5 MB are pasted into the composer"_s, double(longest) / 1e6,
                                u"ms"_s, 100));
}

int main(int argc, char **argv)
{
    WatchedApplication app(argc, argv);
    QCoreApplication::setApplicationName(u"bench_typing"_s);
    QApplication::setQuitOnLastWindowClosed(false);
    BenchTyping bench;
    return QTest::qExec(&bench, argc, argv);
}

#include "bench_typing.moc"
