// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace typeshift {

namespace detail {

constexpr bool isLower(char each)
{
    return each >= 'a' && each <= 'z';
}
constexpr bool isUpper(char each)
{
    return each >= 'A' && each <= 'Z';
}
constexpr bool isDigit(char each)
{
    return each >= '0' && each <= '9';
}
constexpr bool isInName(char each)
{
    return isLower(each) || isUpper(each) || isDigit(each) || each == '_';
}

// Cuts the bracket pair off that `text` ends with.
constexpr std::string_view withoutPair(std::string_view text, char open, char close)
{
    std::size_t depth = 0;
    for (std::size_t i = text.size(); i-- > 0;) {
        depth += text[i] == close ? 1 : 0;
        depth -= text[i] == open ? 1 : 0;
        if (depth == 0)
            return text.substr(0, i);
    }
    return text;
}

// The last identifier of what a compiler prints for a function: "ns::{anonymous}::find<int>" is "find".
constexpr std::string_view lastIdentifier(std::string_view text)
{
    if (text.ends_with(')'))
        text = withoutPair(text, '(', ')');
    if (text.ends_with('>'))
        text = withoutPair(text, '<', '>');
    std::size_t start = text.size();
    while (start > 0 && isInName(text[start - 1]))
        --start;
    return text.substr(start);
}

template<auto Function>
consteval std::string_view functionName()
{
#if defined(_MSC_VER) && !defined(__clang__)
    std::string_view text = __FUNCSIG__;
    text = text.substr(0, text.rfind(">(void)"));
#else
    std::string_view text = __PRETTY_FUNCTION__;
    text = text.substr(text.find("Function = ") + 11);
    text = text.substr(0, text.find_first_of(";]"));
#endif
    return lastIdentifier(text);
}

struct NameText {
    std::array<char, 256> letters{};
    std::size_t size = 0;

    constexpr std::string_view view() const { return {letters.data(), size}; }
};

// A word begins at a capital behind something else, and at the last capital of several: "fetchURLNow" is fetch_url_now.
constexpr NameText snakeCase(std::string_view name)
{
    NameText snake;
    for (std::size_t i = 0; i < name.size() && snake.size + 2 < snake.letters.size(); ++i) {
        const bool isStart = isUpper(name[i]) && i > 0 && name[i - 1] != '_'
            && (!isUpper(name[i - 1]) || (i + 1 < name.size() && isLower(name[i + 1])));
        if (isStart)
            snake.letters[snake.size++] = '_';
        snake.letters[snake.size++] = isUpper(name[i]) ? char(name[i] - 'A' + 'a') : name[i];
    }
    return snake;
}

} // namespace detail

//! What a tool made of this function is called: searchTickets and SearchTickets are search_tickets, closeTicketAsync is
//! close_ticket. Stored settings and approvals name the tool, so pin the old name with withName() before you rename
//! the function. // D13
template<auto Function>
consteval detail::NameText toolName()
{
    std::string_view name = detail::functionName<Function>();
    if (name.size() > 5 && name.ends_with("Async"))
        name.remove_suffix(5);
    return detail::snakeCase(name);
}

} // namespace typeshift
