// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/scripted/Scenario.h"

#include "json/Codec.h"

using namespace Qt::StringLiterals;

namespace typeshift {

Result<Scenario> Scenario::fromJson(const QByteArray &json)
{
    auto scenario = decodeJson<Scenario>(json);
    if (!scenario)
        return failure(Error::Kind::InvalidInput, scenario.error());
    if (scenario->answers.isEmpty())
        return failure(Error::Kind::InvalidInput, u"answers: there is none"_s);
    for (const ScenarioAnswer &answer : std::as_const(scenario->answers)) {
        for (const ScenarioStep &step : answer.steps) {
            if (step.error && !errorKindFromName(step.error->kind))
                return failure(Error::Kind::InvalidInput, u"error.kind: there is no \"%1\""_s.arg(step.error->kind));
        }
    }
    return *std::move(scenario);
}

QString stepText(const QList<QString> &lines, const ScenarioStep &step)
{
    const QString once = lines.join(u'\n');
    QString text;
    for (int n = 1; n <= step.times.value_or(1); ++n) {
        QString said = once;
        said.replace("{n}"_L1, QString::number(n));
        for (const ScenarioWords &each : step.vary.value_or(QList<ScenarioWords>())) {
            if (!each.words.isEmpty())
                said.replace(QString(u'{' + each.name + u'}'), each.words[(n - 1) % each.words.size()]);
        }
        text += said;
    }
    return text;
}

} // namespace typeshift
