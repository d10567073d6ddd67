// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/ArgumentsEdit.h"

#include "approval/PrettyJson.h"
#include "theme/Theme.h"

#include <QMimeData>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

QString editable(const QByteArray &json)
{
    return withEscapes(prettyJson(json).value_or(QString::fromUtf8(json)));
}

} // namespace

ArgumentsEdit::ArgumentsEdit(const Theme &theme, QWidget *parent)
    : QPlainTextEdit(parent)
{
    setAccessibleName(tr("Arguments"));
    setTabChangesFocus(true);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setLayoutDirection(Qt::LeftToRight);
    setFont(theme.font(TextStyle::Code));
    connect(&theme, &Theme::changed, this, [this, &theme] { setFont(theme.font(TextStyle::Code)); });
    connect(this, &QPlainTextEdit::textChanged, this, &ArgumentsEdit::argumentsChanged);
}

void ArgumentsEdit::begin(const QByteArray &proposed, const std::optional<QByteArray> &changed)
{
    const QSignalBlocker quiet(this);
    m_begun = editable(proposed);
    setPlainText(changed ? QString::fromUtf8(*changed) : m_begun);
}

std::optional<QByteArray> ArgumentsEdit::changed() const
{
    const QString text = toPlainText();
    return text == m_begun ? std::nullopt : std::optional(text.toUtf8());
}

void ArgumentsEdit::insertFromMimeData(const QMimeData *source)
{
    if (source->hasText())
        insertPlainText(withEscapes(source->text()));
}

} // namespace typeshift::ui
