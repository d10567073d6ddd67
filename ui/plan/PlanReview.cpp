// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "plan/PlanReview.h"

#include "approval/AnswerGuard.h"
#include "approval/ApprovalWords.h"
#include "approval/LineDiff.h"
#include "markdown/MarkdownDocument.h"
#include "theme/Theme.h"
#include "widgets/Announcer.h"
#include "widgets/KeyHintButton.h"

#include <QCheckBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QRegularExpression>
#include <QShortcut>
#include <QTextBlock>
#include <QTextBrowser>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

QString blocksOf(const QTextDocument &document)
{
    QString text;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
        text += block.text() + u'\n';
    return text;
}

void colour(QTextDocument &document, const QTextBlock &block, qsizetype from, qsizetype length,
            const QTextCharFormat &format)
{
    QTextCursor cursor(&document);
    cursor.setPosition(block.position() + int(from));
    cursor.setPosition(block.position() + int(from + length), QTextCursor::KeepAnchor);
    cursor.mergeCharFormat(format);
}

void markHidden(QTextDocument &document, const Theme &theme)
{
    static const QRegularExpression mark(u"U\\+[0-9A-F]{4,6}( × [0-9]+)?"_s);
    QTextCharFormat format;
    format.setForeground(theme.colour(Token::Dan));
    format.setBackground(theme.colour(Token::DanSoft));
    for (QTextCursor found = document.find(mark); !found.isNull(); found = document.find(mark, found))
        found.mergeCharFormat(format);
}

} // namespace

void PlanReview::connectParts()
{
    connect(m_choice, &QComboBox::activated, this, &PlanReview::show);
    connect(m_changes, &QCheckBox::toggled, this, &PlanReview::renew);
    connect(m_reason, &QLineEdit::textChanged, this, [this] {
        m_sendBack->setEnabled(isNewestShown() && !m_isAnswered && !m_reason->text().trimmed().isEmpty());
    });
    connect(m_reason, &QLineEdit::returnPressed, this, &PlanReview::sendBack);
    for (KeyHintButton *button : {m_auto, m_default, m_sendBack}) {
        m_guard->protect(*button);
        connect(button, &QPushButton::pressed, this,
                [this] { m_pressedFor = newest() ? newest()->requestId : QString(); });
    }
    connect(m_auto, &QPushButton::clicked, this, [this] { approve(AgentMode::Auto); });
    connect(m_default, &QPushButton::clicked, this, [this] { approve(AgentMode::Default); });
    connect(m_sendBack, &QPushButton::clicked, this, &PlanReview::sendBack);
    connect(m_later, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_outline, &QListWidget::itemActivated, this, [this](const QListWidgetItem *item) {
        m_text->setTextCursor(m_document->find(item->text()));
        m_text->ensureCursorVisible();
    });
    for (const QKeySequence &keys : {QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter)}) {
        auto *confirms = new QShortcut(keys, this);
        confirms->setAutoRepeat(false);
        // With words for the agent written, or about to be, the plan goes back; it is never approved then.
        connect(confirms, &QShortcut::activated, this, [this] {
            if (m_reason->hasFocus() || !m_reason->text().trimmed().isEmpty())
                return sendBack();
            m_pressedFor = newest() ? newest()->requestId : QString();
            approve(AgentMode::Default);
        });
    }
    connect(&m_desk.theme, &Theme::changed, this, &PlanReview::renew);
}

void PlanReview::setScene(const QString &agent, const QString &conversation, const QString &details)
{
    m_agent = agent;
    m_conversation = conversation;
    m_details = details;
    renew();
}

void PlanReview::setCalls(const QList<PlannedCall> &calls)
{
    m_calls = calls;
    renew();
}

void PlanReview::setRevisions(const QList<PlanRevision> &revisions)
{
    const PlanRevision before = newest() ? *newest() : PlanRevision();
    m_revisions = revisions;
    const bool isOther = before.number > 0
        && (!newest() || newest()->requestId != before.requestId || newest()->number != before.number
            || newest()->markdown != before.markdown);
    if (isOther) {
        // What was read is no longer what would be approved. // 2.10.4
        m_isAnswered = true;
        m_pressedFor.clear();
        if (isVisible())
            m_desk.announcer.announce(newest() ? tr("A newer plan has arrived.")
                                               : tr("The plan was answered elsewhere."),
                                      Announcer::Tone::Assertive);
        done(QDialog::Rejected);
        return;
    }
    m_choice->clear();
    for (const PlanRevision &plan : revisions)
        m_choice->addItem(tr("Plan %1 of %2").arg(plan.number).arg(revisions.constLast().number));
    m_choice->setVisible(revisions.size() > 1);
    show(int(revisions.size()) - 1);
}

int PlanReview::shownRevision() const
{
    const int index = m_choice->currentIndex();
    return index >= 0 && index < m_revisions.size() ? m_revisions[index].number : 0;
}

bool PlanReview::isNewestShown() const
{
    return !m_revisions.isEmpty() && m_choice->currentIndex() == int(m_revisions.size()) - 1;
}

void PlanReview::show(int index)
{
    m_choice->setCurrentIndex(index);
    m_guard->restart();
    renew();
}

