// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "window/PaneWalk.h"

#include <QWidget>

namespace typeshift::ui {

namespace {

void focusPane(QWidget &pane)
{
    if (pane.focusProxy() || pane.focusPolicy() != Qt::NoFocus)
        return pane.setFocus(Qt::TabFocusReason);
    for (QWidget *next = pane.nextInFocusChain(); next != &pane; next = next->nextInFocusChain()) {
        if (pane.isAncestorOf(next) && next->isVisible() && next->isEnabled() && (next->focusPolicy() & Qt::TabFocus))
            return next->setFocus(Qt::TabFocusReason);
    }
}

} // namespace

void stepPane(QList<QWidget *> panes, const QWidget *focused, int direction)
{
    panes.removeIf([](const QWidget *pane) { return !pane->isVisible(); });
    if (panes.isEmpty())
        return;
    const auto holds = [focused](const QWidget *pane) {
        return focused && (pane == focused || pane->isAncestorOf(focused));
    };
    const auto at = std::ranges::find_if(panes, holds);
    const qsizetype from = at == panes.end() ? (direction > 0 ? -1 : 0) : std::distance(panes.begin(), at);
    focusPane(*panes[(from + direction + panes.size()) % panes.size()]);
}

} // namespace typeshift::ui
