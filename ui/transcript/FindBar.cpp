// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "transcript/FindBar.h"

#include "theme/Theme.h"
#include "transcript/TranscriptModel.h"
#include "transcript/TranscriptView.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

FindBar::FindBar(TranscriptView &view, TranscriptModel &model, const Theme &theme, QWidget *parent)
    : QFrame(parent)
    , m_view(view)
    , m_theme(theme)
    , m_search(model)
{
    setObjectName(u"findBar"_s);
    setAccessibleName(tr("Find in the transcript"));
    m_field = new QLineEdit;
    m_field->setAccessibleName(tr("Find in the transcript"));
    m_field->setPlaceholderText(tr("Find in the transcript"));
    m_field->setClearButtonEnabled(true);
    m_field->setMaximumWidth(theme.px(360));
    m_field->addAction(theme.icon(u"edit-find"_s, Token::Text2), QLineEdit::LeadingPosition);
    m_count = new QLabel;
    m_count->setMinimumWidth(theme.px(88));
    m_count->setAccessibleName(tr("Hits"));
    m_previous = addButton(u"go-up"_s, tr("Previous hit"));
    m_next = addButton(u"go-down"_s, tr("Next hit"));
    QToolButton *close = addButton(u"window-close"_s, tr("Close find"));

    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(theme.px(24), theme.px(4), theme.px(12), theme.px(4));
    row->setSpacing(theme.px(8));
    row->addWidget(m_field, 1);
    row->addWidget(m_previous);
    row->addWidget(m_next);
    row->addWidget(m_count);
    row->addStretch();
    row->addWidget(close);

    connect(m_field, &QLineEdit::textChanged, this,
            [this](const QString &text) { m_search.setText(text, std::max(0, m_search.currentRow())); });
    connect(m_previous, &QToolButton::clicked, this, [this] { m_search.step(TranscriptSearch::Direction::Backwards); });
    connect(m_next, &QToolButton::clicked, this, [this] { m_search.step(TranscriptSearch::Direction::Forwards); });
    connect(close, &QToolButton::clicked, this, &FindBar::dismiss);
    connect(&m_search, &TranscriptSearch::changed, this, &FindBar::showCount);
    showCount();
    hide();
}

QToolButton *FindBar::addButton(const QString &icon, const QString &name)
{
    auto *button = new QToolButton(this);
    button->setIcon(m_theme.icon(icon, Token::Text2));
    button->setAutoRaise(true);
    button->setToolTip(name);
    button->setAccessibleName(name);
    button->setFixedSize(m_theme.px(28), m_theme.px(28));
    return button;
}

void FindBar::open()
{
    show();
    m_view.setSearch(&m_search);
    m_search.setText(m_field->text(), std::max(0, m_search.currentRow()));
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

void FindBar::dismiss()
{
    hide();
    m_search.setText({});
    m_view.setSearch(nullptr);
    m_view.setFocus(Qt::OtherFocusReason);
}

void FindBar::keyPressEvent(QKeyEvent *event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const bool isBackwards = event->modifiers() & Qt::ShiftModifier;
    if (event->key() == Qt::Key_Escape)
        dismiss();
    else if (isEnter || event->matches(QKeySequence::FindNext) || event->matches(QKeySequence::FindPrevious))
        m_search.step(isBackwards ? TranscriptSearch::Direction::Backwards : TranscriptSearch::Direction::Forwards);
    else
        QFrame::keyPressEvent(event);
}

void FindBar::showCount()
{
    const qsizetype count = m_search.count();
    m_next->setEnabled(count > 0);
    m_previous->setEnabled(count > 0);
    if (m_field->text().isEmpty())
        m_count->clear();
    else if (count == 0)
        m_count->setText(m_search.isSearching() ? tr("Searching…") : tr("No hits"));
    else
        m_count->setText(tr("%1 of %2").arg(locale().toString(m_search.current() + 1), locale().toString(count)));
}

} // namespace typeshift::ui
