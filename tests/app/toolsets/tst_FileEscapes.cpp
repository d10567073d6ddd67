// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Playground.h"

#include <app/toolsets/files/ChangePlan.h>
#include <app/toolsets/files/FileReading.h>
#include <app/toolsets/files/FileSearch.h>

#include <QTest>
#include <QThread>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::toolsets;

namespace {

// Whatever a tool would do with the path, and what came of it.
struct Attempt {
    QString tool;
    Result<QString> result;
};

QList<Attempt> attempts(const FileRoots &roots, const QString &path)
{
    const FileLimits limits;
    const std::atomic<bool> stop = false;
    const auto carriedOut = [&](const Result<ChangePlan> &plan) -> Result<QString> {
        if (!plan)
            return failure(plan.error());
        return carryOut(roots, *plan).transform([](const FileStamp &) { return u"written"_s; });
    };
    return {{u"read"_s,
             readFile(roots, {.path = path}, limits).transform([](const ReadAnswer &answer) { return answer.text; })},
            {u"list"_s, listFiles(roots, {.path = path}, limits)},
            {u"search"_s, searchFiles(roots, {.text = u"secret"_s, .path = path}, limits, stop)},
            {u"write"_s, carriedOut(planWrite(roots, {path, u"overwritten"_s}, limits, std::nullopt))},
            {u"edit"_s, carriedOut(planEdit(roots, {path, u"secret"_s, u"edited"_s}, limits, std::nullopt))}};
}

} // namespace

//! No path leads out of the chosen folder, and each refusal says why.
class TestFileEscapes : public QObject
{
    Q_OBJECT

private slots:
    void everyEscapeIsRefusedWithItsReason_data();
    void everyEscapeIsRefusedWithItsReason();
    void whatIsInsideIsReached_data();
    void whatIsInsideIsReached();
    void aFileWithASecondNameIsNotWritten();
    void aLinkIsNotWrittenThrough();
    void aFolderThatBecomesALinkBetweenLookAndOpeningIsNotFollowed_data();
    void aFolderThatBecomesALinkBetweenLookAndOpeningIsNotFollowed();
    void aFileThatBecomesALinkBetweenLookAndOpeningIsNotRead();
    void aFileThatBecomesAPipeBetweenLookAndOpeningDoesNotBlock();
    void aFolderThatMovesAwayDuringAWriteGetsNothing();
    void aLinkThatAppearsDuringAWriteIsNotFollowed();
    void aChosenFolderThatBecomesALinkIsNoLongerOpened();
    void swappingWithoutEndNeverLetsASecretOut();
    void systemFoldersAreNotChosen_data();
    void systemFoldersAreNotChosen();
    void theLongestChosenFolderCounts();

private:
    static void setTraps(const Playground &ground);
};

void TestFileEscapes::setTraps(const Playground &ground)
{
    ground.link(ground.absolute(u"outside/secret.txt"_s), u"root/link-absolute"_s);
    ground.link("../outside/secret.txt", u"root/link-relative"_s);
    ground.link("../outside", u"root/link-folder"_s);
    ground.link("link-folder", u"root/link-to-link"_s);
    ground.link("link-relative", u"root/link-to-file-link"_s);
    ground.link("..", u"root/link-up"_s);
    ground.link("/", u"root/link-top"_s);
    ground.link("loop-b", u"root/loop-a"_s);
    ground.link("loop-a", u"root/loop-b"_s);
    ground.link("self", u"root/self"_s);
    ground.link("/proc/self/root", u"root/magic-root"_s);
    ground.link("/proc/self/cwd", u"root/magic-cwd"_s);
    ground.link("/proc/self/fd/0", u"root/magic-input"_s);
    ground.link("/proc/self/environ", u"root/environment"_s);
    ground.link("/dev/null", u"root/null"_s);
    ground.link("/dev/zero", u"root/zero"_s);
    ground.link("/dev/tty", u"root/terminal"_s);
    ground.link("../../../outside", u"root/sub/deep/far"_s);
    ground.link("../outside/new.txt", u"root/dangling"_s);
    ground.link("sub/../../outside/secret.txt", u"root/link-through-sub"_s);
    ground.link("./../root-evil/secret.txt", u"root/link-sibling"_s);
    ::mkfifo(ground.absolute(u"root/pipe"_s).constData(), 0666);
    ::mkfifo(ground.absolute(u"root/sub/pipe"_s).constData(), 0666);
    ground.makeSocket(u"root/socket"_s);
}

