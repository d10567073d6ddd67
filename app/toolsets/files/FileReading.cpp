// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "toolsets/files/FileReading.h"

#include "toolsets/PathRules.h"

using namespace Qt::StringLiterals;

namespace typeshift::toolsets {

namespace {

//! Lines with their numbers, up to the limits.
struct ShownLines {
    QString text;
    qsizetype last = 0; //!< number of the last line shown
    bool isCut = false; //!< a long line lost its end
};

ShownLines showLines(const QList<QStringView> &lines, qsizetype first, qsizetype most, const FileLimits &limits)
{
    ShownLines shown{.last = first - 1};
    for (qsizetype number = first; number <= lines.size() && number < first + most; ++number) {
        QStringView line = lines.at(number - 1);
        const bool isLong = line.size() > limits.lineLength;
        if (isLong)
            line = line.first(limits.lineLength);
        if (shown.text.size() + line.size() > limits.answerLength)
            break;
        shown.text += QString::number(number) + u'\t' + line + (isLong ? u"…\n"_s : u"\n"_s);
        shown.isCut |= isLong;
        shown.last = number;
    }
    return shown;
}

QString headLine(const QString &path, const TextFormat &format, const ShownLines &shown, qsizetype first,
                 qsizetype count, const FileLimits &limits)
{
    QStringList words;
    if (shown.last < first)
        words.append(u"no lines shown of %1"_s.arg(count));
    else if (first == 1 && shown.last == count)
        words.append(count == 1 ? u"1 line"_s : u"%1 lines"_s.arg(count));
    else
        words.append(u"lines %1 to %2 of %3"_s.arg(first).arg(shown.last).arg(count));
    if (shown.last < count)
        words.append(u"go on with first_line %1"_s.arg(shown.last + 1));
    if (shown.isCut)
        words.append(u"long lines are cut after %1 characters"_s.arg(limits.lineLength));
    if (const QString described = describe(format); !described.isEmpty())
        words.append(described);
    return path + u": "_s + words.join("; "_L1) + u'\n';
}

} // namespace

Result<FoundFile> findFile(const FileRoots &roots, const QString &path, const FileLimits &limits)
{
    const auto place = roots.locate(path);
    if (!place)
        return failure(place.error());
    const auto file = roots.openFile(*place);
    if (!file)
        return failure(file.error());
    const QString shown = quotedPath(roots.pathOf(*place));
    auto read = readBytes(*file, limits.readBytes, shown);
    if (!read)
        return failure(read.error());
    auto text = decodeText(read->bytes);
    if (!text)
        return failure(text.error().kind, QString(shown + u": "_s + text.error().facts.message));
    return FoundFile{*place, *std::move(text), std::move(read->stamp)};
}

Result<ReadAnswer> readFile(const FileRoots &roots, const ReadFileArguments &arguments, const FileLimits &limits)
{
    const int first = arguments.firstLine.value_or(1);
    const int most = qMin(arguments.lines.value_or(limits.lines), limits.lines);
    if (first < 1 || most < 1)
        return failure(Error::Kind::InvalidInput, u"first_line and lines begin at 1"_s);
    auto found = findFile(roots, arguments.path, limits);
    if (!found)
        return failure(found.error());
    const QString &text = found->file.text;
    const QString path = roots.pathOf(found->place);
    if (text.isEmpty())
        return ReadAnswer{QString(path + u": the file is empty\n"_s), *std::move(found)};
    QList<QStringView> lines = QStringView(text).split(u'\n');
    if (text.endsWith(u'\n'))
        lines.removeLast();
    if (first > lines.size()) {
        return failure(Error::Kind::InvalidInput,
                       u"%1 has %2 lines; there is no line %3"_s.arg(quotedPath(path)).arg(lines.size()).arg(first));
    }
    const ShownLines shown = showLines(lines, first, most, limits);
    const QString head = headLine(path, found->file.format, shown, first, lines.size(), limits);
    return ReadAnswer{QString(head + shown.text), *std::move(found)};
}

} // namespace typeshift::toolsets
