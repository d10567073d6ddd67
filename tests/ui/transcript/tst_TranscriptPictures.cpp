// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Spoken.h"

#include "theme/Theme.h"
#include "transcript/TranscriptModel.h"
#include "transcript/TranscriptView.h"

#include <KSyntaxHighlighting/Repository>

#include <QApplication>
#include <QDir>
#include <QHBoxLayout>
#include <QPushButton>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;
using namespace typeshift::spoken;

namespace {

//! A conversation with every kind of block, as a person would have it.
QList<StoredEntry> everyKind()
{
    const QString found =
        u"All 212 pairs come from **3 batches over 30 s**. Their retry has no `Idempotency-Key`, so they were booked "
        u"twice:\n\n"
        "```python importer/retry.py\nexcept Timeout:  # sent again without its key\n    client.post(\"/batches\", "
        "json=batch, timeout=30)\n```\n\n"
        "Three things would fix this:\n\n1. Set `rekey_time` to 2,160 s, so the new key is ready before the old one "
        "ends.\n"
        "2. Turn on `make_before_break` on the clinic’s side.\n3. Read [the manual](https://example.org/manual).\n\n"
        "> A quote of what finance said.\n\n| Batch | Rows | State |\n|---|---:|---|\n| B-0931 | 71 | doubled |\n| B-0934 | 88 | doubled |\n\n"_s;
    StoredEntry summary = says(1, u"The import of **14 Oct** ran as 9 batches."_s);
    summary.entry.isSummary = true;
    return {
        summary,
        says(
            2,
            u"Finance found 212 invoices twice since that import. Find out why, and stop it before tonight’s 22:00 run."_s),
        answers(3,
                {ReasoningContent{u"The retry may lack its key."_s, {}, {}},
                 call(u"c1"_s, u"search_tickets"_s, R"({"text":"duplicate invoice"})"),
                 call(u"c2"_s, u"query_db"_s, R"({"sql":"select batch, attempt from batches"})"),
                 call(u"c3"_s, u"read_file"_s, R"({"path":"importer/retry.py"})")}),
        results(4, u"c1"_s, u"14 tickets"_s),
        results(5, u"c2"_s, u"Column “attempt” does not exist"_s, true),
        answers(6, {text(found)}),
        ends(21),
        says(22, u"The Lindholm clinic is cut off every 40 minutes."_s),
        answers(23,
                {text(u"The drops line up with the IPsec rekey: phase 2 runs out after 2,400 s, and the router"_s)}),
        ends(24,
             Error(Error::Kind::Timeout,
                   ErrorFacts{.message = u"no byte within 30 s"_s, .host = u"api.example.com"_s}))};
}

//! Pixels that are nearly of this colour: smooth letters mix a little of their ground into it.
int countNear(const QImage &picture, const QRect &place, const QColor &colour, int distance)
{
    int count = 0;
    const QRect inside = place.intersected(picture.rect());
    for (int y = inside.top(); y <= inside.bottom(); ++y) {
        for (int x = inside.left(); x <= inside.right(); ++x) {
            const QRgb pixel = picture.pixel(x, y);
            count += std::abs(qRed(pixel) - colour.red()) <= distance
                    && std::abs(qGreen(pixel) - colour.green()) <= distance
                    && std::abs(qBlue(pixel) - colour.blue()) <= distance
                ? 1
                : 0;
        }
    }
    return count;
}

int countOf(const QImage &picture, const QRect &place, const QColor &colour)
{
    return countNear(picture, place, colour, 0);
}

//! A view of `entries` on screen.
struct Scene {
    Scene(const Theme &theme, const KSyntaxHighlighting::Repository &repository, QSize size,
          const QList<StoredEntry> &entries = everyKind())
        : view(model, theme, repository)
    {
        model.setAuthorTitles({{u"assistant"_s, u"Support Engineer"_s}});
        model.setEntries(entries);
        view.resize(size);
        view.show();
    }

    QImage picture(int scale = 1)
    {
        QPixmap pixmap(view.size() * scale);
        pixmap.setDevicePixelRatio(scale);
        view.render(&pixmap);
        return pixmap.toImage();
    }

    TranscriptModel model;
    TranscriptView view;
};

QRect scaled(const QRect &place, int scale)
{
    return {place.topLeft() * scale, place.size() * scale};
}

} // namespace