void TestFileEscapes::everyEscapeIsRefusedWithItsReason_data()
{
    QTest::addColumn<QString>("path"); // %R stands for the chosen folder, %T for the one above it
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *name, const QString &path, const QString &reason) {
        QTest::newRow(name) << path << reason;
    };
    const QString step = u"\"..\""_s;
    const QString outside = u"outside of the working folder"_s;
    row("parent", u".."_s, step);
    row("parent with a slash", u"../"_s, step);
    row("file of the parent", u"../outside/secret.txt"_s, step);
    row("parent after a dot", u"./../outside/secret.txt"_s, step);
    row("down and up", u"sub/../../outside/secret.txt"_s, step);
    row("down and up, staying inside", u"sub/../inside.txt"_s, step);
    row("up behind doubled slashes", u"sub//..//..//outside/secret.txt"_s, step);
    row("up from a file", u"inside.txt/../../outside/secret.txt"_s, step);
    row("up from what is not there", u"no/such/../../../outside/secret.txt"_s, step);
    row("up at the end", u"sub/.."_s, step);
    row("many steps up", u"../../../../../../../../../../etc/passwd"_s, step);
    row("absolute and up", u"%R/../outside/secret.txt"_s, step);
    row("absolute, down and up", u"%R/sub/../../outside/secret.txt"_s, step);
    row("absolute system file", u"/etc/passwd"_s, outside);
    row("top folder", u"/"_s, outside);
    row("two slashes", u"//etc/passwd"_s, outside);
    row("three slashes", u"///etc///passwd"_s, outside);
    row("slash and up", u"/../etc/passwd"_s, outside);
    row("slash and dot", u"/./etc/passwd"_s, outside);
    row("absolute neighbour", u"%T/outside/secret.txt"_s, outside);
    row("folder above", u"%T"_s, outside);
    row("neighbour whose name begins alike", u"%T/root-evil/secret.txt"_s, outside);
    row("chosen folder in capitals", u"%T/ROOT/inside.txt"_s, outside);
    row("chosen folder with a doubled slash before it", u"/%R/inside.txt"_s, outside);
    row("environment of the process", u"/proc/self/environ"_s, outside);
    row("root of the process", u"/proc/self/root/etc/passwd"_s, outside);
    row("standard input", u"/dev/stdin"_s, outside);
    row("descriptor", u"/dev/fd/0"_s, outside);
    row("endless device", u"/dev/zero"_s, outside);
    row("home", u"~"_s, u"~ is not expanded"_s);
    row("file of the home", u"~/.ssh/id_ed25519"_s, u"~ is not expanded"_s);
    row("home of root", u"~root/.bashrc"_s, u"~ is not expanded"_s);
    row("file address", u"file:///etc/passwd"_s, u"an address"_s);
    row("file address in capitals", u"FILE:/etc/passwd"_s, u"an address"_s);
    row("web address", u"http://localhost/etc/passwd"_s, u"an address"_s);
    row("backslashes up", u"..\\..\\outside\\secret.txt"_s, u"backslash"_s);
    row("backslash in the middle", u"sub\\..\\..\\outside"_s, u"backslash"_s);
    row("drive", u"C:\\Windows\\win.ini"_s, u"backslash"_s);
    row("server", u"\\\\server\\share\\file"_s, u"backslash"_s);
    row("escaped dots", u"%2e%2e/outside/secret.txt"_s, u"escaped step"_s);
    row("escaped slash", u"..%2foutside%2fsecret.txt"_s, u"escaped step"_s);
    row("escaped in capitals", u"%2E%2E/outside/secret.txt"_s, u"escaped step"_s);
    row("escaped NUL", u"inside.txt%00.png"_s, u"escaped step"_s);
    row("wide dots", u"\uff0e\uff0e/outside/secret.txt"_s, u"looks like a step"_s);
    row("two-dot leader", u"\u2025/outside/secret.txt"_s, u"looks like a step"_s);
    row("one-dot leaders", u"\u2024\u2024/outside/secret.txt"_s, u"looks like a step"_s);
    row("wide slash", u"..\uff0foutside\uff0fsecret.txt"_s, u"looks like a step"_s);
    row("wide backslash", u"..\uff3coutside"_s, u"looks like a step"_s);
    row("dots and a blank", u".. /outside/secret.txt"_s, u"looks like a step"_s);
    row("blank and dots", u" ../outside/secret.txt"_s, u"looks like a step"_s);
    row("dots and a no-break space", u"..\u00a0/outside/secret.txt"_s, u"looks like a step"_s);
    row("dots and a zero-width space", u"..\u200b/outside/secret.txt"_s, u"U+200B"_s);
    row("dots and a byte order mark", u"..\ufeff/outside/secret.txt"_s, u"U+FEFF"_s);
    row("soft hyphen between dots", u".\u00ad./outside/secret.txt"_s, u"U+00AD"_s);
    row("turned reading direction", u"\u202etxt.edisni"_s, u"U+202E"_s);
    row("isolated reading direction", u"\u2066inside.txt\u2069"_s, u"U+2066"_s);
    row("tag characters", u"inside.txt\U000e0041"_s, u"U+E0041"_s);
    row("private use", u"inside\ue000.txt"_s, u"U+E000"_s);
    row("new line", u"inside.txt\nsecond"_s, u"U+000A"_s);
    row("carriage return", u"inside.txt\r"_s, u"U+000D"_s);
    row("escape sequence", u"\u001b[2Jinside.txt"_s, u"U+001B"_s);
    row("delete character", u"inside\u007f.txt"_s, u"U+007F"_s);
    row("NUL and a harmless end", QString(u"inside.txt"_s + QChar(u'\0') + u".png"_s), u"NUL"_s);
    row("NUL first", QString(QChar(u'\0') + u"inside.txt"_s), u"NUL"_s);
    row("NUL behind steps up", QString(u"../outside/secret.txt"_s + QChar(u'\0')), u"NUL"_s);
    row("half a character", QString(u"inside"_s + QChar(0xd800) + u".txt"_s), u"not valid Unicode"_s);
    row("other half of a character", QString(QChar(0xdc00) + u"inside.txt"_s), u"not valid Unicode"_s);
    row("name of 256 bytes", QString(256, u'n'), u"longer than 255 bytes"_s);
    row("name of 128 wide characters", QString(128, QChar(0x00e9)), u"longer than 255 bytes"_s);
    row("path of 5,000 bytes", u"a/"_s.repeated(2500), u"longer than 4095 bytes"_s);
    row("empty path", QString(), u"empty"_s);
    row("absolute link to a file", u"link-absolute"_s, u"link"_s);
    row("relative link to a file", u"link-relative"_s, u"link"_s);
    row("link to a folder", u"link-folder/secret.txt"_s, u"link"_s);
    row("link to a folder in it", u"link-folder/folder/secret.txt"_s, u"link"_s);
    row("link to a link to a folder", u"link-to-link/secret.txt"_s, u"link"_s);
    row("link to a link to a file", u"link-to-file-link"_s, u"link"_s);
    row("link to the parent", u"link-up/outside/secret.txt"_s, u"link"_s);
    row("link to the parent and back", u"link-up/root/inside.txt"_s, u"link"_s);
    row("link to the top", u"link-top/etc/passwd"_s, u"link"_s);
    row("link through an inner folder", u"link-through-sub"_s, u"link"_s);
    row("link to a neighbour that begins alike", u"link-sibling"_s, u"link"_s);
    row("link far down", u"sub/deep/far/secret.txt"_s, u"link"_s);
    row("absolute path over a link", u"%R/link-folder/secret.txt"_s, u"link"_s);
    row("loop of two links", u"loop-a"_s, u"link"_s);
    row("file behind a loop", u"loop-b/secret.txt"_s, u"link"_s);
    row("link to itself", u"self"_s, u"link"_s);
    row("link to the process's root", u"magic-root/etc/passwd"_s, u"link"_s);
    row("link to the process's folder", u"magic-cwd/CMakeLists.txt"_s, u"link"_s);
    row("link to standard input", u"magic-input"_s, u"link"_s);
    row("link to the environment", u"environment"_s, u"link"_s);
    row("link to the null device", u"null"_s, u"link"_s);
    row("link to an endless device", u"zero"_s, u"link"_s);
    row("link to the terminal", u"terminal"_s, u"link"_s);
    row("link to a file that is not there", u"dangling"_s, u"link"_s);
    row("pipe", u"pipe"_s, u"pipe"_s);
    row("pipe further down", u"sub/pipe"_s, u"pipe"_s);
    row("socket", u"socket"_s, u"socket"_s);
    row("file with a slash behind", u"inside.txt/"_s, u"slash"_s);
}

