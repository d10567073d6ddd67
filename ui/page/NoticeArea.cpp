// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "page/NoticeArea.h"

#include "page/ConversationSession.h"
#include "theme/Theme.h"
#include "widgets/KeyHintButton.h"
#include "widgets/MessageBar.h"
#include "words/ErrorText.h"

#include <QHBoxLayout>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

ErrorContext contextOf(const ConversationSession &session)
{
    return {.provider = session.providerTitle(), .model = session.choice().model};
}

// The tools that the last run, which never ended, may have been in.
QStringList cutOffTools(const TranscriptModel &model)
{
    QStringList names;
    for (int row = model.rowCount() - 1; row >= 0; --row) {
        const Block &block = model.block(row);
        if (block.as<Footer>() || block.as<Cut>() || block.as<ErrorBar>())
            break; // The end of the run before.
        const auto *tool = block.as<ToolRow>();
        if (tool && tool->state == ToolRow::State::EffectUnknown && !names.contains(tool->call.name))
            names.prepend(tool->call.name);
    }
    return names;
}

} // namespace

NoticeArea::NoticeArea(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_bar(new MessageBar(theme, MessageBar::Severity::Information))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, theme.px(8));
    column->addWidget(m_bar);
    hide();
}

void NoticeArea::present(const ConversationSession &session)
{
    const bool isInterrupted = session.isInterrupted();
    const bool runsElsewhere = session.runsElsewhere();
    const bool isMissing = !session.missingAgent().isEmpty();
    const auto &error = session.refusal() ? session.refusal() : session.loadError();
    const QString wanted = error ? errorLine(*error, contextOf(session))
        : isInterrupted          ? QString(u"interrupted "_s + cutOffTools(session.model()).join(u' '))
        : runsElsewhere          ? QString(u"elsewhere "_s + session.record().process)
        : isMissing              ? QString(u"missing "_s + session.missingAgent() + session.agentTitle())
                                 : QString();
    if (wanted == m_shown)
        return;
    m_shown = wanted;
    setVisible(!wanted.isEmpty());
    m_bar->clearActions();
    if (error) {
        showRefusal(session);
    } else if (isInterrupted) {
        showInterruption(session);
        KeyHintButton *resume = m_bar->addAction(tr("Resume"), tr("Ctrl+R"));
        resume->setSymbol(u"media-playback-start"_s);
        resume->setProminent(true);
        connect(resume, &QPushButton::clicked, this, &NoticeArea::resumeRequested);
    } else if (runsElsewhere) {
        m_bar->setSeverity(MessageBar::Severity::Information);
        const QString process = session.record().process;
        m_bar->setMessage(process.isEmpty() ? tr("Another program runs this conversation.")
                                            : tr("%1 runs this conversation.").arg(process),
                          tr("Its answer appears when you open the conversation again."));
    } else if (isMissing) {
        showMissingAgent(session);
    }
}

// Another agent has other tools and other instructions: nobody finds that out from its answer.
void NoticeArea::showMissingAgent(const ConversationSession &session)
{
    m_bar->setSeverity(MessageBar::Severity::Attention);
    m_bar->setMessage(
        tr("The agent “%1” is not there any more.").arg(session.missingAgent()),
        tr("It answered here last; its file is gone, or something in it is wrong (Settings, Agents). If you write now, "
           "%1 answers. You can choose another agent above.")
            .arg(session.agentTitle()));
}

// What was cut off, and that nothing of it happens again by itself. // T21
void NoticeArea::showInterruption(const ConversationSession &session)
{
    const QStringList tools = cutOffTools(session.model());
    m_bar->setSeverity(MessageBar::Severity::Attention);
    if (tools.isEmpty()) {
        m_bar->setMessage(tr("This run was cut off."),
                          tr("Everything above is stored. Resume goes on after the last finished step: no tool is "
                             "called twice. Or write below what it shall do instead."));
        return;
    }
    const QString names = QLocale().createSeparatedList(tools);
    m_bar->setMessage(
        tools.size() == 1 ? tr("This run was cut off while %1 was running.").arg(names)
                          : tr("This run was cut off while %1 were running.").arg(names),
        tr("What was done there is unknown, and nothing is called again by itself. Everything above is stored. "
           "Resume goes on after the last finished step; or write below what shall happen instead."));
}

void NoticeArea::showRefusal(const ConversationSession &session)
{
    const bool isRefusal = session.refusal().has_value();
    const Error &error = isRefusal ? *session.refusal() : *session.loadError();
    const ErrorText text = errorText(error, contextOf(session));
    const bool isAnswer = session.hasRefusedAnswers();
    const bool isStale = error.kind == Error::Kind::ApprovalClosed;
    const QString kept = session.hasRefusedMessage() ? tr("Your text is still below.")
        : isAnswer && !isStale                       ? tr("Your answers are still here and can be sent again.")
                                                     : QString();
    m_bar->setSeverity(MessageBar::Severity::Danger);
    m_bar->setMessage(text.headline, QString(text.body + u' ' + kept).trimmed());
    if (isRefusal && !isAnswer) {
        KeyHintButton *again = m_bar->addAction(tr("Try again"), tr("Ctrl+Shift+R"));
        again->setSymbol(u"view-refresh"_s);
        connect(again, &QPushButton::clicked, this, &NoticeArea::retryRequested);
    }
    if (text.actions.contains(ErrorAction::OpenProviders))
        connect(m_bar->addAction(tr("Providers…")), &QPushButton::clicked, this, &NoticeArea::providersRequested);
}

QWidget *makeErrorActions(const ConversationSession &session, const Theme &theme, NoticeArea &area)
{
    const TranscriptModel &model = session.model();
    const auto *bar = model.block(model.rowCount() - 1).as<ErrorBar>();
    auto *row = new QWidget;
    row->setAccessibleName(NoticeArea::tr("What to do"));
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(theme.px(8));
    auto *again = new KeyHintButton(theme, NoticeArea::tr("Try again"), NoticeArea::tr("Ctrl+Shift+R"));
    again->setSymbol(u"view-refresh"_s);
    again->setProminent(true);
    QObject::connect(again, &QPushButton::clicked, &area, &NoticeArea::retryRequested);
    layout->addWidget(again);
    if (bar && errorText(bar->error).actions.contains(ErrorAction::OpenProviders)) {
        auto *providers = new KeyHintButton(theme, NoticeArea::tr("Providers…"), {});
        QObject::connect(providers, &QPushButton::clicked, &area, &NoticeArea::providersRequested);
        layout->addWidget(providers);
    }
    layout->addStretch();
    return row;
}

} // namespace typeshift::ui
