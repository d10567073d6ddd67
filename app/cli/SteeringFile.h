// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/base/Result.h>
#include <engine/hosting/Run.h>

#include <QFile>
#include <QTimer>

namespace typeshift {
class Engine;
}

namespace typeshift::cli {

//! Steers a run with the lines of a file (run --steer-from), and with those that are written to it while the run works.
//! An empty line is skipped.
class SteeringFile final : public QObject
{
    Q_OBJECT

public:
    //! InvalidInput when the file cannot be read.
    static Result<std::unique_ptr<SteeringFile>> open(const QString &path, Engine &engine);

    //! Hands in what is there from the moment the run has begun. The engine outlives this.
    void follow(Run &run);
    //! The lines that no run took: they came when it ended already.
    const QStringList &refused() const { return m_refused; }

private:
    explicit SteeringFile(Engine &engine);

    void readOn();

    Engine &m_engine;
    QFile m_file;
    std::optional<ConversationId> m_conversation;
    QStringList m_refused;
    QTimer m_timer;
};

} // namespace typeshift::cli