void TestFileEscapes::everyEscapeIsRefusedWithItsReason()
{
    QFETCH(QString, path);
    QFETCH(const QString, reason);
    for (const auto walk : {FileRoots::Walk::Kernel, FileRoots::Walk::StepByStep}) {
        const Playground ground;
        setTraps(ground);
        const QStringList before = ground.names(u"root"_s);
        QString written = path;
        written.replace("%R"_L1, ground.root()).replace("%T"_L1, ground.top.path());
        const auto tried = attempts(ground.roots(walk), written);
        for (const auto &[tool, result] : tried) {
            QVERIFY2(!result, qPrintable(QString(tool + u" gave: "_s + result.value_or(QString()))));
            QVERIFY2(!result.error().facts.message.contains(QString::fromUtf8(ground.secret)), qPrintable(tool));
        }
        const Error error = tried.constFirst().result.error();
        QVERIFY2(error.facts.message.contains(reason), qPrintable(error.facts.message));
        QVERIFY2(error.kind == Error::Kind::Refused || error.kind == Error::Kind::InvalidInput,
                 qPrintable(errorKindName(error.kind)));
        QCOMPARE(ground.get(u"outside/secret.txt"_s), ground.secret);
        QCOMPARE(ground.get(u"outside/folder/secret.txt"_s), ground.secret);
        QCOMPARE(ground.names(u"outside"_s), (QStringList{u"folder"_s, u"secret.txt"_s}));
        QCOMPARE(ground.names(u"root"_s), before);
    }
}

