// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/HttpTransport.h"

#include <QDateTime>
#include <QJsonObject>

namespace typeshift {

//! How long the other side asks to wait, from every form seen: `retry-after-ms`, `retry-after` (seconds, decimals, an
//! HTTP date, a duration), Gemini's RetryInfo in the body's error object, the reset time of a limit that is used up.
//! A form that does not parse falls through to the next one; none when nothing is said. Never negative.
//! // providers 4.0 Retry 2, 3
std::optional<std::chrono::milliseconds> retryAfter(const HttpHead &head, const QJsonObject &error,
                                                    const QDateTime &now);

//! A duration as Go prints it: "6m0s", "500ms", "1m30.5s", "34.07s"; none for anything else.
std::optional<std::chrono::milliseconds> goDuration(QByteArrayView text);

} // namespace typeshift
