// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/base/Result.h>

#include <QByteArray>
#include <QString>

namespace typeshift::toolsets {

//! How a file writes its text; an edit keeps it.
struct TextFormat {
    enum class Encoding {
        Utf8,
        Utf16Little,
        Utf16Big,
        Unknown //!< not Unicode: every byte is read as the Latin-1 character of its number, which loses nothing
    };

    Encoding encoding = Encoding::Utf8;
    bool hasMark = false;  //!< begins with a byte order mark
    bool usesCrlf = false; //!< every line ends with CR LF

    bool operator==(const TextFormat &) const = default;
};

//! The text of a file. Where every line ends with CR LF it has plain LF here; mixed ends stay as they are.
struct TextFile {
    QString text;
    TextFormat format;

    bool operator==(const TextFile &) const = default;
};

//! Fails with Error::Kind::Tool for what is not text: NUL bytes outside of UTF-16, or one of the known file heads.
[[nodiscard]] Result<TextFile> decodeText(const QByteArray &bytes);

//! The bytes of `text` in this format; decodeText() and this one are inverse. Fails when `format` cannot write it.
[[nodiscard]] Result<QByteArray> encodeText(const QString &text, const TextFormat &format);

//! `text` as it stands in TextFile::text of this format: CR LF becomes LF where the format says how lines end.
QString withPlainEnds(const QString &text, const TextFormat &format);

//! "UTF-8", "UTF-16LE with byte order mark, CRLF": what a model should know; empty for plain UTF-8.
QString describe(const TextFormat &format);

} // namespace typeshift::toolsets
