// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "theme/Theme.h"
#include "theme/ThemeColours.h"

#include <QApplication>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift::ui;

namespace {

struct Pair {
    const char *name;
    Token front;
    Token back;
    double ratio;
};

// The bracketed pairs of DESIGN 1.3 and the worst grounds of 1.4. Text needs 4.5, parts of controls 3.
constexpr std::array pairs{
    Pair{"control on base", Token::Control, Token::Base, 3},
    Pair{"control on window", Token::Control, Token::Window, 3},
    Pair{"text on base", Token::Text, Token::Base, 4.5},
    Pair{"text on window", Token::Text, Token::Window, 4.5},
    Pair{"text2 on base", Token::Text2, Token::Base, 4.5},
    Pair{"text2 on window", Token::Text2, Token::Window, 4.5},
    Pair{"text3 on base", Token::Text3, Token::Base, 4.5},
    Pair{"text3 on window", Token::Text3, Token::Window, 4.5},
    Pair{"text3 on accentSoft", Token::Text3, Token::AccentSoft, 4.5},
    Pair{"accent on base", Token::Accent, Token::Base, 3},
    Pair{"accent on window", Token::Accent, Token::Window, 3},
    Pair{"onAccent on accent", Token::OnAccent, Token::Accent, 4.5},
    Pair{"accentText on base", Token::AccentText, Token::Base, 4.5},
    Pair{"accentText on window", Token::AccentText, Token::Window, 4.5},
    Pair{"accentText on accentSoft", Token::AccentText, Token::AccentSoft, 4.5},
    Pair{"att on base", Token::Att, Token::Base, 4.5},
    Pair{"att on attSoft", Token::Att, Token::AttSoft, 4.5},
    Pair{"att on accentSoft", Token::Att, Token::AccentSoft, 4.5},
    Pair{"attMark on base", Token::AttMark, Token::Base, 3},
    Pair{"attMark on window", Token::AttMark, Token::Window, 3},
    Pair{"dan on base", Token::Dan, Token::Base, 4.5},
    Pair{"dan on danSoft", Token::Dan, Token::DanSoft, 4.5},
    Pair{"dan on accentSoft", Token::Dan, Token::AccentSoft, 4.5},
    Pair{"danMark on base", Token::DanMark, Token::Base, 3},
    Pair{"danMark on window", Token::DanMark, Token::Window, 3},
    Pair{"ok on base", Token::Ok, Token::Base, 4.5},
    Pair{"ok on okSoft", Token::Ok, Token::OkSoft, 4.5},
    Pair{"okMark on base", Token::OkMark, Token::Base, 3},
    Pair{"okMark on window", Token::OkMark, Token::Window, 3},
    Pair{"live on base", Token::Live, Token::Base, 4.5},
    Pair{"live on accentSoft", Token::Live, Token::AccentSoft, 4.5},
    Pair{"liveMark on base", Token::LiveMark, Token::Base, 3},
    Pair{"liveMark on window", Token::LiveMark, Token::Window, 3},
    Pair{"plan on base", Token::Plan, Token::Base, 4.5},
    Pair{"plan on planSoft", Token::Plan, Token::PlanSoft, 4.5},
    Pair{"plan on accentSoft", Token::Plan, Token::AccentSoft, 4.5},
    Pair{"text on addBg", Token::Text, Token::AddBg, 4.5},
    Pair{"ok on addBg", Token::Ok, Token::AddBg, 4.5},
    Pair{"text on delBg", Token::Text, Token::DelBg, 4.5},
    Pair{"dan on delBg", Token::Dan, Token::DelBg, 4.5},
    Pair{"text on addWord", Token::Text, Token::AddWord, 4.5},
    Pair{"text on delWord", Token::Text, Token::DelWord, 4.5},
    Pair{"text on danSoft", Token::Text, Token::DanSoft, 4.5},
    Pair{"text on attSoft", Token::Text, Token::AttSoft, 4.5},
    Pair{"text2 on code", Token::Text2, Token::Code, 4.5},
    Pair{"text on alt", Token::Text, Token::Alt, 4.5},
    Pair{"keyword on code", Token::SyntaxKeyword, Token::Code, 4.5},
    Pair{"string on code", Token::SyntaxString, Token::Code, 4.5},
    Pair{"number on code", Token::SyntaxNumber, Token::Code, 4.5},
    Pair{"function on code", Token::SyntaxFunction, Token::Code, 4.5},
    Pair{"type on code", Token::SyntaxType, Token::Code, 4.5},
    Pair{"comment on code", Token::SyntaxComment, Token::Code, 4.5},
};

struct Accent {
    const char *name;
    QRgb colour;
};

constexpr std::array accents{
    Accent{"our own", 0x1F6AC2},        Accent{"Breeze blue", 0x3DAEE9},     Accent{"Breeze orange", 0xE9643A},
    Accent{"Windows blue", 0x0078D4},   Accent{"Windows magenta", 0xE3008C}, Accent{"macOS blue", 0x007AFF},
    Accent{"macOS graphite", 0x8C8C8C}, Accent{"green", 0x00B050},           Accent{"yellow", 0xFFD700},
    Accent{"pink", 0xFFB6C1},           Accent{"violet", 0x6A1B9A},          Accent{"black", 0x000000},
    Accent{"white", 0xFFFFFF},
};

} // namespace

