// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "RoomTable.h"

#include <QRegularExpression>

namespace typeshift::architecture {

using namespace Qt::StringLiterals;

namespace {

const QStringList layers{u"engine"_s, u"ui"_s, u"app"_s};

//! The cells of a markdown table's row; empty for any other line.
QStringList cellsOf(const QString &line)
{
    if (!line.startsWith(u'|'))
        return {};
    QStringList cells;
    const QStringList parts = line.split(u'|').sliced(1);
    for (const QString &cell : parts)
        cells.append(cell.trimmed());
    if (!cells.isEmpty())
        cells.removeLast();
    return cells;
}

QStringList namesIn(const QString &cell)
{
    static const QRegularExpression comma(u"\\s*,\\s*"_s);
    return cell.split(comma, Qt::SkipEmptyParts);
}

} // namespace

//! Where a file stands: "engine/storage/sql/Database.h" is layer engine, room storage, folder sql.
struct RoomTable::Place {
    QString layer;
    QString room;
    QString folder;
    bool isTest = false;
};

//! What an #include names: a file of ours, or something else (Qt, std, a neighbour in the same folder).
struct RoomTable::Include {
    bool isOurs = false;
    bool namesLayer = false;
    Place to;
};

std::expected<RoomTable, QString> RoomTable::parse(const QString &page)
{
    RoomTable table;
    QString layer;
    bool inRooms = false;
    QStringList head;
    const QStringList lines = page.split(u'\n');
    for (const QString &line : lines) {
        if (line.startsWith("## "_L1))
            inRooms = line == "## The rooms"_L1;
        if (!inRooms)
            continue;
        if (line.startsWith("### "_L1))
            layer = line.sliced(4).trimmed();
        const QStringList cells = cellsOf(line);
        if (cells.isEmpty()) {
            head.clear();
        } else if (head.isEmpty()) {
            head = cells;
        } else if (!cells.constFirst().startsWith("---"_L1)) {
            if (head.constFirst() == "level"_L1) {
                const QString named = head.value(2) == "may include"_L1 ? cells.value(2) : QString();
                table.m_rooms[layer].append({cells.constFirst().toInt(), cells.value(1), namesIn(named)});
            } else if (head.constFirst() == "engine rooms that ui includes"_L1) {
                const QStringList names = namesIn(cells.constFirst());
                table.m_engineRoomsOfUi.unite(QSet<QString>(names.cbegin(), names.cend()));
            }
        }
    }
    for (const QString &wanted : layers) {
        if (table.m_rooms.value(wanted).isEmpty())
            return std::unexpected(QString(u"the page has no table of rooms under \"### "_s + wanted + u'"'));
    }
    if (table.m_engineRoomsOfUi.isEmpty())
        return std::unexpected(u"the page does not say which engine rooms ui includes"_s);
    return table;
}

const Room *RoomTable::find(const QString &layer, const QString &room) const
{
    const auto rooms = m_rooms.constFind(layer);
    if (rooms == m_rooms.cend())
        return nullptr;
    const auto found = std::ranges::find(*rooms, room, &Room::name);
    return found == rooms->cend() ? nullptr : &*found;
}

bool RoomTable::has(const QString &layer, const QString &room) const
{
    return find(layer, room) != nullptr;
}

RoomTable::Place RoomTable::placeOf(const QString &path) const
{
    QStringList parts = path.split(u'/');
    Place place;
    place.isTest = parts.constFirst() == "tests"_L1;
    if (place.isTest)
        parts.removeFirst();
    place.layer = parts.value(0);
    if (parts.size() > 2)
        place.room = parts.at(1);
    if (parts.size() > 3)
        place.folder = parts.at(2);
    return place;
}

RoomTable::Include RoomTable::resolve(const QString &written, const QString &layer) const
{
    const QString first = written.section(u'/', 0, 0);
    if (!written.contains(u'/'))
        return {};
    if (layers.contains(first))
        return {true, true, placeOf(written)};
    // Without a layer's name it is a room of the includer's own layer, and if that has none, of a lower one.
    const QString lower = layer == "app"_L1 ? u"ui"_s : u"engine"_s;
    for (const QString &candidate : {layer, lower, u"engine"_s}) {
        if (has(candidate, first)) {
            const QString path = candidate + u'/' + written;
            return {true, false, placeOf(path)};
        }
    }
    return {};
}

QString RoomTable::whyWrongInside(const Place &from, const Place &to) const
{
    if (from.room == to.room) {
        const bool siblings = !from.folder.isEmpty() && !to.folder.isEmpty() && from.folder != to.folder;
        return siblings ? QString(u"folder "_s + from.folder + u" does not know folder "_s + to.folder) : QString();
    }
    if (from.room.isEmpty())
        return {}; // main.cpp and Application join everything
    const Room *includer = find(from.layer, from.room);
    const Room *included = find(to.layer, to.room);
    if (!includer)
        return u"room "_s + from.layer + u'/' + from.room + u" is not in the table"_s;
    if (!included)
        return u"room "_s + to.layer + u'/' + to.room + u" is not in the table"_s;
    if (includer->mayInclude.contains(included->name))
        return {};
    if (from.layer == "engine"_L1 && included->level < includer->level)
        return {};
    return QString(u"room %1 (level %2) may not include room %3 (level %4)"_s)
        .arg(includer->name)
        .arg(includer->level)
        .arg(included->name)
        .arg(included->level);
}

QString RoomTable::whyWrong(const Place &from, const Include &include) const
{
    const Place &to = include.to;
    const qsizetype fromLayer = layers.indexOf(from.layer);
    const qsizetype toLayer = layers.indexOf(to.layer);
    if (toLayer > fromLayer)
        return from.layer + u" does not know "_s + to.layer;
    if (from.isTest)
        return {};
    if (toLayer == fromLayer)
        return whyWrongInside(from, to);
    if (!include.namesLayer)
        return u"an include from above names the layer: <"_s + to.layer + u"/…>"_s;
    if (!has(to.layer, to.room))
        return u"room "_s + to.layer + u'/' + to.room + u" is not in the table"_s;
    if (from.layer == "ui"_L1 && !m_engineRoomsOfUi.contains(to.room))
        return u"ui does not know engine room "_s + to.room;
    if (from.layer == "ui"_L1 && !to.folder.isEmpty())
        return u"ui does not know the folders inside engine room "_s + to.room;
    const Room *includer = find(from.layer, from.room);
    if (to.layer == "ui"_L1 && includer && !includer->mayInclude.contains(to.room))
        return u"room app/"_s + from.room + u" may not include ui room "_s + to.room;
    return {};
}

QStringList RoomTable::wrongIncludes(const SourceFile &file) const
{
    static const QRegularExpression directive(u"^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"]"_s);
    const Place from = placeOf(file.path);
    QStringList wrong;
    if (!layers.contains(from.layer))
        return wrong;
    if (!from.isTest && !from.room.isEmpty() && !has(from.layer, from.room))
        wrong.append(file.path + u": room "_s + from.layer + u'/' + from.room + u" is not in the table"_s);
    const QStringList lines = file.text.split(u'\n');
    for (qsizetype number = 0; number < lines.size(); ++number) {
        const auto match = directive.match(lines.at(number));
        if (!match.hasMatch())
            continue;
        const Include include = resolve(match.captured(1), from.layer);
        const QString why = include.isOurs ? whyWrong(from, include) : QString();
        if (!why.isEmpty())
            wrong.append(u"%1:%2: %3 (%4)"_s.arg(file.path).arg(number + 1).arg(why, match.captured(1)));
    }
    return wrong;
}

} // namespace typeshift::architecture
