// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPlainTextEdit>

namespace KSyntaxHighlighting {
class Repository;
}

namespace typeshift::ui {

class Theme;

//! JSON that a person writes: numbered and coloured, what is wrong underlined. What nobody can see is written as an
//! escape, which means the same in JSON, in pasted text too. // design 05c, DESIGN 4.3.6
class JsonEdit final : public QPlainTextEdit
{
    Q_OBJECT

public:
    //! A place that is wrong, counted as QString counts.
    struct Mark {
        qsizetype at = 0;
        qsizetype length = 0;

        bool operator==(const Mark &) const = default;
    };

    //! Both outlive the edit.
    JsonEdit(const Theme &theme, const KSyntaxHighlighting::Repository &repository, QWidget *parent = nullptr);

    //! Another text, with nothing to undo. It is one that editable() gave.
    void begin(const QString &text);
    //! Another text for the same file: one step that can be undone.
    void replace(Mark place, const QString &text);
    //! What is written, line by line, with every character as it stands.
    QString text() const;
    void setMarks(const QList<Mark> &marks);
    const QList<Mark> &marks() const { return m_marks; }
    //! Selects a place and goes there.
    void goTo(Mark place);

    //! A file's text as the edit shows it.
    static QString editable(const QString &text);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void insertFromMimeData(const QMimeData *source) override;

private:
    friend class JsonGutter;

    void renewLook();
    void placeGutter();
    void showMarks();
    void paintGutter(QPainter &painter, const QRect &rect);
    QTextCursor cursorAt(Mark place) const;

    const Theme &m_theme;
    QWidget *m_gutter;
    QList<Mark> m_marks;
    QList<int> m_wrongLines;
};

} // namespace typeshift::ui
