// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ChatClient.h"

namespace typeshift {

//! How often and how long. // providers 4.0 Retry
struct RetryPolicy {
    int retries = 2;
    std::chrono::milliseconds firstDelay{500}; //!< doubled for each further retry
    std::chrono::milliseconds longestDelay{8'000};
    std::chrono::milliseconds longestRetryAfter{60'000}; //!< a longer wait that the server asks for is not believed
    std::chrono::milliseconds total{150'000};            //!< from the first request to the last retry's start
    std::function<double()> random;                      //!< in [0, 1); the system's when empty
};

//! Makes a model call again that failed before anything of its answer was delivered: after a delta the same step is
//! never repeated. Every wait is reported as RetryUpdate and ends at once when the run is stopped.
class RetryLayer final : public ChatLayer
{
public:
    explicit RetryLayer(std::unique_ptr<ChatClient> inner, RetryPolicy policy = {});

    Task<Result<ChatResponse>> respond(ChatRequest request, RunContext &run) override;

private:
    std::chrono::milliseconds delayBefore(int retry, const Error &error) const;

    RetryPolicy m_policy;
};

} // namespace typeshift
