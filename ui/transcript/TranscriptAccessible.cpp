// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "transcript/TranscriptAccessible.h"

#include "transcript/TranscriptModel.h"
#include "transcript/TranscriptView.h"

#include <QPointer>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

//! One row. It stands for a position; what is there may change under it.
class RowAccessible final : public QAccessibleInterface
{
public:
    RowAccessible(TranscriptView *view, int row)
        : m_view(view)
        , m_row(row)
    {
    }

    bool isValid() const override { return m_view && m_row < m_view->model().rowCount(); }
    QObject *object() const override { return nullptr; }
    QAccessibleInterface *parent() const override { return QAccessible::queryAccessibleInterface(m_view.data()); }
    int childCount() const override { return widget() ? 1 : 0; }
    QAccessibleInterface *child(int index) const override
    {
        return index == 0 && widget() ? QAccessible::queryAccessibleInterface(widget()) : nullptr;
    }
    int indexOfChild(const QAccessibleInterface *child) const override
    {
        return widget() && child->object() == widget() ? 0 : -1;
    }
    QAccessibleInterface *childAt(int x, int y) const override
    {
        QWidget *inside = widget();
        const bool isInside = inside && inside->rect().contains(inside->mapFromGlobal(QPoint(x, y)));
        return isInside ? child(0) : nullptr;
    }
    QAccessible::Role role() const override { return QAccessible::ListItem; }

    QString text(QAccessible::Text kind) const override
    {
        if (!isValid() || (kind != QAccessible::Name && kind != QAccessible::Value))
            return {};
        if (kind == QAccessible::Value)
            return {};
        return m_view->model().data(m_view->model().index(m_row), Qt::AccessibleTextRole).toString();
    }
    void setText(QAccessible::Text, const QString &) override { }

    QRect rect() const override
    {
        if (!isValid())
            return {};
        const QRect place = m_view->rowRect(m_row);
        return place.isEmpty() ? QRect() : QRect(m_view->viewport()->mapToGlobal(place.topLeft()), place.size());
    }

    QAccessible::State state() const override
    {
        QAccessible::State state;
        if (!isValid())
            return state;
        state.focusable = true;
        state.selectable = true;
        state.readOnly = true;
        state.focused = m_view->hasFocus() && m_view->currentRow() == m_row;
        state.offscreen = m_view->rowRect(m_row).isEmpty();
        return state;
    }

private:
    QWidget *widget() const { return isValid() ? m_view->rowWidget(m_row) : nullptr; }

    QPointer<TranscriptView> m_view;
    int m_row;
};

QAccessibleInterface *makeInterface(const QString &, QObject *object)
{
    auto *view = qobject_cast<TranscriptView *>(object);
    return view ? new TranscriptAccessible(view) : nullptr;
}

} // namespace

void TranscriptAccessible::install()
{
    static const bool isInstalled = (QAccessible::installFactory(makeInterface), true);
    Q_UNUSED(isInstalled)
}

void TranscriptAccessible::announceCurrent(TranscriptView &view)
{
    if (!QAccessible::isActive() || view.currentRow() < 0 || !view.hasFocus())
        return;
    QAccessibleEvent event(&view, QAccessible::Focus);
    event.setChild(view.currentRow());
    QAccessible::updateAccessibility(&event);
}

TranscriptAccessible::TranscriptAccessible(TranscriptView *view)
    : QAccessibleWidget(view, QAccessible::List)
{
}

TranscriptAccessible::~TranscriptAccessible()
{
    for (const QAccessible::Id id : std::as_const(m_rows))
        QAccessible::deleteAccessibleInterface(id);
}

TranscriptView &TranscriptAccessible::view() const
{
    return *static_cast<TranscriptView *>(widget());
}

int TranscriptAccessible::childCount() const
{
    return view().model().rowCount();
}

QAccessibleInterface *TranscriptAccessible::child(int index) const
{
    if (index < 0 || index >= childCount())
        return nullptr;
    auto row = m_rows.find(index);
    if (row == m_rows.end())
        row = m_rows.insert(index, QAccessible::registerAccessibleInterface(new RowAccessible(&view(), index)));
    return QAccessible::accessibleInterface(*row);
}

int TranscriptAccessible::indexOfChild(const QAccessibleInterface *child) const
{
    for (auto row = m_rows.cbegin(); row != m_rows.cend(); ++row) {
        if (QAccessible::accessibleInterface(*row) == child)
            return row.key();
    }
    return -1;
}

QAccessibleInterface *TranscriptAccessible::childAt(int x, int y) const
{
    return child(view().rowAt(view().viewport()->mapFromGlobal(QPoint(x, y))));
}

QAccessibleInterface *TranscriptAccessible::focusChild() const
{
    return view().hasFocus() ? child(view().currentRow()) : nullptr;
}

} // namespace typeshift::ui
