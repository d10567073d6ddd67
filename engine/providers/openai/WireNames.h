// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QSet>
#include <QString>

namespace typeshift {

//! Maps our tool names and call ids to what one request may carry, and tool names back. The same names in the same
//! order give the same map, so a conversation reads the same in each of its requests; no two names become one.
//! What is stored never changes. // 2.5.12, 4.0 tool calls, rule 8
class WireNames
{
public:
    //! `callIdLength`: exactly so many letters and digits; 0: up to 40 of [A-Za-z0-9_-].
    explicit WireNames(int callIdLength = 0)
        : m_callIdLength(callIdLength)
    {
    }

    //! A tool's name in [A-Za-z0-9_-]{1,64}.
    QString tool(const QString &name);
    //! The tool that the model means; what it said when no tool of the request is called so.
    QString toolBehind(const QString &wireName) const;
    QString callId(const QString &id);

private:
    bool fits(const QString &id) const;

    int m_callIdLength;
    QHash<QString, QString> m_tools;
    QHash<QString, QString> m_toolsBack;
    QHash<QString, QString> m_ids;
    QSet<QString> m_usedIds;
};

} // namespace typeshift
