// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/ConversationPages.h"

#include "conversations/ConversationModel.h"

#include <engine/workbench/ConversationCatalog.h>

#include <QSet>

namespace typeshift::ui {

namespace {
// The first page fills any screen; the others are short, so that whatever else the database is asked waits little.
constexpr int firstPage = 200;
constexpr int furtherPage = 300;
constexpr qsizetype mostRenewed = 20;
} // namespace

ConversationPages::ConversationPages(ConversationCatalog &catalog, ConversationModel &model, QObject *parent)
    : QObject(parent)
    , m_catalog(catalog)
    , m_model(model)
{
}

void ConversationPages::read(const QString &title)
{
    m_title = title;
    m_isOutdated = m_isReading;
    if (!m_isReading)
        begin();
}

void ConversationPages::begin()
{
    ++m_listing;
    m_isReading = true;
    m_isOutdated = false;
    m_tasks.start(m_catalog.list({.title = m_title, .limit = firstPage}),
                  [this](Result<QList<ConversationRecord>> records) {
                      m_isReading = false;
                      if (records)
                          takeFirst(*std::move(records));
                      else
                          emit failed(records.error());
                  });
}

void ConversationPages::takeFirst(QList<ConversationRecord> records)
{
    const bool isWhole = records.size() < firstPage;
    if (!isWhole)
        m_last = {records.constLast().updatedAt, records.constLast().id};
    m_model.setRecords(std::move(records));
    emit listed();
    // From the event loop: no task is started in the end of another.
    if (m_isOutdated)
        QMetaObject::invokeMethod(this, &ConversationPages::begin, Qt::QueuedConnection);
    else if (!isWhole)
        QMetaObject::invokeMethod(this, &ConversationPages::readFurther, Qt::QueuedConnection);
}

void ConversationPages::readFurther()
{
    if (m_isReading)
        return;
    m_tasks.start(m_catalog.list({.title = m_title, .limit = furtherPage, .after = m_last}),
                  [this, listing = m_listing](Result<QList<ConversationRecord>> records) {
                      if (listing != m_listing)
                          return;
                      if (!records) {
                          emit failed(records.error());
                          return;
                      }
                      const bool isWhole = records->size() < furtherPage;
                      if (!records->isEmpty())
                          m_last = {records->constLast().updatedAt, records->constLast().id};
                      m_model.append(*std::move(records));
                      if (isWhole)
                          emit listed();
                      else // Keys and painting come between two pages.
                          QMetaObject::invokeMethod(this, &ConversationPages::readFurther, Qt::QueuedConnection);
                  });
}

void ConversationPages::readOne(const ConversationId &conversation)
{
    // Whether one that is not listed belongs to what is searched for, the database knows.
    if (!m_title.isEmpty() && !m_model.indexOf(conversation).isValid())
        return read(m_title);
    m_tasks.start(m_catalog.find(conversation), [this, conversation](Result<std::optional<ConversationRecord>> found) {
        if (!found)
            return;
        if (*found)
            m_model.update(**found);
        else
            m_model.remove(conversation);
        emit listed();
    });
}

void ConversationPages::renew()
{
    if (m_isReading)
        return;
    for (const Section section : {Section::NeedsYou, Section::Interrupted}) {
        const QList<ConversationId> ids = m_model.idsIn(section);
        for (const ConversationId &conversation : ids.first(std::min(ids.size(), mostRenewed)))
            readOne(conversation);
    }
    for (const ConversationRecord &record : m_model.elsewhere())
        readOne(record.id);
    m_tasks.start(m_catalog.list({.title = m_title, .limit = firstPage}),
                  [this, listing = m_listing](Result<QList<ConversationRecord>> records) {
                      if (records && listing == m_listing)
                          merge(*records);
                  });
}

void ConversationPages::merge(const QList<ConversationRecord> &newest)
{
    QSet<ConversationId> ids;
    for (const ConversationRecord &record : newest)
        ids.insert(record.id);
    // What is listed as new as these and is not among them is gone.
    const QDateTime oldest = newest.size() < firstPage ? QDateTime() : newest.constLast().updatedAt;
    for (const ConversationId &listed : m_model.newerThan(oldest)) {
        if (!ids.contains(listed))
            m_model.remove(listed);
    }
    for (const ConversationRecord &record : newest)
        m_model.update(record);
    emit listed();
}

} // namespace typeshift::ui
