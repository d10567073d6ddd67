// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/Arguments.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace typeshift::cli {

namespace {

struct CommandForm {
    QString name;
    QString positional; //!< as the help shows it
    qsizetype least = 0;
    qsizetype most = 0;
    QString does;
    QStringList options;
};

QString tr(const char *text)
{
    return QCoreApplication::translate("typeshift::cli", text);
}

QList<CommandForm> commandForms()
{
    const QStringList endpoint{u"base-url"_s, u"api"_s, u"api-key-env"_s};
    const QStringList model{u"agent"_s, u"folder"_s, u"provider"_s, u"model"_s};
    return {
        {u"run"_s, u"[TEXT]"_s, 0, 1, tr("One run of an agent; TEXT or standard input is what it is told."),
         QStringList{u"conversation"_s, u"settings"_s, u"attach"_s, u"no-stream"_s, u"steer-from"_s, u"mode"_s,
                     u"approve"_s}
             + model + endpoint},
        {u"resume"_s, QString(), 0, 0, tr("Continues an interrupted run."),
         QStringList{u"conversation"_s, u"settings"_s, u"no-stream"_s, u"mode"_s, u"approve"_s} + model + endpoint},
        {u"answer"_s, QString(), 0, 0, tr("Answers approval requests; what is approved runs, and the agent goes on."),
         QStringList{u"conversation"_s, u"settings"_s, u"request"_s, u"approve"_s, u"approve-for-conversation"_s,
                     u"reject"_s, u"arguments"_s, u"mode"_s, u"no-stream"_s}
             + model + endpoint},
        {u"decisions"_s, u"ID"_s, 1, 1, tr("Prints who or what decided which call of a conversation, and when."), {}},
        {u"approvals"_s,
         u"ID"_s,
         1,
         1,
         tr("Lists the standing approvals of a conversation, or takes one back."),
         {u"revoke"_s}},
        {u"agents"_s,
         u"[check FILE | schema]"_s,
         0,
         2,
         tr("Lists the agents and where they come from; says what is wrong in an agent file; prints its schema."),
         {u"folder"_s}},
        {u"conversations"_s, QString(), 0, 0, tr("Lists the conversations, newest first."), {u"search"_s}},
        {u"show"_s, u"ID"_s, 1, 1, tr("Prints a conversation's entries."), {}},
        {u"providers"_s,
         u"[add NAME | remove NAME]"_s,
         0,
         2,
         tr("Lists the providers; add one (its key is read from standard input), or remove one."),
         {u"api"_s, u"base-url"_s, u"title"_s, u"model"_s, u"no-key"_s}},
        {u"models"_s, u"[PROVIDER]"_s, 0, 1, tr("Lists the models of a provider."), endpoint},
        {u"verify-store"_s, QString(), 0, 0, tr("Checks that the store named with --store keeps its contract."), {}},
        {u"export"_s, u"ID"_s, 1, 1, tr("Writes a conversation to standard output as JSON Lines."), {u"markdown"_s}},
        {u"import"_s, u"FILE"_s, 1, 1, tr("Reads a conversation that export wrote."), {u"new"_s}},
    };
}

// --approve is a decision for `answer`, and says how to decide for a run.
QCommandLineOption approveOption(const QString &command)
{
    if (command == "answer"_L1)
        return {u"approve"_s, tr("Approve once.")};
    return {u"approve"_s, tr("How requests are answered without asking: once, conversation or none."), u"HOW"_s};
}

QList<QCommandLineOption> allOptions(const QString &command)
{
    return {
        approveOption(command),
        {u"store"_s, tr("Database to use instead of the program's own: a file, or postgresql://USER@HOST/DATABASE."),
         u"PATH"_s},
        {u"json"_s, tr("One JSON object a line on standard output.")},
        {u"quiet"_s, tr("No remarks on standard error.")},
        {u"conversation"_s, tr("Conversation to run and store in; without it nothing is stored."), u"ID"_s},
        {u"settings"_s, tr("Settings id of the run."), u"ID"_s},
        {u"agent"_s, tr("Agent that answers."), u"NAME"_s},
        {u"folder"_s,
         tr("Folder that agents with files and commands may work in, instead of the current one; may be given more "
            "than "
            "once."),
         u"PATH"_s},
        {u"provider"_s, tr("Provider to ask."), u"NAME"_s},
        {u"model"_s, tr("Model to ask."), u"NAME"_s},
        {u"attach"_s, tr("File to send with the text; may be given more than once."), u"FILE"_s},
        {u"steer-from"_s, tr("File whose lines are handed to the agent while it works."), u"FILE"_s},
        {u"mode"_s, tr("default, plan or auto; with answer, how an approved plan is carried out."), u"MODE"_s},
        {u"request"_s, tr("Approval request to answer; may be given more than once."), u"ID"_s},
        {u"approve-for-conversation"_s, tr("Approve, and every later call of the tool in this conversation.")},
        {u"reject"_s, tr("Reject, and tell the agent why."), u"REASON"_s},
        {u"arguments"_s, tr("Run the approved call with these arguments instead."), u"JSON"_s},
        {u"revoke"_s, tr("Standing approval to take back."), u"TOOL"_s},
        {u"no-stream"_s, tr("Ask for the answer in one piece.")},
        {u"base-url"_s, tr("Address of an endpoint, named directly."), u"URL"_s},
        {u"api"_s, tr("What the endpoint speaks: openai-chat."), u"API"_s},
        {u"api-key-env"_s, tr("Environment variable that holds the endpoint's key."), u"VARIABLE"_s},
        {u"search"_s, tr("Only titles that contain this."), u"TEXT"_s},
        {u"title"_s, tr("Name to show."), u"TEXT"_s},
        {u"no-key"_s, tr("The provider needs no key; standard input is not read.")},
        {u"markdown"_s, tr("Write Markdown instead.")},
        {u"new"_s, tr("Import as a new conversation, under a new id.")},
    };
}

QString overview()
{
    QString text = tr("Usage: typeshift COMMAND [options]\n\nCommands:\n");
    const QList<CommandForm> forms = commandForms();
    for (const CommandForm &form : forms)
        text += u"  %1 %2\n"_s.arg(QString(form.name + u' ' + form.positional).leftJustified(38), form.does);
    text += tr(
        "\nEvery command knows --store PATH, --json, --quiet and --help. --version prints the version.\n"
        "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 stopped to ask for approval, 4 conflict, 130 cancelled.\n");
    return text;
}

bool isAllowed(const CommandForm &form, const QString &option)
{
    static const QStringList common{u"store"_s, u"json"_s, u"quiet"_s};
    return common.contains(option) || form.options.contains(option);
}

std::expected<Arguments, UsageText> collect(const CommandForm &form, const QCommandLineParser &parser)
{
    Arguments found;
    found.command = form.name;
    found.positional = parser.positionalArguments().sliced(1);
    if (found.positional.size() < form.least || found.positional.size() > form.most) {
        return std::unexpected(UsageText{tr("Usage: typeshift %1 %2\n").arg(form.name, form.positional)});
    }
    const QList<QCommandLineOption> options = allOptions(form.name);
    for (const QCommandLineOption &option : options) {
        const QString name = option.names().constFirst();
        if (!isAllowed(form, name) || !parser.isSet(option))
            continue;
        if (name == "attach"_L1)
            found.attachments = parser.values(option);
        else if (name == "folder"_L1)
            found.folders = parser.values(option);
        else if (name == "request"_L1)
            found.requests = parser.values(option);
        else
            found.values.insert(name, option.valueName().isEmpty() ? QString() : parser.value(option));
    }
    found.isJson = found.has(u"json"_s);
    found.isQuiet = found.has(u"quiet"_s);
    found.isStreamed = !found.has(u"no-stream"_s);
    found.isMarkdown = found.has(u"markdown"_s);
    found.isNewConversation = found.has(u"new"_s);
    return found;
}

} // namespace

