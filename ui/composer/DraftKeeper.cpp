// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "composer/DraftKeeper.h"

#include <engine/workbench/ConversationCatalog.h>

#include <QTimerEvent>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

QString joined(const QString &text, const QString &behind)
{
    return text.isEmpty() || behind.isEmpty() ? QString(text + behind) : QString(text + u"\n\n"_s + behind);
}

} // namespace

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
    m_behind.clear();
    m_isRead = false;
    const int opened = ++m_opened;
    m_tasks.start(m_catalog.loadDraft(conversation), [this, opened](Result<QString> draft) {
        if (opened != m_opened)
            return;
        m_text = draft.value_or(QString());
        m_behind.clear(); // The draft has it.
        m_isRead = true;
        show();
    });
}

void DraftKeeper::change(const QString &text)
{
    if (text == m_text)
        return;
    const QString behind = std::exchange(m_behind, {});
    m_text = joined(text, behind);
    m_isDirty = true;
    m_isRead = true;
    ++m_opened; // A draft that still loads comes too late: what was typed wins, saved or not.
    m_timer.start(saveMilliseconds, this);
    if (!behind.isEmpty())
        show();
}

void DraftKeeper::show()
{
    const QString shown = m_text; // Who shows it reports changes back, into m_text itself.
    emit loaded(shown);
}

void DraftKeeper::append(const ConversationId &conversation, const QString &text)
{
    const bool isOpen = m_conversation == conversation;
    if (isOpen && m_isRead) {
        change(joined(m_text, text));
        flush();
        show();
        return;
    }
    m_tasks.start(m_catalog.addToDraft(conversation, text), [this](Result<> saved) {
        if (!saved)
            emit failed(saved.error());
    });
    if (isOpen) {
        const QString behind = joined(m_behind, text);
        open(conversation);
        m_behind = behind; // Should somebody type before the draft is read.
    }
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
