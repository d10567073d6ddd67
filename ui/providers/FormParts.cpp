// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/FormParts.h"

#include "theme/Theme.h"

#include <QFormLayout>
#include <QLabel>

namespace typeshift::ui {

QVBoxLayout *makeFormColumn(QWidget *form, const Theme &theme, const QString &title, const QString &text)
{
    auto *column = new QVBoxLayout(form);
    column->setContentsMargins(theme.px(32), theme.px(24), theme.px(32), theme.px(16));
    column->setSpacing(theme.px(4));
    column->addWidget(makeHeading(theme, title));
    column->addWidget(makeHint(theme, text));
    column->addSpacing(theme.px(12));
    return column;
}

QFormLayout *addFields(QVBoxLayout *column, const Theme &theme)
{
    auto *fields = new QFormLayout;
    fields->setHorizontalSpacing(theme.px(12));
    fields->setVerticalSpacing(theme.px(10));
    fields->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    column->addLayout(fields);
    return fields;
}

QLabel *makeHeading(const Theme &theme, const QString &text, TextStyle style)
{
    auto *label = new QLabel(text);
    const auto renew = [label, &theme, style] { label->setFont(theme.font(style)); };
    QObject::connect(&theme, &Theme::changed, label, renew);
    renew();
    return label;
}

QLabel *makeHint(const Theme &theme, const QString &text)
{
    auto *label = new QLabel(text);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::WindowText);
    const auto renew = [label, &theme] {
        QPalette palette = label->palette();
        palette.setColor(QPalette::WindowText, theme.colour(Token::Text2));
        label->setPalette(palette);
        label->setFont(theme.font(TextStyle::Body));
    };
    QObject::connect(&theme, &Theme::changed, label, renew);
    renew();
    return label;
}

} // namespace typeshift::ui
