// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QString>

#include <optional>

namespace typeshift {

//! A JSON object as text: its members in their order, each value byte for byte as it was written. QJsonObject sorts
//! names and rewrites numbers, so what this program does not know would not come back as it was. // D44
class RawObject
{
public:
    RawObject() = default;
    //! The members of an object's text, which is known to be JSON. Of two members of one name the last counts, as
    //! everywhere in Qt.
    static RawObject ofText(QByteArrayView json);

    //! The value's text; none when there is no such member.
    std::optional<QByteArray> text(const QString &name) const;
    //! Takes the place of a member of this name, or stands behind the others.
    void set(const QString &name, QByteArray text);
    void remove(const QString &name);

    bool contains(const QString &name) const { return m_places.contains(name); }
    bool isEmpty() const { return m_members.isEmpty(); }
    //! In the order of the text.
    QStringList names() const;
    //! The object's text, without space between the members.
    QByteArray toText() const;

    bool operator==(const RawObject &other) const { return m_members == other.m_members; }

private:
    struct Member {
        QString name;
        QByteArray text;

        bool operator==(const Member &) const = default;
    };

    QList<Member> m_members;
    QHash<QString, qsizetype> m_places;
};

} // namespace typeshift
