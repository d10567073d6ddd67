// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "SourceTree.h"

#include <QHash>
#include <QSet>

#include <expected>

namespace typeshift::architecture {

//! One row of a table of rooms in docs/ARCHITECTURE.md.
struct Room {
    int level = 0;
    QString name;
    QStringList mayInclude; //!< rooms of its own layer, besides those the layer's rule allows
};

//! The tables of rooms of docs/ARCHITECTURE.md, and the rules that the page states about them.
class RoomTable
{
public:
    //! Reads the page; the error says what is missing from it.
    static std::expected<RoomTable, QString> parse(const QString &page);

    QList<Room> rooms(const QString &layer) const { return m_rooms.value(layer); }
    bool has(const QString &layer, const QString &room) const;

    //! One line per include of the file that the page does not allow: "path:line: what is wrong".
    QStringList wrongIncludes(const SourceFile &file) const;

private:
    struct Place;
    struct Include;

    Place placeOf(const QString &path) const;
    Include resolve(const QString &written, const QString &layer) const;
    QString whyWrong(const Place &from, const Include &include) const;
    QString whyWrongInside(const Place &from, const Place &to) const;
    const Room *find(const QString &layer, const QString &room) const;

    QHash<QString, QList<Room>> m_rooms;
    QSet<QString> m_engineRoomsOfUi;
};

} // namespace typeshift::architecture
