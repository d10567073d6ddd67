// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/FirstRunPage.h"

#include "providers/DemoForm.h"
#include "providers/EndpointForm.h"
#include "providers/FormParts.h"
#include "providers/OllamaForm.h"
#include "theme/Theme.h"
#include "widgets/KeyHintButton.h"
#include "words/ErrorText.h"

#include <QLabel>
#include <QListView>
#include <QScrollArea>
#include <QShortcut>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

QFrame *makeLine(QFrame::Shape shape)
{
    auto *line = new QFrame;
    line->setFrameShape(shape);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Midlight);
    if (shape == QFrame::HLine)
        line->setFixedHeight(1);
    else
        line->setFixedWidth(1);
    return line;
}

constexpr int widestList = 390;
constexpr int narrowestList = 232;

} // namespace

FirstRunPage::FirstRunPage(const ProviderDesk &desk, Occasion occasion, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_view(new QListView)
    , m_forms(new QStackedWidget)
    , m_ollama(new OllamaForm(m_desk))
    , m_note(makeHint(desk.theme, {}))
    , m_demo(new KeyHintButton(desk.theme, tr("Use the &demo model"), {}))
    , m_start(new KeyHintButton(desk.theme, tr("Start"), {}))
{
    setAccessibleName(tr("Where do your models run?"));
    addForms();
    auto *middle = new QHBoxLayout;
    middle->setSpacing(0);
    // The list gives way first: its rows know how to be narrow, the fields of a form do not.
    middle->addWidget(buildList(), 35);
    middle->addWidget(makeLine(QFrame::VLine));
    middle->addWidget(m_forms, 65);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildHead(occasion));
    column->addWidget(makeLine(QFrame::HLine));
    column->addLayout(middle, 1);
    column->addWidget(makeLine(QFrame::HLine));
    column->addWidget(buildFoot(occasion));
    showForm(m_ollama);
}

QWidget *FirstRunPage::buildHead(Occasion occasion)
{
    const Theme &theme = m_desk.theme;
    auto *head = new QWidget;
    head->setAutoFillBackground(true);
    head->setBackgroundRole(QPalette::Base);
    auto *column = new QVBoxLayout(head);
    column->setContentsMargins(theme.px(32), theme.px(24), theme.px(32), theme.px(16));
    column->setSpacing(theme.px(4));
    column->addWidget(makeHeading(theme, tr("Where do your models run?"), TextStyle::Title));
    column->addWidget(makeHint(theme,
                               occasion == Occasion::FirstRun
                                   ? tr("Choose a provider for the first agent. Conversations are stored on this "
                                        "computer, whichever you choose.")
                                   : tr("Set up another provider, or change one. Conversations stay where they are.")));
    return head;
}

QWidget *FirstRunPage::buildList()
{
    const Theme &theme = m_desk.theme;
    auto *side = new QWidget;
    side->setAutoFillBackground(true);
    side->setBackgroundRole(QPalette::Base);
    side->setMinimumWidth(theme.px(narrowestList));
    side->setMaximumWidth(theme.px(widestList));
    m_view->setModel(&m_list);
    m_view->setItemDelegate(new ProviderDelegate(m_list, theme, m_view));
    m_view->setAccessibleName(tr("Providers"));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex &index) {
        if (ProviderForm *form = index.isValid() ? m_list.row(index.row()).form : nullptr)
            showForm(form);
    });
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(0, theme.px(8), 0, theme.px(16));
    column->addWidget(m_view, 1);
    QLabel *more = makeHint(theme, tr("You can add more providers later, and choose one per conversation."));
    more->setContentsMargins(theme.px(16), 0, theme.px(16), 0);
    column->addWidget(more);
    return side;
}

void FirstRunPage::addForms()
{
    auto *server = new EndpointForm(
        m_desk,
        {.name = u"server"_s,
         .title = tr("OpenAI-compatible"),
         .text = tr("vLLM, LM Studio, llama.cpp or your own server. The address ends with /v1."),
         .needsKey = false});
    auto *openAi = new EndpointForm(m_desk,
                                    {.name = u"openai"_s,
                                     .title = tr("OpenAI"),
                                     .text = tr("GPT models over the network. You pay OpenAI per token."),
                                     .address = QUrl(u"https://api.openai.com/v1"_s),
                                     .keyPage = u"https://platform.openai.com/api-keys"_s});
    auto *demo = new DemoForm(m_desk.theme);
    m_list.addSection(tr("ON THIS COMPUTER"));
    m_list.addProvider(tr("Ollama"), u"localhost:11434"_s, u"computer"_s, m_ollama);
    m_list.addSection(tr("OVER THE NETWORK"));
    m_list.addProvider(tr("OpenAI-compatible"), tr("vLLM, LM Studio, your own server"), u"network-server"_s, server);
    m_list.addProvider(tr("OpenAI"), tr("GPT models"), u"globe"_s, openAi);
    m_list.addSection(tr("TO TRY IT OUT"));
    m_list.addProvider(tr("Demo model"), tr("scripted answers, no network, no cost"), u"games-hint"_s, demo);
    for (ProviderForm *form : std::initializer_list<ProviderForm *>{m_ollama, server, openAi, demo}) {
        auto *scroll = new QScrollArea;
        scroll->setWidgetResizable(true);
        scroll->setFrameShape(QFrame::NoFrame);
        scroll->setFocusPolicy(Qt::NoFocus);
        scroll->setWidget(form);
        m_forms->addWidget(scroll);
        connect(form, &ProviderForm::changed, this, &FirstRunPage::renewFoot);
    }
}

