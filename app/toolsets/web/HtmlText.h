// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QUrl>

namespace typeshift::toolsets {

//! What a person would read of a page.
struct HtmlText {
    QString title;
    QString text;
    bool operator==(const HtmlText &) const = default;
};

//! Drops tags, scripts, styles and comments; keeps paragraphs, list marks, headings and the addresses of links, made
//! absolute by `page`; decodes entities. Any input has an answer, in time linear to its length.
HtmlText textOfHtml(QStringView html, const QUrl &page = {});

//! "&lt;&#8364;" as "<€"; what is no entity stays.
QString withoutEntities(QStringView text);

} // namespace typeshift::toolsets
