// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agents/Agent.h"

namespace typeshift {

inline void searchTickets()
{
}
inline void closeTicket()
{
}
inline void moveTicket()
{
}
inline void readMail()
{
}

//! search_tickets (read-only), close_ticket (needs an approval) and move_ticket.
inline Toolset ticketTools()
{
    return Toolset(QStringLiteral("tickets"))
        .withTool<&searchTickets>("Finds.")
        .readOnly()
        .withTool<&closeTicket>("Closes.")
        .requiresApproval()
        .withTool<&moveTicket>("Moves.");
}

inline Toolset mailTools()
{
    return Toolset(QStringLiteral("mail")).withTool<&readMail>("Reads.").readOnly();
}

//! The toolsets that the files of a test may name.
inline QList<Toolset> toolsetsOfTests()
{
    return {ticketTools(), mailTools()};
}

} // namespace typeshift
