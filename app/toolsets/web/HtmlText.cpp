// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "toolsets/web/HtmlText.h"

#include <QHash>
#include <QSet>

using namespace Qt::StringLiterals;

namespace typeshift::toolsets {

namespace {

using Words = QSet<QString>;

//! A tag as it stands: name in small letters, and the only attribute that matters.
struct Tag {
    QString name;
    QString link;
    bool isClosing = false;
    qsizetype end = 0; //!< behind its last character
};

// Up to the '>' that is in no quotes; a tag that never ends takes the rest.
qsizetype endOfTag(QStringView html, qsizetype at)
{
    QChar quote;
    for (; at < html.size(); ++at) {
        const QChar character = html.at(at);
        if (!quote.isNull())
            quote = character == quote ? QChar() : quote;
        else if (character == u'"' || character == u'\'')
            quote = html.at(at - 1) == u'=' ? character : QChar();
        else if (character == u'>')
            return at;
    }
    return html.size();
}

QString linkIn(QStringView attributes)
{
    for (qsizetype at = attributes.indexOf("href"_L1, 0, Qt::CaseInsensitive); at >= 0;
         at = attributes.indexOf("href"_L1, at + 4, Qt::CaseInsensitive)) {
        const bool isWord = at > 0 && attributes.at(at - 1).isSpace();
        QStringView rest = attributes.sliced(at + 4).trimmed();
        if (!isWord || !rest.startsWith(u'='))
            continue;
        rest = rest.sliced(1).trimmed();
        if (rest.startsWith(u'"') || rest.startsWith(u'\'')) {
            const qsizetype end = rest.indexOf(rest.front(), 1);
            return withoutEntities(rest.sliced(1, (end < 0 ? rest.size() : end) - 1));
        }
        qsizetype end = 0;
        while (end < rest.size() && !rest.at(end).isSpace())
            ++end;
        return withoutEntities(rest.first(end));
    }
    return {};
}

Tag tagAt(QStringView html, qsizetype start)
{
    Tag tag;
    qsizetype at = start + 1;
    tag.isClosing = at < html.size() && html.at(at) == u'/';
    at += tag.isClosing;
    const qsizetype name = at;
    while (at < html.size() && (html.at(at).isLetterOrNumber() || html.at(at) == u'-'))
        ++at;
    tag.name = html.sliced(name, at - name).toString().toLower();
    const qsizetype end = endOfTag(html, at);
    if (tag.name == "a"_L1 && !tag.isClosing)
        tag.link = linkIn(html.sliced(at, end - at));
    tag.end = qMin(html.size(), end + 1);
    return tag;
}

bool isTagStart(QStringView html, qsizetype at)
{
    if (at + 1 >= html.size())
        return false;
    const QChar next = html.at(at + 1);
    return next.isLetter() || next == u'/' || next == u'!' || next == u'?';
}

//! Puts the text together while the page is read.
class TextWriter
{
public:
    explicit TextWriter(const QUrl &page)
        : m_page(page)
    {
    }

    void write(QStringView raw);
    void enter(const Tag &tag);
    bool isInTitle() const { return m_isInTitle; }
    HtmlText result() const { return {m_title.simplified(), m_text.trimmed()}; }

private:
    void breakLine(int emptyLines);
    void closeLink();