void TestFileEscapes::whatIsInsideIsReached_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("plain") << u"inside.txt"_s;
    QTest::newRow("behind a dot") << u"./inside.txt"_s;
    QTest::newRow("absolute") << u"%R/inside.txt"_s;
    QTest::newRow("absolute with doubled slashes") << u"%R//.//inside.txt"_s;
    QTest::newRow("three dots are a name") << u"..."_s;
    QTest::newRow("dots within a name") << u"a..b"_s;
    QTest::newRow("composed letters") << u"\u00e9.txt"_s;
    QTest::newRow("a link that stays inside") << u"inner-link"_s;
}

void TestFileEscapes::whatIsInsideIsReached()
{
    QFETCH(QString, path);
    const Playground ground;
    const QByteArray text = "here it is\n";
    for (const QString &name : {u"inside.txt"_s, u"..."_s, u"a..b"_s, u"\u00e9.txt"_s})
        ground.put(QString(u"root/"_s + name), text);
    ground.link("sub/../inside.txt", u"root/inner-link"_s);
    const auto read = readFile(ground.roots(), {.path = path.replace("%R"_L1, ground.root())}, {});
    QVERIFY2(read, read ? "" : qPrintable(read.error().facts.message));
    QVERIFY(read->text.contains("here it is"_L1));
}

void TestFileEscapes::aFileWithASecondNameIsNotWritten()
{
    const Playground ground;
    QCOMPARE(::link(ground.absolute(u"outside/secret.txt"_s).constData(), ground.absolute(u"root/hard"_s).constData()),
             0);
    const auto plan = planEdit(ground.roots(), {u"hard"_s, u"secret"_s, u"edited"_s}, {}, std::nullopt);
    QVERIFY(!plan);
    QCOMPARE(plan.error().kind, Error::Kind::Refused);
    QVERIFY2(plan.error().facts.message.contains("hard links"_L1), qPrintable(plan.error().facts.message));
}

