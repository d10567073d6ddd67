// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "page/ProviderTitles.h"

#include <engine/workbench/ProviderProfiles.h>

namespace typeshift::ui {

ProviderTitles::ProviderTitles(ProviderProfiles &profiles, QObject *parent)
    : QObject(parent)
    , m_profiles(profiles)
{
    // Queued: the profiles must not be asked from inside of the task that changed them.
    connect(&profiles, &ProviderProfiles::changed, this, &ProviderTitles::read, Qt::QueuedConnection);
    read();
}

void ProviderTitles::read()
{
    m_tasks.start(m_profiles.list(), [this](Result<QList<ProviderProfile>> profiles) {
        if (profiles)
            take(*profiles);
    });
}

void ProviderTitles::take(const QList<ProviderProfile> &profiles)
{
    QHash<QString, QString> titles;
    for (const ProviderProfile &profile : profiles)
        titles.insert(profile.name, profile.shownTitle());
    if (std::exchange(m_titles, titles) != titles)
        emit changed();
}

} // namespace typeshift::ui
