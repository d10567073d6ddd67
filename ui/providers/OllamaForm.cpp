// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/OllamaForm.h"

#include "providers/FormParts.h"
#include "theme/Theme.h"
#include "widgets/ElidedLabel.h"
#include "widgets/KeyHintButton.h"
#include "widgets/MessageBar.h"
#include "words/ErrorText.h"

#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

OllamaForm::OllamaForm(ProviderDesk &desk, QWidget *parent)
    : ProviderForm(parent)
    , m_desk(desk)
    , m_models(desk.theme)
    , m_address(new QLineEdit(u"http://localhost:11434"_s))
    , m_again(new KeyHintButton(desk.theme, tr("Look again"), {}))
    , m_versionMark(new QLabel)
    , m_version(new ElidedLabel)
    , m_table(new QTableView)
    , m_bar(new MessageBar(desk.theme, MessageBar::Severity::Information))
    , m_choice(new QWidget)
{
    const Theme &theme = desk.theme;
    QVBoxLayout *column = makeFormColumn(this, theme, tr("Ollama"),
                                         tr("Runs on this computer. No key, and nothing leaves the machine."));
    m_address->setAccessibleName(tr("Address of Ollama"));
    m_address->setMaximumWidth(theme.px(280));
    dressHint(*m_version, theme, TextStyle::Small, Token::Ok);
    m_address->setMinimumWidth(theme.px(120));
    m_again->setSymbol(u"view-refresh"_s);
    auto *row = new QHBoxLayout;
    row->setSpacing(theme.px(8));
    row->addWidget(m_address, 3);
    row->addWidget(m_again);
    row->addWidget(m_versionMark);
    row->addWidget(m_version, 1);
    addFields(column, theme)->addRow(tr("Address:"), row);
    column->addSpacing(theme.px(12));

    buildTable();
    auto *choice = new QVBoxLayout(m_choice);
    choice->setContentsMargins(0, 0, 0, 0);
    choice->setSpacing(theme.px(6));
    QLabel *heading = makeHeading(theme, tr("Choose a model to start with"), TextStyle::Body);
    auto *needs = new ElidedLabel;
    needs->setText(tr("Agents need one that can call tools"));
    needs->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    dressHint(*needs, theme, TextStyle::Small);
    auto *head = new QHBoxLayout;
    head->setSpacing(theme.px(12));
    head->addWidget(heading);
    head->addWidget(needs, 1);
    choice->addLayout(head);
    choice->addWidget(m_table);
    choice->addWidget(
        makeHint(theme, tr("To get another one, run “ollama pull” in a terminal, then choose “Look again”.")));
    column->addWidget(m_choice);
    column->addWidget(m_bar);
    column->addStretch(1);

    m_choice->hide();
    m_bar->hide();
    connect(m_again, &QPushButton::clicked, this, &OllamaForm::look);
    connect(m_address, &QLineEdit::returnPressed, this, &OllamaForm::look);
    m_versionMark->hide();
    connect(&theme, &Theme::changed, this, &OllamaForm::renewMark);
    setStatus(ProviderStatus::Kind::Open, tr("looking…"));
}

void OllamaForm::buildTable()
{
    const Theme &theme = m_desk.theme;
    m_table->setModel(&m_models);
    m_table->setItemDelegate(new ChoiceDelegate(theme, m_table));
    m_table->setAccessibleName(tr("Models"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(theme.px(32));
    m_table->horizontalHeader()->setSectionsClickable(false);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(OllamaModels::Name, QHeaderView::Stretch);
    m_table->horizontalHeader()->setMinimumSectionSize(theme.px(84));
    m_table->horizontalHeader()->setFixedHeight(theme.px(26));
    m_table->horizontalHeader()->setFont(theme.font(TextStyle::Small));
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ProviderForm::changed);
}

QWidget *OllamaForm::firstField()
{
    return m_choice->isHidden() ? static_cast<QWidget *>(m_address) : m_table;
}

void OllamaForm::look()
{
    m_again->setEnabled(false);
    m_tasks.start(m_desk.askOllama(QUrl(m_address->text().trimmed(), QUrl::StrictMode)),
                  [this](Result<OllamaFacts> answer) {
                      m_again->setEnabled(true);
                      showAnswer(answer);
                  });
}

void OllamaForm::showAnswer(const Result<OllamaFacts> &answer)
{
    m_models.setModels(answer ? answer->models : QList<OllamaModel>());
    const bool hasModels = m_models.rowCount() > 0;
    m_choice->setVisible(hasModels);
    m_bar->setVisible(!hasModels);
    m_version->setText(answer ? tr("version %1").arg(answer->version) : QString());
    m_versionMark->setVisible(answer.has_value());
    renewMark();
    if (hasModels) {
        const int rows = std::min(m_models.rowCount(), 8);
        m_table->setFixedHeight(m_table->horizontalHeader()->height() + rows * m_desk.theme.px(32) + 2);
        m_table->selectRow(m_models.bestRow());
        return setStatus(ProviderStatus::Kind::Ready,
                         m_models.rowCount() == 1 ? tr("found, 1 model")
                                                  : tr("found, %1 models").arg(m_models.rowCount()));
    }
    if (answer) {
        m_bar->setMessage(tr("Ollama has no model yet."),
                          tr("Run “ollama pull qwen3:8b” in a terminal, then choose “Look again”."));
        return setStatus(ProviderStatus::Kind::Open, tr("no model"));
    }
    showSilence(answer.error());
    setStatus(ProviderStatus::Kind::Open, tr("not running"));
}

void OllamaForm::renewMark()
{
    const int size = m_desk.theme.px(16);
    m_versionMark->setPixmap(
        m_desk.theme.icon(u"checkmark"_s, Token::Ok).pixmap(QSize(size, size), devicePixelRatioF()));
}

void OllamaForm::showSilence(const Error &error)
{
    const QString whatToDo = tr("Start it, or install it from ollama.com, then choose “Look again”.");
    // Nobody listening is what every machine without an Ollama says: that needs no second sentence about it.
    const bool isAbsent = error.kind == Error::Kind::Timeout
        || (error.kind == Error::Kind::Network && error.facts.code != "tls"_L1);
    if (isAbsent)
        return m_bar->setMessage(tr("Ollama does not run here."),
                                 tr("Nothing answered at %1. %2").arg(m_address->text().trimmed(), whatToDo));
    const ErrorText text = errorText(error, {.provider = tr("Ollama"), .occasion = ErrorContext::Occasion::SetUp});
    m_bar->setMessage(text.headline, u"%1 %2"_s.arg(text.body, whatToDo));
}

std::optional<ProviderSetup> OllamaForm::setup() const
{
    const int row = m_table->currentIndex().row();
    if (row < 0 || row >= m_models.rowCount())
        return std::nullopt;
    QUrl address(m_address->text().trimmed(), QUrl::StrictMode);
    if (!address.path().endsWith("/v1"_L1))
        address.setPath(u"/v1"_s);
    const QString model = m_models.model(row).name;
    return ProviderSetup{
        .profile = {.name = u"ollama"_s, .title = tr("Ollama"), .baseUrl = address, .defaultModel = model},
        .model = model};
}

QString OllamaForm::note() const
{
    return tr("Nothing is sent until you start a conversation.");
}

} // namespace typeshift::ui
