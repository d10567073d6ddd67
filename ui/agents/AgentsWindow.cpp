// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "agents/AgentsWindow.h"

#include "agents/JsonEdit.h"
#include "theme/Theme.h"
#include "widgets/Announcer.h"
#include "widgets/ElidedLabel.h"
#include "widgets/KeyHintButton.h"
#include "widgets/MessageBar.h"

#include <QCloseEvent>
#include <QDir>
#include <QLabel>
#include <QListView>
#include <QListWidget>
#include <QTimerEvent>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

constexpr int pauseMilliseconds = 200; // After the last key.

QString keyOf(const AgentEntry &entry)
{
    return entry.isOwn() ? QString(u"own "_s + entry.title) : entry.file;
}

JsonEdit::Mark markOf(const AgentFileProblem &problem)
{
    return {problem.place.at, problem.place.length};
}

} // namespace

AgentsWindow::AgentsWindow(const Parts &parts)
    : m_parts(parts)
    , m_model(new AgentsModel(this))
    , m_list(new QListView)
    , m_new(new KeyHintButton(parts.theme, tr("New"), tr("Ctrl+N")))
    , m_duplicate(new KeyHintButton(parts.theme, tr("Duplicate"), {}))
    , m_delete(new KeyHintButton(parts.theme, tr("Delete…"), {}))
    , m_title(new ElidedLabel)
    , m_place(new ElidedLabel)
    , m_bar(new MessageBar(parts.theme, MessageBar::Severity::Information))
    , m_edit(new JsonEdit(parts.theme, parts.repository))
    , m_problemArea(nullptr)
    , m_problems(new QListWidget)
    , m_replace(new KeyHintButton(parts.theme, tr("Replace"), tr("Alt+Return")))
    , m_verdict(new QLabel)
    , m_discard(new KeyHintButton(parts.theme, tr("Discard changes"), {}))
    , m_save(new KeyHintButton(parts.theme, tr("Save"), tr("Ctrl+S")))
{
    setObjectName(u"agentsWindow"_s);
    setWindowTitle(tr("Agents — Typeshift Workbench"));
    setAttribute(Qt::WA_DeleteOnClose);
    build();
    readFolder();
    connect(&parts.theme, &Theme::changed, this, &AgentsWindow::renew);
    m_list->setFocus();
}

AgentsWindow::~AgentsWindow()
{
    if (m_pause.isActive())
        checkNow(); // So that the last words are in the draft.
}

const AgentEntry *AgentsWindow::shown() const
{
    return m_model->entry(m_row);
}

AgentEntry AgentsWindow::entryOf(const AgentFile &file) const
{
    const QString text = JsonEdit::editable(QString::fromUtf8(file.text));
    return {.file = file.name,
            .title = file.agent ? file.agent->title() : file.name,
            .text = text,
            .saved = text,
            .before = file.text,
            .problems = file.problems};
}

QList<AgentEntry> AgentsWindow::ownEntries() const
{
    QList<AgentEntry> own;
    for (const Agent &agent : m_parts.files.ownAgents()) {
        const QString text = QString::fromUtf8(agentFileText(agent));
        own.append({.file = {}, .title = agent.title(), .text = text, .saved = text, .before = {}, .problems = {}});
    }
    return own;
}

// Drafts are read once: from then on the window knows better.
QList<AgentEntry> AgentsWindow::unsaved() const
{
    QList<AgentEntry> entries;
    if (m_hasRead) {
        entries = m_model->files();
        entries.removeIf([](const AgentEntry &entry) { return !entry.isChanged(); });
        return entries;
    }
    const QList<AgentDraft> drafts = m_parts.files.drafts();
    for (const AgentDraft &draft : drafts) {
        AgentEntry entry = entryOf(m_parts.files.read(draft.file, draft.text));
        entry.before = draft.before;
        entry.saved = JsonEdit::editable(QString::fromUtf8(draft.before.value_or(QByteArray())));
        entries.append(std::move(entry));
    }
    return entries;
}

