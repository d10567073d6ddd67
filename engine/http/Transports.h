// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Clock.h"
#include "http/HttpTransport.h"

#include <QMetaType>

#include <memory>

namespace typeshift {

//! What carries the requests.
enum class TransportKind {
    Qt,  //!< QNetworkAccessManager, in every build
    Curl //!< libcurl, where it is compiled in (TYPESHIFT_CURL)
};

//! Whether TransportKind::Curl is there.
bool hasCurlTransport();

//! What the environment variable TYPESHIFT_TRANSPORT asks for ("qt" or "curl"), else libcurl where it is compiled in;
//! `docs/transports.md` says why.
TransportKind chosenTransport();

//! A transport of this kind; on QNetworkAccessManager where `kind` is not compiled in. Of the calling thread.
//! `clock` outlives it.
std::unique_ptr<HttpTransport> makeTransport(TransportKind kind, Clock &clock, TransportOptions options = {});

} // namespace typeshift

Q_DECLARE_METATYPE(typeshift::TransportKind)
