// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "words/ErrorText.h"

#include <engine/chat/Content.h>

#include <QDateTime>
#include <QStringList>
#include <QUuid>

#include <chrono>
#include <optional>
#include <variant>

namespace typeshift::ui {

//! Names a row for good: the same part of the same message has the same id while it streams, once it is stored and
//! after the conversation was opened again.
struct RowId {
    enum class Part : quint8 { Input, Header, Reasoning, Text, Call, Cut, Error, Footer, Summary, Notice };

    QUuid message; //!< null for rows of an entry without messages
    Part part = Part::Text;
    qint64 ordinal = 0; //!< which part of that kind in the message; the entry's sequence when there is no message
    int piece = 0;      //!< which piece of a long text

    bool operator==(const RowId &) const = default;
    friend size_t qHash(const RowId &id, size_t seed = 0)
    {
        return qHashMulti(seed, id.message, quint8(id.part), id.ordinal, id.piece);
    }
};

// What a row of the transcript shows. A closed family: a new kind does not compile before it has a painter and words.

struct UserText {
    QString text;
    QDateTime at;
    QStringList attachments; //!< names; only on the first piece
    bool continued = false;  //!< the box goes on from the row above
    bool continues = false;
    bool operator==(const UserText &) const = default;
};

struct AssistantHeader {
    QString author;
    QDateTime at;
    bool operator==(const AssistantHeader &) const = default;
};

struct Prose {
    QString markdown;
    bool continued = false;
    bool operator==(const Prose &) const = default;
};

struct CodeBlock {
    QString code;
    QString language;
    QString title;
    bool continued = false;
    bool continues = false;
    bool operator==(const CodeBlock &) const = default;
};

struct Reasoning {
    QString text;
    std::optional<std::chrono::seconds> duration;
    std::optional<qint64> tokens;
    bool continued = false; //!< a later piece of a long one: seen only when it is open
    bool operator==(const Reasoning &) const = default;
};

struct ToolRow {
    enum class State {
        Running,
        Done,
        Failed,
        WithoutResult, //!< its run ended before it was answered
        EffectUnknown, //!< its run was cut off by a crash: nobody can tell what it did, and it is not run again // T21
        Waiting,       //!< for a person's word, its own or that of another call of its response // 2.6.2
        Rejected,      //!< by a person or a rule; the result says why
    };

    FunctionCall call;
    State state = State::Running;
    QString result;
    bool operator==(const ToolRow &) const = default;
};

//! Why the run ended early. The page hands in its buttons with TranscriptView::setRowWidget.
struct ErrorBar {
    Error error;
    ErrorContext context;
    bool operator==(const ErrorBar &) const = default;
};

//! The line below an answer that is not whole.
struct Cut {
    enum class Reason { BrokeOff, Stopped };

    Reason reason = Reason::BrokeOff;
    bool operator==(const Cut &) const = default;
};

struct Footer {
    int modelCalls = 0;
    Usage usage;
    std::optional<std::chrono::milliseconds> duration;
    bool operator==(const Footer &) const = default;
};

struct SummaryDivider {
    QString text;
    qsizetype messages = 0; //!< how many it stands for, 0 when that is not loaded
    bool operator==(const SummaryDivider &) const = default;
};

//! What is only said while a run goes on: a retry that waits, a step that could not be stored.
struct Notice {
    enum class Kind { Retry, StoreFailed };

    Kind kind = Kind::Retry;
    Error error;
    int attempt = 0;
    std::chrono::milliseconds delay{};
    bool operator==(const Notice &) const = default;
};

using BlockContent = std::variant<UserText, AssistantHeader, Prose, CodeBlock, Reasoning, ToolRow, ErrorBar, Cut,
                                  Footer, SummaryDivider, Notice>;

//! A row: what it is called and what it shows.
struct Block {
    RowId id;
    BlockContent content;

    template<typename T>
    const T *as() const
    {
        return std::get_if<T>(&content);
    }
    bool operator==(const Block &) const = default;
};

} // namespace typeshift::ui
