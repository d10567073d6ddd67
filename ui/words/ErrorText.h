// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/base/Error.h>

#include <QList>

namespace typeshift::ui {

//! What a person can do about an error; each place offers those that it has.
enum class ErrorAction {
    TryAgain,
    OpenProviders,
    NewConversation,
};

//! Where an error happened, so that it can be told in the person's words.
struct ErrorContext {
    enum class Occasion {
        Run,   //!< a message was on its way
        SetUp, //!< a provider was asked whether it is there; nothing could be lost
    };

    QString provider; //!< what people call it: "Ollama"; empty when none was asked
    QString model;
    bool hasPartialAnswer = false; //!< a part of the answer had arrived and is stored
    Occasion occasion = Occasion::Run;

    bool operator==(const ErrorContext &) const = default;
};

//! An error in words: one bold sentence that says what happened; then the other side's code and words, the likeliest
//! cause or what was kept; then what to do, likeliest first. // DESIGN 5
struct ErrorText {
    QString headline;
    QString body;
    QList<ErrorAction> actions;

    bool operator==(const ErrorText &) const = default;
};

//! Words an error of a run, of a provider or of the database. Never empty.
ErrorText errorText(const Error &error, const ErrorContext &context = {});

//! Headline and body on one line, for a terminal or a screen reader.
QString errorLine(const Error &error, const ErrorContext &context = {});

} // namespace typeshift::ui
