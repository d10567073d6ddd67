// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/RetryLayer.h"

#include <QRandomGenerator>

#include <algorithm>
#include <cmath>

namespace typeshift {

using std::chrono::milliseconds;

namespace {

bool isContent(const ChatUpdate &update)
{
    return std::holds_alternative<TextDelta>(update) || std::holds_alternative<ReasoningDelta>(update)
        || std::holds_alternative<CallUpdate>(update);
}

} // namespace

RetryLayer::RetryLayer(std::unique_ptr<ChatClient> client, RetryPolicy policy)
    : ChatLayer(std::move(client))
    , m_policy(std::move(policy))
{
    if (!m_policy.random)
        m_policy.random = [] { return QRandomGenerator::global()->generateDouble(); };
}

milliseconds RetryLayer::delayBefore(int retry, const Error &error) const
{
    const auto asked = error.facts.retryAfter.value_or(milliseconds(0));
    if (asked > milliseconds(0) && asked <= m_policy.longestRetryAfter)
        return asked;
    const double doubled = double(m_policy.firstDelay.count()) * std::exp2(retry - 1);
    const double capped = std::min(doubled, double(m_policy.longestDelay.count()));
    return milliseconds(std::llround(capped * (1 - m_policy.random() * 0.25)));
}

Task<Result<ChatResponse>> RetryLayer::respond(ChatRequest request, RunContext &run)
{
    const auto begin = run.clock().elapsed();
    for (int retry = 1;; ++retry) {
        bool isDelivered = false;
        RunContext attempt(run, [&run, &isDelivered](ChatUpdate update) {
            isDelivered = isDelivered || isContent(update);
            run.report(std::move(update));
        });
        auto response = co_await inner().respond(request, attempt);
        if (response || isDelivered || retry > m_policy.retries || !response.error().isTransient() || run.isCancelled())
            co_return response;
        const milliseconds wait = delayBefore(retry, response.error());
        if (run.clock().elapsed() - begin + wait > m_policy.total)
            co_return response;
        run.report(RetryUpdate{retry, wait, response.error()});
        if (auto waited = co_await run.sleep(wait); !waited)
            co_return std::unexpected(waited.error());
    }
}

} // namespace typeshift
