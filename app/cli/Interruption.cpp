// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/Interruption.h"

#include <QSocketNotifier>

#ifdef Q_OS_UNIX
#include <csignal>
#include <fcntl.h>
#include <unistd.h>
#endif

namespace typeshift::cli {

#ifdef Q_OS_UNIX

namespace {

// A signal's function may only write to it.
int pipeEnds[2] = {-1, -1};

void forward(int)
{
    const char mark = 'x';
    [[maybe_unused]] const auto written = ::write(pipeEnds[1], &mark, 1);
}

} // namespace

Interruption::Interruption()
{
    if (::pipe2(pipeEnds, O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    auto *notifier = new QSocketNotifier(pipeEnds[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this] {
        char mark;
        while (::read(pipeEnds[0], &mark, 1) == 1) { }
        emit requested();
    });
    std::signal(SIGINT, forward);
    std::signal(SIGTERM, forward);
}

Interruption::~Interruption()
{
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    for (int &end : pipeEnds) {
        if (end >= 0)
            ::close(end);
        end = -1;
    }
}

#else

// Without signals the console ends the program; the conversation is then interrupted and can be resumed.
Interruption::Interruption() = default;
Interruption::~Interruption() = default;

#endif

} // namespace typeshift::cli
