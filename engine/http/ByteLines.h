// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Result.h"

#include <QByteArray>

#include <optional>

namespace typeshift {

//! Splits a byte stream that comes in pieces into lines. A line ends with LF, CR or CRLF, also when the two bytes of
//! CRLF come in different pieces, and with nothing else: U+2028, U+2029 and U+0085 are text. // providers 4.0.1
class ByteLines
{
public:
    //! The longest line, and for ServerSentEvents the longest event. // providers 4.0.6
    static constexpr qsizetype mostBytes = qsizetype(64) << 20;

    //! Takes the next piece, which must stay until keepRest().
    void begin(QByteArrayView piece);
    //! The next whole line without its end; none when the piece has no more. The view lasts until keepRest().
    std::optional<QByteArrayView> next();
    //! Stores the beginning of a line that the next piece goes on with. Protocol error when it is too long.
    Result<> keepRest();
    //! A last line that nothing ended; none when there is none. The view lasts until the next call of any kind.
    std::optional<QByteArrayView> rest();

private:
    const char *findEnd();

    QByteArray m_partial;
    const char *m_position = nullptr;
    const char *m_end = nullptr;
    const char *m_lineFeed = nullptr; // the next LF at or after m_position, m_end when there is none
    bool m_isPartialWhole = false;    // m_partial was handed out and is kept only for the views into it
    bool m_followsReturn = false;     // the last byte was a CR: an LF now belongs to it
};

} // namespace typeshift
