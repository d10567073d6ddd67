// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "settings/AgentOptions.h"

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

template<typename V>
void assign(V &member, const QJsonValue &value)
{
    if (auto decoded = Codec<V>::decode(value))
        member = *std::move(decoded);
}

//! An option of a struct within the options.
template<typename Owner, typename V>
AgentOption optionOf(Owner AgentOptions::*part, const detail::OptionField<Owner, V> &field)
{
    DescribedMember member = detail::describeMember<V>(field.name, field.description, Owner{}.*field.member,
                                                       field.limits);
    if constexpr (ListType<V>)
        member.ownValue = QJsonValue(QJsonValue::Undefined); // An empty list says nothing.
    const auto own = Codec<V>::encode(Owner{}.*field.member);
    return {.setting = {.path = member.name, .group = field.group, .member = member},
            .read =
                [part, at = field.member, own](const AgentOptions &options) {
                    const QJsonValue value = Codec<V>::encode(options.*part.*at);
                    return value == own ? QJsonValue(QJsonValue::Undefined) : value;
                },
            .write = [part, at = field.member](AgentOptions &options,
                                               const QJsonValue &value) { assign(options.*part.*at, value); }};
}

//! A text of the options themselves; an empty one says nothing.
AgentOption textOption(QString AgentOptions::*text, std::string_view name, SettingGroup group,
                       std::string_view description)
{
    DescribedMember member = detail::describeMember<QString>(name, description, {}, {});
    member.ownValue = QJsonValue(QJsonValue::Undefined);
    return {.setting = {.path = member.name, .group = group, .member = member},
            .read =
                [text](const AgentOptions &options) {
                    const QString &value = options.*text;
                    return value.isEmpty() ? QJsonValue(QJsonValue::Undefined) : QJsonValue(value);
                },
            .write = [text](AgentOptions &options, const QJsonValue &value) { assign(options.*text, value); }};
}

AgentOption modeOption()
{
    const auto member = detail::describeMember<AgentMode>(
        "mode", "What the agent may do by itself: ask for approval, only plan, or go on.", AgentMode::Default, {});
    return {.setting = {.path = member.name, .group = SettingGroup::Run, .member = member},
            .read =
                [](const AgentOptions &options) {
                    return options.mode == AgentMode::Default ? QJsonValue(QJsonValue::Undefined)
                                                              : Codec<AgentMode>::encode(options.mode);
                },
            .write = [](AgentOptions &options, const QJsonValue &value) { assign(options.mode, value); }};
}

template<typename Owner, typename... Values>
QList<AgentOption> optionsOf(Owner AgentOptions::*part, const std::tuple<detail::OptionField<Owner, Values>...> &fields)
{
    return std::apply([part](const auto &...each) { return QList<AgentOption>{optionOf(part, each)...}; }, fields);
}

} // namespace

QList<AgentOption> agentOptions()
{
    QList<AgentOption> options{
        textOption(&AgentOptions::provider, "provider", SettingGroup::Model, "Which provider answers."),
        textOption(&AgentOptions::model, "model", SettingGroup::Model, "Which of the provider's models answers.")};
    options += optionsOf(&AgentOptions::chat, detail::chatOptionFields);
    options += optionsOf(&AgentOptions::run, detail::runOptionFields);
    options.append(modeOption());
    options.append(textOption(&AgentOptions::instructions, "instructions", SettingGroup::Instructions,
                              "What the model is told before every conversation."));
    return options;
}

std::string_view detail::refusePick(const char *sentence)
{
    return sentence;
}

} // namespace typeshift