std::expected<Arguments, UsageText> parseArguments(const QStringList &arguments)
{
    const QString command = arguments.value(1);
    if (command.isEmpty())
        return std::unexpected(UsageText{overview()});
    if (command == "--help"_L1 || command == "-h"_L1 || command == "help"_L1)
        return std::unexpected(UsageText{overview(), 0});

    const auto forms = commandForms();
    const auto form = std::find_if(forms.begin(), forms.end(),
                                   [&](const CommandForm &each) { return each.name == command; });
    if (form == forms.end())
        return std::unexpected(UsageText{tr("typeshift: there is no command “%1”.\n\n").arg(command) + overview()});

    QCommandLineParser parser;
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    const QCommandLineOption help = parser.addHelpOption();
    const QList<QCommandLineOption> options = allOptions(command);
    for (const QCommandLineOption &option : options) {
        if (isAllowed(*form, option.names().constFirst()))
            parser.addOption(option);
    }
    parser.addPositionalArgument(form->name, form->does, QString(form->name + u' ' + form->positional));
    if (!parser.parse(arguments))
        return std::unexpected(UsageText{QString(u"typeshift: "_s + parser.errorText() + u'\n')});
    if (parser.isSet(help))
        return std::unexpected(UsageText{parser.helpText(), 0});
    return collect(*form, parser);
}

} // namespace typeshift::cli
