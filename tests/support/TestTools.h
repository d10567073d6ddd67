// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "async/Completion.h"
#include "tools/Tool.h"

#include <QJsonDocument>
#include <QStringList>

namespace typeshift {

//! Tools that note how they were called.
struct TestTools {
    QStringList log; //!< "name {arguments}" of every call that entered a tool

    //! Answers with its arguments.
    std::shared_ptr<Tool> echo(const QString &name)
    {
        return make(name, [](const QJsonObject &arguments, ToolContext &) -> Result<ToolOutput> {
            return toolText(QString::fromUtf8(QJsonDocument(arguments).toJson(QJsonDocument::Compact)));
        });
    }
    //! Fails with these words.
    std::shared_ptr<Tool> failing(const QString &name, const QString &words)
    {
        return make(name, [words](const QJsonObject &, ToolContext &) -> Result<ToolOutput> {
            return failure(Error::Kind::Tool, words);
        });
    }
    std::shared_ptr<Tool> make(const QString &name, FunctionTool::Function function)
    {
        return std::make_shared<FunctionTool>(
            ToolDeclaration{name, QStringLiteral("A tool of the tests."), "{\"type\":\"object\"}"},
            FunctionTool::Function(
                [this, name, function = std::move(function)](const QJsonObject &arguments, ToolContext &context) {
                    note(name, arguments);
                    return function(arguments, context);
                }));
    }
    void note(const QString &name, const QJsonObject &arguments)
    {
        log.append(name + u' ' + QString::fromUtf8(QJsonDocument(arguments).toJson(QJsonDocument::Compact)));
    }
};

//! A tool that answers when the test says so, or when the run is stopped.
class PausedTool final : public Tool
{
public:
    explicit PausedTool(const QString &name)
        : m_declaration{name, QStringLiteral("Waits."), "{\"type\":\"object\"}"}
    {
    }

    const ToolDeclaration &declaration() const override { return m_declaration; }
    Task<Result<ToolOutput>> call(QJsonObject, ToolContext &context) override
    {
        Completion<> released;
        const auto resolve = released.resolver();
        m_waiting.push_back(resolve);
        StopCallback stopped(context.stop(), [this, resolve] {
            ++stops;
            resolve(failure(Error::Kind::Cancelled, QStringLiteral("the tool heard the stop")));
        });
        auto answered = co_await std::move(released);
        if (!answered)
            co_return failure(answered.error());
        co_return toolText(QStringLiteral("done"));
    }
    //! Lets the call go on that waits longest. Call it from the test.
    void goOn()
    {
        const auto resolve = m_waiting.front();
        m_waiting.erase(m_waiting.begin());
        resolve({});
    }
    bool isWaiting() const { return !m_waiting.empty(); }
    //! Forgets the calls of an engine that is gone.
    void letGo() { m_waiting.clear(); }
    int stops = 0; //!< how many calls heard the stop

private:
    ToolDeclaration m_declaration;
    std::vector<Completion<>::Resolver> m_waiting;
};

} // namespace typeshift
