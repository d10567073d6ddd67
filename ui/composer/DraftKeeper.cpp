// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "composer/DraftKeeper.h"

#include <engine/workbench/ConversationCatalog.h>

#include <QTimerEvent>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

DraftKeeper::DraftKeeper(ConversationCatalog &catalog, QObject *parent)
    : QObject(parent)
    , m_catalog(catalog)
{
}

DraftKeeper::~DraftKeeper()
{
    flush();
}

void DraftKeeper::open(std::optional<ConversationId> conversation)
{
    flush();
    m_conversation = conversation;
    m_text.clear();
    m_isRead = false;
    const int opened = ++m_opened;
    m_tasks.start(m_catalog.loadDraft(conversation), [this, opened](Result<QString> draft) {
        if (opened != m_opened)
            return;
        m_text = draft.value_or(QString());
        m_isRead = true;
        const QString shown = m_text; // Who shows it reports changes back, into m_text itself.
        emit loaded(shown);
    });
}

void DraftKeeper::change(const QString &text)
{
    if (text == m_text)
        return;
    m_text = text;
    m_isDirty = true;
    m_isRead = true;
    ++m_opened; // A draft that still loads comes too late: what was typed wins, saved or not.
    m_timer.start(saveMilliseconds, this);
}

void DraftKeeper::append(const ConversationId &conversation, const QString &text)
{
    const bool isOpen = m_conversation == conversation;
    if (isOpen && m_isRead && !m_text.isEmpty()) {
        const QString whole = m_text + u"\n\n"_s + text;
        change(whole);
        flush();
        emit loaded(whole);
        return;
    }
    m_tasks.start(m_catalog.addToDraft(conversation, text), [this](Result<> saved) {
        if (!saved)
            emit failed(saved.error());
    });
    if (isOpen)
        open(conversation);
}

void DraftKeeper::flush()
{
    m_timer.stop();
    if (!m_isDirty)
        return;
    m_isDirty = false;
    m_tasks.start(m_catalog.saveDraft(m_conversation, m_text), [this](Result<> saved) {
        if (!saved)
            emit failed(saved.error());
    });
}

void DraftKeeper::drop(std::optional<ConversationId> conversation, const QString &text)
{
    flush();
    m_tasks.start(m_catalog.dropDraft(conversation, text), [](Result<>) { });
}

void DraftKeeper::timerEvent(QTimerEvent *event)
{
    if (event->timerId() != m_timer.timerId())
        return QObject::timerEvent(event);
    flush();
}

} // namespace typeshift::ui
