// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What a person does with an agent's file in the window with the agents.
#include "agents/AgentsWindow.h"
#include "agents/JsonEdit.h"
#include "theme/Theme.h"
#include "widgets/Announcer.h"

#include <engine/json/JsonPlaces.h>

#include <QJsonDocument>
#include <QJsonObject>
#include <QListView>
#include <QMessageBox>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

QString nameIn(const QString &text)
{
    return QJsonDocument::fromJson(text.toUtf8()).object().value("name"_L1).toString();
}

// The text with another name for its agent; as it is where it names none.
QString renamed(const QString &text, const QString &name)
{
    if (nameIn(text).isEmpty())
        return text;
    const JsonPlace place = JsonPlaces(text.toUtf8()).valueAt(u"name"_s);
    QString other = text;
    return other.replace(place.at, place.length, u'"' + name + u'"');
}

} // namespace

void AgentsWindow::begin(const QString &wanted, const QString &text)
{
    if (m_pause.isActive())
        checkNow();
    const QString file = m_parts.files.freeName(wanted);
    const QString declaration = renamed(text, file.chopped(5)); // Without ".json".
    AgentEntry entry = entryOf(m_parts.files.read(file, declaration.toUtf8()));
    entry.saved.clear();
    entry.before.reset();
    keepDraft(entry);
    QList<AgentEntry> files = m_model->files();
    files.append(entry);
    m_isReading = true;
    m_model->setEntries(files, ownEntries());
    m_isReading = false;
    m_row = -1;
    showFile(file);
    const JsonPlace name = JsonPlaces(declaration.toUtf8()).valueAt(u"name"_s);
    m_edit->goTo({name.at + 1, name.length - 2});
}

// Something that works, to be written over: what a first toolset has to look with.
void AgentsWindow::makeNew()
{
    Agent agent(u"my_agent"_s);
    agent.withTitle(tr("My agent"))
        .withDescription(tr("What it is for, in a few words"))
        .withInstructions(tr("You are …\nWrite here what the agent shall do, and how."));
    if (const QList<Toolset> &toolsets = m_parts.files.toolsets(); !toolsets.isEmpty()) {
        agent.useToolset(toolsets.constFirst());
        for (const DeclaredTool &tool : toolsets.constFirst().declared()) {
            if (tool.isReadOnly)
                agent.pick({.name = tool.name, .place = std::source_location::current()});
        }
    }
    begin(agent.name(), QString::fromUtf8(agentFileText(agent)));
}

void AgentsWindow::duplicate()
{
    if (m_pause.isActive())
        checkNow();
    const AgentEntry *entry = shown();
    if (!entry)
        return;
    const QString name = nameIn(entry->text);
    begin(u"%1_copy"_s.arg(name.isEmpty() ? u"agent"_s : name), entry->text);
}

void AgentsWindow::save()
{
    checkNow();
    const AgentEntry *entry = shown();
    if (!entry || !entry->isChanged())
        return;
    if (!entry->problems.isEmpty())
        return goToProblem(0);
    saveOver(entry->before);
}

void AgentsWindow::saveOver(const std::optional<QByteArray> &before)
{
    if (!shown())
        return;
    AgentEntry entry = *shown();
    const QByteArray text = entry.text.toUtf8();
    const QString name = nameIn(entry.text);
    const QString draft = entry.file;
    // A new file is called as its agent; one that is there keeps its name.
    if (entry.isNew() && entry.file != name + u".json"_s)
        entry.file = m_parts.files.freeName(name);
    const auto saved = m_parts.files.save(entry.file, text, before);
    if (!saved && saved.error().kind == Error::Kind::Conflict)
        return askAboutConflict(entry.file, saved.error());
    if (!saved)
        return say(saved.error());
    m_parts.files.dropDraft(draft);
    entry.before = text;
    entry.saved = entry.text;
    m_failure.clear();
    m_shown = entry.file;
    m_model->setEntry(m_row, entry);
    readFolder();
    m_parts.announcer.announce(tr("Saved. It takes effect when the workbench is started the next time."));
}

QMessageBox *AgentsWindow::ask(const QString &question, const QString &details)
{
    auto *box = new QMessageBox(QMessageBox::Question, tr("Agents"), question, QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(details);
    return box;
}

void AgentsWindow::askAboutConflict(const QString &file, const Error &error)
{
    QMessageBox *box = ask(tr("The file is another by now."), error.facts.message);
    QPushButton *over = box->addButton(tr("Save mine over it"), QMessageBox::DestructiveRole);
    QPushButton *load = box->addButton(tr("Load what is there"), QMessageBox::ActionRole);
    box->setDefaultButton(box->addButton(tr("Go on editing"), QMessageBox::RejectRole));
    load->setEnabled(m_parts.files.textOf(file).has_value());
    connect(over, &QPushButton::clicked, this, [this, file] { saveOver(m_parts.files.textOf(file)); });
    connect(load, &QPushButton::clicked, this, [this, file] { loadOther(file); });
    box->open();
}

// As one step of the edit, so that what was written here can be fetched back.
void AgentsWindow::loadOther(const QString &file)
{
    const auto text = m_parts.files.textOf(file);
    if (!text || !shown() || shown()->file != file)
        return;
    AgentEntry entry = *shown();
    entry.before = text;
    entry.saved = JsonEdit::editable(QString::fromUtf8(*text));
    m_model->setEntry(m_row, entry);
    m_edit->replace({0, m_edit->text().size()}, entry.saved);
    checkNow();
}

void AgentsWindow::discard()
{
    const AgentEntry *entry = shown();
    if (!entry || entry->isNew() || entry->isOwn())
        return;
    m_edit->replace({0, m_edit->text().size()}, entry->saved);
    m_edit->setFocus(Qt::OtherFocusReason);
    checkNow();
    m_parts.announcer.announce(tr("Changes discarded. Undo brings them back."));
}

void AgentsWindow::askToDelete()
{
    const AgentEntry *entry = shown();
    if (!entry || entry->isOwn())
        return;
    QMessageBox *box = ask(tr("Delete “%1”?").arg(entry->title),
                           entry->isNew()
                               ? tr("It was never saved, and its text is lost.")
                               : tr("The file is deleted. Conversations with this agent stay, and say that it "
                                    "is missing."));
    QPushButton *yes = box->addButton(tr("Delete the agent"), QMessageBox::DestructiveRole);
    box->setDefaultButton(box->addButton(tr("Keep it"), QMessageBox::RejectRole));
    connect(yes, &QPushButton::clicked, this, &AgentsWindow::remove);
    box->open();
}

void AgentsWindow::remove()
{
    if (!shown() || shown()->isOwn())
        return;
    m_pause.stop();
    const AgentEntry entry = *shown();
    if (entry.before) {
        if (const auto removed = m_parts.files.remove(entry.file, *entry.before); !removed)
            return say(removed.error());
    }
    m_parts.files.dropDraft(entry.file);
    m_failure.clear();
    readFolder(entry.file);
    m_list->setFocus(Qt::OtherFocusReason);
    m_parts.announcer.announce(tr("Deleted: %1.").arg(entry.title));
}

} // namespace typeshift::ui
