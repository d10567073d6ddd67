// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/async/TaskScope.h>
#include <engine/base/Result.h>
#include <engine/workbench/ProviderProfile.h>

#include <QHash>
#include <QObject>

namespace typeshift {
class ProviderProfiles;
}

namespace typeshift::ui {

//! What people call the providers that runs only name: kept in step with the profiles, so that whoever paints a name
//! need not wait. GUI thread.
class ProviderTitles final : public QObject
{
    Q_OBJECT

public:
    //! The profiles outlive it. Reads them at once and whenever one changes.
    explicit ProviderTitles(ProviderProfiles &profiles, QObject *parent = nullptr);

    //! The title of a profile; its name while it is not read, or is gone.
    QString of(const QString &provider) const { return m_titles.value(provider, provider); }
    const QHash<QString, QString> &all() const { return m_titles; }

signals:
    void changed();

private:
    void read();
    void take(const QList<ProviderProfile> &profiles);

    ProviderProfiles &m_profiles;
    QHash<QString, QString> m_titles;
    TaskScope m_tasks;
};

} // namespace typeshift::ui
