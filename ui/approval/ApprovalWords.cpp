// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/ApprovalWords.h"

#include "approval/LineDiff.h"
#include "theme/Theme.h"
#include "words/VisibleText.h"

#include <engine/base/Overloaded.h>

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Approval)
};

VisibleText cutLine(const QString &text, qsizetype most)
{
    const qsizetype end = text.size() > most && text[most].isLowSurrogate() ? most - 1 : std::min(most, text.size());
    VisibleText line = visibleText(QStringView(text).first(end), LineBreaks::Marked);
    if (end < text.size())
        line.text += u'…';
    return line;
}

} // namespace

QString visibleLine(const QString &text, qsizetype most)
{
    return cutLine(text, most).text;
}

QString visibleMarkup(const QString &text, const Theme &theme, qsizetype most)
{
    const VisibleText line = cutLine(text, most);
    QString markup;
    qsizetype at = 0;
    for (const VisibleText::Mark &mark : line.marks) {
        markup += line.text.sliced(at, mark.start - at).toHtmlEscaped();
        markup += u"<span style='color:%1;background:%2'>%3</span>"_s.arg(
            theme.colour(Token::Dan).name(), theme.colour(Token::DanSoft).name(),
            line.text.sliced(mark.start, mark.length).toHtmlEscaped());
        at = mark.start + mark.length;
    }
    return markup + line.text.sliced(at).toHtmlEscaped();
}

QString symbolOf(const Approval &approval)
{
    return std::visit(Overloaded{[](const FileEdit &) { return u"document-edit"_s; },
                                 [](const ShellCommand &) { return u"dialog-scripts"_s; },
                                 [](const PlainArguments &) { return u"code-context"_s; }},
                      approval.evidence);
}

QString summaryOf(const Approval &approval)
{
    return std::visit(Overloaded{[](const FileEdit &edit) { return visibleLine(edit.path); },
                                 [](const ShellCommand &shell) { return visibleLine(shell.command.trimmed()); },
                                 [&](const PlainArguments &) {
                                     const QByteArray start = approval.request.call.arguments.left(400);
                                     return visibleLine(QString::fromUtf8(start).simplified());
                                 }},
                      approval.evidence);
}

QString changeCount(const Approval &approval)
{
    const auto *edit = std::get_if<FileEdit>(&approval.evidence);
    if (!edit)
        return {};
    const QList<DiffLine> lines = lineDiff(edit->before, edit->after, 0);
    const auto added = std::ranges::count(lines, DiffLine::Kind::Added, &DiffLine::kind);
    const auto removed = std::ranges::count(lines, DiffLine::Kind::Removed, &DiffLine::kind);
    return u"+%1 −%2"_s.arg(QLocale().toString(added), QLocale().toString(removed));
}

QString closingLine(const ApprovalClosing &closing)
{
    if (closing.kind == ApprovalClosing::Kind::PassedBy)
        return Words::tr("The agent went on without it");
    const QString at = closing.at.isValid() ? QLocale().toString(closing.at.toLocalTime().time(), u"HH:mm"_s)
                                            : QString();
    if (closing.by.isEmpty())
        return closing.approved ? Words::tr("Approved") : Words::tr("Rejected");
    if (at.isEmpty())
        return closing.approved ? Words::tr("Approved by %1").arg(closing.by)
                                : Words::tr("Rejected by %1").arg(closing.by);
    return closing.approved ? Words::tr("Approved by %1, %2").arg(closing.by, at)
                            : Words::tr("Rejected by %1, %2").arg(closing.by, at);
}

} // namespace typeshift::ui
