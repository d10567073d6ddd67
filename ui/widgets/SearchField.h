// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLineEdit>

namespace typeshift::ui {

class Theme;

//! A field to search with: a magnifier in front, the key behind while it is empty, Escape empties it.
class SearchField final : public QLineEdit
{
    Q_OBJECT

public:
    //! The theme outlives the field.
    SearchField(const Theme &theme, const QString &placeholder, const QString &hint, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    const Theme &m_theme;
    QString m_hint;
};

} // namespace typeshift::ui