void AgentsWindow::readFolder(const QString &without)
{
    if (m_pause.isActive())
        checkNow();
    QList<AgentEntry> entries;
    const auto files = m_parts.files.list();
    for (const AgentFile &file : files)
        entries.append(entryOf(file));
    const auto changed = unsaved();
    for (const AgentEntry &entry : changed) {
        if (entry.file == without)
            continue;
        const auto same = std::ranges::find(entries, entry.file, &AgentEntry::file);
        if (same == entries.end())
            entries.append(entry);
        else
            *same = entry;
    }
    m_hasRead = true;
    const int before = m_row;
    m_isReading = true;
    m_model->setEntries(entries, ownEntries());
    m_isReading = false;
    m_row = -1;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (const AgentEntry *entry = m_model->entry(row); entry && keyOf(*entry) == m_shown)
            return select(row);
    }
    int next = std::clamp(before, 0, m_model->rowCount() - 1);
    while (next + 1 < m_model->rowCount() && !m_model->entry(next))
        ++next;
    select(next);
}

void AgentsWindow::select(int row)
{
    m_list->setCurrentIndex(m_model->index(row));
    showRow(row);
}

void AgentsWindow::showFile(const QString &file)
{
    if (const int row = m_model->rowOf(file); row >= 0)
        select(row);
}

void AgentsWindow::showRow(int row)
{
    if (m_isReading || row == m_row)
        return;
    if (m_pause.isActive())
        checkNow();
    m_row = row;
    const AgentEntry *entry = shown();
    if (!entry)
        return;
    m_told = entry->problems.size();
    if (m_shown != keyOf(*entry) || m_edit->text() != entry->text) {
        m_shown = keyOf(*entry);
        m_failure.clear();
        m_isShowing = true;
        m_edit->setTextInteractionFlags(entry->isOwn() ? Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard
                                                       : Qt::TextInteractionFlags(Qt::TextEditorInteraction));
        m_edit->begin(entry->text);
        m_isShowing = false;
    }
    renew();
}

void AgentsWindow::noteTyping()
{
    if (!m_isShowing && shown() && !shown()->isOwn())
        m_pause.start(pauseMilliseconds, this);
}

void AgentsWindow::timerEvent(QTimerEvent *event)
{
    if (event->timerId() == m_pause.timerId())
        checkNow();
    else
        QMainWindow::timerEvent(event);
}

void AgentsWindow::checkNow()
{
    m_pause.stop();
    if (!shown() || shown()->isOwn())
        return;
    AgentEntry entry = *shown();
    if (const QString text = m_edit->text(); text != entry.text) {
        entry.text = text;
        keepDraft(entry);
    }
    const AgentFile read = m_parts.files.read(entry.file, entry.text.toUtf8());
    entry.problems = read.problems;
    if (read.agent)
        entry.title = read.agent->title();
    m_model->setEntry(m_row, entry);
    if (const qsizetype count = entry.problems.size(); count != std::exchange(m_told, count))
        m_parts.announcer.announce(countOfProblems(count));
    renew();
}

void AgentsWindow::keepDraft(const AgentEntry &entry)
{
    if (!entry.isChanged())
        return m_parts.files.dropDraft(entry.file);
    const auto kept = m_parts.files.keepDraft(
        {.file = entry.file, .text = entry.text.toUtf8(), .before = entry.before});
    if (!kept)
        say(kept.error());
}

void AgentsWindow::say(const Error &error)
{
    m_failure = error.facts.message;
    m_parts.announcer.announce(m_failure, Announcer::Tone::Assertive);
    renew();
}

