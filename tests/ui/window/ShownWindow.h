// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "composer/MessageEdit.h"
#include "page/ConversationPage.h"
#include "support/Accessibles.h"
#include "support/TestDesk.h"
#include "widgets/DesktopNotifier.h"
#include "window/MainWindow.h"

#include <QPushButton>
#include <QTest>

namespace typeshift::ui {

//! Keeps what a desktop would have shown.
class NotedNotices final : public DesktopNotifier
{
    Q_OBJECT

public:
    void show(const DesktopNotice &notice) override { shown.append(notice); }
    void withdraw(const ConversationId &conversation) override { withdrawn.append(conversation); }

    QList<DesktopNotice> shown;
    QList<ConversationId> withdrawn;
};

//! A window on a desk of its own, with one conversation so that it starts with the page.
struct ShownWindow {
    enum class Start { WithConversation, Fresh };

    explicit ShownWindow(Start start = Start::WithConversation)
    {
        begin(start);
        open();
    }
    //! With an agent that has these tools.
    explicit ShownWindow(const QList<std::shared_ptr<Tool>> &tools)
        : test(tools)
    {
        begin(Start::WithConversation);
        open();
    }
    void begin(Start start)
    {
        if (start == Start::WithConversation)
            (void)awaitTask(test.catalog().noteInput({.conversation = test.catalog().newConversation(),
                                                      .agent = QStringLiteral("assistant"),
                                                      .provider = QStringLiteral("demo"),
                                                      .model = QStringLiteral("chat"),
                                                      .text = QStringLiteral("An older talk")}));
    }
    void open()
    {
        test.desk->notifier = &notices;
        window = std::make_unique<MainWindow>(
            *test.desk,
            ProviderDesk{.theme = test.appearance.theme(),
                         .profiles = *test.workbench->profiles,
                         .secrets = test.secrets,
                         .askOllama = [](QUrl) { return noOllama(); },
                         .askModels = [](QUrl, QString) { return noModels(); },
                         .keepKey = [](QString, QString, KeyPlace) { return kept(); }},
            *test.workbench->archive, WindowMemory(QStringLiteral(":memory:")));
        window->resize(1'200, 800);
        window->show();
        if (!QTest::qWaitForWindowActive(window.get()))
            qFatal("no window");
    }

    //! The process dies, and another one opens its window.
    void crash()
    {
        test.engine.reset(); // Before the runs' handles, which would stop them.
        window.reset();
        test.crash();
        open();
    }

    MessageEdit *edit() { return window->findChild<MessageEdit *>(); }
    ConversationSession &session() { return window->page().session(); }

    static Task<Result<OllamaFacts>> noOllama()
    {
        co_return failure(Error::Kind::Network, QStringLiteral("Connection refused"));
    }
    static Task<Result<QList<ModelFacts>>> noModels() { co_return QList<ModelFacts>(); }
    static Task<Result<>> kept() { co_return {}; }

    TestDesk test;
    NotedNotices notices;
    std::unique_ptr<MainWindow> window;
};

} // namespace typeshift::ui
