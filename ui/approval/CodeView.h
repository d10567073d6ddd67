// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "approval/CodeRow.h"

#include <QPlainTextEdit>

namespace KSyntaxHighlighting {
class Repository;
}

namespace typeshift::ui {

class Theme;

//! Code that a person decides about: read only, numbered, wrapped so that nothing stands beside the window, hidden
//! characters marked. Takes megabytes: only what is seen is laid out. // DESIGN 4.3.4, T14
class CodeView final : public QPlainTextEdit
{
    Q_OBJECT

public:
    //! Both outlive the view.
    CodeView(const Theme &theme, const KSyntaxHighlighting::Repository &repository, QWidget *parent = nullptr);

    //! Without line numbers and signs: for a reader who has little room.
    void hideNumbers();
    //! What it shows now, from its first line; `language` as after a markdown fence or a file name's ending.
    void setRows(QList<CodeRow> rows, const QString &language);
    const QList<CodeRow> &rows() const { return m_rows; }

    //! Lines that stand below the lower edge.
    int linesBelow() const;
    //! Whether somebody who looks has had the last line before the eyes since setRows().
    bool hasShownEnd() const { return m_hasShownEnd; }
    //! Height for at most so many lines, in pixels.
    int heightOf(int lines) const;

signals:
    //! Other lines are seen.
    void seenChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    friend class CodeGutter;

    void renewLook();
    void dressBlocks();
    void placeGutter();
    void look();
    void paintGutter(QPainter &painter, const QRect &rect);
    template<typename Visit>
    void forSeenBlocks(Visit visit) const;

    const Theme &m_theme;
    const KSyntaxHighlighting::Repository &m_repository;
    QList<CodeRow> m_rows;
    QString m_language;
    QWidget *m_gutter;
    bool m_hasTwoNumbers = false;
    bool m_hasNumbers = true;
    bool m_hasShownEnd = false;
};

} // namespace typeshift::ui
