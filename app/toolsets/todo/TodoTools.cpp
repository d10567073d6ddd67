// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "toolsets/todo/TodoTools.h"

using namespace Qt::StringLiterals;

namespace typeshift::toolsets {

namespace {

constexpr int mostTodos = 100;
constexpr qsizetype longestTodo = 1000;

QLatin1StringView markOf(TodoStatus status)
{
    switch (status) {
    case TodoStatus::Pending:
        return "[ ] "_L1;
    case TodoStatus::InProgress:
        return "[>] "_L1;
    case TodoStatus::Completed:
        return "[x] "_L1;
    }
    Q_UNREACHABLE_RETURN(QLatin1StringView());
}

} // namespace

Result<QString> writeTodos(const WriteTodosArguments &arguments)
{
    if (arguments.todos.size() > mostTodos)
        return failure(Error::Kind::InvalidInput, u"the list has more than %1 steps"_s.arg(mostTodos));
    QString list;
    int inProgress = 0;
    int completed = 0;
    for (qsizetype i = 0; i < arguments.todos.size(); ++i) {
        const TodoItem &item = arguments.todos.at(i);
        const QString content = item.content.simplified();
        if (content.isEmpty())
            return failure(Error::Kind::InvalidInput, u"step %1 is empty"_s.arg(i + 1));
        if (content.size() > longestTodo) {
            return failure(Error::Kind::InvalidInput,
                           u"step %1 is longer than %2 characters"_s.arg(i + 1).arg(longestTodo));
        }
        inProgress += item.status == TodoStatus::InProgress;
        completed += item.status == TodoStatus::Completed;
        list += markOf(item.status) + content + u'\n';
    }
    if (inProgress > 1) {
        return failure(Error::Kind::InvalidInput, u"%1 steps are in progress; at most one may be"_s.arg(inProgress));
    }
    if (list.isEmpty())
        return u"The list is empty."_s;
    return u"%1 of %2 done\n"_s.arg(completed).arg(arguments.todos.size()) + list;
}

} // namespace typeshift::toolsets
