// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hosting/Run.h"
#include "json/Storable.h"

namespace typeshift {

namespace detail {
//! What the last assistant message says, without the fence that models like to put around JSON.
QByteArray answerText(const ChatResponse &response);
//! Protocol, with the whole text in `raw`. // 2.17.6
Error answerProblem(const QByteArray &text, const QString &problem);
} // namespace detail

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

} // namespace typeshift
