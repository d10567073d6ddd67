// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/chat/Content.h>

#include <QDateTime>

#include <functional>
#include <optional>
#include <variant>

namespace typeshift::ui {

//! Says what is wrong with arguments that a person changed, in one sentence; none when the tool takes them. // T19
using CheckArguments = std::function<std::optional<QString>(QByteArray)>;

//! Writes to production, moves money, deletes, sends to people, leaves the folder. // DESIGN 4.3.3
struct Risk {
    bool isRisky = false;
    QString why; //!< the first sentence says what it does
    bool operator==(const Risk &) const = default;
};

//! What a call would do to a file.
struct FileEdit {
    QString path;
    QString before; //!< empty for a new file
    QString after;
    bool operator==(const FileEdit &) const = default;
};

//! A line beside a command: where it runs, for how long.
struct ShellFact {
    QString label;
    QString value;
    bool operator==(const ShellFact &) const = default;
};

struct ShellCommand {
    QString command;
    QList<ShellFact> facts;
    bool operator==(const ShellCommand &) const = default;
};

//! The arguments are the evidence.
struct PlainArguments {
    bool operator==(const PlainArguments &) const = default;
};

//! How the arguments of a call are shown best. The arguments themselves can always be read beside it.
using Evidence = std::variant<PlainArguments, FileEdit, ShellCommand>;

//! How a request stopped being open without this window. // 2.6.14
struct ApprovalClosing {
    enum class Kind { Answered, PassedBy };

    Kind kind = Kind::Answered;
    bool approved = false;
    QString by; //!< who answered, in words; empty when it is not known
    QDateTime at;
    bool operator==(const ApprovalClosing &) const = default;
};

//! What the program knows of a call beyond its arguments.
struct ApprovalDetails {
    Evidence evidence;
    Risk risk;
    CheckArguments check; //!< none: the tool takes any JSON object
};

//! A request as a person sees it.
struct Approval {
    ApprovalRequest request;
    Evidence evidence;
    Risk risk;
    QString words;                          //!< the agent's own reason; shown in quote marks
    std::optional<ApprovalClosing> closing; //!< none while it is open
    CheckArguments check;                   //!< none: the tool takes any JSON object

    bool isOpen() const { return !closing; }
};

//! What somebody decided about a request and did not send yet.
struct Decision {
    enum class Kind { Once, Conversation, Reject };

    Kind kind = Kind::Once;
    QString reason;
    bool operator==(const Decision &) const = default;
};

} // namespace typeshift::ui
