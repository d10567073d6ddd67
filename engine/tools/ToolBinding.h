// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/BoundCall.h"
#include "json/DescribedMember.h"

namespace typeshift {

//! What a function's signature makes of it: the schema that a model sees, the check of what a model sends, the call.
//! Fixed once made, so it is shared by every copy of a toolset.
struct ToolBinding {
    QByteArray schema;
    std::function<std::optional<Error>(const QJsonObject &arguments)> problemOf;
    //! `settings` has the members that differ from the struct's own values.
    std::function<Task<Result<ToolOutput>>(QJsonObject arguments, QJsonObject settings, ToolContext &context)> call;
    const void *settings = nullptr; //!< which struct the settings are, a key; null when the function has none
    QList<DescribedMember> members; //!< of the settings
};

namespace detail {

// The address stands for a type or a function where a value has to tell two of them apart.
template<typename T>
inline constexpr char typeKey = 0;
template<auto Function>
inline constexpr char functionKey = 0;

//! The schema of a value that may be null as well.
QJsonObject nullable(QJsonObject schema);
//! The schema as text; the members that may be absent take null as well, as strict providers want it. // D48
QByteArray toolSchema(QJsonObject schema);

template<typename S, typename Function>
std::shared_ptr<const ToolBinding> bind(Function function)
{
    using Arguments = typename S::Arguments;
    S::check();
    auto binding = std::make_shared<ToolBinding>();
    binding->schema = toolSchema(Codec<Arguments>::schema());
    binding->problemOf = [](const QJsonObject &arguments) -> std::optional<Error> {
        if (auto decoded = Codec<Arguments>::decode(arguments); !decoded)
            return argumentsProblem(decoded.error());
        return std::nullopt;
    };
    binding->call = [function = std::move(function)](QJsonObject arguments, QJsonObject settings,
                                                     ToolContext &context) {
        return callBound<S>(&function, std::move(arguments), std::move(settings), context);
    };
    if constexpr (S::structs > 1 && Described<typename S::Settings>) {
        binding->settings = &typeKey<typename S::Settings>;
        binding->members = describedMembers<typename S::Settings>();
    }
    return binding;
}

} // namespace detail

} // namespace typeshift
