// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCommandLineParser>
#include <QStringList>

#include <expected>

namespace typeshift::cli {

//! What the command line asked for, checked for its form.
struct Arguments {
    QString command;
    QStringList positional;
    QHash<QString, QString> values; //!< options with a value, by name
    QStringList attachments;
    QStringList folders;  //!< that an agent with files and commands may reach
    QStringList requests; //!< approval requests that are answered
    bool isJson = false;
    bool isQuiet = false;
    bool isStreamed = true;
    bool isMarkdown = false;
    bool isNewConversation = false;

    QString value(const QString &name) const { return values.value(name); }
    bool has(const QString &name) const { return values.contains(name); }
};

//! What to print instead of doing anything, and the exit code that goes with it.
struct UsageText {
    QString text;
    int exitCode = 2;
};

//! Reads the command line; wrong usage and --help come back as text.
std::expected<Arguments, UsageText> parseArguments(const QStringList &arguments);

} // namespace typeshift::cli
