// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "plan/PlanRevision.h"

#include "words/VisibleText.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

bool isBlankPlan(const QString &markdown)
{
    const QList<uint> codes = markdown.toUcs4();
    return std::ranges::none_of(codes, [](uint code) { return QChar::isLetterOrNumber(code) && !isHidden(code); });
}

QString visiblePlan(const QString &markdown)
{
    QString unix = markdown;
    return visibleText(unix.replace(u"\r\n"_s, u"\n"_s)).text;
}

QStringList planOutline(const QString &markdown)
{
    QStringList titles;
    bool isInFence = false;
    for (const QString &line : markdown.split(u'\n')) {
        if (line.trimmed().startsWith("```"_L1) || line.trimmed().startsWith("~~~"_L1))
            isInFence = !isInFence;
        const auto depth = std::ranges::find_if(line, [](QChar sign) { return sign != u'#'; }) - line.begin();
        if (!isInFence && depth >= 1 && depth <= 6 && depth < line.size() && line[depth].isSpace())
            titles.append(line.sliced(depth).trimmed());
    }
    return titles;
}

} // namespace typeshift::ui
