// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
//
// How the window with the agents is put together.
#include "agents/AgentsWindow.h"
#include "agents/JsonEdit.h"
#include "theme/Theme.h"
#include "widgets/ElidedLabel.h"
#include "widgets/KeyHintButton.h"
#include "widgets/MessageBar.h"

#include <QAction>
#include <QLabel>
#include <QListView>
#include <QListWidget>
#include <QSplitter>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

void AgentsWindow::build()
{
    const Theme &theme = m_parts.theme;
    setMinimumSize(theme.px(720), theme.px(480));
    resize(theme.px(1'160), theme.px(800));
    auto *halves = new QSplitter(Qt::Horizontal);
    halves->addWidget(buildList());
    halves->addWidget(buildEditor());
    halves->setStretchFactor(1, 1);
    halves->setSizes({theme.px(288), theme.px(872)});
    halves->setChildrenCollapsible(false);
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(halves, 1);
    column->addWidget(buildFoot());
    setCentralWidget(page);
    addKeys();
}

QWidget *AgentsWindow::buildList()
{
    const Theme &theme = m_parts.theme;
    m_list->setModel(m_model);
    m_list->setItemDelegate(new AgentDelegate(*m_model, theme, m_list));
    m_list->setAccessibleName(tr("Agents"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMinimumWidth(theme.px(220));
    m_delete->setAccessibleName(tr("Delete"));
    auto *verbs = new QHBoxLayout;
    verbs->setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(8));
    verbs->setSpacing(theme.px(8));
    for (KeyHintButton *button : {m_new, m_duplicate, m_delete})
        verbs->addWidget(button);
    verbs->addStretch(1);
    auto *side = new QWidget;
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(verbs);
    column->addWidget(m_list, 1);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex &now) { showRow(now.row()); });
    connect(m_new, &QPushButton::clicked, this, &AgentsWindow::makeNew);
    connect(m_duplicate, &QPushButton::clicked, this, &AgentsWindow::duplicate);
    connect(m_delete, &QPushButton::clicked, this, &AgentsWindow::askToDelete);
    return side;
}

QWidget *AgentsWindow::buildEditor()
{
    const Theme &theme = m_parts.theme;
    m_title->setTextFormat(Qt::PlainText);
    m_place->setTextFormat(Qt::PlainText);
    m_place->setForegroundRole(QPalette::PlaceholderText);
    m_place->setFont(theme.font(TextStyle::Small));
    QFont bold = theme.font(TextStyle::Heading);
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
    auto *head = new QVBoxLayout;
    head->setContentsMargins(theme.px(16), theme.px(8), theme.px(16), theme.px(8));
    head->setSpacing(theme.px(2));
    head->addWidget(m_title);
    head->addWidget(m_place);
    auto *notes = new QVBoxLayout;
    notes->setContentsMargins(theme.px(16), 0, theme.px(16), theme.px(8));
    notes->addWidget(m_bar);
    m_edit->setAccessibleName(tr("Declaration"));
    connect(m_edit, &QPlainTextEdit::textChanged, this, &AgentsWindow::noteTyping);

    auto *editor = new QWidget;
    auto *column = new QVBoxLayout(editor);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addLayout(notes);
    column->addWidget(m_edit, 1);
    column->addWidget(buildProblems());
    return editor;
}

QWidget *AgentsWindow::buildProblems()
{
    const Theme &theme = m_parts.theme;
    m_problems->setAccessibleName(tr("Problems"));
    m_problems->setFrameShape(QFrame::NoFrame);
    m_problems->setWordWrap(true);
    m_problems->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_problems->setFixedHeight(theme.px(112));
    m_replace->setAccessibleName(tr("Replace"));
    m_problemArea = new QWidget;
    auto *row = new QHBoxLayout(m_problemArea);
    row->setContentsMargins(theme.px(8), theme.px(4), theme.px(12), theme.px(4));
    row->setSpacing(theme.px(8));
    row->addWidget(m_problems, 1);
    row->addWidget(m_replace, 0, Qt::AlignTop);
    connect(m_problems, &QListWidget::itemClicked, this,
            [this](const QListWidgetItem *item) { goToProblem(m_problems->row(item)); });
    connect(m_problems, &QListWidget::itemActivated, this,
            [this](const QListWidgetItem *item) { goToProblem(m_problems->row(item)); });
    connect(m_problems, &QListWidget::currentRowChanged, this, [this] { renew(); });
    connect(m_replace, &QPushButton::clicked, this, &AgentsWindow::replaceProblem);
    return m_problemArea;
}

QWidget *AgentsWindow::buildFoot()
{
    const Theme &theme = m_parts.theme;
    auto *effect = new QLabel(tr("What is saved takes effect when the workbench is started the next time."));
    effect->setFont(theme.font(TextStyle::Small));
    effect->setForegroundRole(QPalette::PlaceholderText);
    effect->setWordWrap(true);
    m_discard->setAccessibleName(tr("Discard changes"));
    m_save->setSymbol(u"document-save"_s);
    m_save->setProminent(true);
    auto *foot = new QWidget;
    foot->setFixedHeight(theme.px(52)); // DESIGN 1.1
    auto *row = new QHBoxLayout(foot);
    row->setContentsMargins(theme.px(16), 0, theme.px(16), 0);
    row->setSpacing(theme.px(8));
    row->addWidget(effect, 1);
    row->addWidget(m_verdict);
    row->addWidget(m_discard);
    row->addWidget(m_save);
    connect(m_discard, &QPushButton::clicked, this, &AgentsWindow::discard);
    connect(m_save, &QPushButton::clicked, this, &AgentsWindow::save);
    return foot;
}

void AgentsWindow::addKeys()
{
    const auto addKey = [this](QWidget *where, const QString &text, const QKeySequence &key, auto &&then) {
        auto *action = new QAction(text, where);
        action->setShortcut(key);
        action->setShortcutContext(where == this ? Qt::WindowShortcut : Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, then);
        where->addAction(action);
    };
    addKey(this, tr("Close"), QKeySequence::Close, [this] { close(); });
    addKey(this, tr("New"), QKeySequence::New, [this] { makeNew(); });
    addKey(this, tr("Duplicate"), QKeySequence(Qt::CTRL | Qt::Key_D), [this] { duplicate(); });
    addKey(this, tr("Save"), QKeySequence::Save, [this] { save(); });
    addKey(this, tr("Replace"), QKeySequence(Qt::ALT | Qt::Key_Return), [this] { replaceProblem(); });
    addKey(this, tr("Next problem"), QKeySequence(Qt::Key_F8), [this] {
        if (m_problems->count() > 0)
            goToProblem((m_problems->currentRow() + 1) % m_problems->count());
    });
    addKey(m_list, tr("Delete"), QKeySequence::Delete, [this] { askToDelete(); });
    addKey(m_list, tr("Edit"), QKeySequence(Qt::Key_Return), [this] { m_edit->setFocus(Qt::OtherFocusReason); });
    const auto stepPane = [this] {
        QWidget *next = m_edit;
        if (m_edit->hasFocus())
            next = m_problems->count() > 0 ? static_cast<QWidget *>(m_problems) : m_list;
        else if (m_problems->hasFocus())
            next = m_list;
        next->setFocus(Qt::ShortcutFocusReason);
    };
    addKey(this, tr("Next pane"), QKeySequence(Qt::Key_F6), stepPane);
}

} // namespace typeshift::ui
