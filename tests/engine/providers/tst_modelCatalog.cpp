// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/ModelCatalog.h"
#include "support/FakeTransport.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace typeshift;

class ModelCatalogTest : public QObject
{
    Q_OBJECT

private slots:
    void anAddressIsUnderstoodAsItIsPasted_data();
    void anAddressIsUnderstoodAsItIsPasted();
    void whatIsNoAddressIsRefused_data();
    void whatIsNoAddressIsRefused();
    void modelsAreListedInEveryShape_data();
    void modelsAreListedInEveryShape();
    void aServersRefusalIsTold();
    void anOllamaTellsItsModels();
    void anotherServerIsNoOllama();
};

namespace {

FakeAnswer json(const QByteArray &body, int status = 200)
{
    FakeAnswer answer;
    answer.status = status;
    answer.headers = {{"Content-Type", "application/json"}};
    answer.chunks = {body};
    return answer;
}

struct Bench {
    std::shared_ptr<FakeTransport> transport = std::make_shared<FakeTransport>();
    ModelCatalog catalog{transport, *EndpointAddress::fromText(u"localhost:11434"_s), "sk-key"};
};

} // namespace

void ModelCatalogTest::anAddressIsUnderstoodAsItIsPasted_data()
{
    QTest::addColumn<QString>("pasted");
    QTest::addColumn<QString>("base");
    const auto row = [](const QString &pasted, const QString &base) {
        QTest::newRow(pasted.toUtf8().constData()) << pasted << base;
    };
    row(u"https://api.openai.com/v1"_s, u"https://api.openai.com/v1"_s);
    row(u"https://api.openai.com/v1/"_s, u"https://api.openai.com/v1"_s);
    row(u"https://api.openai.com"_s, u"https://api.openai.com/v1"_s);
    row(u" https://api.openai.com/v1/chat/completions "_s, u"https://api.openai.com/v1"_s);
    row(u"api.groq.com/openai"_s, u"https://api.groq.com/openai/v1"_s);
    row(u"https://openrouter.ai/api/v1"_s, u"https://openrouter.ai/api/v1"_s);
    row(u"https://api.perplexity.ai/chat/completions"_s, u"https://api.perplexity.ai"_s);
    row(u"https://generativelanguage.googleapis.com/v1beta/openai"_s,
        u"https://generativelanguage.googleapis.com/v1beta/openai"_s);
    row(u"localhost:11434"_s, u"http://localhost:11434/v1"_s);
    row(u"http://localhost:11434/api/chat"_s, u"http://localhost:11434/v1"_s);
    row(u"127.0.0.1:8080/v1/models"_s, u"http://127.0.0.1:8080/v1"_s);
    row(u"192.168.1.5:1234"_s, u"http://192.168.1.5:1234/v1"_s);
    row(u"http://[::1]:8080"_s, u"http://[::1]:8080/v1"_s);
    row(u"https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=1"_s,
        u"https://x.openai.azure.com/openai/deployments/d?api-version=1"_s);
}

void ModelCatalogTest::anAddressIsUnderstoodAsItIsPasted()
{
    QFETCH(QString, pasted);
    QFETCH(QString, base);
    const auto address = EndpointAddress::fromText(pasted);
    QVERIFY(address);
    QCOMPARE(address->baseText(), base);
    const QUrl endpoint = address->below(u"chat/completions");
    QVERIFY2(endpoint.path().endsWith(u"/chat/completions"_s), qPrintable(endpoint.toString()));
    QVERIFY(!endpoint.path().contains(u"//"_s));
    QCOMPARE(EndpointAddress::fromText(address->baseText()).has_value(), true);
}

void ModelCatalogTest::whatIsNoAddressIsRefused_data()
{
    QTest::addColumn<QString>("pasted");
    for (const char *text : {"", "http://", "ftp://example.com", "not an address", "https://me:secret@example.com/v1",
                             "sk-key with space"})
        QTest::newRow(text) << QString::fromLatin1(text);
}

void ModelCatalogTest::whatIsNoAddressIsRefused()
{
    QFETCH(QString, pasted);
    const auto address = EndpointAddress::fromText(pasted);
    QVERIFY(!address);
    QCOMPARE(address.error().kind, Error::Kind::InvalidInput);
    QVERIFY(!address.error().facts.message.contains(u"secret"_s));
}

