// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/ToolSignature.h"

namespace typeshift::detail {

Error argumentsProblem(const QString &problem);
//! What a function of ours threw, as its failure: call it where an exception was caught. // D53
std::unexpected<Error> thrown();

template<typename S>
struct BoundCall {
    typename S::Arguments arguments;
    typename S::Settings settings;
    QJsonObject raw;
    ToolContext &context;

    template<std::size_t I>
    decltype(auto) parameter()
    {
        if constexpr (S::kinds[I] == ParameterKind::Context)
            return (context);
        else if constexpr (S::kinds[I] == ParameterKind::Stop)
            return context.stop();
        else if constexpr (S::kinds[I] == ParameterKind::RawArguments)
            return (raw);
        else if constexpr (S::structsBefore(I) == 0)
            return (arguments);
        else
            return (settings);
    }

    template<typename Function>
    typename S::Returned invoke(const Function &function)
    {
        return [&]<std::size_t... I>(std::index_sequence<I...>) ->
               typename S::Returned { return function(parameter<I>()...); }(std::make_index_sequence<S::size>());
    }
};

template<typename T>
ToolOutput outputOf(T value)
{
    if constexpr (std::same_as<T, ToolOutput>)
        return value;
    else if constexpr (std::same_as<T, QString>)
        return toolText(value);
    else
        return toolText(QString::fromUtf8(encodeJson(value)));
}

template<typename T>
Result<ToolOutput> outputOf(Result<T> result)
{
    if (!result)
        return std::unexpected(std::move(result).error());
    if constexpr (std::is_void_v<T>)
        return ToolOutput();
    else
        return outputOf(*std::move(result));
}

template<typename S, typename Function>
Result<ToolOutput> callPlain(const Function &function, BoundCall<S> &call)
{
    try {
        if constexpr (std::is_void_v<typename S::Returned>) {
            call.invoke(function);
            return ToolOutput();
        } else {
            return outputOf(call.invoke(function));
        }
    } catch (...) {
        return thrown();
    }
}

// The frame owns what the function's parameters refer to; whoever holds the function outlives the call.
template<typename S, typename Function>
Task<Result<ToolOutput>> callBound(const Function *function, QJsonObject raw, QJsonObject settings,
                                   ToolContext &context)
{
    auto arguments = Codec<typename S::Arguments>::decode(raw);
    if (!arguments)
        co_return failure(argumentsProblem(arguments.error()));
    BoundCall<S> call{*std::move(arguments), Codec<typename S::Settings>::readOver({}, settings), std::move(raw),
                      context};
    if constexpr (S::isCoroutine) {
        try {
            auto result = co_await call.invoke(*function);
            co_return outputOf(std::move(result));
        } catch (...) {
            co_return thrown();
        }
    } else {
        co_return callPlain<S>(*function, call);
    }
}

} // namespace typeshift::detail
