// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "composer/DraftKeeper.h"

#include <engine/workbench/ConversationCatalog.h>

#include <QTimerEvent>

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
    const int opened = ++m_opened;
    m_tasks.start(m_catalog.loadDraft(conversation), [this, opened](Result<QString> draft) {
        // What was typed while it loaded wins.
        if (opened != m_opened || m_isDirty)
            return;
        m_text = draft.value_or(QString());
        emit loaded(m_text);
    });
}

void DraftKeeper::change(const QString &text)
{
    if (text == m_text)
        return;
    m_text = text;
    m_isDirty = true;
    m_timer.start(saveMilliseconds, this);
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
