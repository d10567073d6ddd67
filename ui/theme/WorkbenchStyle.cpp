// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "theme/WorkbenchStyle.h"

#include "theme/ControlPainting.h"
#include "theme/Painting.h"
#include "theme/Theme.h"

#include <QAbstractButton>
#include <QPainter>
#include <QStyleOption>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

// A default button that can't be pressed looks like any other. // design 09b
bool isDefaultButton(const QStyleOption &option)
{
    const auto *button = qstyleoption_cast<const QStyleOptionButton *>(&option);
    return button && button->features.testFlag(QStyleOptionButton::DefaultButton)
        && option.state.testFlag(QStyle::State_Enabled);
}

// A button that opens a menu and has no second part for it.
const QStyleOptionToolButton *menuButton(const QStyleOption *option)
{
    const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option);
    const bool hasMenu = button && button->features.testFlag(QStyleOptionToolButton::HasMenu)
        && !button->features.testFlag(QStyleOptionToolButton::MenuButtonPopup);
    return hasMenu ? button : nullptr;
}

} // namespace

WorkbenchStyle::WorkbenchStyle()
    : QProxyStyle(u"fusion"_s)
{
}

void WorkbenchStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                                   const QWidget *widget) const
{
    if (!m_theme)
        return QProxyStyle::drawPrimitive(element, option, painter, widget);
    switch (element) {
    case PE_PanelButtonCommand:
        return drawButton(*option, *painter);
    case PE_PanelLineEdit:
    case PE_FrameLineEdit:
        return drawField(*option, *painter, widget);
    case PE_PanelButtonTool:
        return drawToolPanel(*option, *painter);
    case PE_FrameFocusRect:
        // A button, field or row shows its focus itself.
        if (widget && (qobject_cast<const QAbstractButton *>(widget) || widget->inherits("QAbstractItemView")))
            return;
        return paintFocusRing(*painter, QRectF(option->rect), *m_theme);
    case PE_IndicatorRadioButton:
        return paintRadio(*painter, *option, *m_theme);
    case PE_IndicatorCheckBox:
        return paintCheckBox(*painter, *option, *m_theme);
    case PE_PanelStatusBar:
        return painter->fillRect(QRect(option->rect.topLeft(), QSize(option->rect.width(), 1)),
                                 m_theme->colour(Token::Line));
    case PE_FrameStatusBarItem:
        return;
    case PE_IndicatorDockWidgetResizeHandle: { // Wide enough to be taken hold of; what is seen of it is a line.
        const QRect line(option->rect.topLeft(), QSize(1, option->rect.height()));
        painter->fillRect(option->rect, m_theme->colour(Token::Window));
        return painter->fillRect(visualRect(option->direction, option->rect, line), m_theme->colour(Token::LineStrong));
    }
    default:
        return QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void WorkbenchStyle::drawButton(const QStyleOption &option, QPainter &painter) const
{
    const bool isEnabled = option.state.testFlag(State_Enabled);
    const bool isPressed = option.state.testAnyFlags(State_Sunken | State_On);
    const bool isHovered = option.state.testFlag(State_MouseOver);
    const auto *button = qstyleoption_cast<const QStyleOptionButton *>(&option);
    if (button && button->features.testFlag(QStyleOptionButton::Flat) && !isPressed && !isHovered
        && !option.state.testFlag(State_HasFocus))
        return;
    QColor fill = m_theme->colour(Token::Button);
    QColor frame = m_theme->colour(Token::LineStrong);
    if (isDefaultButton(option)) {
        fill = m_theme->colour(Token::Accent);
        frame = fill;
    }
    const QColor ink = isDefaultButton(option) ? m_theme->colour(Token::OnAccent) : m_theme->colour(Token::Text);
    if (isEnabled && isPressed)
        fill = mixed(fill, ink, 0.16);
    else if (isEnabled && isHovered)
        fill = mixed(fill, ink, 0.08);
    if (!isEnabled) {
        fill = mixed(fill, m_theme->colour(Token::Window), 0.55);
        frame = mixed(frame, m_theme->colour(Token::Window), 0.55);
    }
    paintBox(painter, QRectF(option.rect), fill, frame);
    if (option.state.testFlag(State_HasFocus))
        paintFocusRing(painter, QRectF(option.rect), *m_theme);
}

void WorkbenchStyle::drawField(const QStyleOption &option, QPainter &painter, const QWidget *widget) const
{
    const auto *frameOption = qstyleoption_cast<const QStyleOptionFrame *>(&option);
    if (frameOption && frameOption->lineWidth <= 0) {
        painter.fillRect(option.rect, option.palette.brush(QPalette::Base));
        return;
    }
    const bool isEnabled = option.state.testFlag(State_Enabled);
    const bool isInvalid = widget && widget->property(invalidProperty).toBool();
    const QColor frame = m_theme->colour(isInvalid ? Token::DanMark : isEnabled ? Token::Control : Token::LineStrong);
    paintBox(painter, QRectF(option.rect), option.palette.color(QPalette::Base), frame);
    if (option.state.testFlag(State_HasFocus) && isEnabled)
        paintFocusRing(painter, QRectF(option.rect), *m_theme);
}

void WorkbenchStyle::drawToolPanel(const QStyleOption &option, QPainter &painter) const
{
    const bool isChecked = option.state.testFlag(State_On);
    const bool isActive = option.state.testFlag(State_Enabled)
        && option.state.testAnyFlags(State_MouseOver | State_Sunken);
    if (isChecked)
        paintBox(painter, QRectF(option.rect), m_theme->colour(Token::AccentSoft), m_theme->colour(Token::AccentLine));
    else if (isActive)
        paintBox(painter, QRectF(option.rect),
                 mixed(option.palette.color(QPalette::Window), m_theme->colour(Token::Text),
                       option.state.testFlag(State_Sunken) ? 0.14 : 0.07),
                 Qt::transparent);
}

void WorkbenchStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                                 const QWidget *widget) const
{
    if (!m_theme)
        return QProxyStyle::drawControl(element, option, painter, widget);
    if (element == CE_MenuBarEmptyArea || element == CE_MenuBarItem)
        return drawMenuBar(*option, *painter);
    if (element == CE_Splitter) {
        painter->fillRect(option->rect, m_theme->colour(Token::LineStrong));
        return;
    }
    if (element == CE_HeaderSection || element == CE_HeaderEmptyArea)
        return paintHeaderSection(*painter, option->rect, *m_theme);
    if (element == CE_HeaderLabel) {
        QStyleOptionHeader copy = *qstyleoption_cast<const QStyleOptionHeader *>(option);
        copy.palette.setColor(QPalette::ButtonText, m_theme->colour(Token::Text2));
        copy.rect.adjust(m_theme->px(6), 0, -m_theme->px(6), 0);
        return QProxyStyle::drawControl(element, &copy, painter, widget);
    }
    if (element == CE_PushButtonLabel && isDefaultButton(*option)) {
        QStyleOptionButton copy = *qstyleoption_cast<const QStyleOptionButton *>(option);
        copy.palette.setColor(QPalette::ButtonText, m_theme->colour(Token::OnAccent));
        return QProxyStyle::drawControl(element, &copy, painter, widget);
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void WorkbenchStyle::drawMenuBar(const QStyleOption &option, QPainter &painter) const
{
    painter.fillRect(option.rect, m_theme->colour(Token::Header));
    const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(&option);
    if (!item || item->text.isEmpty())
        return;
    const QColor ink = m_theme->colour(Token::Text);
    const bool isOpen = option.state.testFlags(State_Selected | State_Enabled);
    if (isOpen) {
        const QRectF box = QRectF(option.rect).adjusted(1, 2, -1, -2);
        paintBox(painter, box, mixed(m_theme->colour(Token::Header), ink, 0.12), Qt::transparent);
    }
    QPalette palette = item->palette;
    palette.setColor(QPalette::ButtonText, ink);
    const int flags = int(Qt::AlignCenter) | Qt::TextShowMnemonic | Qt::TextDontClip | Qt::TextSingleLine;
    proxy()->drawItemText(&painter, option.rect, flags, palette, option.state.testFlag(State_Enabled), item->text,
                          QPalette::ButtonText);
}

void WorkbenchStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                                        const QWidget *widget) const
{
    if (!m_theme)
        return QProxyStyle::drawComplexControl(control, option, painter, widget);
    switch (control) {
    case CC_ScrollBar:
        return drawScrollBar(*option, *painter, widget);
    case CC_ComboBox:
        if (const auto *box = qstyleoption_cast<const QStyleOptionComboBox *>(option))
            paintComboBox(*painter, *box, *m_theme);
        return;
    case CC_ToolButton:
        if (const auto *button = menuButton(option))
            drawMenuButton(*button, *painter, widget);
        else
            QProxyStyle::drawComplexControl(control, option, painter, widget);
        // Fusion's ring would stand inside of a button, and only while the pointer is on it.
        if (option->state.testFlag(State_HasFocus))
            paintFocusRing(*painter, QRectF(option->rect), *m_theme);
        return;
    default:
        return QProxyStyle::drawComplexControl(control, option, painter, widget);
    }
}

void WorkbenchStyle::drawMenuButton(const QStyleOptionToolButton &option, QPainter &painter,
                                    const QWidget *widget) const
{
    drawToolPanel(option, painter);
    const int edge = m_theme->px(4);
    const int room = chevronRoom(*m_theme);
    const QRect inside = option.rect.adjusted(edge, 0, -edge, 0);
    QStyleOptionToolButton label = option;
    label.features.setFlag(QStyleOptionToolButton::HasMenu, false);
    label.rect = visualRect(option.direction, option.rect, inside.adjusted(0, 0, -room, 0));
    proxy()->drawControl(CE_ToolButtonLabel, &label, &painter, widget);
    const QRect end(inside.right() - room + 1, inside.top(), room, inside.height());
    paintChevron(painter, visualRect(option.direction, option.rect, end), option.state.testFlag(State_Enabled),
                 *m_theme);
}

void WorkbenchStyle::drawScrollBar(const QStyleOptionComplex &option, QPainter &painter, const QWidget *widget) const
{
    const QRect handle = proxy()->subControlRect(CC_ScrollBar, &option, SC_ScrollBarSlider, widget);
    const bool isActive = option.state.testFlag(State_MouseOver)
        || option.activeSubControls.testFlag(SC_ScrollBarSlider);
    painter.fillRect(option.rect,
                     option.palette.color(widget && widget->parentWidget() ? widget->parentWidget()->backgroundRole()
                                                                           : QPalette::Base));
    const auto *slider = qstyleoption_cast<const QStyleOptionSlider *>(&option);
    if (slider && slider->maximum <= slider->minimum)
        return; // Nothing to scroll: no handle.
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme->colour(isActive ? Token::Control : Token::LineStrong));
    const qreal inset = (std::min(handle.width(), handle.height()) - m_theme->px(6)) / 2.0;
    const QRectF bar = QRectF(handle).adjusted(inset, inset, -inset, -inset);
    painter.drawRoundedRect(bar, m_theme->px(3), m_theme->px(3));
    painter.restore();
}

QRect WorkbenchStyle::subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl subControl,
                                     const QWidget *widget) const
{
    const auto *slider = qstyleoption_cast<const QStyleOptionSlider *>(option);
    if (!m_theme || control != CC_ScrollBar || !slider)
        return QProxyStyle::subControlRect(control, option, subControl, widget);
    // Without arrow buttons: the groove is the whole bar.
    const bool isHorizontal = slider->orientation == Qt::Horizontal;
    const int length = isHorizontal ? slider->rect.width() : slider->rect.height();
    const qint64 range = qint64(slider->maximum) - slider->minimum;
    const int wanted = range > 0 ? int(qint64(length) * slider->pageStep / (range + slider->pageStep)) : length;
    const int handle = std::clamp(wanted, std::min(length, m_theme->px(28)), length);
    const int start = sliderPositionFromValue(slider->minimum, slider->maximum, slider->sliderPosition, length - handle,
                                              slider->upsideDown);
    const auto part = [&](int from, int size) {
        const QRect rect = isHorizontal ? QRect(from, 0, size, slider->rect.height())
                                        : QRect(0, from, slider->rect.width(), size);
        return visualRect(slider->direction, slider->rect, rect.translated(slider->rect.topLeft()));
    };
    switch (subControl) {
    case SC_ScrollBarSlider:
        return part(start, handle);
    case SC_ScrollBarGroove:
        return part(0, length);
    case SC_ScrollBarSubPage:
        return part(0, start);
    case SC_ScrollBarAddPage:
        return part(start + handle, length - start - handle);
    default:
        return {};
    }
}

