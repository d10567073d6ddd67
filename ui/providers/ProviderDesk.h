// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/providers/ModelCatalog.h>
#include <engine/workbench/ProviderProfile.h>

#include <functional>

namespace typeshift {
class ProviderProfiles;
class Secrets;
} // namespace typeshift

namespace typeshift::ui {

class Theme;

//! Where a key stays.
enum class KeyPlace { Keychain, MemoryOnly };

//! What the page that sets up providers borrows from the program.
struct ProviderDesk {
    const Theme &theme;
    ProviderProfiles &profiles;
    Secrets &secrets;
    //! Asks an Ollama at this address for version and models. Gives up after 300 ms. // DESIGN 3, screen 9
    std::function<Task<Result<OllamaFacts>>(QUrl address)> askOllama;
    //! Asks a server for its models with this key.
    std::function<Task<Result<QList<ModelFacts>>>(QUrl address, QString key)> askModels;
    //! Keeps a key under a name.
    std::function<Task<Result<>>(QString name, QString key, KeyPlace place)> keepKey;
};

} // namespace typeshift::ui
