// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Application.h"
#include "DemoShow.h"

#include <engine/storage/sql/Migrations.h>

#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>
#include <QLibraryInfo>
#include <QTranslator>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

constexpr int wrongUsage = 2;

struct CommandLine {
    QCommandLineParser parser;
    QCommandLineOption store{u"store"_s, QCoreApplication::translate("main", "The database to work on."), u"path"_s};
    QCommandLineOption theme{
        u"theme"_s, QCoreApplication::translate("main", "light or dark; the desktop's own otherwise."), u"scheme"_s};
    QCommandLineOption playDemo{u"play-demo"_s, QCoreApplication::translate("main", "Plays the demo conversation.")};
    QCommandLineOption screenshot{
        u"screenshot"_s, QCoreApplication::translate("main", "With --play-demo: saves a picture of it and quits."),
        u"file"_s};
    QCommandLineOption version{u"version"_s, QCoreApplication::translate("main", "Says version, Qt and store schema.")};

    CommandLine()
    {
        parser.setApplicationDescription(
            QCoreApplication::translate("main", "A workbench for conversations with agents."));
        parser.addHelpOption();
        parser.addOptions({store, theme, playDemo, screenshot, version});
    }
};

// Without a display --version must still answer.
bool asksForVersion(int argc, char **argv)
{
    return argc == 2 && qstrcmp(argv[1], "--version") == 0;
}

int printVersion()
{
    std::printf("typeshift-workbench %s, Qt %s, store schema %d\n", TYPESHIFT_VERSION, qVersion(),
                engineMigrations().version());
    return 0;
}

void installTranslations(QCoreApplication &app)
{
    for (const auto &[name, folder] : {std::pair{u"qtbase"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath)},
                                       std::pair{u"typeshift"_s, u":/i18n"_s}}) {
        auto *translator = new QTranslator(&app);
        if (translator->load(QLocale(), name, u"_"_s, folder))
            QCoreApplication::installTranslator(translator);
    }
}

} // namespace

int main(int argc, char **argv)
{
    if (asksForVersion(argc, argv))
        return printVersion();
    QCoreApplication::setApplicationName(u"typeshift-workbench"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(TYPESHIFT_VERSION));
    QGuiApplication::setApplicationDisplayName(u"Typeshift Workbench"_s);
    QGuiApplication::setDesktopFileName(u"org.typeshift.Workbench"_s);
    QApplication app(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false); // The runs' ends are stored first.
    QApplication::setWindowIcon(QIcon(u":/icons/typeshift-workbench.svg"_s));
    installTranslations(app);

    CommandLine line;
    line.parser.process(app);
    if (line.parser.isSet(line.version))
        return printVersion();
    const QString scheme = line.parser.value(line.theme);
    if (!scheme.isEmpty() && scheme != "light"_L1 && scheme != "dark"_L1) {
        std::fprintf(stderr, "--theme knows light and dark\n");
        return wrongUsage;
    }
    StartOptions options{.store = line.parser.value(line.store), .playsDemo = line.parser.isSet(line.playDemo)};
    if (!scheme.isEmpty())
        options.scheme = scheme == "dark"_L1 ? ui::Scheme::Dark : ui::Scheme::Light;

    Application application(options);
    DemoShow show(application, line.parser.value(line.screenshot));
    QObject::connect(&application, &Application::done, &app, [] { QCoreApplication::exit(0); }, Qt::QueuedConnection);
    if (options.playsDemo) {
        QObject::connect(&application, &Application::shown, &show, &DemoShow::play, Qt::QueuedConnection);
        QObject::connect(
            &show, &DemoShow::finished, &app, [](bool isSaved) { QCoreApplication::exit(isSaved ? 0 : 1); },
            Qt::QueuedConnection);
    }
    application.start();
    return QApplication::exec();
}
