// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/HttpTransport.h"

namespace typeshift {

//! Collects an answer's body, up to a limit.
class BodyReader final : public HttpReader
{
public:
    explicit BodyReader(qsizetype mostBytes)
        : m_mostBytes(mostBytes)
    {
    }

    Result<> data(QByteArrayView bytes) override
    {
        if (m_body.size() + bytes.size() > m_mostBytes)
            return failure(Error::Kind::Protocol,
                           QStringLiteral("the answer is longer than %1 bytes").arg(m_mostBytes));
        m_body.append(bytes);
        return {};
    }
    const QByteArray &body() const { return m_body; }

private:
    qsizetype m_mostBytes;
    QByteArray m_body;
};

} // namespace typeshift
