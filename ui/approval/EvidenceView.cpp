// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "approval/EvidenceView.h"

#include "approval/ApprovalWords.h"
#include "approval/CodeView.h"
#include "approval/PrettyJson.h"
#include "theme/Painting.h"
#include "theme/Theme.h"

#include <engine/base/Overloaded.h>

#include <QClipboard>
#include <QFileInfo>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

QString argumentsOf(const Approval &approval)
{
    const QByteArray &arguments = approval.request.call.arguments;
    return prettyJson(arguments).value_or(QString::fromUtf8(arguments));
}

QToolButton *makeButton(const Theme &theme)
{
    auto *button = new QToolButton;
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setFixedHeight(theme.px(24));
    return button;
}

bool isSame(const Approval &one, const Approval &other)
{
    return one.request == other.request && one.evidence == other.evidence;
}

} // namespace

EvidenceView::EvidenceView(const Theme &theme, const KSyntaxHighlighting::Repository &repository, QWidget *parent)
    : QFrame(parent)
    , m_theme(theme)
    , m_head(new QWidget)
    , m_title(new QLabel)
    , m_raw(makeButton(theme))
    , m_copy(makeButton(theme))
    , m_code(new CodeView(theme, repository))
    , m_facts(new QWidget)
    , m_below(new QLabel)
{
    m_title->setTextFormat(Qt::RichText);
    m_title->setWordWrap(true);
    m_raw->setText(tr("Arguments"));
    m_raw->setToolTip(tr("Show the arguments as the agent wrote them"));
    m_raw->setCheckable(true);
    m_copy->setText(tr("Copy"));
    m_below->setTextFormat(Qt::PlainText);
    m_below->setContentsMargins(theme.px(12), theme.px(2), theme.px(12), theme.px(4));

    auto *head = new QHBoxLayout(m_head);
    head->setContentsMargins(theme.px(12), theme.px(2), theme.px(4), theme.px(2));
    head->addWidget(m_title, 1);
    head->addWidget(m_raw);
    head->addWidget(m_copy);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    column->addWidget(m_head);
    column->addWidget(m_code, 1);
    column->addWidget(m_facts);
    column->addWidget(m_below);

    connect(m_raw, &QToolButton::toggled, this, [this](bool isRaw) {
        m_isRaw = isRaw;
        isRaw ? showArguments() : showEvidence();
    });
    connect(m_copy, &QToolButton::clicked, this, [this] {
        const auto *shell = std::get_if<ShellCommand>(&m_shown.evidence);
        QGuiApplication::clipboard()->setText(shell && !m_isRaw ? shell->command : argumentsOf(m_shown));
    });
    connect(m_code, &CodeView::seenChanged, this, &EvidenceView::follow);
    connect(&theme, &Theme::changed, this, &EvidenceView::renewLook);
    renewLook();
}

void EvidenceView::show(const Approval &approval)
{
    if (isSame(m_shown, approval))
        return;
    m_shown = approval;
    m_hasShownAll = false;
    m_isRaw = false;
    m_raw->setChecked(false);
    m_raw->setVisible(!std::holds_alternative<PlainArguments>(approval.evidence));
    showEvidence();
}

void EvidenceView::showEvidence()
{
    std::visit(Overloaded{[this](const FileEdit &edit) {
                              m_code->setRows(codeRows(lineDiff(edit.before, edit.after)),
                                              QFileInfo(edit.path).suffix());
                              m_code->setAccessibleName(tr("Changes of the file"));
                          },
                          [this](const ShellCommand &shell) {
                              m_code->setRows(codeRows(shell.command), u"bash"_s);
                              m_code->setAccessibleName(tr("Shell command"));
                          },
                          [this](const PlainArguments &) {
                              m_code->setRows(codeRows(argumentsOf(m_shown)), u"json"_s);
                              m_code->setAccessibleName(tr("Arguments"));
                          }},
               m_shown.evidence);
    showTitle();
}

// Of what the agent wrote; seen or not, it does not stand for the evidence.
void EvidenceView::showArguments()
{
    m_code->setRows(codeRows(argumentsOf(m_shown)), u"json"_s);
    m_code->setAccessibleName(tr("Arguments"));
    showTitle();
}

void EvidenceView::showTitle()
{
    const auto *edit = std::get_if<FileEdit>(&m_shown.evidence);
    const auto *shell = std::get_if<ShellCommand>(&m_shown.evidence);
    if (m_isRaw || (!edit && !shell))
        m_title->setText(tr("Arguments, JSON"));
    else if (shell)
        m_title->setText(tr("Shell command"));
    else
        m_title->setText(u"%1 &nbsp;<span style='color:%2'>%3</span>"_s.arg(
            visibleMarkup(edit->path, m_theme), m_theme.colour(Token::Text2).name(), changeCount(m_shown)));

    delete m_facts->layout();
    qDeleteAll(m_facts->findChildren<QLabel *>());
    const bool hasFacts = shell && !shell->facts.isEmpty() && !m_isRaw;
    m_facts->setVisible(hasFacts);
    if (hasFacts) {
        auto *grid = new QGridLayout(m_facts);
        grid->setContentsMargins(m_theme.px(12), m_theme.px(4), m_theme.px(12), m_theme.px(4));
        for (int i = 0; i < shell->facts.size(); ++i) {
            auto *label = new QLabel(shell->facts[i].label);
            auto *value = new QLabel(visibleMarkup(shell->facts[i].value, m_theme));
            value->setTextFormat(Qt::RichText);
            label->setBuddy(value);
            label->setForegroundRole(QPalette::PlaceholderText);
            value->setFont(m_theme.font(TextStyle::Code));
            grid->addWidget(label, i / 2, 2 * (i % 2));
            grid->addWidget(value, i / 2, 2 * (i % 2) + 1);
        }
        grid->setColumnStretch(1, 1);
        grid->setColumnStretch(3, 1);
    }
    follow();
}

void EvidenceView::setCompact(int lines)
{
    m_mostLines = lines;
    m_head->setVisible(lines == 0);
    follow();
}

int EvidenceView::linesBelow() const
{
    return m_code->linesBelow();
}

QList<QWidget *> EvidenceView::tabStops() const
{
    return {m_raw, m_copy, m_code};
}

void EvidenceView::follow()
{
    if (m_mostLines > 0) {
        const int wanted = m_code->heightOf(std::min(m_mostLines, int(m_code->rows().size())));
        if (m_code->height() != wanted)
            m_code->setFixedHeight(wanted);
    }
    m_hasShownAll = m_hasShownAll || (!m_isRaw && m_code->hasShownEnd());
    const int below = m_code->isVisible() ? m_code->linesBelow() : 0;
    m_below->setText(below > 1        ? tr("%n more lines follow", nullptr, below)
                         : below == 1 ? tr("1 more line follows")
                                      : QString());
    m_below->setVisible(m_mostLines == 0 || below > 0);
    emit seenChanged();
}

void EvidenceView::renewLook()
{
    m_title->setFont(m_theme.font(TextStyle::Code));
    m_below->setFont(m_theme.font(TextStyle::Caption));
    m_raw->setIcon(m_theme.icon(u"format-text-code"_s));
    m_copy->setIcon(m_theme.icon(u"edit-copy"_s));
    if (!m_shown.request.requestId.isEmpty())
        showTitle();
    update();
}

void EvidenceView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintBox(painter, QRectF(rect()), m_theme.colour(Token::Code), m_theme.colour(Token::Line));
    if (m_head->isVisible())
        painter.fillRect(QRect(1, m_head->geometry().bottom(), width() - 2, 1), m_theme.colour(Token::Line));
}

} // namespace typeshift::ui
