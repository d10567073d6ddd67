// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/ApprovalCard.h"

#include "approval/AnswerGuard.h"
#include "approval/ApprovalDecisions.h"
#include "approval/ApprovalWords.h"
#include "approval/DecisionRow.h"
#include "approval/EvidenceView.h"
#include "theme/Painting.h"
#include "theme/Theme.h"
#include "widgets/KeyHintButton.h"
#include "widgets/MessageBar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {
constexpr int mostLines = 12; // DESIGN 2
constexpr qsizetype mostWords = 300;
} // namespace

ApprovalCard::ApprovalCard(const ApprovalDesk &desk, ApprovalDecisions &decisions, QWidget *parent)
    : QFrame(parent)
    , m_desk(desk)
    , m_decisions(decisions)
    , m_guard(new AnswerGuard(desk.clock, *this))
    , m_head(new QWidget)
    , m_icon(new QLabel)
    , m_name(new QLabel)
    , m_waiting(new QLabel)
    , m_open(new QToolButton)
    , m_words(new QLabel)
    , m_bar(new MessageBar(desk.theme, MessageBar::Severity::Danger, MessageBar::Frame::None))
    , m_evidence(new EvidenceView(desk.theme, desk.repository))
    , m_row(new DecisionRow(desk.theme, *m_guard, DecisionRow::Keys::Letters))
    , m_reasonArea(new QWidget)
    , m_reason(new QLineEdit)
    , m_sendReason(new KeyHintButton(desk.theme, tr("Reject"), tr("Enter")))
    , m_review(new KeyHintButton(desk.theme, {}, tr("Enter")))
    , m_hint(new QLabel(tr("F8 to answer by key")))
{
    setFocusPolicy(Qt::NoFocus); // Only takeFocus() gives it the focus; it never comes by Tab or by a click. // T13
    build();
    connectParts();
    renew();
}

void ApprovalCard::build()
{
    const Theme &theme = m_desk.theme;
    m_name->setTextFormat(Qt::RichText);
    m_name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_waiting->setTextFormat(Qt::PlainText);
    m_words->setTextFormat(Qt::RichText);
    m_words->setWordWrap(true);
    m_words->setForegroundRole(QPalette::PlaceholderText);
    m_words->setContentsMargins(theme.px(12), theme.px(4), theme.px(12), theme.px(4));
    m_hint->setFont(theme.font(TextStyle::Small));
    m_open->setAutoRaise(true);
    m_open->setFocusPolicy(Qt::TabFocus);
    m_open->setAccessibleName(tr("Open in a window"));
    m_open->setToolTip(tr("Open in a window (Enter)"));
    m_reason->setAccessibleName(tr("Reason for the agent"));
    m_reason->setPlaceholderText(tr("What should the agent do instead?"));
    m_evidence->setCompact(mostLines);
    m_guard->protect(*m_sendReason);

    auto *head = new QHBoxLayout(m_head);
    head->setContentsMargins(theme.px(12), theme.px(4), theme.px(6), theme.px(4));
    head->setSpacing(theme.px(8));
    head->addWidget(m_icon);
    head->addWidget(m_name, 1);
    head->addWidget(m_waiting);
    head->addWidget(m_open);
    auto *reason = new QHBoxLayout(m_reasonArea);
    reason->setContentsMargins(0, 0, 0, 0);
    reason->addWidget(m_reason, 1);
    reason->addWidget(m_sendReason);
    auto *review = new QHBoxLayout;
    review->addWidget(m_review);
    review->addStretch();
    review->addWidget(m_hint);
    auto *below = new QVBoxLayout;
    below->setContentsMargins(theme.px(8), theme.px(8), theme.px(8), theme.px(8));
    below->setSpacing(theme.px(6));
    below->addWidget(m_bar);
    below->addWidget(m_row);
    below->addWidget(m_reasonArea);
    below->addLayout(review);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    column->addWidget(m_head);
    column->addWidget(m_words);
    column->addWidget(m_evidence);
    column->addLayout(below);
}

