// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transcript/Block.h"

#include <QString>

namespace typeshift::ui {

//! What a reader sees of a block, as plain text: for search, and for what has no document.
QString plainText(const Block &block);
//! What a screen reader says for a block; never empty. // DESIGN 4.5, T: 39
QString accessibleText(const Block &block, const QString &authorTitle);
//! The block's source as markdown; empty for what is no part of the conversation's text (footers, notices).
QString markdownSource(const Block &block, const QString &authorTitle);

//! "Reasoning, 11 s · 640 tokens"
QString reasoningLine(const Reasoning &reasoning);
//! "3 model calls · 221.7k in (158.4k cached) · 0.9k out · 21 s"
QString footerLine(const Footer &footer);
//! "Summary of 41 earlier messages"
QString summaryLine(const SummaryDivider &summary);
QString cutLine(const Cut &cut);
QString noticeLine(const Notice &notice);
//! The arguments of a call on one line: the value when there is one, "name: value" otherwise.
QString argumentsLine(const FunctionCall &call);
//! The right column of a tool row: the first line of what came back.
QString resultLine(const ToolRow &row);
//! The clock today, date and clock otherwise, in the reader's zone and language.
QString timeText(const QDateTime &at);

} // namespace typeshift::ui
