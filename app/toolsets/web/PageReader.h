// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/http/HttpTransport.h>

namespace typeshift::toolsets {

//! Keeps the beginning of an answer; what is no text is refused by its head, before anything of it is read.
class PageReader final : public HttpReader
{
public:
    explicit PageReader(qint64 mostBytes)
        : m_mostBytes(mostBytes)
    {
    }

    Result<> head(const HttpHead &head) override;
    Result<> data(QByteArrayView bytes) override;

    //! Where a redirect leads, as it was written; empty for any other answer.
    const QByteArray &redirection() const { return m_redirection; }
    //! The kind of the content without parameters, in small letters; empty when the server does not say.
    const QByteArray &mediaType() const { return m_mediaType; }
    int status() const { return m_status; }
    const QByteArray &body() const { return m_body; }
    //! More came than is kept; the transfer was ended.
    bool isCut() const { return m_isCut; }
    //! The body as text, by the byte order mark, the head, or what a page says of itself; UTF-8 else.
    QString text() const;
    bool isHtml() const;

private:
    qint64 m_mostBytes;
    int m_status = 0;
    QByteArray m_redirection;
    QByteArray m_mediaType;
    QByteArray m_charset;
    QByteArray m_body;
    bool m_isCut = false;
};

} // namespace typeshift::toolsets
