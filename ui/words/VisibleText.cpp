// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "words/VisibleText.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

constexpr qsizetype longRun = 100;
constexpr int mostAccents = 4;

// Assigned letters and marks that most fonts draw as nothing.
constexpr std::array<char32_t, 11> shapeless{0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B,
                                             0x180C, 0x180D, 0x2800, 0x3164, 0xFFA0};

bool isVariationSelector(char32_t code)
{
    return (code >= 0xFE00 && code <= 0xFE0F) || (code >= 0xE0100 && code <= 0xE01EF) || code == 0x180F;
}

bool isAccent(char32_t code)
{
    const auto category = QChar::category(code);
    return category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing;
}

bool isBlank(char32_t code)
{
    return code == U' ' || code == U'\t' || code == U'\n';
}

QString nameOf(char32_t code)
{
    return u"U+"_s + QString::number(code, 16).toUpper().rightJustified(4, u'0');
}

char32_t codeAt(QStringView text, qsizetype at)
{
    const QChar first = text[at];
    if (first.isHighSurrogate() && at + 1 < text.size() && text[at + 1].isLowSurrogate())
        return QChar::surrogateToUcs4(first, text[at + 1]);
    return first.unicode();
}

class Writer
{
public:
    void take(QStringView part) { m_result.text += part; }
    void mark(const QString &words)
    {
        m_result.marks.append({m_result.text.size(), words.size()});
        m_result.text += words;
    }
    VisibleText result() && { return std::move(m_result); }

private:
    VisibleText m_result;
};

} // namespace

bool isHidden(char32_t code)
{
    if (code == U'\n' || code == U'\t' || code == U' ')
        return false;
    switch (QChar::category(code)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_Surrogate:
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    case QChar::Separator_Space:
        return code != 0x3000; // The ideographic one is as wide as a letter.
    default:
        return isVariationSelector(code) || std::ranges::contains(shapeless, code);
    }
}

VisibleText visibleText(QStringView text, LineBreaks breaks)
{
    Writer writer;
    qsizetype shown = 0; // What stands before is written.
    int accents = 0;
    for (qsizetype at = 0; at < text.size();) {
        const char32_t code = codeAt(text, at);
        const qsizetype width = QChar::requiresSurrogates(code) ? 2 : 1;
        qsizetype run = width;
        if (isBlank(code)) {
            while (at + run < text.size() && text[at + run] == text[at])
                ++run;
        }
        accents = isAccent(code) ? accents + 1 : 0;
        const bool isLong = run >= longRun;
        const bool isMarkedBreak = code == U'\n' && breaks == LineBreaks::Marked;
        if (isLong || isMarkedBreak || accents > mostAccents || isHidden(code)) {
            writer.take(text.sliced(shown, at - shown));
            for (qsizetype i = 0; i < (isLong || !isMarkedBreak ? 1 : run); ++i)
                writer.mark(isLong ? nameOf(code) + u" × "_s + QString::number(run) : nameOf(code));
            shown = at + run;
        }
        at += run;
    }
    writer.take(text.sliced(shown));
    return std::move(writer).result();
}

} // namespace typeshift::ui
