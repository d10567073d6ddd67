// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "toolsets/web/PageReader.h"

#include <QRegularExpression>
#include <QStringDecoder>

using namespace Qt::StringLiterals;

namespace typeshift::toolsets {

namespace {

bool isText(const QByteArray &mediaType)
{
    static const QList<QByteArray> others{"application/json", "application/xml",        "application/xhtml+xml",
                                          "application/yaml", "application/javascript", "application/toml",
                                          "application/x-sh", "application/rtf",        "application/sql"};
    return mediaType.isEmpty() || mediaType.startsWith("text/") || others.contains(mediaType)
        || mediaType.endsWith("+json") || mediaType.endsWith("+xml");
}

QByteArray parameter(const QByteArray &header, const QByteArray &name)
{
    const QList<QByteArray> parts = header.split(';');
    for (const QByteArray &part : parts) {
        const QByteArray trimmed = part.trimmed();
        if (trimmed.toLower().startsWith(QByteArray(name + '=')))
            return trimmed.sliced(name.size() + 1).replace('"', "").trimmed();
    }
    return {};
}

} // namespace

Result<> PageReader::head(const HttpHead &head)
{
    m_status = head.status;
    if (head.status >= 300 && head.status < 400)
        m_redirection = head.header("Location");
    const QByteArray type = head.header("Content-Type");
    m_mediaType = type.split(';').constFirst().trimmed().toLower();
    m_charset = parameter(type, "charset");
    if (m_redirection.isEmpty() && !isText(m_mediaType)) {
        return failure(Error::Kind::Refused,
                       u"the address has %1, which is not text"_s.arg(QString::fromLatin1(m_mediaType)));
    }
    return {};
}

Result<> PageReader::data(QByteArrayView bytes)
{
    if (!m_redirection.isEmpty())
        return {};
    const qint64 room = m_mostBytes - m_body.size();
    m_body.append(bytes.first(qMin(bytes.size(), room)));
    if (bytes.size() <= room)
        return {};
    m_isCut = true; // The error ends the transfer; what was kept is good.
    return failure(Error::Kind::Refused, u"the page is longer than what is read"_s);
}

bool PageReader::isHtml() const
{
    return m_mediaType == "text/html" || m_mediaType == "application/xhtml+xml"
        || (m_mediaType.isEmpty() && m_body.trimmed().startsWith('<'));
}

QString PageReader::text() const
{
    QByteArray charset = m_charset;
    if (charset.isEmpty() && isHtml()) {
        static const QRegularExpression declared(u"<meta[^>]*charset\\s*=\\s*[\"']?([A-Za-z0-9_:.-]+)"_s,
                                                 QRegularExpression::CaseInsensitiveOption);
        charset = declared.match(QString::fromLatin1(m_body.first(qMin(m_body.size(), qsizetype(2048)))))
                      .captured(1)
                      .toLatin1();
    }
    const auto marked = QStringConverter::encodingForData(m_body);
    QStringDecoder decoder = marked ? QStringDecoder(*marked) : QStringDecoder(charset.constData());
    if (!decoder.isValid())
        decoder = QStringDecoder(QStringConverter::Utf8);
    return decoder.decode(m_body);
}

} // namespace typeshift::toolsets
