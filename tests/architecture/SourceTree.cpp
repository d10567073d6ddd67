// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "SourceTree.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

namespace typeshift::architecture {

using namespace Qt::StringLiterals;

QString textOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QList<SourceFile> sourceFiles(const QString &root, const QStringList &folders)
{
    const QDir tree(root);
    QList<SourceFile> files;
    for (const QString &folder : folders) {
        QDirIterator entries(tree.filePath(folder), {u"*.h"_s, u"*.cpp"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (entries.hasNext()) {
            const QString path = tree.relativeFilePath(entries.next());
            if (!path.contains("/fixtures/"_L1) && !path.contains("/build/"_L1))
                files.append({path, textOf(tree.filePath(path))});
        }
    }
    std::ranges::sort(files, {}, &SourceFile::path);
    return files;
}

QString codeOnly(const QString &text)
{
    // One alternative per thing to leave out; raw strings first, since they may hold all the others.
    static const QRegularExpression noise(
        uR"re(R"([^\s()\\]{0,16})\([\s\S]*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'|//[^\n]*|/\*[\s\S]*?\*/)re"_s);
    QString code;
    qsizetype from = 0;
    for (auto matches = noise.globalMatch(text); matches.hasNext();) {
        const auto match = matches.next();
        code += QStringView(text).sliced(from, match.capturedStart() - from);
        code += QString(match.capturedView().count(u'\n'), u'\n');
        from = match.capturedEnd();
    }
    code += QStringView(text).sliced(from);
    return code;
}

} // namespace typeshift::architecture
