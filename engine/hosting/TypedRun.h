// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hosting/AgentHost.h"
#include "json/Storable.h"

namespace typeshift {

namespace detail {
//! What the last assistant message says, without the fence that models like to put around JSON.
QByteArray answerText(const ChatResponse &response);
//! Protocol, with the whole text in `raw`. // 2.17.6
Error answerProblem(const QByteArray &text, const QString &problem);
//! The instructions with what the answer has to be behind them: not every provider can be told in another way.
QString withAnswerForm(const QString &instructions, const AnswerForm &form);
AnswerForm answerForm(const QJsonObject &schema);
} // namespace detail

//! What a model is told when its answer shall be a T. A run that answers approvals of a typed run takes it along in
//! RunRequest::answerForm.
template<typename T>
AnswerForm answerFormOf()
{
    static_assert(Described<T>, "TSH012: a typed answer is a struct with fields().");
    requireStorable<T>();
    return detail::answerForm(Codec<T>::schema());
}

//! The final answer as the JSON of a T, a struct with fields(). One that does not decode is an error that keeps the
//! text. // D26, 2.17.6
template<typename T>
Result<T> typedAnswer(const ChatResponse &response)
{
    static_assert(Described<T>, "TSH012: a typed answer is a struct with fields().");
    requireStorable<T>();
    const QByteArray text = detail::answerText(response);
    return decodeJson<T>(text).transform_error(
        [&text](const QString &problem) { return detail::answerProblem(text, problem); });
}

//! A run's result with its final answer decoded: `typedResult<Verdict>(*host.run(text, request))`. Finished once, on
//! the engine's thread; the response itself stays in run.result().
template<typename T>
QFuture<Result<T>> typedResult(const Run &run)
{
    return run.result().then([](const Result<ChatResponse> &result) { return result.and_then(typedAnswer<T>); });
}

//! A run and what its final answer says.
template<typename T>
struct TypedRun {
    RunHandle run;
    QFuture<Result<T>> answer; //!< finished once, on the engine's thread
};

template<typename T>
TypedRun<T> AgentHost::run(Message input, RunRequest request) const
{
    request.answerForm = answerFormOf<T>();
    RunHandle handle = run(std::move(input), std::move(request));
    QFuture<Result<T>> answer = typedResult<T>(*handle);
    return {std::move(handle), std::move(answer)};
}

template<typename T>
TypedRun<T> AgentHost::run(QString text, RunRequest request) const
{
    return run<T>(userMessage(text), std::move(request));
}

} // namespace typeshift
