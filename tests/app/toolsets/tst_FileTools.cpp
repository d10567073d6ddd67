// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Playground.h"

#include <app/toolsets/files/ChangePlan.h>
#include <app/toolsets/files/FileReading.h>
#include <app/toolsets/files/FileSearch.h>
#include <app/toolsets/files/FileTools.h>
#include <support/AwaitTask.h>

#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::toolsets;

namespace {

QString wordsOf(const Result<QString> &result)
{
    return result ? *result : QString(u"error: "_s + result.error().facts.message);
}

} // namespace

//! What the file tools do inside of their folders.
class TestFileTools : public QObject
{
    Q_OBJECT

private slots:
    void aReadNumbersItsLines();
    void aReadOfARange();
    void whatIsNoSmallTextIsSaidSo_data();
    void whatIsNoSmallTextIsSaidSo();
    void everyEncodingComesBackByteForByte_data();
    void everyEncodingComesBackByteForByte();
    void anEditKeepsEncodingMarkAndLineEnds_data();
    void anEditKeepsEncodingMarkAndLineEnds();
    void anEditMustBeUnambiguous_data();
    void anEditMustBeUnambiguous();
    void anEditReplacesAllPlaces();
    void aWriteKeepsModeAndLineEnds();
    void aWriteOverAFileThatWasNotReadIsRefused();
    void aFileThatChangedSinceItWasReadIsRefused();
    void aFileThatWasDeletedSinceItWasReadIsRefused();
    void readersDoNotKnowWhatOthersRead();
    void aNewFileMakesItsFolders();
    void aNewFileDoesNotReplaceOneThatAppeared();
    void aFailureLeavesTheOldFile_data();
    void aFailureLeavesTheOldFile();
    void aFullFileSystemLeavesTheOldFile();
    void aPreviewChangesNothing();
    void aDiffIsUnified_data();
    void aDiffIsUnified();
    void aListNamesWhatIsThere();
    void aSearchFindsLines_data();
    void aSearchFindsLines();
    void aSearchIsBounded();
    void aStoppedSearchIsCancelled();
};

void TestFileTools::aReadNumbersItsLines()
{
    const Playground ground;
    FileTools tools(ground.roots());
    QCOMPARE(wordsOf(awaitTask(tools.read({.path = u"inside.txt"_s}, {}))),
             u"inside.txt: 3 lines\n1\tone\n2\ttwo\n3\tthree\n"_s);
}

void TestFileTools::aReadOfARange()
{
    const Playground ground;
    FileTools tools(ground.roots());
    QCOMPARE(wordsOf(awaitTask(tools.read({u"inside.txt"_s, 2, 1}, {}))),
             u"inside.txt: lines 2 to 2 of 3; go on with first_line 3\n2\ttwo\n"_s);
    QVERIFY(wordsOf(awaitTask(tools.read({u"inside.txt"_s, 4, {}}, {}))).contains("no line 4"_L1));
    QVERIFY(wordsOf(awaitTask(tools.read({u"inside.txt"_s, 0, {}}, {}))).contains("begin at 1"_L1));
}

void TestFileTools::whatIsNoSmallTextIsSaidSo_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("words");
    QTest::newRow("program") << QByteArray("\x7f"
                                           "ELF\0\0",
                                           6)
                             << u"a program"_s;
    QTest::newRow("picture") << QByteArray("\x89PNG\r\n\x1a\n") << u"a PNG picture"_s;
    QTest::newRow("NUL bytes") << QByteArray("a\0b", 3) << u"binary"_s;
    QTest::newRow("half of UTF-16") << QByteArray("\xff\xfe\x00\xd8\x20\x00", 6) << u"begins like UTF-16"_s;
    QTest::newRow("too large") << QByteArray(5000, 'x') << u"at most"_s;
    QTest::newRow("empty") << QByteArray() << u"the file is empty"_s;
    QTest::newRow("long line") << QByteArray(3000, 'x') << u"long lines are cut"_s;
}

void TestFileTools::whatIsNoSmallTextIsSaidSo()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QString, words);
    const Playground ground;
    ground.put(u"root/file"_s, bytes);
    FileTools tools(ground.roots(), {.readBytes = 4096});
    const QString answer = wordsOf(awaitTask(tools.read({.path = u"file"_s}, {})));
    QVERIFY2(answer.contains(words), qPrintable(answer));
}