void ModelCatalogTest::modelsAreListedInEveryShape_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<qint64>("contextLength");
    QTest::newRow("OpenAI") << R"({"object":"list","data":[{"id":"b","owned_by":"me"},{"id":"a"}]})"_ba << qint64(-1);
    QTest::newRow("OpenRouter") << R"({"data":[{"id":"b","owned_by":"me","context_length":8192},{"id":"a"}]})"_ba
                                << qint64(8192);
    QTest::newRow("llama.cpp")
        << R"({"models":[],"data":[{"id":"b","owned_by":"me","meta":{"n_ctx_train":4096}},{"id":"a"}]})"_ba
        << qint64(4096);
    QTest::newRow("vLLM") << R"({"data":[{"id":"b","owned_by":"me","max_model_len":32768},{"id":"a"}]})"_ba
                          << qint64(32768);
    QTest::newRow("a bare list") << R"([{"id":"b","owned_by":"me"},{"id":"a"}])"_ba << qint64(-1);
}

void ModelCatalogTest::modelsAreListedInEveryShape()
{
    QFETCH(QByteArray, body);
    QFETCH(qint64, contextLength);
    Bench bench;
    bench.transport->enqueue(json(body));
    auto task = bench.catalog.models({}, {});
    task.start();
    const auto models = task.takeResult();
    QVERIFY(models);
    QCOMPARE(models->size(), 2);
    QCOMPARE(models->at(0).id, u"a"_s);
    QCOMPARE(models->at(1).ownedBy, u"me"_s);
    QCOMPARE(models->at(1).contextLength.value_or(-1), contextLength);
    const HttpRequest &sent = bench.transport->requests().constFirst();
    QCOMPARE(sent.method, "GET"_ba);
    QCOMPARE(sent.url, QUrl(u"http://localhost:11434/v1/models"_s));
}

void ModelCatalogTest::aServersRefusalIsTold()
{
    Bench bench;
    bench.transport->enqueue(json(R"({"error":{"message":"bad key sk-key"}})", 401));
    auto task = bench.catalog.models({}, {});
    task.start();
    const auto models = task.takeResult();
    QCOMPARE(models.error().kind, Error::Kind::Auth);
    QCOMPARE(models.error().facts.message, u"bad key ***"_s);
    QCOMPARE(models.error().facts.host, u"localhost"_s);

    bench.transport->enqueue(json("<html>"));
    auto page = bench.catalog.models({}, {});
    page.start();
    QCOMPARE(page.takeResult().error().kind, Error::Kind::Protocol);
}

void ModelCatalogTest::anOllamaTellsItsModels()
{
    Bench bench;
    bench.transport->enqueue(json(R"({"version":"0.9.1"})"));
    bench.transport->enqueue(json(R"({"models":[
        {"name":"qwen3:8b","size":5225388164,"details":{"parameter_size":"8.2B","quantization_level":"Q4_K_M"}},
        {"name":"broken","size":1}]})"));
    bench.transport->enqueue(json(
        R"({"capabilities":["completion","tools","thinking"],"model_info":{"general.architecture":"qwen3","qwen3.context_length":40960}})"));
    bench.transport->enqueue(json(R"({"error":"cannot be shown"})", 500));
    const HttpTimeouts short_{.connect = 300ms, .firstByte = 300ms, .idle = 300ms, .total = 300ms};
    auto task = bench.catalog.ollama(short_, {});
    task.start();
    const auto facts = task.takeResult();
    QVERIFY(facts);
    QCOMPARE(facts->version, u"0.9.1"_s);
    QCOMPARE(facts->models.size(), 2);
    QCOMPARE(facts->models[0], (OllamaModel{.name = u"broken"_s, .bytes = 1}));
    QCOMPARE(facts->models[1],
             (OllamaModel{.name = u"qwen3:8b"_s,
                          .bytes = 5'225'388'164,
                          .parameterSize = u"8.2B"_s,
                          .quantization = u"Q4_K_M"_s,
                          .contextLength = 40'960,
                          .capabilities = {u"completion"_s, u"tools"_s, u"thinking"_s}}));
    QVERIFY(facts->models[1].canUseTools());
    QCOMPARE(bench.transport->requests()[0].url, QUrl(u"http://localhost:11434/api/version"_s));
    QCOMPARE(bench.transport->requests()[0].timeouts, short_);
    QCOMPARE(bench.transport->requests()[2].body, R"({"model":"qwen3:8b"})"_ba);
}

void ModelCatalogTest::anotherServerIsNoOllama()
{
    Bench bench;
    bench.transport->enqueue(json(R"({"version":"1.0"})"));
    bench.transport->enqueue(json(R"({"data":[]})"));
    auto task = bench.catalog.ollama({}, {});
    task.start();
    QCOMPARE(task.takeResult().error().kind, Error::Kind::Protocol);
}

QTEST_GUILESS_MAIN(ModelCatalogTest)
#include "tst_modelCatalog.moc"
