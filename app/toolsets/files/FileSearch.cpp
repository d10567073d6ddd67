// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "toolsets/files/FileSearch.h"

#include "toolsets/OpenBelow.h"
#include "toolsets/PathRules.h"
#include "toolsets/files/FileReading.h"
#include "toolsets/files/FolderWalk.h"

#include <QElapsedTimer>
#include <QRegularExpression>

#include <cerrno>

using namespace Qt::StringLiterals;

namespace typeshift::toolsets {

namespace {

bool isVersionControl(const FolderEntry &entry)
{
    const QString name = entry.path.section(u'/', -1);
    return entry.kind == FolderEntry::Kind::Folder && (name == ".git"_L1 || name == ".hg"_L1 || name == ".svn"_L1);
}

QString listLine(const FolderEntry &entry)
{
    const QString shown = visiblePath(entry.path);
    switch (entry.kind) {
    case FolderEntry::Kind::File:
        return shown + u"  "_s + byteWords(entry.size) + u'\n';
    case FolderEntry::Kind::Folder:
        return shown + u"/\n"_s;
    case FolderEntry::Kind::Link:
        return shown + u"  (link)\n"_s;
    case FolderEntry::Kind::Other:
        return shown + u"  (device, pipe or socket)\n"_s;
    }
    Q_UNREACHABLE_RETURN(QString());
}

//! A search under way.
struct LineSearch {
    const FileLimits &limits;
    const std::atomic<bool> &stop;
    QRegularExpression expression;
    std::optional<QRegularExpression> names;
    bool namesWholePath = false;
    QElapsedTimer timer;
    QString found;
    QString ending; //!< why it ended before its end
    int matches = 0;
    int files = 0;
    int passedOver = 0;

