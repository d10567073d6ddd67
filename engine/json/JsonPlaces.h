// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QStringList>

namespace typeshift {

//! Where something stands in a text, for an editor and for a person.
struct JsonPlace {
    qsizetype at = 0;     //!< first character, counted as QString counts
    qsizetype length = 0; //!< in characters; 1 for an object or a list: its bracket
    int line = 1;
    int column = 1; //!< in characters, from 1

    bool operator==(const JsonPlace &) const = default;
};

//! The path of a member, `model.name`; a name that is no word stands in brackets: `model["a b"]`.
QString memberPath(const QString &object, const QString &member);
//! The path of an item of a list: `tools[1]`.
QString itemPath(const QString &list, qsizetype index);

//! Finds in a JSON text what a path such as `tools[1].toolset` names. The empty path is the whole.
class JsonPlaces
{
public:
    //! `text` is JSON in UTF-8. Of a text that is none it knows what comes before the mistake.
    explicit JsonPlaces(const QByteArray &text);

    //! The value at a path; for one that is not there the nearest above it.
    JsonPlace valueAt(const QString &path) const;
    //! The name of the member at a path, with its quotes; the value where that is no member.
    JsonPlace nameAt(const QString &path) const;
    //! What begins at a byte of the text.
    JsonPlace placeOf(qsizetype byte, qsizetype bytes) const;
    //! The paths of members that stand in their object more than once: of these a parser keeps one in silence.
    const QStringList &repeated() const { return m_repeated; }

private:
    struct Span {
        qsizetype begin = 0;
        qsizetype end = 0;
    };

    void skipBlanks();
    bool readValue(const QString &path, int depth);
    bool readObject(const QString &path, int depth);
    bool readList(const QString &path, int depth);
    //! Past the closing quote of the string that begins here.
    bool skipString();
    QString nameIn(Span span) const;
    bool isAt(char wanted) const { return m_next < m_text.size() && m_text.at(m_next) == wanted; }

    QByteArray m_text;
    qsizetype m_next = 0;
    QHash<QString, Span> m_values;
    QHash<QString, Span> m_names;
    QStringList m_repeated;
};

} // namespace typeshift
