// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

class QHBoxLayout;
class QLabel;

namespace typeshift::ui {

class KeyHintButton;
class Theme;

//! Tells of something that happened: a frame in the colour of how bad it is, an icon, one bold sentence, its text and
//! what to do. // DESIGN 2
class MessageBar final : public QFrame
{
    Q_OBJECT

public:
    enum class Severity { Information, Attention, Danger };
    //! Whether the bar draws its own frame, or stands in one that is there.
    enum class Frame { Own, None };

    //! The theme outlives the bar.
    MessageBar(const Theme &theme, Severity severity, Frame frame = Frame::Own, QWidget *parent = nullptr);

    void setSeverity(Severity severity);
    //! Both as plain text; `symbol` is a Breeze icon, empty for the severity's own.
    void setMessage(const QString &headline, const QString &body, const QString &symbol = {});
    //! A button below the text, in the order of the calls; the bar owns it.
    KeyHintButton *addAction(const QString &text, const QString &hint = {});
    void clearActions();

    QString headline() const;
    QString body() const;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void renew();

    const Theme &m_theme;
    Severity m_severity;
    Frame m_frame;
    QString m_symbol;
    QLabel *m_icon;
    QLabel *m_headline;
    QLabel *m_body;
    QHBoxLayout *m_actions;
};

} // namespace typeshift::ui
