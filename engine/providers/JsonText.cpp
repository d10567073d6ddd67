// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/JsonText.h"

#include <QJsonDocument>
#include <QStringEncoder>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

bool isSpace(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

constexpr bool isEscaped(uchar byte)
{
    return (byte < 0x20) | (byte == '"') | (byte == '\\');
}

// Block by block without a branch inside, which the compiler turns into vector code.
bool needsEscape(QByteArrayView text)
{
    constexpr qsizetype block = 64;
    for (; text.size() >= block; text = text.sliced(block)) {
        bool isFound = false;
        for (qsizetype i = 0; i < block; ++i)
            isFound |= isEscaped(uchar(text[i]));
        if (isFound)
            return true;
    }
    return std::ranges::any_of(text, [](char byte) { return isEscaped(uchar(byte)); });
}

void appendEscaped(QByteArray &out, QByteArrayView text)
{
    constexpr char digits[] = "0123456789abcdef";
    qsizetype clean = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const auto byte = uchar(text[i]);
        if (!isEscaped(byte))
            continue;
        out.append(text.sliced(clean, i - clean));
        clean = i + 1;
        switch (byte) {
        case '"':
            out.append("\\\"");
            break;
        case '\\':
            out.append("\\\\");
            break;
        case '\n':
            out.append("\\n");
            break;
        case '\r':
            out.append("\\r");
            break;
        case '\t':
            out.append("\\t");
            break;
        default:
            out.append("\\u00");
            out.append(digits[byte >> 4]);
            out.append(digits[byte & 15]);
        }
    }
    out.append(text.sliced(clean));
}

// The end of the string that begins at `start`, behind its closing quote; -1 when it does not end.
qsizetype endOfString(QByteArrayView json, qsizetype start)
{
    for (qsizetype i = start + 1; i < json.size(); ++i) {
        if (json[i] == '\\')
            ++i;
        else if (json[i] == '"')
            return i + 1;
    }
    return -1;
}

// Copies the object that begins at `start` without the space between its tokens.
std::optional<QByteArray> compactObject(QByteArrayView json, qsizetype start)
{
    QByteArray out;
    int depth = 0;
    for (qsizetype i = start; i < json.size();) {
        const char byte = json[i];
        if (byte == '"') {
            const qsizetype end = endOfString(json, i);
            if (end < 0)
                return std::nullopt;
            out.append(json.sliced(i, end - i));
            i = end;
            continue;
        }
        if (!isSpace(byte))
            out.append(byte);
        depth += int(byte == '{' || byte == '[') - int(byte == '}' || byte == ']');
        ++i;
        if (depth == 0)
            return out;
    }
    return std::nullopt;
}

QByteArray withoutFence(const QByteArray &text)
{
    QByteArray inner = text.trimmed();
    if (!inner.startsWith("```"))
        return inner;
    const qsizetype firstLineEnd = inner.indexOf('\n');
    if (firstLineEnd < 0)
        return inner;
    inner = inner.sliced(firstLineEnd + 1);
    if (inner.endsWith("```"))
        inner.chop(3);
    return inner.trimmed();
}

} // namespace

void JsonWriter::separate()
{
    if (m_needsComma)
        m_text.append(',');
    m_needsComma = true;
}

void JsonWriter::begin(char bracket)
{
    separate();
    m_text.append(bracket);
    m_needsComma = false;
}

void JsonWriter::end(char bracket)
{
    m_text.append(bracket);
    m_needsComma = true;
}

JsonWriter &JsonWriter::beginObject()
{
    begin('{');
    return *this;
}

JsonWriter &JsonWriter::endObject()
{
    end('}');
    return *this;
}

JsonWriter &JsonWriter::beginArray()
{
    begin('[');
    return *this;
}

JsonWriter &JsonWriter::endArray()
{
    end(']');
    return *this;
}

JsonWriter &JsonWriter::name(QLatin1StringView name)
{
    separate();
    m_text.append('"');
    m_text.append(name.data(), name.size());
    m_text.append("\":");
    m_needsComma = false;
    return *this;
}

// Encoded in place; only text that holds something to escape is copied once more.
JsonWriter &JsonWriter::string(const QString &text)
{
    separate();
    m_text.append('"');
    const qsizetype start = m_text.size();
    QStringEncoder encoder(QStringEncoder::Utf8);
    m_text.resize(start + encoder.requiredSpace(text.size()));
    char *end = encoder.appendToBuffer(m_text.data() + start, text);
    m_text.truncate(end - m_text.constData());
    if (const auto written = QByteArrayView(m_text).sliced(start); needsEscape(written)) {
        const QByteArray plain = written.toByteArray();
        m_text.truncate(start);
        appendEscaped(m_text, plain);
    }
    m_text.append('"');
    return *this;
}

JsonWriter &JsonWriter::utf8(QByteArrayView text)
{
    separate();
    m_text.append('"');
    appendEscaped(m_text, text);
    m_text.append('"');
    return *this;
}

JsonWriter &JsonWriter::raw(QByteArrayView json)
{
    separate();
    m_text.append(json);
    return *this;
}

JsonWriter &JsonWriter::number(double value)
{
    return std::isfinite(value) ? raw(QByteArray::number(value, 'g', QLocale::FloatingPointShortest)) : null();
}

JsonWriter &JsonWriter::boolean(bool value)
{
    return raw(value ? "true" : "false");
}

JsonWriter &JsonWriter::null()
{
    return raw("null");
}

bool isJsonObject(const QByteArray &text)
{
    return QJsonDocument::fromJson(text).isObject();
}

std::optional<QByteArray> repairedJsonObject(const QByteArray &text)
{
    const QByteArray inner = withoutFence(text);
    QByteArray out;
    bool isString = false;
    for (qsizetype i = 0; i < inner.size(); ++i) {
        const char byte = inner[i];
        if (isString && byte == '\\' && i + 1 < inner.size()) {
            out.append(byte).append(inner[++i]);
        } else if (isString && uchar(byte) < 0x20) {
            appendEscaped(out, QByteArrayView(&byte, 1));
        } else {
            if (byte == '"')
                isString = !isString;
            if (!isString && (byte == '}' || byte == ']')) {
                qsizetype last = out.size() - 1;
                while (last >= 0 && isSpace(out[last]))
                    --last;
                if (last >= 0 && out[last] == ',')
                    out.remove(last, 1);
            }
            out.append(byte);
        }
    }
    return isJsonObject(out) ? std::optional(out) : std::nullopt;
}

std::optional<QByteArray> compactObjectMember(QByteArrayView json, QByteArrayView name, int nth)
{
    for (qsizetype i = 0; i < json.size();) {
        if (json[i] != '"') {
            ++i;
            continue;
        }
        const qsizetype end = endOfString(json, i);
        if (end < 0)
            return std::nullopt;
        const bool isNamed = json.sliced(i + 1, end - i - 2) == name;
        i = end;
        if (!isNamed)
            continue;
        const auto skipSpace = [&] {
            while (i < json.size() && isSpace(json[i]))
                ++i;
        };
        skipSpace();
        if (i >= json.size() || json[i] != ':')
            continue;
        ++i;
        skipSpace();
        if (i < json.size() && json[i] == '{' && nth-- == 0)
            return compactObject(json, i);
    }
    return std::nullopt;
}

} // namespace typeshift
