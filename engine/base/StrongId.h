// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QString>
#include <QUuid>

#include <compare>
#include <optional>

namespace typeshift {

// The value type behind every id is chosen once per build (TYPESHIFT_ID_TYPE).
#if defined(TYPESHIFT_ID_TYPE_INT64)
using IdKey = qint64;
#elif defined(TYPESHIFT_ID_TYPE_STRING)
using IdKey = QString;
#else
using IdKey = QUuid;
#endif

namespace detail {
QString idText(const IdKey &key);
std::optional<IdKey> idFromText(QStringView text);
} // namespace detail

//! An id of one kind: a settings id never goes where a conversation id belongs. // D11
template<typename Tag>
class StrongId
{
public:
    StrongId() = default;
    explicit StrongId(IdKey key)
        : m_key(std::move(key))
    {
    }

    //! The id that `text` writes; none for text that is not one.
    static std::optional<StrongId> fromString(QStringView text)
    {
        return detail::idFromText(text).transform([](const IdKey &key) { return StrongId(key); });
    }

    QString toString() const { return detail::idText(m_key); }
    const IdKey &key() const { return m_key; }
    bool isNull() const { return m_key == IdKey{}; }

    bool operator==(const StrongId &) const = default;
    auto operator<=>(const StrongId &other) const
    {
        return m_key < other.m_key ? std::strong_ordering::less
            : other.m_key < m_key  ? std::strong_ordering::greater
                                   : std::strong_ordering::equal;
    }
    friend size_t qHash(const StrongId &id, size_t seed = 0) { return ::qHash(id.m_key, seed); }

private:
    IdKey m_key{};
};

using ConversationId = StrongId<struct ConversationTag>;
using SettingsId = StrongId<struct SettingsTag>;

} // namespace typeshift
