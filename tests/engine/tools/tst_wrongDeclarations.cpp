// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

//! Every file of wrong/ declares a toolset that must not compile, and says in its third line with which sentence the
//! compiler refuses it. One that compiles shows that the refusals are none of the flags.
class TestWrongDeclarations final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void theCompilerSaysWhatIsWrong_data();
    void theCompilerSaysWhatIsWrong();

private:
    // What the compiler said; it writes nothing but the precompiled header.
    QByteArray compile(const QStringList &arguments, bool &isAccepted) const;

    QTemporaryDir m_folder;
};

void TestWrongDeclarations::initTestCase()
{
    QVERIFY(m_folder.isValid());
    QFile header(m_folder.filePath(u"Declarations.h"_s));
    QVERIFY(header.open(QIODevice::WriteOnly));
    header.write("#include \"tools/Toolset.h\"\n");
    header.close();
    bool isAccepted = false;
    const QByteArray said = compile({u"-x"_s, u"c++-header"_s, header.fileName(), u"-o"_s,
                                     QString(header.fileName() + QStringLiteral(TYPESHIFT_PRECOMPILED_SUFFIX))},
                                    isAccepted);
    QVERIFY2(isAccepted, said.constData());
}

void TestWrongDeclarations::theCompilerSaysWhatIsWrong_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("sentence");
    const QDir folder(QStringLiteral(TYPESHIFT_SOURCE_DIR "/tests/engine/tools/wrong"));
    const QFileInfoList files = folder.entryInfoList({u"*.cpp"_s}, QDir::Files, QDir::Name);
    QVERIFY(files.size() > 20);
    for (const QFileInfo &info : files) {
        QFile file(info.filePath());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray sentence;
        for (QByteArray line = file.readLine(); !line.isEmpty(); line = file.readLine()) {
            if (line.startsWith("// Refused: "))
                sentence = line.sliced(12).trimmed();
        }
        QTest::newRow(qPrintable(info.completeBaseName())) << info.filePath() << sentence;
    }
}

void TestWrongDeclarations::theCompilerSaysWhatIsWrong()
{
    QFETCH(QString, path);
    QFETCH(QByteArray, sentence);
    bool isAccepted = false;
    const QByteArray said = compile({u"-fsyntax-only"_s, u"-include"_s, m_folder.filePath(u"Declarations.h"_s), path},
                                    isAccepted);
    QCOMPARE(isAccepted, sentence.isEmpty());
    QVERIFY2(said.contains(sentence), said.constData());
}

QByteArray TestWrongDeclarations::compile(const QStringList &arguments, bool &isAccepted) const
{
    QProcess compiler;
    compiler.setProcessChannelMode(QProcess::MergedChannels);
    const QString flags = u"@" TYPESHIFT_COMPILER_FLAGS ""_s;
    compiler.start(QStringLiteral(TYPESHIFT_COMPILER), QStringList{flags} + arguments);
    isAccepted = compiler.waitForFinished(120'000) && compiler.exitStatus() == QProcess::NormalExit
        && compiler.exitCode() == 0;
    return compiler.readAll();
}

QTEST_GUILESS_MAIN(TestWrongDeclarations)
#include "tst_wrongDeclarations.moc"
