// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "providers/OllamaModels.h"
#include "providers/ProviderForm.h"

#include <engine/async/TaskScope.h>

class QLabel;
class QLineEdit;
class QTableView;

namespace typeshift::ui {

class KeyHintButton;
class MessageBar;

//! An Ollama on this computer: found or not, and which of its models to start with. // design 09a
class OllamaForm final : public ProviderForm
{
    Q_OBJECT

public:
    //! The desk outlives the form.
    explicit OllamaForm(ProviderDesk &desk, QWidget *parent = nullptr);

    QWidget *firstField() override;
    std::optional<ProviderSetup> setup() const override;
    QString note() const override;
    //! One question to the address, at most 300 ms.
    void look();

private:
    void buildTable();
    void showAnswer(const Result<OllamaFacts> &answer);
    void renewMark();
    void showSilence(const Error &error);

    ProviderDesk &m_desk;
    OllamaModels m_models;
    QLineEdit *m_address;
    KeyHintButton *m_again;
    QLabel *m_versionMark;
    QLabel *m_version;
    QTableView *m_table;
    MessageBar *m_bar;
    QWidget *m_choice;
    TaskScope m_tasks;
};

} // namespace typeshift::ui
