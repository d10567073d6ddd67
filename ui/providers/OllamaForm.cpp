// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/OllamaForm.h"

#include "providers/FormParts.h"
#include "theme/Theme.h"
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
    , m_version(new QLabel)
    , m_table(new QTableView)
    , m_bar(new MessageBar(desk.theme, MessageBar::Severity::Information))
    , m_choice(new QWidget)
{
    const Theme &theme = desk.theme;
    QVBoxLayout *column = makeFormColumn(this, theme, tr("Ollama"),
                                         tr("Runs on this computer. No key, and nothing leaves the machine."));
    m_address->setAccessibleName(tr("Address of Ollama"));
    m_address->setMaximumWidth(theme.px(280));
    m_address->setMinimumWidth(theme.px(200));
    m_again->setSymbol(u"view-refresh"_s);
    auto *row = new QHBoxLayout;
    row->setSpacing(theme.px(8));
    row->addWidget(m_address, 1);
    row->addWidget(m_again);
    row->addWidget(m_version);
    row->addStretch(1);
    addFields(column, theme)->addRow(tr("Address:"), row);
    column->addSpacing(theme.px(12));

    buildTable();
    auto *choice = new QVBoxLayout(m_choice);
    choice->setContentsMargins(0, 0, 0, 0);
    auto *head = new QHBoxLayout;
    head->addWidget(makeHeading(theme, tr("Choose a model to start with")), 1);
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
    m_table->horizontalHeader()->setMinimumSectionSize(theme.px(80));
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
    QPalette palette = m_version->palette();
    palette.setColor(QPalette::WindowText, m_desk.theme.colour(Token::Ok));
    m_version->setPalette(palette);
    if (hasModels) {
        const int rows = std::min(m_models.rowCount(), 8);
        m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() + rows * m_desk.theme.px(32) + 2);
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
    const ErrorText text = errorText(answer.error(), {.provider = tr("Ollama")});
    m_bar->setMessage(
        tr("Ollama does not run here."),
        u"%1 %2"_s.arg(text.body, tr("Start it, or install it from ollama.com, then choose “Look again”.")));
    setStatus(ProviderStatus::Kind::Open, tr("not running"));
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
