// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Result.h"
#include "json/Codec.h"

#include <QUrl>

#include <array>

namespace typeshift {

//! The wire that a provider speaks, as the command line names it.
enum class ProviderApi { OpenAiChat };

template<>
inline constexpr auto enumNames<ProviderApi> = std::array{std::pair{ProviderApi::OpenAiChat, "openai-chat"}};

//! What carries the requests of a profile.
enum class ProfileTransport { Network, Curl };

template<>
inline constexpr auto enumNames<ProfileTransport> = std::array{std::pair{ProfileTransport::Network, "network"},
                                                               std::pair{ProfileTransport::Curl, "curl"}};

//! What sets one server apart from another that speaks the same wire.
struct ProfileOptions {
    bool thinkTags = false; //!< the model writes its reasoning into the text, between <think> and </think>
    bool http2 = true;
    ProfileTransport transport = ProfileTransport::Network;
    QJsonObject unknown;

    static constexpr auto fields()
    {
        return std::tuple{field("thinkTags", &ProfileOptions::thinkTags, "Reasoning comes as <think> in the text."),
                          field("http2", &ProfileOptions::http2, "Use HTTP/2 where the server offers it."),
                          field("transport", &ProfileOptions::transport, "What carries the requests.")};
    }
    bool operator==(const ProfileOptions &) const = default;
};

//! A provider that somebody set up: everything but its key, which only the keychain knows. // T25
struct ProviderProfile {
    QString name;  //!< what runs and the command line name; unique
    QString title; //!< what people see; the name when it is empty
    ProviderApi api = ProviderApi::OpenAiChat;
    QUrl baseUrl;         //!< up to and with the version: http://localhost:11434/v1
    QString keyReference; //!< "keychain:NAME", or empty for a server without keys
    QString defaultModel;
    ProfileOptions options;

    const QString &shownTitle() const { return title.isEmpty() ? name : title; }
    //! The NAME of "keychain:NAME"; empty when no key is needed.
    QString secretName() const;
    bool operator==(const ProviderProfile &) const = default;
};

//! The reference to the secret that a profile's key is kept under: "keychain:openai". // Decided 11
QString keyReferenceFor(const QString &secretName);

//! The provider that is always there and never stored.
inline constexpr auto demoProvider = QLatin1StringView("demo");
ProviderProfile demoProfile();

//! InvalidInput that names the member and what is wrong with it; facts.code is the member: "name", "baseUrl",
//! "keyReference".
Result<> checkProfile(const ProviderProfile &profile);

} // namespace typeshift
