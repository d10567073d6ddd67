// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/FormParts.h"

#include "theme/Theme.h"

#include <QFormLayout>
#include <QLabel>

namespace typeshift::ui {

namespace {
constexpr int edge = 32;
} // namespace

QVBoxLayout *makeFormColumn(QWidget *form, const Theme &theme, const QString &title, const QString &text)
{
    auto *column = new QVBoxLayout(form);
    column->setContentsMargins(theme.px(edge), theme.px(24), theme.px(edge), theme.px(16));
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
    fields->setLabelAlignment(Qt::AlignRight | Qt::AlignVCenter); // design 09
    fields->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    column->addLayout(fields);
    return fields;
}

QLabel *makeHeading(const Theme &theme, const QString &text, TextStyle style)
{
    auto *label = new QLabel(text);
    const auto renew = [label, &theme, style] {
        QFont font = theme.font(style);
        font.setWeight(QFont::DemiBold);
        label->setFont(font);
    };
    QObject::connect(&theme, &Theme::changed, label, renew);
    renew();
    return label;
}

QLabel *makeHint(const Theme &theme, const QString &text)
{
    auto *label = new QLabel(text);
    label->setWordWrap(true);
    dressHint(*label, theme);
    return label;
}

void dressHint(QLabel &label, const Theme &theme, TextStyle style, Token ink)
{
    label.setForegroundRole(QPalette::WindowText);
    const auto renew = [&label, &theme, style, ink] {
        QPalette palette = label.palette();
        palette.setColor(QPalette::WindowText, theme.colour(ink));
        label.setPalette(palette);
        label.setFont(theme.font(style));
    };
    QObject::connect(&theme, &Theme::changed, &label, renew);
    renew();
}

} // namespace typeshift::ui