void ApprovalCard::connectParts()
{
    connect(&m_decisions, &ApprovalDecisions::changed, this, &ApprovalCard::renew);
    connect(m_row, &DecisionRow::decided, this, &ApprovalCard::decide);
    connect(m_evidence, &EvidenceView::seenChanged, this, &ApprovalCard::renew);
    connect(m_reason, &QLineEdit::returnPressed, this, &ApprovalCard::sendRejection);
    connect(m_reason, &QLineEdit::textEdited, this,
            [this](const QString &text) { m_decisions.noteReason(m_rejects, text); });
    connect(m_sendReason, &QPushButton::clicked, this, &ApprovalCard::sendRejection);
    connect(m_review, &QPushButton::clicked, this, &ApprovalCard::reviewRequested);
    connect(m_open, &QToolButton::clicked, this, &ApprovalCard::reviewRequested);
    connect(&m_desk.theme, &Theme::changed, this, &ApprovalCard::renew);
}

const Approval *ApprovalCard::first() const
{
    const QList<Approval> &all = m_decisions.approvals();
    const auto found = std::ranges::find_if(
        all, [](const Approval &approval) { return approval.isOpen() && approval.request.planRevision == 0; });
    return found == all.end() ? nullptr : &*found;
}

void ApprovalCard::renew()
{
    const Approval *approval = first();
    const bool held = holdsFocus();
    if (!approval) {
        m_shownId.clear();
        m_rejects.clear();
        hide();
        if (held)
            emit focusLost();
        return;
    }
    const int open = m_decisions.openCount();
    if (m_shownId != approval->request.requestId) {
        m_shownId = approval->request.requestId;
        m_rejects.clear();
        m_reason->clear();
        m_guard->restart();
        if (held)
            QWidget::setFocus(Qt::OtherFocusReason);
    }
    renewHead(*approval, open);
    m_evidence->show(*approval);
    const bool isSingle = open == 1;
    const bool isLocked = m_decisions.isSending();
    m_row->setVisible(isSingle);
    m_row->show(*approval,
                {.decided = {},
                 .mayCoverConversation = ApprovalDecisions::mayCoverConversation(*approval),
                 .hasShownAll = m_evidence->hasShownAll(),
                 .isEdited = m_decisions.edited(m_shownId).has_value(),
                 .hasProblem = m_decisions.problem(m_shownId).has_value(),
                 .isLocked = isLocked});
    if (const QString noted = m_decisions.notedReason(m_shownId); m_rejects.isEmpty() && !noted.isEmpty()) {
        m_rejects = m_shownId; // Begun before another conversation was shown.
        m_reason->setText(noted);
    }
    m_reasonArea->setVisible(isSingle && m_rejects == m_shownId && !isLocked);
    m_review->setVisible(!isSingle);
    m_review->setText(tr("Review all %n…", nullptr, open));
    m_review->setAccessibleName(m_review->text());
    show();
}

void ApprovalCard::renewHead(const Approval &approval, int open)
{
    const Theme &theme = m_desk.theme;
    const int size = theme.px(16);
    m_icon->setPixmap(theme.icon(u"dialog-warning"_s, Token::Att).pixmap(QSize(size, size), devicePixelRatioF()));
    m_open->setIcon(theme.icon(u"view-fullscreen"_s));
    m_waiting->setFont(theme.font(TextStyle::Small));
    const QString name = visibleMarkup(approval.request.call.name, theme, 80);
    const QString line = u"<b>%1</b> %2 &nbsp;<span style='color:%3'>%4 %5</span>"_s.arg(
        name, tr("needs your approval"), theme.colour(Token::Text2).name(), summaryOf(approval).toHtmlEscaped(),
        changeCount(approval));
    m_name->setText(line);
    setAccessibleName(approval.risk.isRisky
                          ? tr("%1 needs your approval, risky").arg(visibleLine(approval.request.call.name, 80))
                          : tr("%1 needs your approval").arg(visibleLine(approval.request.call.name, 80)));
    setAccessibleDescription(open > 1 ? tr("%n requests are open. Enter opens them.", nullptr, open)
                                      : QString(summaryOf(approval) + u". "_s
                                                + tr("O once, C for this conversation, R reject, Enter opens.")));
    // The agent's own reason, as a quotation: never instead of the evidence below it. // DESIGN 4.3.4
    m_words->setText(u"“%1”"_s.arg(visibleMarkup(approval.words, theme, mostWords)));
    m_words->setVisible(!approval.words.isEmpty());
    m_bar->setVisible(approval.risk.isRisky);
    if (approval.risk.isRisky)
        m_bar->setMessage(visibleLine(approval.risk.why, 400), {}, u"data-warning"_s);
}

