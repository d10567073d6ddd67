// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
//
// transcript_open BLOCKS: opens a conversation of so many blocks in a process of its own, as the prototype view does in
// its own, and prints one JSON line: {"rows","rows_ms","open_ms"}. `rows_ms`: rows made from the loaded entries;
// `open_ms`: from there to a view that is painted at its end.
#include "LongConversation.h"

#include <ui/theme/Appearance.h>
#include <ui/transcript/TranscriptModel.h>
#include <ui/transcript/TranscriptView.h>

#include <KSyntaxHighlighting/Repository>

#include <QApplication>
#include <QElapsedTimer>

#include <cstdio>

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    const int blocks = argc > 1 ? QByteArray(argv[1]).toInt() : 20'000;
    const typeshift::ui::Appearance appearance(typeshift::ui::Scheme::Light);
    const KSyntaxHighlighting::Repository repository;
    const auto entries = typeshift::bench::LongConversation().entries(blocks);

    QElapsedTimer timer;
    timer.start();
    typeshift::ui::TranscriptModel model;
    model.setEntries(entries);
    const double rows = double(timer.nsecsElapsed()) / 1e6;
    timer.restart();
    typeshift::ui::TranscriptView view(model, appearance.theme(), repository);
    view.resize(800, 900);
    view.show();
    view.grab();
    const double open = double(timer.nsecsElapsed()) / 1e6;
    std::printf("{\"rows\":%d,\"rows_ms\":%.2f,\"open_ms\":%.2f}\n", model.rowCount(), rows, open);
    return 0;
}
