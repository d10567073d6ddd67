// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "window/Guide.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QMessageBox>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace typeshift::ui {

Guide::Guide(const QList<Actions::Line> &lines, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Guide"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *table = new QTreeWidget;
    table->setAccessibleName(tr("Actions and keys"));
    table->setHeaderLabels({tr("Action"), tr("Keys")});
    table->setRootIsDecorated(false);
    QTreeWidgetItem *group = nullptr;
    for (const Actions::Line &line : lines) {
        if (!group || group->text(0) != line.menu) {
            group = new QTreeWidgetItem(table, {line.menu});
            QFont bold = table->font();
            bold.setWeight(QFont::DemiBold);
            group->setFont(0, bold);
        }
        new QTreeWidgetItem(group, {line.text, line.keys});
    }
    new QTreeWidgetItem(group,
                        {tr("Send the message"), QKeySequence(Qt::Key_Return).toString(QKeySequence::NativeText)});
    new QTreeWidgetItem(
        group,
        {tr("A new line in the message"), QKeySequence(Qt::SHIFT | Qt::Key_Return).toString(QKeySequence::NativeText)});
    table->expandAll();
    table->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    table->header()->setStretchLastSection(false);
    table->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *column = new QVBoxLayout(this);
    column->addWidget(table);
    column->addWidget(buttons);
    resize(560, 560);
}

void showAbout(QWidget &window)
{
    auto *box = new QMessageBox(QMessageBox::NoIcon, Guide::tr("About Typeshift Workbench"),
                                Guide::tr("Typeshift Workbench %1").arg(QCoreApplication::applicationVersion()),
                                QMessageBox::Close, &window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(Guide::tr("An agent engine and the desktop on it. Qt %1. Icons: Breeze, LGPL.")
                                .arg(QLatin1StringView(qVersion())));
    box->open();
}

} // namespace typeshift::ui
