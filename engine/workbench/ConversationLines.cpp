// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "workbench/ConversationLines.h"

#include "workbench/ConversationArchive.h"
#include "workbench/ConversationRows.h"
#include "json/Codec.h"

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

constexpr auto formatName = "typeshift-conversation"_L1;

struct Header {
    QString format;
    int version = 0;
    QString id;
    std::optional<QString> title;
    std::optional<QString> agent;
    std::optional<QString> provider;
    std::optional<QString> model;
    std::optional<QString> settings;
    std::optional<QDateTime> createdAt;
    std::optional<QDateTime> updatedAt;
    QJsonObject unknown;

    static constexpr auto fields()
    {
        return std::tuple{field("format", &Header::format),
                          field("version", &Header::version),
                          field("id", &Header::id),
                          field("title", &Header::title),
                          field("agent", &Header::agent),
                          field("provider", &Header::provider),
                          field("model", &Header::model),
                          field("settings", &Header::settings),
                          field("createdAt", &Header::createdAt),
                          field("updatedAt", &Header::updatedAt)};
    }
};

std::unexpected<Error> refuse(qsizetype line, const QString &problem)
{
    Error error(Error::Kind::InvalidInput, u"line %1: %2"_s.arg(QString::number(line), problem));
    error.facts.items = {QString::number(line)};
    return failure(std::move(error));
}

Result<Header> parseHeader(const QByteArray &line)
{
    const auto header = decodeJson<Header>(line);
    if (!header)
        return refuse(1, u"expected the header of an exported conversation; %1"_s.arg(header.error()));
    if (header->format != formatName)
        return refuse(1, u"the format is \"%1\", not \"%2\""_s.arg(header->format, formatName));
    if (header->version > ConversationArchive::formatVersion || header->version < 1) {
        return refuse(1,
                      u"the file has format version %1, and this program knows versions up to %2"_s.arg(
                          QString::number(header->version), QString::number(ConversationArchive::formatVersion)));
    }
    if (!ConversationId::fromString(header->id))
        return refuse(1, u"\"%1\" is not the id of a conversation"_s.arg(header->id));
    return *header;
}

QList<QByteArray> splitLines(QByteArray file)
{
    if (file.startsWith("\xef\xbb\xbf"))
        file.remove(0, 3);
    QList<QByteArray> lines = file.split('\n');
    for (QByteArray &line : lines) {
        if (line.endsWith('\r'))
            line.chop(1);
    }
    while (!lines.isEmpty() && lines.constLast().trimmed().isEmpty())
        lines.removeLast();
    return lines;
}

ConversationRecord recordOf(const Header &header, const QList<EntryLine> &entries)
{
    const ConversationId id = ConversationId::fromString(header.id).value_or(ConversationId());
    const ConversationEntry nothing;
    ConversationRecord record = recordFromEntries(id, entries.isEmpty() ? nothing : entries.constFirst().entry,
                                                  entries.isEmpty() ? nothing : entries.constLast().entry);
    record.title = header.title.value_or(record.title);
    record.agent = header.agent.value_or(record.agent);
    record.provider = header.provider.value_or(record.provider);
    record.model = header.model.value_or(record.model);
    record.settings = header.settings.and_then([](const QString &text) { return SettingsId::fromString(text); });
    record.createdAt = header.createdAt.value_or(record.createdAt);
    record.updatedAt = header.updatedAt.value_or(record.updatedAt);
    return record;
}

} // namespace

QByteArray conversationLines(const ConversationRecord &record, const QList<QByteArray> &entries)
{
    Header header;
    header.format = formatName;
    header.version = ConversationArchive::formatVersion;
    header.id = record.id.toString();
    header.title = record.title;
    header.agent = record.agent;
    header.provider = record.provider;
    header.model = record.model;
    header.settings = record.settings.transform([](const SettingsId &id) { return id.toString(); });
    header.createdAt = record.createdAt;
    header.updatedAt = record.updatedAt;
    QByteArray file = encodeJson(header) + '\n';
    for (const QByteArray &entry : entries)
        file += entry + '\n';
    return file;
}

Result<ConversationLines> parseConversationLines(const QByteArray &file)
{
    const QList<QByteArray> lines = splitLines(file);
    if (lines.isEmpty())
        return refuse(1, u"the file is empty"_s);
    const auto header = parseHeader(lines.constFirst());
    if (!header)
        return failure(header.error());
    ConversationLines parsed;
    for (qsizetype i = 1; i < lines.size(); ++i) {
        auto entry = ConversationEntry::deserialize(lines.at(i));
        if (!entry)
            return refuse(i + 1, entry.error().facts.message);
        parsed.entries.append({lines.at(i), *std::move(entry)});
    }
    parsed.record = recordOf(*header, parsed.entries);
    return parsed;
}

} // namespace typeshift
