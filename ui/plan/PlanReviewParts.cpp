// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/AnswerGuard.h"
#include "markdown/MarkdownDocument.h"
#include "plan/PlanReview.h"
#include "theme/Theme.h"
#include "widgets/KeyHintButton.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QTextBrowser>

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

QLabel *makeTitle(const Theme &theme, const QString &words)
{
    auto *title = new QLabel(words);
    QFont caption = theme.font(TextStyle::Caption);
    caption.setWeight(QFont::DemiBold);
    title->setFont(caption);
    return title;
}

} // namespace

PlanReview::PlanReview(const PlanDesk &desk, QWidget *parent)
    : QDialog(parent)
    , m_desk(desk)
    , m_guard(new AnswerGuard(desk.clock, *this))
    , m_headline(new QLabel)
    , m_detailLine(new QLabel)
    , m_choice(new QComboBox)
    , m_changes(new QCheckBox)
    , m_text(new QTextBrowser)
    , m_outline(new QListWidget)
    , m_callArea(new QWidget)
    , m_backArea(new QWidget)
    , m_backWords(new QLabel)
    , m_reason(new QLineEdit)
    , m_sendBack(new KeyHintButton(desk.theme, tr("&Send back with this reason"), {}))
    , m_note(new QLabel)
    , m_later(new KeyHintButton(desk.theme, tr("Decide later"), tr("Esc")))
    , m_auto(new KeyHintButton(desk.theme, tr("Approve, continue in &Auto"), {}))
    , m_default(new KeyHintButton(desk.theme, tr("Approve, continue in &Default"), tr("Ctrl+Return")))
{
    setWindowModality(Qt::WindowModal);
    setMinimumSize(desk.theme.px(640), desk.theme.px(480));
    resize(desk.theme.px(1'120), desk.theme.px(768));
    build();
    connectParts();
    renew();
    m_text->setFocus();
}

void PlanReview::build()
{
    const Theme &theme = m_desk.theme;
    auto *icon = new QLabel;
    icon->setPixmap(
        theme.icon(u"view-task"_s, Token::Plan).pixmap(QSize(theme.px(22), theme.px(22)), devicePixelRatioF()));
    for (QLabel *label : {m_headline, m_detailLine, m_note})
        label->setTextFormat(Qt::PlainText);
    m_choice->setAccessibleName(tr("Revision"));
    m_changes->setChecked(true);
    m_text->setAccessibleName(tr("Plan"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    auto *titles = new QVBoxLayout;
    titles->setSpacing(0);
    titles->addWidget(m_headline);
    titles->addWidget(m_detailLine);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(theme.px(16), theme.px(10), theme.px(16), theme.px(10));
    head->setSpacing(theme.px(12));
    head->addWidget(icon, 0, Qt::AlignVCenter);
    head->addLayout(titles, 1);
    head->addWidget(m_choice);
    head->addWidget(m_changes);
    auto *body = new QHBoxLayout;
    body->setSpacing(0);
    auto *margin = new QWidget;
    margin->setAutoFillBackground(true);
    margin->setBackgroundRole(QPalette::Base);
    auto *inside = new QVBoxLayout(margin);
    inside->setContentsMargins(theme.px(28), theme.px(12), 0, theme.px(12));
    inside->addWidget(m_text);
    body->addWidget(margin, 1);
    body->addWidget(makeLine(QFrame::VLine));
    body->addWidget(makeSide());
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(head);
    all->addWidget(makeLine(QFrame::HLine));
    all->addLayout(body, 1);
    all->addWidget(makeLine(QFrame::HLine));
    all->addWidget(makeFoot());
}

QWidget *PlanReview::makeSide()
{
    const Theme &theme = m_desk.theme;
    m_outline->setAccessibleName(tr("Outline"));
    m_outline->setFrameShape(QFrame::NoFrame);
    m_outline->viewport()->setAutoFillBackground(false);
    m_backWords->setTextFormat(Qt::RichText);
    m_backWords->setWordWrap(true);
    auto *back = new QVBoxLayout(m_backArea);
    back->setContentsMargins(0, 0, 0, 0);
    back->addWidget(makeTitle(theme, tr("SENT BACK BEFORE WITH")));
    back->addWidget(m_backWords);
    auto *column = new QVBoxLayout;
    column->setContentsMargins(theme.px(16), theme.px(12), theme.px(16), theme.px(12));
    column->setSpacing(theme.px(8));
    column->addWidget(makeTitle(theme, tr("OUTLINE")));
    column->addWidget(m_outline, 1);
    column->addWidget(m_callArea);
    column->addWidget(m_backArea);
    auto *side = new QWidget;
    side->setLayout(column);
    side->setMaximumWidth(theme.px(336));
    side->setMinimumWidth(theme.px(200));
    return side;
}

QWidget *PlanReview::makeFoot()
{
    const Theme &theme = m_desk.theme;
    m_reason->setPlaceholderText(tr("What should the agent change?"));
    m_reason->setAccessibleName(tr("What the agent should change"));
    m_sendBack->setSymbol(u"edit-undo"_s);
    auto *back = new QHBoxLayout;
    back->setSpacing(theme.px(8));
    back->addWidget(m_reason, 1);
    back->addWidget(m_sendBack);
    auto *row = new QHBoxLayout;
    row->setSpacing(theme.px(8));
    row->addWidget(m_note, 1);
    row->addWidget(m_later);
    row->addWidget(m_auto);
    row->addWidget(m_default);
    auto *column = new QVBoxLayout;
    column->setContentsMargins(theme.px(16), theme.px(12), theme.px(16), theme.px(12));
    column->setSpacing(theme.px(8));
    column->addLayout(back);
    column->addLayout(row);
    auto *foot = new QWidget;
    foot->setLayout(column);
    return foot;
}

} // namespace typeshift::ui
