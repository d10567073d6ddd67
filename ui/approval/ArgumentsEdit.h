// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPlainTextEdit>

#include <optional>

namespace typeshift::ui {

class Theme;

//! The arguments of a call as JSON that a person changes. Numbers keep their figures: the text itself is what runs.
//! What nobody can see is written as an escape, pasted text included. // T19, DESIGN 4.3.6
class ArgumentsEdit final : public QPlainTextEdit
{
    Q_OBJECT

public:
    //! The theme outlives the edit.
    explicit ArgumentsEdit(const Theme &theme, QWidget *parent = nullptr);

    //! Begins with these; `changed` is what a person made of them before.
    void begin(const QByteArray &proposed, const std::optional<QByteArray> &changed);
    //! None while the text is still the proposed one.
    std::optional<QByteArray> changed() const;

signals:
    void argumentsChanged();

protected:
    void insertFromMimeData(const QMimeData *source) override;

private:
    QString m_begun;
};

} // namespace typeshift::ui
