// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/Commands.h"

#include <engine/async/TaskScope.h>
#include <engine/storage/sql/Migrations.h>

#include <QCoreApplication>

#include <csignal>
#include <cstdio>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

void printVersion()
{
    std::printf("typeshift %s, Qt %s, store schema %d\n", TYPESHIFT_VERSION, qVersion(), engineMigrations().version());
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    QCoreApplication::setApplicationName(u"typeshift"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(TYPESHIFT_VERSION));
#ifdef Q_OS_UNIX
    std::signal(SIGPIPE, SIG_IGN); // A reader that goes away stops the run instead of killing it.
#endif
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == "--version"_L1) {
        printVersion();
        return 0;
    }
    const auto parsed = cli::parseArguments(arguments);
    if (!parsed) {
        std::fputs(parsed.error().text.toUtf8().constData(), parsed.error().exitCode == 0 ? stdout : stderr);
        return parsed.error().exitCode;
    }

    cli::Output output(parsed->isJson ? cli::Output::Form::Json : cli::Output::Form::Text, parsed->isQuiet);
    cli::Workplace workplace(*parsed, output);
    TaskScope tasks;
    QMetaObject::invokeMethod(
        &app,
        [&] {
            tasks.start(cli::perform(workplace), [&app](cli::ExitCode code) {
                QMetaObject::invokeMethod(&app, [code] { QCoreApplication::exit(int(code)); }, Qt::QueuedConnection);
            });
        },
        Qt::QueuedConnection);
    return QCoreApplication::exec();
}