void PlanReview::renew()
{
    setWindowTitle(tr("Plan: %1").arg(m_conversation));
    m_headline->setFont(m_desk.theme.font(TextStyle::Heading));
    m_headline->setText(tr("%1 has a plan for you to review").arg(m_agent));
    m_detailLine->setText(m_details);
    const int index = m_choice->currentIndex();
    if (index < 0 || index >= m_revisions.size())
        return;
    const PlanRevision &plan = m_revisions[index];
    const PlanRevision *before = index > 0 ? &m_revisions[index - 1] : nullptr;
    const DocumentLook look{m_desk.theme, m_desk.repository};
    const QString visible = visiblePlan(plan.markdown);
    auto document = MarkdownDocument::ofMarkdown(visible, look);
    if (visible != plan.markdown)
        markHidden(*document, m_desk.theme);
    MarkdownDocument *old = std::exchange(m_document, document.release());
    m_document->setParent(m_text);
    m_text->setDocument(m_document);
    delete old;
    m_changes->setVisible(before);
    if (before) {
        m_changes->setText(tr("Show changes since plan %1").arg(before->number));
        if (m_changes->isChecked())
            markChanges(*before);
    }
    renewSide(plan, before);

    const bool isBlank = isBlankPlan(plan.markdown);
    const bool mayAnswer = isNewestShown() && !m_isAnswered;
    m_auto->setEnabled(mayAnswer && !isBlank);
    m_default->setEnabled(mayAnswer && !isBlank);
    m_reason->setEnabled(mayAnswer);
    m_sendBack->setEnabled(mayAnswer && !m_reason->text().trimmed().isEmpty());
    m_note->setText(isBlank                ? tr("This plan is blank. It can be sent back, not approved.")
                        : !isNewestShown() ? tr("Only the newest plan can be answered.")
                                           : tr("The agent waits. Closing this window changes nothing."));
}

void PlanReview::markChanges(const PlanRevision &before)
{
    const DocumentLook look{m_desk.theme, m_desk.repository};
    const auto old = MarkdownDocument::ofMarkdown(visiblePlan(before.markdown), look);
    QTextCharFormat added;
    added.setBackground(m_desk.theme.colour(Token::AddBg));
    added.setForeground(m_desk.theme.colour(Token::Ok));
    for (const DiffLine &line : lineDiff(blocksOf(*old), blocksOf(*m_document), 0)) {
        if (line.kind != DiffLine::Kind::Added)
            continue;
        const QTextBlock block = m_document->findBlockByNumber(line.after - 1);
        const bool isPart = line.changedLength > 0;
        colour(*m_document, block, isPart ? line.changedFrom : 0, isPart ? line.changedLength : line.text.size(),
               added);
    }
}

void PlanReview::renewSide(const PlanRevision &plan, const PlanRevision *before)
{
    m_outline->clear();
    m_outline->addItems(planOutline(visiblePlan(plan.markdown)));
    m_backArea->setVisible(before && !before->sentBackWith.isEmpty());
    if (before) {
        const QString at = before->sentBackAt.isValid()
            ? QLocale().toString(before->sentBackAt.toLocalTime().time(), u"HH:mm"_s)
            : QString();
        m_backWords->setText(
            u"“%1”<br/>%2"_s.arg(visibleMarkup(before->sentBackWith, m_desk.theme, 1'000), at.toHtmlEscaped()));
    }
    qDeleteAll(m_callArea->findChildren<QWidget *>(Qt::FindDirectChildrenOnly));
    delete m_callArea->layout();
    m_callArea->setVisible(!m_calls.isEmpty());
    auto *grid = new QGridLayout(m_callArea);
    grid->setContentsMargins(0, 0, 0, 0);
    int row = 0;
    const auto add = [&](const QString &call, const QString &first, const QString &second) {
        int column = 0;
        for (const QString &text : {call, first, second}) {
            auto *label = new QLabel(text);
            label->setTextFormat(Qt::PlainText);
            grid->addWidget(label, row, column++);
        }
        ++row;
    };
    add(tr("Call"), tr("in Default"), tr("in Auto"));
    const auto word = [](bool asks) { return asks ? tr("asks") : tr("runs"); };
    for (const PlannedCall &call : std::as_const(m_calls))
        add(visibleLine(call.call, 60), word(call.asksInDefault), word(call.asksInAuto));
    grid->setColumnStretch(0, 1);
}

void PlanReview::approve(AgentMode mode)
{
    const QString pressed = std::exchange(m_pressedFor, {});
    if (!isNewestShown() || m_isAnswered || pressed != newest()->requestId || !m_guard->isOpen()
        || isBlankPlan(newest()->markdown))
        return;
    m_isAnswered = true;
    ApprovalResponse response;
    response.requestId = pressed;
    response.approved = true;
    response.mode = mode;
    emit answered(response);
    accept();
}

void PlanReview::sendBack()
{
    m_pressedFor.clear();
    const QString reason = m_reason->text().trimmed();
    if (!isNewestShown() || m_isAnswered || reason.isEmpty() || !m_guard->isOpen())
        return;
    m_isAnswered = true;
    ApprovalResponse response;
    response.requestId = newest()->requestId;
    response.reason = reason;
    emit answered(response);
    accept();
}

// Return presses nothing that has not the focus. // DESIGN 4.3.2
void PlanReview::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return event->accept();
    QDialog::keyPressEvent(event);
}

} // namespace typeshift::ui
