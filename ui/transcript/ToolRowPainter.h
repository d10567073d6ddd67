// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transcript/BlockPainter.h"

namespace typeshift::ui {

//! A call of a tool: state, name, arguments and result in one line; arguments and result whole when it is open.
class ToolRowPainter final : public BlockPainter
{
public:
    int height(const RowContext &row) const override;
    void paint(QPainter &painter, const RowContext &row, const RowState &state) const override;
    RowHit hit(const RowContext &row, const QPoint &point) const override;
    std::optional<RowText> text(const RowContext &row) const override;
    bool canExpand(const RowContext &row) const override;
};

} // namespace typeshift::ui
