// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/ByteLines.h"

#include <functional>

namespace typeshift {

//! One line of a stream of JSON documents; the view ends with the call it came in.
struct JsonLine {
    QByteArrayView text;
    bool isWhole = true; //!< false: the stream ended inside it; it counts if it parses
};

//! Decodes newline-delimited JSON piece by piece. Blank lines are left out.
class JsonLines
{
public:
    //! Called for each line in order; an error ends the feeding.
    using Sink = std::function<Result<>(const JsonLine &)>;

    //! Takes the next piece. Returns the sink's error, or Protocol when a line is longer than ByteLines::mostBytes.
    Result<> feed(QByteArrayView piece, const Sink &sink);
    //! The stream ended: a last line without its end is handed over as not whole.
    Result<> finish(const Sink &sink);

private:
    ByteLines m_lines;
};

} // namespace typeshift
