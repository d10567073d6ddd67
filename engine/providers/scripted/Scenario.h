// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Result.h"
#include "json/Field.h"

#include <QList>
#include <QString>

#include <optional>

namespace typeshift {

//! Words that a repeated step takes in turn where its text says {name}.
struct ScenarioWords {
    QString name;
    QList<QString> words;

    static constexpr auto fields()
    {
        return std::tuple{field("name", &ScenarioWords::name, "Stands in the text as {name}."),
                          field("words", &ScenarioWords::words, "Taken in turn, one for each repetition.")};
    }
    bool operator==(const ScenarioWords &) const = default;
};

struct ScenarioUsage {
    int input = 0;
    int output = 0;
    std::optional<int> reasoning;

    static constexpr auto fields()
    {
        return std::tuple{field("input", &ScenarioUsage::input, "Tokens read."),
                          field("output", &ScenarioUsage::output, "Tokens written, reasoning included."),
                          field("reasoning", &ScenarioUsage::reasoning, "The part of output that was reasoning.")};
    }
    bool operator==(const ScenarioUsage &) const = default;
};

struct ScenarioCall {
    QString name;
    QString arguments;

    static constexpr auto fields()
    {
        return std::tuple{field("name", &ScenarioCall::name, "The tool asked for."),
                          field("arguments", &ScenarioCall::arguments, "JSON text.")};
    }
    bool operator==(const ScenarioCall &) const = default;
};

struct ScenarioError {
    QString kind;
    QString message;

    static constexpr auto fields()
    {
        return std::tuple{field("kind", &ScenarioError::kind, "An error kind as it is stored: overloaded."),
                          field("message", &ScenarioError::message, "The provider's words.")};
    }
    bool operator==(const ScenarioError &) const = default;
};

//! One step of an answer; what is set is played, in the order of the members.
struct ScenarioStep {
    std::optional<int> wait;
    std::optional<QList<QString>> reasoning;
    std::optional<QList<QString>> text;
    std::optional<int> pace;
    std::optional<int> times;
    std::optional<QList<ScenarioWords>> vary;
    std::optional<ScenarioCall> call;
    std::optional<ScenarioUsage> usage;
    std::optional<ScenarioError> error;

    static constexpr auto fields()
    {
        return std::tuple{field("wait", &ScenarioStep::wait, "Milliseconds before the step."),
                          field("reasoning", &ScenarioStep::reasoning, "Lines of thought."),
                          field("text", &ScenarioStep::text, "Lines of markdown."),
                          field("pace", &ScenarioStep::pace, "Milliseconds between two words or so; 30 when left out."),
                          field("times", &ScenarioStep::times, "How often the text is said; {n} in it counts from 1."),
                          field("vary", &ScenarioStep::vary, "Words that change from one time to the next."),
                          field("call", &ScenarioStep::call, "A tool call."),
                          field("usage", &ScenarioStep::usage, "Token counts of the answer."),
                          field("error", &ScenarioStep::error, "The answer breaks off here.")};
    }
    bool operator==(const ScenarioStep &) const = default;
};

struct ScenarioAnswer {
    QList<ScenarioStep> steps;

    static constexpr auto fields() { return std::tuple{field("steps", &ScenarioAnswer::steps, "Played in order.")}; }
    bool operator==(const ScenarioAnswer &) const = default;
};

//! What a demo model answers: one answer for each turn of the person and each round of results; the last one for all
//! further turns.
struct Scenario {
    QString title;
    QList<ScenarioAnswer> answers;

    static constexpr auto fields()
    {
        return std::tuple{field("title", &Scenario::title, "What the scenario shows."),
                          field("answers", &Scenario::answers, "One for each turn, at least one.")};
    }
    //! InvalidInput that names the member which is wrong.
    static Result<Scenario> fromJson(const QByteArray &json);

    bool operator==(const Scenario &) const = default;
};

//! The text of a step: its lines, each repetition with its own words.
QString stepText(const QList<QString> &lines, const ScenarioStep &step);

} // namespace typeshift
