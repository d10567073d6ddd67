// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "toolsets/shell/Sandbox.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace typeshift::toolsets {

QString bubblewrapProgram()
{
#if defined(Q_OS_LINUX)
    // Not from the person's PATH alone: an agent may have written a program into it.
    return QStandardPaths::findExecutable(u"bwrap"_s, {u"/usr/bin"_s, u"/bin"_s, u"/usr/local/bin"_s});
#else
    return {};
#endif
}

QStringList bubblewrapArguments(const SandboxPlan &plan)
{
    QStringList arguments{u"--die-with-parent"_s, u"--unshare-pid"_s, u"--unshare-ipc"_s, u"--unshare-uts"_s,
                          u"--unshare-cgroup-try"_s};
    if (!plan.allowsNetwork)
        arguments += u"--unshare-net"_s;
    arguments += {u"--ro-bind"_s, u"/"_s, u"/"_s, u"--dev"_s, u"/dev"_s, u"--proc"_s, u"/proc"_s};
    QStringList hidden{u"/tmp"_s,  u"/var/tmp"_s, u"/run"_s,   u"/home"_s,
                       u"/root"_s, u"/mnt"_s,     u"/media"_s, QDir::homePath()};
    hidden.removeDuplicates();
    for (const QString &folder : std::as_const(hidden)) {
        const QFileInfo there(folder);
        if (there.isDir() && !there.isSymLink() && folder != "/"_L1)
            arguments += {u"--tmpfs"_s, folder};
    }
    if (plan.allowsNetwork) // where /etc/resolv.conf often points
        arguments += {u"--ro-bind-try"_s, u"/run/systemd/resolve"_s, u"/run/systemd/resolve"_s};
    for (const QString &folder : plan.readable)
        arguments += {u"--ro-bind-try"_s, folder, folder};
    for (const QString &folder : plan.writable)
        arguments += {u"--bind"_s, folder, folder};
    arguments += {u"--chdir"_s, plan.folder, u"--"_s};
    return arguments;
}

QProcessEnvironment reducedEnvironment(const QProcessEnvironment &whole)
{
    static const QStringList kept{u"PATH"_s, u"HOME"_s,     u"USER"_s, u"LOGNAME"_s, u"SHELL"_s,
                                  u"LANG"_s, u"LANGUAGE"_s, u"TZ"_s,   u"TMPDIR"_s};
    QProcessEnvironment reduced;
    const QStringList names = whole.keys();
    for (const QString &name : names) {
        if (kept.contains(name) || name.startsWith("LC_"_L1))
            reduced.insert(name, whole.value(name));
    }
    if (!reduced.contains(u"PATH"_s))
        reduced.insert(u"PATH"_s, u"/usr/local/bin:/usr/bin:/bin"_s);
    reduced.insert(u"TERM"_s, u"dumb"_s);
    reduced.insert(u"NO_COLOR"_s, u"1"_s);
    reduced.insert(u"PAGER"_s, u"cat"_s);
    reduced.insert(u"GIT_PAGER"_s, u"cat"_s);
    reduced.insert(u"GIT_TERMINAL_PROMPT"_s, u"0"_s);
    return reduced;
}

} // namespace typeshift::toolsets
