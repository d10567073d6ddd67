// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/base/Result.h>

#include <QHostAddress>
#include <QUrl>

namespace typeshift::toolsets {

//! Why an address is not one of the public network: private, loopback, link-local, shared by a provider, multicast,
//! reserved, a cloud's metadata service, or one that carries an IPv4 address inside (mapped, NAT64, 6to4, Teredo). None
//! for a public one.
std::optional<QString> whyNotPublic(const QHostAddress &address);

//! The address that a model or a redirect wrote, when its text is allowed: http or https, no name and password, no
//! number in an unusual form for a host, no name of a local network, no port of another service. Looks at the text
//! alone: what the name stands for is asked afterwards. Error::Kind::Refused with the reason, or InvalidInput.
[[nodiscard]] Result<QUrl> checkedAddress(const QString &text);

//! The same for an address that was put together from a redirect.
[[nodiscard]] Result<QUrl> checkedAddress(const QUrl &url);

} // namespace typeshift::toolsets
