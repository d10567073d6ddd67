// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Error.h"
#include "base/StrongId.h"

#include <QDateTime>

namespace typeshift {

enum class ConversationState {
    Idle,        //!< the last run ended, or there was none
    Running,     //!< somebody, here or in another process, holds a living lease
    Asking,      //!< the last run ended with approval requests that wait for a person
    Interrupted, //!< the last run never ended and nobody runs it: offer Resume
};

//! What a list shows of a conversation.
struct ConversationRecord {
    ConversationId id;
    QString title;
    QString agent;
    QString provider; //!< the profile's name
    QString model;
    std::optional<SettingsId> settings;
    QDateTime createdAt; //!< UTC
    QDateTime updatedAt; //!< UTC; the last input: a list stays in place while a run works
    QString draft;       //!< empty when there is none
    ConversationState state = ConversationState::Idle;
    QString process;                //!< Running: who runs it, as its lease says: "typeshift 4711 on desk"
    QDateTime cutOffAt;             //!< Interrupted: UTC, when its last entry was made; invalid when that is unknown
    std::optional<Error> lastError; //!< why the last run ended early; none when it ended well or goes on

    bool operator==(const ConversationRecord &) const = default;
};

//! Where a conversation stands in the order of lists.
struct ConversationPlace {
    QDateTime updatedAt;
    ConversationId id;
};

//! Which conversations a list shows, newest first.
struct ConversationFilter {
    QString title; //!< a part of the title, whatever its case; empty: all
    int limit = 0; //!< at most so many; 0: all, which takes seconds for 50,000 where a page of 200 takes 20 ms
    int offset = 0;
    //! Only what comes after this one, the last of the page before: skips nothing and counts nothing, unlike an offset.
    std::optional<ConversationPlace> after = std::nullopt;
};

//! What a run is about to say in a conversation.
struct ConversationInput {
    ConversationId conversation;
    QString agent;
    QString provider;
    QString model;
    QString text; //!< the user's words; the first ones give the title
    std::optional<SettingsId> settings = std::nullopt;
};

//! The first line that says something, cut at a word to at most 60 characters (as a reader counts them: a family
//! emoji is one) with "…". Markdown marks stay. Empty for text without a word.
QString conversationTitle(const QString &text);

} // namespace typeshift
