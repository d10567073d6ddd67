// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/EndpointForm.h"

#include "providers/FormParts.h"
#include "theme/Theme.h"
#include "theme/WorkbenchStyle.h"
#include "widgets/KeyHintButton.h"
#include "widgets/MessageBar.h"
#include "words/ErrorText.h"

#include <engine/workbench/Secrets.h>

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDesktopServices>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QRadioButton>
#include <QTime>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

EndpointForm::EndpointForm(ProviderDesk &desk, Server server, QWidget *parent)
    : ProviderForm(parent)
    , m_desk(desk)
    , m_server(std::move(server))
    , m_key(new QLineEdit)
    , m_keyNote(makeHint(desk.theme, {}))
    , m_inKeychain(new QRadioButton(tr("System keychain")))
    , m_inMemory(new QRadioButton(tr("Memory only, ask again at the next start")))
    , m_keychainNote(makeHint(desk.theme, tr("Keys are never written to settings files, logs or conversations.")))
    , m_model(new QComboBox)
    , m_test(new KeyHintButton(desk.theme, tr("Test"), {}))
    , m_bar(new MessageBar(desk.theme, MessageBar::Severity::Danger))
{
    const Theme &theme = desk.theme;
    QVBoxLayout *column = makeFormColumn(this, theme, m_server.title, m_server.text);
    QFormLayout *fields = addFields(column, theme);
    if (m_server.address.isEmpty()) {
        m_address = new QLineEdit;
        m_address->setPlaceholderText(u"http://localhost:8080/v1"_s);
        m_address->setAccessibleName(tr("Address"));
        fields->addRow(tr("Address:"), m_address);
        connect(m_address, &QLineEdit::textEdited, this, &EndpointForm::forget);
        connect(m_address, &QLineEdit::returnPressed, this, &EndpointForm::test);
    }
    buildKey(fields);
    buildActions(fields);
    column->addSpacing(theme.px(12));
    column->addWidget(m_bar);
    column->addStretch(1);
    m_bar->hide();
    connect(&desk.secrets, &Secrets::statusChanged, this, &EndpointForm::showKeychain);
    showKeychain();
    forget();
}

void EndpointForm::buildKey(QFormLayout *fields)
{
    const Theme &theme = m_desk.theme;
    m_key->setEchoMode(QLineEdit::Password);
    m_key->setAccessibleName(tr("API key"));
    m_key->setInputMethodHints(Qt::ImhHiddenText | Qt::ImhSensitiveData | Qt::ImhNoPredictiveText);
    if (!m_server.needsKey)
        m_key->setPlaceholderText(tr("only if the server wants one"));
    QAction *show = m_key->addAction(theme.icon(u"password-show-on"_s, Token::Text2), QLineEdit::TrailingPosition);
    show->setCheckable(true);
    show->setText(tr("Show the key"));
    show->setToolTip(tr("Show the key"));
    connect(show, &QAction::toggled, m_key,
            [this](bool isShown) { m_key->setEchoMode(isShown ? QLineEdit::Normal : QLineEdit::Password); });
    connect(m_key, &QLineEdit::textEdited, this, &EndpointForm::forget);
    connect(m_key, &QLineEdit::returnPressed, this, &EndpointForm::test);
    auto *paste = new KeyHintButton(theme, tr("Paste"), {});
    paste->setSymbol(u"edit-paste"_s);
    paste->setAccessibleName(tr("Paste the key"));
    connect(paste, &QPushButton::clicked, this, [this] {
        m_key->setText(QGuiApplication::clipboard()->text().trimmed());
        forget();
    });
    auto *row = new QHBoxLayout;
    row->setSpacing(theme.px(8));
    row->addWidget(m_key, 1);
    row->addWidget(paste);
    auto *box = new QVBoxLayout;
    box->setSpacing(theme.px(2));
    box->addLayout(row);
    box->addWidget(m_keyNote);
    dressHint(*m_keyNote, theme, TextStyle::Small, Token::Dan);
    m_keyNote->hide();
    fields->addRow(tr("API key:"), box);

    auto *places = new QVBoxLayout;
    places->setSpacing(theme.px(6));
    m_inKeychain->setChecked(true);
    places->addWidget(m_inKeychain);
    places->addWidget(m_inMemory);
    places->addWidget(m_keychainNote);
    fields->addRow(tr("Keep it in:"), places);
}

void EndpointForm::buildActions(QFormLayout *fields)
{
    m_model->setEditable(true);
    m_model->setAccessibleName(tr("Model"));
    m_model->lineEdit()->setAccessibleName(tr("Model"));
    m_model->setMinimumWidth(m_desk.theme.px(160));
    m_model->setInsertPolicy(QComboBox::NoInsert);
    m_model->lineEdit()->setPlaceholderText(tr("listed once the key works"));
    connect(m_model, &QComboBox::currentTextChanged, this, &ProviderForm::changed);
    auto *row = new QHBoxLayout;
    row->setSpacing(m_desk.theme.px(8));
    row->addWidget(m_model, 1);
    row->addWidget(m_test);
    fields->addRow(tr("Model:"), row);
    connect(m_test, &QPushButton::clicked, this, &EndpointForm::test);
}

