// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "AgentFolder.h"

#include "Assistant.h"

#include <engine/http/HttpTransport.h>

#ifdef Q_OS_UNIX
#include "toolsets/Toolsets.h"
#include "toolsets/web/WebTools.h"
#endif

namespace typeshift {

#ifdef Q_OS_UNIX
namespace {

//! Fetches for agents of files, and keeps what it fetches with.
struct Web {
    explicit Web(std::shared_ptr<HttpTransport> way)
        : transport(std::move(way))
        , tools(*transport, resolver)
    {
    }

    std::shared_ptr<HttpTransport> transport;
    toolsets::SystemHostResolver resolver;
    toolsets::WebTools tools;
};

} // namespace
#endif

QList<Toolset> fileToolsets([[maybe_unused]] const CoderTools &tools,
                            [[maybe_unused]] std::shared_ptr<HttpTransport> transport)
{
    QList<Toolset> all;
#ifdef Q_OS_UNIX
    if (tools.files)
        all.append(toolsets::fileTools(tools.files));
    if (tools.shell)
        all.append(toolsets::shellTools(tools.shell));
    const auto web = std::make_shared<Web>(std::move(transport));
    all.append(toolsets::webTools(std::shared_ptr<toolsets::WebTools>(web, &web->tools)));
    all.append(toolsets::todoTools());
#endif
    return all;
}

QList<Agent> shippedAgents(const CoderTools &tools)
{
    QList<Agent> agents{assistant()};
    if (tools.files)
        agents.append(coder(tools));
    return agents;
}

} // namespace typeshift
