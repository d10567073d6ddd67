// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAccessibleWidget>
#include <QHash>

namespace typeshift::ui {

class TranscriptView;

//! The transcript for a screen reader: a list whose children are the rows with their text. // 4.5, 39
class TranscriptAccessible final : public QAccessibleWidget
{
public:
    //! Makes views speak; done once, by the first view.
    static void install();
    //! The reader's row is another one.
    static void announceCurrent(TranscriptView &view);

    explicit TranscriptAccessible(TranscriptView *view);
    ~TranscriptAccessible() override;

    int childCount() const override;
    QAccessibleInterface *child(int index) const override;
    int indexOfChild(const QAccessibleInterface *child) const override;
    QAccessibleInterface *childAt(int x, int y) const override;
    QAccessibleInterface *focusChild() const override;

private:
    TranscriptView &view() const;

    mutable QHash<int, QAccessible::Id> m_rows;
};

} // namespace typeshift::ui