void TestFileTools::everyEncodingComesBackByteForByte_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("plain") << "one\ntwo\n"_ba;
    QTest::newRow("no end of the last line") << "one\ntwo"_ba;
    QTest::newRow("empty") << ""_ba;
    QTest::newRow("CRLF") << "one\r\ntwo\r\n"_ba;
    QTest::newRow("mixed ends") << "one\r\ntwo\nthree\r"_ba;
    QTest::newRow("only CR") << "one\rtwo\r"_ba;
    QTest::newRow("UTF-8") << "Stra\xc3\x9f"
                              "e \xf0\x9f\x98\x80\n"_ba;
    QTest::newRow("UTF-8 with mark") << "\xef\xbb\xbfone\r\n"_ba;
    QTest::newRow("mark alone") << "\xef\xbb\xbf"_ba;
    QTest::newRow("two marks") << "\xef\xbb\xbf\xef\xbb\xbfx"_ba;
    QTest::newRow("UTF-16 little") << QByteArray("\xff\xfeo\0\r\0\n\0", 8);
    QTest::newRow("UTF-16 big") << QByteArray("\xfe\xff\0o\0\r\0\n", 8);
    QTest::newRow("Latin-1") << "Stra\xdf"
                                "e\r\n"_ba;
    QTest::newRow("broken UTF-8") << "\xc3\x28\xff\n"_ba;
    QTest::newRow("overlong UTF-8") << "\xc0\xaf\n"_ba;
    QTest::newRow("surrogate in UTF-8") << "\xed\xa0\x80\n"_ba;
}

void TestFileTools::everyEncodingComesBackByteForByte()
{
    QFETCH(const QByteArray, bytes);
    const auto file = decodeText(bytes);
    QVERIFY(file);
    const auto written = encodeText(file->text, file->format);
    QVERIFY(written);
    QCOMPARE(*written, bytes);
}

void TestFileTools::anEditKeepsEncodingMarkAndLineEnds_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QString>("oldText");
    QTest::addColumn<QString>("newText");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("LF") << "a\nb\nc\n"_ba << u"b\n"_s << u"x\ny\n"_s << "a\nx\ny\nc\n"_ba;
    QTest::newRow("CRLF asked for with LF")
        << "a\r\nb\r\nc\r\n"_ba << u"a\nb"_s << u"x\ny\nz"_s << "x\r\ny\r\nz\r\nc\r\n"_ba;
    QTest::newRow("CRLF asked for with CRLF") << "a\r\nb\r\n"_ba << u"a\r\nb"_s << u"x\r\ny"_s << "x\r\ny\r\n"_ba;
    QTest::newRow("CRLF into LF") << "a\nb\n"_ba << u"a\nb"_s << u"x\r\ny"_s << "x\ny\n"_ba;
    QTest::newRow("mixed stays mixed") << "a\r\nb\nc\r\n"_ba << u"b"_s << u"x"_s << "a\r\nx\nc\r\n"_ba;
    QTest::newRow("mark") << "\xef\xbb\xbf"
                             "a\n"_ba
                          << u"a"_s << u"\u00df"_s << "\xef\xbb\xbf\xc3\x9f\n"_ba;
    QTest::newRow("UTF-16") << QByteArray("\xff\xfe"
                                          "a\0\n\0",
                                          6)
                            << u"a"_s << u"\u20ac"_s << QByteArray("\xff\xfe\xac\x20\n\0", 6);
    QTest::newRow("Latin-1 gets ASCII") << "\xdf a\n"_ba << u"a"_s << u"b"_s << "\xdf b\n"_ba;
    QTest::newRow("no end of the last line") << "a\nb"_ba << u"b"_s << u"c"_s << "a\nc"_ba;
}

void TestFileTools::anEditKeepsEncodingMarkAndLineEnds()
{
    QFETCH(const QByteArray, before);
    QFETCH(const QString, oldText);
    QFETCH(const QString, newText);
    QFETCH(const QByteArray, after);
    const Playground ground;
    ground.put(u"root/file"_s, before);
    FileTools tools(ground.roots());
    const auto edited = awaitTask(tools.edit({u"file"_s, oldText, newText, {}}, {}));
    QVERIFY2(edited, qPrintable(wordsOf(edited)));
    QCOMPARE(ground.get(u"root/file"_s), after);
}

