// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ConversationEntry.h"

#include <QSet>

namespace typeshift {

//! The call ids that a run's conversation holds already, and new names for calls that repeat one: call_1 becomes
//! call_1_2, then call_1_3. One for each run. // 2.5, D59
class UniqueCallIds
{
public:
    //! Ids of stored entries count, also of those that the history leaves out. // 2.5.1
    void note(const QList<StoredEntry> &entries);
    void note(const QList<Message> &messages);
    void note(const Message &message);

    //! The id itself if it is free, else the first free name made from it; either is in use from here on. An empty id
    //! gets a name made from `random`. // 2.5.2, 2.5.10
    QString claim(const QString &id, const QUuid &random);

private:
    QSet<QString> m_inUse;
    QHash<QString, int> m_next; //!< the next number to try, so that many equal ids take linear time // 2.5.14
};

} // namespace typeshift
