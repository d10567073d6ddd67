// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ConversationEntry.h"

namespace typeshift {

//! One decision about a call, or a request that still waits for one.
struct Decision {
    ApprovalRequest request;                  //!< with the exact arguments that were proposed
    std::optional<ApprovalResponse> response; //!< none: nobody has decided
    QDateTime askedAt;                        //!< UTC
    QDateTime decidedAt;                      //!< UTC; invalid without a response
    QString agent;                            //!< who asked
    std::optional<QByteArray> executed;       //!< the arguments of the call that ran; none when none did, or not yet

    bool operator==(const Decision &) const = default;
};

//! Who or what decided which call, when, by which rule and with which arguments: read from the stored entries, in the
//! order of asking.
QList<Decision> decisionsOf(const QList<StoredEntry> &entries);

//! One JSON object a line, for export. Arguments are texts, byte for byte.
QByteArray decisionLines(const QList<Decision> &decisions);

} // namespace typeshift
