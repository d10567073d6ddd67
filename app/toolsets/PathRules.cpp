// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "toolsets/PathRules.h"

using namespace Qt::StringLiterals;

namespace typeshift::toolsets {

namespace {

constexpr qsizetype mostNameBytes = 255;
constexpr qsizetype mostPathBytes = 4095;

// Joiners stand inside words of some scripts; everything else without a shape of its own hides something.
bool isHidden(char32_t character)
{
    if (character == 0x200c || character == 0x200d)
        return false;
    switch (QChar::category(character)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_Surrogate:
    case QChar::Other_NotAssigned:
    case QChar::Other_PrivateUse:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    default:
        return character == 0x2028 || character == 0x3164 || character == 0x115f || character == 0x1160
            || character == 0x034f || (character >= 0xfe00 && character <= 0xfe0e);
    }
}

QString codePoint(char32_t character)
{
    return u"U+"_s + QString::number(uint(character), 16).toUpper().rightJustified(4, u'0');
}

std::unexpected<Error> refused(const QString &shown, const QString &reason)
{
    return failure(Error::Kind::Refused, QString(shown + u" is refused: "_s + reason));
}

Result<> checkCharacters(const QString &path, const QString &shown)
{
    if (!path.isValidUtf16())
        return refused(shown, u"the path is not valid Unicode"_s);
    const QList<uint> characters = path.toUcs4();
    for (const uint character : characters) {
        if (character == 0)
            return refused(shown, u"the path has a NUL character"_s);
        if (isHidden(character)) {
            return refused(shown, u"the path has the character %1, which cannot be seen"_s.arg(codePoint(character)));
        }
    }
    if (path.contains(u'\\'))
        return refused(shown, u"the path has a backslash; names are separated by /"_s);
    if (path.contains("://"_L1) || path.startsWith("file:"_L1, Qt::CaseInsensitive))
        return refused(shown, u"this is an address, not a path"_s);
    if (path.startsWith(u'~'))
        return refused(shown, u"~ is not expanded; give a path below the working folder"_s);
    if (path.toUtf8().size() > mostPathBytes)
        return refused(shown, u"the path is longer than %1 bytes"_s.arg(mostPathBytes));
    return {};
}

Result<> checkStep(const QString &step, const QString &shown)
{
    if (step == ".."_L1)
        return refused(shown, u"the path has the step \"..\"; give the path from the working folder down"_s);
    const QString plain = step.normalized(QString::NormalizationForm_KC);
    if (plain != step && (plain == "."_L1 || plain == ".."_L1 || plain.contains(u'/') || plain.contains(u'\\')))
        return refused(shown, u"the path has a name that only looks like a step or a slash"_s);
    const QString unescaped = QString::fromUtf8(QByteArray::fromPercentEncoding(step.toUtf8()));
    if (unescaped != step && (unescaped == ".."_L1 || unescaped.contains(u'/') || unescaped.contains(QChar(u'\0'))))
        return refused(shown, u"the path has an escaped step; paths are not unescaped"_s);
    if (QStringView(step).trimmed() == ".."_L1 || QStringView(step).trimmed() == "."_L1)
        return refused(shown, u"the path has a name that only looks like a step or a slash"_s);
    if (step.toUtf8().size() > mostNameBytes)
        return refused(shown, u"a name in the path is longer than %1 bytes"_s.arg(mostNameBytes));
    return {};
}

} // namespace

Result<QStringList> stepsOf(const QString &path, const QString &shown)
{
    if (auto checked = checkCharacters(path, shown); !checked)
        return failure(checked.error());
    QStringList steps = path.split(u'/', Qt::SkipEmptyParts);
    steps.removeAll(u"."_s);
    for (const QString &step : std::as_const(steps)) {
        if (auto checked = checkStep(step, shown); !checked)
            return failure(checked.error());
    }
    return steps;
}

Result<> checkNewName(const QString &name)
{
    if (name.normalized(QString::NormalizationForm_C) != name)
        return refused(quotedPath(name), u"the name of a new file must be composed Unicode (NFC)"_s);
    if (name.trimmed() != name)
        return refused(quotedPath(name), u"the name of a new file must not begin or end with a blank"_s);
    return {};
}

QString visiblePath(const QString &path)
{
    QString shown;
    const QList<uint> characters = path.toUcs4();
    for (const uint character : characters) {
        if (isHidden(character))
            shown += u'<' + codePoint(character) + u'>';
        else
            shown += QStringView(QChar::fromUcs4(character));
    }
    return shown;
}

QString quotedPath(const QString &path)
{
    const QString shown = visiblePath(path);
    return u'"' + (shown.size() > 120 ? QString(shown.first(120) + u'…') : shown) + u'"';
}

} // namespace typeshift::toolsets
