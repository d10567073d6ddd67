// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "base/IdSource.h"

#include <QDateTime>
#include <QRandomGenerator>
#include <QtEndian>

#include <algorithm>
#include <array>

namespace typeshift {

// RFC 9562, version 7: 48 bits of milliseconds, then a counter of 12 + 14 bits that starts at random
// within each millisecond, then 48 random bits.
QUuid IdSource::next()
{
    constexpr quint32 counterBits = 26;
    auto *random = QRandomGenerator::system();
    const auto now = quint64(QDateTime::currentMSecsSinceEpoch());
    if (now > m_lastMilliseconds) {
        m_lastMilliseconds = now;
        m_counter = random->generate() >> (32 - counterBits + 1);
    } else if (++m_counter >> counterBits) {
        ++m_lastMilliseconds;
        m_counter = 0;
    }

    std::array<uchar, 16> bytes;
    qToBigEndian(m_lastMilliseconds << 16, bytes.data());
    qToBigEndian(quint16(0x7000U | (m_counter >> 14)), bytes.data() + 6);
    qToBigEndian(quint16(0x8000U | (m_counter & 0x3fffU)), bytes.data() + 8);
    const quint64 noise = random->generate64();
    std::copy_n(reinterpret_cast<const uchar *>(&noise), 6, bytes.data() + 10);
    return QUuid::fromBytes(bytes.data());
}

} // namespace typeshift
