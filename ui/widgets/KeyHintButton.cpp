// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/KeyHintButton.h"

#include "theme/Theme.h"

#include <QEvent>
#include <QPainter>
#include <QStyleOptionButton>
#include <QStylePainter>

namespace typeshift::ui {

namespace {
constexpr int edge = 10;
constexpr int gap = 8;
constexpr int symbolSize = 16;
} // namespace

KeyHintButton::KeyHintButton(const Theme &theme, const QString &text, const QString &hint, QWidget *parent)
    : QPushButton(text, parent)
    , m_theme(theme)
    , m_hint(hint)
{
    setAutoDefault(false);
}

void KeyHintButton::setHint(const QString &hint)
{
    m_hint = hint;
    updateGeometry();
    update();
}

void KeyHintButton::setProminent(bool prominent)
{
    m_isProminent = prominent;
    renewIcon();
    update();
}

void KeyHintButton::setSymbol(const QString &name)
{
    m_symbol = name;
    renewIcon();
    updateGeometry();
}

void KeyHintButton::setSpread(bool spread)
{
    m_isSpread = spread;
    update();
}

void KeyHintButton::renewIcon()
{
    if (!m_symbol.isEmpty())
        setIcon(m_theme.icon(m_symbol, isAccented() ? Token::OnAccent : Token::Text));
}

// Off, it looks like any other button. // design 09b
bool KeyHintButton::isAccented() const
{
    return m_isProminent && isEnabled();
}

void KeyHintButton::changeEvent(QEvent *event)
{
    QPushButton::changeEvent(event);
    if (event->type() == QEvent::EnabledChange)
        renewIcon();
}

QSize KeyHintButton::sizeHint() const
{
    ensurePolished();
    int width = 2 * m_theme.px(edge) + fontMetrics().size(Qt::TextShowMnemonic, text()).width();
    if (!icon().isNull())
        width += m_theme.px(symbolSize + gap);
    if (!m_hint.isEmpty())
        width += m_theme.px(gap) + QFontMetrics(m_theme.font(TextStyle::Caption)).horizontalAdvance(m_hint);
    return QSize(width, std::max(m_theme.px(28), fontMetrics().height() + m_theme.px(8)));
}

void KeyHintButton::paintEvent(QPaintEvent *)
{
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    option.features.setFlag(QStyleOptionButton::DefaultButton, m_isProminent);
    painter.drawControl(QStyle::CE_PushButtonBevel, option);

    QColor ink = m_theme.colour(isAccented() ? Token::OnAccent : Token::Text);
    QColor faint = isAccented() ? mixed(ink, m_theme.colour(Token::Accent), 0.1) : m_theme.colour(Token::Text3);
    if (!isEnabled()) {
        ink = mixed(ink, m_theme.colour(Token::Window), 0.55);
        faint = mixed(faint, m_theme.colour(Token::Window), 0.55);
    }
    const QFontMetrics hintMetrics(m_theme.font(TextStyle::Caption));
    const int hintWidth = m_hint.isEmpty() ? 0 : hintMetrics.horizontalAdvance(m_hint);
    const int free = std::max(0, width() - sizeHint().width());
    QRect area = rect().adjusted(m_theme.px(edge), 0, -m_theme.px(edge), 0);
    if (!m_isSpread)
        area.adjust(free / 2, 0, -(free - free / 2), 0);
    const auto placed = [&](const QRect &part) { return QStyle::visualRect(layoutDirection(), rect(), part); };
    if (!icon().isNull()) {
        const int size = m_theme.px(symbolSize);
        icon().paint(&painter, placed(QRect(area.x(), area.center().y() - size / 2 + 1, size, size)), Qt::AlignCenter,
                     isEnabled() ? QIcon::Normal : QIcon::Disabled);
        area.setLeft(area.left() + size + m_theme.px(gap));
    }
    painter.setPen(ink);
    const int mnemonic = style()->styleHint(QStyle::SH_UnderlineShortcut, &option, this) ? Qt::TextShowMnemonic
                                                                                         : Qt::TextHideMnemonic;
    const int labelFlags = Qt::AlignVCenter | mnemonic | int(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft));
    painter.drawText(placed(area), labelFlags, text());
    if (hintWidth > 0) {
        painter.setPen(faint);
        painter.setFont(m_theme.font(TextStyle::Caption));
        painter.drawText(placed(QRect(area.right() - hintWidth, 0, hintWidth + 1, height())), Qt::AlignCenter, m_hint);
    }
}

} // namespace typeshift::ui
