// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "providers/ProviderForm.h"

#include <engine/async/TaskScope.h>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QRadioButton;

namespace typeshift::ui {

class KeyHintButton;
class MessageBar;

//! A server over the network that speaks OpenAI's wire: its address, its key, and which model. // design 09b
class EndpointForm final : public ProviderForm
{
    Q_OBJECT

public:
    struct Server {
        QString name;
        QString title;
        QString text;
        QUrl address;         //!< fixed; empty: to be entered
        bool needsKey = true; //!< without one nothing is asked
        QString keyPage;      //!< where keys are made; empty when nobody knows
    };

    //! The desk outlives the form.
    EndpointForm(ProviderDesk &desk, Server server, QWidget *parent = nullptr);

    QWidget *firstField() override;
    std::optional<ProviderSetup> setup() const override;
    QString note() const override;
    //! Asks the server for its models with what is entered.
    void test();

private:
    void buildKey(QFormLayout *fields);
    void buildActions(QFormLayout *fields);
    void showAnswer(const Result<QList<ModelFacts>> &answer);
    void showKeyNote(const QString &note);
    void showKeychain();
    void forget();
    QUrl address() const;

    ProviderDesk &m_desk;
    Server m_server;
    QLineEdit *m_address = nullptr;
    QLineEdit *m_key;
    QLabel *m_keyNote;
    QRadioButton *m_inKeychain;
    QRadioButton *m_inMemory;
    QLabel *m_keychainNote;
    QComboBox *m_model;
    KeyHintButton *m_test;
    MessageBar *m_bar;
    bool m_isTested = false;
    bool m_isTesting = false;
    TaskScope m_tasks;
};

} // namespace typeshift::ui
