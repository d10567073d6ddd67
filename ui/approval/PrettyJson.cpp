// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/PrettyJson.h"

#include "words/VisibleText.h"

#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

constexpr qsizetype shortGroup = 60; //!< characters up to which a group without inner groups keeps its line
constexpr qsizetype deepest = 40;    //!< levels that are indented

bool opens(QChar sign)
{
    return sign == u'{' || sign == u'[';
}

bool closes(QChar sign)
{
    return sign == u'}' || sign == u']';
}

bool isSpace(QChar sign)
{
    return sign == u' ' || sign == u'\t' || sign == u'\n' || sign == u'\r';
}

class Printer
{
public:
    explicit Printer(QStringView json)
        : m_json(json)
    {
        m_out.reserve(json.size() + json.size() / 4);
    }

    QString print()
    {
        while (skipSpace(), m_at < m_json.size())
            takeToken();
        return std::move(m_out);
    }

private:
    void skipSpace()
    {
        while (m_at < m_json.size() && isSpace(m_json[m_at]))
            ++m_at;
    }

    void takeToken()
    {
        const QChar sign = m_json[m_at];
        if (sign == u'"') {
            takeString();
        } else if (opens(sign)) {
            open();
        } else if (closes(sign)) {
            ++m_at;
            --m_depth;
            breakLine();
            m_out += sign;
        } else if (sign == u',') {
            ++m_at;
            m_out += sign;
            breakLine();
        } else if (sign == u':') {
            ++m_at;
            m_out += ": "_L1;
        } else {
            m_out += sign;
            ++m_at;
        }
    }

    void takeString()
    {
        const qsizetype from = m_at++;
        while (m_at < m_json.size() && m_json[m_at] != u'"')
            m_at += m_json[m_at] == u'\\' ? 2 : 1;
        m_at = std::min(m_at + 1, m_json.size());
        m_out += m_json.sliced(from, m_at - from);
    }

    void open()
    {
        if (const QString line = shortForm(); !line.isNull()) {
            m_out += line;
            return;
        }
        m_out += m_json[m_at++];
        ++m_depth;
        breakLine();
    }

    // A group that holds no other group, on one line; null when it is too long or must not be one.
    QString shortForm()
    {
        const QChar first = m_json[m_at];
        QString line(first);
        if (first == u'{')
            line += u' ';
        qsizetype at = m_at + 1;
        bool isEmpty = true;
        while (at < m_json.size() && line.size() <= shortGroup) {
            const QChar sign = m_json[at];
            if (opens(sign))
                return {};
            if (closes(sign)) {
                if (m_depth == 0 && !isEmpty)
                    return {};
                m_at = at + 1;
                return isEmpty ? QString(QString(first) + sign)
                               : QString(line + (first == u'{' ? u" "_s : QString()) + sign);
            }
            const qsizetype from = at;
            if (sign == u'"') {
                ++at;
                while (at < m_json.size() && m_json[at] != u'"')
                    at += m_json[at] == u'\\' ? 2 : 1;
            }
            at = std::min(at + 1, m_json.size());
            if (isSpace(sign))
                continue;
            isEmpty = false;
            line += m_json.sliced(from, at - from);
            if (sign == u',' || sign == u':')
                line += u' ';
        }
        return {};
    }

    void breakLine()
    {
        m_out += u'\n';
        m_out.resize(m_out.size() + 2 * std::min(m_depth, deepest), u' ');
    }

    QStringView m_json;
    qsizetype m_at = 0;
    qsizetype m_depth = 0;
    QString m_out;
};

} // namespace

std::optional<QString> prettyJson(const QByteArray &json)
{
    QJsonParseError error;
    QJsonDocument::fromJson(json, &error); // Only whether it is JSON: the text itself is what is shown.
    // The parser gives up on groups inside groups inside groups; the printer does not.
    if (error.error != QJsonParseError::NoError && error.error != QJsonParseError::DeepNesting)
        return std::nullopt;
    return Printer(QString::fromUtf8(json)).print();
}

QString withEscapes(QStringView json)
{
    QString out;
    out.reserve(json.size());
    for (qsizetype at = 0; at < json.size(); ++at) {
        const QChar sign = json[at];
        const bool isPair = sign.isHighSurrogate() && at + 1 < json.size() && json[at + 1].isLowSurrogate();
        const char32_t code = isPair ? QChar::surrogateToUcs4(sign, json[at + 1]) : char32_t(sign.unicode());
        const qsizetype width = isPair ? 2 : 1;
        if (!isHidden(code) || code == U'\r') {
            out += json.sliced(at, width);
        } else {
            for (const QChar half : json.sliced(at, width))
                out += u"\\u"_s + QString::number(half.unicode(), 16).rightJustified(4, u'0');
        }
        at += width - 1;
    }
    return out;
}

} // namespace typeshift::ui
