// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "window/PaneWalk.h"

#include <QWidget>

namespace typeshift::ui {

namespace {

void focusPane(const Pane &entered)
{
    QWidget &pane = *entered.area;
    if (entered.start && entered.start->focusPolicy() != Qt::NoFocus)
        return entered.start->setFocus(Qt::TabFocusReason);
    if (pane.focusProxy() || pane.focusPolicy() != Qt::NoFocus)
        return pane.setFocus(Qt::TabFocusReason);
    for (QWidget *next = pane.nextInFocusChain(); next != &pane; next = next->nextInFocusChain()) {
        if (pane.isAncestorOf(next) && next->isVisible() && next->isEnabled() && (next->focusPolicy() & Qt::TabFocus))
            return next->setFocus(Qt::TabFocusReason);
    }
}

} // namespace

void stepPane(QList<Pane> panes, const QWidget *focused, int direction)
{
    panes.removeIf([](const Pane &pane) { return !pane.area->isVisible(); });
    if (panes.isEmpty())
        return;
    const auto holds = [focused](const Pane &pane) {
        return focused && (pane.area == focused || pane.area->isAncestorOf(focused));
    };
    const auto at = std::ranges::find_if(panes, holds);
    const qsizetype from = at == panes.end() ? (direction > 0 ? -1 : 0) : std::distance(panes.begin(), at);
    focusPane(panes[(from + direction + panes.size()) % panes.size()]);
}

} // namespace typeshift::ui
