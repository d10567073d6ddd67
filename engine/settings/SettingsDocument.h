// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Result.h"
#include "settings/RawObject.h"

#include <QJsonValue>

namespace typeshift {

//! What is stored of an agent's settings, as JSON text: members by their camelCase names, those of tools under "tools"
//! by the tool's name. A setting is named by its path: "temperature", "tools.search_tickets.limit". It knows no schema:
//! what a member means, and whether it may be there, says SettingsSchema. // D40, D44
//!
//!     {"$schemaVersion":3,"temperature":0.3,"tools":{"search_tickets":{"limit":20}}}
class SettingsDocument
{
public:
    //! Nothing stored.
    SettingsDocument() = default;
    //! Refuses, as a Storage error, what this program must not read: the code is "settings-json" for text that is no
    //! JSON, "settings-object" for JSON that is no object, "settings-schema-version" for a "$schemaVersion" that is no
    //! whole number from 1 on, "settings-newer" for one beyond `knownVersion`. // 2.12.9, 2.12.11
    static Result<SettingsDocument> parse(const QByteArray &json, int knownVersion);

    //! Undefined when there is no such member.
    QJsonValue value(const QString &path) const;
    bool contains(const QString &path) const;
    //! Undefined and null take the member away: nulls are left out. A "tools" that is no object gives way.
    void set(const QString &path, const QJsonValue &value);
    void remove(const QString &path);

    bool isEmpty() const { return m_members.isEmpty() && m_tools.isEmpty(); }
    //! Every member that is there, known or not; a tool's by its path, in the order of the text.
    QStringList paths() const;
    //! The one it was written with; 1 for an empty document.
    int schemaVersion() const { return m_schemaVersion; }
    //! The text to store, with "$schemaVersion" first when it is above 1. Members that nobody set are written as they
    //! were read. // 2.12.8, 2.12.10, 2.12.12
    QByteArray toJson(int schemaVersion) const;

    //! Whether the members are the same, whatever version they were written with.
    bool operator==(const SettingsDocument &other) const;

private:
    struct Place {
        QString tool; //!< empty for a member of the document itself
        QString name;
    };
    static Place placeOf(const QString &path);
    const RawObject *objectOf(const Place &place) const;

    int m_schemaVersion = 1;
    RawObject m_members; //!< all but the two that have a place of their own
    RawObject m_tools;   //!< the tools in their order; the text of one that is an object stands below
    QHash<QString, RawObject> m_toolMembers;
};

} // namespace typeshift