QWidget *EndpointForm::firstField()
{
    return m_address ? m_address : m_key;
}

QUrl EndpointForm::address() const
{
    if (!m_address)
        return m_server.address;
    QString text = m_address->text().trimmed();
    while (text.endsWith(u'/'))
        text.chop(1);
    if (!text.isEmpty() && !text.contains("://"_L1))
        text.prepend(u"http://"_s);
    return QUrl(text, QUrl::StrictMode);
}

void EndpointForm::forget()
{
    m_isTested = false;
    m_bar->hide();
    showKeyNote({});
    const bool hasAddress = address().isValid() && !address().host().isEmpty();
    const bool hasKey = !m_key->text().trimmed().isEmpty();
    m_test->setEnabled(hasAddress && (hasKey || !m_server.needsKey) && !m_isTesting);
    m_model->setEnabled(false);
    setStatus(ProviderStatus::Kind::Open,
              !hasAddress                        ? tr("needs an address")
                  : m_server.needsKey && !hasKey ? tr("needs a key")
                                                 : tr("not tested"));
}

void EndpointForm::test()
{
    if (!m_test->isEnabled())
        return;
    m_isTesting = true;
    m_test->setEnabled(false);
    m_test->setText(tr("Testing…"));
    m_tasks.start(m_desk.askModels(address(), m_key->text().trimmed()), [this](Result<QList<ModelFacts>> answer) {
        m_isTesting = false;
        m_test->setText(answer ? tr("Test") : tr("Test again"));
        m_test->setEnabled(true);
        showAnswer(answer);
    });
}

void EndpointForm::showAnswer(const Result<QList<ModelFacts>> &answer)
{
    m_isTested = answer.has_value();
    m_bar->setVisible(!answer);
    showKeyNote({});
    m_model->setEnabled(m_isTested);
    if (answer) {
        const QString kept = m_model->currentText();
        m_model->clear();
        for (const ModelFacts &model : *answer)
            m_model->addItem(model.id);
        if (!kept.isEmpty())
            m_model->setCurrentText(kept);
        return setStatus(ProviderStatus::Kind::Ready,
                         answer->isEmpty() ? tr("works") : tr("works, %1 models").arg(answer->size()));
    }
    const ErrorText text = errorText(answer.error(),
                                     {.provider = m_server.title, .occasion = ErrorContext::Occasion::SetUp});
    const bool isKey = answer.error().kind == Error::Kind::Auth;
    const QString time = QLocale().toString(QTime::currentTime(), u"HH:mm:ss"_s);
    m_bar->setMessage(isKey ? tr("The key doesn't work yet.") : text.headline,
                      u"%1 %2"_s.arg(tr("At %1:").arg(time), text.body));
    m_bar->clearActions();
    if (!m_server.keyPage.isEmpty() && isKey) {
        KeyHintButton *open = m_bar->addAction(tr("Open the page of keys"));
        connect(open, &QPushButton::clicked, this,
                [page = m_server.keyPage] { QDesktopServices::openUrl(QUrl(page)); });
    }
    if (isKey)
        showKeyNote(text.headline);
    setStatus(ProviderStatus::Kind::Failed, isKey ? tr("key refused") : tr("no answer"));
}

//! What is wrong with the key, below its field; empty: nothing.
void EndpointForm::showKeyNote(const QString &note)
{
    m_keyNote->setText(note);
    m_keyNote->setVisible(!note.isEmpty());
    m_key->setAccessibleDescription(note);
    m_key->setProperty(WorkbenchStyle::invalidProperty, !note.isEmpty());
    m_key->update();
}

void EndpointForm::showKeychain()
{
    const SecretsStatus status = m_desk.secrets.status();
    const bool hasKeychain = status.place == SecretsStatus::Place::Keychain;
    m_inKeychain->setEnabled(hasKeychain);
    if (!hasKeychain)
        m_inMemory->setChecked(true);
    const QString silent = status.reason.isEmpty() ? tr("No keychain answered.")
                                                   : tr("No keychain answered: %1.").arg(status.reason);
    m_keychainNote->setText(hasKeychain
                                ? tr("Keys are never written to settings files, logs or conversations.")
                                : u"%1 %2"_s.arg(silent, tr("The key stays in memory until the program ends.")));
}

std::optional<ProviderSetup> EndpointForm::setup() const
{
    const QString model = m_model->currentText().trimmed();
    if (!m_isTested || model.isEmpty())
        return std::nullopt;
    const QString key = m_key->text().trimmed();
    ProviderProfile profile{
        .name = m_server.name, .title = m_server.title, .baseUrl = address(), .defaultModel = model};
    if (!key.isEmpty())
        profile.keyReference = keyReferenceFor(m_server.name);
    return ProviderSetup{std::move(profile), model, key,
                         m_inMemory->isChecked() ? KeyPlace::MemoryOnly : KeyPlace::Keychain};
}

QString EndpointForm::note() const
{
    if (status().kind == ProviderStatus::Kind::Failed)
        return tr("The key was tested, but not saved.");
    return m_isTested ? tr("The key is saved when you start.")
                      : tr("Nothing is sent until you test the key or start a conversation.");
}

} // namespace typeshift::ui
