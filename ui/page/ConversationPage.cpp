// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "page/ConversationPage.h"

#include "composer/Composer.h"
#include "composer/DraftKeeper.h"
#include "composer/MessageEdit.h"
#include "composer/QueuedMessages.h"
#include "page/NoticeArea.h"
#include "page/PageApprovals.h"
#include "page/PageHeader.h"
#include "theme/Theme.h"
#include "transcript/FindBar.h"
#include "transcript/TranscriptView.h"
#include "widgets/Announcer.h"
#include "widgets/MessageBar.h"
#include "words/ErrorText.h"

#include <QDesktopServices>
#include <QLabel>
#include <QStyle>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

constexpr int columnWidth = 892;
constexpr int columnEdge = 24;
constexpr int queueShare = 3; // What waits takes at most a third of the page.
constexpr int leastQueue = 96;

QFrame *makeLine()
{
    auto *line = new QFrame;
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Midlight);
    line->setFixedHeight(1);
    return line;
}

QStringList attachmentsOf(const Message &message)
{
    QStringList names;
    for (const Content &content : message.contents) {
        if (const auto *file = std::get_if<FileContent>(&content))
            names.append(file->name);
        else if (const auto *image = std::get_if<ImageContent>(&content))
            names.append(image->mediaType);
    }
    return names;
}

} // namespace

