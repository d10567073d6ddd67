// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPushButton>

namespace typeshift::ui {

class Theme;

//! A push button that shows its key in small letters behind its label. The hint is only text: the key itself belongs
//! to an action. // DESIGN 2
class KeyHintButton final : public QPushButton
{
    Q_OBJECT

public:
    //! The theme outlives the button.
    KeyHintButton(const Theme &theme, const QString &text, const QString &hint, QWidget *parent = nullptr);

    void setHint(const QString &hint);
    //! Draws as the window's default button: accent fill.
    void setProminent(bool prominent);
    //! The icon by its Breeze name, in the colour of the label.
    void setSymbol(const QString &name);
    //! Label at the left edge, hint at the right one, instead of both in the middle.
    void setSpread(bool spread);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    bool isAccented() const;
    void renewIcon();

    const Theme &m_theme;
    QString m_hint;
    QString m_symbol;
    bool m_isProminent = false;
    bool m_isSpread = false;
};

} // namespace typeshift::ui
