// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/Commands.h"

using namespace Qt::StringLiterals;

namespace typeshift::cli {

Task<ExitCode> perform(Workplace &workplace)
{
    using Command = Task<ExitCode> (*)(Workplace &);
    static const QHash<QString, Command> commands{
        {u"run"_s, run},
        {u"resume"_s, resume},
        {u"answer"_s, answer},
        {u"decisions"_s, decisions},
        {u"approvals"_s, approvals},
        {u"agents"_s, agents},
        {u"conversations"_s, conversations},
        {u"show"_s, show},
        {u"providers"_s, providers},
        {u"models"_s, models},
        {u"verify-store"_s, verifyStoreCommand},
        {u"export"_s, exportConversation},
        {u"import"_s, importConversation},
    };
    return commands.value(workplace.arguments().command)(workplace);
}

} // namespace typeshift::cli
