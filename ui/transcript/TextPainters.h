// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transcript/BlockPainter.h"

namespace typeshift::ui {

//! What a person wrote: a box with "You" and the time, the text as it was typed.
class UserTextPainter final : public BlockPainter
{
public:
    int height(const RowContext &row) const override;
    void paint(QPainter &painter, const RowContext &row, const RowState &state) const override;
    std::optional<RowText> text(const RowContext &row) const override;
};

//! The text of an answer: no box, reading size, a caret at its end while it arrives.
class ProsePainter final : public BlockPainter
{
public:
    int height(const RowContext &row) const override;
    void paint(QPainter &painter, const RowContext &row, const RowState &state) const override;
    std::optional<RowText> text(const RowContext &row) const override;
};

//! One line until it is opened, then the text below a bar.
class ReasoningPainter final : public BlockPainter
{
public:
    int height(const RowContext &row) const override;
    void paint(QPainter &painter, const RowContext &row, const RowState &state) const override;
    RowHit hit(const RowContext &row, const QPoint &point) const override;
    std::optional<RowText> text(const RowContext &row) const override;
    bool canExpand(const RowContext &row) const override;
};

} // namespace typeshift::ui
