// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/ToolParameters.h"

#include <algorithm>
#include <array>

namespace typeshift::detail {

template<typename F>
struct Signature;

template<typename R, typename... P>
struct Signature<R(P...) noexcept> : Signature<R(P...)> {
};

template<typename F>
struct SignatureOf;
template<typename F>
struct SignatureOf<const std::function<F>> {
    using Type = Signature<F>;
};

//! What a function's signature says about a tool made of it. // D16
template<typename R, typename... P>
struct Signature<R(P...)> {
    static constexpr std::size_t size = sizeof...(P);
    static constexpr std::array<ParameterKind, size> kinds{parameterKind<P>()...};
    static constexpr auto structs = std::ranges::count(kinds, ParameterKind::Described);
    static constexpr bool isCoroutine = isTask<R>;
    using Returned = R;
    using Value = typename ReturnedBy<R>::Value;

    //! How many structs stand before a parameter: the first is the arguments, the second the settings.
    static consteval std::size_t structsBefore(std::size_t index)
    {
        return std::size_t(std::count(kinds.begin(), kinds.begin() + std::ptrdiff_t(index), ParameterKind::Described));
    }

    template<std::size_t Wanted, typename Otherwise>
    static consteval auto structAt()
    {
        constexpr auto place = [] {
            for (std::size_t i = 0; i < size; ++i) {
                if (kinds[i] == ParameterKind::Described && structsBefore(i) == Wanted)
                    return i;
            }
            return size;
        }();
        if constexpr (place < size)
            return std::type_identity<std::remove_cvref_t<std::tuple_element_t<place, std::tuple<P...>>>>();
        else
            return std::type_identity<Otherwise>();
    }

    using Arguments = typename decltype(structAt<0, NoArguments>())::type;
    using Settings = typename decltype(structAt<1, NoArguments>())::type;

    //! Refuses, each with a sentence, what cannot be a tool.
    static consteval void check()
    {
        static_assert(!std::ranges::contains(kinds, ParameterKind::Changeable),
                      "TSH004: a tool's parameter is a value or a const reference; only ToolContext & may change.");
        static_assert(!std::ranges::contains(kinds, ParameterKind::Unknown),
                      "TSH040: a tool takes its arguments as one struct with fields(); its other parameters are its "
                      "settings, ToolContext &, StopToken and const QJsonObject &.");
        static_assert(structs <= 2,
                      "TSH040: a tool takes at most two structs: first its arguments, then its settings.");
        static_assert(!isBareTask<R>,
                      "TSH041: a tool that waits returns Task<Result<T>>, because a stopped run needs its answer too.");
        static_assert(Answer<Value>,
                      "TSH041: a tool returns nothing, a QString, a ToolOutput or a storable value, each plain or as a "
                      "Result, or as a Task of a Result.");
        requireStorable<Arguments>();
        requireStorable<Settings>();
        static_assert(areMembersExplained<Arguments>(),
                      "TSH039: a member of a tool's arguments has no description: the model fills it by its words.");
        static_assert(std::default_initializable<Settings>,
                      "TSH012: a tool's settings have a default for every member, because nothing may be stored yet.");
    }
};

} // namespace typeshift::detail
