// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theme/ThemeColours.h"

#include <QFont>
#include <QIcon>
#include <QObject>

namespace typeshift::ui {

//! The colours, fonts and icons of the program, derived from the application's palette and font and renewed with
//! them. One per program; whatever paints borrows it. GUI thread.
class Theme final : public QObject
{
    Q_OBJECT

public:
    //! Follows `qApp`'s palette and font from now on.
    explicit Theme(QObject *parent = nullptr);

    QColor colour(Token token) const { return m_colours[token]; }
    const ThemeColours &colours() const { return m_colours; }
    //! A size of the type scale, never below 11 pixels, with tabular figures; Code in the system's fixed font. //
    //! DESIGN 1.2
    QFont font(TextStyle style) const;
    //! Distance of two lines of a style in pixels. // DESIGN 1.2
    int lineHeight(TextStyle style) const;
    bool isDark() const { return m_scheme == Scheme::Dark; }
    //! A Breeze icon in the colour of its text: it follows the theme by itself. // DESIGN 6
    QIcon icon(const QString &name, Token token = Token::Text) const;
    //! A size of the design in pixels of the running font. // DESIGN 1.1
    int px(int designPixels) const;

signals:
    //! Colours, fonts or both are others: drop caches and paint anew.
    void changed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void renew();

    ThemeColours m_colours;
    Scheme m_scheme = Scheme::Light;
    int m_basePixels = 13;
    double m_scale = 1;
};

} // namespace typeshift::ui
