// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Error.h"
#include "http/HttpTransport.h"

#include <QDateTime>
#include <QJsonObject>

namespace typeshift {

//! Every shape in which a provider says that it failed becomes one Error: its words, code, status, request id and how
//! long to wait. `items` holds the name of the parameter it complains about. The host is filled in by who knows it.

//! The error of an answer whose status is not 2xx. `error` in the body may be a string, an object or an array of one;
//! a body that is not JSON is kept as `raw`, its first 300 bytes.
Error errorFromAnswer(const HttpHead &head, const QByteArray &body, const QDateTime &now);

//! The error inside an answer that began with 200, if `object` is one: `{"error":…}` with an object, a string or an
//! array, a chunk with an error beside its choices, `{"object":"error",…}`, `{"error_type":…,"error_message":…}`.
//! // 4.0 Errors after 200
std::optional<Error> errorInObject(const QJsonObject &object, const HttpHead &head, const QDateTime &now);
//! The error of an event that is named "error", whatever its data look like.
Error errorInEvent(QByteArrayView data, const HttpHead &head, const QDateTime &now);

//! The beginning of what could not be understood, as ErrorFacts::raw wants it.
QString beginningOf(QByteArrayView bytes);

} // namespace typeshift
