// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ChatRequest.h"
#include "workbench/AgentFileValues.h"

namespace typeshift {

// What a file that declares an agent may say. These lists are the reader, the writer and the published schema at once.

//! Auto is not among them: what asks nobody is chosen by a person, for a conversation.
enum class AgentFileMode { Default, Plan };

template<>
inline constexpr auto enumNames<AgentFileMode> = std::array{std::pair{AgentFileMode::Default, "default"},
                                                            std::pair{AgentFileMode::Plan, "plan"}};

struct AgentFileModel {
    QString provider;
    QString name;

    static constexpr auto fields()
    {
        return std::tuple{field("provider", &AgentFileModel::provider, "The name of a provider, such as demo."),
                          field("name", &AgentFileModel::name, "The model as its provider calls it.")};
    }
};

//! A toolset, and what the agent makes of it.
struct AgentFileTools {
    QString toolset;
    std::optional<QStringList> include;
    std::optional<QStringList> without;
    std::optional<QStringList> requireApproval;

    static constexpr auto fields()
    {
        return std::tuple{
            field("toolset", &AgentFileTools::toolset, "The name of a toolset that the program has, such as files."),
            field("include", &AgentFileTools::include, "Only these of its tools; all of them when it is left out."),
            field("without", &AgentFileTools::without, "Not these of its tools."),
            field("requireApproval", &AgentFileTools::requireApproval,
                  "Tools whose every call a person approves, beside those that need it anyway.")};
    }
};

struct AgentFileOptions {
    std::optional<Within<double, 0, 2>> temperature;
    std::optional<Within<double, 0, 1>> topP;
    std::optional<Within<int, 1>> maxOutputTokens;
    std::optional<qint64> seed;
    std::optional<QStringList> stopSequences;
    std::optional<QString> reasoningEffort;
    std::optional<ToolChoice> toolChoice;
    std::optional<bool> stream;
    std::optional<Within<int, 1>> maxToolIterations;
    std::optional<Within<int, 0>> maxConsecutiveErrors;
    std::optional<bool> concurrentCalls;

    static constexpr auto fields()
    {
        using Self = AgentFileOptions;
        return std::tuple{
            field("temperature", &Self::temperature, "How freely the model chooses its words."),
            field("topP", &Self::topP, "The share of likely words that the model chooses from."),
            field("maxOutputTokens", &Self::maxOutputTokens, "The longest answer, in tokens."),
            field("seed", &Self::seed, "For providers that can answer alike."),
            field("stopSequences", &Self::stopSequences, "Texts at which an answer ends."),
            field("reasoningEffort", &Self::reasoningEffort, "In the provider's words, such as low or high."),
            field("toolChoice", &Self::toolChoice, "Whether the model calls tools: auto, none or required."),
            field("stream", &Self::stream, "Whether answers come word by word; they do when it is left out."),
            field("maxToolIterations", &Self::maxToolIterations, "Model calls of a run that may be followed by tools."),
            field("maxConsecutiveErrors", &Self::maxConsecutiveErrors,
                  "Rounds in a row with a failed tool; one more fails the run."),
            field("concurrentCalls", &Self::concurrentCalls, "Whether the calls of one answer run side by side.")};
    }
};

//! A whole file.
struct AgentFileForm {
    std::optional<QString> schema;
    AgentName name;
    std::optional<QString> title;
    std::optional<QString> description;
    Lines instructions;
    std::optional<AgentFileModel> model;
    std::optional<AgentFileMode> mode;
    std::optional<QList<AgentFileTools>> tools;
    std::optional<AgentFileOptions> options;

    static constexpr std::string_view about =
        "An agent of Typeshift Workbench: a file in the folder agents beside the database.";
    static constexpr auto fields()
    {
        using Self = AgentFileForm;
        return std::tuple{
            field("$schema", &Self::schema, "The address of this schema, for editors."),
            field("name", &Self::name, "What stored conversations know the agent by: a-z, 0-9 and _."),
            field("title", &Self::title, "What people call it; the name when it is left out."),
            field("description", &Self::description, "What it is for, in a few words."),
            field("instructions", &Self::instructions, "What the model is told, in one string or a list of lines."),
            field("model", &Self::model, "The model that answers unless a conversation has chosen one."),
            field("mode", &Self::mode, "How conversations with it begin: default, or plan before it acts."),
            field("tools", &Self::tools, "What it may call, toolset by toolset."),
            field("options", &Self::options, "How the model answers, and how far a run may go.")};
    }
};

} // namespace typeshift
