// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theme/Token.h"

#include <QIconEngine>
#include <QPointer>

namespace typeshift::ui {

class Theme;

//! Draws one Breeze symbol in the theme's colour of its token; knock-outs in Base. // DESIGN 6
class SymbolIconEngine final : public QIconEngine
{
public:
    SymbolIconEngine(const Theme &theme, QString name, Token token);

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override;
    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State state, qreal scale) override;
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override;
    QIconEngine *clone() const override;
    QString key() const override;
    bool isNull() override;
    QString iconName() override { return m_name; }

private:
    QPixmap rendered(const QSize &deviceSize, QIcon::Mode mode) const;

    QPointer<const Theme> m_theme;
    QString m_name;
    Token m_token;
};

} // namespace typeshift::ui
