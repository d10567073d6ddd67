// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

namespace typeshift::architecture {

//! A source file of a tree: its path from the tree's root and its text.
struct SourceFile {
    QString path;
    QString text;
};

//! The .h and .cpp files below the folders of a tree, in the order of their paths. Build folders and the fixtures of
//! tests are not part of it.
QList<SourceFile> sourceFiles(const QString &root, const QStringList &folders);

//! The text of a file; empty when it cannot be read.
QString textOf(const QString &path);

//! The text without comments, string literals and character literals, with its line breaks kept: what rules about
//! words look at.
QString codeOnly(const QString &text);

} // namespace typeshift::architecture
