// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Command.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift::architecture;

//! Installs the engine into an empty folder and builds the host in consumer/ against it, as somebody else would.
class TestConsumer : public QObject
{
    Q_OBJECT

private slots:
    void aHostOutsideOfTheTreeBuildsAndRuns()
    {
        QVERIFY(m_folder.isValid());
        const auto installed = run(m_cmake,
                                   {u"--install"_s, QStringLiteral(TYPESHIFT_BINARY_DIR), u"--prefix"_s, m_prefix,
                                    u"--component"_s, u"development"_s});
        QVERIFY2(installed.exitCode == 0, qPrintable(QString(installed.output + installed.errors)));
        QVERIFY(QFile::exists(m_prefix + u"/include/typeshift/base/Error.h"_s));

        QStringList configure{u"-S"_s,
                              QStringLiteral(TYPESHIFT_SOURCE_DIR "/tests/architecture/consumer"),
                              u"-B"_s,
                              m_build,
                              u"-G"_s,
                              u"Ninja"_s,
                              QString(u"-DCMAKE_PREFIX_PATH="_s + m_prefix),
                              u"-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"_s,
                              QString(u"-DTYPESHIFT_ALL_HEADERS="_s + listOfHeaders())};
        if (const QString sanitizers = QStringLiteral(TYPESHIFT_SANITIZE); !sanitizers.isEmpty())
            configure.append(u"-DCMAKE_CXX_FLAGS=-fsanitize="_s + sanitizers);
        const auto configured = run(m_cmake, configure, 120);
        QVERIFY2(configured.exitCode == 0, qPrintable(QString(configured.output + configured.errors)));

        const auto built = run(m_cmake, {u"--build"_s, m_build}, 500);
        QVERIFY2(built.exitCode == 0, qPrintable(QString(built.output + built.errors)));

        const auto ran = run(m_build + u"/consumer"_s, {});
        QVERIFY2(ran.exitCode == 0, qPrintable(QString(ran.output + ran.errors)));
        QCOMPARE(ran.output, u"hello from outside\n"_s);
    }

private:
    //! A source that includes every installed header, so that one which was forgotten or looks outside is found.
    QString listOfHeaders()
    {
        QStringList lines;
        const QDir include(m_prefix + u"/include"_s);
        QDirIterator headers(include.path(), {u"*.h"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (headers.hasNext())
            lines.append(u"#include <"_s + include.relativeFilePath(headers.next()) + u">\n"_s);
        lines.sort();
        QFile file(m_folder.filePath(u"headers.cpp"_s));
        if (lines.size() < 20 || !file.open(QIODevice::WriteOnly))
            return {};
        file.write(lines.join(QString()).toUtf8());
        return file.fileName();
    }

    QTemporaryDir m_folder;
    const QString m_prefix = m_folder.filePath(u"installed"_s);
    const QString m_build = m_folder.filePath(u"build"_s);
    const QString m_cmake = QStringLiteral(TYPESHIFT_CMAKE);
};

QTEST_GUILESS_MAIN(TestConsumer)
#include "tst_consumer.moc"
