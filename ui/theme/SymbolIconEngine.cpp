// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "theme/SymbolIconEngine.h"

#include "theme/Theme.h"

#include <QFile>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

// Where Breeze keeps a symbol: the 16 pixel drawing first, as it is made for bars and rows.
QByteArray symbolSource(const QString &name)
{
    static constexpr std::array folders{"actions"_L1, "status"_L1,    "places"_L1,      "devices"_L1,
                                        "apps"_L1,    "mimetypes"_L1, "preferences"_L1, "categories"_L1};
    static constexpr std::array sizes{"16"_L1, "22"_L1, "24"_L1, "symbolic"_L1, "32"_L1};
    for (const auto size : sizes) {
        for (const auto folder : folders) {
            QFile file(u":/icons/breeze/%1/%2/%3.svg"_s.arg(folder, size, name));
            if (file.open(QIODevice::ReadOnly))
                return file.readAll();
        }
    }
    return {};
}

// The symbols name their colours by class in one style sheet; each drawing of ours is of one colour.
QByteArray recoloured(QByteArray svg, const QColor &colour, const QColor &knockOut)
{
    // The knock-outs first: a white ink must not be taken for one.
    const QByteArray white = knockOut.name().toLatin1();
    for (const char *spelling : {"fill=\"#fff\"", "fill=\"#ffffff\"", "fill=\"white\""})
        svg.replace(spelling, QByteArray("fill=\"" + white + "\""));
    for (const char *spelling : {"fill:#fff;", "fill:#ffffff;", "fill:white;"})
        svg.replace(spelling, QByteArray("fill:" + white + ";"));
    svg.replace("currentColor", colour.name().toLatin1());
    return svg;
}

} // namespace

SymbolIconEngine::SymbolIconEngine(const Theme &theme, QString name, Token token)
    : m_theme(&theme)
    , m_name(std::move(name))
    , m_token(token)
{
}

void SymbolIconEngine::paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State)
{
    const qreal scale = painter->device() ? painter->device()->devicePixelRatio() : 1;
    painter->drawPixmap(rect, rendered((QSizeF(rect.size()) * scale).toSize(), mode));
}

QPixmap SymbolIconEngine::scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State, qreal scale)
{
    QPixmap pixmap = rendered(size, mode);
    pixmap.setDevicePixelRatio(scale);
    return pixmap;
}

QPixmap SymbolIconEngine::pixmap(const QSize &size, QIcon::Mode mode, QIcon::State)
{
    return rendered(size, mode);
}

QIconEngine *SymbolIconEngine::clone() const
{
    return new SymbolIconEngine(*this);
}

QString SymbolIconEngine::key() const
{
    return u"typeshift-symbol"_s;
}

bool SymbolIconEngine::isNull()
{
    return symbolSource(m_name).isEmpty();
}

QPixmap SymbolIconEngine::rendered(const QSize &deviceSize, QIcon::Mode mode) const
{
    if (!m_theme || deviceSize.isEmpty())
        return {};
    QColor colour = m_theme->colour(m_token);
    if (mode == QIcon::Disabled)
        colour = mixed(colour, m_theme->colour(Token::Window), 0.55);
    const QColor knockOut = m_theme->colour(Token::Base);
    const QString cacheKey = u"symbol/%1/%2/%3/%4x%5"_s.arg(m_name, colour.name(), knockOut.name(),
                                                            QString::number(deviceSize.width()),
                                                            QString::number(deviceSize.height()));
    QPixmap pixmap;
    if (QPixmapCache::find(cacheKey, &pixmap))
        return pixmap;
    pixmap = QPixmap(deviceSize);
    pixmap.fill(Qt::transparent);
    QSvgRenderer renderer(recoloured(symbolSource(m_name), colour, knockOut));
    renderer.setAspectRatioMode(Qt::KeepAspectRatio);
    QPainter painter(&pixmap);
    renderer.render(&painter, QRectF(QPointF(), QSizeF(deviceSize)));
    painter.end();
    QPixmapCache::insert(cacheKey, pixmap);
    return pixmap;
}

} // namespace typeshift::ui
