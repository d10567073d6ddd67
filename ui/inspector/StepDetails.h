// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inspector/RunTimeline.h"

#include <QWidget>

#include <functional>

class QBoxLayout;
class QFormLayout;
class QLabel;
namespace KSyntaxHighlighting {
class Repository;
}

namespace typeshift::ui {

class CodeView;
class Theme;

//! What is known of one step: of a tool call what it was told and who let it run, of a model call what it read, wrote
//! and how it ended.
class StepDetails final : public QWidget
{
    Q_OBJECT

public:
    //! What the program knows beyond the run; either may be empty.
    struct Names {
        std::function<bool(QString tool)> isReadOnly;
        std::function<QString(QString provider)> providerTitle;
    };

    //! Theme and repository outlive it.
    StepDetails(const Theme &theme, const KSyntaxHighlighting::Repository &repository, Names names,
                QWidget *parent = nullptr);

    //! None: nothing is chosen. The same step again changes nothing.
    void show(const std::optional<TimelineStep> &step);
    CodeView &arguments() { return *m_arguments; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    void showTool(const ToolCallStep &tool);
    void showModel(const ModelCallStep &model);
    void addFact(const QString &label, const QString &value);
    void clearFacts();
    void renewLook();
    void arrangeHead();

    const Theme &m_theme;
    Names m_names;
    std::optional<TimelineStep> m_step;
    QBoxLayout *m_head;
    QLabel *m_name;
    QLabel *m_how;
    CodeView *m_arguments;
    QString m_argumentsText;
    QWidget *m_facts;
    QFormLayout *m_form;
    QLabel *m_result;
};

} // namespace typeshift::ui
