// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transcript/TranscriptModel.h"

namespace typeshift {

//! What each row of a transcript says.
inline QStringList rowTexts(const ui::TranscriptModel &model)
{
    QStringList rows;
    for (int row = 0; row < model.rowCount(); ++row)
        rows.append(model.index(row).data().toString());
    return rows;
}

//! The same in one piece, a line for each row.
inline QString textOf(const ui::TranscriptModel &model)
{
    return rowTexts(model).join(u'\n');
}

} // namespace typeshift
