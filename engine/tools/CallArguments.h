// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/Result.h"

#include <QJsonObject>

namespace typeshift {

//! The arguments of a call as the object that a tool takes; nothing and null are an empty one. Tool errors that say
//! what is wrong with the text. // 2.0.16, 2.0.17
Result<QJsonObject> readArguments(const QByteArray &text);

} // namespace typeshift
