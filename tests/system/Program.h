// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

namespace typeshift {

//! The console program, started as a person or a script would.
class Program
{
public:
    struct Ended {
        int exitCode = -1;
        QByteArray output;
        QByteArray errors;

        //! Standard output as JSON lines.
        QList<QJsonObject> lines() const
        {
            QList<QJsonObject> objects;
            for (const QByteArray &line : output.split('\n')) {
                if (!line.isEmpty())
                    objects.append(QJsonDocument::fromJson(line).object());
            }
            return objects;
        }
        QList<QJsonObject> linesOfType(QLatin1StringView type) const
        {
            auto objects = lines();
            objects.removeIf(
                [type](const QJsonObject &line) { return line.value(QLatin1StringView("type")).toString() != type; });
            return objects;
        }
    };

    explicit Program(QString store)
        : m_store(std::move(store))
    {
        m_environment = QProcessEnvironment::systemEnvironment();
        m_environment.remove(QStringLiteral("DBUS_SESSION_BUS_ADDRESS")); // No keychain but the one a test starts.
        m_environment.insert(QStringLiteral("TYPESHIFT_DEMO_PACE"), QStringLiteral("0"));
    }

    void setEnvironment(const QString &name, const QString &value) { m_environment.insert(name, value); }

    const QProcessEnvironment &environment() const { return m_environment; }

    std::unique_ptr<QProcess> start(const QStringList &arguments) const
    {
        auto process = std::make_unique<QProcess>();
        process->setProgram(QStringLiteral(TYPESHIFT_PROGRAM));
        process->setArguments(arguments + QStringList{QStringLiteral("--store"), m_store});
        process->setProcessEnvironment(m_environment);
        process->start();
        return process;
    }

    //! Runs to the end while the test's own event loop goes on, so that a server in the test can answer.
    Ended run(const QStringList &arguments, const QByteArray &input = {}) const
    {
        const auto process = start(arguments);
        QSignalSpy finished(process.get(), &QProcess::finished);
        process->write(input);
        process->closeWriteChannel();
        if (process->state() != QProcess::NotRunning && !finished.wait(60'000))
            process->kill();
        return {process->exitStatus() == QProcess::NormalExit ? process->exitCode() : -1,
                process->readAllStandardOutput(), process->readAllStandardError()};
    }

private:
    QString m_store;
    QProcessEnvironment m_environment;
};

} // namespace typeshift
