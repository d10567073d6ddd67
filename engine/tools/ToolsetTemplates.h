// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The bodies of Toolset's templates; Toolset.h includes it.
#include "tools/Toolset.h"

namespace typeshift {

namespace detail {

template<typename F>
concept FunctionPointer = std::is_pointer_v<F> && std::is_function_v<std::remove_pointer_t<F>>;

template<typename T>
inline constexpr bool isDataMember = false;
template<typename S, typename V>
inline constexpr bool isDataMember<V S::*> = !std::is_function_v<V>;

// What a field list calls a member; empty when it does not list it.
template<typename S, typename V>
constexpr std::string_view fieldName(V S::*member)
{
    std::string_view name;
    const auto look = [&]<typename Value>(const Field<S, Value> &field) {
        if constexpr (std::same_as<Value, V>) {
            if (field.member == member)
                name = field.name;
        }
    };
    std::apply([&](const auto &...each) { (look(each), ...); }, S::fields());
    return name;
}

} // namespace detail

template<auto Function>
Toolset &Toolset::withTool(std::string_view description, std::source_location place)
{
    using Pointer = std::remove_const_t<decltype(Function)>;
    static_assert(detail::FunctionPointer<Pointer>,
                  "TSH042: a tool is made of a free function or a static member; give what keeps something a name: "
                  "withTool(\"name\", \"description\", callable).");
    if constexpr (detail::FunctionPointer<Pointer>) {
        static constexpr auto name = toolName<Function>();
        static_assert(name.size <= 64,
                      "TSH034: this function's name is too long for a tool; providers take 64 letters.");
        return add({.name = detail::text(name.view()),
                    .description = detail::text(description),
                    .binding = detail::bind<detail::Signature<std::remove_pointer_t<Pointer>>>(Function),
                    .function = &detail::functionKey<Function>,
                    .configurable = {},
                    .place = place});
    }
    return *this;
}

template<typename Callable>
Toolset &Toolset::withTool(std::string_view name, std::string_view description, Callable callable,
                           std::source_location place)
{
    const std::function function(std::move(callable));
    return add({.name = detail::text(name),
                .description = detail::text(description),
                .binding = detail::bind<typename detail::SignatureOf<decltype(function)>::Type>(function),
                .configurable = {},
                .place = place});
}

template<typename Pick>
Toolset &Toolset::configurable(Pick member, std::source_location place)
{
    static_assert(detail::isDataMember<Pick>,
                  "TSH015: what may be stored is picked as a member of the settings: configurable(&Settings::limit).");
    if constexpr (detail::isDataMember<Pick>) {
        return [&]<typename S, typename V>(V S::*picked) -> Toolset & {
            static_assert(Described<S>, "TSH012: settings are a struct with fields(), each with a default.");
            if constexpr (Described<S>) {
                requireStorable<S>();
                return allow(detail::latin1(detail::fieldName(picked)), &detail::typeKey<S>, place);
            }
            return *this;
        }(member);
    }
    return *this;
}

} // namespace typeshift