//! What is painted, by its colours where they must be: no picture of letters to compare, so a font may change.
class TestTranscriptPictures : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QApplication::setFont(QFont(u"DejaVu Sans"_s, 10));
        useScheme(Scheme::Light);
        m_theme = std::make_unique<Theme>();
    }
    void cleanupTestCase()
    {
        useScheme(Scheme::Light);
        m_theme.reset();
    }

    void everyBlockIsPaintedInItsColours_data()
    {
        QTest::addColumn<int>("scheme");
        QTest::newRow("light") << int(Scheme::Light);
        QTest::newRow("dark") << int(Scheme::Dark);
    }

    void everyBlockIsPaintedInItsColours()
    {
        QFETCH(int, scheme);
        useScheme(Scheme(scheme));
        constexpr int scale = 2;
        Scene scene(*m_theme, m_repository, {1152, 1800});
        const TranscriptModel &model = scene.model;
        QVERIFY(QTest::qWaitForWindowExposed(&scene.view));
        save(scene.picture(), QTest::currentDataTag());
        const QImage picture = scene.picture(scale);
        QCOMPARE(QColor(picture.pixel(4, 1400)), colour(Token::Base));

        int kinds = 0;
        QStringList missing;
        for (int row = 0; row < model.rowCount(); ++row) {
            const QRect rect = scene.view.rowRect(row);
            QVERIFY2(!rect.isEmpty(), qPrintable(QString::number(row)));
            QRect place = scaled(rect, scale);
            const Block &block = model.block(row);
            const auto shows = [&](Token token, int least, int distance = 0) {
                const int found = countNear(picture, place, colour(token), distance);
                if (found < least)
                    missing.append(
                        u"row %1: token %2 on %3 pixels, not %4"_s.arg(row).arg(int(token)).arg(found).arg(least));
            };
            const auto writes = [&](Token token, int least) { shows(token, least, 16); };
            if (block.as<UserText>()) {
                shows(Token::Alt, 20000);
                shows(Token::Line, 2000);
                writes(Token::Text, 400);
            } else if (block.as<AssistantHeader>() || block.as<Prose>()) {
                writes(Token::Text, 100);
            } else if (block.as<CodeBlock>()) {
                shows(Token::Code, 80000);
                shows(Token::Line, 2000);
                place.setTop(place.top() + 28 * scale); // The head has the comment's colour, too.
                writes(Token::SyntaxKeyword, 50);
                writes(Token::SyntaxString, 50);
                writes(Token::SyntaxNumber, 20);
                writes(Token::SyntaxComment, 100);
            } else if (block.as<ErrorBar>()) {
                shows(Token::DanSoft, 80000);
                shows(Token::DanMark, 2000);
                writes(Token::Text, 400);
            } else if (const auto *tool = block.as<ToolRow>()) {
                writes(tool->state == ToolRow::State::Failed ? Token::Dan : Token::Text2, 100);
                shows(Token::Line, 1600);
            } else if (block.as<Cut>()) {
                shows(Token::Control, 200);
            } else if (block.as<SummaryDivider>()) {
                shows(Token::Control, 200);
                writes(Token::AccentText, 100);
            } else if (block.as<Footer>()) {
                writes(Token::Text3, 100);
            } else {
                continue;
            }
            ++kinds;
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u"; "_s)));
        QVERIFY(kinds > 12);
    }

    void aLongCodeBlockKeepsItsColours()
    {
        const QString code = u"```python\nnote = \"\"\"\n"_s + QString(u"words of a long string\n"_s).repeated(120)
            + u"\"\"\"\n```\n"_s;
        Scene scene(*m_theme, m_repository, {900, 700}, {answers(1, {text(code)}), ends(2)});
        int row = scene.model.rowCount() - 1;
        while (row > 0 && !scene.model.block(row).as<CodeBlock>())
            --row;
        QVERIFY(scene.model.block(row).as<CodeBlock>()->continued);
        scene.view.scrollToEnd(); // The last piece is laid out before the ones above it.
        const QRect place = scene.view.rowRect(row);
        const int letters = countNear(scene.picture(), place, colour(Token::SyntaxString), 24);
        QVERIFY2(letters > 1'000, qPrintable(QString::number(letters)));
    }

    void theColumnIsCentredAndNeverWiderThanTheDesign()
    {
        Scene scene(*m_theme, m_repository, {1600, 1400});
        TranscriptView &view = scene.view;
        const QRect wide = view.rowRect(1);
        QCOMPARE(wide.width(), m_theme->px(892));
        QVERIFY(std::abs(wide.center().x() - view.viewport()->width() / 2) <= 1);
        view.resize(700, 900);
        view.scrollToEnd();
        QCOMPARE(view.rowRect(scene.model.rowCount() - 1).left(), m_theme->px(24));
    }

    void theCaretStandsWhereTheTextStreams()
    {
        Scene scene(*m_theme, m_repository, {800, 600}, {});
        scene.model.apply(TextDelta{uid(1), u"Words"_s});
        QVERIFY(countOf(scene.picture(), scene.view.rowRect(1).adjusted(0, 0, 0, 8), colour(Token::LiveMark)) > 40);
        scene.model.apply(StoredUpdate{answers(1, {text(u"Words"_s)})});
        QCOMPARE(countOf(scene.picture(), scene.view.rowRect(1), colour(Token::LiveMark)), 0);
    }

    void theFocusRingStandsRoundTheReadersRow()
    {
        Scene scene(*m_theme, m_repository, {1000, 1400});
        TranscriptView &view = scene.view;
        QVERIFY(QTest::qWaitForWindowActive(&view));
        view.clearFocus();
        view.setFocus(Qt::TabFocusReason);
        view.setCurrentRow(1);
        const QRect place = view.rowRect(1);
        QVERIFY(countOf(scene.picture(), place.adjusted(-8, -6, 8, 6), colour(Token::Accent)) > 2 * place.width());
    }

    void scenesForTheEye_data()
    {
        QTest::addColumn<int>("scheme");
        QTest::newRow("scene-light") << int(Scheme::Light);
        QTest::newRow("scene-dark") << int(Scheme::Dark);
    }

    //! Writes pictures to the folder of TYPESHIFT_PICTURES, to be held beside the mocks; always paints them.
    void scenesForTheEye()
    {
        QFETCH(int, scheme);
        useScheme(Scheme(scheme));
        Scene scene(*m_theme, m_repository, {1152, 900});
        TranscriptModel &model = scene.model;
        TranscriptView &view = scene.view;
        auto *buttons = new QWidget;
        auto *row = new QHBoxLayout(buttons);
        row->setContentsMargins(0, 0, 0, 0);
        row->addWidget(new QPushButton(u"Try again"_s));
        row->addStretch();
        view.setRowWidget(model.rowCount() - 1, buttons);
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        save(scene.picture(), QByteArray(QByteArray(QTest::currentDataTag()) + "-end"));
        model.apply(StoredUpdate{says(30, u"And the credit notes?"_s)});
        model.apply(ReasoningDelta{uid(31), u"They may be doubled."_s});
        model.apply(TextDelta{uid(31), u"I look at the credit notes of 14 Oct now, and at"_s});
        model.apply(CallUpdate{uid(31), call(u"c9"_s, u"export_rows"_s, R"({"table":"invoices"})")});
        view.setLayoutDirection(Qt::LeftToRight);
        view.setCurrentRow(2);
        view.setFocus(Qt::TabFocusReason);
        model.setExpanded(3, true);
        model.setExpanded(5, true);
        save(scene.picture(), QByteArray(QByteArray(QTest::currentDataTag()) + "-top"));
        view.setLayoutDirection(Qt::RightToLeft);
        view.scrollToEnd();
        save(scene.picture(), QByteArray(QByteArray(QTest::currentDataTag()) + "-mirrored"));
        QVERIFY(view.isAtEnd());
    }

private:
    static void useScheme(Scheme scheme) { QApplication::setPalette(designPalette(scheme, designAccent(scheme))); }
    QColor colour(Token token) const { return m_theme->colour(token); }
    static void save(const QImage &picture, const QByteArray &name)
    {
        const QString folder = qEnvironmentVariable("TYPESHIFT_PICTURES");
        if (!folder.isEmpty())
            QVERIFY(picture.save(QDir(folder).filePath(u"transcript-%1.png"_s.arg(QString::fromLatin1(name)))));
    }

    KSyntaxHighlighting::Repository m_repository;
    std::unique_ptr<Theme> m_theme;
};

QTEST_MAIN(TestTranscriptPictures)
#include "tst_TranscriptPictures.moc"
