// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/AgentMode.h"
#include "chat/ChatRequest.h"
#include "chat/RunOptions.h"
#include "settings/Setting.h"

namespace typeshift {

//! How an agent works, apart from its tools: what its code says, and what a run uses once settings were laid over it.
struct AgentOptions {
    QString provider;
    QString model;
    QString instructions;
    ChatOptions chat;
    RunOptions run;
    AgentMode mode = AgentMode::Default;

    bool operator==(const AgentOptions &) const = default;
};

//! One of them with its type forgotten.
struct AgentOption {
    Setting setting;
    //! Undefined for what is not said.
    std::function<QJsonValue(const AgentOptions &options)> read;
    //! A value that does not read is passed over.
    std::function<void(AgentOptions &options, const QJsonValue &value)> write;
};

//! Every option that can be a setting, in the order of a form. // D28
QList<AgentOption> agentOptions();

//! What of an agent is no member of ChatOptions or RunOptions and may be stored all the same.
enum class AgentPart {
    Model, //!< provider and model, which are one choice // D28, D56
    Instructions,
    Mode,
};

namespace detail {

template<typename Owner, typename Value>
struct OptionField {
    Value Owner::*member;
    std::string_view name;
    SettingGroup group;
    std::string_view description;
    Limits limits = {};
};
template<typename Owner, typename Value>
OptionField(Value Owner::*, std::string_view, SettingGroup, std::string_view) -> OptionField<Owner, Value>;
template<typename Owner, typename Value>
OptionField(Value Owner::*, std::string_view, SettingGroup, std::string_view, Limits) -> OptionField<Owner, Value>;

// The rest of ChatOptions belongs to the run: how it streams, which answer is wanted. // D28
inline constexpr auto chatOptionFields = std::tuple{
    OptionField{&ChatOptions::reasoningEffort, "reasoningEffort", SettingGroup::Model,
                "How long the model thinks before it answers, in its provider's words: low, medium, high."},
    OptionField{&ChatOptions::maxOutputTokens, "maxOutputTokens", SettingGroup::Model,
                "The longest answer of one model call.", Limits{.minimum = 1, .unit = "tokens"}},
    OptionField{&ChatOptions::temperature, "temperature", SettingGroup::Sampling,
                "How much the wording varies between answers: from 0, the steadiest, to 2.",
                Limits{.minimum = 0, .maximum = 2}},
    OptionField{&ChatOptions::topP, "topP", SettingGroup::Sampling,
                "Which share of the likeliest words is chosen from.", Limits{.minimum = 0, .maximum = 1}},
    OptionField{&ChatOptions::seed, "seed", SettingGroup::Sampling,
                "The same number gives the same answer, where a provider knows how."},
    OptionField{&ChatOptions::stopSequences, "stopSequences", SettingGroup::Sampling,
                "Texts at which an answer ends."}};

inline constexpr auto runOptionFields = std::tuple{
    OptionField{&RunOptions::maxToolIterations, "maxToolIterations", SettingGroup::Run,
                "Model calls of a run that may be followed by tools; the next one has to answer in text.",
                Limits{.minimum = 0, .unit = "model calls"}},
    OptionField{&RunOptions::maxConsecutiveErrors, "maxConsecutiveErrors", SettingGroup::Run,
                "Rounds in a row with a failed tool; one more fails the run.", Limits{.minimum = 0, .unit = "rounds"}},
    OptionField{&RunOptions::concurrentCalls, "concurrentCalls", SettingGroup::Run,
                "Whether the tool calls of one answer run side by side."}};

// No constant expression, so a pick that reaches it does not compile, and the compiler shows the sentence.
std::string_view refusePick(const char *sentence);

template<typename Fields, typename Owner, typename Value>
consteval std::string_view optionName(const Fields &fields, Value Owner::*member)
{
    std::string_view name;
    const auto look = [&]<typename Other>(const OptionField<Owner, Other> &each) {
        if constexpr (std::same_as<Other, Value>) {
            if (each.member == member)
                name = each.name;
        }
    };
    std::apply([&](const auto &...each) { (look(each), ...); }, fields);
    return name.empty() ? refusePick("TSH012: this option belongs to the run or has no stored form.") : name;
}

} // namespace detail

//! A pick of what may be stored: `&ChatOptions::temperature`, `&RunOptions::maxToolIterations`, `AgentPart::Model`.
//! What may not does not compile. // D18, D28, TSH012
class ConfigurableOption
{
public:
    template<typename Value>
    consteval ConfigurableOption(Value ChatOptions::*member)
        : m_name(detail::optionName(detail::chatOptionFields, member))
    {
    }
    template<typename Value>
    consteval ConfigurableOption(Value RunOptions::*member)
        : m_name(detail::optionName(detail::runOptionFields, member))
    {
    }
    constexpr ConfigurableOption(AgentPart part)
        : m_name(part == AgentPart::Model      ? "model"
                     : part == AgentPart::Mode ? "mode"
                                               : "instructions")
    {
    }

    //! The member of a document; "model" stands for "provider" as well.
    constexpr std::string_view name() const { return m_name; }

private:
    std::string_view m_name;
};

} // namespace typeshift
