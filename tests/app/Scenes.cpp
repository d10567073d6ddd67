// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Scenes.h"

#include "composer/MessageEdit.h"
#include "page/ConversationPage.h"
#include "providers/FirstRunPage.h"
#include "runs/RunsWindow.h"

#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace typeshift {

namespace {

Task<Result<OllamaFacts>> ollama()
{
    const QStringList tools{u"completion"_s, u"tools"_s};
    co_return OllamaFacts{
        .version = u"0.12.3"_s,
        .models = {
            {.name = u"qwen3:32b"_s, .bytes = 20'000'000'000, .contextLength = 40'960, .capabilities = tools},
            {.name = u"qwen3-coder:30b"_s, .bytes = 19'000'000'000, .contextLength = 262'144, .capabilities = tools},
            {.name = u"llama3.1:8b"_s, .bytes = 4'900'000'000, .contextLength = 131'072, .capabilities = tools},
            {.name = u"gemma2:9b"_s,
             .bytes = 5'400'000'000,
             .contextLength = 8'192,
             .capabilities = {u"completion"_s}}}};
}

Task<Result<QList<ModelFacts>>> refusedKey()
{
    co_return failure(
        {Error::Kind::Auth,
         ErrorFacts{.message = u"Incorrect API key provided"_s, .code = u"invalid_api_key"_s, .status = 401}});
}

Task<Result<>> kept()
{
    co_return {};
}

FunctionResult resultOf(const QString &callId, const QString &text, bool isError = false)
{
    return {.callId = callId, .contents = {TextContent{.text = text}}, .isError = isError};
}

FunctionCall callOf(const QString &callId, const QString &tool, const QByteArray &arguments)
{
    return {.callId = callId, .name = tool, .arguments = arguments};
}

QPushButton *buttonOf(QWidget &root, const QString &text)
{
    for (auto *button : root.findChildren<QPushButton *>()) {
        if (button->isVisibleTo(&root) && button->text() == text)
            return button;
    }
    return nullptr;
}

const QString finding = QStringLiteral(
    "All 212 pairs come from **3 batches over 30 s**. Their retry has no `Idempotency-Key`, so they were booked "
    "twice:\n\n"
    "```python\nexcept Timeout:  # sent again without its key\n    client.post(\"/batches\", json=batch, "
    "timeout=30)\n```\n\n"
    "Three things would stop it:\n\n1. Send the batch id as the key with every attempt.\n2. Raise the limit to 90 s: "
    "the "
    "slowest batch took 48 s.\n3. Mark the 212 pairs, so that tonight's run leaves them alone.\n");

} // namespace

ConversationId Scenes::begin(const QString &title, std::chrono::minutes ago)
{
    m_desk.clock.offset = -ago;
    const ConversationId id = m_desk.catalog().newConversation();
    (void)awaitTask(m_desk.catalog().noteInput({.conversation = id,
                                                .agent = u"assistant"_s,
                                                .provider = u"ollama"_s,
                                                .model = u"qwen3:32b"_s,
                                                .text = title}));
    return id;
}

Message Scenes::said(Role role, QList<Content> contents)
{
    Message message;
    message.uid = m_desk.ids.next();
    message.role = role;
    message.author = role == Role::Assistant ? u"assistant"_s : QString();
    message.contents = std::move(contents);
    return message;
}

void Scenes::append(const ConversationId &conversation, QList<Message> messages, bool endsRun)
{
    ConversationEntry entry;
    entry.agent = u"assistant"_s;
    entry.at = m_desk.clock.now();
    entry.provider = u"ollama"_s;
    entry.model = u"qwen3:32b"_s;
    if (!messages.isEmpty() && messages.constFirst().role == Role::Assistant)
        entry.usage = Usage{.input = 74'500, .cacheRead = 52'000, .output = 640};
    entry.messages = std::move(messages);
    entry.endsRun = endsRun;
    (void)awaitTask(m_desk.workbench->store->appendConversation(conversation, entry));
    m_desk.clock.offset += 4s;
}

ConversationId Scenes::storeInvoices()
{
    const ConversationId id = begin(u"Duplicate invoices after the 14 Oct import"_s, 6min);
    append(
        id,
        {said(
            Role::User,
            {TextContent{
                .text =
                    u"The 14 Oct import ran twice for some customers. How many batches were sent more than once?"_s}})});
    append(id,
           {said(Role::Assistant,
                 {TextContent{
                     .text = u"The 14 Oct import ran as 9 batches, and 3 of them were sent more than once."_s}})});
    append(id, {}, true);
    m_desk.clock.offset = -3min;
    append(
        id,
        {said(
            Role::User,
            {TextContent{
                 .text =
                     u"Finance found 212 invoices twice since that import. Find out why, and stop it before tonight's 22:00 run."_s},
             FileContent{.name = u"duplicates.csv"_s, .mediaType = u"text/csv"_s, .data = "a,b\n"}})});
    append(
        id,
        {said(
            Role::Assistant,
            {ReasoningContent{
                 .text =
                     u"The pairs share a batch. I look at the log of the import first, then at the attempts per batch."_s},
             callOf(u"c1"_s, u"search_tickets"_s, R"({"text":"duplicate invoice","after":"2026-10-14"})"),
             callOf(u"c2"_s, u"query_db"_s, R"({"sql":"select batch, attempt from batches"})"),
             callOf(u"c3"_s, u"read_file"_s, R"({"path":"importer/retry.py"})")})});
    append(id,
           {said(Role::Tool, {resultOf(u"c1"_s, u"14 tickets"_s)}),
            said(Role::Tool, {resultOf(u"c2"_s, u"Column \"attempt\" does not exist"_s, true)}),
            said(Role::Tool, {resultOf(u"c3"_s, u"96 lines"_s)})});
    append(id, {said(Role::Assistant, {TextContent{.text = finding}})});
    append(id, {}, true);
    return id;
}

