// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "markdown/CodeColours.h"

#include "theme/Theme.h"

#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/Theme>

#include <QTextBlock>
#include <QTextDocument>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

std::optional<Token> tokenOfStyle(KSyntaxHighlighting::Theme::TextStyle style)
{
    using Style = KSyntaxHighlighting::Theme::TextStyle;
    switch (style) {
    case Style::Keyword:
    case Style::ControlFlow:
    case Style::Import:
    case Style::Preprocessor:
        return Token::SyntaxKeyword;
    case Style::Function:
    case Style::BuiltIn:
    case Style::Extension:
        return Token::SyntaxFunction;
    case Style::Char:
    case Style::SpecialChar:
    case Style::String:
    case Style::VerbatimString:
    case Style::SpecialString:
        return Token::SyntaxString;
    case Style::DecVal:
    case Style::BaseN:
    case Style::Float:
    case Style::Constant:
        return Token::SyntaxNumber;
    case Style::DataType:
    case Style::Attribute:
        return Token::SyntaxType;
    case Style::Comment:
    case Style::Documentation:
    case Style::CommentVar:
    case Style::Annotation:
        return Token::SyntaxComment;
    default:
        return {};
    }
}

} // namespace

CodeColours::CodeColours(const KSyntaxHighlighting::Repository &repository, const Theme &theme)
    : m_repository(repository)
    , m_theme(theme)
{
}

KSyntaxHighlighting::Definition CodeColours::definitionFor(const KSyntaxHighlighting::Repository &repository,
                                                           const QString &language)
{
    if (language.isEmpty())
        return {};
    static const QHash<QString, QString> otherNames{
        {u"shell"_s, u"Bash"_s},    {u"sh"_s, u"Bash"_s},  {u"console"_s, u"Bash"_s}, {u"js"_s, u"JavaScript"_s},
        {u"ts"_s, u"TypeScript"_s}, {u"yml"_s, u"YAML"_s}, {u"c++"_s, u"C++"_s},      {u"py"_s, u"Python"_s}};
    const QString name = otherNames.value(language.toLower(), language);
    if (auto definition = repository.definitionForName(name); definition.isValid())
        return definition;
    return repository.definitionForFileName(u"x."_s + name.toLower());
}

KSyntaxHighlighting::State CodeColours::stateAfter(const QString &code, const QString &language,
                                                   KSyntaxHighlighting::State state)
{
    const auto wanted = definitionFor(m_repository, language);
    if (!wanted.isValid())
        return state;
    setDefinition(wanted);
    for (const QStringView line : QStringView(code).split(u'\n'))
        state = highlightLine(line, state);
    m_ranges.clear();
    return state;
}

void CodeColours::colourAll(QTextDocument &document, const QString &language, KSyntaxHighlighting::State state)
{
    const auto wanted = definitionFor(m_repository, language);
    if (!wanted.isValid())
        return;
    setDefinition(wanted);
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        m_ranges.clear();
        state = highlightLine(block.text(), state);
        if (!m_ranges.isEmpty())
            block.layout()->setFormats(m_ranges);
    }
}

void CodeColours::colourFences(QTextDocument &document)
{
    QString current;
    bool isInside = false;
    KSyntaxHighlighting::State state;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        if (!block.blockFormat().hasProperty(QTextFormat::BlockCodeFence)) {
            isInside = false;
            continue;
        }
        const QString language = block.blockFormat().stringProperty(QTextFormat::BlockCodeLanguage);
        if (!isInside || language != current) {
            current = language;
            isInside = true;
            state = {};
            setDefinition(definitionFor(m_repository, language));
        }
        if (!definition().isValid())
            continue;
        m_ranges.clear();
        state = highlightLine(block.text(), state);
        block.layout()->setFormats(m_ranges);
    }
}

std::optional<Token> CodeColours::tokenOf(const KSyntaxHighlighting::Format &format)
{
    return tokenOfStyle(format.textStyle());
}

void CodeColours::applyFormat(int offset, int length, const KSyntaxHighlighting::Format &format)
{
    const auto token = tokenOf(format);
    if (length == 0 || !token)
        return;
    QTextCharFormat colour;
    colour.setForeground(m_theme.colour(*token));
    m_ranges.append({offset, length, colour});
}

} // namespace typeshift::ui
