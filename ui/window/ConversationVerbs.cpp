// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "window/ConversationVerbs.h"

#include <engine/workbench/ConversationArchive.h>
#include <engine/workbench/ConversationCatalog.h>

#include <QFileDialog>
#include <QFutureWatcher>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSaveFile>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

Result<> saveFile(const QString &path, const QByteArray &content)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.commit())
        return {};
    return failure({Error::Kind::Storage, ErrorFacts{.message = file.errorString(), .code = u"io"_s, .host = path}});
}

} // namespace

ConversationVerbs::ConversationVerbs(QWidget &window, ConversationCatalog &catalog, ConversationArchive &archive,
                                     Access access)
    : QObject(&window)
    , m_window(window)
    , m_catalog(catalog)
    , m_archive(archive)
    , m_access(access)
{
}

void ConversationVerbs::showMenu(const ConversationRecord &record, const QPoint &globalPosition)
{
    const bool canWrite = m_access == Access::Full;
    auto *menu = new QMenu(&m_window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString &text, bool isEnabled, auto verb) {
        QAction *action = menu->addAction(text);
        action->setEnabled(isEnabled);
        connect(action, &QAction::triggered, this, verb);
    };
    if (record.state == ConversationState::Interrupted)
        add(tr("Resume"), canWrite, [this, id = record.id] { emit resumeRequested(id); });
    add(tr("Rename…"), canWrite, [this, record] { rename(record); });
    add(tr("Export…"), true, [this, record] { exportTo(record); });
    menu->addSeparator();
    add(tr("Standing approvals…"), true, [this, record] { emit approvalsRequested(record); });
    add(tr("Export decisions…"), true, [this, record] { exportDecisions(record); });
    menu->addSeparator();
    add(tr("Delete…"), canWrite && record.state != ConversationState::Running, [this, record] { remove(record); });
    menu->popup(globalPosition);
}

void ConversationVerbs::rename(const ConversationRecord &record)
{
    auto *dialog = new QInputDialog(&m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Rename Conversation"));
    dialog->setLabelText(tr("Title:"));
    dialog->setTextValue(record.title);
    dialog->setOkButtonText(tr("Rename"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, id = record.id](const QString &title) {
        m_tasks.start(m_catalog.rename(id, title), [this](Result<> renamed) {
            if (!renamed)
                emit failed(renamed.error());
        });
    });
    dialog->open();
}

QFileDialog *ConversationVerbs::askForFile(const ConversationRecord &record, const QString &title,
                                           const QString &ending)
{
    auto *dialog = new QFileDialog(&m_window, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(ending);
    QString name = record.title;
    name.replace(QRegularExpression(uR"([/\\:*?"<>|\x00-\x1f])"_s), u"-"_s);
    dialog->selectFile(name.trimmed());
    return dialog;
}

void ConversationVerbs::exportDecisions(const ConversationRecord &record)
{
    ConversationRecord named = record;
    named.title = tr("%1, decisions").arg(record.title);
    QFileDialog *dialog = askForFile(named, tr("Export Decisions"), u"jsonl"_s);
    dialog->setNameFilter(tr("JSON Lines (*.jsonl)"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, id = record.id](const QString &path) {
        m_tasks.start(m_archive.exportDecisions(id), [this, path](Result<QByteArray> lines) {
            if (lines)
                write(path, *lines);
            else
                emit failed(lines.error());
        });
    });
    dialog->open();
}

void ConversationVerbs::exportTo(const ConversationRecord &record)
{
    QFileDialog *dialog = askForFile(record, tr("Export Conversation"), u"md"_s);
    dialog->setNameFilters({tr("Markdown, to read (*.md)"), tr("JSON Lines, to import again (*.jsonl)")});
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString &filter) {
        dialog->setDefaultSuffix(filter.contains("jsonl"_L1) ? u"jsonl"_s : u"md"_s);
    });
    connect(dialog, &QFileDialog::fileSelected, this, [this, id = record.id](const QString &path) {
        if (path.endsWith(".jsonl"_L1)) {
            m_tasks.start(m_archive.exportJsonLines(id), [this, path](Result<QByteArray> lines) {
                if (lines)
                    write(path, *lines);
                else
                    emit failed(lines.error());
            });
            return;
        }
        m_tasks.start(m_archive.exportMarkdown(id), [this, path](Result<QString> text) {
            if (text)
                write(path, text->toUtf8());
            else
                emit failed(text.error());
        });
    });
    dialog->open();
}

void ConversationVerbs::write(const QString &path, const QByteArray &content)
{
    auto *watcher = new QFutureWatcher<Result<>>(this);
    connect(watcher, &QFutureWatcher<Result<>>::finished, this, [this, watcher, path] {
        const Result<> saved = watcher->result();
        watcher->deleteLater();
        if (saved)
            emit done(tr("Exported to %1").arg(path));
        else
            emit failed(saved.error());
    });
    watcher->setFuture(QtConcurrent::run(saveFile, path, content));
}

void ConversationVerbs::remove(const ConversationRecord &record)
{
    auto *box = new QMessageBox(QMessageBox::NoIcon, tr("Delete Conversation"),
                                tr("Delete “%1” with all that is stored of it?").arg(record.title), QMessageBox::Cancel,
                                &m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("There is no way back. Export it first if you may need it."));
    box->addButton(tr("Delete"), QMessageBox::DestructiveRole);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(box, &QMessageBox::buttonClicked, this, [this, box, id = record.id](QAbstractButton *button) {
        if (box->buttonRole(button) != QMessageBox::DestructiveRole)
            return;
        m_tasks.start(m_catalog.remove(id), [this, id](Result<> result) {
            if (result)
                emit removed(id);
            else
                emit failed(result.error());
        });
    });
    box->open();
}

} // namespace typeshift::ui
