// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/Commands.h"

#include <engine/base/NewId.h>
#include <engine/storage/StoreVerification.h>
#include <engine/storage/sql/SqlStore.h>

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace typeshift::cli {

Task<ExitCode> verifyStoreCommand(Workplace &workplace)
{
    Output &output = workplace.output();
    if (!workplace.arguments().has(u"store"_s)) {
        output.remark(QCoreApplication::translate("typeshift::cli",
                                                  "verify-store needs --store: it writes to the store that it checks"));
        co_return ExitCode::Usage;
    }
    if (auto opened = co_await workplace.open(OpenMode::ReadWrite); !opened)
        co_return output.fail(opened.error());
    // The check writes under ids that nothing else uses; it may run on a database with conversations in it.
    const auto conversation = newId<ConversationId>(workplace.ids());
    const auto settings = newId<SettingsId>(workplace.ids());
    const auto verified = co_await verifyStore(*workplace.workbench().store, conversation, settings);
    if (!verified)
        co_return output.fail(verified.error());
    if (output.isJson())
        output.json({{u"type"_s, u"verified"_s}});
    else
        output.text(QCoreApplication::translate("typeshift::cli", "The store keeps its contract.\n"));
    co_return ExitCode::Done;
}

} // namespace typeshift::cli
