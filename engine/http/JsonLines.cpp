// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "http/JsonLines.h"

namespace typeshift {

Result<> JsonLines::feed(QByteArrayView piece, const Sink &sink)
{
    m_lines.begin(piece);
    while (const auto line = m_lines.next()) {
        if (line->trimmed().isEmpty())
            continue;
        if (auto taken = sink({.text = *line}); !taken)
            return taken;
    }
    return m_lines.keepRest();
}

Result<> JsonLines::finish(const Sink &sink)
{
    const auto line = m_lines.rest();
    if (!line || line->trimmed().isEmpty())
        return {};
    return sink({.text = *line, .isWhole = false});
}

} // namespace typeshift
