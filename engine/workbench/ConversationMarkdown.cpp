// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "workbench/ConversationMarkdown.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

// A fence longer than any run of backticks inside.
QString fenced(const QString &language, const QString &code)
{
    qsizetype longest = 0;
    qsizetype run = 0;
    for (const QChar c : code) {
        run = c == u'`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const QString fence(std::max<qsizetype>(3, longest + 1), u'`');
    const QString lineEnd = code.endsWith(u'\n') ? QString() : u"\n"_s;
    return QString(fence + language + u"\n" + code + lineEnd + fence);
}

QString quoted(const QString &text)
{
    QString lines = text;
    return QString(u"> " + lines.replace(u'\n', "\n> "_L1));
}

QString attachment(const QString &name, const QString &mediaType, qsizetype bytes)
{
    return u"*[%1, %2, %3 bytes]*"_s.arg(name, mediaType, QString::number(bytes));
}

struct Writer {
    QString operator()(const TextContent &content) const { return content.text; }
    QString operator()(const ReasoningContent &content) const
    {
        return content.text.isEmpty() ? QString() : quoted(u"*Reasoning*\n\n"_s + content.text);
    }
    QString operator()(const ImageContent &content) const
    {
        return attachment(u"image"_s, content.mediaType, content.data.size());
    }
    QString operator()(const FileContent &content) const
    {
        return attachment(content.name, content.mediaType, content.data.size());
    }
    QString operator()(const FunctionCall &content) const
    {
        return QString(u"Calls `"_s + content.name + u"`:\n\n"_s
                       + fenced(u"json"_s, QString::fromUtf8(content.arguments)));
    }
    QString operator()(const FunctionResult &content) const
    {
        QStringList parts;
        for (const FunctionResult::Part &part : content.contents)
            parts.append(std::visit(*this, part));
        return QString((content.isError ? u"Failed:\n\n"_s : u"Result:\n\n"_s) + fenced({}, parts.join(u'\n')));
    }
    QString operator()(const ApprovalRequest &content) const
    {
        return QString(u"Asks to call `"_s + content.call.name + u"`:\n\n"_s
                       + fenced(u"json"_s, QString::fromUtf8(content.call.arguments)));
    }
    QString operator()(const ApprovalResponse &content) const
    {
        const QString answer = content.approved ? u"Approved"_s : u"Rejected"_s;
        return content.reason.isEmpty() ? answer : QString(answer + u": "_s + content.reason);
    }
    QString operator()(const ErrorContent &content) const
    {
        return quoted(u"**%1**: %2"_s.arg(errorKindName(content.error.kind), content.error.facts.message));
    }
    QString operator()(const UsageContent &) const { return {}; }
    QString operator()(const UnknownContent &content) const
    {
        return u"*[%1]*"_s.arg(content.raw.value("type"_L1).toString(u"unknown"_s));
    }
};

QString speaker(const Message &message, const ConversationEntry &entry)
{
    switch (message.role) {
    case Role::User:
        return u"User"_s;
    case Role::System:
        return entry.isSummary ? u"Summary"_s : u"System"_s;
    case Role::Tool:
        return u"Tool"_s;
    case Role::Assistant:
        break;
    }
    const QString name = message.author.isEmpty() ? u"Assistant"_s : message.author;
    return entry.model.isEmpty() ? name : u"%1 (%2)"_s.arg(name, entry.model);
}

} // namespace

QString conversationMarkdown(const QString &title, const QList<StoredEntry> &entries)
{
    QString text = u"# %1\n"_s.arg(title);
    for (const StoredEntry &stored : entries) {
        for (const Message &message : stored.entry.messages) {
            QStringList blocks;
            for (const Content &content : message.contents)
                blocks.append(std::visit(Writer{}, content));
            blocks.removeAll(QString());
            if (!blocks.isEmpty())
                text += u"\n## "_s + speaker(message, stored.entry) + u"\n\n"_s + blocks.join("\n\n"_L1) + u"\n"_s;
        }
    }
    return text;
}

} // namespace typeshift
