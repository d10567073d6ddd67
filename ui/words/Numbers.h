// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QString>

#include <chrono>

namespace typeshift::ui {

// Numbers and times as people read them, in the words of DESIGN 5 and the figures of their locale.

//! A measured count of tokens or letters: 812, 93.1k, 1.9M.
QString countText(qint64 count);
//! How long something took: "0.6 s", "21 s", "6 min", "2 h 5 min".
QString durationText(std::chrono::milliseconds duration);
//! A clock that counts: 0:44, 12:08, 1:02:30.
QString elapsedText(std::chrono::seconds elapsed);
//! When a conversation was used, in its row: "now", the clock for today and yesterday, then the date. Both in UTC.
QString rowTimeText(const QDateTime &at, const QDateTime &now);
//! Bytes: 812 B, 48 KB, 4.9 GB.
QString sizeText(qint64 bytes);

} // namespace typeshift::ui
