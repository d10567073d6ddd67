// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcessEnvironment>
#include <QStringList>

namespace typeshift::toolsets {

//! What keeps a command away from the rest of the machine.
enum class Isolation {
    None,      //!< nothing: the command may do what the person may do
    Bubblewrap //!< bwrap: the system read-only, homes and sockets hidden, only the chosen folders writable
};

//! What a command may reach.
struct SandboxPlan {
    QStringList writable;       //!< the chosen folders
    QStringList readable;       //!< further ones below a home, tool chains for example
    QString folder;             //!< the working folder
    bool allowsNetwork = false; //!< with it, abstract sockets of this machine are reachable as well

    bool operator==(const SandboxPlan &) const = default;
};

//! Where bwrap is; empty when it is not installed.
QString bubblewrapProgram();

//! The arguments of bwrap up to the command's own. The system is read-only; /home, /root, the person's home, /tmp,
//! /run, /mnt and /media are empty but for the folders of the plan; the command has process numbers, and without
//! network also a network, of its own.
QStringList bubblewrapArguments(const SandboxPlan &plan);

//! What a command sees of the environment: a list of names that are known to hold no secret, and settings that keep
//! programs from asking or colouring.
QProcessEnvironment reducedEnvironment(const QProcessEnvironment &whole);

} // namespace typeshift::toolsets