void Scenes::storeDay()
{
    const auto talk = [this](const QString &title, std::chrono::minutes ago) {
        const ConversationId id = begin(title, ago);
        append(id, {said(Role::User, {TextContent{.text = title}})});
        append(id, {said(Role::Assistant, {TextContent{.text = u"Done."_s}})});
        append(id, {}, true);
        return id;
    };
    for (const auto &[title, ago] :
         {std::pair{u"Cancel 3 annual-plan seats"_s, 60min * 24 * 40},
          std::pair{u"Field map for the ERP connector"_s, 60min * 24 + 25min},
          std::pair{u"Flaky test: test_partial_refund"_s, 60min * 24 - 60min * 4},
          std::pair{u"Draft reply: customs form CN23"_s, 125min}, std::pair{u"SLA credit on invoice 7731"_s, 64min},
          std::pair{u"VPN drops every 40 minutes"_s, 31min}})
        talk(title, ago);
    m_interrupted = begin(u"Nightly data-quality report"_s, 300min);
    append(m_interrupted,
           {said(Role::User,
                 {TextContent{
                     .text = u"Run the nightly data-quality report and summarise what changed since yesterday."_s}})});
    append(m_interrupted,
           {said(Role::Assistant,
                 {TextContent{.text = u"The report has 14 checks. I begin with the ones that failed yesterday."_s},
                  callOf(u"c9"_s, u"run_checks"_s, R"({"since":"yesterday","only":"failed"})")})});
    m_invoices = storeInvoices();
    m_desk.clock.offset = 0ms;
    (void)awaitTask(m_desk.workbench->profiles->add({.name = u"ollama"_s,
                                                     .title = u"Ollama"_s,
                                                     .baseUrl = QUrl(u"http://localhost:11434/v1"_s),
                                                     .defaultModel = u"qwen3:32b"_s}));
    (void)awaitTask(m_desk.workbench->profiles->setDefaultChoice({u"ollama"_s, u"qwen3:32b"_s}));
}