void TestFileTools::anEditMustBeUnambiguous_data()
{
    QTest::addColumn<QString>("oldText");
    QTest::addColumn<QString>("newText");
    QTest::addColumn<QString>("words");
    QTest::newRow("empty") << QString() << u"x"_s << u"old_text is empty"_s;
    QTest::newRow("not there") << u"nine"_s << u"x"_s << u"is not in"_s;
    QTest::newRow("there with other blanks") << u"one  two"_s << u"x"_s << u"other blanks"_s;
    QTest::newRow("three times") << u"same"_s << u"x"_s << u"3 times (lines 3, 4, 5)"_s;
    QTest::newRow("no change") << u"one"_s << u"one"_s << u"nothing would change"_s;
    QTest::newRow("not Unicode") << u"one"_s << QString(QChar(0xd800)) << u"not valid Unicode"_s;
}

void TestFileTools::anEditMustBeUnambiguous()
{
    QFETCH(const QString, oldText);
    QFETCH(const QString, newText);
    QFETCH(const QString, words);
    const Playground ground;
    const QByteArray text = "one\ntwo\nsame\nsame\nsame\n";
    ground.put(u"root/file"_s, text);
    FileTools tools(ground.roots());
    const QString answer = wordsOf(awaitTask(tools.edit({u"file"_s, oldText, newText, {}}, {})));
    QVERIFY2(answer.startsWith("error: "_L1) && answer.contains(words), qPrintable(answer));
    QCOMPARE(ground.get(u"root/file"_s), text);
}

void TestFileTools::anEditReplacesAllPlaces()
{
    const Playground ground;
    ground.put(u"root/file"_s, "a b a\na\n");
    FileTools tools(ground.roots());
    const QString answer = wordsOf(awaitTask(tools.edit({u"file"_s, u"a"_s, u"aa"_s, true}, {})));
    QVERIFY2(answer.contains("changed in 3 places"_L1), qPrintable(answer));
    QVERIFY2(answer.contains("\n-a b a\n-a\n+aa b aa\n+aa\n"_L1), qPrintable(answer));
    QCOMPARE(ground.get(u"root/file"_s), "aa b aa\naa\n");
}

void TestFileTools::aWriteKeepsModeAndLineEnds()
{
    const Playground ground;
    ground.put(u"root/run.sh"_s, "a\r\nb\r\n");
    ::chmod(ground.absolute(u"root/run.sh"_s).constData(), 0751);
    FileTools tools(ground.roots());
    QVERIFY(awaitTask(tools.read({.path = u"run.sh"_s}, {})));
    const auto written = awaitTask(tools.write({u"run.sh"_s, u"c\nd\n"_s}, {}));
    QVERIFY2(written, qPrintable(wordsOf(written)));
    QCOMPARE(ground.get(u"root/run.sh"_s), "c\r\nd\r\n");
    struct stat seen{};
    ::stat(ground.absolute(u"root/run.sh"_s).constData(), &seen);
    QCOMPARE(seen.st_mode & 07777, 0751U);
    QCOMPARE(ground.names(u"root"_s), (QStringList{u"inside.txt"_s, u"run.sh"_s, u"sub"_s}));
    // It knows what it wrote itself.
    QVERIFY(awaitTask(tools.write({u"run.sh"_s, u"e\n"_s}, {})));
}

void TestFileTools::aWriteOverAFileThatWasNotReadIsRefused()
{
    const Playground ground;
    FileTools tools(ground.roots());
    const auto written = awaitTask(tools.write({u"inside.txt"_s, u"new"_s}, {}));
    QVERIFY(!written);
    QCOMPARE(written.error().kind, Error::Kind::Conflict);
    QVERIFY(wordsOf(written).contains("read it first"_L1));
}

void TestFileTools::aFileThatChangedSinceItWasReadIsRefused()
{
    const Playground ground;
    FileTools tools(ground.roots());
    QVERIFY(awaitTask(tools.read({.path = u"inside.txt"_s}, {})));
    ground.put(u"root/inside.txt"_s, "one\n2\nthree\n");
    for (const auto &answer : {awaitTask(tools.write({u"inside.txt"_s, u"new"_s}, {})),
                               awaitTask(tools.edit({u"inside.txt"_s, u"one"_s, u"1"_s, {}}, {}))}) {
        QVERIFY(!answer);
        QCOMPARE(answer.error().kind, Error::Kind::Conflict);
        QVERIFY2(wordsOf(answer).contains("changed by somebody else"_L1), qPrintable(wordsOf(answer)));
    }
    QCOMPARE(ground.get(u"root/inside.txt"_s), "one\n2\nthree\n");
    QVERIFY(awaitTask(tools.read({.path = u"./inside.txt"_s}, {})));
    QVERIFY(awaitTask(tools.edit({ground.path(u"root/inside.txt"_s), u"one"_s, u"1"_s, {}}, {})));
}

