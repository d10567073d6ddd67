// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "theme/Appearance.h"

#include "theme/Theme.h"
#include "theme/WorkbenchStyle.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QStyleHints>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

// Without a desktop's own choice fontconfig answers with its last resort.
void chooseFont()
{
    QFont font = QApplication::font();
    if (!QFontInfo(font).family().startsWith("DejaVu"_L1) && !font.family().contains("Sans Serif"_L1))
        return;
    for (const QString &family : {u"Inter"_s, u"Noto Sans"_s}) {
        if (QFontDatabase::hasFamily(family)) {
            font.setFamily(family);
            font.setPointSizeF(10);
            QApplication::setFont(font);
            return;
        }
    }
}

Scheme desktopScheme()
{
    return QGuiApplication::styleHints()->colorScheme() == Qt::ColorScheme::Dark ? Scheme::Dark : Scheme::Light;
}

} // namespace

Appearance::Appearance(std::optional<Scheme> forced)
{
    // DESIGN 7: the platform's own style; Fusion with the tokens when a desktop sets none.
    if (forced || QApplication::style()->name() == "fusion"_L1) {
        m_style = new WorkbenchStyle;
        QApplication::setStyle(m_style);
        chooseFont();
        setScheme(forced.value_or(desktopScheme()));
        if (!forced)
            followDesktop();
    }
    m_theme = std::make_unique<Theme>();
    if (m_style)
        m_style->setTheme(m_theme.get());
}

Appearance::~Appearance()
{
    if (m_style)
        m_style->setTheme(nullptr);
}

void Appearance::setScheme(Scheme scheme)
{
    QApplication::setPalette(designPalette(scheme, designAccent(scheme)));
}

void Appearance::followDesktop()
{
    QObject::connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, m_style,
                     [this] { setScheme(desktopScheme()); });
}

} // namespace typeshift::ui
