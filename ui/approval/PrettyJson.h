// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace typeshift::ui {

//! JSON on lines of its own, keys in the order of the text, numbers and strings byte for byte as they stand there:
//! nothing goes through a parser that sorts or rounds. None when the text is no JSON. // T19
std::optional<QString> prettyJson(const QByteArray &json);

//! The same JSON with what nobody can see inside its strings written as escapes (`\u202e`), so that it can be edited
//! as it is seen. Means the same. // DESIGN 4.3.6
QString withEscapes(QStringView json);

} // namespace typeshift::ui