void TestFileTools::aFileThatWasDeletedSinceItWasReadIsRefused()
{
    const Playground ground;
    FileTools tools(ground.roots());
    QVERIFY(awaitTask(tools.read({.path = u"inside.txt"_s}, {})));
    QFile::remove(ground.path(u"root/inside.txt"_s));
    QVERIFY(wordsOf(awaitTask(tools.write({u"inside.txt"_s, u"new"_s}, {}))).contains("deleted by somebody"_L1));
}

void TestFileTools::readersDoNotKnowWhatOthersRead()
{
    const Playground ground;
    FileTools tools(ground.roots());
    QVERIFY(awaitTask(tools.read({.path = u"inside.txt"_s}, u"first"_s)));
    QVERIFY(!awaitTask(tools.write({u"inside.txt"_s, u"new"_s}, u"second"_s)));
    QVERIFY(awaitTask(tools.write({u"inside.txt"_s, u"new"_s}, u"first"_s)));
}

void TestFileTools::aNewFileMakesItsFolders()
{
    const Playground ground;
    FileTools tools(ground.roots());
    const auto written = awaitTask(tools.write({u"sub/new/deeper/file.txt"_s, u"text\n"_s}, {}));
    QVERIFY2(written, qPrintable(wordsOf(written)));
    QCOMPARE(ground.get(u"root/sub/new/deeper/file.txt"_s), "text\n");
    QVERIFY(wordsOf(awaitTask(tools.write({u"e\u0301.txt"_s, u"x"_s}, {}))).contains("NFC"_L1));
    QVERIFY(wordsOf(awaitTask(tools.write({u"end "_s, u"x"_s}, {}))).contains("blank"_L1));
    QVERIFY(wordsOf(awaitTask(tools.write({u"inside.txt/x"_s, u"x"_s}, {}))).contains("not a folder"_L1));
}

void TestFileTools::aNewFileDoesNotReplaceOneThatAppeared()
{
    const Playground ground;
    FileRoots roots = ground.roots();
    const auto plan = planWrite(roots, {u"new.txt"_s, u"mine"_s}, {}, std::nullopt);
    QVERIFY(plan);
    roots.setProbe([&] { ground.put(u"root/new.txt"_s, "theirs"); });
    const auto written = carryOut(roots, *plan);
    QVERIFY(!written);
    QCOMPARE(written.error().kind, Error::Kind::Conflict);
    QCOMPARE(ground.get(u"root/new.txt"_s), "theirs");
}

void TestFileTools::aFailureLeavesTheOldFile_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<int>("code");
    QTest::newRow("fsync: broken disk") << u"sync"_s << EIO;
    QTest::newRow("fsync: full disk") << u"sync"_s << ENOSPC;
    QTest::newRow("write: full disk") << u"write"_s << ENOSPC;
    QTest::newRow("write: quota") << u"write"_s << EDQUOT;
    QTest::newRow("rename: broken disk") << u"rename"_s << EIO;
}

void TestFileTools::aFailureLeavesTheOldFile()
{
    QFETCH(const QString, call);
    QFETCH(const int, code);
    const Playground ground;
    WriteCalls calls = WriteCalls::ofSystem();
    const auto fail = [code] {
        errno = code;
        return -1;
    };
    if (call == "sync"_L1)
        calls.sync = [fail](int) { return fail(); };
    else if (call == "write"_L1)
        calls.write = [fail](int, const char *, qint64) { return qint64(fail()); };
    else
        calls.rename = [fail](int, const char *, const char *) { return fail(); };
    FileTools tools(ground.roots(), {}, calls);
    const auto edited = awaitTask(tools.edit({u"inside.txt"_s, u"one"_s, u"1"_s, {}}, {}));
    QVERIFY(!edited);
    if (code != EIO)
        QVERIFY2(wordsOf(edited).contains("disk is full"_L1), qPrintable(wordsOf(edited)));
    QCOMPARE(ground.get(u"root/inside.txt"_s), "one\ntwo\nthree\n");
    QCOMPARE(ground.names(u"root"_s), (QStringList{u"inside.txt"_s, u"sub"_s}));
}

