// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "toolsets/shell/CommandRisk.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift::toolsets {

namespace {

// A program where a command may begin, or behind what only passes a command on.
QRegularExpression program(const QString &names)
{
    return QRegularExpression(
        uR"((?:^|[;&|(`\n{]|\$\(|\b(?:sudo|doas|env|xargs|nohup|time|exec|command|then|do|else)\s)\s*)"
        uR"((?:\w+=\S*\s+)*(?:\S*/)?(?:%1)(?=$|[\s;&|)`]))"_s.arg(names));
}

bool deletes(const QString &command)
{
    static const QRegularExpression programs = program(
        u"rm|rmdir|unlink|shred|truncate|dd|mkfs(?:\\.\\w+)?|wipefs|dropdb|kill|killall|pkill|shutdown|reboot"_s);
    static const QRegularExpression words(
        uR"(\bgit\s+(?:clean|reset\s+--hard|checkout\s+--|restore|branch\s+-D|stash\s+(?:drop|clear)|push\s+.*(?:--force|-f)\b))"
        uR"(|\bfind\b.*\s-(?:delete|exec)\b|\b(?:drop|truncate)\s+(?:table|database|schema)\b|\bdelete\s+from\b)"
        uR"(|(?:^|[^>&0-9])>(?!>|&|\s*/dev/null)|\bsed\s+(?:-\w*i|--in-place)|\b(?:docker|podman)\s+(?:system\s+prune|rmi?|volume\s+rm)\b)"_s,
        QRegularExpression::CaseInsensitiveOption);
    return programs.match(command).hasMatch() || words.match(command).hasMatch();
}

bool sends(const QString &command)
{
    static const QRegularExpression programs = program(
        u"curl|wget|ssh|scp|sftp|rsync|ftp|nc|ncat|netcat|telnet|mail|mailx|sendmail|mutt|aws|gcloud|az|kubectl|gh|twine"_s);
    static const QRegularExpression words(
        uR"(\bgit\s+push\b|\b(?:npm|cargo|yarn|pnpm)\s+publish\b|\b(?:docker|podman)\s+push\b|/dev/(?:tcp|udp)/)"_s);
    return programs.match(command).hasMatch() || words.match(command).hasMatch();
}

bool becomesRoot(const QString &command)
{
    static const QRegularExpression programs = program(u"sudo|doas|su|pkexec|setcap|chown"_s);
    static const QRegularExpression words(uR"(\bchmod\s+(?:\S*s\S*|[0-7]?[2-7][0-7]{3}|-R)\b)"_s);
    return programs.match(command).hasMatch() || words.match(command).hasMatch();
}

bool leavesFolder(const QString &command, const QStringList &folders)
{
    static const QRegularExpression up(
        uR"((?:^|[\s='":(])(?:\.\./|\.\.(?:$|[\s;&|)]))|(?:^|[\s='":(])~|\$\{?HOME\b|/\.\.(?:/|\s|$))"_s);
    if (up.match(command).hasMatch())
        return true;
    static const QRegularExpression absolute(uR"((?:^|[\s='"(>])(/[^\s'";&|)]*))"_s);
    for (const QRegularExpressionMatch &match : absolute.globalMatch(command)) {
        const QString path = match.captured(1);
        const auto holds = [&path](const QString &folder) {
            return path == folder || path.startsWith(QString(folder + u'/'));
        };
        const bool isProgram = path.startsWith("/usr/bin/"_L1) || path.startsWith("/bin/"_L1) || path == "/dev/null"_L1;
        if (!isProgram && std::ranges::none_of(folders, holds))
            return true;
    }
    return false;
}

bool hides(const QString &command)
{
    static const QRegularExpression programs = program(u"eval|source|\\."_s);
    static const QRegularExpression words(
        uR"(\|\s*(?:sudo\s+)?(?:\S*/)?(?:ba|z|da|k)?sh\b|\|\s*(?:python3?|perl|ruby|node)\b|\bbase64\s+(?:-d|--decode|-D)\b)"
        uR"(|\bxxd\s+-r\b|\b(?:python3?|perl|ruby|node)\s+-(?:c|e)\b|<\(\s*(?:curl|wget)\b|\$'[^']*\\[x0-7u])"_s);
    return programs.match(command).hasMatch() || words.match(command).hasMatch();
}

} // namespace

QList<CommandRisk> risksOf(const QString &command, const QStringList &folders)
{
    QList<CommandRisk> risks;
    const auto add = [&risks](CommandRisk risk, bool isThere) {
        if (isThere)
            risks.append(risk);
    };
    add(CommandRisk::Deletes, deletes(command));
    add(CommandRisk::Sends, sends(command));
    add(CommandRisk::BecomesRoot, becomesRoot(command));
    add(CommandRisk::LeavesFolder, leavesFolder(command, folders));
    add(CommandRisk::Hides, hides(command));
    return risks;
}

} // namespace typeshift::toolsets
