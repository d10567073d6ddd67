// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/base/Result.h>

#include <QStringList>

namespace typeshift {

//! The folders that a person chose for the coder, kept in a small file beside the database. A cheap value.
class CoderFolders
{
public:
    //! `store` as the program was started with; a server's are kept beside the program's own database.
    explicit CoderFolders(const QString &store);

    //! Absolute and without links where they are there; empty when none was chosen.
    QStringList chosen() const;
    //! Keeps them. Refused for a folder that is not there or belongs to the system; then nothing is changed.
    Result<> choose(const QStringList &folders) const;
    //! The folder that is the coder's own; made when it is not there.
    Result<QString> ownFolder() const;
    //! What the coder starts with: the chosen folders that are there, else its own.
    Result<QStringList> usable() const;

private:
    QString m_folder;
};

} // namespace typeshift
