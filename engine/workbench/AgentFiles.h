// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Result.h"
#include "workbench/AgentFile.h"

namespace typeshift {

//! One file of the folder and what it declares.
struct AgentFile {
    QString name; //!< `support.json`
    QByteArray text;
    std::optional<Agent> agent;       //!< none while anything is wrong
    QList<AgentFileProblem> problems; //!< in the order of the text
};

//! What a person wrote and has not saved.
struct AgentDraft {
    QString file;
    QByteArray text;
    std::optional<QByteArray> before; //!< what the file held when the writing began; none: there was no file

    bool operator==(const AgentDraft &) const = default;
};

//! The folder `agents` beside the database: a file an agent. Nothing in it is written but by save() and remove(), so a
//! file that does not read stays as it is, and hides no other. Files are small and read at once: one of more than
//! 1 MiB is refused. Any thread, one at a time.
class AgentFiles
{
public:
    static constexpr qint64 mostBytes = 1 << 20;

    //! `toolsets` are those that a file may name; `own` are the program's agents, whose names are taken. An empty
    //! folder name is a folder without files in which none can be saved.
    AgentFiles(QString folder, QList<Toolset> toolsets, QList<Agent> own);

    const QString &folder() const { return m_folder; }
    QString pathOf(const QString &name) const;
    const QList<Agent> &ownAgents() const { return m_own; }
    const QList<Toolset> &toolsets() const { return m_toolsets; }

    //! Every file, by name. Of two agents of one name the first counts, and the other has a problem.
    QList<AgentFile> list() const;
    //! Own agents, then those of the files that are right: together they build an engine.
    QList<Agent> agents() const;
    //! What list() would say if the file held this text. `name` may be of no file yet.
    AgentFile read(const QString &name, const QByteArray &text) const;

    //! Writes the whole file, or nothing. `before` is what it held when it was read, none for a new file: Conflict,
    //! with the file in facts.host, when it holds something else by now. InvalidInput for what is no name of a file
    //! here; Storage when it cannot be written.
    Result<> save(const QString &name, const QByteArray &text, const std::optional<QByteArray> &before) const;
    //! Conflict as above.
    Result<> remove(const QString &name, const QByteArray &before) const;
    //! What the file holds now; none without one.
    std::optional<QByteArray> textOf(const QString &name) const;
    //! A name for a new file that none has: `support.json`, `support_2.json`.
    QString freeName(const QString &wanted) const;

    //! Keeps unsaved text over a crash; the next one of the file takes its place.
    Result<> keepDraft(const AgentDraft &draft) const;
    void dropDraft(const QString &file) const;
    QList<AgentDraft> drafts() const;

private:
    QList<AgentFile> readAll(const std::optional<std::pair<QString, QByteArray>> &instead) const;
    AgentFile readFile(const QString &name) const;
    void compare(AgentFile &file, QList<Agent> &before, const QHash<QString, QString> &places) const;
    QString draftPathOf(const QString &file) const;
    Result<> check(const QString &name) const;

    QString m_folder;
    QList<Toolset> m_toolsets;
    QList<Agent> m_own;
};

} // namespace typeshift
