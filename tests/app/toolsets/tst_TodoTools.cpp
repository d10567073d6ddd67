// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include <app/toolsets/todo/TodoTools.h>
#include <engine/json/Codec.h>

#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::toolsets;

//! The list that an agent keeps of its steps.
class TestTodoTools : public QObject
{
    Q_OBJECT

private slots:
    void aListIsAnsweredAsText_data();
    void aListIsAnsweredAsText();
    void argumentsAreDecoded();
};

void TestTodoTools::aListIsAnsweredAsText_data()
{
    QTest::addColumn<QList<TodoItem>>("todos");
    QTest::addColumn<QString>("text");
    using Items = QList<TodoItem>;
    const auto done = TodoStatus::Completed;
    const auto now = TodoStatus::InProgress;
    QTest::newRow("empty") << Items{} << u"The list is empty."_s;
    QTest::newRow("all states") << Items{{u"a"_s, done}, {u"b"_s, now}, {u"c"_s}}
                                << u"1 of 3 done\n[x] a\n[>] b\n[ ] c\n"_s;
    QTest::newRow("line ends") << Items{{u" a\nb "_s}} << u"0 of 1 done\n[ ] a b\n"_s;
    QTest::newRow("two in progress") << Items{{u"a"_s, now}, {u"b"_s, now}}
                                     << u"error: 2 steps are in progress; at most one may be"_s;
    QTest::newRow("empty step") << Items{{u"a"_s}, {u" "_s}} << u"error: step 2 is empty"_s;
    QTest::newRow("long step") << Items{{QString(1001, u'x')}} << u"error: step 1 is longer than 1000 characters"_s;
    QTest::newRow("too many") << Items(101, {u"a"_s}) << u"error: the list has more than 100 steps"_s;
}

void TestTodoTools::aListIsAnsweredAsText()
{
    QFETCH(const QList<TodoItem>, todos);
    QFETCH(const QString, text);
    const auto written = writeTodos({todos});
    QCOMPARE(written ? *written : QString(u"error: "_s + written.error().facts.message), text);
}

void TestTodoTools::argumentsAreDecoded()
{
    const auto decoded = decodeJson<WriteTodosArguments>(
        R"({"todos":[{"content":"a","status":"in_progress"},{"content":"b","status":"pending"}]})");
    QVERIFY2(decoded, decoded ? "" : qPrintable(decoded.error()));
    QCOMPARE(decoded->todos.at(0).status, TodoStatus::InProgress);
    QVERIFY(!decodeJson<WriteTodosArguments>(R"({"todos":[{"content":"a","status":"done"}]})"));
}

QTEST_GUILESS_MAIN(TestTodoTools)
#include "tst_TodoTools.moc"
