// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/HttpTransport.h"
#include "providers/EndpointAddress.h"

#include <QJsonObject>

#include <memory>

namespace typeshift {

//! A model as a server lists it.
struct ModelFacts {
    QString id;
    QString ownedBy;
    std::optional<qint64> contextLength; //!< tokens

    bool operator==(const ModelFacts &) const = default;
};

//! A model that an Ollama has on its disk.
struct OllamaModel {
    QString name;
    qint64 bytes = 0;
    QString parameterSize;               //!< "8.2B"
    QString quantization;                //!< "Q4_K_M"
    std::optional<qint64> contextLength; //!< the most it was made for; none when it was not told
    QStringList capabilities;            //!< in its words: "completion", "tools", "vision", "thinking"

    bool canUseTools() const { return capabilities.contains(QLatin1StringView("tools")); }
    bool operator==(const OllamaModel &) const = default;
};

//! What an Ollama says of itself.
struct OllamaFacts {
    QString version;
    QList<OllamaModel> models; //!< by name

    bool operator==(const OllamaFacts &) const = default;
};

//! Asks a server which models it has. One per question or kept; must outlive its tasks.
class ModelCatalog
{
public:
    //! `headers` go with every request; an empty key sends no Authorization.
    ModelCatalog(std::shared_ptr<HttpTransport> transport, EndpointAddress address, QByteArray key,
                 HttpHeaders headers = {});

    //! GET {base}/models, sorted by id. Errors: those of the transport, the server's own, Protocol for another answer.
    Task<Result<QList<ModelFacts>>> models(HttpTimeouts timeouts, StopToken stop);
    //! Version, models, and of each model what /api/show tells; a model that can't be shown keeps the facts of the
    //! list. Protocol when the server is no Ollama. The timeouts hold for each of the requests: give short ones to
    //! probe.
    Task<Result<OllamaFacts>> ollama(HttpTimeouts timeouts, StopToken stop);

private:
    Task<Result<QJsonValue>> ask(QByteArray method, QUrl url, QByteArray body, HttpTimeouts timeouts, StopToken stop);
    Task<OllamaModel> show(OllamaModel model, HttpTimeouts timeouts, StopToken stop);

    std::shared_ptr<HttpTransport> m_transport;
    EndpointAddress m_address;
    QByteArray m_key;
    HttpHeaders m_headers;
};

} // namespace typeshift
