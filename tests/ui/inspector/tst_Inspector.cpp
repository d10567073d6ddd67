// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "inspector/Inspector.h"

#include "../transcript/Spoken.h"
#include "support/Accessibles.h"
#include "support/FixedClock.h"
#include "theme/Appearance.h"
#include "theme/Theme.h"
#include "widgets/LivePulse.h"

#include <KSyntaxHighlighting/Repository>

#include <QLabel>
#include <QMainWindow>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTabBar>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;
using namespace typeshift::spoken;

namespace {

//! The dock in a window of its own, told of a run.
struct Shown {
    explicit Shown(Scheme scheme = Scheme::Light)
        : appearance(scheme)
        , inspector(new Inspector({.theme = appearance.theme(),
                                   .pulse = pulse,
                                   .clock = clock,
                                   .repository = repository,
                                   .names = {.isReadOnly = [](const QString &tool) { return tool == "read_file"_L1; },
                                             .providerTitle = [](const QString &) { return u"Ollama"_s; }}}))
    {
        window.addDockWidget(Qt::RightDockWidgetArea, inspector);
        window.resize(720, 760);
        window.show();
        if (!QTest::qWaitForWindowActive(&window))
            qFatal("no window");
    }

    RunTimelineModel &model() { return inspector->run().model(); }
    QTreeView *timeline() { return findByAccessibleName<QTreeView>(window, u"Timeline"_s); }
    QString label(const char *name)
    {
        const auto *found = window.findChild<QLabel *>(QString::fromLatin1(name));
        return found && found->isVisible() ? found->text() : QString();
    }

    Appearance appearance;
    LivePulse pulse;
    FixedClock clock{at(30)};
    KSyntaxHighlighting::Repository repository;
    QMainWindow window;
    Inspector *inspector;
};

QList<StoredEntry> aRun()
{
    StoredEntry asked = answers(
        3,
        {call(u"c1"_s, u"read_file"_s, R"({"path":"a.log"})"), call(u"c2"_s, u"query_db"_s, R"({"sql":"select 1"})")});
    asked.entry.provider = u"ollama"_s;
    asked.entry.model = u"qwen3:32b"_s;
    asked.entry.usage->cacheRead = 46'600;
    return {says(1, u"Hi"_s),
            asked,
            results(4, u"c1"_s, u"ok"_s),
            results(7, u"c2"_s, u"No such column"_s, true),
            answers(9, {text(u"a"_s)}),
            ends(10)};
}

} // namespace

