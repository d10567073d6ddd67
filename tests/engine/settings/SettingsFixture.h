// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "settings/SettingsService.h"

#include <QJsonArray>

namespace typeshift {

enum class SearchOrder { Newest, Oldest };

template<>
inline constexpr auto enumNames<SearchOrder> = std::array{std::pair{SearchOrder::Newest, "newest"},
                                                          std::pair{SearchOrder::Oldest, "oldest"}};

struct SearchFilter {
    QString label;
    bool isOpen = true;

    bool operator==(const SearchFilter &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{field("label", &SearchFilter::label), field("isOpen", &SearchFilter::isOpen)};
    }
};

//! The settings of the tool "search_tickets", one member of each sort.
struct SearchSettings {
    int limit = 10;
    double weight = 0.5;
    SearchOrder order = SearchOrder::Newest;
    QString archive = QStringLiteral("main");
    QDate since = QDate(2026, 1, 1);
    SearchFilter filter;
    QMap<QString, int> boosts;
    std::optional<qint64> counter;

    static constexpr auto fields()
    {
        return std::tuple{field("limit", &SearchSettings::limit, "How many tickets at most."),
                          field("weight", &SearchSettings::weight),
                          field("order", &SearchSettings::order, "Which come first."),
                          field("archive", &SearchSettings::archive),
                          field("since", &SearchSettings::since),
                          field("filter", &SearchSettings::filter),
                          field("boosts", &SearchSettings::boosts),
                          field("counter", &SearchSettings::counter)};
    }
    static constexpr auto limits()
    {
        return std::tuple{limited(&SearchSettings::limit, {.minimum = 1, .maximum = 100, .unit = "tickets"})};
    }
};

inline ToolSettings searchTool()
{
    return {.tool = QStringLiteral("search_tickets"),
            .members = describedMembers<SearchSettings>(),
            .configurable = {QStringLiteral("limit"), QStringLiteral("weight"), QStringLiteral("order"),
                             QStringLiteral("since"), QStringLiteral("filter"), QStringLiteral("boosts"),
                             QStringLiteral("counter")}};
}

//! The schema of an agent that opens its model, some options and most of a tool: not topP, not the archive.
inline SettingsSchema supportSchema(int version = 1)
{
    SettingsSchema schema(QStringLiteral("support"), version);
    schema
        .addOptions({QStringLiteral("model"), QStringLiteral("temperature"), QStringLiteral("seed"),
                     QStringLiteral("stopSequences"), QStringLiteral("maxToolIterations"), QStringLiteral("mode"),
                     QStringLiteral("instructions")})
        .addTool(searchTool());
    return schema;
}

inline const QString limitPath = QStringLiteral("tools.search_tickets.limit");
inline const QString counterPath = QStringLiteral("tools.search_tickets.counter");

//! The settings that a text holds; aborts when it is refused.
inline StoredSettings storedOf(const QByteArray &json, const SettingsSchema &schema = supportSchema())
{
    const auto document = SettingsDocument::parse(json, schema.version());
    if (!document)
        qFatal("%s", qPrintable(document.error().facts.message));
    return StoredSettings(schema, *document);
}

//! What configure() does in the tests: one more.
inline Result<> countUp(StoredSettings &settings)
{
    return settings.write<qint64>(counterPath, settings.read<qint64>(counterPath).value_or(0) + 1);
}

} // namespace typeshift
