// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/ModelCatalog.h"

#include "async/All.h"
#include "providers/AnswerError.h"
#include "providers/BodyReader.h"
#include "providers/JsonText.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

constexpr qsizetype mostBytes = 16 * 1024 * 1024;

Error notUnderstood(const QString &host, const QByteArray &body)
{
    Error error(Error::Kind::Protocol, u"the answer is no list of models"_s);
    error.facts.host = host;
    error.facts.raw = beginningOf(body.trimmed());
    return error;
}

// Each server has a word of its own for it.
std::optional<qint64> contextLengthOf(const QJsonObject &model)
{
    for (const auto member : {"context_length"_L1, "context_window"_L1, "max_context_length"_L1, "max_model_len"_L1,
                              "inputTokenLimit"_L1}) {
        if (const qint64 tokens = model[member].toInteger(); tokens > 0)
            return tokens;
    }
    const qint64 trained = model["meta"_L1]["n_ctx_train"_L1].toInteger();
    return trained > 0 ? std::optional(trained) : std::nullopt;
}

QList<ModelFacts> factsOf(const QJsonArray &models)
{
    QList<ModelFacts> facts;
    for (const auto &value : models) {
        const QJsonObject model = value.toObject();
        const QString id = model["id"_L1].toString(model["name"_L1].toString());
        if (!id.isEmpty())
            facts.append(
                {.id = id, .ownedBy = model["owned_by"_L1].toString(), .contextLength = contextLengthOf(model)});
    }
    std::ranges::sort(facts, {}, &ModelFacts::id);
    return facts;
}

OllamaModel listedModel(const QJsonObject &model)
{
    const QJsonObject details = model["details"_L1].toObject();
    return {.name = model["name"_L1].toString(),
            .bytes = model["size"_L1].toInteger(),
            .parameterSize = details["parameter_size"_L1].toString(),
            .quantization = details["quantization_level"_L1].toString(),
            .contextLength = std::nullopt,
            .capabilities = {}};
}

void addShown(OllamaModel &model, const QJsonObject &shown)
{
    const QJsonArray capabilities = shown["capabilities"_L1].toArray();
    for (const auto &capability : capabilities)
        model.capabilities.append(capability.toString());
    // "qwen3.context_length": named after the model's architecture.
    const QJsonObject facts = shown["model_info"_L1].toObject();
    for (auto fact = facts.begin(); fact != facts.end(); ++fact) {
        if (fact.key().endsWith(".context_length"_L1))
            model.contextLength = fact->toInteger();
    }
}

} // namespace

ModelCatalog::ModelCatalog(std::shared_ptr<HttpTransport> transport, EndpointAddress address, QByteArray key,
                           HttpHeaders headers)
    : m_transport(std::move(transport))
    , m_address(std::move(address))
    , m_key(std::move(key))
    , m_headers(std::move(headers))
{
}

Task<Result<QJsonValue>> ModelCatalog::ask(QByteArray method, QUrl url, QByteArray body, HttpTimeouts timeouts,
                                           StopToken stop)
{
    HttpRequest request;
    request.method = std::move(method);
    request.url = std::move(url);
    request.headers = m_headers;
    request.headers.emplaceBack("Accept", "application/json");
    if (!body.isEmpty())
        request.headers.emplaceBack("Content-Type", "application/json");
    if (!m_key.isEmpty())
        request.headers.emplaceBack("Authorization", QByteArray("Bearer " + m_key));
    request.body = std::move(body);
    request.timeouts = timeouts;

    BodyReader reader(mostBytes);
    const auto head = co_await m_transport->send(std::move(request), reader, stop);
    if (!head)
        co_return std::unexpected(head.error());
    if (head->status < 200 || head->status > 299) {
        Error error = errorFromAnswer(*head, reader.body(), QDateTime::currentDateTimeUtc());
        error.facts.host = m_address.host();
        if (!m_key.isEmpty()) {
            error.facts.message.replace(QString::fromUtf8(m_key), u"***"_s);
            error.facts.raw.replace(QString::fromUtf8(m_key), u"***"_s);
        }
        co_return std::unexpected(std::move(error));
    }
    const QJsonDocument document = QJsonDocument::fromJson(reader.body());
    if (document.isNull())
        co_return std::unexpected(notUnderstood(m_address.host(), reader.body()));
    co_return document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object());
}

Task<Result<QList<ModelFacts>>> ModelCatalog::models(HttpTimeouts timeouts, StopToken stop)
{
    const auto answer = co_await ask("GET", m_address.below(u"models"), {}, timeouts, stop);
    if (!answer)
        co_return std::unexpected(answer.error());
    if (answer->isArray())
        co_return factsOf(answer->toArray());
    for (const auto member : {"data"_L1, "models"_L1}) {
        const QJsonValue list = (*answer)[member];
        if (list.isArray())
            co_return factsOf(list.toArray());
    }
    const QByteArray text = QJsonDocument(answer->toObject()).toJson(QJsonDocument::Compact);
    co_return std::unexpected(notUnderstood(m_address.host(), text));
}

Task<OllamaModel> ModelCatalog::show(OllamaModel model, HttpTimeouts timeouts, StopToken stop)
{
    JsonWriter body;
    body.beginObject().name("model"_L1).string(model.name).endObject();
    const auto shown = co_await ask("POST", m_address.besides(u"api/show"), body.take(), timeouts, stop);
    if (shown)
        addShown(model, shown->toObject());
    co_return model;
}

Task<Result<OllamaFacts>> ModelCatalog::ollama(HttpTimeouts timeouts, StopToken stop)
{
    const auto version = co_await ask("GET", m_address.besides(u"api/version"), {}, timeouts, stop);
    if (!version)
        co_return std::unexpected(version.error());
    OllamaFacts facts;
    facts.version = (*version)["version"_L1].toString();
    const auto tags = co_await ask("GET", m_address.besides(u"api/tags"), {}, timeouts, stop);
    if (!tags)
        co_return std::unexpected(tags.error());
    if (facts.version.isEmpty() || !(*tags)["models"_L1].isArray())
        co_return failure(Error::Kind::Protocol, u"the server is no Ollama"_s);

    const QJsonArray listed = (*tags)["models"_L1].toArray();
    std::vector<Task<OllamaModel>> shows;
    for (const auto &model : listed)
        shows.push_back(show(listedModel(model.toObject()), timeouts, stop));
    std::vector<OllamaModel> shown = co_await all(std::move(shows));
    std::ranges::sort(shown, {}, &OllamaModel::name);
    facts.models = QList<OllamaModel>(shown.begin(), shown.end());
    co_return facts;
}

} // namespace typeshift
