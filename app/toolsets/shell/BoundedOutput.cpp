// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "toolsets/shell/BoundedOutput.h"

using namespace Qt::StringLiterals;

namespace typeshift::toolsets {

namespace {

bool continuesCharacter(char byte)
{
    return (byte & '\xc0') == '\x80';
}

// Not in the middle of a character.
QByteArrayView withoutCutEnd(QByteArrayView bytes)
{
    qsizetype end = bytes.size();
    while (end > 0 && bytes.size() - end < 3 && continuesCharacter(bytes.at(end - 1)))
        --end;
    if (end > 0 && (bytes.at(end - 1) & '\xc0') == '\xc0')
        return bytes.first(end - 1);
    return bytes;
}

QByteArrayView withoutCutStart(QByteArrayView bytes)
{
    qsizetype start = 0;
    while (start < bytes.size() && start < 3 && continuesCharacter(bytes.at(start)))
        ++start;
    return bytes.sliced(start);
}

} // namespace

BoundedOutput::BoundedOutput(qsizetype mostBytes)
    : m_half(qMax(qsizetype(16), mostBytes / 2))
{
}

void BoundedOutput::append(QByteArrayView bytes)
{
    const qsizetype toHead = qMin(bytes.size(), m_half - m_head.size());
    m_head.append(bytes.first(toHead));
    m_tail.append(bytes.sliced(toHead));
    if (m_tail.size() > 2 * m_half) {
        m_missing += m_tail.size() - m_half;
        m_tail.remove(0, m_tail.size() - m_half);
    }
}

QString BoundedOutput::text() const
{
    const qsizetype over = qMax(qsizetype(0), m_tail.size() - m_half);
    if (m_missing + over == 0)
        return QString::fromUtf8(m_head + m_tail);
    const QByteArrayView head = withoutCutEnd(m_head);
    const QByteArrayView tail = withoutCutStart(QByteArrayView(m_tail).sliced(over));
    const qint64 missing = m_missing + over + (m_head.size() - head.size()) + (m_tail.size() - over - tail.size());
    return QString::fromUtf8(head) + u"\n[… %1 bytes are missing here …]\n"_s.arg(missing) + QString::fromUtf8(tail);
}

} // namespace typeshift::toolsets
