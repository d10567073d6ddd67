// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "transcript/CodePainter.h"

#include "markdown/CodeColours.h"
#include "theme/Theme.h"

#include <QCoreApplication>
#include <QPainter>

#include <cmath>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Transcript)
};

constexpr int mostPiecesWalked = 50; // 4,000 lines: beyond, a jump to the end may show a comment in plain colours

int headHeight(const RowContext &row)
{
    return std::get<CodeBlock>(row.block.content).continued ? 0 : row.px(28);
}

int edge(const RowContext &row)
{
    return row.px(12);
}

//! "cpp" is C++ to a reader, and no word at all is better than "text".
QString languageName(const QString &language)
{
    static const QHash<QString, QString> names{{u"cpp"_s, u"C++"_s},
                                               {u"py"_s, u"Python"_s},
                                               {u"python"_s, u"Python"_s},
                                               {u"js"_s, u"JavaScript"_s},
                                               {u"ts"_s, u"TypeScript"_s},
                                               {u"sh"_s, u"Shell"_s},
                                               {u"bash"_s, u"Bash"_s},
                                               {u"json"_s, u"JSON"_s},
                                               {u"yaml"_s, u"YAML"_s},
                                               {u"yml"_s, u"YAML"_s},
                                               {u"html"_s, u"HTML"_s},
                                               {u"css"_s, u"CSS"_s},
                                               {u"sql"_s, u"SQL"_s},
                                               {u"xml"_s, u"XML"_s},
                                               {u"rust"_s, u"Rust"_s},
                                               {u"go"_s, u"Go"_s},
                                               {u"c"_s, u"C"_s},
                                               {u"java"_s, u"Java"_s},
                                               {u"diff"_s, u"Diff"_s},
                                               {u"cmake"_s, u"CMake"_s},
                                               {u"javascript"_s, u"JavaScript"_s},
                                               {u"typescript"_s, u"TypeScript"_s},
                                               {u"markdown"_s, u"Markdown"_s}};
    return names.value(language.toLower(), language);
}

//! What the rows of the same block above this one leave open; each is walked once.
KSyntaxHighlighting::State stateAbove(const RowContext &row)
{
    if (!std::get<CodeBlock>(row.block.content).continued)
        return {};
    QHash<RowId, KSyntaxHighlighting::State> &known = row.documents.codeStates();
    QList<const Block *> missing;
    KSyntaxHighlighting::State state;
    for (int rows = 1; rows <= mostPiecesWalked; ++rows) {
        const Block *piece = row.above(rows);
        const auto *code = piece ? piece->as<CodeBlock>() : nullptr;
        if (!code)
            break;
        if (const auto found = known.constFind(piece->id); found != known.constEnd()) {
            state = *found;
            break;
        }
        missing.prepend(piece);
        if (!code->continued)
            break;
    }
    CodeColours colours(row.look.repository, row.theme());
    for (const Block *piece : std::as_const(missing)) {
        const auto &code = std::get<CodeBlock>(piece->content);
        state = colours.stateAfter(code.code, code.language, state);
        known.insert(piece->id, state);
    }
    return state;
}

} // namespace

std::optional<RowText> CodePainter::text(const RowContext &row) const
{
    const auto &code = std::get<CodeBlock>(row.block.content);
    auto &document = row.documents.document(row.block.id, row.revision, -1, [&] {
        return MarkdownDocument::ofCode(code.code, code.language, row.look, stateAbove(row));
    });
    const int top = headHeight(row) + (code.continued ? 0 : row.px(8));
    return RowText{&document, {edge(row) - row.scroll, top}};
}

int CodePainter::height(const RowContext &row) const
{
    const auto &code = std::get<CodeBlock>(row.block.content);
    const RowText shown = *text(row);
    return shown.origin.y() + int(std::ceil(shown.document->size().height())) + (code.continues ? 0 : row.px(10));
}

int CodePainter::scrollRange(const RowContext &row)
{
    const RowText shown = *CodePainter().text(row);
    return std::max(0, int(std::ceil(shown.document->idealWidth())) + 2 * edge(row) - row.width);
}