void TestFileEscapes::aLinkIsNotWrittenThrough()
{
    const Playground ground;
    ground.link("inside.txt", u"root/inner-link"_s);
    const auto plan = planEdit(ground.roots(), {u"inner-link"_s, u"one"_s, u"1"_s}, {}, std::nullopt);
    QVERIFY(!plan);
    QVERIFY2(plan.error().facts.message.contains("it is a link"_L1), qPrintable(plan.error().facts.message));
    QCOMPARE(ground.get(u"root/inside.txt"_s), "one\ntwo\nthree\n");
}

void TestFileEscapes::aFolderThatBecomesALinkBetweenLookAndOpeningIsNotFollowed_data()
{
    QTest::addColumn<int>("walk");
    QTest::newRow("resolved by the kernel") << int(FileRoots::Walk::Kernel);
    QTest::newRow("step by step") << int(FileRoots::Walk::StepByStep);
}

void TestFileEscapes::aFolderThatBecomesALinkBetweenLookAndOpeningIsNotFollowed()
{
    QFETCH(const int, walk);
    const Playground ground;
    ground.put(u"root/sub/secret.txt"_s, "harmless\n");
    FileRoots roots = ground.roots(FileRoots::Walk(walk));
    roots.setProbe([&] {
        ::rename(ground.absolute(u"root/sub"_s).constData(), ground.absolute(u"root/old"_s).constData());
        ground.link("../outside", u"root/sub"_s);
    });
    const auto read = readFile(roots, {.path = u"sub/secret.txt"_s}, {});
    QVERIFY(!read);
    QCOMPARE(read.error().kind, Error::Kind::Refused);
    QVERIFY2(read.error().facts.message.contains("link"_L1), qPrintable(read.error().facts.message));
}

void TestFileEscapes::aFileThatBecomesALinkBetweenLookAndOpeningIsNotRead()
{
    const Playground ground;
    FileRoots roots = ground.roots();
    roots.setProbe([&] {
        ::unlink(ground.absolute(u"root/inside.txt"_s).constData());
        ground.link("../outside/secret.txt", u"root/inside.txt"_s);
    });
    const auto read = readFile(roots, {.path = u"inside.txt"_s}, {});
    QVERIFY(!read);
    QCOMPARE(read.error().kind, Error::Kind::Refused);
}

void TestFileEscapes::aFileThatBecomesAPipeBetweenLookAndOpeningDoesNotBlock()
{
    const Playground ground;
    FileRoots roots = ground.roots();
    roots.setProbe([&] {
        ::unlink(ground.absolute(u"root/inside.txt"_s).constData());
        ::mkfifo(ground.absolute(u"root/inside.txt"_s).constData(), 0666);
    });
    const auto read = readFile(roots, {.path = u"inside.txt"_s}, {});
    QVERIFY(!read);
    QVERIFY2(read.error().facts.message.contains("pipe"_L1), qPrintable(read.error().facts.message));
}

void TestFileEscapes::aFolderThatMovesAwayDuringAWriteGetsNothing()
{
    const Playground ground;
    FileRoots roots = ground.roots();
    const auto plan = planWrite(roots, {u"sub/new.txt"_s, u"text"_s}, {}, std::nullopt);
    QVERIFY(plan);
    roots.setProbe([&] {
        ::rename(ground.absolute(u"root/sub"_s).constData(), ground.absolute(u"outside/taken"_s).constData());
        ground.link("../outside", u"root/sub"_s);
    });
    const auto written = carryOut(roots, *plan);
    QVERIFY(!written);
    QVERIFY2(written.error().facts.message.contains("replaced meanwhile"_L1),
             qPrintable(written.error().facts.message));
    QCOMPARE(ground.names(u"outside"_s), (QStringList{u"folder"_s, u"secret.txt"_s, u"taken"_s}));
    QCOMPARE(ground.names(u"outside/taken"_s), (QStringList{u"deep"_s, u"inner.txt"_s}));
}

