// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/Commands.h"

#include "Demo.h"

#include <engine/http/HttpTransport.h>
#include <engine/providers/ModelCatalog.h>
#include <engine/workbench/ProviderProfiles.h>

using namespace Qt::StringLiterals;

namespace typeshift::cli {

namespace {

// Where to ask, and with which key.
struct Question {
    QString address;
    QByteArray key;
};

Task<Result<Question>> questionOf(Workplace &workplace)
{
    const Arguments &arguments = workplace.arguments();
    if (arguments.has(u"base-url"_s)) {
        const QString variable = arguments.value(u"api-key-env"_s);
        co_return Question{arguments.value(u"base-url"_s),
                           variable.isEmpty() ? QByteArray() : qgetenv(variable.toLatin1().constData())};
    }
    ProviderProfiles &profiles = *workplace.workbench().profiles;
    QString name = arguments.positional.value(0);
    if (name.isEmpty()) {
        const auto choice = co_await profiles.defaultChoice();
        if (!choice)
            co_return failure(choice.error());
        name = choice->provider;
    }
    const auto profile = co_await profiles.find(name);
    if (!profile)
        co_return failure(profile.error());
    if (!*profile)
        co_return failure(Error::Kind::InvalidInput,
                          u"no provider is called “%1”; see `typeshift providers`"_s.arg(name));
    if ((*profile)->name == demoProvider)
        co_return Question{};
    Question question{(*profile)->baseUrl.toString(), {}};
    if (const QString secret = (*profile)->secretName(); !secret.isEmpty()) {
        const auto key = co_await workplace.secrets().load(secret);
        if (!key)
            co_return failure(key.error());
        question.key = key->value_or(QString()).toUtf8();
    }
    co_return question;
}

void print(Output &output, const ModelFacts &model)
{
    if (!output.isJson()) {
        output.text(QString(model.id + u'\n'));
        return;
    }
    QJsonObject line{{u"id"_s, model.id}};
    if (!model.ownedBy.isEmpty())
        line[u"ownedBy"_s] = model.ownedBy;
    if (model.contextLength)
        line[u"contextLength"_s] = *model.contextLength;
    output.json(line);
}

} // namespace

Task<ExitCode> models(Workplace &workplace)
{
    Output &output = workplace.output();
    if (auto opened = co_await workplace.open(OpenMode::ReadWrite); !opened)
        co_return output.fail(opened.error());
    const auto question = co_await questionOf(workplace);
    if (!question)
        co_return output.fail(question.error());
    if (question->address.isEmpty()) {
        const auto scenarios = demoScenarios();
        if (!scenarios)
            co_return output.fail(scenarios.error());
        const QStringList names = scenarios->models();
        for (const QString &name : names)
            print(output, {.id = name, .ownedBy = {}, .contextLength = {}});
        co_return ExitCode::Done;
    }
    const auto address = EndpointAddress::fromText(question->address);
    if (!address)
        co_return output.fail(address.error());
    ModelCatalog catalog(workplace.transport(), *address, question->key);
    const auto found = co_await catalog.models({}, {});
    if (!found)
        co_return output.fail(found.error());
    for (const ModelFacts &model : *found)
        print(output, model);
    co_return ExitCode::Done;
}

} // namespace typeshift::cli