QRect WorkbenchStyle::subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const
{
    const QRect rect = QProxyStyle::subElementRect(element, option, widget);
    return m_theme && element == SE_LineEditContents ? rect.adjusted(m_theme->px(4), 0, -m_theme->px(4), 0) : rect;
}

int WorkbenchStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    if (!m_theme)
        return QProxyStyle::pixelMetric(metric, option, widget);
    switch (metric) {
    case PM_ScrollBarExtent:
        return m_theme->px(10);
    case PM_SplitterWidth:
        return 1;
    case PM_DockWidgetSeparatorExtent:
        return m_theme->px(4);
    case PM_DefaultFrameWidth:
        return widget && widget->inherits("QAbstractScrollArea") ? 1 : QProxyStyle::pixelMetric(metric, option, widget);
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
        return m_theme->px(16);
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return m_theme->px(18);
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

QSize WorkbenchStyle::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                                       const QWidget *widget) const
{
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (!m_theme)
        return result;
    if (type == CT_PushButton || type == CT_ComboBox || type == CT_SpinBox || type == CT_LineEdit)
        result.setHeight(std::max(result.height(), m_theme->px(28)));
    if (type == CT_ToolButton)
        result.setHeight(std::max(result.height(), m_theme->px(24)));
    if (type == CT_ToolButton && menuButton(option))
        result.rwidth() += chevronRoom(*m_theme) - m_theme->px(4); // A tool button has air of its own behind its text.
    if (type == CT_HeaderSection)
        result = QSize(result.width() + 2 * m_theme->px(6), std::max(result.height(), m_theme->px(26)));
    return result;
}

int WorkbenchStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                              QStyleHintReturn *data) const
{
    if (hint == SH_LineEdit_PasswordCharacter)
        return 0x2022; // design 09b
    if (hint == SH_EtchDisabledText || hint == SH_DialogButtonBox_ButtonsHaveIcons)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, data);
}

} // namespace typeshift::ui
