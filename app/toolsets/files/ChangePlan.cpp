// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "toolsets/files/ChangePlan.h"

#include "toolsets/PathRules.h"
#include "toolsets/files/FileReading.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace typeshift::toolsets {

namespace {

bool isAscii(const QString &text)
{
    return std::ranges::all_of(text, [](QChar character) { return character.unicode() < 0x80; });
}

std::unexpected<Error> changedMeanwhile(const QString &shown)
{
    return failure(Error::Kind::Conflict,
                   QString(shown + u" was changed by somebody else since it was read; read it again"_s));
}

//! What a changed file must be: the one that was read, with one name, and no link.
Result<> checkChangeable(const FileRoots &roots, const FoundFile &found, const std::optional<FileStamp> &known)
{
    const QString shown = quotedPath(roots.pathOf(found.place));
    if (known && !known->isSame(found.stamp))
        return changedMeanwhile(shown);
    if (found.stamp.links > 1) {
        return failure(
            Error::Kind::Refused,
            u"%1 is refused: the file has %2 names (hard links), and one of them may lie outside"_s.arg(shown).arg(
                found.stamp.links));
    }
    const auto parent = roots.openParent(found.place, false);
    if (!parent)
        return failure(parent.error());
    struct stat seen{};
    const QByteArray name = found.place.steps.constLast().toUtf8();
    if (::fstatat(parent->number(), name.constData(), &seen, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(seen.st_mode)) {
        return failure(
            Error::Kind::Refused,
            QString(shown + u" is refused: it is a link; change the file that it points to by its own name"_s));
    }
    return {};
}

Result<ChangePlan> planNewFile(const FileRoots &roots, const WriteFileArguments &arguments,
                               const std::optional<FileStamp> &known)
{
    const auto place = roots.locate(arguments.path);
    if (!place)
        return failure(place.error());
    const QString shown = quotedPath(roots.pathOf(*place));
    if (known)
        return failure(Error::Kind::Conflict, QString(shown + u" was deleted by somebody else since it was read"_s));
    if (place->steps.isEmpty() || place->isFolderOnly)
        return failure(Error::Kind::Refused, QString(shown + u" is refused: it names a folder, not a file"_s));
    if (auto named = checkNewName(place->steps.constLast()); !named)
        return failure(named.error());
    // A link to nowhere looks like a missing file.
    if (const auto parent = roots.openParent(*place, false)) {
        struct stat seen{};
        if (::fstatat(parent->number(), place->steps.constLast().toUtf8().constData(), &seen, AT_SYMLINK_NOFOLLOW) == 0)
            return failure(Error::Kind::Refused, QString(shown + u" is refused: it is a link to a missing file"_s));
    } else if (parent.error().facts.status != ENOENT) {
        return failure(parent.error());
    }
    auto bytes = encodeText(arguments.content, {});
    if (!bytes)
        return failure(bytes.error());
    return ChangePlan{.place = *place,
                      .change = {roots.absolutePathOf(*place), std::nullopt, arguments.content},
                      .bytes = *std::move(bytes)};
}

//! `text` in the line ends of the file's text.
QString inEndsOf(const TextFile &file, const QString &text)
{
    QString plain = text;
    if (file.format.usesCrlf || !file.text.contains("\r\n"_L1))
        plain.replace(u"\r\n"_s, u"\n"_s);
    return plain;
}

Result<ChangePlan> planReplacement(const FileRoots &roots, FoundFile found, const QString &after)
{
    const QString shown = quotedPath(roots.pathOf(found.place));
    if (after == found.file.text)
        return failure(Error::Kind::InvalidInput, QString(shown + u" has this text already; nothing would change"_s));
    auto bytes = encodeText(after, found.file.format);
    if (!bytes)
        return failure(bytes.error());
    return ChangePlan{.place = found.place,
                      .change = {roots.absolutePathOf(found.place), std::move(found.file.text), after},
                      .bytes = *std::move(bytes),
                      .before = std::move(found.stamp)};
}

QList<qsizetype> placesOf(const QString &part, const QString &text)
{
    QList<qsizetype> places;
    for (qsizetype at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.size()))
        places.append(at);
    return places;
}

Error notUnique(const QString &shown, const QString &text, const QList<qsizetype> &places)
{
    QStringList lines;
    for (const qsizetype place : places.first(qMin(places.size(), qsizetype(10))))
        lines.append(QString::number(QStringView(text).first(place).count(u'\n') + 1));
    if (places.size() > 10)
        lines.append(u"…"_s);
    return Error(
        Error::Kind::InvalidInput,
        u"old_text is in %1 %2 times (lines %3); give more of the text around it, or set replace_all"_s.arg(shown)
            .arg(places.size())
            .arg(lines.join(", "_L1)));
}

// A word that helps: models mostly err in the blanks.
Error notFound(const QString &shown, const QString &text, const QString &part)
{
    const bool isThereButForBlanks = !part.simplified().isEmpty() && text.simplified().contains(part.simplified());
    return Error(
        Error::Kind::InvalidInput,
        isThereButForBlanks
            ? u"old_text is in %1 only with other blanks or line ends; copy it exactly as the file has it"_s.arg(shown)
            : u"old_text is not in %1; read the file and copy the text exactly"_s.arg(shown));
}

Result<> checkStillTheSame(const FileRoots &roots, const ChangePlan &plan)
{
    const QString shown = quotedPath(roots.pathOf(plan.place));
    const auto file = roots.openFile(plan.place);
    if (!file)
        return plan.before ? Result<>(changedMeanwhile(shown)) : Result<>();
    if (!plan.before)
        return failure(Error::Kind::Conflict, QString(shown + u" appeared meanwhile; read it before writing to it"_s));
    const auto now = readBytes(*file, qMax(plan.before->size, qint64(plan.bytes.size())), shown);
    return now && now->stamp.isSame(*plan.before) ? Result<>() : Result<>(changedMeanwhile(shown));
}

} // namespace