void ApprovalCard::decide(const QString &requestId, Decision::Kind kind)
{
    if (requestId != m_shownId || m_decisions.openCount() != 1)
        return;
    if (kind == Decision::Kind::Reject) {
        m_rejects = requestId;
        renew();
        return m_reason->setFocus(Qt::OtherFocusReason);
    }
    if (m_decisions.decide(requestId, {kind, {}}))
        m_decisions.send(); // The only one: nothing is left to wait for. // DESIGN 3
}

void ApprovalCard::sendRejection()
{
    if (!m_guard->isOpen() || m_rejects.isEmpty() || m_rejects != m_shownId)
        return;
    if (m_decisions.decide(m_rejects, {Decision::Kind::Reject, m_reason->text()}))
        m_decisions.send();
}

void ApprovalCard::setWaiting(const QString &words)
{
    m_waiting->setText(words);
}

void ApprovalCard::takeFocus()
{
    setFocus(Qt::ShortcutFocusReason);
    m_guard->restart();
}

bool ApprovalCard::holdsFocus() const
{
    const QWidget *focused = window()->focusWidget();
    return focused && (focused == this || isAncestorOf(focused));
}

QList<QWidget *> ApprovalCard::tabStops() const
{
    QList<QWidget *> stops{m_open};
    stops.append(m_evidence->tabStops());
    stops.append(m_row->tabStops());
    stops.append({m_reason, m_sendReason, m_review});
    return stops;
}

// Letters answer only while the card itself has the focus, Alt and letters also from its buttons; never from the
// field of the reason. // DESIGN 4.1, 4.3
void ApprovalCard::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape) {
        if (!m_rejects.isEmpty()) {
            m_decisions.noteReason(m_rejects, {});
            m_rejects.clear();
            renew();
            setFocus(Qt::OtherFocusReason);
        } else {
            emit left();
        }
        return;
    }
    const bool isAlt = event->modifiers() == Qt::AltModifier;
    const bool isPlain = event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier;
    const bool counts = (isPlain && hasFocus()) || (isAlt && !m_reason->hasFocus());
    if (!counts || event->isAutoRepeat() || !m_guard->isOpen())
        return QFrame::keyPressEvent(event);
    const Approval *approval = m_decisions.find(m_shownId);
    const bool isRisky = approval && approval->risk.isRisky;
    switch (event->key()) {
    case Qt::Key_O:
        if (isAlt || !isRisky)
            m_row->press(Decision::Kind::Once);
        return;
    case Qt::Key_C:
        return m_row->press(Decision::Kind::Conversation);
    case Qt::Key_R:
        return m_row->press(Decision::Kind::Reject);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (isPlain)
            emit reviewRequested();
        return;
    default:
        return QFrame::keyPressEvent(event);
    }
}

void ApprovalCard::focusInEvent(QFocusEvent *event)
{
    QFrame::focusInEvent(event);
    update();
}

void ApprovalCard::focusOutEvent(QFocusEvent *event)
{
    QFrame::focusOutEvent(event);
    update();
}

void ApprovalCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = m_desk.theme;
    paintBox(painter, QRectF(rect()), theme.colour(Token::Base), theme.colour(Token::AttMark));
    paintBox(painter, QRectF(m_head->geometry()), theme.colour(Token::AttSoft), Qt::transparent);
    if (hasFocus())
        paintFocusRing(painter, QRectF(rect()), theme);
}

} // namespace typeshift::ui
