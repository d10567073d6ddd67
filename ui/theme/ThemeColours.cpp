// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "theme/ThemeColours.h"

#include <cmath>

namespace typeshift::ui {

namespace {

using Table = std::array<QRgb, tokenCount>;

// DESIGN 1.3 and 1.4, in the order of Token.
constexpr Table lightTable{
    0xE3E6E9, 0xF0F1F3, 0xFFFFFF, 0xF7F8F9, 0xF5F6F8, 0xFBFBFC, 0xD9DCE0, 0xB6BCC3, 0x828991, 0x1B1F23,
    0x4D545B, 0x616870, 0x1F6AC2, 0xFFFFFF, 0x1A5DAB, 0xE4EEFA, 0x8DB5E4, 0x7A4B00, 0xB86E00, 0xFFF3DB,
    0xA6231B, 0xC5302A, 0xFDEBE9, 0x1D6A3B, 0x2B8650, 0xE2F4E7, 0x0C6E5E, 0x0F8A75, 0x5B3EA4, 0xF0EBFA,
    0xE2F4E7, 0xFCE7E5, 0xB5E2C2, 0xF6BFBA, 0x7A3E9D, 0x2A6A2F, 0x964900, 0x1A5DAB, 0x0E6A72, 0x616870,
};
constexpr Table darkTable{
    0x2D3136, 0x25282C, 0x1B1D20, 0x202326, 0x222529, 0x30343A, 0x363A40, 0x4C525A, 0x747C85, 0xE6E9EC,
    0xB3BAC1, 0x98A0A8, 0x2C72C7, 0xFFFFFF, 0x82B8F5, 0x1F3149, 0x3D6BA3, 0xF0C072, 0xD99A33, 0x382D18,
    0xFFA099, 0xE8665E, 0x3F2321, 0x84D2A0, 0x4DAF73, 0x1B3426, 0x63CDB5, 0x37B399, 0xC0ACF5, 0x2D2742,
    0x1B3426, 0x3E2424, 0x2C5B3E, 0x6E3633, 0xD3A4EA, 0x97D39A, 0xE9B37C, 0x82B8F5, 0x74CDD4, 0x98A0A8,
};

constexpr auto textRatio = 4.5;
constexpr auto controlRatio = 3.0;

double luminance(const QColor &colour)
{
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

// DESIGN 1.5: mixes towards `to` in steps of 2 % until `isEnough`.
template<typename Enough>
QColor walk(const QColor &from, const QColor &to, Enough isEnough)
{
    for (int step = 0; step < 50; ++step) {
        const QColor candidate = mixed(from, to, step * 0.02);
        if (isEnough(candidate))
            return candidate;
    }
    return to;
}

QColor readableOn(const QColor &from, const QColor &to, std::initializer_list<QColor> backgrounds, double ratio)
{
    return walk(from, to, [&](const QColor &candidate) {
        return std::ranges::all_of(backgrounds, [&](const QColor &each) { return contrast(candidate, each) >= ratio; });
    });
}

ThemeColours tableColours(const Table &table)
{
    ThemeColours colours;
    for (std::size_t i = 0; i < table.size(); ++i)
        colours.values[i] = QColor(table[i]);
    return colours;
}

// The greys of a palette that is not the design's: the same steps between its own Base and Text.
void mixGreys(ThemeColours &colours, const QPalette &palette, Scheme scheme)
{
    const bool isDark = scheme == Scheme::Dark;
    const QColor base = colours[Token::Base];
    const QColor text = colours[Token::Text];
    const auto step = [&](double light, double dark) { return mixed(base, text, isDark ? dark : light); };
    colours[Token::Header] = mixed(colours[Token::Window], text, 0.06);
    colours[Token::Alt] = step(0.035, 0.025);
    colours[Token::Code] = step(0.045, 0.035);
    colours[Token::Button] = palette.color(QPalette::Active, QPalette::Button);
    colours[Token::Line] = step(0.167, 0.133);
    colours[Token::LineStrong] = step(0.32, 0.24);
    colours[Token::Control] = step(0.548, 0.438);
    colours[Token::Text2] = step(0.78, 0.749);
    colours[Token::Text3] = step(0.69, 0.616);
}

void deriveAccent(ThemeColours &colours, const QColor &accent, Scheme scheme)
{
    const bool isDark = scheme == Scheme::Dark;
    const QColor away = isDark ? QColor(Qt::white) : QColor(Qt::black);
    const QColor base = colours[Token::Base];
    const QColor window = colours[Token::Window];

    const QColor underWhite = readableOn(accent, Qt::black, {QColor(Qt::white)}, textRatio);
    colours[Token::Accent] = readableOn(underWhite, away, {base, window}, controlRatio);
    colours[Token::OnAccent] = contrast(Qt::white, colours[Token::Accent]) >= textRatio ? Qt::white : Qt::black;

    const auto isSoftEnough = [&](const QColor &soft) {
        constexpr std::array onSoft{Token::Text3, Token::Att, Token::Dan, Token::Ok, Token::Live, Token::Plan};
        return std::ranges::all_of(onSoft, [&](Token token) { return contrast(colours[token], soft) >= textRatio; });
    };
    int percent = isDark ? 20 : 12;
    while (percent > 4 && !isSoftEnough(mixed(base, accent, percent / 100.0)))
        --percent;
    colours[Token::AccentSoft] = mixed(base, accent, percent / 100.0);
    colours[Token::AccentLine] = mixed(base, accent, 0.5);
    colours[Token::AccentText] = readableOn(accent, away, {base, window, colours[Token::AccentSoft]}, 4.6);
}

void holdContrasts(ThemeColours &colours)
{
    const QColor base = colours[Token::Base];
    const QColor window = colours[Token::Window];
    const QColor text = colours[Token::Text];
    colours[Token::Control] = readableOn(colours[Token::Control], text, {base, window}, controlRatio);
    for (const Token token : {Token::Text2, Token::Text3})
        colours[token] = readableOn(colours[token], text, {base, window}, textRatio);
    for (const Token token : {Token::Att, Token::Dan, Token::Ok, Token::Live, Token::Plan})
        colours[token] = readableOn(colours[token], text, {base}, textRatio);
    for (const Token token : {Token::AttMark, Token::DanMark, Token::OkMark, Token::LiveMark})
        colours[token] = readableOn(colours[token], text, {base, window}, controlRatio);
}

} // namespace

double contrast(const QColor &one, const QColor &other)
{
    const double first = luminance(one) + 0.05;
    const double second = luminance(other) + 0.05;
    return std::max(first, second) / std::min(first, second);
}

QColor mixed(const QColor &one, const QColor &other, double amount)
{
    const auto channel = [amount](int from, int to) { return qRound(from + (to - from) * amount); };
    return QColor(channel(one.red(), other.red()), channel(one.green(), other.green()),
                  channel(one.blue(), other.blue()));
}

Scheme schemeOf(const QPalette &palette)
{
    return palette.color(QPalette::Active, QPalette::Base).lightness() < 128 ? Scheme::Dark : Scheme::Light;
}

QColor designAccent(Scheme scheme)
{
    return QColor((scheme == Scheme::Dark ? darkTable : lightTable)[std::size_t(Token::Accent)]);
}

ThemeColours coloursFrom(const QPalette &palette)
{
    const Scheme scheme = schemeOf(palette);
    const ThemeColours design = tableColours(scheme == Scheme::Dark ? darkTable : lightTable);
    ThemeColours colours = design;
    colours[Token::Window] = palette.color(QPalette::Active, QPalette::Window);
    colours[Token::Base] = palette.color(QPalette::Active, QPalette::Base);
    colours[Token::Text] = palette.color(QPalette::Active, QPalette::Text);
    const bool isDesign = std::ranges::all_of(std::array{Token::Window, Token::Base, Token::Text},
                                              [&](Token token) { return colours[token] == design[token]; });
    if (!isDesign)
        mixGreys(colours, palette, scheme);
    holdContrasts(colours);

    const QColor accent = palette.color(QPalette::Active, QPalette::Accent);
    if (isDesign && accent == designAccent(scheme))
        return colours; // The design's own blue was chosen by eye.
    deriveAccent(colours, accent, scheme);
    return colours;
}

QPalette designPalette(Scheme scheme, const QColor &accent)
{
    const ThemeColours colours = tableColours(scheme == Scheme::Dark ? darkTable : lightTable);
    ThemeColours derived = colours;
    if (accent != designAccent(scheme))
        deriveAccent(derived, accent, scheme);

    QPalette palette;
    const auto set = [&](QPalette::ColorRole role, Token token) { palette.setColor(role, derived[token]); };
    set(QPalette::Window, Token::Window);
    set(QPalette::WindowText, Token::Text);
    set(QPalette::Base, Token::Base);
    set(QPalette::AlternateBase, Token::Alt);
    set(QPalette::Text, Token::Text);
    set(QPalette::Button, Token::Button);
    set(QPalette::ButtonText, Token::Text);
    set(QPalette::BrightText, Token::OnAccent);
    set(QPalette::ToolTipBase, Token::Base);
    set(QPalette::ToolTipText, Token::Text);
    set(QPalette::PlaceholderText, Token::Text3);
    set(QPalette::Link, Token::AccentText);
    set(QPalette::LinkVisited, Token::AccentText);
    set(QPalette::Highlight, Token::Accent);
    set(QPalette::HighlightedText, Token::OnAccent);
    set(QPalette::Light, Token::Base);
    set(QPalette::Midlight, Token::Line);
    set(QPalette::Mid, Token::LineStrong);
    set(QPalette::Dark, Token::Control);
    palette.setColor(QPalette::Shadow, scheme == Scheme::Dark ? QColor(0x0F1012u) : QColor(0x6B727Au));
    palette.setColor(QPalette::Accent, accent);
    const QColor faded = mixed(derived[Token::Text], derived[Token::Window], 0.55);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        palette.setColor(QPalette::Disabled, role, faded);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, derived[Token::LineStrong]);
    palette.setColor(QPalette::Disabled, QPalette::Base, derived[Token::Window]);
    return palette;
}

} // namespace typeshift::ui
