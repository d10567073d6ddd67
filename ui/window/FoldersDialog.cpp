// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "window/FoldersDialog.h"

#include "theme/Theme.h"
#include "widgets/KeyHintButton.h"
#include "words/ErrorText.h"
#include "words/VisibleText.h"

#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QListWidget>
#include <QShortcut>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

FoldersDialog::FoldersDialog(const Theme &theme, const FolderDesk &desk, QWidget *parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_desk(desk)
    , m_list(new QListWidget)
    , m_empty(new QLabel)
    , m_shell(new QLabel)
    , m_note(new QLabel)
    , m_add(new KeyHintButton(theme, tr("&Add…"), {}))
    , m_remove(new KeyHintButton(theme, tr("&Remove"), tr("Del")))
    , m_close(new KeyHintButton(theme, tr("Close"), tr("Esc")))
{
    setWindowTitle(tr("Folders of the coder"));
    setWindowModality(Qt::WindowModal);
    resize(theme.px(640), theme.px(400));
    build();
    connect(m_add, &QPushButton::clicked, this, &FoldersDialog::askForFolder);
    connect(m_remove, &QPushButton::clicked, this, &FoldersDialog::removeCurrent);
    connect(m_close, &QPushButton::clicked, this, &QDialog::reject);
    auto *removes = new QShortcut(QKeySequence(Qt::Key_Delete), m_list);
    removes->setContext(Qt::WidgetShortcut);
    connect(removes, &QShortcut::activated, this, &FoldersDialog::removeCurrent);
    m_shell->setText(tr("Whether commands run in a sandbox is being tried."));
    m_tasks.start(m_desk.runsIsolated(), [this](const Result<bool> &isIsolated) {
        m_shell->setText(isIsolated.value_or(false)
                             ? tr("Commands run in bubblewrap: of your files they reach these folders only, and they "
                                  "have no network.")
                             : tr("bubblewrap does not work here: a command that you approve may do what you may do, "
                                  "in any folder."));
    });
    renew();
    m_list->setFocus();
}

void FoldersDialog::build()
{
    auto *words = new QLabel(
        tr("The coder reads and changes files in these folders and nowhere else. Relative paths start in the first."));
    m_list->setAccessibleName(tr("Folders"));
    for (QLabel *label : {words, m_empty, m_shell, m_note}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    for (KeyHintButton *button : {m_add, m_remove, m_close})
        button->setAutoDefault(false);
    auto *verbs = new QHBoxLayout;
    verbs->setSpacing(m_theme.px(8));
    verbs->addWidget(m_add);
    verbs->addWidget(m_remove);
    verbs->addStretch();
    auto *foot = new QHBoxLayout;
    foot->addWidget(m_note, 1);
    foot->addWidget(m_close);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(m_theme.px(16), m_theme.px(12), m_theme.px(16), m_theme.px(12));
    column->setSpacing(m_theme.px(8));
    column->addWidget(words);
    column->addWidget(m_list, 1);
    column->addWidget(m_empty);
    column->addLayout(verbs);
    column->addWidget(m_shell);
    column->addLayout(foot);
}

void FoldersDialog::askForFolder()
{
    auto *dialog = new QFileDialog(this, tr("Folder for the coder"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, &FoldersDialog::add);
    dialog->open();
}

void FoldersDialog::add(const QString &folder)
{
    QStringList folders = m_desk.chosen();
    const QString path = QDir(folder).absolutePath();
    if (folders.contains(path))
        return;
    folders.append(path);
    keep(folders);
}

void FoldersDialog::removeCurrent()
{
    QStringList folders = m_desk.chosen();
    const int row = m_list->currentRow();
    if (row < 0 || row >= folders.size())
        return;
    folders.removeAt(row);
    keep(folders);
    m_list->setFocus(Qt::OtherFocusReason);
    m_list->setCurrentRow(std::min(row, m_list->count() - 1));
}

void FoldersDialog::keep(const QStringList &folders)
{
    const Result<> kept = m_desk.choose(folders);
    renew();
    if (!kept)
        m_note->setText(errorLine(kept.error()));
}

void FoldersDialog::renew()
{
    const QStringList folders = m_desk.chosen();
    m_list->clear();
    for (const QString &folder : folders) {
        const QString shown = visibleText(QDir::toNativeSeparators(folder), LineBreaks::Marked).text;
        m_list->addItem(QDir(folder).exists() ? shown : tr("%1 (not there)").arg(shown));
    }
    if (m_list->count() > 0)
        m_list->setCurrentRow(0);
    m_remove->setEnabled(!folders.isEmpty());
    m_empty->setVisible(folders.isEmpty());
    m_empty->setText(tr("None is chosen: the coder works in a folder of its own beside the database."));
    const bool isOther = !folders.isEmpty() ? folders != m_desk.inUse : m_desk.ownFolder != m_desk.inUse.value(0);
    m_note->setText(isOther ? tr("Holds from the next start on. Until then the coder works in %1.")
                                  .arg(visibleText(m_desk.inUse.join(u", "_s), LineBreaks::Marked).text)
                            : QString());
}

} // namespace typeshift::ui