void TestFileTools::aFullFileSystemLeavesTheOldFile()
{
    // Half of the text finds room, as on a disk that fills up in the middle.
    const Playground ground;
    WriteCalls calls = WriteCalls::ofSystem();
    int count = 0;
    calls.write = [&count](int file, const char *bytes, qint64 size) {
        if (++count > 1) {
            errno = ENOSPC;
            return qint64(-1);
        }
        return qint64(::write(file, bytes, std::size_t(size / 2)));
    };
    const auto plan = planEdit(ground.roots(), {u"inside.txt"_s, u"one"_s, u"1"_s, {}}, {}, std::nullopt);
    QVERIFY(plan);
    QVERIFY(!carryOut(ground.roots(), *plan, calls));
    QCOMPARE(count, 2);
    QCOMPARE(ground.get(u"root/inside.txt"_s), "one\ntwo\nthree\n");
    QCOMPARE(ground.names(u"root"_s), (QStringList{u"inside.txt"_s, u"sub"_s}));
}

void TestFileTools::aPreviewChangesNothing()
{
    const Playground ground;
    FileTools tools(ground.roots());
    const auto edit = awaitTask(tools.previewOf(EditFileArguments{u"inside.txt"_s, u"two"_s, u"2"_s, {}}, {}));
    QVERIFY(edit);
    QCOMPARE(edit->path, tools.roots().folders().constFirst() + u"/inside.txt"_s);
    QCOMPARE(edit->before, u"one\ntwo\nthree\n"_s);
    QCOMPARE(edit->after, u"one\n2\nthree\n"_s);
    const auto write = awaitTask(tools.previewOf(WriteFileArguments{u"new.txt"_s, u"text"_s}, {}));
    QVERIFY(write);
    QVERIFY(!write->before);
    QVERIFY(!awaitTask(tools.previewOf(WriteFileArguments{u"inside.txt"_s, u"text"_s}, {})));
    QCOMPARE(ground.get(u"root/inside.txt"_s), "one\ntwo\nthree\n");
    QCOMPARE(ground.names(u"root"_s), (QStringList{u"inside.txt"_s, u"sub"_s}));
}

void TestFileTools::aDiffIsUnified_data()
{
    QTest::addColumn<std::optional<QString>>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("diff");
    using Text = std::optional<QString>;
    QTest::newRow("nothing") << Text(u"a\n"_s) << u"a\n"_s << QString();
    QTest::newRow("new file") << Text() << u"a\nb\n"_s << u"--- /dev/null\n+++ b/f\n@@ -0,0 +1,2 @@\n+a\n+b\n"_s;
    QTest::newRow("one line") << Text(u"a\nb\nc\n"_s) << u"a\nx\nc\n"_s
                              << u"--- a/f\n+++ b/f\n@@ -2,1 +2,1 @@\n-b\n+x\n"_s;
    QTest::newRow("inserted") << Text(u"a\nb\n"_s) << u"a\nx\nb\n"_s << u"--- a/f\n+++ b/f\n@@ -1,0 +2,1 @@\n+x\n"_s;
    QTest::newRow("deleted") << Text(u"a\nb\nc\n"_s) << u"a\nc\n"_s << u"--- a/f\n+++ b/f\n@@ -2,1 +1,0 @@\n-b\n"_s;
    QTest::newRow("no end")
        << Text(u"a"_s) << u"b"_s
        << u"--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n"_s;
    QTest::newRow("two places") << Text(u"1\n2\n3\n4\n5\n"_s) << u"x\n2\n3\n4\ny\n"_s
                                << u"--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-1\n+x\n@@ -5,1 +5,1 @@\n-5\n+y\n"_s;
    QTest::newRow("the shortest way") << Text(u"a\nb\nc\na\nb\nb\na\n"_s) << u"c\nb\na\nb\na\nc\n"_s << QString();
}

void TestFileTools::aDiffIsUnified()
{
    QFETCH(const std::optional<QString>, before);
    QFETCH(const QString, after);
    QFETCH(const QString, diff);
    const QString made = unifiedDiff({u"/f"_s, before, after}, 0);
    if (QByteArrayView(QTest::currentDataTag()) == "the shortest way")
        QCOMPARE(made.count("\n-"_L1) + made.count("\n+"_L1) - 1, 5); // Myers' own example; one is the head's
    else
        QCOMPARE(made, diff);
}

