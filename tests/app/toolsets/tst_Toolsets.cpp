// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Playground.h"

#include <app/toolsets/Toolsets.h>
#include <app/toolsets/files/FileTools.h>
#include <app/toolsets/shell/ShellTools.h>
#include <app/toolsets/web/WebTools.h>
#include <engine/base/NewId.h>
#include <support/AwaitTask.h>
#include <support/FakeTransport.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::toolsets;

//! The toolsets as a model and a run see them.
class TestToolsets : public QObject
{
    Q_OBJECT

private slots:
    void everyToolIsDeclared_data();
    void everyToolIsDeclared();
    void aCallReachesItsTool();
    void conversationsReadForThemselves();
    void aStoppedCommandIsCancelled();
    void aPreviewIsMadeOfACallsArguments();

private:
    Playground m_ground;
    Clock m_clock;
    IdSource m_ids;
    FakeTransport m_transport;
    SystemHostResolver m_resolver;

    QList<std::shared_ptr<Tool>> all()
    {
        QList<std::shared_ptr<Tool>> tools = fileTools(m_ground.roots()).tools();
        tools += shellTools(std::make_shared<ShellTools>(m_ground.roots(), m_clock)).tools();
        tools += webTools(std::make_shared<WebTools>(m_transport, m_resolver)).tools();
        tools += todoTools().tools();
        return tools;
    }
    static std::shared_ptr<Tool> named(const QList<std::shared_ptr<Tool>> &tools, const QString &name)
    {
        for (const auto &tool : tools) {
            if (tool->declaration().name == name)
                return tool;
        }
        return nullptr;
    }
    QString call(Tool &tool, const QJsonObject &arguments, std::optional<ConversationId> conversation = {},
                 const StopToken &stop = {})
    {
        RunContext run({.identity = {.agent = u"coder"_s, .conversation = conversation},
                        .stop = stop,
                        .clock = m_clock,
                        .ids = m_ids});
        ToolContext context({.callId = u"1"_s, .name = tool.declaration().name}, run);
        const auto answer = awaitTask(tool.call(arguments, context));
        if (!answer)
            return u"error: "_s + answer.error().facts.message;
        return answer->isEmpty() ? QString() : std::get<TextContent>(answer->constFirst()).text;
    }
};

void TestToolsets::everyToolIsDeclared_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isReadOnly");
    QTest::addColumn<bool>("requiresApproval");
    QTest::addColumn<QStringList>("members");
    QTest::newRow("read") << u"read_file"_s << true << false << QStringList{u"first_line"_s, u"lines"_s, u"path"_s};
    QTest::newRow("list") << u"list_files"_s << true << false << QStringList{u"depth"_s, u"path"_s};
    QTest::newRow("search") << u"search_files"_s << true << false
                            << QStringList{u"ignore_case"_s, u"names"_s, u"path"_s, u"regular_expression"_s, u"text"_s};
    QTest::newRow("write") << u"write_file"_s << false << true << QStringList{u"content"_s, u"path"_s};
    QTest::newRow("edit") << u"edit_file"_s << false << true
                          << QStringList{u"new_text"_s, u"old_text"_s, u"path"_s, u"replace_all"_s};
    QTest::newRow("shell") << u"run_command"_s << false << true
                           << QStringList{u"command"_s, u"folder"_s, u"timeout_seconds"_s};
    QTest::newRow("web") << u"fetch_page"_s << true << true << QStringList{u"start"_s, u"url"_s};
    QTest::newRow("to-do") << u"write_todos"_s << true << false << QStringList{u"todos"_s};
}

void TestToolsets::everyToolIsDeclared()
{
    QFETCH(const QString, name);
    QFETCH(const bool, isReadOnly);
    QFETCH(const bool, requiresApproval);
    QFETCH(const QStringList, members);
    const auto tool = named(all(), name);
    QVERIFY(tool);
    QCOMPARE(tool->isReadOnly(), isReadOnly);
    QCOMPARE(tool->requiresApproval(), requiresApproval);
    QVERIFY(tool->declaration().description.size() > 100);
    const QJsonObject schema = QJsonDocument::fromJson(tool->declaration().schema).object();
    QCOMPARE(schema.value(u"properties"_s).toObject().keys(), members);
}

void TestToolsets::aCallReachesItsTool()
{
    const auto tools = all();
    QCOMPARE(call(*named(tools, u"read_file"_s), {{u"path"_s, u"inside.txt"_s}, {u"lines"_s, 1}}),
             u"inside.txt: lines 1 to 1 of 3; go on with first_line 2\n1\tone\n"_s);
    QVERIFY(call(*named(tools, u"run_command"_s), {{u"command"_s, u"echo hello"_s}}).endsWith("\nhello\n"_L1));
    QCOMPARE(call(*named(tools, u"write_todos"_s),
                  {{u"todos"_s, QJsonArray{QJsonObject{{u"content"_s, u"a"_s}, {u"status"_s, u"completed"_s}}}}}),
             u"1 of 1 done\n[x] a\n"_s);
    QVERIFY(call(*named(tools, u"fetch_page"_s), {{u"url"_s, u"http://127.0.0.1/"_s}}).contains("loopback"_L1));
    QVERIFY(call(*named(tools, u"read_file"_s), {{u"path"_s, u"../outside/secret.txt"_s}}).contains("refused"_L1));
}

void TestToolsets::conversationsReadForThemselves()
{
    const auto tools = all();
    const auto first = newId<ConversationId>(m_ids);
    const auto second = newId<ConversationId>(m_ids);
    const QJsonObject write{{u"path"_s, u"inside.txt"_s}, {u"content"_s, u"new\n"_s}};
    call(*named(tools, u"read_file"_s), {{u"path"_s, u"inside.txt"_s}}, first);
    QVERIFY(call(*named(tools, u"write_file"_s), write, second).contains("read it first"_L1));
    QVERIFY(call(*named(tools, u"write_file"_s), write, first).contains("changed in 1 place"_L1));
    m_ground.put(u"root/inside.txt"_s, "one\ntwo\nthree\n");
}

void TestToolsets::aStoppedCommandIsCancelled()
{
    StopSource stop;
    stop.requestStop();
    QVERIFY(call(*named(all(), u"run_command"_s), {{u"command"_s, u"touch made"_s}}, {}, stop.token())
                .startsWith("error: "_L1));
    QVERIFY(!QFile::exists(m_ground.path(u"root/made"_s)));
}

void TestToolsets::aPreviewIsMadeOfACallsArguments()
{
    FileTools tools(m_ground.roots());
    const QJsonObject edit{{u"path"_s, u"inside.txt"_s}, {u"old_text"_s, u"one"_s}, {u"new_text"_s, u"1"_s}};
    const auto change = awaitTask(previewOf(tools, u"edit_file"_s, edit, u"reader"_s));
    QVERIFY(change);
    QCOMPARE(change->after, u"1\ntwo\nthree\n"_s);
    QVERIFY(!awaitTask(previewOf(tools, u"read_file"_s, edit, u"reader"_s)));
    QVERIFY(!awaitTask(previewOf(tools, u"write_file"_s, edit, u"reader"_s)));
    QCOMPARE(m_ground.get(u"root/inside.txt"_s), "one\ntwo\nthree\n");
}

QTEST_GUILESS_MAIN(TestToolsets)
#include "tst_Toolsets.moc"
