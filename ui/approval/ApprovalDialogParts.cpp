// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/AnswerGuard.h"
#include "approval/ApprovalDecisions.h"
#include "approval/ApprovalDialog.h"
#include "approval/ApprovalWords.h"
#include "approval/ArgumentsEdit.h"
#include "approval/DecisionRow.h"
#include "approval/EvidenceView.h"
#include "approval/RequestDelegate.h"
#include "approval/RequestModel.h"
#include "theme/Theme.h"
#include "widgets/KeyHintButton.h"
#include "widgets/MessageBar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

QFrame *makeLine(QFrame::Shape shape)
{
    auto *line = new QFrame;
    line->setFrameShape(shape);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Midlight);
    shape == QFrame::HLine ? line->setFixedHeight(1) : line->setFixedWidth(1);
    return line;
}

QToolButton *makeStep(const Theme &theme, const QString &symbol, const QString &name)
{
    auto *button = new QToolButton;
    button->setIcon(theme.icon(symbol));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(name);
    button->setToolTip(name);
    return button;
}

} // namespace

ApprovalDialog::ApprovalDialog(const ApprovalDesk &desk, ApprovalDecisions &decisions, QWidget *parent)
    : QDialog(parent)
    , m_desk(desk)
    , m_decisions(decisions)
    , m_model(new RequestModel(decisions, this))
    , m_guard(new AnswerGuard(desk.clock, *this))
    , m_headline(new QLabel)
    , m_details(new QLabel)
    , m_mode(new QLabel)
    , m_list(new QListView)
    , m_ran(new QWidget)
    , m_name(new QLabel)
    , m_place(new QLabel)
    , m_up(makeStep(desk.theme, u"go-up"_s, tr("Request above")))
    , m_down(makeStep(desk.theme, u"go-down"_s, tr("Request below")))
    , m_words(new QLabel)
    , m_bar(new MessageBar(desk.theme, MessageBar::Severity::Danger))
    , m_stack(new QStackedWidget)
    , m_evidence(new EvidenceView(desk.theme, desk.repository))
    , m_edit(new ArgumentsEdit(desk.theme))
    , m_problem(new QLabel)
    , m_row(new DecisionRow(desk.theme, *m_guard, DecisionRow::Keys::Mnemonics))
    , m_reasonArea(new QWidget)
    , m_reason(new QPlainTextEdit)
    , m_count(new QLabel)
    , m_later(new KeyHintButton(desk.theme, tr("Decide later"), tr("Esc")))
    , m_send(new KeyHintButton(desk.theme, {}, tr("Ctrl+Return")))
{
    setWindowModality(Qt::WindowModal);
    setMinimumSize(desk.theme.px(640), desk.theme.px(480));
    resize(desk.theme.px(1'040), desk.theme.px(660));
    build();
    connectParts();
    choose();
    m_list->setFocus();
}

void ApprovalDialog::build()
{
    const Theme &theme = m_desk.theme;
    auto *icon = new QLabel;
    icon->setPixmap(
        theme.icon(u"dialog-warning"_s, Token::Att).pixmap(QSize(theme.px(22), theme.px(22)), devicePixelRatioF()));
    for (QLabel *label : {m_headline, m_details, m_mode, m_place, m_count, m_problem})
        label->setTextFormat(Qt::PlainText);
    m_details->setForegroundRole(QPalette::PlaceholderText);
    auto *titles = new QVBoxLayout;
    titles->setSpacing(0);
    titles->addWidget(m_headline);
    titles->addWidget(m_details);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(theme.px(16), theme.px(10), theme.px(16), theme.px(10));
    head->setSpacing(theme.px(12));
    head->addWidget(icon, 0, Qt::AlignVCenter);
    head->addLayout(titles, 1);
    head->addWidget(m_mode);

    auto *body = new QHBoxLayout;
    body->setSpacing(0);
    body->addWidget(makeSide());
    body->addWidget(makeLine(QFrame::VLine));
    body->addWidget(makeDetail(), 1);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(head);
    all->addWidget(makeLine(QFrame::HLine));
    all->addLayout(body, 1);
    all->addWidget(makeLine(QFrame::HLine));
    all->addWidget(makeFoot());
}

QWidget *ApprovalDialog::makeSide()
{
    const Theme &theme = m_desk.theme;
    m_list->setModel(m_model);
    m_list->setItemDelegate(new RequestDelegate(theme, this));
    m_list->setAccessibleName(tr("Requests"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *column = new QVBoxLayout;
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_list, 1);
    column->addWidget(m_ran);
    m_ran->hide();
    auto *side = new QWidget;
    side->setAutoFillBackground(true);
    side->setBackgroundRole(QPalette::Base);
    side->setLayout(column);
    side->setFixedWidth(theme.px(256));
    return side;
}

QWidget *ApprovalDialog::makeDetail()
{
    const Theme &theme = m_desk.theme;
    m_name->setTextFormat(Qt::RichText);
    m_name->setFont(theme.font(TextStyle::Code));
    m_words->setTextFormat(Qt::RichText);
    m_words->setWordWrap(true);
    m_words->setForegroundRole(QPalette::PlaceholderText);
    m_problem->setWordWrap(true);
    QPalette red = m_problem->palette();
    red.setColor(QPalette::WindowText, theme.colour(Token::Dan));
    m_problem->setPalette(red);
    m_stack->addWidget(m_evidence);
    m_stack->addWidget(m_edit);
    m_reason->setAccessibleName(tr("Reason for the agent"));
    m_reason->setTabChangesFocus(true);
    m_reason->setFixedHeight(theme.px(52));
    auto *label = new QLabel(tr("Reason for the agent"));
    label->setBuddy(m_reason);
    auto *reason = new QHBoxLayout(m_reasonArea);
    reason->setContentsMargins(0, 0, 0, 0);
    reason->addWidget(label, 0, Qt::AlignTop);
    reason->addWidget(m_reason, 1);

    auto *head = new QHBoxLayout;
    head->addWidget(m_name, 1);
    for (QWidget *part : std::initializer_list<QWidget *>{m_place, m_up, m_down})
        head->addWidget(part);
    auto *column = new QVBoxLayout;
    column->setContentsMargins(theme.px(16), theme.px(8), theme.px(16), theme.px(12));
    column->setSpacing(theme.px(8));
    column->addLayout(head);
    column->addWidget(m_words);
    column->addWidget(m_bar);
    column->addWidget(m_stack, 1);
    column->addWidget(m_problem);
    column->addWidget(m_row);
    column->addWidget(m_reasonArea);
    auto *detail = new QWidget;
    detail->setAutoFillBackground(true);
    detail->setBackgroundRole(QPalette::Base);
    detail->setLayout(column);
    return detail;
}

QWidget *ApprovalDialog::makeFoot()
{
    const Theme &theme = m_desk.theme;
    m_count->setWordWrap(true);
    m_guard->protect(*m_send);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(theme.px(16), theme.px(12), theme.px(16), theme.px(12));
    row->setSpacing(theme.px(8));
    row->addWidget(m_count, 1);
    row->addWidget(m_later);
    row->addWidget(m_send);
    auto *foot = new QWidget;
    foot->setLayout(row);
    return foot;
}

void ApprovalDialog::setScene(const ApprovalScene &scene)
{
    m_scene = scene;
    renewSide();
    renew();
}

void ApprovalDialog::renewSide()
{
    const Theme &theme = m_desk.theme;
    qDeleteAll(m_ran->findChildren<QWidget *>(Qt::FindDirectChildrenOnly));
    delete m_ran->layout();
    m_ran->setVisible(!m_scene.ran.isEmpty());
    auto *grid = new QGridLayout(m_ran);
    grid->setContentsMargins(theme.px(16), theme.px(8), theme.px(16), theme.px(12));
    auto *title = new QLabel(tr("RAN WITHOUT ASKING"));
    QFont caption = theme.font(TextStyle::Caption);
    caption.setWeight(QFont::DemiBold);
    title->setFont(caption);
    grid->addWidget(title, 0, 0, 1, 3);
    int line = 1;
    for (const RanCall &call : std::as_const(m_scene.ran)) {
        auto *icon = new QLabel;
        icon->setPixmap(
            theme.icon(u"checkmark"_s, Token::Text2).pixmap(QSize(theme.px(16), theme.px(16)), devicePixelRatioF()));
        auto *name = new QLabel(
            u"%1 &nbsp;%2"_s.arg(visibleMarkup(call.name, theme, 40), visibleMarkup(call.line, theme, 40)));
        name->setTextFormat(Qt::RichText);
        name->setFont(theme.font(TextStyle::Code));
        grid->addWidget(icon, line, 0);
        grid->addWidget(name, line, 1);
        grid->addWidget(new QLabel(call.duration), line++, 2);
    }
    grid->setColumnStretch(1, 1);
}

} // namespace typeshift::ui