Result<ChangePlan> planWrite(const FileRoots &roots, const WriteFileArguments &arguments, const FileLimits &limits,
                             const std::optional<FileStamp> &known)
{
    if (arguments.content.size() > limits.writeBytes)
        return failure(Error::Kind::InvalidInput, u"the content is longer than %1"_s.arg(byteWords(limits.writeBytes)));
    auto found = findFile(roots, arguments.path, limits);
    if (!found && found.error().kind == Error::Kind::Tool && found.error().facts.status == ENOENT)
        return planNewFile(roots, arguments, known);
    if (!found)
        return failure(found.error());
    const QString shown = quotedPath(roots.pathOf(found->place));
    if (auto checked = checkChangeable(roots, *found, known); !checked)
        return failure(checked.error());
    if (!known)
        return failure(Error::Kind::Conflict, QString(shown + u" exists and was not read yet; read it first"_s));
    if (found->file.format.encoding == TextFormat::Encoding::Unknown && !isAscii(arguments.content)) {
        return failure(Error::Kind::InvalidInput,
                       QString(shown + u" is not Unicode: only ASCII can be written to it; use edit_file"_s));
    }
    const QString after = inEndsOf(found->file, arguments.content);
    return planReplacement(roots, *std::move(found), after);
}

Result<ChangePlan> planEdit(const FileRoots &roots, const EditFileArguments &arguments, const FileLimits &limits,
                            const std::optional<FileStamp> &known)
{
    if (arguments.oldText.isEmpty())
        return failure(Error::Kind::InvalidInput, u"old_text is empty; use write_file for a new file"_s);
    if (arguments.newText.size() > limits.writeBytes)
        return failure(Error::Kind::InvalidInput, u"new_text is longer than %1"_s.arg(byteWords(limits.writeBytes)));
    auto found = findFile(roots, arguments.path, limits);
    if (!found)
        return failure(found.error());
    if (auto checked = checkChangeable(roots, *found, known); !checked)
        return failure(checked.error());
    const QString shown = quotedPath(roots.pathOf(found->place));
    if (found->file.format.encoding == TextFormat::Encoding::Unknown && !isAscii(arguments.newText))
        return failure(Error::Kind::InvalidInput, QString(shown + u" is not Unicode: only ASCII can be put into it"_s));
    const QString oldText = inEndsOf(found->file, arguments.oldText);
    const QString newText = inEndsOf(found->file, arguments.newText);
    const QList<qsizetype> places = placesOf(oldText, found->file.text);
    if (places.isEmpty())
        return failure(notFound(shown, found->file.text, oldText));
    if (places.size() > 1 && !arguments.replaceAll.value_or(false))
        return failure(notUnique(shown, found->file.text, places));
    if (places.size() * newText.size() > limits.writeBytes)
        return failure(Error::Kind::InvalidInput,
                       u"the file would become larger than %1"_s.arg(byteWords(limits.writeBytes)));
    QString after = found->file.text;
    after.replace(oldText, newText);
    auto plan = planReplacement(roots, *std::move(found), after);
    if (plan)
        plan->places = int(places.size());
    return plan;
}

Result<FileStamp> carryOut(const FileRoots &roots, const ChangePlan &plan, const WriteCalls &calls)
{
    const QString shown = quotedPath(roots.pathOf(plan.place));
    const auto folder = roots.openParent(plan.place, !plan.before);
    if (!folder)
        return failure(folder.error());
    const AtomicWrite write{.folder = *folder,
                            .name = plan.place.steps.constLast().toUtf8(),
                            .bytes = plan.bytes,
                            .mode = plan.before ? std::optional(plan.before->mode) : std::nullopt,
                            .lastLook =
                                [&] {
                                    auto same = checkStillTheSame(roots, plan);
                                    return same ? roots.checkParent(plan.place, *folder) : same;
                                },
                            .calls = calls};
    if (auto written = writeAtomically(write, shown); !written)
        return failure(written.error());
    const auto file = roots.openFile(plan.place);
    if (!file)
        return failure(file.error());
    const auto now = readBytes(*file, plan.bytes.size(), shown);
    if (!now)
        return failure(now.error());
    return now->stamp;
}

} // namespace typeshift::toolsets
