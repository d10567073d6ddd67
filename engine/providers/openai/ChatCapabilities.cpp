// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/openai/ChatCapabilities.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace typeshift {

using Role = ChatCapabilities::InstructionRole;
using Limit = ChatCapabilities::TokenLimit;

namespace {

bool holdsAny(const QString &text, std::initializer_list<QLatin1StringView> parts)
{
    return std::ranges::any_of(parts, [&](QLatin1StringView part) { return text.contains(part, Qt::CaseInsensitive); });
}

bool isUnsupported(const QString &text)
{
    return holdsAny(text,
                    {"support"_L1, "not permitted"_L1, "not allowed"_L1, "unknown"_L1, "unrecognized"_L1,
                     "unexpected"_L1, "not available"_L1, "unavailable"_L1, "disabled"_L1, "must be false"_L1,
                     "extra"_L1, "invalid role"_L1});
}

std::optional<ChatCapabilities> withOtherRole(ChatCapabilities tried, const QString &text)
{
    const auto refused = text.contains("developer"_L1) ? Role::Developer : Role::System;
    if (tried.role != refused || tried.refusedRoles.contains(refused))
        return std::nullopt;
    tried.refusedRoles.append(refused);
    for (const Role role : {Role::System, Role::Developer, Role::User}) {
        if (!tried.refusedRoles.contains(role)) {
            tried.role = role;
            return tried;
        }
    }
    return std::nullopt;
}

std::optional<ChatCapabilities> withOtherLimit(ChatCapabilities tried)
{
    if (!tried.refusedLimits.isEmpty())
        return std::nullopt;
    tried.refusedLimits.append(tried.tokenLimit);
    tried.tokenLimit = tried.tokenLimit == Limit::MaxTokens ? Limit::MaxCompletionTokens : Limit::MaxTokens;
    return tried;
}

std::optional<ChatCapabilities> withoutStreaming(ChatCapabilities tried, const QString &text, bool isSilent)
{
    // A refusal without a word is most often about the newest field.
    if (tried.stream && tried.streamOptions
        && (isSilent || holdsAny(text, {"stream_options"_L1, "include_usage"_L1}))) {
        tried.streamOptions = false;
        return tried;
    }
    if (tried.stream && !text.contains("stream_options"_L1) && text.contains("stream"_L1, Qt::CaseInsensitive)
        && isUnsupported(text)) {
        tried.stream = false;
        return tried;
    }
    return std::nullopt;
}

} // namespace

ChatCapabilities guessedCapabilities(const QString &model)
{
    static const QRegularExpression reasoning(u"(^|/)(o[1-9]|gpt-[5-9])([-.]|$)"_s);
    ChatCapabilities capabilities;
    if (reasoning.match(model).hasMatch()) {
        capabilities.role = Role::Developer;
        capabilities.tokenLimit = Limit::MaxCompletionTokens;
    }
    return capabilities;
}

std::optional<ChatCapabilities> correctedCapabilities(const ChatCapabilities &tried, const Error &refusal)
{
    constexpr std::array refusals{400, 404, 405, 422, 501};
    const ErrorFacts &facts = refusal.facts;
    if (std::ranges::find(refusals, facts.status) == refusals.end())
        return std::nullopt;
    const QString parameter = facts.items.value(0);
    const QString text = QStringList{parameter, facts.code, facts.message, facts.raw}.join(u' ');
    const bool isSilent = facts.message.isEmpty() && facts.raw.isEmpty()
        && (facts.status == 400 || facts.status == 422);

    if (const auto plainer = withoutStreaming(tried, text, isSilent))
        return plainer;
    if (!isUnsupported(text))
        return std::nullopt;
    if (holdsAny(text, {"max_tokens"_L1, "max_completion_tokens"_L1}))
        return withOtherLimit(tried);
    // Some say json_schema, and which parameter only in words.
    if (holdsAny(text, {"response_format"_L1, "json_schema"_L1}) && !tried.leftOut.contains("response_format"_L1)) {
        ChatCapabilities without = tried;
        without.leftOut.append(u"response_format"_s);
        return without;
    }
    for (const auto name : {"temperature"_L1, "top_p"_L1, "seed"_L1, "stop"_L1, "reasoning_effort"_L1}) {
        if (parameter == name && !tried.leftOut.contains(name)) {
            ChatCapabilities without = tried;
            without.leftOut.append(name);
            return without;
        }
    }
    if (text.contains("role"_L1) && holdsAny(text, {"developer"_L1, "system"_L1}))
        return withOtherRole(tried, text);
    return std::nullopt;
}

ChatDialect dialectOf(const QString &host)
{
    if (host.endsWith("mistral.ai"_L1))
        return {.joinsMessages = false, .wantsFiller = true, .callIdLength = 9};
    if (host.endsWith("perplexity.ai"_L1))
        return {.joinsMessages = true, .wantsFiller = false, .callIdLength = 0};
    return {};
}

} // namespace typeshift
