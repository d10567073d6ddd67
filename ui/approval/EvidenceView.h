// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "approval/Approval.h"

#include <QFrame>

class QLabel;
class QToolButton;
class QFormLayout;
namespace KSyntaxHighlighting {
class Repository;
}

namespace typeshift::ui {

class CodeView;
class Theme;

//! What a person decides about, complete: the whole diff, command or JSON in a view that scrolls, under a line that
//! says what it is, above one that says how much follows. // DESIGN 4.3.4, T14
class EvidenceView final : public QFrame
{
    Q_OBJECT

public:
    //! Both outlive the view.
    EvidenceView(const Theme &theme, const KSyntaxHighlighting::Repository &repository, QWidget *parent = nullptr);

    //! Shows a request from its first line; the same one again changes nothing.
    void show(const Approval &approval);
    //! Whether the last line was before the eyes since this request is shown.
    bool hasShownAll() const { return m_hasShownAll; }
    //! Lines that are not seen yet.
    int linesBelow() const;
    //! As a part of a card: at most so many lines high, without a head of its own.
    void setCompact(int lines);
    CodeView &code() { return *m_code; }
    QList<QWidget *> tabStops() const;

signals:
    //! The end came into sight, or another part is seen.
    void seenChanged();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void showEvidence();
    void showArguments();
    void showTitle();
    void follow();
    void renewLook();

    const Theme &m_theme;
    Approval m_shown;
    bool m_isRaw = false;
    bool m_hasShownAll = false;
    int m_mostLines = 0;
    QWidget *m_head;
    QLabel *m_title;
    QToolButton *m_raw;
    QToolButton *m_copy;
    CodeView *m_code;
    QWidget *m_facts;
    QLabel *m_below;
};

} // namespace typeshift::ui
