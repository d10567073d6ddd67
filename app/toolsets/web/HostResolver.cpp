// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "toolsets/web/HostResolver.h"

#include <engine/async/Completion.h>

#include <QHostInfo>

using namespace Qt::StringLiterals;

namespace typeshift::toolsets {

Task<Result<QList<QHostAddress>>> SystemHostResolver::resolve(QString host, StopToken stop)
{
    Completion<QList<QHostAddress>> completion;
    const auto resolver = completion.resolver();
    QObject context; // The answer of a lookup whose task was dropped finds nobody.
    QHostInfo::lookupHost(host, &context, [resolver, host](const QHostInfo &found) {
        if (found.error() != QHostInfo::NoError || found.addresses().isEmpty()) {
            ErrorFacts facts;
            facts.message = u"the name %1 was not found: %2"_s.arg(host, found.errorString());
            facts.host = host;
            resolver(failure(Error(Error::Kind::Network, facts)));
        } else {
            resolver(found.addresses());
        }
    });
    const StopCallback stopped(stop,
                               [resolver] { resolver(failure(Error::Kind::Cancelled, u"the fetch was stopped"_s)); });
    co_return co_await std::move(completion);
}

} // namespace typeshift::toolsets
