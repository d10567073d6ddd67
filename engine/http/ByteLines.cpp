// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "http/ByteLines.h"

#include <cstring>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

const char *find(const char *begin, const char *end, char wanted)
{
    const void *found = begin == end ? nullptr : std::memchr(begin, wanted, std::size_t(end - begin));
    return found ? static_cast<const char *>(found) : end;
}

} // namespace

void ByteLines::begin(QByteArrayView piece)
{
    m_position = piece.data();
    m_end = m_position + piece.size();
    m_lineFeed = find(m_position, m_end, '\n');
}

// The LF is looked for once, not again for each line that a CR ends.
const char *ByteLines::findEnd()
{
    if (m_lineFeed < m_position)
        m_lineFeed = find(m_position, m_end, '\n');
    return find(m_position, m_lineFeed, '\r');
}

std::optional<QByteArrayView> ByteLines::next()
{
    if (m_followsReturn && m_position != m_end) {
        m_followsReturn = false;
        if (*m_position == '\n')
            ++m_position;
    }
    const char *end = findEnd();
    if (end == m_end)
        return std::nullopt;
    m_followsReturn = *end == '\r';
    QByteArrayView line(m_position, end - m_position);
    m_position = end + 1;
    if (!m_partial.isEmpty() && !m_isPartialWhole) {
        m_partial.append(line);
        m_isPartialWhole = true;
        line = m_partial;
    }
    return line;
}

Result<> ByteLines::keepRest()
{
    if (m_isPartialWhole) {
        m_partial.resize(0); // Keeps its memory for the next line.
        m_isPartialWhole = false;
    }
    const QByteArrayView left(m_position, m_end - m_position);
    m_position = m_end = m_lineFeed = nullptr;
    if (m_partial.size() + left.size() > mostBytes) {
        ErrorFacts facts;
        facts.message = u"a line of the stream is longer than 64 MiB"_s;
        const QByteArrayView start = m_partial.isEmpty() ? left : QByteArrayView(m_partial);
        facts.raw = QString::fromUtf8(start.first(qMin(start.size(), qsizetype(300))));
        return failure(Error(Error::Kind::Protocol, facts));
    }
    m_partial.append(left);
    return {};
}

std::optional<QByteArrayView> ByteLines::rest()
{
    if (m_partial.isEmpty() || m_isPartialWhole)
        return std::nullopt;
    m_isPartialWhole = true;
    return m_partial;
}

} // namespace typeshift