class tst_ThemeColours : public QObject
{
    Q_OBJECT

private slots:
    void everyPairHoldsItsContrast_data()
    {
        QTest::addColumn<Scheme>("scheme");
        QTest::addColumn<QColor>("accent");
        for (const auto &accent : accents) {
            QTest::addRow("light, %s", accent.name) << Scheme::Light << QColor(accent.colour);
            QTest::addRow("dark, %s", accent.name) << Scheme::Dark << QColor(accent.colour);
        }
    }

    void everyPairHoldsItsContrast() // DESIGN 1.3, 1.5
    {
        QFETCH(Scheme, scheme);
        QFETCH(QColor, accent);
        const ThemeColours colours = coloursFrom(designPalette(scheme, accent));
        for (const Pair &pair : pairs) {
            const double ratio = contrast(colours[pair.front], colours[pair.back]);
            QVERIFY2(ratio >= pair.ratio,
                     qPrintable(u"%1: %2"_s.arg(QString::fromLatin1(pair.name), QString::number(ratio))));
        }
    }

    void aForeignPaletteIsReadableToo_data()
    {
        QTest::addColumn<QColor>("window");
        QTest::addColumn<QColor>("base");
        QTest::addColumn<QColor>("text");
        QTest::newRow("Breeze light") << QColor(0xEFF0F1u) << QColor(0xFFFFFFu) << QColor(0x232629u);
        QTest::newRow("Breeze dark") << QColor(0x2A2E32u) << QColor(0x1B1E20u) << QColor(0xFCFCFCu);
        QTest::newRow("black on white") << QColor(0xFFFFFFu) << QColor(0xFFFFFFu) << QColor(0x000000u);
        QTest::newRow("white on black") << QColor(0x000000u) << QColor(0x000000u) << QColor(0xFFFFFFu);
        QTest::newRow("warm paper") << QColor(0xEEE8D5u) << QColor(0xFDF6E3u) << QColor(0x3B4A50u);
    }

    void aForeignPaletteIsReadableToo()
    {
        QFETCH(QColor, window);
        QFETCH(QColor, base);
        QFETCH(QColor, text);
        QPalette palette;
        palette.setColor(QPalette::Window, window);
        palette.setColor(QPalette::Base, base);
        palette.setColor(QPalette::Text, text);
        palette.setColor(QPalette::Accent, QColor(0x3DAEE9u));
        const ThemeColours colours = coloursFrom(palette);
        QCOMPARE(colours[Token::Base], base);
        for (const Pair &pair : std::span(pairs).first(16)) {
            const double ratio = contrast(colours[pair.front], colours[pair.back]);
            QVERIFY2(ratio >= pair.ratio,
                     qPrintable(u"%1: %2"_s.arg(QString::fromLatin1(pair.name), QString::number(ratio))));
        }
    }

