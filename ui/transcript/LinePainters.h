// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transcript/BlockPainter.h"

namespace typeshift::ui {

//! Who answers, and when.
class HeaderPainter final : public BlockPainter
{
public:
    int height(const RowContext &row) const override;
    void paint(QPainter &painter, const RowContext &row, const RowState &state) const override;

    //! What the header's words take of the line, with the distance to what stands beside them.
    static int textWidth(const RowContext &row, const Block &header);
};

//! The dashed line below an answer that broke off.
class CutPainter final : public BlockPainter
{
public:
    int height(const RowContext &row) const override;
    void paint(QPainter &painter, const RowContext &row, const RowState &state) const override;
};

//! What the run took, in the smallest type; what can be done with its answer while the row has the reader's eye.
class FooterPainter final : public BlockPainter
{
public:
    int height(const RowContext &row) const override;
    void paint(QPainter &painter, const RowContext &row, const RowState &state) const override;
    RowHit hit(const RowContext &row, const QPoint &point) const override;

    //! Where Copy is, in the row's coordinates.
    static QRect copyButton(const RowContext &row);
    //! Where Retry is; empty unless the answer was stopped and nothing came after it.
    static QRect retryButton(const RowContext &row);
};

//! Where earlier messages were put into a summary; the summary itself when it is open.
class SummaryPainter final : public BlockPainter
{
public:
    int height(const RowContext &row) const override;
    void paint(QPainter &painter, const RowContext &row, const RowState &state) const override;
    RowHit hit(const RowContext &row, const QPoint &point) const override;
    std::optional<RowText> text(const RowContext &row) const override;
    bool canExpand(const RowContext &row) const override;
};

} // namespace typeshift::ui
