// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/ExitPlanMode.h"

#include "json/Codec.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

struct PlanArguments {
    QString plan;

    static constexpr auto fields()
    {
        return std::tuple{
            field("plan", &PlanArguments::plan,
                  "The whole plan as markdown: what will be done, in which order, and how it is checked.")};
    }
};

} // namespace

ExitPlanMode::ExitPlanMode()
    : m_declaration{toolName,
                    u"Hands in the finished plan. A person reads it and approves it or sends it back with a reason."
                    " Call it once the plan is complete; nothing is changed before it is approved."_s,
                    QJsonDocument(Codec<PlanArguments>::schema()).toJson(QJsonDocument::Compact)}
{
}

Task<Result<ToolOutput>> ExitPlanMode::call(QJsonObject, ToolContext &)
{
    co_return toolText(u"The plan is approved. Carry it out now."_s);
}

std::optional<Error> ExitPlanMode::problemOf(const QJsonObject &arguments) const
{
    const auto read = Codec<PlanArguments>::decode(arguments);
    if (!read)
        return Error(Error::Kind::Tool, read.error());
    if (read->plan.trimmed().isEmpty())
        return Error(Error::Kind::Tool, u"plan: the plan is blank; write what will be done and hand it in again"_s);
    return std::nullopt;
}

QString ExitPlanMode::planOf(const QByteArray &arguments)
{
    const auto read = decodeJson<PlanArguments>(arguments);
    return read ? read->plan : QString();
}

} // namespace typeshift
