// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <app/toolsets/FileRoots.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace typeshift::toolsets {

//! A chosen folder with a neighbour that holds a secret, and every trap between the two.
struct Playground {
    QTemporaryDir top;
    const QByteArray secret = "the secret words of the neighbour";

    Playground()
    {
        using namespace Qt::StringLiterals;
        QDir().mkpath(path(u"root/sub/deep"_s));
        QDir().mkpath(path(u"root-evil"_s));
        QDir().mkpath(path(u"outside/folder"_s));
        put(u"root/inside.txt"_s, "one\ntwo\nthree\n");
        put(u"root/sub/inner.txt"_s, "inner\n");
        put(u"outside/secret.txt"_s, secret);
        put(u"outside/folder/secret.txt"_s, secret);
        put(u"root-evil/secret.txt"_s, secret);
    }

    QString path(const QString &below) const { return top.filePath(below); }
    QString root() const { return path(QStringLiteral("root")); }
    QByteArray absolute(const QString &below) const { return path(below).toUtf8(); }

    void put(const QString &below, const QByteArray &bytes) const
    {
        QFile file(path(below));
        if (file.open(QIODevice::WriteOnly | QIODevice::Truncate))
            file.write(bytes);
    }
    QByteArray get(const QString &below) const
    {
        QFile file(path(below));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void link(const QByteArray &target, const QString &below) const
    {
        if (::symlink(target.constData(), absolute(below).constData()) != 0)
            qFatal("no link");
    }
    void makeSocket(const QString &below) const
    {
        const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const QByteArray name = absolute(below);
        qstrncpy(address.sun_path, name.constData(), sizeof address.sun_path);
        ::bind(socket, reinterpret_cast<const sockaddr *>(&address), sizeof address);
        ::close(socket);
    }
    //! The names that are in a folder, to see that nothing was left behind.
    QStringList names(const QString &below) const
    {
        return QDir(path(below)).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    }
    FileRoots roots(FileRoots::Walk walk = FileRoots::Walk::Kernel) const
    {
        auto opened = FileRoots::open({root()}, walk);
        return opened ? *opened : FileRoots();
    }
};

} // namespace typeshift::toolsets