    bool wants(const QString &path) const
    {
        return !names || names->match(namesWholePath ? path : path.section(u'/', -1)).hasMatch();
    }
    bool goesOn();
    void searchIn(const Descriptor &file, const QString &path);
    void searchLine(QStringView line, int number, const QString &path);
};

bool LineSearch::goesOn()
{
    if (matches >= limits.matches || found.size() > limits.answerLength)
        ending = u"more matches are not shown; search for something narrower"_s;
    else if (files >= limits.searchedFiles)
        ending = u"only %1 files were searched; name a folder"_s.arg(files);
    else if (timer.hasExpired(limits.searchTime.count()))
        ending = u"the search took longer than %1 s and was ended; name a folder"_s.arg(limits.searchTime.count()
                                                                                        / 1000);
    return ending.isEmpty() && !stop;
}

void LineSearch::searchIn(const Descriptor &file, const QString &path)
{
    ++files;
    const auto read = readBytes(file, limits.readBytes, path);
    const auto text = read ? decodeText(read->bytes) : std::unexpected(read.error());
    if (!text) {
        ++passedOver;
        return;
    }
    int number = 0;
    const auto lines = QStringView(text->text).tokenize(u'\n');
    for (const QStringView line : lines) {
        searchLine(line, ++number, path);
        if (number % 256 == 0 || matches >= limits.matches) {
            if (!goesOn())
                return;
        }
    }
}

void LineSearch::searchLine(QStringView line, int number, const QString &path)
{
    const auto match = expression.matchView(line);
    if (!match.hasMatch())
        return;
    ++matches;
    // Of a very long line what lies around the match.
    const qsizetype most = qMin(limits.lineLength, qsizetype(400));
    const qsizetype start = line.size() <= most ? 0 : qMax(qsizetype(0), match.capturedStart() - most / 4);
    const QStringView shown = line.sliced(start, qMin(most, line.size() - start));
    found += path + u':' + QString::number(number) + u": "_s + (start > 0 ? u"…"_s : QString()) + shown
        + (start + shown.size() < line.size() ? u"…\n"_s : u"\n"_s);
}

Result<QRegularExpression> expressionOf(const SearchFilesArguments &arguments)
{
    if (arguments.text.isEmpty())
        return failure(Error::Kind::InvalidInput, u"the text to look for is empty"_s);
    QRegularExpression expression(
        arguments.regularExpression.value_or(false) ? arguments.text : QRegularExpression::escape(arguments.text),
        QRegularExpression::UseUnicodePropertiesOption);
    if (arguments.ignoreCase.value_or(false))
        expression.setPatternOptions(expression.patternOptions() | QRegularExpression::CaseInsensitiveOption);
    if (!expression.isValid()) {
        return failure(Error::Kind::InvalidInput,
                       u"the regular expression is wrong at character %1: %2"_s.arg(expression.patternErrorOffset() + 1)
                           .arg(expression.errorString()));
    }
    return expression;
}

//! Looks at the place itself when it is a file, else at every file below it.
Result<> searchPlace(const FileRoots &roots, const Place &place, LineSearch &search)
{
    if (const auto file = place.steps.isEmpty() ? failure(Error::Kind::Tool, QString()) : roots.openFile(place)) {
        search.searchIn(*file, roots.pathOf(place));
        return {};
    }
    const QString prefix = place.steps.isEmpty() && place.root == 0 ? QString() : QString(roots.pathOf(place) + u'/');
    return walkFolder(roots, place, 64, [&](const FolderEntry &entry, const Descriptor &folder) {
        if (!search.goesOn())
            return WalkOn::Stop;
        if (entry.kind != FolderEntry::Kind::File || !search.wants(entry.path))
            return isVersionControl(entry) ? WalkOn::Beside : WalkOn::Deeper;
        const QByteArray name = entry.path.section(u'/', -1).toUtf8();
        const Descriptor file(
            ::openat(folder.number(), name.constData(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC));
        if (file.isOpen() && !isOnPseudoFileSystem(file))
            search.searchIn(file, visiblePath(prefix + entry.path));
        return WalkOn::Deeper;
    });
}

} // namespace

Result<QString> listFiles(const FileRoots &roots, const ListFilesArguments &arguments, const FileLimits &limits)
{
    const int depth = arguments.depth.value_or(1);
    if (depth < 1 || depth > 8)
        return failure(Error::Kind::InvalidInput, u"depth must be between 1 and 8"_s);
    const auto place = roots.locate(arguments.path.value_or(u"."_s));
    if (!place)
        return failure(place.error());
    QString list;
    int count = 0;
    bool isCut = false;
    const auto walked = walkFolder(roots, *place, depth, [&](const FolderEntry &entry, const Descriptor &) {
        if (count >= limits.entries || list.size() > limits.answerLength) {
            isCut = true;
            return WalkOn::Stop;
        }
        ++count;
        list += listLine(entry);
        return isVersionControl(entry) ? WalkOn::Beside : WalkOn::Deeper;
    });
    if (!walked)
        return failure(walked.error());
    const QString head = roots.pathOf(*place) + u": "_s
        + (count == 0       ? u"the folder is empty\n"_s
               : isCut      ? u"the first %1 entries; there are more, name a folder\n"_s.arg(count)
               : count == 1 ? u"1 entry\n"_s
                            : u"%1 entries\n"_s.arg(count));
    return QString(head + list);
}

Result<QString> searchFiles(const FileRoots &roots, const SearchFilesArguments &arguments, const FileLimits &limits,
                            const std::atomic<bool> &stop)
{
    const auto expression = expressionOf(arguments);
    if (!expression)
        return failure(expression.error());
    const auto place = roots.locate(arguments.path.value_or(u"."_s));
    if (!place)
        return failure(place.error());
    LineSearch search{.limits = limits, .stop = stop, .expression = *expression};
    if (arguments.names) {
        search.names = QRegularExpression::fromWildcard(*arguments.names, Qt::CaseSensitive);
        search.namesWholePath = arguments.names->contains(u'/');
    }
    search.timer.start();
    if (auto searched = searchPlace(roots, *place, search); !searched)
        return failure(searched.error());
    if (stop)
        return failure(Error::Kind::Cancelled, u"the search was stopped"_s);
    QString head = search.matches == 1 ? u"1 matching line"_s : u"%1 matching lines"_s.arg(search.matches);
    head += u" in %1 files searched"_s.arg(search.files);
    if (search.passedOver > 0)
        head += u", %1 of them passed over (binary or larger than %2)"_s.arg(search.passedOver)
                    .arg(byteWords(limits.readBytes));
    if (!search.ending.isEmpty())
        head += u"; "_s + search.ending;
    return QString(head + u'\n' + search.found);
}

} // namespace typeshift::toolsets
