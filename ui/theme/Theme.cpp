// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "theme/Theme.h"

#include "theme/SymbolIconEngine.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetrics>

#include <BreezeIcons>

#include <cmath>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

struct TypeSize {
    double factor;
    int line;
    QFont::Weight weight;
};

// DESIGN 1.2, in the order of TextStyle.
constexpr std::array<TypeSize, 7> typeScale{{
    {0.85, 16, QFont::Normal},
    {0.92, 16, QFont::Normal},
    {1.0, 20, QFont::Normal},
    {1.08, 21, QFont::Normal},
    {1.15, 20, QFont::DemiBold},
    {1.23, 24, QFont::DemiBold},
    {0.92, 18, QFont::Normal},
}};
constexpr int smallestPixels = 11;
constexpr double referenceFontHeight = 16;

// The system's fixed font; without a desktop that may be an alias for a proportional one.
QFont fixedFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (QFontInfo(font).fixedPitch())
        return font;
    for (const QString &family : {u"Noto Sans Mono"_s, u"DejaVu Sans Mono"_s, u"Menlo"_s, u"Consolas"_s}) {
        if (QFontDatabase::hasFamily(family)) {
            font.setFamily(family);
            break;
        }
    }
    return font;
}

} // namespace

Theme::Theme(QObject *parent)
    : QObject(parent)
{
    BreezeIcons::initIcons();
    qApp->installEventFilter(this);
    renew();
}

QFont Theme::font(TextStyle style) const
{
    const TypeSize &size = typeScale[std::size_t(style)];
    QFont font = style == TextStyle::Code ? fixedFont() : QApplication::font();
    font.setPixelSize(std::max(smallestPixels, qRound(m_basePixels * size.factor)));
    font.setWeight(size.weight);
    font.setFeature("tnum", 1);
    // By its resolved name: of an alias such as "monospace" the emoji font would take the digits.
    font.setFamilies({QFontInfo(font).family(), u"Noto Color Emoji"_s});
    return font;
}

int Theme::lineHeight(TextStyle style) const
{
    return std::max(px(typeScale[std::size_t(style)].line), QFontMetrics(font(style)).height());
}

QIcon Theme::icon(const QString &name, Token token) const
{
    return QIcon(new SymbolIconEngine(*this, name, token));
}

int Theme::px(int designPixels) const
{
    return qRound(designPixels * m_scale);
}

bool Theme::eventFilter(QObject *watched, QEvent *event)
{
    const bool isChange = event->type() == QEvent::ApplicationPaletteChange
        || event->type() == QEvent::ApplicationFontChange;
    if (isChange && watched == qApp)
        renew();
    return QObject::eventFilter(watched, event);
}

void Theme::renew()
{
    const ThemeColours colours = coloursFrom(QApplication::palette());
    const QFont base = QApplication::font();
    const int basePixels = QFontInfo(base).pixelSize();
    // Quarter steps: a font that is a pixel taller than the reference leaves the grid as it is drawn.
    const double scale = std::max(1.0, std::floor(QFontMetrics(base).height() / referenceFontHeight * 4) / 4);
    if (colours == m_colours && basePixels == m_basePixels && qFuzzyCompare(scale, m_scale))
        return;
    m_colours = colours;
    m_scheme = schemeOf(QApplication::palette());
    m_basePixels = basePixels;
    m_scale = scale;
    emit changed();
}

} // namespace typeshift::ui
