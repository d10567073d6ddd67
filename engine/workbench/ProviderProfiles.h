// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Task.h"
#include "workbench/ProviderProfile.h"

#include <QObject>

namespace typeshift {

class Database;

//! A provider and one of its models.
struct ModelChoice {
    QString provider;
    QString model;

    bool operator==(const ModelChoice &) const = default;
};

//! The providers that are set up, in the database; the demo is always among them. Lives on the engine's thread and must
//! outlive its tasks.
class ProviderProfiles final : public QObject
{
    Q_OBJECT

public:
    explicit ProviderProfiles(Database &database, QObject *parent = nullptr);

    //! In the order in which they were added; the demo last.
    Task<Result<QList<ProviderProfile>>> list();
    //! None for a name that is not there.
    Task<Result<std::optional<ProviderProfile>>> find(QString name);
    //! InvalidInput when checkProfile() objects, Conflict when the name is taken.
    Task<Result<>> add(ProviderProfile profile);
    //! Changes the profile of this name; InvalidInput when there is none.
    Task<Result<>> update(ProviderProfile profile);
    //! Removes the profile, not its secret: the caller asks Secrets for that. Nothing happens when it is gone already.
    Task<Result<>> remove(QString name);

    //! What a new conversation starts with: what was chosen last, else the first profile that was added, else the demo.
    Task<Result<ModelChoice>> defaultChoice();
    //! InvalidInput when the provider is not there.
    Task<Result<>> setDefaultChoice(ModelChoice choice);

signals:
    //! A profile came, changed or went, by this process.
    void changed(const QString &name);
    void defaultChoiceChanged(const typeshift::ModelChoice &choice);

private:
    Database &m_database;
};

} // namespace typeshift
