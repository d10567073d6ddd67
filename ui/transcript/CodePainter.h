// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transcript/BlockPainter.h"

namespace typeshift::ui {

//! A code block: a head with path, language and Copy; code that never wraps and scrolls sideways on its own.
class CodePainter final : public BlockPainter
{
public:
    int height(const RowContext &row) const override;
    void paint(QPainter &painter, const RowContext &row, const RowState &state) const override;
    RowHit hit(const RowContext &row, const QPoint &point) const override;
    std::optional<RowText> text(const RowContext &row) const override;

    //! How far the code can be scrolled sideways.
    static int scrollRange(const RowContext &row);
    //! Where Copy is, in the row's coordinates; empty for the rows that go on with a block.
    static QRect copyButton(const RowContext &row);
};

} // namespace typeshift::ui
