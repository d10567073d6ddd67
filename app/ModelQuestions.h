// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/http/HttpTransport.h>
#include <engine/providers/ModelCatalog.h>

namespace typeshift {

//! The questions that the first-run page asks servers that are in no profile yet. Lives as long as its tasks.
class ModelQuestions
{
public:
    //! How long an Ollama on this computer may take to be found. // DESIGN 3, screen 9
    static constexpr std::chrono::milliseconds detection{300};
    static constexpr std::chrono::milliseconds patience{15'000};

    explicit ModelQuestions(std::shared_ptr<HttpTransport> transport);

    Task<Result<OllamaFacts>> ollama(QUrl address);
    Task<Result<QList<ModelFacts>>> models(QUrl address, QString key);

private:
    std::shared_ptr<HttpTransport> m_transport;
};

} // namespace typeshift
