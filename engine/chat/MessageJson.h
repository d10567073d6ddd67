// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/Message.h"
#include "json/Codec.h"

#include <QVarLengthArray>

namespace typeshift {

//! Takes an object apart member by member, each once, and remembers the first member that had another type. The object
//! itself stays as it is: taking members out of it would copy it.
class JsonMembers
{
public:
    explicit JsonMembers(QJsonObject object)
        : m_object(std::move(object))
    {
    }

    template<typename T>
    T take(QLatin1StringView name)
    {
        Q_ASSERT(!m_taken.contains(name));
        const QJsonValue json = m_object.value(name);
        if (!json.isUndefined())
            m_taken.append(name);
        auto value = Codec<T>::decode(json);
        if (value)
            return *std::move(value);
        if (!m_problem)
            m_problem = QString(name + QStringLiteral(": ") + value.error());
        return T{};
    }
    //! Text; empty when it is not there.
    QString takeText(QLatin1StringView name);
    //! Bytes that are kept as a JSON string of UTF-8 text.
    QByteArray takeUtf8(QLatin1StringView name);
    std::optional<QByteArray> takeOptionalUtf8(QLatin1StringView name);
    //! Bytes that are kept as base64.
    QByteArray takeBase64(QLatin1StringView name);
    void fail(const QString &problem);

    const std::optional<QString> &problem() const { return m_problem; }
    //! What nobody took.
    QJsonObject rest() const;

private:
    QJsonObject m_object;
    QVarLengthArray<QLatin1StringView, 12> m_taken;
    std::optional<QString> m_problem;
};

namespace detail {
//! Texts that are not there leave no member.
void put(QJsonObject &object, QLatin1StringView name, const QString &text);
void put(QJsonObject &object, QLatin1StringView name, const std::optional<QByteArray> &text);
Error takeError(JsonMembers &members);
} // namespace detail

template<>
struct Codec<Usage> {
    static Decoded<Usage> decode(const QJsonValue &value);
    static QJsonValue encode(const Usage &usage);
};

template<>
struct Codec<Content> {
    static Decoded<Content> decode(const QJsonValue &value);
    static QJsonValue encode(const Content &content);
};

template<>
struct Codec<Message> {
    static Decoded<Message> decode(const QJsonValue &value);
    static QJsonValue encode(const Message &message);
};

//! An error as JSON: kind, message and the facts that are there.
template<>
struct Codec<Error> {
    static Decoded<Error> decode(const QJsonValue &value);
    static QJsonValue encode(const Error &error);
};

} // namespace typeshift
