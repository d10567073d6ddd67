// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "markdown/CodeColours.h"
#include "markdown/MarkdownDocument.h"
#include "theme/Theme.h"

#include <KSyntaxHighlighting/Repository>

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextList>
#include <QTextTable>

using namespace Qt::StringLiterals;
using namespace typeshift::ui;

namespace {

QTextCharFormat formatOf(const QTextDocument &document, const QString &word)
{
    const QTextCursor cursor = document.find(word);
    return cursor.charFormat();
}

} // namespace

class TestMarkdownDocument : public QObject
{
    Q_OBJECT

private slots:
    void colourAndFontComeFromTheTheme_data() { schemes(); }
    void colourAndFontComeFromTheTheme()
    {
        useScheme();
        const auto document = MarkdownDocument::ofMarkdown(u"plain [link](https://a.b) `code`\n\n# Head"_s, look());
        QCOMPARE(formatOf(*document, u"plain"_s).foreground().color(), m_theme->colour(Token::Text));
        QCOMPARE(formatOf(*document, u"link"_s).foreground().color(), m_theme->colour(Token::AccentText));
        QCOMPARE(formatOf(*document, u"link"_s).anchorHref(), u"https://a.b"_s);
        QVERIFY(formatOf(*document, u"code"_s).fontFixedPitch());
        const int head = formatOf(*document, u"Head"_s).intProperty(QTextFormat::FontPixelSize);
        QVERIFY2(head > document->defaultFont().pixelSize(), qPrintable(QString::number(head)));
        QVERIFY(head < 2 * document->defaultFont().pixelSize());
    }

    void theTextIsWhatTheMarkdownSays()
    {
        const auto document = MarkdownDocument::ofMarkdown(
            u"1. one\n2. two\n\n> said\n\n|a|b|\n|-|-|\n|c|d|\n\n<b>no html</b>"_s, look());
        const QString text = document->toPlainText();
        QVERIFY2(text.contains(u"<b>no html</b>"_s), qPrintable(text));
        QVERIFY(document->begin().textList());
        QCOMPARE(document->rootFrame()->childFrames().size(), 1);
        QVERIFY(qobject_cast<QTextTable *>(document->rootFrame()->childFrames().first()));
    }

    void eachParagraphHasItsDirection() // 38
    {
        const auto document = MarkdownDocument::ofMarkdown(u"Hello there\n\nשלום עולם\n\n    code"_s, look());
        QCOMPARE(document->begin().textDirection(), Qt::LeftToRight);
        QCOMPARE(document->begin().next().textDirection(), Qt::RightToLeft);
        QCOMPARE(MarkdownDocument::ofCode(u"// שלום"_s, u"cpp"_s, look())->begin().textDirection(), Qt::LeftToRight);
    }

    void aPictureLoadsNothing()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"secret.png"_s);
        QImage(4, 4, QImage::Format_RGB32).save(path);
        const auto document = MarkdownDocument::ofMarkdown(u"see ![a chart](%1) here"_s.arg(path), look());
        QVERIFY2(document->toPlainText().contains(u"a chart"_s), qPrintable(document->toPlainText()));
        QVERIFY(document->resource(QTextDocument::ImageResource, QUrl::fromLocalFile(path)).isNull());
    }

    void codeIsColouredAndKeepsItsSize_data() { schemes(); }
    void codeIsColouredAndKeepsItsSize()
    {
        useScheme();
        const QString code = u"int main() // note\n{\n    return \"text\" ? 42 : 0;\n}"_s;
        const auto plain = MarkdownDocument::ofCode(code, {}, look());
        const auto coloured = MarkdownDocument::ofCode(code, u"cpp"_s, look());
        QCOMPARE(coloured->size(), plain->size());
        QCOMPARE(coloured->toPlainText(), code);
        const QSet<QRgb> colours = coloursOf(*coloured);
        for (const Token token : {Token::SyntaxComment, Token::SyntaxKeyword, Token::SyntaxString, Token::SyntaxNumber})
            QVERIFY2(colours.contains(m_theme->colour(token).rgb()), qPrintable(QString::number(int(token))));
        QVERIFY(coloursOf(*plain).isEmpty());
        for (QTextBlock block = coloured->begin(); block.isValid(); block = block.next()) {
            for (const auto &range : block.layout()->formats())
                QVERIFY(!range.format.hasProperty(QTextFormat::FontWeight));
        }
    }

    void aFenceInsideAListIsColoured()
    {
        const auto document = MarkdownDocument::ofMarkdown(u"- item\n  ```python\n  return None  # why\n  ```\n"_s,
                                                           look());
        QVERIFY(coloursOf(*document).contains(m_theme->colour(Token::SyntaxComment).rgb()));
    }

    void languagesAreFoundByEveryUsualName_data()
    {
        QTest::addColumn<QString>("word");
        for (const char *word : {"cpp", "C++", "python", "py", "js", "javascript", "ts", "json", "sh", "bash", "yaml",
                                 "yml", "rust", "go", "sql", "html", "diff", "cmake", "java"})
            QTest::newRow(word) << QString::fromLatin1(word);
    }

    void languagesAreFoundByEveryUsualName()
    {
        QFETCH(QString, word);
        QVERIFY(CodeColours::definitionFor(m_repository, word).isValid());
    }

    void anUnknownLanguageIsPlain()
    {
        QVERIFY(coloursOf(*MarkdownDocument::ofCode(u"x = 1"_s, u"nonesuch"_s, look())).isEmpty());
    }

    void theReadersTextSizeScalesEverything()
    {
        const auto small = MarkdownDocument::ofMarkdown(u"words"_s, look());
        const auto large = MarkdownDocument::ofMarkdown(u"words"_s, {*m_theme, m_repository, 2.0});
        QCOMPARE(large->defaultFont().pixelSize(), 2 * small->defaultFont().pixelSize());
        QVERIFY(large->size().height() > 1.7 * small->size().height());
    }

    void plainTextKeepsItsLines()
    {
        const auto document = MarkdownDocument::ofPlainText(u"a *b*\n\n  c"_s, TextStyle::Reading, Token::Text, look());
        QCOMPARE(document->toPlainText(), u"a *b*\n\n  c"_s);
    }

    void cleanup() { QApplication::setPalette(designPalette(Scheme::Light, designAccent(Scheme::Light))); }
    void initTestCase()
    {
        QApplication::setFont(QFont(u"DejaVu Sans"_s, 10));
        cleanup();
        m_theme = std::make_unique<Theme>();
    }
    void cleanupTestCase() { m_theme.reset(); }

private:
    static void schemes()
    {
        QTest::addColumn<int>("scheme");
        QTest::newRow("light") << int(Scheme::Light);
        QTest::newRow("dark") << int(Scheme::Dark);
    }
    static void useScheme()
    {
        QFETCH(int, scheme);
        QApplication::setPalette(designPalette(Scheme(scheme), designAccent(Scheme(scheme))));
    }
    static QSet<QRgb> coloursOf(const QTextDocument &document)
    {
        QSet<QRgb> colours;
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
            for (const auto &range : block.layout()->formats())
                colours.insert(range.format.foreground().color().rgb());
        }
        return colours;
    }
    DocumentLook look() const { return {*m_theme, m_repository, 1.0}; }

    KSyntaxHighlighting::Repository m_repository;
    std::unique_ptr<Theme> m_theme;
};

QTEST_MAIN(TestMarkdownDocument)
#include "tst_MarkdownDocument.moc"
