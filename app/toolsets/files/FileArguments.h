// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/json/Field.h>

#include <QString>

#include <chrono>
#include <optional>

namespace typeshift::toolsets {

struct ReadFileArguments {
    QString path;
    std::optional<int> firstLine;
    std::optional<int> lines;

    static constexpr auto fields()
    {
        return std::tuple{
            field("path", &ReadFileArguments::path, "File, relative to the working folder or absolute inside it."),
            field("first_line", &ReadFileArguments::firstLine, "First line to read, from 1; left out: from the start."),
            field("lines", &ReadFileArguments::lines, "How many lines at most; left out: as many as fit.")};
    }
    bool operator==(const ReadFileArguments &) const = default;
};

struct ListFilesArguments {
    std::optional<QString> path;
    std::optional<int> depth;

    static constexpr auto fields()
    {
        return std::tuple{
            field("path", &ListFilesArguments::path, "Folder; left out: the working folder."),
            field("depth", &ListFilesArguments::depth, "How many levels of folders, 1 to 8; left out: 1.")};
    }
    bool operator==(const ListFilesArguments &) const = default;
};

struct SearchFilesArguments {
    QString text;
    std::optional<bool> regularExpression;
    std::optional<bool> ignoreCase;
    std::optional<QString> path;
    std::optional<QString> names;

    static constexpr auto fields()
    {
        return std::tuple{
            field("text", &SearchFilesArguments::text, "What to look for in each line, literally."),
            field("regular_expression", &SearchFilesArguments::regularExpression,
                  "The text is a Perl-compatible regular expression."),
            field("ignore_case", &SearchFilesArguments::ignoreCase, "Capital and small letters are the same."),
            field("path", &SearchFilesArguments::path, "Folder or file to search; left out: the working folder."),
            field("names", &SearchFilesArguments::names,
                  "Only files whose name fits this pattern with * and ?, for example *.cpp")};
    }
    bool operator==(const SearchFilesArguments &) const = default;
};

struct WriteFileArguments {
    QString path;
    QString content;

    static constexpr auto fields()
    {
        return std::tuple{
            field("path", &WriteFileArguments::path, "File, relative to the working folder or absolute inside it."),
            field("content", &WriteFileArguments::content, "All of the new text.")};
    }
    bool operator==(const WriteFileArguments &) const = default;
};

struct EditFileArguments {
    QString path;
    QString oldText;
    QString newText;
    std::optional<bool> replaceAll;

    static constexpr auto fields()
    {
        return std::tuple{
            field("path", &EditFileArguments::path, "File, relative to the working folder or absolute inside it."),
            field("old_text", &EditFileArguments::oldText,
                  "The text to replace, exactly as it is in the file, with enough lines around it to be unique."),
            field("new_text", &EditFileArguments::newText, "What comes in its place."),
            field("replace_all", &EditFileArguments::replaceAll, "Replace every place instead of exactly one.")};
    }
    bool operator==(const EditFileArguments &) const = default;
};

//! What the file tools do at most.
struct FileLimits {
    qint64 readBytes = 10 << 20;      //!< larger files are neither read nor changed
    qint64 writeBytes = 4 << 20;      //!< of a new text
    int lines = 2000;                 //!< of one answer
    qsizetype lineLength = 2000;      //!< characters of a shown line; the rest is cut
    qsizetype answerLength = 100'000; //!< characters of one answer
    int entries = 1000;               //!< of one list
    int matches = 200;                //!< of one search
    int searchedFiles = 50'000;
    std::chrono::milliseconds searchTime{20'000};

    bool operator==(const FileLimits &) const = default;
};

} // namespace typeshift::toolsets
