// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "Coder.h"

#include <engine/hosting/Engine.h>
#include <ui/approval/Approval.h>

namespace typeshift {

//! What the window shows of a call that waits for a person: a difference, a command with its risks, and a check of
//! changed arguments by the tool itself. A cheap value; the engine outlives it.
class CallDetails
{
public:
    CallDetails(Engine &engine, CoderTools tools)
        : m_engine(&engine)
        , m_tools(std::move(tools))
    {
    }

    //! `agent` is the name of who asks. A file is read as it is now.
    Task<ui::ApprovalDetails> of(ApprovalRequest request, QString agent, ConversationId conversation) const;

private:
    ui::CheckArguments checkOf(const QString &tool, const QString &agent) const;
    Task<ui::Evidence> evidenceOf(FunctionCall call, QString agent, ConversationId conversation) const;

    Engine *m_engine;
    CoderTools m_tools;
};

} // namespace typeshift