QWidget *FirstRunPage::buildFoot(Occasion occasion)
{
    const Theme &theme = m_desk.theme;
    auto *foot = new QWidget;
    auto *row = new QHBoxLayout(foot);
    row->setContentsMargins(theme.px(32), theme.px(12), theme.px(32), theme.px(12));
    row->setSpacing(theme.px(8));
    row->addWidget(m_note, 1);
    if (occasion == Occasion::Later) {
        auto *back = new KeyHintButton(theme, tr("Back"), tr("Esc"));
        connect(back, &QPushButton::clicked, this, &FirstRunPage::dismissed);
        auto *escape = new QShortcut(Qt::Key_Escape, this, this, &FirstRunPage::dismissed,
                                     Qt::WidgetWithChildrenShortcut);
        escape->setAutoRepeat(false);
        row->addWidget(back);
    }
    row->addWidget(m_demo);
    row->addWidget(m_start);
    m_start->setProminent(true);
    connect(m_demo, &QPushButton::clicked, this, [this] { start(DemoForm::demoSetup()); });
    connect(m_start, &QPushButton::clicked, this, [this] {
        if (const auto setup = currentForm()->setup())
            start(*setup);
    });
    return foot;
}

ProviderForm *FirstRunPage::currentForm() const
{
    auto *scroll = qobject_cast<QScrollArea *>(m_forms->currentWidget());
    return scroll ? qobject_cast<ProviderForm *>(scroll->widget()) : nullptr;
}

void FirstRunPage::showForm(ProviderForm *form)
{
    const int row = m_list.rowOf(form);
    if (m_view->currentIndex().row() != row)
        m_view->setCurrentIndex(m_list.index(row));
    for (int i = 0; i < m_forms->count(); ++i) {
        if (qobject_cast<QScrollArea *>(m_forms->widget(i))->widget() == form)
            m_forms->setCurrentIndex(i);
    }
    renewFoot();
}

void FirstRunPage::renewFoot()
{
    ProviderForm *form = currentForm();
    if (!form)
        return;
    const auto setup = form->setup();
    m_start->setEnabled(setup.has_value());
    m_start->setText(setup ? tr("&Start with %1").arg(setup->model) : tr("&Start"));
    m_note->setText(form->note());
}

void FirstRunPage::detect()
{
    m_ollama->look();
}

void FirstRunPage::focusList()
{
    m_view->setFocus(Qt::OtherFocusReason);
}

void FirstRunPage::start(ProviderSetup setup)
{
    m_start->setEnabled(false);
    if (setup.key.isEmpty())
        return saveProfile(setup);
    m_tasks.start(m_desk.keepKey(setup.profile.secretName(), setup.key, setup.place), [this, setup](Result<> kept) {
        if (!kept)
            return fail(kept.error());
        saveProfile(setup);
    });
}

void FirstRunPage::saveProfile(const ProviderSetup &setup)
{
    if (setup.profile.name == demoProvider)
        return settle(setup);
    m_tasks.start(m_desk.profiles.find(setup.profile.name),
                  [this, setup](Result<std::optional<ProviderProfile>> found) {
                      if (!found)
                          return fail(found.error());
                      const auto saved = [this, setup](Result<> result) {
                          if (!result)
                              return fail(result.error());
                          settle(setup);
                      };
                      if (*found)
                          m_tasks.start(m_desk.profiles.update(setup.profile), saved);
                      else
                          m_tasks.start(m_desk.profiles.add(setup.profile), saved);
                  });
}

void FirstRunPage::settle(const ProviderSetup &setup)
{
    const ModelChoice choice{setup.profile.name, setup.model};
    m_tasks.start(m_desk.profiles.setDefaultChoice(choice), [this, choice](Result<> set) {
        renewFoot();
        if (!set)
            return fail(set.error());
        emit chosen(choice);
    });
}

void FirstRunPage::fail(const Error &error)
{
    renewFoot();
    m_note->setText(errorLine(error));
}

} // namespace typeshift::ui
