// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transcript/BlockPainter.h"

namespace typeshift::ui {

//! Why the run ended: frame in danger's colour, icon, bold first sentence, text, and room for real buttons.
class ErrorBarPainter final : public BlockPainter
{
public:
    int height(const RowContext &row) const override;
    void paint(QPainter &painter, const RowContext &row, const RowState &state) const override;
    std::optional<RowText> text(const RowContext &row) const override;
    QRect widgetPlace(const RowContext &row) const override;
};

//! What is only said while the run goes on.
class NoticePainter final : public BlockPainter
{
public:
    int height(const RowContext &row) const override;
    void paint(QPainter &painter, const RowContext &row, const RowState &state) const override;
    std::optional<RowText> text(const RowContext &row) const override;
};

} // namespace typeshift::ui
