// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "ProblemPage.h"

#include <ui/theme/Theme.h>
#include <ui/widgets/KeyHintButton.h>
#include <ui/widgets/MessageBar.h>
#include <ui/words/ErrorText.h>

#include <QCloseEvent>
#include <QDesktopServices>
#include <QFileInfo>
#include <QUrl>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace typeshift {

ProblemPage::ProblemPage(const ui::Theme &theme, const Error &error, const QString &databasePath)
{
    setWindowTitle(tr("Typeshift Workbench"));
    resize(theme.px(720), theme.px(280));
    const ui::ErrorText text = ui::errorText(error);
    auto *bar = new ui::MessageBar(theme, ui::MessageBar::Severity::Danger);
    const QString place = text.body.contains(databasePath) ? QString() : databasePath + u". "_s;
    bar->setMessage(text.headline, place + text.body);
    ui::KeyHintButton *again = bar->addAction(tr("Try again"));
    again->setSymbol(u"view-refresh"_s);
    again->setProminent(true);
    ui::KeyHintButton *folder = bar->addAction(tr("Open the folder"));
    ui::KeyHintButton *quit = bar->addAction(tr("Quit"));
    connect(again, &QPushButton::clicked, this, &ProblemPage::retryRequested);
    connect(folder, &QPushButton::clicked, this,
            [databasePath] { QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(databasePath).absolutePath())); });
    connect(quit, &QPushButton::clicked, this, &QWidget::close);
    auto *column = new QVBoxLayout(this);
    const int edge = theme.px(32);
    column->setContentsMargins(edge, edge, edge, edge);
    column->addWidget(bar);
    column->addStretch();
    again->setFocus();
}

void ProblemPage::closeEvent(QCloseEvent *event)
{
    event->accept();
    emit closed();
}

} // namespace typeshift
