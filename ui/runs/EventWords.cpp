// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/EventWords.h"

#include "words/ErrorText.h"
#include "words/Numbers.h"

#include <QCoreApplication>
#include <QLocale>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace typeshift::ui {

namespace {

constexpr qsizetype longest = 200;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(typeshift::ui::EventWords)
};

QString shortened(QString text)
{
    text.truncate(longest * 4); // Simplifying megabytes of arguments for one line would be waste.
    text = text.simplified();
    return text.size() > longest ? QString(text.left(longest - 1) + u'…') : text;
}

QString textOf(const FunctionResult &result)
{
    for (const auto &content : result.contents) {
        if (const auto *text = std::get_if<TextContent>(&content); text && !text->text.isEmpty())
            return text->text;
    }
    return {};
}

QString answerStarted()
{
    return Words::tr("Answer started");
}

RunEvent eventOf(const BoardedRun &run, const QDateTime &at, EventKind kind, const QString &symbol, const QString &text,
                 Token colour = Token::Text)
{
    return {.at = at,
            .conversation = *run.run.identity.conversation,
            .kind = kind,
            .symbol = symbol,
            .colour = colour,
            .text = text,
            .tokens = {}};
}

//! Words one kind of update each; an event without a text is none.
class Wording
{
public:
    Wording(const BoardedRun &run, const QString &provider, bool isFirst)
        : m_run(run)
        , m_provider(provider)
        , m_isFirst(isFirst)
    {
    }

    RunEvent operator()(const TextDelta &) const
    {
        return m_isFirst ? event(EventKind::Model, u"dialog-messages"_s, answerStarted()) : RunEvent();
    }
    RunEvent operator()(const ReasoningDelta &) const
    {
        return m_isFirst ? event(EventKind::Model, u"games-hint"_s, Words::tr("Reasoning started")) : RunEvent();
    }
    RunEvent operator()(const CallUpdate &update) const
    {
        const QString arguments = shortened(QString::fromUtf8(update.call.arguments.left(longest * 4)));
        return event(EventKind::Tool, u"media-playback-start"_s,
                     Words::tr("%1 called: %2", "tool and its arguments").arg(update.call.name, arguments));
    }
    RunEvent operator()(const ResultUpdate &update) const
    {
        const QString text = shortened(textOf(update.result));
        if (update.result.isError)
            return event(EventKind::Tool, u"data-error"_s, Words::tr("Tool call failed: %1").arg(text), Token::Dan);
        return event(EventKind::Tool, u"checkmark"_s, Words::tr("Tool answered: %1").arg(text));
    }
    RunEvent operator()(const RequestUpdate &update) const
    {
        return event(EventKind::Tool, u"dialog-question"_s,
                     Words::tr("Asks for approval: %1", "tool").arg(update.request.call.name), Token::Att);
    }
    RunEvent operator()(const ModeUpdate &) const { return {}; }
    RunEvent operator()(const UsageUpdate &update) const
    {
        RunEvent made = event(EventKind::Model, u"code-context"_s, Words::tr("Model call done"));
        made.tokens = update.usage.input.value_or(0) + update.usage.output.value_or(0);
        return made;
    }
    RunEvent operator()(const RetryUpdate &update) const
    {
        return event(EventKind::Model, u"view-refresh"_s,
                     Words::tr("%1 Attempt %2 in %3")
                         .arg(errorText(update.error, context()).headline, QString::number(update.attempt + 1),
                              durationText(update.delay)),
                     Token::Att);
    }
    RunEvent operator()(const StoredUpdate &update) const
    {
        const ConversationEntry &entry = update.stored.entry;
        if (entry.endsRun)
            return endEvent(entry.error());
        for (const Message &message : entry.messages) {
            if (message.role == Role::User)
                return event(EventKind::Input, u"document-send"_s,
                             Words::tr("Input: %1").arg(shortened(message.text())));
        }
        return {};
    }
    RunEvent operator()(const StoreFailedUpdate &update) const
    {
        return event(EventKind::Run, u"data-error"_s, Words::tr("Not stored: %1").arg(errorText(update.error).headline),
                     Token::Dan);
    }

private:
    ErrorContext context() const { return {.provider = m_provider, .model = m_run.run.identity.model}; }
    RunEvent event(EventKind kind, const QString &symbol, const QString &text, Token colour = Token::Text) const
    {
        return {
            .at = {}, .conversation = {}, .kind = kind, .symbol = symbol, .colour = colour, .text = text, .tokens = {}};
    }
    RunEvent endEvent(const std::optional<Error> &error) const
    {
        if (!error)
            return event(EventKind::Run, u"checkmark"_s, Words::tr("Run finished, answer ready"));
        if (error->kind == Error::Kind::Cancelled)
            return event(EventKind::Run, u"media-playback-stop"_s, Words::tr("Run stopped"));
        return event(EventKind::Run, u"data-error"_s,
                     Words::tr("Run failed: %1").arg(errorText(*error, context()).headline), Token::Dan);
    }

    const BoardedRun &m_run;
    const QString &m_provider;
    bool m_isFirst;
};

} // namespace

RunEvent startedEvent(const BoardedRun &run)
{
    return eventOf(run, run.run.startedAt, EventKind::Run, u"list-add"_s, Words::tr("Run started"));
}

RunEvent answerEvent(const BoardedRun &run)
{
    return eventOf(run, run.activity.since, EventKind::Model, u"dialog-messages"_s, answerStarted());
}

QList<RunEvent> eventsOf(const BoardedRun &run, const LiveUpdate &update, bool isFirst, const QString &provider,
                         const QDateTime &now)
{
    QList<RunEvent> events;
    if (update.dropped > 0)
        events.append(
            eventOf(run, now, EventKind::Run, u"dialog-warning"_s,
                    update.dropped == 1
                        ? Words::tr("One update was dropped here: this window fell behind. The conversation has it.")
                        : Words::tr("%1 updates were dropped here: this window fell behind. The conversation has them.")
                              .arg(QLocale().toString(update.dropped)),
                    Token::Att));
    RunEvent event = std::visit(Wording(run, provider, isFirst), update.update);
    if (!event.text.isEmpty()) {
        event.at = now;
        event.conversation = *run.run.identity.conversation;
        events.append(std::move(event));
    }
    return events;
}

QString activityText(const RunActivity &activity)
{
    switch (activity.kind) {
    case RunActivity::Kind::Thinking:
        break;
    case RunActivity::Kind::Writing:
        return Words::tr("Writing the answer");
    case RunActivity::Kind::Calling:
        return Words::tr("Calling %1").arg(activity.tool);
    case RunActivity::Kind::Retrying:
        return Words::tr("Trying again");
    }
    return Words::tr("Thinking");
}

QString activityDetail(const RunActivity &activity, const QDateTime &now)
{
    const auto passed = std::max(std::chrono::milliseconds(activity.since.msecsTo(now)), 0ms);
    if (activity.kind == RunActivity::Kind::Calling)
        return elapsedText(std::chrono::duration_cast<std::chrono::seconds>(passed));
    if (activity.kind != RunActivity::Kind::Retrying)
        return {};
    const QString attempt = Words::tr("attempt %1").arg(QLocale().toString(activity.attempt + 1));
    const auto left = std::chrono::ceil<std::chrono::seconds>(activity.delay - passed);
    return left > 0s ? Words::tr("in %1 s, %2").arg(QLocale().toString(qint64(left.count())), attempt) : attempt;
}

} // namespace typeshift::ui
