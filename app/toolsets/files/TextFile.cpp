// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "toolsets/files/TextFile.h"

#include <QStringDecoder>
#include <QStringEncoder>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace typeshift::toolsets {

namespace {

using Encoding = TextFormat::Encoding;

std::optional<QLatin1StringView> kindByHead(const QByteArray &bytes)
{
    using Head = std::pair<QByteArrayView, QLatin1StringView>;
    static constexpr std::array heads{Head{"\x7f"
                                           "ELF",
                                           "a program"_L1},
                                      Head{"\x89PNG\r\n", "a PNG picture"_L1},
                                      Head{"\xff\xd8\xff", "a JPEG picture"_L1},
                                      Head{"GIF8", "a GIF picture"_L1},
                                      Head{"%PDF-", "a PDF document"_L1},
                                      Head{"PK\x03\x04", "a ZIP archive or an office document"_L1},
                                      Head{"\x1f\x8b", "gzip data"_L1},
                                      Head{"\x28\xb5\x2f\xfd", "zstd data"_L1},
                                      Head{"\xfd"
                                           "7zXZ",
                                           "xz data"_L1},
                                      Head{"SQLite format 3", "an SQLite database"_L1}};
    for (const auto &[head, kind] : heads) {
        if (QByteArrayView(bytes).startsWith(head))
            return kind;
    }
    return std::nullopt;
}

QString wordsOf(Encoding encoding)
{
    switch (encoding) {
    case Encoding::Utf8:
        return u"UTF-8"_s;
    case Encoding::Utf16Little:
        return u"UTF-16LE"_s;
    case Encoding::Utf16Big:
        return u"UTF-16BE"_s;
    case Encoding::Unknown:
        return u"not Unicode (read byte for byte; only ASCII can be put in)"_s;
    }
    Q_UNREACHABLE_RETURN(QString());
}

QByteArray markOf(Encoding encoding)
{
    switch (encoding) {
    case Encoding::Utf8:
        return "\xef\xbb\xbf"_ba;
    case Encoding::Utf16Little:
        return "\xff\xfe"_ba;
    case Encoding::Utf16Big:
        return "\xfe\xff"_ba;
    case Encoding::Unknown:
        return {};
    }
    Q_UNREACHABLE_RETURN(QByteArray());
}

std::optional<QString> decodedAs(Encoding encoding, QByteArrayView bytes)
{
    if (encoding == Encoding::Unknown)
        return QString::fromLatin1(bytes);
    QStringDecoder decoder(encoding == Encoding::Utf8              ? QStringConverter::Utf8
                               : encoding == Encoding::Utf16Little ? QStringConverter::Utf16LE
                                                                   : QStringConverter::Utf16BE,
                           QStringConverter::Flag::Stateless | QStringConverter::Flag::ConvertInitialBom);
    QString text = decoder.decode(bytes);
    return decoder.hasError() ? std::nullopt : std::optional(text);
}

bool usesCrlf(const QString &text)
{
    const qsizetype ends = text.count(u'\n');
    return ends > 0 && text.count("\r\n"_L1) == ends;
}

} // namespace

Result<TextFile> decodeText(const QByteArray &bytes)
{
    if (const auto kind = kindByHead(bytes))
        return failure(Error::Kind::Tool, u"it is %1, not text"_s.arg(*kind));
    TextFile file;
    for (const Encoding encoding : {Encoding::Utf8, Encoding::Utf16Little, Encoding::Utf16Big}) {
        const QByteArray mark = markOf(encoding);
        if (bytes.startsWith(mark)) {
            file.format.encoding = encoding;
            file.format.hasMark = true;
        }
    }
    const QByteArrayView body = QByteArrayView(bytes).sliced(file.format.hasMark ? markOf(file.format.encoding).size()
                                                                                 : 0);
    const bool isWide = file.format.encoding == Encoding::Utf16Little || file.format.encoding == Encoding::Utf16Big;
    if (!isWide && body.contains('\0'))
        return failure(Error::Kind::Tool, u"it is binary (it has NUL bytes), not text"_s);
    // Not every decoder notices every mistake; what does not come back byte for byte was not understood.
    const auto isWhole = [&bytes](const TextFile &read) {
        const auto written = encodeText(read.text, read.format);
        return written && *written == bytes;
    };
    const auto take = [&file](const QString &text) {
        file.format.usesCrlf = usesCrlf(text);
        file.text = withPlainEnds(text, file.format);
    };
    if (const auto text = decodedAs(file.format.encoding, body)) {
        take(*text);
        if (isWhole(file))
            return file;
    }
    if (isWide)
        return failure(Error::Kind::Tool, u"it begins like UTF-16 but is not"_s);
    file.format = {.encoding = Encoding::Unknown};
    take(QString::fromLatin1(bytes));
    return file;
}

Result<QByteArray> encodeText(const QString &text, const TextFormat &format)
{
    if (!text.isValidUtf16())
        return failure(Error::Kind::InvalidInput, u"the text is not valid Unicode"_s);
    QString written = text;
    if (format.usesCrlf)
        written.replace(u"\n"_s, u"\r\n"_s);
    if (format.encoding == Encoding::Unknown) {
        for (const QChar character : std::as_const(written)) {
            if (character.unicode() > 0xff) {
                return failure(Error::Kind::InvalidInput, u"the file is not Unicode: only ASCII can be put into it"_s);
            }
        }
        return written.toLatin1();
    }
    QStringEncoder encoder(format.encoding == Encoding::Utf8              ? QStringConverter::Utf8
                               : format.encoding == Encoding::Utf16Little ? QStringConverter::Utf16LE
                                                                          : QStringConverter::Utf16BE);
    QByteArray bytes = format.hasMark ? markOf(format.encoding) : QByteArray();
    bytes += QByteArray(encoder.encode(written));
    return bytes;
}

QString withPlainEnds(const QString &text, const TextFormat &format)
{
    QString plain = text;
    if (format.usesCrlf)
        plain.replace(u"\r\n"_s, u"\n"_s);
    return plain;
}

QString describe(const TextFormat &format)
{
    if (format == TextFormat{})
        return {};
    QStringList words{wordsOf(format.encoding)};
    if (format.hasMark)
        words.append(u"with byte order mark"_s);
    if (format.usesCrlf)
        words.append(u"lines end with CR LF, which is kept"_s);
    return words.join(", "_L1);
}

} // namespace typeshift::toolsets
