// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ChatClient.h"
#include "conversations/AnsweredRequests.h"
#include "conversations/Claims.h"
#include "conversations/Steering.h"
#include "conversations/UniqueCallIds.h"
#include "storage/LeaseStore.h"
#include "storage/Store.h"

namespace typeshift {

class Checkpoints;

//! The outermost layer of a run with a conversation: claim, load since the last summary, store the input, run what
//! lies within on the whole history, store the end. The order is 2.1.1.
class ConversationLayer final : public ChatLayer
{
public:
    //! What the run starts from.
    enum class Start {
        Input,  //!< the request's messages are new
        Resume, //!< an interrupted run goes on, without new messages
        Retry,  //!< the last run failed; its last step is made again
        Revoke, //!< no run: a standing approval is taken back
    };
    enum class Phase { Begun, Ending };

    struct Parts {
        std::shared_ptr<ConversationStore> store;
        std::shared_ptr<LeaseStore> leases; //!< may be null
        std::shared_ptr<Claims> claims;
        std::shared_ptr<Steering> steering;
        std::shared_ptr<UniqueCallIds> callIds;
        Lease lease;
        Start start = Start::Input;
        QString revoked;                            //!< with Revoke: the name of the approval
        std::optional<AgentMode> mode;              //!< what the run asks for; else the conversation's // 2.10.1
        AgentMode defaultMode = AgentMode::Default; //!< of a conversation that has none yet
        std::shared_ptr<AnsweredCalls> answered;    //!< told to the tool loop; null: answers run nothing
        std::shared_ptr<AnswerChecks> checks;       //!< null: every answer is fine
        std::function<void(Phase)> announce;        //!< may be empty
        Checkpoints *checkpoints = nullptr;         //!< the run's; may be null
        std::function<void()> stop;                 //!< stops the run, from the event loop; may be empty
    };

    ConversationLayer(std::unique_ptr<ChatClient> inner, Parts parts);

    Task<Result<ChatResponse>> respond(ChatRequest request, RunContext &run) override;

private:
    Task<Result<ChatResponse>> claimed(ChatRequest request, RunContext &run, Claim &claim);
    Task<Result<ChatResponse>> passes(ChatRequest request, RunContext &run);
    Task<QList<Message>> begin(const QList<StoredEntry> &entries, QList<Message> input, RunContext &run);
    Task<Result<ChatResponse>> revoke(const QList<StoredEntry> &entries, RunContext &run);
    static Task<void> storeOwn(ChatResponse &response, RunContext &run);
    Task<void> storeEnd(RunContext &run, std::optional<Error> error);
    std::optional<Error> refusal(const QList<StoredEntry> &entries, const QList<Message> &input,
                                 const RunContext &run) const;
    void announce(Phase phase) const;

    Parts m_parts;
};

} // namespace typeshift
