// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "conversations/UniqueCallIdsLayer.h"

namespace typeshift {

namespace {

// The names of one response's calls in the order they arrived: decided at a call's first sight, kept for its second.
class CallNames
{
public:
    CallNames(UniqueCallIds &ids, RunContext &run)
        : m_ids(ids)
        , m_run(run)
    {
    }

    // For a call as it arrives. // 2.5.9
    void announce(FunctionCall &call)
    {
        const QString name = m_ids.claim(call.callId, m_run.nextUid());
        m_announced.append({call.callId, name});
        call.callId = name;
    }

    // For the whole response.
    void apply(Message &message)
    {
        for (Content &content : message.contents) {
            if (auto *call = std::get_if<FunctionCall>(&content))
                call->callId = nameOf(call->callId);
            else if (auto *result = std::get_if<FunctionResult>(&content))
                result->callId = m_latest.value(result->callId, result->callId); // 2.5.4
        }
    }

private:
    struct Name {
        QString id;
        QString unique;
    };

    QString nameOf(const QString &id)
    {
        QString unique;
        if (m_seen < m_announced.size() && m_announced.at(m_seen).id == id)
            unique = m_announced.at(m_seen++).unique;
        else
            unique = m_ids.claim(id, m_run.nextUid());
        m_latest.insert(id, unique);
        return unique;
    }

    UniqueCallIds &m_ids;
    RunContext &m_run;
    QList<Name> m_announced;
    qsizetype m_seen = 0;
    QHash<QString, QString> m_latest;
};

} // namespace

UniqueCallIdsLayer::UniqueCallIdsLayer(std::unique_ptr<ChatClient> inner, UniqueCallIds &ids)
    : ChatLayer(std::move(inner))
    , m_ids(ids)
{
}

Task<Result<ChatResponse>> UniqueCallIdsLayer::respond(ChatRequest request, RunContext &run)
{
    m_ids.note(request.messages);
    CallNames names(m_ids, run);
    RunContext tapped(run, [&names, &run](ChatUpdate update) {
        if (auto *call = std::get_if<CallUpdate>(&update))
            names.announce(call->call);
        run.report(std::move(update));
    });
    auto response = co_await inner().respond(std::move(request), tapped);
    if (response) {
        for (Message &message : response->messages)
            names.apply(message);
    }
    co_return response;
}

} // namespace typeshift
