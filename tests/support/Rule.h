// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDebug>

#include <initializer_list>

namespace typeshift {

//! Tells the runner which rules of docs/BEHAVIOUR.md a test function shows: RULE("2.4.3", "2.4.5") is its first line.
inline void tellRules(std::initializer_list<const char *> rules)
{
    for (const char *rule : rules)
        qInfo("rule %s", rule);
}

} // namespace typeshift

#define RULE(...) typeshift::tellRules({__VA_ARGS__})
