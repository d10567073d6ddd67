// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

namespace typeshift::ui {

class LivePulse;
class Theme;

//! A live dot of its own; beats while it is visible. The word beside it says what lives.
class LiveDot final : public QWidget
{
    Q_OBJECT

public:
    //! Both outlive the dot.
    LiveDot(const Theme &theme, LivePulse &pulse, QWidget *parent = nullptr);
    ~LiveDot() override;

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    const Theme &m_theme;
    LivePulse &m_pulse;
    bool m_isBeating = false;
};

} // namespace typeshift::ui