QRect CodePainter::copyButton(const RowContext &row)
{
    if (std::get<CodeBlock>(row.block.content).continued)
        return {};
    const int width = row.px(20) + QFontMetrics(row.font(TextStyle::Body)).horizontalAdvance(Words::tr("Copied"))
        + row.px(12);
    return row.placed({row.width - width - row.px(2), row.px(2), width, row.px(24)});
}

void CodePainter::paint(QPainter &painter, const RowContext &row, const RowState &state) const
{
    const auto &code = std::get<CodeBlock>(row.block.content);
    const Theme &theme = row.theme();
    const QRect box(0, 0, row.width, height(row));
    paintFrame(painter, box, theme.colour(Token::Code), theme.colour(Token::Line),
               frameSides(code.continued, code.continues));
    if (!code.continued) {
        const QRect head(edge(row), 0, row.width - 2 * edge(row) - copyButton(row).width(), headHeight(row));
        int left = head.left();
        if (!code.title.isEmpty()) {
            const QFont path = row.font(TextStyle::Code);
            const int width = std::min(head.width() * 3 / 4, QFontMetrics(path).horizontalAdvance(code.title) + 1);
            paintLine(painter, row.placed({left, 0, width, head.height()}), path, theme.colour(Token::Text2),
                      code.title, Qt::AlignLeft | Qt::AlignVCenter, row.direction);
            left += width + row.px(8);
        }
        const QString language = code.language.isEmpty() ? Words::tr("Code") : languageName(code.language);
        paintLine(painter, row.placed({left, 0, head.right() - left, head.height()}), row.font(TextStyle::Small),
                  theme.colour(Token::Text3), language, Qt::AlignLeft | Qt::AlignVCenter, row.direction);
        painter.fillRect(QRect(1, headHeight(row) - 1, row.width - 2, 1), theme.colour(Token::Line));

        const QRect button = copyButton(row);
        const bool isLeftToRight = row.direction == Qt::LeftToRight;
        const QRect icon(isLeftToRight ? button.left() + row.px(4) : button.right() - row.px(4) - 16,
                         button.center().y() - 7, 16, 16);
        const bool isMarked = state.isHovered || state.isCurrent;
        const Token colour = state.isCopied ? Token::Ok : isMarked ? Token::Text : Token::Text2;
        theme.icon(state.isCopied ? u"checkmark"_s : u"edit-copy"_s, colour).paint(&painter, icon);
        const int gap = row.px(24);
        const QRect word = isLeftToRight ? button.adjusted(gap, 0, 0, 0) : button.adjusted(0, 0, -gap, 0);
        paintLine(painter, word, row.font(TextStyle::Body), theme.colour(colour),
                  state.isCopied ? Words::tr("Copied") : Words::tr("Copy"), Qt::AlignLeft | Qt::AlignVCenter,
                  row.direction);
    }
    painter.save();
    const QRect inner(1, headHeight(row), row.width - 2, box.height() - headHeight(row));
    painter.setClipRect(inner, Qt::IntersectClip);
    RowState shown = state;
    shown.visible = state.visible.intersected(inner);
    paintText(painter, row, *text(row), shown);
    painter.restore();
    if (const int range = scrollRange(row); range > 0 && !code.continues) {
        const int track = row.width - 8;
        const int thumb = std::max(24, track * row.width / (row.width + range));
        const int x = 4 + (track - thumb) * std::min(row.scroll, range) / range;
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.colour(state.isHovered ? Token::Control : Token::LineStrong));
        painter.drawRoundedRect(QRectF(x, box.bottom() - 5, thumb, 4), 2, 2);
        painter.restore();
    }
}

RowHit CodePainter::hit(const RowContext &row, const QPoint &point) const
{
    if (copyButton(row).contains(point))
        return {RowHit::Kind::CopyCode, -1, {}};
    return BlockPainter::hit(row, point);
}

} // namespace typeshift::ui
