// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/async/TaskScope.h>
#include <engine/base/Result.h>
#include <engine/workbench/ConversationRecord.h>

#include <QObject>

namespace typeshift {
class ConversationCatalog;
}

namespace typeshift::ui {

class ConversationModel;

//! Reads the catalog into the model: the newest page first, then the rest page by page from the event loop, so that a
//! list of any length is there at once and the database is never busy for long. GUI thread.
class ConversationPages final : public QObject
{
    Q_OBJECT

public:
    //! Both outlive it.
    ConversationPages(ConversationCatalog &catalog, ConversationModel &model, QObject *parent = nullptr);

    //! Reads from the beginning what has `title` in its title; empty: all. While a first page is on its way the next
    //! one waits for it, and only the last title counts.
    void read(const QString &title);
    //! Reads one conversation again.
    void readOne(const ConversationId &conversation);
    //! Other processes may have changed something: reads the newest page again, and what asks, runs elsewhere or was
    //! cut off. Nothing moves that did not change.
    void renew();

signals:
    //! The model has something else than before.
    void listed();
    void failed(const typeshift::Error &error);

private:
    void begin();
    void takeFirst(QList<ConversationRecord> records);
    void readFurther();
    void merge(const QList<ConversationRecord> &newest);

    ConversationCatalog &m_catalog;
    ConversationModel &m_model;
    QString m_title;
    std::optional<ConversationPlace> m_last; //!< of the pages so far
    int m_listing = 0;                       //!< tells a late page of an older listing
    bool m_isReading = false;                //!< the first page is on its way
    bool m_isOutdated = false;               //!< another title is wanted by now
    TaskScope m_tasks;
};

} // namespace typeshift::ui
