// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/openai/ThinkTags.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

constexpr auto openTag = "<think>"_L1;
constexpr auto closeTag = "</think>"_L1;

QString withoutLeadingSpace(const QString &text)
{
    const auto first = std::ranges::find_if(text, [](QChar c) { return !c.isSpace(); });
    return text.sliced(std::distance(text.begin(), first));
}

// How many characters at the end of `text` may be the beginning of the closing tag.
qsizetype tailOfTag(const QString &text)
{
    for (qsizetype length = std::min(text.size(), closeTag.size() - 1); length > 0; --length) {
        if (closeTag.first(length) == QStringView(text).last(length))
            return length;
    }
    return 0;
}

} // namespace

ThinkTags::Parts ThinkTags::take(const QString &piece)
{
    Parts parts;
    if (m_place == Place::Text)
        return {{}, piece};
    m_held += piece;
    if (m_place == Place::Start) {
        const QString begun = withoutLeadingSpace(m_held);
        if (begun.startsWith(openTag)) {
            m_held = begun.sliced(openTag.size());
            m_place = Place::Reasoning;
        } else if (begun.size() < openTag.size() && openTag.startsWith(begun)) {
            return parts;
        } else {
            m_place = Place::Text;
            parts.text = std::exchange(m_held, {});
            return parts;
        }
    }
    if (m_place == Place::Reasoning) {
        if (const qsizetype end = m_held.indexOf(closeTag); end >= 0) {
            parts.reasoning = m_held.first(end);
            m_held = m_held.sliced(end + closeTag.size());
            m_place = Place::Gap;
        } else {
            const qsizetype keep = tailOfTag(m_held);
            parts.reasoning = m_held.chopped(keep);
            m_held = m_held.last(keep);
        }
    }
    if (m_place == Place::Gap) {
        m_held = withoutLeadingSpace(m_held);
        if (!m_held.isEmpty()) {
            m_place = Place::Text;
            parts.text = std::exchange(m_held, {});
        }
    }
    return parts;
}

ThinkTags::Parts ThinkTags::finish()
{
    QString rest = std::exchange(m_held, {});
    if (m_place == Place::Reasoning)
        return {std::move(rest), {}};
    return {{}, m_place == Place::Gap ? QString() : std::move(rest)};
}

} // namespace typeshift
