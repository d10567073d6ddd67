// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/StandingApprovals.h"

#include "approval/ApprovalWords.h"
#include "theme/Theme.h"
#include "widgets/KeyHintButton.h"
#include "words/Numbers.h"

#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

QList<HeldApproval> heldApprovals(const QList<StoredEntry> &entries)
{
    QList<HeldApproval> held;
    for (const StoredEntry &stored : entries) {
        if (!stored.entry.standingApprovals)
            continue;
        QList<HeldApproval> now;
        for (const StandingApproval &each : *stored.entry.standingApprovals) {
            const auto before = std::ranges::find(held, each.tool, &HeldApproval::tool);
            now.append({each.tool, before == held.end() ? stored.entry.at : before->since});
        }
        held = now;
    }
    return held;
}

StandingApprovals::StandingApprovals(const Theme &theme, Clock &clock, Access access, QWidget *parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_clock(clock)
    , m_access(access)
    , m_headline(new QLabel)
    , m_words(new QLabel)
    , m_rows(new QWidget)
    , m_rowsLayout(new QVBoxLayout(m_rows))
    , m_note(new QLabel)
    , m_close(new KeyHintButton(theme, tr("Close"), tr("Esc")))
{
    setWindowModality(Qt::WindowModal);
    resize(theme.px(560), theme.px(360));
    setMinimumSize(theme.px(400), theme.px(240));
    m_headline->setFont(theme.font(TextStyle::Heading));
    for (QLabel *label : {m_headline, m_words, m_note}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    m_words->setForegroundRole(QPalette::PlaceholderText);
    m_rowsLayout->setContentsMargins(theme.px(16), theme.px(8), theme.px(16), theme.px(8));
    m_rowsLayout->setSpacing(theme.px(12));
    auto *scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(m_rows);
    scroll->setFocusPolicy(Qt::NoFocus);
    m_rows->setAutoFillBackground(true);
    m_rows->setBackgroundRole(QPalette::Base);
    auto *head = new QVBoxLayout;
    head->setContentsMargins(theme.px(16), theme.px(12), theme.px(16), theme.px(12));
    head->setSpacing(theme.px(4));
    head->addWidget(m_headline);
    head->addWidget(m_words);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(theme.px(16), theme.px(12), theme.px(16), theme.px(12));
    foot->addWidget(m_note, 1);
    foot->addWidget(m_close);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(head);
    all->addWidget(scroll, 1);
    all->addLayout(foot);
    connect(m_close, &QPushButton::clicked, this, &QDialog::reject);
    renew();
}

void StandingApprovals::setConversation(const QString &title)
{
    setWindowTitle(tr("Standing approvals: %1").arg(visibleLine(title, 120)));
}

void StandingApprovals::setApprovals(const QList<HeldApproval> &approvals)
{
    if (m_approvals == approvals)
        return;
    m_approvals = approvals;
    renew();
}

void StandingApprovals::say(const QString &words)
{
    m_note->setText(words);
}

void StandingApprovals::renew()
{
    const bool hadFocus = m_rows->isAncestorOf(focusWidget());
    m_headline->setText(m_approvals.isEmpty() ? tr("Nothing runs without asking")
                                              : tr("Runs without asking in this conversation"));
    m_words->setText(m_approvals.isEmpty()
                         ? tr("Approve a call for this conversation, and it is listed here to be taken back.")
                         : tr("Every later call of these tools runs, whatever its arguments. What is revoked asks "
                              "again from the next call on, also while the agent works."));
    while (QLayoutItem *item = m_rowsLayout->takeAt(0)) {
        if (QWidget *row = item->widget()) {
            row->hide();
            row->deleteLater(); // It may be its button that was pressed.
        }
        delete item;
    }
    for (const HeldApproval &approval : std::as_const(m_approvals))
        m_rowsLayout->addWidget(makeRow(approval));
    m_rowsLayout->addStretch(1);
    if (!hadFocus)
        return;
    QWidget *first = m_rowsLayout->itemAt(0)->widget();
    auto *button = first ? first->findChild<KeyHintButton *>() : nullptr;
    (button ? button : m_close)->setFocus(Qt::OtherFocusReason);
}

QWidget *StandingApprovals::makeRow(const HeldApproval &approval)
{
    const QString tool = visibleLine(approval.tool, 80);
    auto *name = new QLabel(visibleMarkup(approval.tool, m_theme, 80));
    name->setTextFormat(Qt::RichText);
    name->setFont(m_theme.font(TextStyle::Code));
    auto *since = new QLabel(approval.since.isValid() ? tr("since %1").arg(rowTimeText(approval.since, m_clock.now()))
                                                      : QString());
    since->setTextFormat(Qt::PlainText);
    since->setFont(m_theme.font(TextStyle::Small));
    since->setForegroundRole(QPalette::PlaceholderText);
    auto *revoke = new KeyHintButton(m_theme, tr("Revoke"), {});
    revoke->setAccessibleName(tr("Revoke %1").arg(tool));
    revoke->setAccessibleDescription(since->text());
    revoke->setEnabled(m_access == Access::Full);
    revoke->setAutoDefault(false);
    connect(revoke, &QPushButton::clicked, this, [this, tool = approval.tool] { emit revokeRequested(tool); });
    auto *row = new QWidget;
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(name, 1);
    layout->addWidget(since);
    layout->addWidget(revoke);
    return row;
}

} // namespace typeshift::ui
