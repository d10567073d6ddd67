// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/SteeringFile.h"

#include <engine/hosting/Engine.h>

using namespace Qt::StringLiterals;

namespace typeshift::cli {

namespace {

constexpr std::chrono::milliseconds interval{100};

} // namespace

SteeringFile::SteeringFile(Engine &engine)
    : m_engine(engine)
{
    m_timer.setInterval(interval);
    connect(&m_timer, &QTimer::timeout, this, &SteeringFile::readOn);
}

Result<std::unique_ptr<SteeringFile>> SteeringFile::open(const QString &path, Engine &engine)
{
    std::unique_ptr<SteeringFile> opened(new SteeringFile(engine));
    opened->m_file.setFileName(path);
    if (!opened->m_file.open(QIODevice::ReadOnly))
        return failure(Error::Kind::InvalidInput, u"%1: %2"_s.arg(path, opened->m_file.errorString()));
    return opened;
}

void SteeringFile::follow(Run &run)
{
    m_conversation = run.identity().conversation;
    connect(&run, &Run::stateChanged, this, [this](Run::State state) {
        if (state == Run::State::Running) {
            readOn();
            m_timer.start();
        } else if (state == Run::State::Finished) {
            m_timer.stop();
            readOn();
        }
    });
}

void SteeringFile::readOn()
{
    while (m_file.canReadLine() || (m_file.bytesAvailable() > 0 && !m_timer.isActive())) {
        const QString line = QString::fromUtf8(m_file.readLine()).trimmed();
        if (!line.isEmpty() && !m_engine.tracker().trySteer(*m_conversation, line))
            m_refused.append(line);
    }
}

} // namespace typeshift::cli
