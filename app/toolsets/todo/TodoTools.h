// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/base/Result.h>
#include <engine/json/Field.h>

#include <QList>
#include <QString>

#include <array>

namespace typeshift::toolsets {

enum class TodoStatus { Pending, InProgress, Completed };

//! One step of a list.
struct TodoItem {
    QString content;
    TodoStatus status = TodoStatus::Pending;

    static constexpr auto fields()
    {
        return std::tuple{field("content", &TodoItem::content, "What is to be done, in one sentence."),
                          field("status", &TodoItem::status, "pending, in_progress or completed.")};
    }
    bool operator==(const TodoItem &) const = default;
};

struct WriteTodosArguments {
    QList<TodoItem> todos;

    static constexpr auto fields()
    {
        return std::tuple{field("todos", &WriteTodosArguments::todos, "The whole list, finished steps included.")};
    }
    bool operator==(const WriteTodosArguments &) const = default;
};

//! The list as text, one step a line with its mark. It takes the place of the one before, which the conversation alone
//! keeps: the latest call of write_todos is the list. // D32, D37
//! InvalidInput when a step is empty or too long, two are in progress, or there are more than 100.
[[nodiscard]] Result<QString> writeTodos(const WriteTodosArguments &arguments);

} // namespace typeshift::toolsets

template<>
inline constexpr auto typeshift::enumNames<typeshift::toolsets::TodoStatus> = std::array{
    std::pair{typeshift::toolsets::TodoStatus::Pending, "pending"},
    std::pair{typeshift::toolsets::TodoStatus::InProgress, "in_progress"},
    std::pair{typeshift::toolsets::TodoStatus::Completed, "completed"}};
