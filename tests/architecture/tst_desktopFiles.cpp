// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Command.h"

#include <QFile>
#include <QTest>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;
using namespace typeshift::architecture;

//! What a desktop reads of the installed program: its entry, its metadata and its icon.
class TestDesktopFiles : public QObject
{
    Q_OBJECT

private slots:
    void theDesktopEntryIsValid()
    {
        const auto check = run(u"desktop-file-validate"_s,
                               {m_folder + u"packaging/desktop/org.typeshift.Workbench.desktop"_s});
        QVERIFY2(check.exitCode == 0, qPrintable(QString(check.output + check.errors)));
        QCOMPARE(check.output, QString());
    }

    void theMetadataIsValid()
    {
        // The project has no home page yet.
        const auto check = run(u"appstreamcli"_s,
                               {u"validate"_s, u"--no-net"_s, u"--override"_s, u"url-homepage-missing=info"_s,
                                m_folder + u"packaging/desktop/org.typeshift.Workbench.metainfo.xml"_s});
        QVERIFY2(check.exitCode == 0, qPrintable(QString(check.output + check.errors)));
    }

    void theIconIsAWholeSvg()
    {
        QFile file(m_folder + u"resources/icons/typeshift-workbench.svg"_s);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QXmlStreamReader icon(&file);
        QVERIFY(icon.readNextStartElement());
        QCOMPARE(icon.name(), u"svg"_s);
        icon.skipCurrentElement();
        QCOMPARE(icon.error(), QXmlStreamReader::NoError);
    }

private:
    const QString m_folder = QStringLiteral(TYPESHIFT_SOURCE_DIR) + u'/';
};

QTEST_GUILESS_MAIN(TestDesktopFiles)
#include "tst_desktopFiles.moc"
