// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Result.h"

#include <QUrl>

namespace typeshift {

//! Where an OpenAI-compatible server is: the address below which `chat/completions` lies, usually ending in /v1.
class EndpointAddress
{
public:
    //! Understands what people paste: with and without a scheme, a slash, /v1, or the whole endpoint. InvalidInput for
    //! what is no address, and for one that carries a user name or password. Show baseText() to who typed it. // 4.1
    static Result<EndpointAddress> fromText(const QString &text);

    const QUrl &base() const { return m_base; }
    QString baseText() const { return m_base.toString(); }
    QString host() const { return m_base.host(); }
    //! `path` below the base, without a slash in front: "chat/completions". A query of the base stays.
    QUrl below(QStringView path) const;
    //! `path` below the server itself, for what lies beside /v1: "api/tags".
    QUrl besides(QStringView path) const;
    //! On this machine: no key is expected, and a first answer may take minutes while a model loads.
    bool isLocal() const;

    bool operator==(const EndpointAddress &) const = default;

private:
    explicit EndpointAddress(QUrl base)
        : m_base(std::move(base))
    {
    }

    QUrl m_base;
};

} // namespace typeshift
