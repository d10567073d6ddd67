// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "ModelQuestions.h"

namespace typeshift {

ModelQuestions::ModelQuestions(std::shared_ptr<HttpTransport> transport)
    : m_transport(std::move(transport))
{
}

Task<Result<OllamaFacts>> ModelQuestions::ollama(QUrl address)
{
    const auto endpoint = EndpointAddress::fromText(address.toString());
    if (!endpoint)
        co_return failure(endpoint.error());
    ModelCatalog catalog(m_transport, *endpoint, {});
    co_return co_await catalog.ollama(
        {.connect = detection, .firstByte = detection, .idle = detection, .total = detection}, {});
}

Task<Result<QList<ModelFacts>>> ModelQuestions::models(QUrl address, QString key)
{
    const auto endpoint = EndpointAddress::fromText(address.toString());
    if (!endpoint)
        co_return failure(endpoint.error());
    ModelCatalog catalog(m_transport, *endpoint, key.toUtf8());
    co_return co_await catalog.models({.connect = patience, .firstByte = patience, .idle = patience, .total = patience},
                                      {});
}

} // namespace typeshift
