// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProxyStyle>

class QStyleOptionToolButton;

namespace typeshift::ui {

class Theme;

//! Fusion with the design's default button, focus ring, fields and segment frames. Used only where the desktop has no
//! style of its own. // DESIGN 7
class WorkbenchStyle final : public QProxyStyle
{
    Q_OBJECT

public:
    //! A field with this property set to true has an error: its frame says so. // DESIGN 2
    static constexpr auto invalidProperty = "typeshiftInvalid";

    //! The theme is set once it exists: it needs the application, which needs the style.
    WorkbenchStyle();
    void setTheme(const Theme *theme) { m_theme = theme; }

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                           const QWidget *widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl subControl,
                         const QWidget *widget) const override;
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                  QStyleHintReturn *data) const override;

private:
    void drawButton(const QStyleOption &option, QPainter &painter) const;
    void drawField(const QStyleOption &option, QPainter &painter, const QWidget *widget) const;
    void drawMenuBar(const QStyleOption &option, QPainter &painter) const;
    void drawMenuButton(const QStyleOptionToolButton &option, QPainter &painter, const QWidget *widget) const;
    void drawToolPanel(const QStyleOption &option, QPainter &painter) const;
    void drawScrollBar(const QStyleOptionComplex &option, QPainter &painter, const QWidget *widget) const;

    const Theme *m_theme = nullptr;
};

} // namespace typeshift::ui
