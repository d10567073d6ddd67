// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ConversationEntry.h"
#include "tools/CallGate.h"

namespace typeshift {

//! What only the approvals know about an answer; asked before anything is stored. Engine's thread.
class AnswerChecks
{
public:
    AnswerChecks() = default;
    AnswerChecks(const AnswerChecks &) = delete;
    AnswerChecks &operator=(const AnswerChecks &) = delete;
    virtual ~AnswerChecks() = default;

    //! Why a person may not answer like this: arguments that the tool does not take, a plan sent back without a word.
    virtual std::optional<Error> refusalOf(const ApprovalRequest &request, const ApprovalResponse &response) const = 0;
    //! What a standing approval of the call's tool is stored under. // 2.6.12
    virtual QString approvalName(const FunctionCall &call) const = 0;
};

//! The answers in an input, held against the requests that are stored. // 2.6.8 to 2.6.12
class AnsweredRequests
{
public:
    AnsweredRequests(const QList<StoredEntry> &entries, const QList<Message> &input);

    bool isEmpty() const { return m_answers.isEmpty(); }
    //! The calls that run or are rejected now, in call order: those that the input answers, and those of the same
    //! response that were decided before. What nobody answered is left out. // 2.6.6, 2.6.10
    AnsweredCalls calls() const;
    std::optional<Error> refusalOf(const AnswerChecks &checks) const;
    //! The standing approvals after the answers; none when they give no new one. // 2.6.12
    std::optional<QList<StandingApproval>> granted(const QList<StandingApproval> &before,
                                                   const AnswerChecks &checks) const;

private:
    struct Answer {
        ApprovalRequest request;
        ApprovalResponse response;
        bool isNew = false;
    };

    QUuid m_message;
    QList<Answer> m_answers;
};

//! Input as it is stored: a host cannot bring calls of its own, nor speak for a rule. // 2.6.15
QList<Message> withoutRequests(QList<Message> input);

} // namespace typeshift
