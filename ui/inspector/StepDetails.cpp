// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "inspector/StepDetails.h"

#include "approval/ApprovalWords.h"
#include "approval/CodeView.h"
#include "approval/PrettyJson.h"
#include "inspector/TimelineWords.h"
#include "theme/Painting.h"
#include "theme/Theme.h"
#include "words/ErrorText.h"
#include "words/Numbers.h"

#include <QFormLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

void setColour(QLabel &label, const QColor &colour)
{
    QPalette palette = label.palette();
    palette.setColor(QPalette::WindowText, colour);
    label.setPalette(palette);
}

QByteArray argumentsOf(const ToolCallStep &tool)
{
    return tool.result && tool.result->executedArguments ? *tool.result->executedArguments : tool.call.arguments;
}

} // namespace

StepDetails::StepDetails(const Theme &theme, const KSyntaxHighlighting::Repository &repository, Names names,
                         QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_names(std::move(names))
    , m_head(new QBoxLayout(QBoxLayout::LeftToRight))
    , m_name(new QLabel)
    , m_how(new QLabel)
    , m_arguments(new CodeView(theme, repository))
    , m_facts(new QWidget)
    , m_form(new QFormLayout(m_facts))
    , m_result(new QLabel)
{
    setAccessibleName(tr("Details of the step"));
    build();
    connect(&theme, &Theme::changed, this, &StepDetails::renewLook);
    show(std::nullopt);
}

void StepDetails::build()
{
    for (QLabel *label : {m_name, m_how, m_result}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    m_name->setObjectName(u"inspector.name"_s);
    m_how->setObjectName(u"inspector.how"_s);
    m_result->setObjectName(u"inspector.result"_s);
    m_arguments->setAccessibleName(tr("Arguments"));
    m_arguments->hideNumbers();
    m_arguments->setMinimumHeight(m_theme.px(48));
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setHorizontalSpacing(m_theme.px(12));
    m_form->setVerticalSpacing(m_theme.px(4));
    m_form->setRowWrapPolicy(QFormLayout::DontWrapRows);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(m_theme.px(16), m_theme.px(12), m_theme.px(16), m_theme.px(12));
    column->setSpacing(m_theme.px(8));
    m_head->setSpacing(m_theme.px(4));
    m_head->addWidget(m_name, 1);
    m_head->addWidget(m_how);
    column->addLayout(m_head);
    column->addWidget(m_arguments, 1);
    column->addWidget(m_facts);
    column->addWidget(m_result);
    column->addStretch(0);
}

void StepDetails::show(const std::optional<TimelineStep> &step)
{
    if (step && step == m_step)
        return;
    m_step = step;
    clearFacts();
    const auto *tool = step ? step->toolCall() : nullptr;
    m_how->setVisible(tool != nullptr);
    m_arguments->setVisible(tool != nullptr);
    m_result->setVisible(false);
    m_facts->setVisible(step && !tool);
    m_name->setText(step ? stepText(*step) : tr("Choose a step to see what is known of it."));
    if (tool)
        showTool(*tool);
    else if (step)
        showModel(*step->modelCall());
    renewLook();
}

void StepDetails::showTool(const ToolCallStep &tool)
{
    m_name->setText(visibleLine(tool.call.name));
    const bool isReadOnly = m_names.isReadOnly && m_names.isReadOnly(tool.call.name);
    m_how->setText(decisionText(*m_step, isReadOnly));
    const QByteArray arguments = argumentsOf(tool);
    // Shown from its first line; the same ones again must not throw a reader back to it.
    const QString text = prettyJson(arguments).value_or(QString::fromUtf8(arguments));
    if (m_argumentsText != text) {
        m_argumentsText = text;
        m_arguments->setRows(codeRows(text), u"json"_s);
    }
    const QString result = resultText(*m_step);
    m_result->setText(result);
    m_result->setVisible(!result.isEmpty());
}

void StepDetails::showModel(const ModelCallStep &model)
{
    const QString provider = m_names.providerTitle ? m_names.providerTitle(model.provider) : model.provider;
    if (!model.model.isEmpty())
        addFact(tr("Model"),
                provider.isEmpty() ? visibleLine(model.model) : tr("%1 on %2").arg(visibleLine(model.model), provider));
    const Usage &usage = model.usage;
    if (usage.input)
        addFact(tr("Tokens in"),
                usage.cacheRead.value_or(0) > 0
                    ? tr("%1, %2 cached").arg(countText(*usage.input), countText(*usage.cacheRead))
                    : countText(*usage.input));
    if (usage.output)
        addFact(tr("Tokens out"),
                usage.reasoning.value_or(0) > 0
                    ? tr("%1, %2 reasoning").arg(countText(*usage.output), countText(*usage.reasoning))
                    : countText(*usage.output));
    addFact(tr("End"), endText(*m_step, provider));
    for (const RetryUpdate &retry : model.retries) {
        const QString reason = errorText(retry.error, {.provider = provider, .model = model.model}).headline;
        addFact(tr("Retry %1").arg(QLocale().toString(retry.attempt)),
                tr("%1 After %2.", "why, and the delay").arg(reason, durationText(retry.delay)));
    }
}

void StepDetails::addFact(const QString &label, const QString &value)
{
    auto *name = new QLabel(label);
    auto *text = new QLabel(value);
    for (QLabel *each : {name, text}) {
        each->setTextFormat(Qt::PlainText);
        each->setFont(m_theme.font(TextStyle::Small));
    }
    text->setWordWrap(true);
    name->setBuddy(text);
    setColour(*name, m_theme.colour(Token::Text2));
    m_form->addRow(name, text);
    name->show(); // Else only once the event loop runs.
    text->show();
}

void StepDetails::clearFacts()
{
    while (m_form->rowCount() > 0)
        m_form->removeRow(0);
}

void StepDetails::renewLook()
{
    QFont name = m_theme.font(m_step && m_step->toolCall() ? TextStyle::Code : TextStyle::Body);
    if (m_step)
        name.setWeight(QFont::Medium);
    m_name->setFont(name);
    setColour(*m_name, m_theme.colour(m_step ? Token::Text : Token::Text2));
    m_how->setFont(m_theme.font(TextStyle::Small));
    setColour(*m_how, m_theme.colour(Token::Text2));
    m_result->setFont(m_theme.font(TextStyle::Small));
    const bool isFailed = m_step && m_step->state == StepState::Failed;
    const bool isUnknown = m_step && m_step->state == StepState::EffectUnknown;
    setColour(*m_result, m_theme.colour(isFailed ? Token::Dan : isUnknown ? Token::Att : Token::Text2));
    for (QLabel *label : m_facts->findChildren<QLabel *>()) {
        label->setFont(m_theme.font(TextStyle::Small));
        setColour(*label, m_theme.colour(label->buddy() ? Token::Text2 : Token::Text));
    }
    arrangeHead();
    update();
}

// On one line where both fit, else one below the other.
void StepDetails::arrangeHead()
{
    const auto lineOf = [](const QLabel &label) { return label.fontMetrics().horizontalAdvance(label.text()) + 2; };
    const int room = contentsRect().width() - 2 * m_theme.px(16) - m_theme.px(12);
    const bool isOneLine = m_how->isHidden() || lineOf(*m_name) + lineOf(*m_how) <= room;
    m_head->setDirection(isOneLine ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    for (QLabel *label : {m_name, m_how})
        label->setWordWrap(!isOneLine || m_how->isHidden());
}

void StepDetails::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrangeHead();
}

void StepDetails::paintEvent(QPaintEvent *)
{
    if (!m_arguments->isVisible())
        return;
    QPainter painter(this);
    paintBox(painter, QRectF(m_arguments->geometry()).adjusted(-1, -1, 1, 1), m_theme.colour(Token::Code),
             m_theme.colour(Token::Line));
}

} // namespace typeshift::ui