    void contrastIsTheRatioOfWcag()
    {
        QCOMPARE(qRound(contrast(Qt::black, Qt::white)), 21);
        QCOMPARE(contrast(Qt::red, Qt::red), 1.0);
    }

    void theThemeFollowsThePalette()
    {
        qApp->setPalette(designPalette(Scheme::Light, designAccent(Scheme::Light)));
        Theme theme;
        QVERIFY(!theme.isDark());
        const QImage light = theme.icon(u"checkmark"_s).pixmap(16, 16).toImage();
        QSignalSpy changed(&theme, &Theme::changed);
        qApp->setPalette(designPalette(Scheme::Dark, designAccent(Scheme::Dark)));
        QTRY_COMPARE(changed.count(), 1);
        QVERIFY(theme.isDark());
        QCOMPARE(theme.colour(Token::Base), QColor(0x1B1D20u));
        QVERIFY(theme.icon(u"checkmark"_s).pixmap(16, 16).toImage() != light);
    }

    void everyIconOfTheDesignIsThere_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"list-add",
                                 "search",
                                 "edit-find",
                                 "dialog-warning",
                                 "data-warning",
                                 "view-task",
                                 "data-error",
                                 "checkmark",
                                 "dialog-cancel",
                                 "edit-clear-history",
                                 "view-list-text",
                                 "vcs-branch",
                                 "mail-forward",
                                 "user",
                                 "settings-configure",
                                 "component",
                                 "games-hint",
                                 "automated-tasks",
                                 "code-context",
                                 "document-send",
                                 "media-playback-stop",
                                 "media-playback-start",
                                 "mail-attachment",
                                 "edit-copy",
                                 "edit-paste",
                                 "document-edit",
                                 "dialog-scripts",
                                 "globe",
                                 "network-server-database",
                                 "mail-message-new",
                                 "text-x-generic",
                                 "document-open",
                                 "document-save",
                                 "edit-undo",
                                 "view-refresh",
                                 "overflow-menu",
                                 "password-show-on",
                                 "computer",
                                 "network-server",
                                 "network-disconnect",
                                 "help-about",
                                 "dialog-messages",
                                 "window-close",
                                 "window-restore",
                                 "sidebar-collapse-right",
                                 "arrow-right",
                                 "arrow-down",
                                 "arrow-up",
                                 "list-remove",
                                 "go-up",
                                 "go-down",
                                 "media-playback-start",
                                 "media-playback-stop"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void everyIconOfTheDesignIsThere() // DESIGN 6
    {
        QFETCH(QString, name);
        Theme theme;
        const QImage image =
            theme.icon(name, Token::Dan).pixmap(32, 32).toImage().convertToFormat(QImage::Format_ARGB32);
        bool isInked = false;
        bool isColoured = false;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                isInked = isInked || qAlpha(image.pixel(x, y)) > 200;
                isColoured = isColoured || (image.pixelColor(x, y) == theme.colour(Token::Dan));
            }
        }
        QVERIFY(isInked);
        // Breeze draws file types in their own colours.
        QVERIFY(isColoured || name == "text-x-generic"_L1);
    }
    void whiteInkStaysWhiteInTheDark() // Resume on the accent of a dark window
    {
        QApplication::setPalette(designPalette(Scheme::Dark, designAccent(Scheme::Dark)));
        Theme theme;
        QCOMPARE(theme.colour(Token::OnAccent), QColor(Qt::white));
        const QImage image = theme.icon(u"media-playback-start"_s, Token::OnAccent)
                                 .pixmap(32, 32)
                                 .toImage()
                                 .convertToFormat(QImage::Format_ARGB32);
        QCOMPARE(image.pixelColor(12, 16), QColor(Qt::white));
    }
};

QTEST_MAIN(tst_ThemeColours)
#include "tst_ThemeColours.moc"
