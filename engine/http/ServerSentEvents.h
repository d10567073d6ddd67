// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/ByteLines.h"

#include <functional>

namespace typeshift {

//! One event of a stream; the views end with the call they came in.
struct ServerSentEvent {
    QByteArrayView event; //!< its name; empty when it has none
    QByteArrayView data;  //!< never empty; several data lines are joined by LF. UTF-8 as it came
    bool isWhole = true;  //!< false: the stream ended inside it; it counts if it parses // providers 4.0.5
};

//! Decodes a text/event-stream piece by piece, by the rules of providers.md 4.0. Comments, ids, retry times,
//! unknown fields and events without data are left out. Two things that are no part of the standard come as events:
//! a field `error:` as one named "error", and a line that begins with `{` as the data it was meant to be.
class ServerSentEvents
{
public:
    //! Called for each event in order; an error ends the feeding.
    using Sink = std::function<Result<>(const ServerSentEvent &)>;

    //! Takes the next piece, however it was cut. Returns the sink's error, or Protocol when an event is longer than
    //! ByteLines::mostBytes; the decoder is of no use after either.
    Result<> feed(QByteArrayView piece, const Sink &sink);
    //! The stream ended: an event without its closing blank line is handed over as not whole.
    Result<> finish(const Sink &sink);

private:
    // A value that stays a view into the piece while it can: copied when its event does not end in the same piece.
    struct Value {
        QByteArray kept;
        QByteArrayView view;
        bool isKept = false;
        bool isSet = false;

        void set(QByteArrayView text);
        void addLine(QByteArrayView text);
        void keep();
        void clear();
    };

    void takeLine(QByteArrayView line);
    void takeField(QByteArrayView name, QByteArrayView value);
    Result<> dispatch(const Sink &sink, bool isWhole);
    Result<> checkSize() const;

    ByteLines m_lines;
    Value m_event;
    Value m_data;
    Value m_error;
    bool m_isFirstLine = true;
    bool m_isBare = false; // inside JSON that was written without `data:`
};

} // namespace typeshift