    QUrl m_page;
    QString m_title;
    QString m_text;
    QString m_link;
    qsizetype m_linkStart = 0;
    int m_preformatted = 0;
    bool m_isInTitle = false;
};

void TextWriter::write(QStringView raw)
{
    const QString words = withoutEntities(raw);
    if (m_isInTitle) {
        m_title += words;
        return;
    }
    if (m_preformatted > 0) {
        m_text += words;
        return;
    }
    for (const QChar character : words) {
        const bool isBlank = character.isSpace();
        if (!isBlank)
            m_text += character;
        else if (!m_text.isEmpty() && !m_text.back().isSpace())
            m_text += u' ';
    }
}

void TextWriter::breakLine(int emptyLines)
{
    while (m_text.endsWith(u' '))
        m_text.chop(1);
    int ends = 0;
    while (ends < m_text.size() && m_text.at(m_text.size() - 1 - ends) == u'\n')
        ++ends;
    for (; !m_text.isEmpty() && ends <= emptyLines; ++ends)
        m_text += u'\n';
}

void TextWriter::closeLink()
{
    const QString link = std::exchange(m_link, {});
    const bool hasText = m_linkStart < m_text.size() && !QStringView(m_text).sliced(m_linkStart).trimmed().isEmpty();
    if (link.isEmpty() || !hasText)
        return;
    const QUrl target = m_page.resolved(QUrl(link));
    if (target.scheme() == "http"_L1 || target.scheme() == "https"_L1)
        m_text += u" <"_s + target.toString(QUrl::FullyEncoded) + u'>';
}

void TextWriter::enter(const Tag &tag)
{
    static const Words paragraphs{u"p"_s,  u"h1"_s, u"h2"_s,    u"h3"_s,      u"h4"_s,         u"h5"_s,  u"h6"_s,
                                  u"ul"_s, u"ol"_s, u"table"_s, u"section"_s, u"blockquote"_s, u"pre"_s, u"article"_s};
    static const Words lines{u"div"_s,   u"br"_s,     u"tr"_s,      u"dt"_s,      u"dd"_s,   u"header"_s,
                             u"main"_s,  u"footer"_s, u"nav"_s,     u"form"_s,    u"hr"_s,   u"figure"_s,
                             u"aside"_s, u"option"_s, u"details"_s, u"summary"_s, u"body"_s, u"address"_s};
    const bool isHeading = tag.name.size() == 2 && tag.name.at(0) == u'h' && tag.name.at(1).isDigit();
    if (tag.name == "title"_L1) {
        m_isInTitle = !tag.isClosing && m_title.isEmpty();
    } else if (tag.name == "a"_L1) {
        closeLink();
        m_link = tag.link;
        m_linkStart = m_text.size();
    } else if (tag.name == "li"_L1) {
        breakLine(0);
        m_text += tag.isClosing ? QString() : u"- "_s;
    } else if (tag.name == "td"_L1 || tag.name == "th"_L1) {
        if (!tag.isClosing && !m_text.isEmpty() && !m_text.endsWith(u'\n'))
            m_text += u" | "_s;
    } else if (paragraphs.contains(tag.name)) {
        breakLine(1);
        if (isHeading && !tag.isClosing)
            m_text += QString(tag.name.at(1).digitValue(), u'#') + u' ';
        if (tag.name == "pre"_L1)
            m_preformatted = qMax(0, m_preformatted + (tag.isClosing ? -1 : 1));
    } else if (lines.contains(tag.name)) {
        breakLine(0);
    }
}

// Where to go on behind an element whose content is not read as text; `at` is behind its opening tag.
qsizetype behindElement(QStringView html, const QString &name, qsizetype at)
{
    const QString closing = u"</"_s + name;
    const qsizetype end = html.indexOf(closing, at, Qt::CaseInsensitive);
    return end < 0 ? html.size() : tagAt(html, end).end;
}

qsizetype behindComment(QStringView html, qsizetype at)
{
    if (html.sliced(at).startsWith("<!--"_L1)) {
        const qsizetype end = html.indexOf("-->"_L1, at + 4);
        return end < 0 ? html.size() : end + 3;
    }
    const qsizetype end = html.indexOf(u'>', at);
    return end < 0 ? html.size() : end + 1;
}

const QHash<QStringView, char32_t> &namedEntities()
{
    static const QHash<QStringView, char32_t> entities{
        {u"amp", '&'},      {u"lt", '<'},       {u"gt", '>'},       {u"quot", '"'},     {u"apos", '\''},
        {u"nbsp", ' '},     {u"iexcl", 0xa1},   {u"cent", 0xa2},    {u"pound", 0xa3},   {u"yen", 0xa5},
        {u"sect", 0xa7},    {u"copy", 0xa9},    {u"laquo", 0xab},   {u"reg", 0xae},     {u"deg", 0xb0},
        {u"plusmn", 0xb1},  {u"sup2", 0xb2},    {u"sup3", 0xb3},    {u"micro", 0xb5},   {u"para", 0xb6},
        {u"middot", 0xb7},  {u"raquo", 0xbb},   {u"frac14", 0xbc},  {u"frac12", 0xbd},  {u"iquest", 0xbf},
        {u"Agrave", 0xc0},  {u"Auml", 0xc4},    {u"Aring", 0xc5},   {u"AElig", 0xc6},   {u"Ccedil", 0xc7},
        {u"Eacute", 0xc9},  {u"Ntilde", 0xd1},  {u"Ouml", 0xd6},    {u"times", 0xd7},   {u"Oslash", 0xd8},
        {u"Uuml", 0xdc},    {u"szlig", 0xdf},   {u"agrave", 0xe0},  {u"aacute", 0xe1},  {u"acirc", 0xe2},
        {u"atilde", 0xe3},  {u"auml", 0xe4},    {u"aring", 0xe5},   {u"aelig", 0xe6},   {u"ccedil", 0xe7},
        {u"egrave", 0xe8},  {u"eacute", 0xe9},  {u"ecirc", 0xea},   {u"euml", 0xeb},    {u"igrave", 0xec},
        {u"iacute", 0xed},  {u"icirc", 0xee},   {u"iuml", 0xef},    {u"ntilde", 0xf1},  {u"ograve", 0xf2},
        {u"oacute", 0xf3},  {u"ocirc", 0xf4},   {u"otilde", 0xf5},  {u"ouml", 0xf6},    {u"divide", 0xf7},
        {u"oslash", 0xf8},  {u"ugrave", 0xf9},  {u"uacute", 0xfa},  {u"ucirc", 0xfb},   {u"uuml", 0xfc},
        {u"ndash", 0x2013}, {u"mdash", 0x2014}, {u"lsquo", 0x2018}, {u"rsquo", 0x2019}, {u"sbquo", 0x201a},
        {u"ldquo", 0x201c}, {u"rdquo", 0x201d}, {u"bdquo", 0x201e}, {u"bull", 0x2022},  {u"hellip", 0x2026},
        {u"prime", 0x2032}, {u"euro", 0x20ac},  {u"trade", 0x2122}, {u"larr", 0x2190},  {u"uarr", 0x2191},
        {u"rarr", 0x2192},  {u"darr", 0x2193},  {u"minus", 0x2212}, {u"ne", 0x2260},    {u"le", 0x2264},
        {u"ge", 0x2265}};
    return entities;
}

char32_t entity(QStringView name)
{
    if (!name.startsWith(u'#'))
        return namedEntities().value(name, 0);
    const bool isHex = name.size() > 1 && (name.at(1) == u'x' || name.at(1) == u'X');
    const uint number = name.sliced(isHex ? 2 : 1).toUInt(nullptr, isHex ? 16 : 10);
    const bool isCharacter = number >= 32 && number <= 0x10ffff && (number < 0xd800 || number > 0xdfff);
    return number == '\n' || number == '\t' || isCharacter ? char32_t(number) : 0;
}

} // namespace

QString withoutEntities(QStringView text)
{
    QString decoded;
    decoded.reserve(text.size());
    for (qsizetype at = 0; at < text.size();) {
        const qsizetype start = text.indexOf(u'&', at);
        if (start < 0)
            return decoded + text.sliced(at);
        decoded += text.sliced(at, start - at);
        const qsizetype end = text.sliced(start, qMin(text.size() - start, qsizetype(12))).indexOf(u';');
        const char32_t character = end > 1 ? entity(text.sliced(start + 1, end - 1)) : 0;
        if (character == 0)
            decoded += u'&';
        else
            decoded += QStringView(QChar::fromUcs4(character));
        at = start + (character == 0 ? 1 : end + 1);
    }
    return decoded;
}

HtmlText textOfHtml(QStringView html, const QUrl &page)
{
    static const Words unread{u"script"_s, u"style"_s,  u"noscript"_s, u"template"_s, u"svg"_s,
                              u"iframe"_s, u"object"_s, u"canvas"_s,   u"textarea"_s};
    TextWriter writer(page);
    for (qsizetype at = 0; at < html.size();) {
        qsizetype start = html.indexOf(u'<', at);
        while (start >= 0 && !isTagStart(html, start))
            start = html.indexOf(u'<', start + 1);
        if (start < 0)
            start = html.size();
        if (start > at)
            writer.write(html.sliced(at, start - at));
        if (start == html.size())
            break;
        if (html.at(start + 1) == u'!' || html.at(start + 1) == u'?') {
            at = behindComment(html, start);
            continue;
        }
        const Tag tag = tagAt(html, start);
        at = tag.end;
        if (unread.contains(tag.name) && !tag.isClosing)
            at = behindElement(html, tag.name, at);
        else
            writer.enter(tag);
    }
    return writer.result();
}

} // namespace typeshift::toolsets
