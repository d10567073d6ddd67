// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Scenes.h"

#include "agents/AgentsWindow.h"
#include "runs/RunsWindow.h"
#include "window/Actions.h"

#include <KSyntaxHighlighting/Repository>

#include <QApplication>
#include <QDir>
#include <QPixmap>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace typeshift;

namespace {

// What is queued by a new size or new colours is through, and what that queued in its turn.
bool isSettled(QWidget &window)
{
    for (int round = 0; round < 4; ++round) {
        bool isThrough = false;
        QMetaObject::invokeMethod(&window, [&] { isThrough = true; }, Qt::QueuedConnection);
        if (!QTest::qWaitFor([&] { return isThrough; }))
            return false;
    }
    return true;
}

// Each size, two scales, two schemes of what the window shows now; `prepare` is called at each size.
bool takePictures(
    Scenes &scenes, QWidget &window, const QDir &folder, const QString &screen,
    const std::function<void()> &prepare = [] { }, const QList<QSize> &sizes = {{1'440, 900}, {1'024, 700}})
{
    bool isSaved = true;
    for (const auto &[scheme, schemeName] :
         {std::pair{ui::Scheme::Light, u"light"_s}, std::pair{ui::Scheme::Dark, u"dark"_s}}) {
        scenes.desk().appearance.setScheme(scheme);
        for (const QSize &size : sizes) {
            window.resize(size);
            isSaved = isSettled(window) && isSaved;
            prepare();
            isSaved = isSettled(window) && isSaved;
            for (const int scale : {1, 2}) {
                QPixmap picture(size * scale);
                picture.setDevicePixelRatio(scale);
                window.render(&picture);
                const QString name = u"%1-%2-%3x%4-%5.png"_s.arg(screen, schemeName, QString::number(size.width()),
                                                                 QString::number(size.height()),
                                                                 QString::number(scale * 100));
                isSaved = picture.save(folder.filePath(name)) && isSaved;
            }
        }
    }
    std::printf("%s\n", qPrintable(screen));
    std::fflush(stdout);
    return isSaved;
}

bool takePictures(Scenes &scenes, const QDir &folder, const QString &screen)
{
    return takePictures(scenes, scenes.window(), folder, screen);
}

void lookAt()
{
}

// A folder with a file that is right and one that is not.
bool takeAgentPictures(Scenes &scenes, const QDir &folder)
{
    TestDesk &desk = scenes.desk();
    const Toolset files = Toolset(u"files"_s).withTool<&lookAt>("Looks.").withName("read_file").readOnly();
    const AgentFiles agents(desk.folder.filePath(u"agents"_s), {files}, desk.engine->agents());
    const QByteArray triage = R"({
    "name": "triage",
    "title": "Triage",
    "description": "Sorts what comes in",
    "instructions": [
        "You sort what customers write.",
        "Ask when you are not sure."
    ],
    "model": { "provider": "demo", "name": "chat" },
    "tools": [
        { "toolset": "files", "inculde": ["read_file"] }
    ],
    "options": { "temperature": 2.5, "stream": false }
}
)";
    const bool isSaved = agents.save(u"reviewer.json"_s, agentFileText(Agent(u"reviewer"_s).withTitle(u"Reviewer"_s)),
                                     {})
        && agents.save(u"triage.json"_s, triage, {});
    ui::AgentsWindow window({.files = agents,
                             .theme = desk.appearance.theme(),
                             .announcer = desk.announcer,
                             .repository = desk.repository});
    window.show();
    window.showFile(u"triage.json"_s);
    return isSaved && takePictures(scenes, window, folder, u"agents"_s);
}

} // namespace

int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    if (argc < 2) {
        std::fprintf(stderr, "usage: typeshift-screenshots FOLDER\n");
        return 2;
    }
    const QDir folder(QString::fromLocal8Bit(argv[1]));
    if (!folder.mkpath(u"."_s)) {
        std::fprintf(stderr, "the folder can't be made\n");
        return 1;
    }
    bool isDone = true;
    {
        Scenes fresh;
        isDone = fresh.showFirstRun() && takePictures(fresh, folder, u"first-run-ollama"_s) && isDone;
        isDone = fresh.showKeyRefused() && takePictures(fresh, folder, u"first-run-key-refused"_s) && isDone;
    }
    Scenes scenes;
    scenes.storeDay();
    isDone = scenes.showStored() && takePictures(scenes, folder, u"main"_s) && isDone;
    const auto openInspector = [&scenes] {
        QAction &inspector = scenes.window().actions()[ui::Verb::Inspector];
        if (!inspector.isChecked())
            inspector.trigger();
    };
    isDone = scenes.showInspector() && takePictures(scenes, scenes.window(), folder, u"inspector"_s, openInspector)
        && isDone;
    isDone = scenes.showError() && takePictures(scenes, folder, u"error"_s) && isDone;
    isDone = scenes.showInterrupted() && takePictures(scenes, folder, u"interrupted"_s) && isDone;
    isDone = scenes.showEmpty() && takePictures(scenes, folder, u"empty"_s) && isDone;
    isDone = scenes.showRunning() && takePictures(scenes, folder, u"running"_s) && isDone;
    isDone = scenes.showQueue() && takePictures(scenes, folder, u"queue"_s) && isDone;
    isDone = scenes.showKeptQueue() && takePictures(scenes, folder, u"queue-kept"_s) && isDone;
    isDone = takeAgentPictures(scenes, folder) && isDone;
    Scenes live;
    live.storeDay();
    isDone = live.startRuns() && live.showStored() && takePictures(live, folder, u"main-running"_s) && isDone;
    isDone = live.showLiveRuns() && takePictures(live, *live.window().runs(), folder, u"live-runs"_s) && isDone;
    Scenes waiting;
    waiting.storeDay();
    waiting.storeWaiting();
    const auto takeDialog = [&](const QString &screen, const QList<QSize> &sizes) {
        return takePictures(waiting, waiting.dialog(), folder, screen, [] { }, sizes);
    };
    const QList<QSize> small{{1'040, 660}, {800, 560}};
    isDone = waiting.showCard() && takePictures(waiting, folder, u"approval-card"_s) && isDone;
    isDone = waiting.showInbox() && takeDialog(u"needs-you"_s, {{400, 320}}) && isDone;
    isDone = waiting.showApproval(u"edit_file"_s) && takeDialog(u"approval-file-edit"_s, small) && isDone;
    isDone = waiting.showApproval(u"run_command"_s) && takeDialog(u"approval-command"_s, small) && isDone;
    isDone = waiting.showApproval(u"http_request"_s) && takeDialog(u"approval-call"_s, small) && isDone;
    isDone = waiting.showClosed() && takeDialog(u"approval-closed"_s, small) && isDone;
    isDone = waiting.showPlan() && takeDialog(u"plan-review"_s, {{1'120, 768}, {800, 600}}) && isDone;
    return isDone ? 0 : 1;
}