ConversationPage::ConversationPage(Desk &desk, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_open(desk)
    , m_header(new PageHeader(desk))
    , m_area(new QWidget)
    , m_areaLayout(new QVBoxLayout(m_area))
    , m_empty(new QLabel)
    , m_notice(new NoticeArea(desk.theme))
    , m_approvals(new PageApprovals(desk))
    , m_queue(new QueuedMessages(desk.theme))
    , m_composer(new Composer(desk.theme))
    , m_drafts(new DraftKeeper(desk.catalog, this))
{
    setAccessibleName(tr("Conversation"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    build();
    connectParts();
    connectQueue();
    open(std::nullopt);
}

ConversationPage::~ConversationPage()
{
    if (m_session)
        m_session->queue().saveHeld();
    // The view borrows the model of a session.
    delete m_findBar;
    delete m_view;
}

void ConversationPage::build()
{
    const Theme &theme = m_desk.theme;
    m_areaLayout->setContentsMargins(0, 0, 0, 0);
    m_areaLayout->setSpacing(0);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setTextFormat(Qt::RichText);
    m_areaLayout->addWidget(m_empty, 1);

    auto *foot = new QVBoxLayout;
    foot->setSpacing(0);
    foot->addWidget(m_notice);
    foot->addWidget(m_approvals);
    foot->addWidget(m_queue);
    foot->addWidget(m_composer);
    auto *column = new QWidget;
    column->setMaximumWidth(theme.px(columnWidth));
    column->setLayout(foot);
    foot->setContentsMargins(0, 0, 0, 0);
    auto *centred = new QHBoxLayout;
    // As wide as the transcript beside its scroll bar.
    const int scrollBar = style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    centred->setContentsMargins(theme.px(columnEdge), theme.px(8), theme.px(columnEdge) + scrollBar, theme.px(12));
    centred->addStretch(1);
    centred->addWidget(column, 1'000);
    centred->addStretch(1);

    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(m_header);
    all->addWidget(makeLine());
    if (m_desk.readOnlyReason) {
        auto *bar = new MessageBar(theme, MessageBar::Severity::Attention);
        const ErrorText text = errorText(*m_desk.readOnlyReason);
        bar->setMessage(text.headline, text.body);
        auto *margin = new QVBoxLayout;
        margin->setContentsMargins(theme.px(columnEdge), theme.px(8), theme.px(columnEdge), 0);
        margin->addWidget(bar);
        all->addLayout(margin);
    }
    all->addWidget(m_area, 1);
    all->addLayout(centred);
}

void ConversationPage::connectParts()
{
    connect(m_header, &PageHeader::findRequested, this, &ConversationPage::find);
    connect(m_header, &PageHeader::providersRequested, this, &ConversationPage::providersRequested);
    connect(m_header, &PageHeader::agentChosen, this, [this](const QString &name) { m_session->setAgent(name); });
    connect(m_header, &PageHeader::menuRequested, this, &ConversationPage::menuRequested);
    connect(m_header, &PageHeader::choiceMade, this,
            [this](const ModelChoice &choice) { m_session->setChoice(choice); });
    connect(m_header, &PageHeader::modeChosen, this, [this](AgentMode mode) { m_session->setMode(mode); });
    connect(m_approvals, &PageApprovals::answered, this,
            [this](const QList<ApprovalResponse> &responses) { m_session->answer(responses); });
    connect(m_approvals, &PageApprovals::left, this, &ConversationPage::focusComposer);
    connect(m_approvals, &PageApprovals::foundNothing, this,
            [this] { m_desk.announcer.announce(tr("Nothing waits for you here any more.")); });
    connect(m_notice, &NoticeArea::retryRequested, this, &ConversationPage::retry);
    connect(m_notice, &NoticeArea::resumeRequested, this, &ConversationPage::resume);
    connect(m_notice, &NoticeArea::providersRequested, this, &ConversationPage::providersRequested);
    connect(m_composer, &Composer::stopRequested, this, &ConversationPage::stop);
    connect(m_composer, &Composer::sendRequested, this, [this](const QString &text) {
        m_drafts->flush(); // Whatever happens to the run, the text is kept. // T10
        m_session->send(text);
    });
    connect(&m_open, &OpenConversations::inputStored, this,
            [this](ConversationSession *session, std::optional<ConversationId> from, const QString &text) {
                accept(*session, from, text);
            });
    connect(&m_composer->edit(), &MessageEdit::messageChanged, this,
            [this] { m_drafts->change(m_composer->edit().message()); });
    connect(m_drafts, &DraftKeeper::loaded, this, [this](const QString &text) { m_composer->edit().setMessage(text); });
    connect(&m_desk.theme, &Theme::changed, this, &ConversationPage::renew);
}

void ConversationPage::open(std::optional<ConversationId> conversation)
{
    const bool isShown = m_session && m_session->id() == conversation;
    if (isShown)
        return;
    m_drafts->open(conversation); // Keeps what was typed in the one before.
    present(m_open.open(conversation));
}

void ConversationPage::present(ConversationSession &session)
{
    if (m_session) {
        m_session->queue().saveHeld();
        disconnect(m_session, nullptr, this, nullptr);
    }
    delete m_findBar;
    delete m_view;
    m_session = &session;
    m_composer->edit().setMessage({});
    m_view = new TranscriptView(session.model(), m_desk.theme, m_desk.repository);
    m_view->setAccessibleName(tr("Transcript"));
    m_view->setObjectName(u"page.transcript"_s);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setTextScale(m_scale);
    m_findBar = new FindBar(*m_view, session.model(), m_desk.theme);
    m_areaLayout->insertWidget(0, m_findBar);
    m_areaLayout->insertWidget(1, m_view, 1);
    orderTabs();

    connect(&session, &ConversationSession::changed, this, &ConversationPage::renew);
    connect(&session, &ConversationSession::inputQueued, this, [this](const QString &text) {
        m_composer->edit().removeSent(text); // It stands in the queue now, and its draft goes as its row is written.
    });
    for (const auto signal : {&TranscriptModel::rowsInserted, &TranscriptModel::rowsRemoved})
        connect(&session.model(), signal, this, &ConversationPage::placeErrorActions, Qt::QueuedConnection);
    connect(
        &session.model(), &TranscriptModel::modelReset, this,
        [this] {
            m_view->scrollToEnd();
            renew();
        },
        Qt::QueuedConnection);
    connect(m_view, &TranscriptView::linkActivated, this, [](const QUrl &url) { QDesktopServices::openUrl(url); });
    connect(m_view, &TranscriptView::copied, this, [this] { m_desk.announcer.announce(tr("Copied.")); });
    connect(m_view, &TranscriptView::retryRequested, this, &ConversationPage::retry);
    connect(m_view, &TranscriptView::textScaleChanged, this, [this](qreal scale) { m_scale = scale; });
    m_open.setShown(session);
    renew();
}

void ConversationPage::renew()
{
    using Phase = ConversationSession::Phase;
    ConversationSession &session = *m_session;
    const bool isEmpty = session.model().rowCount() == 0 && session.phase() != Phase::Loading;
    m_header->setTitle(title());
    m_header->setAgent(session.agentName(), session.agentTitle());
    m_header->setChoice(session.choice());
    m_composer->setRecipient(session.agentTitle());
    m_header->setMode(session.mode());
    m_header->setHasMenu(session.id() && !session.record().id.isNull());
    m_notice->present(session);
    m_approvals->present(session);
    if (session.phase() == Phase::Idle)
        m_approvals->unlock(); // What was sent and refused can be sent again.
    m_view->setVisible(!isEmpty);
    m_empty->setVisible(isEmpty);
    const Theme &theme = m_desk.theme;
    m_empty->setText(u"<p style='font-size:%1px;font-weight:600'>%2</p><p style='color:%3'>%4</p>"_s.arg(
        QString::number(theme.font(TextStyle::Title).pixelSize()),
        tr("What shall %1 do?").arg(session.agentTitle()).toHtmlEscaped(), theme.colour(Token::Text2).name(),
        tr("Write below. Nothing is sent until you send it.").toHtmlEscaped()));

    // Whoever types while something loads, or while another window runs the conversation, loses no key.
    const bool isWaiting = session.phase() == Phase::Sending || session.phase() == Phase::Loading
        || session.runsElsewhere();
    m_composer->setState(session.phase() == Phase::Running        ? Composer::State::Running
                             : session.phase() == Phase::Stopping ? Composer::State::Stopping
                             : m_desk.readOnlyReason              ? Composer::State::Closed
                             : isWaiting                          ? Composer::State::Sending
                                                                  : Composer::State::Ready);
    presentQueue();
    placeErrorActions();
    emit shownChanged();
}

void ConversationPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_queue->setMaximumHeight(std::max(height() / queueShare, m_desk.theme.px(leastQueue)));
}

void ConversationPage::connectQueue()
{
    connect(m_queue, &QueuedMessages::editRequested, this, [this](const QUuid &uid) {
        if (!m_session->queue().hold(uid))
            m_desk.announcer.announce(tr("The agent has it already."));
    });
    connect(m_queue, &QueuedMessages::textChanged, this,
            [this](const QUuid &uid, const QString &text) { m_session->queue().setText(uid, text); });
    connect(m_queue, &QueuedMessages::editFinished, this,
            [this](const QUuid &uid) { m_session->queue().release(uid); });
    connect(m_queue, &QueuedMessages::removeRequested, this, [this](const QUuid &uid) {
        const bool isRemoved = m_session->queue().remove(uid);
        m_desk.announcer.announce(isRemoved ? tr("Removed.") : tr("The agent has it already."));
    });
    connect(m_queue, &QueuedMessages::sendRequested, this, [this] { m_session->sendQueued(); });
    connect(m_queue, &QueuedMessages::rowsChanged, this, &ConversationPage::orderTabs);
    connect(m_queue, &QueuedMessages::focusLost, this, &ConversationPage::focusComposer);
}

void ConversationPage::presentQueue()
{
    using Phase = ConversationSession::Phase;
    using Fate = QueuedMessages::Fate;
    QList<QueuedText> texts;
    // What waits for a run of another program is that program's.
    if (!m_session->runsElsewhere()) {
        for (const QueuedMessage &queued : m_session->queue().messages())
            texts.append({queued.message.uid, queued.message.text(), attachmentsOf(queued.message),
                          queued.stage == QueuedMessage::Stage::Held});
    }
    m_queue->present(texts,
                     m_session->phase() == Phase::Idle           ? Fate::NotSent
                         : m_session->phase() == Phase::Stopping ? Fate::NextRun
                                                                 : Fate::GoIn,
                     m_session->agentTitle());
}

// Header, transcript, what waits, composer. // DESIGN 4.2
void ConversationPage::orderTabs()
{
    QList<QWidget *> stops = m_header->tabStops();
    stops.append(m_view);
    stops.append(m_approvals->tabStops());
    stops.append(m_queue->tabStops());
    stops.append(&m_composer->edit());
    for (qsizetype i = 1; i < stops.size(); ++i)
        setTabOrder(stops[i - 1], stops[i]);
}

void ConversationPage::placeErrorActions()
{
    TranscriptModel &model = m_session->model();
    const int last = model.rowCount() - 1;
    const bool isWanted = last >= 0 && model.block(last).as<ErrorBar>() && m_session->canRetry()
        && !m_desk.readOnlyReason;
    if (isWanted && m_errorActions && m_errorRow == model.block(last).id)
        return; // Made anew it would lose the focus.
    if (m_errorActions) {
        if (const int row = model.rowOf(m_errorRow, last); row >= 0)
            m_view->setRowWidget(row, nullptr);
    }
    if (!isWanted)
        return;
    m_errorRow = model.block(last).id;
    m_errorActions = makeErrorActions(*m_session, m_desk.theme, *m_notice);
    m_view->setRowWidget(last, m_errorActions);
}

void ConversationPage::accept(const ConversationSession &session, std::optional<ConversationId> from,
                              const QString &text)
{
    if (&session != m_session) {
        m_drafts->drop(from, text);
    } else {
        m_composer->edit().removeSent(text);
        if (!from) {
            // What was typed behind it belongs to the conversation that began.
            const QString rest = m_composer->edit().message();
            m_drafts->change({});
            m_drafts->open(session.id());
            m_drafts->change(rest);
        }
        m_drafts->drop(from, text);
    }
    emit stored(*session.id());
}

void ConversationPage::refreshRecord()
{
    if (!m_session->isBusy() && m_session->id())
        m_session->refresh();
}

void ConversationPage::addToDraft(const ConversationId &conversation, const QString &text)
{
    m_drafts->append(conversation, text);
}

} // namespace typeshift::ui
