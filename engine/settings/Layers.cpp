// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "settings/Layers.h"

namespace typeshift {

std::array<QJsonValue, settingsLayers> ResolvedSetting::undefined()
{
    std::array<QJsonValue, settingsLayers> values;
    values.fill(QJsonValue(QJsonValue::Undefined)); // A QJsonValue of its own is null.
    return values;
}

SettingsLayer ResolvedSetting::topmost(std::size_t below) const
{
    for (std::size_t layer = below; layer-- > 0;) {
        if (!values[layer].isUndefined())
            return SettingsLayer(layer);
    }
    return SettingsLayer::Code;
}

QList<ResolvedSetting> resolve(const QStringList &paths, const SettingsLayers &layers)
{
    QList<ResolvedSetting> resolved;
    resolved.reserve(paths.size());
    for (const QString &path : paths) {
        ResolvedSetting setting{.path = path};
        for (std::size_t layer = 0; layer < settingsLayers; ++layer)
            setting.values[layer] = layers[layer].value(path, QJsonValue(QJsonValue::Undefined));
        resolved.append(std::move(setting));
    }
    return resolved;
}

} // namespace typeshift