void TestFileEscapes::aLinkThatAppearsDuringAWriteIsNotFollowed()
{
    const Playground ground;
    FileRoots roots = ground.roots();
    const auto plan = planWrite(roots, {u"new.txt"_s, u"text"_s}, {}, std::nullopt);
    QVERIFY(plan);
    roots.setProbe([&] { ::symlink("../outside/secret.txt", ground.absolute(u"root/new.txt"_s).constData()); });
    QVERIFY(!carryOut(roots, *plan));
    QCOMPARE(ground.get(u"outside/secret.txt"_s), ground.secret);
    QCOMPARE(ground.names(u"root"_s), (QStringList{u"inside.txt"_s, u"new.txt"_s, u"sub"_s}));
}

void TestFileEscapes::aChosenFolderThatBecomesALinkIsNoLongerOpened()
{
    const Playground ground;
    const FileRoots roots = ground.roots();
    ::rename(ground.absolute(u"root"_s).constData(), ground.absolute(u"elsewhere"_s).constData());
    ground.link("outside", u"root"_s);
    const auto read = readFile(roots, {.path = u"secret.txt"_s}, {});
    QVERIFY(!read);
    QCOMPARE(read.error().kind, Error::Kind::Refused);
}

// A second thread swaps a folder for a link and back, as fast as it can, while the tools go on reading and writing.
void TestFileEscapes::swappingWithoutEndNeverLetsASecretOut()
{
    const Playground ground;
    ground.put(u"root/sub/secret.txt"_s, "harmless\n");
    ground.link("../outside", u"root/evil"_s);
    std::atomic<bool> isDone = false;
    std::unique_ptr<QThread> swapper(QThread::create([&] {
        const QByteArray folder = ground.absolute(u"root/sub"_s);
        const QByteArray evil = ground.absolute(u"root/evil"_s);
        const QByteArray aside = ground.absolute(u"root/aside"_s);
        while (!isDone) {
            ::rename(folder.constData(), aside.constData());
            ::rename(evil.constData(), folder.constData());
            ::rename(folder.constData(), evil.constData());
            ::rename(aside.constData(), folder.constData());
        }
    }));
    swapper->start();
    int reached = 0;
    int refused = 0;
    bool isLeaked = false;
    for (const auto walk : {FileRoots::Walk::Kernel, FileRoots::Walk::StepByStep}) {
        const FileRoots roots = ground.roots(walk);
        for (int i = 0; i < 1500; ++i) {
            const auto read = readFile(roots, {.path = u"sub/secret.txt"_s}, {});
            reached += read.has_value();
            refused += !read && read.error().kind == Error::Kind::Refused;
            isLeaked |= read && read->text.contains("neighbour"_L1);
            const auto plan = planWrite(roots, {u"sub/new%1.txt"_s.arg(i), u"text"_s}, {}, std::nullopt);
            if (plan && i % 20 == 0)
                (void)carryOut(roots, *plan);
        }
    }
    isDone = true;
    swapper->wait();
    QVERIFY(!isLeaked);
    QCOMPARE(ground.names(u"outside"_s), (QStringList{u"folder"_s, u"secret.txt"_s}));
    QCOMPARE(ground.get(u"outside/secret.txt"_s), ground.secret);
    qInfo("%d reads reached the file, %d met the link", reached, refused);
}

void TestFileEscapes::systemFoldersAreNotChosen_data()
{
    QTest::addColumn<QString>("folder");
    for (const auto &folder : {u"/"_s, u"/proc"_s, u"/proc/self"_s, u"/sys"_s, u"/dev"_s, u"/no/such/folder"_s,
                               QString(), u"/etc/passwd"_s, u"/proc/self/root"_s})
        QTest::newRow(qPrintable(folder.isEmpty() ? u"none"_s : folder)) << folder;
}

void TestFileEscapes::systemFoldersAreNotChosen()
{
    QFETCH(const QString, folder);
    QVERIFY(!FileRoots::open({folder}));
}

void TestFileEscapes::theLongestChosenFolderCounts()
{
    const Playground ground;
    const auto roots = FileRoots::open({ground.root(), ground.path(u"root/sub"_s)});
    QVERIFY(roots);
    const auto place = roots->locate(ground.path(u"root/sub/inner.txt"_s));
    QVERIFY(place);
    QCOMPARE(place->root, 1);
    QCOMPARE(place->steps, QStringList{u"inner.txt"_s});
}

QTEST_GUILESS_MAIN(TestFileEscapes)
#include "tst_FileEscapes.moc"
