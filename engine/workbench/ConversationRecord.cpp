// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "workbench/ConversationRecord.h"

#include <QTextBoundaryFinder>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

QString firstLineWithWords(const QString &text)
{
    for (QStringView line : QStringView(text).tokenize(u'\n')) {
        QString words = line.toString();
        words.removeIf([](QChar c) { return c.category() == QChar::Other_Control && !c.isSpace(); });
        words = words.simplified();
        if (!words.isEmpty())
            return words;
    }
    return {};
}

} // namespace

QString conversationTitle(const QString &text)
{
    constexpr int longest = 60;
    QString line = firstLineWithWords(text);

    QTextBoundaryFinder characters(QTextBoundaryFinder::Grapheme, line);
    qsizetype end = 0;
    for (int count = 0; count < longest && end >= 0 && end < line.size(); ++count)
        end = characters.toNextBoundary();
    if (end < 0 || end >= line.size())
        return line;

    // A single long word is cut inside; so is one that would leave next to nothing before it.
    const qsizetype space = line.at(end) == u' ' ? end : line.lastIndexOf(u' ', end - 1);
    const qsizetype cut = space >= end / 2 ? space : end;
    return QString(QStringView(line).first(cut).trimmed().toString() + u'…');
}

} // namespace typeshift
