// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>
#include <QString>

#include <optional>

namespace typeshift {

//! Recognises a chunk that differs from an earlier one only in the text of its delta, byte by byte: most of a long
//! stream is such chunks, and they need no parsing. What it does not recognise is parsed as ever.
class ChunkPattern
{
public:
    //! The text, if `json` is the chunk that was learnt with another text; none for everything else.
    std::optional<QString> textIn(QByteArrayView json) const;
    //! The member that holds the text: content, reasoning_content or reasoning.
    QLatin1StringView member() const { return m_member; }
    //! Looks at a chunk that was parsed; learns it if its delta brings text and nothing else.
    void learn(const QJsonObject &chunk, QByteArrayView json);

private:
    std::optional<std::pair<qsizetype, qsizetype>> placeOf(const QJsonObject &chunk, QByteArrayView json,
                                                           QLatin1StringView member) const;

    QByteArray m_before;
    QByteArray m_after;
    QLatin1StringView m_member;
    int m_triesLeft = 16; // a stream whose chunks all differ is not studied for ever
};

} // namespace typeshift
