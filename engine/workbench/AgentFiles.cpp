// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "workbench/AgentFiles.h"

#include "agents/Diagnostics.h"
#include "workbench/DataFolder.h"
#include "json/Codec.h"

#include <QDir>
#include <QSaveFile>

#include <algorithm>
#include <filesystem>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

constexpr auto ending = ".json"_L1;

//! A draft as it lies in its file.
struct StoredDraft {
    QString text;
    std::optional<QString> before;

    static constexpr auto fields()
    {
        return std::tuple{field("text", &StoredDraft::text), field("before", &StoredDraft::before)};
    }
};

Error storageError(const QString &path, const QString &words)
{
    Error error(Error::Kind::Storage, u"%1: %2"_s.arg(QDir::toNativeSeparators(path), words));
    error.facts.host = path;
    return error;
}

Error conflict(const QString &path, const QString &words)
{
    Error error(Error::Kind::Conflict, u"%1 %2"_s.arg(QDir::toNativeSeparators(path), words));
    error.facts.host = path;
    return error;
}

AgentFile unread(const QString &name, const QString &words)
{
    return {.name = name, .text = {}, .agent = {}, .problems = {{u"TSH058"_s, {}, {}, words}}};
}

} // namespace

AgentFiles::AgentFiles(QString folder, QList<Toolset> toolsets, QList<Agent> own)
    : m_folder(std::move(folder))
    , m_toolsets(std::move(toolsets))
    , m_own(std::move(own))
{
}

QString AgentFiles::pathOf(const QString &name) const
{
    return m_folder + u'/' + name;
}

QString AgentFiles::draftPathOf(const QString &file) const
{
    return m_folder + u"/drafts/"_s + file;
}

AgentFile AgentFiles::readFile(const QString &name) const
{
    QFile file(pathOf(name));
    if (!file.open(QIODevice::ReadOnly))
        return unread(name, u"the file cannot be read: %1"_s.arg(file.errorString()));
    const QByteArray text = file.read(mostBytes + 1);
    if (text.size() > mostBytes)
        return unread(name, u"the file is larger than 1 MiB, and no agent is"_s);
    return {.name = name, .text = text, .agent = {}, .problems = {}};
}

QList<AgentFile> AgentFiles::readAll(const std::optional<std::pair<QString, QByteArray>> &instead) const
{
    QStringList names;
    if (!m_folder.isEmpty())
        names = QDir(m_folder).entryList({u"*.json"_s}, QDir::Files, QDir::Name);
    if (instead && !names.contains(instead->first)) {
        names.append(instead->first);
        names.sort();
    }
    QList<AgentFile> files;
    QList<Agent> before = m_own;
    QHash<QString, QString> places;
    for (const QString &name : std::as_const(names)) {
        const bool isGiven = instead && instead->first == name;
        AgentFile file = isGiven ? AgentFile{.name = name, .text = instead->second, .agent = {}, .problems = {}}
                                 : readFile(name);
        if (file.problems.isEmpty())
            compare(file, before, places);
        if (file.agent)
            places.insert(file.agent->name(), name);
        files.append(std::move(file));
    }
    return files;
}

// A file is right when an engine takes its agent beside those before it.
void AgentFiles::compare(AgentFile &file, QList<Agent> &before, const QHash<QString, QString> &places) const
{
    auto agent = readAgentFile(file.text, m_toolsets);
    if (!agent) {
        file.problems = agent.error();
        return;
    }
    const JsonPlaces text(file.text);
    if (std::ranges::contains(before, agent->name(), &Agent::name)) {
        const QString where = places.value(agent->name());
        file.problems.append({u"TSH022"_s, u"name"_s, text.valueAt(u"name"_s),
                              where.isEmpty()
                                  ? u"“%1” is an agent of the program; choose another name"_s.arg(agent->name())
                                  : u"%2 declares “%1” already; choose another name"_s.arg(agent->name(), where)});
        return;
    }
    const auto found = diagnose(before + QList<Agent>{*agent});
    for (const Diagnostic &each : found)
        file.problems.append({each.code, u"tools"_s, text.valueAt(u"tools"_s), each.message});
    if (!found.isEmpty())
        return;
    before.append(*agent);
    file.agent = *std::move(agent);
}

QList<AgentFile> AgentFiles::list() const
{
    return readAll({});
}

QList<Agent> AgentFiles::agents() const
{
    QList<Agent> agents = m_own;
    const auto files = list();
    for (const AgentFile &file : files) {
        if (file.agent)
            agents.append(*file.agent);
    }
    return agents;
}

