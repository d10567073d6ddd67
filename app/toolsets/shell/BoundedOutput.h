// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace typeshift::toolsets {

//! What a program wrote, of which only the beginning and the end are kept.
class BoundedOutput
{
public:
    //! Keeps at most `mostBytes`, half of them from the end.
    explicit BoundedOutput(qsizetype mostBytes);

    void append(QByteArrayView bytes);

    //! The text with a line in the middle that says how many bytes are missing; what is no UTF-8 is replaced.
    QString text() const;

private:
    qsizetype m_half;
    QByteArray m_head;
    QByteArray m_tail; // up to twice its share, so that it is not moved with every piece
    qint64 m_missing = 0;
};

} // namespace typeshift::toolsets
