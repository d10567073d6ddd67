// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/SearchField.h"

#include "theme/Theme.h"

#include <QAction>
#include <QKeyEvent>
#include <QPainter>
#include <QStyle>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

SearchField::SearchField(const Theme &theme, const QString &placeholder, const QString &hint, QWidget *parent)
    : QLineEdit(parent)
    , m_theme(theme)
    , m_hint(hint)
{
    setPlaceholderText(placeholder);
    setAccessibleName(placeholder);
    setClearButtonEnabled(true);
    if (auto *clear = findChild<QAction *>(u"_q_qlineeditclearaction"_s))
        clear->setText(tr("Clear")); // Qt leaves its own button without a name.
    QAction *mark = addAction(theme.icon(u"search"_s, Token::Text2), QLineEdit::LeadingPosition);
    mark->setText(placeholder);
}

void SearchField::paintEvent(QPaintEvent *event)
{
    QLineEdit::paintEvent(event);
    if (!text().isEmpty() || m_hint.isEmpty())
        return;
    QPainter painter(this);
    painter.setFont(m_theme.font(TextStyle::Caption));
    painter.setPen(m_theme.colour(Token::Text3));
    const QRect area = rect().adjusted(m_theme.px(8), 0, -m_theme.px(8), 0);
    painter.drawText(area, int(Qt::AlignVCenter | QStyle::visualAlignment(layoutDirection(), Qt::AlignRight)), m_hint);
}

void SearchField::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && !text().isEmpty()) {
        clear();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

} // namespace typeshift::ui