AgentFile AgentFiles::read(const QString &name, const QByteArray &text) const
{
    const auto files = readAll(std::pair{name, text});
    return *std::ranges::find(files, name, &AgentFile::name);
}

Result<> AgentFiles::check(const QString &name) const
{
    if (m_folder.isEmpty())
        return failure(Error::Kind::InvalidState, u"a database without a folder has no agent files"_s);
    if (!name.endsWith(ending) || name.size() == ending.size() || name.startsWith(u'.') || name.contains(u'/')
        || name.contains(u'\\') || name.contains(QChar(u'\0')))
        return failure(Error::Kind::InvalidInput,
                       u"“%1” is no name of an agent file, such as support.json"_s.arg(name));
    return DataFolder::prepare(pathOf(name));
}

Result<> AgentFiles::save(const QString &name, const QByteArray &text, const std::optional<QByteArray> &before) const
{
    if (auto checked = check(name); !checked)
        return checked;
    const QString path = pathOf(name);
    const auto now = textOf(name);
    if (now != before && now != text) {
        return failure(conflict(path,
                                !before   ? u"is there already"_s
                                    : now ? u"was changed by another program since it was read"_s
                                          : u"was deleted by another program since it was read"_s));
    }
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit())
        return failure(storageError(path, file.errorString()));
    return {};
}

Result<> AgentFiles::remove(const QString &name, const QByteArray &before) const
{
    if (auto checked = check(name); !checked)
        return checked;
    const auto now = textOf(name);
    if (now && *now != before)
        return failure(conflict(pathOf(name), u"was changed by another program since it was read"_s));
    QFile file(pathOf(name));
    if (now && !file.remove())
        return failure(storageError(pathOf(name), file.errorString()));
    return {};
}

std::optional<QByteArray> AgentFiles::textOf(const QString &name) const
{
    QFile file(pathOf(name));
    return !m_folder.isEmpty() && file.open(QIODevice::ReadOnly) ? std::optional(file.readAll()) : std::nullopt;
}

QString AgentFiles::freeName(const QString &wanted) const
{
    const auto isTaken = [this](const QString &name) {
        return QFileInfo::exists(pathOf(name)) || QFileInfo::exists(draftPathOf(name));
    };
    QString name = wanted + ending;
    for (int number = 2; isTaken(name); ++number)
        name = u"%1_%2%3"_s.arg(wanted, QString::number(number), ending);
    return name;
}

// Renamed into its place, so that a crash leaves the one before; not forced to the disk at every pause of a typist.
Result<> AgentFiles::keepDraft(const AgentDraft &draft) const
{
    if (auto checked = check(draft.file); !checked)
        return checked;
    const QString path = draftPathOf(draft.file);
    if (auto prepared = DataFolder::prepare(path); !prepared)
        return prepared;
    StoredDraft stored{.text = QString::fromUtf8(draft.text), .before = {}};
    if (draft.before)
        stored.before = QString::fromUtf8(*draft.before);
    const QByteArray bytes = encodeJson(stored);
    QFile file(QString(path + u".new"_s));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.flush())
        return failure(storageError(path, file.errorString()));
    file.close();
    std::error_code error;
    std::filesystem::rename(file.fileName().toStdU16String(), path.toStdU16String(), error);
    if (error)
        return failure(storageError(path, QString::fromStdString(error.message())));
    return {};
}

void AgentFiles::dropDraft(const QString &file) const
{
    if (!m_folder.isEmpty())
        QFile::remove(draftPathOf(file));
}

QList<AgentDraft> AgentFiles::drafts() const
{
    QList<AgentDraft> drafts;
    if (m_folder.isEmpty())
        return drafts;
    const QStringList names = QDir(QString(m_folder + u"/drafts"_s)).entryList({u"*.json"_s}, QDir::Files, QDir::Name);
    for (const QString &name : names) {
        QFile file(draftPathOf(name));
        const auto stored = file.open(QIODevice::ReadOnly) ? decodeJson<StoredDraft>(file.readAll())
                                                           : Decoded<StoredDraft>(std::unexpect);
        if (!stored)
            continue; // It stays where it is.
        AgentDraft draft{.file = name, .text = stored->text.toUtf8(), .before = {}};
        if (stored->before)
            draft.before = stored->before->toUtf8();
        drafts.append(std::move(draft));
    }
    return drafts;
}

} // namespace typeshift
