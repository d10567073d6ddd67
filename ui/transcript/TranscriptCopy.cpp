// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "theme/Theme.h"
#include "transcript/BlockWords.h"
#include "transcript/TranscriptModel.h"
#include "transcript/TranscriptParts.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocumentFragment>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

constexpr int copiedMilliseconds = 2000;

//! The addresses a document links to, in their order.
QStringList linksOf(const QTextDocument &document)
{
    QStringList links;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QString link = it.fragment().charFormat().anchorHref();
            if (!link.isEmpty() && !links.contains(link))
                links.append(link);
        }
    }
    return links;
}

} // namespace

//! The source of a row that is selected whole, the fragment otherwise.
QString TranscriptView::Parts::markdownOf(int row, const TextRange &range) const
{
    const RowContext context = layout.context(row);
    const Block &block = context.block;
    const auto text = layout.painter(row).text(context);
    const int length = text ? text->document->characterCount() - 1 : 1;
    if (range.from <= 0 && range.to >= length)
        return markdownSource(block, context.authorTitle);
    QTextCursor cursor(text->document);
    cursor.setPosition(range.from);
    cursor.setPosition(std::min(range.to, length), QTextCursor::KeepAnchor);
    if (block.as<Prose>() || block.as<SummaryDivider>())
        return cursor.selection().toMarkdown(QTextDocument::MarkdownDialectGitHub).trimmed();
    return cursor.selection().toPlainText();
}

QString TranscriptView::Parts::codeOf(int row) const
{
    int first = row;
    while (first > 0 && model.block(first).as<CodeBlock>() && model.block(first).as<CodeBlock>()->continued)
        --first;
    QString code;
    for (int piece = first; piece < model.rowCount(); ++piece) {
        const auto *block = model.block(piece).as<CodeBlock>();
        if (!block || (piece > first && !block->continued))
            break;
        code += block->code + u'\n';
    }
    return code;
}

QString TranscriptView::Parts::answerOf(int row) const
{
    int first = row;
    while (first > 0 && !model.block(first - 1).as<UserText>() && !model.block(first - 1).as<Footer>())
        --first;
    QString answer;
    for (int piece = first; piece < row; ++piece) {
        const auto *code = model.block(piece).as<CodeBlock>();
        const auto *prose = model.block(piece).as<Prose>();
        if (!code && !prose)
            continue;
        const bool goesOn = code ? code->continued : prose->continued;
        if (!answer.isEmpty())
            answer += goesOn ? u"\n"_s : u"\n\n"_s;
        answer += markdownSource(model.block(piece), {});
    }
    return answer;
}

void TranscriptView::Parts::copyAnswer(int row)
{
    copiedRow = model.block(row).id;
    copiedTimer.start(copiedMilliseconds, &view);
    updateRow(row);
    copyText(answerOf(row));
}

void TranscriptView::Parts::copyText(const QString &text)
{
    if (text.isEmpty())
        return;
    QGuiApplication::clipboard()->setText(text);
    emit view.copied();
}

void TranscriptView::Parts::copyCode(int row)
{
    while (row > 0 && model.block(row).as<CodeBlock>() && model.block(row).as<CodeBlock>()->continued)
        --row;
    copiedRow = model.block(row).id;
    copiedTimer.start(copiedMilliseconds, &view);
    updateRow(row);
    copyText(codeOf(row));
}

void TranscriptView::Parts::fillMenu(QMenu &menu, const Target &target)
{
    const bool hasSelection = !selection.isEmpty();
    const bool hasRow = target.row >= 0;
    QAction *copyAction = menu.addAction(theme.icon(u"edit-copy"_s), tr("Copy"), &view, [this, row = target.row] {
        if (!selection.isEmpty() || row < 0)
            copyText(view.selectedMarkdown());
        else
            copyText(plainText(model.block(row)));
    });
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setEnabled(hasSelection || hasRow);
    menu.addAction(tr("Copy as markdown"), &view,
                   [this, row = target.row] {
                       copyText(selection.isEmpty() && row >= 0
                                    ? markdownSource(model.block(row), model.authorTitle(model.block(row)))
                                    : view.selectedMarkdown());
                   })
        ->setEnabled(hasSelection || hasRow);
    if (hasRow && model.block(target.row).as<CodeBlock>())
        menu.addAction(tr("Copy code block"), &view, [this, row = target.row] { copyCode(row); });
    if (hasRow && model.block(target.row).as<Footer>())
        menu.addAction(tr("Copy answer"), &view, [this, row = target.row] { copyAnswer(row); });
    if (const auto text = hasRow ? layout.painter(target.row).text(layout.context(target.row)) : std::nullopt) {
        const QStringList links = linksOf(*text->document);
        for (const QString &link : links.first(std::min<qsizetype>(links.size(), 8)))
            menu.addAction(tr("Open %1").arg(link), &view, [this, link] { emit view.linkActivated(QUrl(link)); });
    }
    menu.addSeparator();
    menu.addAction(tr("Select all"), QKeySequence::SelectAll, &view, [this] { view.selectAll(); });
    if (hasRow && layout.painter(target.row).canExpand(layout.context(target.row))) {
        const bool isOpen = model.isExpanded(target.row);
        menu.addAction(isOpen ? tr("Close") : tr("Open"), &view,
                       [this, row = target.row, isOpen] { toggle(row, !isOpen); });
    }
}

void TranscriptView::selectAll()
{
    const int rows = m_parts->model.rowCount();
    if (rows == 0)
        return;
    m_parts->selection.start({m_parts->model.block(0).id, 0, 0});
    m_parts->selection.extend({m_parts->model.block(rows - 1).id, rows - 1, m_parts->layout.textLength(rows - 1)});
    viewport()->update();
}

QString TranscriptView::selectedMarkdown() const
{
    const TranscriptModel &model = m_parts->model;
    if (m_parts->selection.isEmpty()) {
        const int row = m_parts->current.row;
        return row >= 0 ? markdownSource(model.block(row), model.authorTitle(model.block(row))) : QString();
    }
    QString markdown;
    const int first = m_parts->selection.first().row;
    const int last = m_parts->selection.last().row;
    for (int row = first; row <= last; ++row) {
        // Rows between the ends are whole: they need no layout.
        const bool isEnd = row == first || row == last;
        const auto range = isEnd ? m_parts->selection.rangeIn(row, m_parts->layout.textLength(row))
                                 : TextRange{0, INT_MAX};
        if (!range)
            continue;
        const Block &block = model.block(row);
        const QString part = isEnd ? m_parts->markdownOf(row, *range) : markdownSource(block, model.authorTitle(block));
        if (part.isEmpty())
            continue;
        const auto *code = block.as<CodeBlock>();
        const auto *input = block.as<UserText>();
        const auto *prose = block.as<Prose>();
        const bool goesOn = (code && code->continued) || (input && input->continued) || (prose && prose->continued);
        if (!markdown.isEmpty())
            markdown += goesOn ? u"\n"_s : u"\n\n"_s;
        markdown += part;
    }
    return markdown;
}

void TranscriptView::copy()
{
    m_parts->copyText(selectedMarkdown());
}

} // namespace typeshift::ui