bool Scenes::showStored()
{
    if (!m_window) {
        m_window = std::make_unique<ui::MainWindow>(
            *m_desk.desk,
            ui::ProviderDesk{.theme = m_desk.appearance.theme(),
                             .profiles = *m_desk.workbench->profiles,
                             .secrets = m_desk.secrets,
                             .askOllama = [](QUrl) { return ollama(); },
                             .askModels = [](QUrl, QString) { return refusedKey(); },
                             .keepKey = [](QString, QString, ui::KeyPlace) { return kept(); }},
            *m_desk.workbench->archive, ui::WindowMemory(u":memory:"_s));
        m_window->resize(1'440, 900);
        m_window->show();
    }
    if (m_invoices.isNull())
        return QTest::qWaitForWindowExposed(m_window.get());
    m_window->open(m_invoices);
    return QTest::qWaitFor([this] { return m_window->page().session().model().rowCount() > 5; });
}

bool Scenes::showRunning()
{
    m_desk.model->answers(
        ScriptedAnswer()
            .reasoning(u"Release notes are for people who use it: what is new for them, then what to do."_s)
            .text(
                u"## Release notes for 4.12\n\nThe export is **twice as fast** for folders with many small files, and three faults are mended:\n\n- A filter "_s)
            .pause());
    m_window->open(std::nullopt);
    m_window->page().session().send(u"Write the release notes for 4.12 from the merged changes."_s);
    return QTest::qWaitFor(
        [this] { return m_desk.model->isPaused() && m_window->page().session().model().rowCount() > 2; });
}

bool Scenes::showQueue()
{
    auto &session = m_window->page().session();
    session.send(u"Leave out what only developers see."_s);
    session.send(
        u"Put the new export first, and say in one sentence why it is faster now: people asked for that since 4.9."_s);
    m_window->findChild<ui::MessageEdit *>(u"composer.message"_s)
        ->setMessage(u"And thank the three who reported the filter."_s);
    return QTest::qWaitFor([&session] {
        return std::ranges::count(session.queue().messages(), ui::QueuedMessage::Stage::HandedIn,
                                  &ui::QueuedMessage::stage)
            == 2;
    });
}

bool Scenes::showKeptQueue()
{
    QueuedInputs &queue = *m_desk.workbench->queuedInputs;
    (void)awaitTask(queue.add(m_interrupted, queue.newInput(u"Leave out the checks of the archive."_s)));
    m_window->open(m_interrupted);
    return QTest::qWaitFor([this] {
        return m_window->page().session().isInterrupted() && !m_window->page().session().queue().messages().isEmpty();
    });
}

bool Scenes::startRuns()
{
    struct Told {
        QString title;
        std::chrono::seconds ago;
        ScriptedAnswer answer;
    };
    const QList<Told> told{
        {u"Triage queue, week 42"_s, 728s,
         ScriptedAnswer().usage(Usage{.input = 204'100, .output = 6'200}).reasoning(u"Two of them are alike."_s)},
        {u"Flaky test: money is rounded twice"_s, 280s,
         ScriptedAnswer()
             .usage(Usage{.input = 311'600, .output = 8'800})
             .text(u"The test fails once in fifty. I count where: `round_half_even` is called in two places, and the "
                   "second one sees a sum that the first has rounded."_s)},
        {u"Credit notes booked twice"_s, 74s,
         ScriptedAnswer().usage(Usage{.input = 88'000, .output = 1'900}).text(u"Both carry the batch B-0931."_s)}};
    for (const Told &each : told) {
        const auto ago = std::chrono::duration_cast<std::chrono::minutes>(each.ago);
        const ConversationId id = begin(each.title, ago);
        const qsizetype paused = m_desk.model->pausedCalls();
        m_desk.model->answers(ScriptedAnswer(each.answer).pause());
        m_runs.push_back(
            m_desk.engine->host(u"assistant"_s)
                ->run(each.title,
                      {.conversation = id, .settings = {}, .provider = u"ollama"_s, .model = u"qwen3:32b"_s}));
        if (!QTest::qWaitFor([&] { return m_desk.model->pausedCalls() > paused; }))
            return false;
    }
    m_desk.clock.offset = 280s;
    return QTest::qWaitFor([this] { return m_desk.engine->tracker().runs().size() == 3; });
}

bool Scenes::showLiveRuns()
{
    m_window->showRuns();
    auto *table = m_window->runs()->findChild<QTreeView *>(u"runs.table"_s);
    if (!QTest::qWaitFor([table] { return table->model()->rowCount() >= 3; }))
        return false;
    table->setCurrentIndex(table->model()->index(1, 0));
    for (auto *text : m_window->runs()->findChildren<QPlainTextEdit *>()) {
        if (!text->isReadOnly())
            text->setPlainText(u"The cent is lost in round_half_even. Check money.py before you change the test."_s);
    }
    return true;
}

bool Scenes::showError()
{
    m_desk.model->answers(
        ScriptedAnswer()
            .text(
                u"The drops line up with the IPsec rekey: phase 2 runs out after 2,400 s, and the router starts the new exchange only then. Three things would fix this:\n\n1. Set `rekey_time` to 2,160 s, so the new key is ready before the old one ends.\n2. Turn on `make_before_break` on the clinic's side. It needs strongSwan 5.9 or "_s)
            .fail({Error::Kind::Timeout,
                   ErrorFacts{.message = u"nothing arrived for 120 s (idle timeout)"_s,
                              .code = u"idle"_s,
                              .host = u"api.openai.com"_s}}));
    m_window->open(std::nullopt);
    m_window->page().session().send(
        u"The Lindholm clinic is cut off every 40 minutes, always for about 20 seconds. What is it?"_s);
    return QTest::qWaitFor([this] {
        const auto &session = m_window->page().session();
        return session.canRetry() && session.record().lastError.has_value();
    });
}

bool Scenes::showInterrupted()
{
    m_window->open(m_interrupted);
    return QTest::qWaitFor([this] { return m_window->page().session().isInterrupted(); });
}

bool Scenes::showEmpty()
{
    m_window->open(std::nullopt);
    return true;
}

bool Scenes::showFirstRun()
{
    return showStored()
        && QTest::qWaitFor([this] { return buttonOf(*m_window, u"&Start with qwen3:32b"_s) != nullptr; });
}

bool Scenes::showKeyRefused()
{
    auto *list = m_window->findChild<ui::FirstRunPage *>()->findChild<QListView *>();
    list->setCurrentIndex(list->model()->index(4, 0));
    for (auto *field : m_window->findChildren<QLineEdit *>()) {
        if (field->isVisible() && field->echoMode() == QLineEdit::Password) {
            field->setText(u"sk-example-that-is-too-short-4f2A"_s);
            emit field->textEdited(field->text());
        }
    }
    if (QPushButton *test = buttonOf(*m_window, u"Test"_s))
        test->click();
    return QTest::qWaitFor([this] { return buttonOf(*m_window, u"Test again"_s) != nullptr; });
}

} // namespace typeshift
