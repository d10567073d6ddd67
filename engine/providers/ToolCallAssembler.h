// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/Content.h"

#include <functional>
#include <optional>

namespace typeshift {

//! A piece of a tool call as it came over a wire. What is absent or null on the wire is empty here.
struct ToolCallDelta {
    std::optional<int> index;
    QString id;
    QString name;
    QByteArray arguments;
    QByteArray raw = {}; //!< what becomes FunctionCall::raw; the last that is not empty counts
};

//! Puts the calls of one response together from their pieces, for every chat-like provider.
//! The rules are those of providers.md 4.0, "Assembling tool calls".
class ToolCallAssembler
{
public:
    void add(const ToolCallDelta &delta);
    bool isEmpty() const { return m_calls.isEmpty(); }

    enum class Ending {
        Complete,
        OutputLimit, //!< the model had to stop: what is not whole was cut
    };
    //! The calls in the order they began. A call that can't run says why in `problem`. `newId` makes the id of a call
    //! that came without one. Take them only when the response has proved its end.
    QList<FunctionCall> finish(Ending ending, const std::function<QString()> &newId) const;

private:
    struct Open {
        std::optional<int> index;
        QString id;
        QString name;
        QByteArray arguments;
        QByteArray raw;
    };

    Open *place(const ToolCallDelta &delta);
    Open *placeByIndex(const ToolCallDelta &delta);
    Open *placeById(const ToolCallDelta &delta);

    QList<Open> m_calls;
};

//! A call id in the engine's alphabet and length: "call_" and 22 characters of base62. // 4.0 tool calls, rule 8
QString newCallId(const QUuid &from);
//! The first `length` (at most 22) base62 characters of 16 bytes.
QString base62(QByteArrayView bytes, qsizetype length);

} // namespace typeshift
