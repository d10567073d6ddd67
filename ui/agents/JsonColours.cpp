// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "agents/JsonColours.h"

#include "markdown/CodeColours.h"
#include "theme/Theme.h"

#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

JsonColours::JsonColours(QTextDocument &document, const KSyntaxHighlighting::Repository &repository, const Theme &theme)
    : KSyntaxHighlighting::SyntaxHighlighter(&document)
    , m_theme(theme)
{
    setDefinition(CodeColours::definitionFor(repository, u"json"_s));
    connect(&theme, &Theme::changed, this, &QSyntaxHighlighter::rehighlight);
}

void JsonColours::applyFormat(int offset, int length, const KSyntaxHighlighting::Format &format)
{
    const auto token = CodeColours::tokenOf(format);
    if (length > 0 && token)
        setFormat(offset, length, m_theme.colour(*token));
}

} // namespace typeshift::ui
