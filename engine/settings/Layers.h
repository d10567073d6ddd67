// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/Field.h"

#include <QJsonObject>
#include <QMap>

#include <array>

namespace typeshift {

//! Who says what a setting is; the topmost that says something counts. // D27
enum class SettingsLayer {
    Code,   //!< the defaults of the engine and of a tool's settings
    Agent,  //!< the agent's declaration
    Stored, //!< what is stored under the run's settings id
    Run,    //!< what the host asks of this run
};

template<>
inline constexpr auto enumNames<SettingsLayer> = std::array{
    std::pair{SettingsLayer::Code, "code"}, std::pair{SettingsLayer::Agent, "agent"},
    std::pair{SettingsLayer::Stored, "stored"}, std::pair{SettingsLayer::Run, "run"}};

inline constexpr std::size_t settingsLayers = 4;

//! What one layer says, by path. A path that is missing is left to the layer below.
using LayerValues = QMap<QString, QJsonValue>;

//! What each layer says, the lowest first.
using SettingsLayers = std::array<LayerValues, settingsLayers>;

//! A setting's value in every layer.
struct ResolvedSetting {
    QString path;
    std::array<QJsonValue, settingsLayers> values = undefined(); //!< Undefined in a layer that says nothing

    //! Undefined when no layer says anything.
    QJsonValue value() const { return values[std::size_t(layer())]; }
    //! Where the value comes from; Code when no layer says anything.
    SettingsLayer layer() const { return topmost(settingsLayers); }
    //! What it would be, and from where, if neither `top` nor a layer above said anything: what a reset leads to.
    QJsonValue valueBelow(SettingsLayer top) const { return values[std::size_t(layerBelow(top))]; }
    SettingsLayer layerBelow(SettingsLayer top) const { return topmost(std::size_t(top)); }

    bool operator==(const ResolvedSetting &) const = default;

private:
    static std::array<QJsonValue, settingsLayers> undefined();
    SettingsLayer topmost(std::size_t below) const;
};

//! Lays the layers over each other, for these paths and in their order. Nothing else is asked: the same layers give the
//! same values. // D27
QList<ResolvedSetting> resolve(const QStringList &paths, const SettingsLayers &layers);

} // namespace typeshift
