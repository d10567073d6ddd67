// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theme/Token.h"

#include <QPointer>
#include <QStyle>

#include <memory>
#include <optional>

namespace typeshift::ui {

class Theme;
class WorkbenchStyle;

//! Dresses the application: the desktop's own style and palette where it has them, Fusion with the design's palette
//! where it has none or where a scheme is asked for. One per program, made right after QApplication. // DESIGN 7
class Appearance
{
public:
    //! `forced` is what --theme asked for.
    explicit Appearance(std::optional<Scheme> forced);
    ~Appearance();

    const Theme &theme() const { return *m_theme; }
    //! Changes the scheme of the design's palette while the program runs.
    void setScheme(Scheme scheme);

private:
    void followDesktop();

    QPointer<WorkbenchStyle> m_style;
    std::unique_ptr<Theme> m_theme;
};

} // namespace typeshift::ui
