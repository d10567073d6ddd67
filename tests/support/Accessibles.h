// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAccessible>
#include <QStringList>
#include <QWidget>

#include <algorithm>
#include <array>
#include <functional>

namespace typeshift {

//! Calls `visit` for everything of a tree that a screen reader can reach at this moment.
inline void walkAccessibles(QAccessibleInterface *root, const std::function<void(QAccessibleInterface &)> &visit)
{
    if (!root || !root->isValid() || root->state().invisible)
        return;
    visit(*root);
    for (int i = 0; i < root->childCount(); ++i)
        walkAccessibles(root->child(i), visit);
}

//! The visible widget of this accessible name; null when there is none.
template<typename T = QWidget>
T *findByAccessibleName(QWidget &root, const QString &name)
{
    for (T *widget : root.findChildren<T *>()) {
        QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(widget);
        if (widget->isVisibleTo(&root) && interface && interface->text(QAccessible::Name) == name)
            return widget;
    }
    return nullptr;
}

//! What can be operated and has no name, as role and class. // 39
inline QStringList namelessControls(QWidget &root)
{
    QStringList nameless;
    walkAccessibles(QAccessible::queryAccessibleInterface(&root), [&](QAccessibleInterface &each) {
        static constexpr std::array roles{QAccessible::Button,      QAccessible::EditableText, QAccessible::List,
                                          QAccessible::ListItem,    QAccessible::MenuItem,     QAccessible::CheckBox,
                                          QAccessible::RadioButton, QAccessible::ComboBox,     QAccessible::Table,
                                          QAccessible::PushButton,  QAccessible::ButtonMenu};
        if (!std::ranges::contains(roles, each.role()) || !each.text(QAccessible::Name).trimmed().isEmpty())
            return;
        const QObject *object = each.object();
        nameless.append(QStringLiteral("%1 %2")
                            .arg(int(each.role()))
                            .arg(object ? QString::fromLatin1(object->metaObject()->className()) : QString()));
    });
    return nameless;
}

} // namespace typeshift