class TestInspector : public QObject
{
    Q_OBJECT

private slots:
    void everyPartIsFoundByItsName_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name :
             {"Inspector", "Run", "Timeline", "Details of the step", "Close the inspector",
              "Show the inspector in a window of its own", "Model calls: 2", "Tool calls: 2, 1 failed",
              "Tokens in: 186.2k", "Cached: 46.6k, 25 %", "Tokens out: 1.8k", "Elapsed: 0:09"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void everyPartIsFoundByItsName()
    {
        QFETCH(QString, name);
        Shown shown;
        shown.model().show(aRun(), Going::Over, false);
        QVERIFY(findByAccessibleName(shown.window, name));
    }

    void nothingIsNameless() // 39
    {
        Shown shown;
        shown.model().show(aRun(), Going::Over, false);
        shown.timeline()->setCurrentIndex(shown.model().index(1, RunTimelineModel::Step));
        const QStringList nameless = namelessControls(shown.window);
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
    }

    void theStateHasItsWord_data()
    {
        QTest::addColumn<QList<StoredEntry>>("entries");
        QTest::addColumn<Going>("going");
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("elapsed");
        const QList<StoredEntry> begun{says(1, u"Hi"_s)};
        QTest::newRow("none") << QList<StoredEntry>{} << Going::Over << u"No run yet"_s << QString();
        QTest::newRow("running") << begun << Going::Here << u"Running"_s << u"0:29"_s;
        QTest::newRow("finished") << aRun() << Going::Over << u"Finished"_s << u"0:09"_s;
        QTest::newRow("interrupted") << begun << Going::Over << u"Interrupted"_s << u"0:00"_s;
        QTest::newRow("waiting") << QList<StoredEntry>{says(1, u"Hi"_s), answers(2, {call(u"c1"_s, u"pay"_s, "{}")}),
                                                       asks(3, {u"c1"_s}), ends(4)}
                                 << Going::Over << u"Waiting for your approval"_s << u"0:29"_s;
    }

    void theStateHasItsWord()
    {
        QFETCH(QList<StoredEntry>, entries);
        QFETCH(Going, going);
        QFETCH(QString, state);
        QFETCH(QString, elapsed);
        Shown shown;
        shown.model().show(entries, going, false);
        QCOMPARE(shown.label("inspector.state"), state);
        QCOMPARE(shown.label("inspector.elapsed"), elapsed);
        QCOMPARE(shown.pulse.isBeating(), going == Going::Here); // T1
    }

    void theNewestStepIsShownUntilSomebodyChooses()
    {
        Shown shown;
        QList<StoredEntry> entries = aRun().first(3);
        shown.model().show(entries, Going::Here, false);
        QCOMPARE(shown.label("inspector.name"), u"query_db"_s);
        entries = aRun().first(4);
        shown.model().show(entries, Going::Here, false);
        QCOMPARE(shown.label("inspector.name"), u"Model call 2"_s);
        shown.timeline()->setFocus();
        QTest::keyClick(shown.timeline(), Qt::Key_Home);
        QCOMPARE(shown.label("inspector.name"), u"Model call 1"_s);
        shown.model().show(aRun(), Going::Over, false);
        QCOMPARE(shown.label("inspector.name"), u"Model call 1"_s);
    }

    void keysWalkThroughTheStepsAndOpenTheirRows() // DESIGN 4.1
    {
        Shown shown;
        shown.model().show(aRun(), Going::Over, false);
        QSignalSpy requested(&shown.inspector->run(), &RunView::rowRequested);
        shown.inspector->run().takeFocus();
        QTRY_VERIFY(shown.timeline()->hasFocus());
        QTest::keyClick(shown.timeline(), Qt::Key_Home);
        QTest::keyClick(shown.timeline(), Qt::Key_Down);
        QCOMPARE(shown.label("inspector.name"), u"read_file"_s);
        QCOMPARE(shown.label("inspector.how"), u"Ran without asking: read only"_s);
        QCOMPARE(shown.label("inspector.result"), u"Answered with 2 bytes"_s);
        auto *arguments = findByAccessibleName<QPlainTextEdit>(shown.window, u"Arguments"_s);
        QVERIFY(arguments);
        QVERIFY(arguments->toPlainText().contains(u"\"path\": \"a.log\""_s));
        QCOMPARE(requested.count(), 0);
        QTest::keyClick(shown.timeline(), Qt::Key_Return);
        QCOMPARE(requested.count(), 1);
        QCOMPARE(requested.constFirst().constFirst().value<RowId>(), (RowId{uid(3), RowId::Part::Call, 0, 0}));
        QTest::keyClick(shown.timeline(), Qt::Key_Down);
        QCOMPARE(shown.label("inspector.result"), u"No such column"_s);
        QTest::keyClick(shown.timeline(), Qt::Key_Tab);
        QTRY_VERIFY(arguments->hasFocus());
    }

    void aClickOpensTheRow()
    {
        Shown shown;
        shown.model().show(aRun(), Going::Over, false);
        QSignalSpy requested(&shown.inspector->run(), &RunView::rowRequested);
        const QRect cell = shown.timeline()->visualRect(shown.model().index(2, RunTimelineModel::Step));
        QTest::mouseClick(shown.timeline()->viewport(), Qt::LeftButton, {}, cell.center());
        QVERIFY(requested.count() > 0);
        QCOMPARE(requested.constFirst().constFirst().value<RowId>(), (RowId{uid(3), RowId::Part::Call, 1, 0}));
    }

    void aModelCallTellsItsFigures()
    {
        Shown shown;
        shown.model().show(aRun(), Going::Over, false);
        shown.timeline()->setCurrentIndex(shown.model().index(0, RunTimelineModel::Step));
        QStringList texts;
        for (const QLabel *label : shown.window.findChildren<QLabel *>()) {
            if (label->isVisible())
                texts.append(label->text());
        }
        for (const QString &wanted :
             {u"qwen3:32b on Ollama"_s, u"93.1k, 46.6k cached"_s, u"900, 640 reasoning"_s, u"Asked for 2 tool calls"_s})
            QVERIFY2(texts.contains(wanted), qPrintable(texts.join(u'\n')));
    }

    void escapeAndTheButtonAskToClose()
    {
        Shown shown;
        shown.model().show(aRun(), Going::Over, false);
        QSignalSpy closing(shown.inspector, &Inspector::closeRequested);
        QTest::keyClick(shown.timeline(), Qt::Key_Escape);
        QCOMPARE(closing.count(), 1);
        QTest::mouseClick(findByAccessibleName<QToolButton>(shown.window, u"Close the inspector"_s), Qt::LeftButton);
        QCOMPARE(closing.count(), 2);
    }

    void oneTabIsAHeadingTwoAreTabs()
    {
        Shown shown;
        auto *tabs = shown.inspector->findChild<QTabBar *>();
        QVERIFY(tabs && !tabs->isVisible());
        shown.inspector->addTab(u"Plan"_s, new QLabel(u"1. Look"_s));
        QVERIFY(tabs->isVisible());
        QCOMPARE(tabs->count(), 2);
        shown.inspector->setCurrentTab(1);
        QVERIFY(!shown.timeline());
        tabs->setFocus();
        QTest::keyClick(tabs, Qt::Key_Left);
        QVERIFY(shown.timeline());
    }

    void hiddenItDoesNotBeat() // T1
    {
        Shown shown;
        shown.model().show({says(1, u"Hi"_s)}, Going::Here, false);
        QVERIFY(shown.pulse.isBeating());
        shown.inspector->hide();
        QVERIFY(!shown.pulse.isBeating());
    }

    void whatItPaintsCanBeRead_data()
    {
        QTest::addColumn<Scheme>("scheme");
        QTest::newRow("light") << Scheme::Light;
        QTest::newRow("dark") << Scheme::Dark;
    }

    // The pairs of the dock that the theme's own test does not name. // DESIGN 1.3
    void whatItPaintsCanBeRead()
    {
        QFETCH(Scheme, scheme);
        struct Pair {
            Token front;
            Token back;
            double ratio;
        };
        static constexpr std::array pairs{
            Pair{Token::Live, Token::Window, 4.5},      Pair{Token::Att, Token::Window, 4.5},
            Pair{Token::Dan, Token::Window, 4.5},       Pair{Token::Text, Token::AccentSoft, 4.5},
            Pair{Token::Text2, Token::AccentSoft, 4.5}, Pair{Token::LiveMark, Token::AccentSoft, 3},
            Pair{Token::AttMark, Token::AccentSoft, 3}, Pair{Token::DanMark, Token::AccentSoft, 3},
        };
        for (const QRgb accent :
             {0x1F6AC2u, 0x3DAEE9u, 0xE9643Au, 0x0078D4u, 0xFFD700u, 0xFFB6C1u, 0x000000u, 0xFFFFFFu}) {
            const ThemeColours colours = coloursFrom(designPalette(scheme, QColor(accent)));
            for (const Pair &pair : pairs) {
                const double ratio = contrast(colours[pair.front], colours[pair.back]);
                QVERIFY2(ratio >= pair.ratio,
                         qPrintable(u"%1 on %2, accent %3: %4"_s.arg(int(pair.front))
                                        .arg(int(pair.back))
                                        .arg(accent, 0, 16)
                                        .arg(ratio)));
            }
        }
    }
};

QTEST_MAIN(TestInspector)
#include "tst_Inspector.moc"
