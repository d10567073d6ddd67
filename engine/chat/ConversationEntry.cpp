// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/ConversationEntry.h"

#include "chat/MessageJson.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace typeshift {

QByteArray ConversationEntry::serialize() const
{
    QJsonObject json = unknown;
    json[u"agent"_s] = agent;
    json[u"at"_s] = Codec<QDateTime>::encode(at);
    QJsonArray list;
    for (const Message &message : messages)
        list.append(Codec<Message>::encode(message));
    json[u"messages"_s] = list;
    if (!provider.isEmpty())
        json[u"provider"_s] = provider;
    if (!model.isEmpty())
        json[u"model"_s] = model;
    if (usage)
        json[u"usage"_s] = Codec<Usage>::encode(*usage);
    if (endsRun)
        json[u"endsRun"_s] = true;
    if (isSummary)
        json[u"isSummary"_s] = true;
    if (mode)
        json[u"mode"_s] = Codec<AgentMode>::encode(*mode);
    if (standingApprovals)
        json[u"standingApprovals"_s] = Codec<QList<StandingApproval>>::encode(*standingApprovals);
    if (backgroundAgents)
        json[u"backgroundAgents"_s] = Codec<QList<QString>>::encode(*backgroundAgents);
    if (schemaVersion > 1)
        json[u"$schemaVersion"_s] = schemaVersion;
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

Result<ConversationEntry> ConversationEntry::deserialize(const QByteArray &text)
{
    const auto parsed = detail::parseJson(text);
    if (!parsed)
        return failure(Error::Kind::Storage, parsed.error());
    if (!parsed->isObject())
        return failure(Error::Kind::Storage, u"expected an object"_s);
    JsonMembers members(parsed->toObject());

    ConversationEntry entry;
    entry.schemaVersion = members.take<std::optional<int>>("$schemaVersion"_L1).value_or(1);
    if (entry.schemaVersion > currentSchemaVersion) {
        return failure(Error::Kind::Storage,
                       u"the entry has schema version %1, and this program knows versions up to %2"_s.arg(
                           QString::number(entry.schemaVersion), QString::number(currentSchemaVersion)));
    }
    entry.agent = members.take<std::optional<QString>>("agent"_L1).value_or(QString());
    entry.at = members.take<std::optional<QDateTime>>("at"_L1).value_or(QDateTime());
    entry.messages = members.take<std::optional<QList<Message>>>("messages"_L1).value_or(QList<Message>());
    entry.provider = members.take<std::optional<QString>>("provider"_L1).value_or(QString());
    entry.model = members.take<std::optional<QString>>("model"_L1).value_or(QString());
    entry.usage = members.take<std::optional<Usage>>("usage"_L1);
    entry.endsRun = members.take<std::optional<bool>>("endsRun"_L1).value_or(false);
    entry.isSummary = members.take<std::optional<bool>>("isSummary"_L1).value_or(false);
    entry.mode = members.take<std::optional<AgentMode>>("mode"_L1);
    entry.standingApprovals = members.take<std::optional<QList<StandingApproval>>>("standingApprovals"_L1);
    entry.backgroundAgents = members.take<std::optional<QList<QString>>>("backgroundAgents"_L1);
    if (members.problem())
        return failure(Error::Kind::Storage, *members.problem());
    entry.unknown = members.rest();
    return entry;
}

std::optional<Error> ConversationEntry::error() const
{
    for (const Message &message : messages) {
        for (const Content &content : message.contents) {
            if (const auto *stored = std::get_if<ErrorContent>(&content))
                return stored->error;
        }
    }
    return std::nullopt;
}

} // namespace typeshift