void TestFileTools::aListNamesWhatIsThere()
{
    const Playground ground;
    ground.link("/etc", u"root/link"_s);
    QDir().mkpath(ground.path(u"root/.git/objects"_s));
    FileTools tools(ground.roots());
    QCOMPARE(wordsOf(awaitTask(tools.list({.depth = 3}))),
             u".: 6 entries\n.git/\ninside.txt  14 bytes\nlink  (link)\nsub/\nsub/deep/\nsub/inner.txt  6 bytes\n"_s);
    QCOMPARE(wordsOf(awaitTask(tools.list({.path = u"sub/deep"_s}))), u"sub/deep: the folder is empty\n"_s);
    QVERIFY(wordsOf(awaitTask(tools.list({.path = u"inside.txt"_s}))).contains("not a folder"_L1));
    FileTools bounded(ground.roots(), {.entries = 2});
    QVERIFY(wordsOf(awaitTask(bounded.list({}))).startsWith(".: the first 2 entries"_L1));
}

void TestFileTools::aSearchFindsLines_data()
{
    QTest::addColumn<SearchFilesArguments>("arguments");
    QTest::addColumn<QString>("found");
    QTest::newRow("literal") << SearchFilesArguments{.text = u"a.c"_s} << u"code.cpp:1: a.c\n"_s;
    QTest::newRow("expression") << SearchFilesArguments{.text = u"^a.c$"_s, .regularExpression = true}
                                << u"code.cpp:1: a.c\ncode.cpp:2: abc\n"_s;
    QTest::newRow("any case") << SearchFilesArguments{.text = u"INNER"_s, .ignoreCase = true}
                              << u"sub/inner.txt:1: inner\n"_s;
    QTest::newRow("names") << SearchFilesArguments{.text = u"e"_s, .names = u"in*.txt"_s}
                           << u"inside.txt:1: one\ninside.txt:3: three\nsub/inner.txt:1: inner\n"_s;
    QTest::newRow("folder") << SearchFilesArguments{.text = u"e"_s, .path = u"sub"_s} << u"sub/inner.txt:1: inner\n"_s;
    QTest::newRow("file") << SearchFilesArguments{.text = u"e"_s, .path = u"inside.txt"_s}
                          << u"inside.txt:1: one\ninside.txt:3: three\n"_s;
    QTest::newRow("nothing") << SearchFilesArguments{.text = u"nothing like it"_s} << QString();
    QTest::newRow("wrong expression") << SearchFilesArguments{.text = u"("_s, .regularExpression = true}
                                      << u"regular expression is wrong"_s;
    QTest::newRow("empty") << SearchFilesArguments{} << u"is empty"_s;
}

void TestFileTools::aSearchFindsLines()
{
    QFETCH(const SearchFilesArguments, arguments);
    QFETCH(const QString, found);
    const Playground ground;
    ground.put(u"root/code.cpp"_s, "a.c\nabc\n");
    ground.put(u"root/binary"_s, QByteArray("e\0e", 3));
    ground.link("../outside", u"root/link"_s);
    FileTools tools(ground.roots());
    const QString answer = wordsOf(awaitTask(tools.search(arguments, {})));
    if (answer.startsWith("error: "_L1))
        QVERIFY2(answer.contains(found), qPrintable(answer));
    else
        QCOMPARE(answer.section(u'\n', 1), found);
}

void TestFileTools::aSearchIsBounded()
{
    const Playground ground;
    ground.put(u"root/many"_s, QByteArray("hit\n").repeated(5000));
    FileTools tools(ground.roots(), {.matches = 10});
    const QString answer = wordsOf(awaitTask(tools.search({.text = u"hit"_s}, {})));
    QVERIFY2(answer.contains("more matches are not shown"_L1), qPrintable(answer.left(200)));
    QVERIFY(answer.count(u'\n') <= 12);
    ground.put(u"root/many"_s, QByteArray(100'000, 'x') + "hit" + QByteArray(100'000, 'x'));
    const QString cut = wordsOf(awaitTask(tools.search({.text = u"hit"_s}, {})));
    QVERIFY(cut.size() < 700);
    QVERIFY(cut.contains("hit"_L1));
}

void TestFileTools::aStoppedSearchIsCancelled()
{
    const Playground ground;
    StopSource stop;
    stop.requestStop();
    FileTools tools(ground.roots());
    const auto searched = awaitTask(tools.search({.text = u"one"_s}, stop.token()));
    QVERIFY(!searched);
    QCOMPARE(searched.error().kind, Error::Kind::Cancelled);
}

QTEST_GUILESS_MAIN(TestFileTools)
#include "tst_FileTools.moc"
