// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Program.h"

#include <QFile>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using namespace typeshift;

//! Asking and answering in processes of their own, with the demo's scenarios and real files.
class TestConsoleApprovals final : public QObject
{
    Q_OBJECT

private slots:
    void aRunThatMustAskEndsWithThree();
    void anAnswerInAnotherProcessRunsTheCallOnce();
    void aRejectionLeavesTheFileAlone();
    void changedArgumentsAreWhatIsWritten();
    void aStandingApprovalAnswersLaterRunsUntilItIsTakenBack();
    void approveOnTheCommandLineGoesOn();
    void aPlanIsApprovedInAMode();
    void aPlanIsNotSentBackWithoutAReason();
    void aWrongAnswerSaysWhatIsWrong_data();
    void aWrongAnswerSaysWhatIsWrong();
    void nothingInARequestSpeaksToTheTerminal();

private:
    Program::Ended demo(const QString &model, const QStringList &more = {}) const
    {
        return m_program.run(QStringList{u"run"_s, u"--agent"_s, u"coder"_s, u"--folder"_s, m_work.path(),
                                         u"--provider"_s, u"demo"_s, u"--model"_s, model, u"--conversation"_s,
                                         m_conversation, u"--json"_s}
                             + more + QStringList{u"Show me"_s});
    }
    Program::Ended answer(const QStringList &more) const
    {
        return m_program.run(
            QStringList{u"answer"_s, u"--folder"_s, m_work.path(), u"--conversation"_s, m_conversation, u"--json"_s}
            + more);
    }
    QByteArray written(const QString &name) const
    {
        QFile file(m_work.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QString state() const
    {
        return m_program.run({u"conversations"_s, u"--json"_s}).lines().value(0).value(u"state"_s).toString();
    }

    QTemporaryDir m_folder;
    QTemporaryDir m_work;
    Program m_program{m_folder.filePath(u"store.db"_s)};
    QString m_conversation;

private slots:
    void init()
    {
        static int number = 0;
        m_conversation = u"01901234-5678-7abc-8def-0123456789%1"_s.arg(10 + number++);
        QDir(m_work.path() + u"/notes"_s).removeRecursively();
    }
};

void TestConsoleApprovals::aRunThatMustAskEndsWithThree()
{
    const auto ended = demo(u"approval"_s);
    QVERIFY2(ended.exitCode == 3, ended.errors.constData());
    const auto requests = ended.linesOfType("request"_L1);
    QCOMPARE(requests.size(), 1);
    QCOMPARE(requests.constFirst()[u"tool"_s].toString(), u"write_file"_s);
    QVERIFY(!requests.constFirst()[u"requestId"_s].toString().isEmpty());
    QVERIFY(written(u"notes/welcome.md"_s).isNull());
    QCOMPARE(state(), u"asking"_s);
    const auto shown = m_program.run({u"show"_s, m_conversation, u"--json"_s});
    QVERIFY(shown.output.contains(requests.constFirst()[u"requestId"_s].toString().toUtf8()));
}

void TestConsoleApprovals::anAnswerInAnotherProcessRunsTheCallOnce()
{
    const auto asked = demo(u"approval"_s);
    const QString request = asked.linesOfType("request"_L1).value(0)[u"requestId"_s].toString();
    const auto ended = answer({u"--request"_s, request, u"--approve"_s});
    QVERIFY2(ended.exitCode == 0, ended.errors.constData());
    QVERIFY(written(u"notes/welcome.md"_s).contains("with your approval"));
    QCOMPARE(state(), u"idle"_s);
    QVERIFY(QFile::remove(m_work.filePath(u"notes/welcome.md"_s)));
    const auto again = answer({u"--request"_s, request, u"--approve"_s});
    QCOMPARE(again.exitCode, 1);
    QCOMPARE(again.linesOfType("error"_L1).value(0)[u"kind"_s].toString(), u"approvalClosed"_s);
    QVERIFY2(written(u"notes/welcome.md"_s).isNull(), "it ran once");
    const auto log = m_program.run({u"decisions"_s, m_conversation, u"--json"_s}).lines();
    QCOMPARE(log.size(), 1);
    QCOMPARE(log.constFirst()[u"decidedBy"_s].toString(), u"person"_s);
    QVERIFY(log.constFirst()[u"executed"_s].toString().contains(u"welcome.md"_s));
}

void TestConsoleApprovals::aRejectionLeavesTheFileAlone()
{
    QCOMPARE(demo(u"approval"_s).exitCode, 3);
    const auto ended = answer({u"--reject"_s, u"not here"_s}); // The only open one needs no name.
    QVERIFY2(ended.exitCode == 0, ended.errors.constData());
    QVERIFY(written(u"notes/welcome.md"_s).isNull());
    QVERIFY(ended.output.contains("Tool call invocation rejected. not here"));
}

void TestConsoleApprovals::changedArgumentsAreWhatIsWritten()
{
    QCOMPARE(demo(u"approval"_s).exitCode, 3);
    const auto refused = answer({u"--approve"_s, u"--arguments"_s, uR"({"path":"notes/other.md"})"_s});
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(refused.errors.contains("content"), refused.errors.constData());
    const auto ended = answer({u"--approve"_s, u"--arguments"_s, uR"({"path":"notes/other.md","content":"mine"})"_s});
    QVERIFY2(ended.exitCode == 0, ended.errors.constData());
    QCOMPARE(written(u"notes/other.md"_s), QByteArray("mine"));
    QVERIFY(written(u"notes/welcome.md"_s).isNull());
}

void TestConsoleApprovals::aStandingApprovalAnswersLaterRunsUntilItIsTakenBack()
{
    QCOMPARE(demo(u"approval"_s).exitCode, 3);
    QCOMPARE(answer({u"--approve-for-conversation"_s}).exitCode, 0);
    QCOMPARE(m_program.run({u"approvals"_s, m_conversation}).output, QByteArray("write_file\n"));
    const auto revoked = m_program.run({u"approvals"_s, m_conversation, u"--revoke"_s, u"write_file"_s});
    QVERIFY2(revoked.exitCode == 0, revoked.errors.constData());
    QVERIFY(m_program.run({u"approvals"_s, m_conversation}).output.isEmpty());
    QCOMPARE(state(), u"idle"_s);
}

void TestConsoleApprovals::approveOnTheCommandLineGoesOn()
{
    const auto ended = demo(u"approval"_s, {u"--approve"_s, u"once"_s});
    QVERIFY2(ended.exitCode == 0, ended.errors.constData());
    QVERIFY(!written(u"notes/welcome.md"_s).isEmpty());
}

void TestConsoleApprovals::aPlanIsApprovedInAMode()
{
    const auto asked = demo(u"plan"_s, {u"--mode"_s, u"plan"_s});
    QVERIFY2(asked.exitCode == 3, asked.errors.constData());
    QCOMPARE(asked.linesOfType("request"_L1).value(0)[u"planRevision"_s].toInt(), 1);
    const auto ended = answer({u"--approve"_s, u"--mode"_s, u"auto"_s});
    QVERIFY2(ended.exitCode == 0, ended.errors.constData());
    QVERIFY(written(u"notes/index.md"_s).startsWith("# Notes"));
}

void TestConsoleApprovals::aPlanIsNotSentBackWithoutAReason()
{
    QCOMPARE(demo(u"plan"_s, {u"--mode"_s, u"plan"_s}).exitCode, 3);
    const auto refused = answer({u"--reject"_s, u" "_s});
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(refused.errors.contains("reason"), refused.errors.constData());
    QCOMPARE(state(), u"asking"_s);
}

void TestConsoleApprovals::aWrongAnswerSaysWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("no decision") << QStringList() << QByteArray("--approve");
    QTest::newRow("two decisions") << QStringList{u"--approve"_s, u"--reject"_s, u"no"_s} << QByteArray("one of");
    QTest::newRow("nobody asked") << QStringList{u"--request"_s, u"x"_s, u"--approve"_s}
                                  << QByteArray("closed already");
    QTest::newRow("no such mode") << QStringList{u"--approve"_s, u"--mode"_s, u"wild"_s} << QByteArray("--mode");
}

void TestConsoleApprovals::aWrongAnswerSaysWhatIsWrong()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, words);
    QCOMPARE(demo(u"approval"_s).exitCode, 3);
    const auto ended = answer(arguments);
    QCOMPARE(ended.exitCode, 1);
    QVERIFY2(ended.errors.contains(words), ended.errors.constData());
    QCOMPARE(state(), u"asking"_s);
}

void TestConsoleApprovals::nothingInARequestSpeaksToTheTerminal()
{
    QCOMPARE(demo(u"approval"_s).exitCode, 3);
    const auto refused = answer({u"--approve"_s, u"--arguments"_s, uR"({"path":"a\u001b[2Jb","content":"\u202e"})"_s});
    QVERIFY(!refused.errors.contains('\x1b'));
    const auto log = m_program.run({u"decisions"_s, m_conversation});
    QCOMPARE(log.exitCode, 0);
    QVERIFY(!log.output.contains('\x1b') && !log.output.contains(QByteArray("\u202e")));
}

QTEST_GUILESS_MAIN(TestConsoleApprovals)
#include "tst_consoleApprovals.moc"