void AgentsWindow::renew()
{
    const AgentEntry *entry = shown();
    if (!entry)
        return;
    const bool isWrong = !entry->problems.isEmpty();
    m_title->setText(entry->title);
    m_place->setText(entry->isOwn()       ? tr("Part of the program")
                         : entry->isNew() ? tr("Not saved yet")
                                          : QDir::toNativeSeparators(m_parts.files.pathOf(entry->file)));
    renewBar(*entry);
    renewProblems(*entry);
    m_verdict->setText(entry->isOwn() ? QString()
                           : isWrong  ? tr("Mend line %1 to save").arg(entry->problems.constFirst().place.line)
                           : entry->isChanged() ? tr("Not saved, kept as a draft")
                                                : tr("Saved"));
    QPalette colours = m_verdict->palette();
    colours.setColor(QPalette::WindowText, m_parts.theme.colour(isWrong ? Token::Dan : Token::Text2));
    m_verdict->setPalette(colours);
    m_delete->setEnabled(!entry->isOwn());
    m_discard->setEnabled(entry->isChanged() && !entry->isNew());
    m_save->setEnabled(entry->isChanged() && !isWrong);
}

void AgentsWindow::renewBar(const AgentEntry &entry)
{
    m_bar->setVisible(entry.isOwn() || !m_failure.isEmpty());
    if (!m_failure.isEmpty()) {
        m_bar->setSeverity(MessageBar::Severity::Danger);
        m_bar->setMessage(tr("This did not work. Your text is still here."), m_failure);
    } else {
        m_bar->setSeverity(MessageBar::Severity::Information);
        m_bar->setMessage(tr("This agent is part of the program."),
                          tr("It is written here as a file would declare it. Duplicate it to make one of your own."));
    }
}

void AgentsWindow::renewProblems(const AgentEntry &entry)
{
    QStringList lines;
    QList<JsonEdit::Mark> marks;
    for (const AgentFileProblem &problem : entry.problems) {
        const QString words = problem.path.isEmpty() ? problem.sentence
                                                     : QString(problem.path + u": "_s + problem.sentence);
        lines.append(tr("Line %1: %2").arg(QString::number(problem.place.line), words));
        marks.append(markOf(problem));
    }
    if (marks != m_edit->marks())
        m_edit->setMarks(marks);
    QStringList before;
    for (int row = 0; row < m_problems->count(); ++row)
        before.append(m_problems->item(row)->text());
    if (lines != before) {
        const QSignalBlocker quiet(m_problems);
        m_problems->clear();
        m_problems->addItems(lines);
        m_problems->setCurrentRow(lines.isEmpty() ? -1 : 0);
    }
    m_problemArea->setVisible(!lines.isEmpty());
    const AgentFileProblem problem = entry.problems.value(m_problems->currentRow());
    m_replace->setVisible(!problem.replacement.isEmpty());
    m_replace->setToolTip(tr("Write %1 here").arg(problem.replacement));
}

void AgentsWindow::goToProblem(int number)
{
    const AgentEntry *entry = shown();
    if (!entry || number < 0 || number >= entry->problems.size())
        return;
    m_problems->setCurrentRow(number);
    m_edit->goTo(markOf(entry->problems.at(number)));
}

void AgentsWindow::replaceProblem()
{
    if (m_pause.isActive())
        checkNow(); // The places are those of this text.
    const AgentEntry *entry = shown();
    const AgentFileProblem problem = entry ? entry->problems.value(m_problems->currentRow()) : AgentFileProblem();
    if (problem.replacement.isEmpty())
        return;
    m_edit->replace(markOf(problem), problem.replacement);
    m_edit->setFocus(Qt::OtherFocusReason);
    checkNow();
}

void AgentsWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    // Other programs write into the folder.
    if (event->type() == QEvent::ActivationChange && isActiveWindow())
        readFolder();
}

void AgentsWindow::closeEvent(QCloseEvent *event)
{
    if (m_pause.isActive())
        checkNow();
    QMainWindow::closeEvent(event);
}

} // namespace typeshift::ui
