// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "providers/ProviderForm.h"
#include "providers/ProviderList.h"

#include <engine/async/TaskScope.h>
#include <engine/workbench/ProviderProfiles.h>

class QLabel;
class QListView;
class QStackedWidget;

namespace typeshift::ui {

class KeyHintButton;
class OllamaForm;

//! Where the models run: the first page of a fresh program, later reached under Settings → Providers….
class FirstRunPage final : public QWidget
{
    Q_OBJECT

public:
    enum class Occasion { FirstRun, Later };

    //! The desk is copied; what it borrows outlives the page.
    FirstRunPage(const ProviderDesk &desk, Occasion occasion, QWidget *parent = nullptr);

    //! Looks for an Ollama on this computer, once, for 300 ms and never further.
    void detect();
    void focusList();

signals:
    //! A provider is set up and is the default from now on.
    void chosen(const typeshift::ModelChoice &choice);
    void dismissed();

private:
    QWidget *buildHead(Occasion occasion);
    QWidget *buildList();
    QWidget *buildFoot(Occasion occasion);
    void addForms();
    void showForm(ProviderForm *form);
    void renewFoot();
    void start(ProviderSetup setup);
    void saveProfile(const ProviderSetup &setup);
    void settle(const ProviderSetup &setup);
    void fail(const Error &error);
    ProviderForm *currentForm() const;

    ProviderDesk m_desk;
    ProviderList m_list;
    QListView *m_view;
    QStackedWidget *m_forms;
    OllamaForm *m_ollama;
    QLabel *m_note;
    KeyHintButton *m_demo;
    KeyHintButton *m_start;
    TaskScope m_tasks;
};

} // namespace typeshift::ui
