// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "window/Inbox.h"

#include "approval/ApprovalInbox.h"
#include "conversations/ConversationModel.h"
#include "page/ConversationPage.h"
#include "page/WaitingRequests.h"
#include "theme/Theme.h"
#include "widgets/Announcer.h"

#include <engine/storage/Store.h>

#include <QDialog>
#include <QVBoxLayout>

namespace typeshift::ui {

namespace {
constexpr QSize listSize{400, 320};
} // namespace

Inbox::Inbox(const Parts &parts)
    : m_parts(parts)
{
}

void Inbox::renew()
{
    read(Known::Kept);
}

// A conversation that waits already is read again only when somebody looks: what it waits with changes with a run,
// and then it leaves the list.
void Inbox::read(Known known)
{
    const QList<ConversationId> asking = m_parts.conversations.idsIn(Section::NeedsYou);
    using Entry = QHash<ConversationId, InboxEntry>::iterator;
    m_entries.removeIf([&asking](Entry entry) { return !asking.contains(entry.key()); });
    for (const ConversationId &id : asking) {
        const ConversationRecord *record = m_parts.conversations.record(m_parts.conversations.indexOf(id));
        if (!record)
            continue;
        const bool isNew = !m_entries.contains(id);
        InboxEntry &entry = m_entries[id];
        entry.conversation = id;
        entry.title = record->title;
        entry.agent = m_agentTitles.value(record->agent, record->agent);
        if (isNew)
            entry.since = record->updatedAt; // Until it is read.
        if (isNew || known == Known::Anew)
            m_tasks.start(readEntry(entry, record->agent), [this](const InboxEntry &found) { put(found); });
    }
    show();
}

Task<InboxEntry> Inbox::readEntry(InboxEntry entry, QString agent) const
{
    const Result<QList<StoredEntry>> entries = co_await m_parts.desk.store.loadConversation(entry.conversation);
    if (!entries)
        co_return entry;
    WaitingRequests waiting;
    waiting.read(*entries);
    if (waiting.since().isValid())
        entry.since = waiting.since();
    entry.approvals = 0;
    entry.hasPlan = false;
    entry.isRisky = false;
    for (const ApprovalRequest &request : waiting.open()) {
        if (request.planRevision > 0) {
            entry.hasPlan = true;
            continue;
        }
        ++entry.approvals;
        if (m_parts.desk.describeCall) {
            const ApprovalDetails details = co_await m_parts.desk.describeCall(request, agent, entry.conversation);
            entry.isRisky = entry.isRisky || details.risk.isRisky;
        }
    }
    co_return entry;
}

void Inbox::put(const InboxEntry &entry)
{
    const auto known = m_entries.find(entry.conversation);
    if (known == m_entries.end())
        return; // Answered while it was read.
    const QString title = known->title;
    *known = entry;
    known->title = title;
    show();
}

void Inbox::show()
{
    m_model.setEntries(m_entries.values(), m_parts.desk.clock.now());
    emit changed();
}

void Inbox::step(int direction)
{
    ConversationPage &page = m_parts.page;
    const bool isShown = page.isVisible();
    if (isShown && page.focusApproval())
        return;
    const std::optional<ConversationId> here = isShown ? page.session().id() : std::nullopt;
    const std::optional<ConversationId> next = m_model.next(here, direction);
    if (next && next != here) {
        emit openRequested(*next);
        return;
    }
    m_parts.desk.announcer.announce(next ? tr("Nothing else needs you.") : tr("Nothing needs you."));
}

void Inbox::showList(QWidget &window)
{
    const Theme &theme = m_parts.desk.theme;
    read(Known::Anew);
    delete m_list;
    m_list = new QDialog(&window);
    m_list->setAttribute(Qt::WA_DeleteOnClose);
    m_list->setWindowModality(Qt::WindowModal);
    m_list->setWindowTitle(tr("Needs you"));
    auto *list = new ApprovalInbox(theme, m_model);
    auto *column = new QVBoxLayout(m_list);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(list);
    connect(list, &ApprovalInbox::opened, this, [this](const ConversationId &conversation) {
        m_list->close();
        emit openRequested(conversation);
    });
    m_list->resize(theme.px(listSize.width()), theme.px(listSize.height()));
    m_list->open();
    list->takeFocus();
}

} // namespace typeshift::ui
