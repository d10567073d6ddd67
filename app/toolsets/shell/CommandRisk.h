// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

namespace typeshift::toolsets {

//! What a person should look at twice before a command runs. // DESIGN 4.3.3
enum class CommandRisk {
    Deletes,      //!< removes or overwrites what may not come back
    Sends,        //!< reaches other machines, or people
    BecomesRoot,  //!< asks for more rights
    LeavesFolder, //!< names a place outside of the folders
    Hides,        //!< runs text that is not readable here: decoded, downloaded or evaluated
};

//! The risks that the words of a command show, each once, in this order. A guess for the eye and no fence: the sandbox
//! and the approval are the fence. `folders` are the chosen ones, absolute.
QList<CommandRisk> risksOf(const QString &command, const QStringList &folders);

} // namespace typeshift::toolsets
