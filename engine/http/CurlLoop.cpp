// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "http/CurlLoop.h"

#include <QPointer>
#include <QSocketNotifier>

namespace typeshift {

namespace {

// Once per process, before the first handle and until the end: curl's own rule.
void initialiseCurl()
{
    static const CURLcode code = curl_global_init(CURL_GLOBAL_DEFAULT);
    Q_UNUSED(code)
}

// A notifier may be in the middle of its own signal: it is silenced now and deleted later.
void retire(std::unique_ptr<QSocketNotifier> notifier)
{
    if (!notifier)
        return;
    notifier->setEnabled(false);
    notifier->disconnect();
    notifier.release()->deleteLater();
}

} // namespace

CurlTransfer::CurlTransfer()
    : easy((initialiseCurl(), curl_easy_init()))
{
}

CurlTransfer::~CurlTransfer()
{
    curl_easy_cleanup(easy);
    curl_slist_free_all(headers);
    curl_slist_free_all(connectTo);
}

CurlLoop::CurlLoop(int connectionsPerHost)
    : m_multi((initialiseCurl(), curl_multi_init()))
{
    curl_multi_setopt(m_multi, CURLMOPT_SOCKETFUNCTION, &CurlLoop::watchSocket);
    curl_multi_setopt(m_multi, CURLMOPT_SOCKETDATA, this);
    curl_multi_setopt(m_multi, CURLMOPT_TIMERFUNCTION, &CurlLoop::setTimer);
    curl_multi_setopt(m_multi, CURLMOPT_TIMERDATA, this);
    curl_multi_setopt(m_multi, CURLMOPT_MAX_HOST_CONNECTIONS, long(connectionsPerHost));
    curl_multi_setopt(m_multi, CURLMOPT_MAXCONNECTS, long(connectionsPerHost));
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] { perform(CURL_SOCKET_TIMEOUT, 0); });
}

CurlLoop::~CurlLoop()
{
    for (const auto &[easy, transfer] : m_running)
        curl_multi_remove_handle(m_multi, easy);
    m_running.clear();
    curl_multi_cleanup(m_multi); // Closes the kept connections and calls watchSocket for each.
}

void CurlLoop::add(std::shared_ptr<CurlTransfer> transfer)
{
    if (m_isInside) {
        m_toAdd.push_back(std::move(transfer));
        return;
    }
    transfer->isRunning = true;
    CURL *easy = transfer->easy;
    m_running.emplace(easy, std::move(transfer));
    curl_multi_add_handle(m_multi, easy); // Sets the timer to now: the work begins in the event loop.
}

void CurlLoop::remove(const std::shared_ptr<CurlTransfer> &transfer)
{
    transfer->done = {};
    if (m_isInside) {
        m_toRemove.push_back(transfer);
        return;
    }
    std::erase(m_toAdd, transfer);
    if (!std::exchange(transfer->isRunning, false))
        return;
    curl_multi_remove_handle(m_multi, transfer->easy);
    m_running.erase(transfer->easy);
}

int CurlLoop::watchSocket(CURL *, curl_socket_t socket, int what, void *loop, void *)
{
    static_cast<CurlLoop *>(loop)->watch(socket, what);
    return 0;
}

int CurlLoop::setTimer(CURLM *, long milliseconds, void *loop)
{
    QTimer &timer = static_cast<CurlLoop *>(loop)->m_timer;
    if (milliseconds < 0)
        timer.stop();
    else
        timer.start(std::chrono::milliseconds(milliseconds));
    return 0;
}

void CurlLoop::watch(curl_socket_t socket, int what)
{
    Watch &watch = m_watches[socket];
    const auto set = [this, socket](std::unique_ptr<QSocketNotifier> &notifier, bool isWanted,
                                    QSocketNotifier::Type type, int event) {
        if (isWanted && !notifier) {
            notifier = std::make_unique<QSocketNotifier>(qintptr(socket), type);
            connect(notifier.get(), &QSocketNotifier::activated, this,
                    [this, socket, event] { perform(socket, event); });
        } else if (notifier) {
            notifier->setEnabled(isWanted);
        }
    };
    if (what == CURL_POLL_REMOVE) {
        retire(std::move(watch.read));
        retire(std::move(watch.write));
        m_watches.erase(socket);
        return;
    }
    set(watch.read, (what & CURL_POLL_IN) != 0, QSocketNotifier::Read, CURL_CSELECT_IN);
    set(watch.write, (what & CURL_POLL_OUT) != 0, QSocketNotifier::Write, CURL_CSELECT_OUT);
}

void CurlLoop::perform(curl_socket_t socket, int events)
{
    if (m_isInside)
        return;
    const QPointer<CurlLoop> alive(this);
    int running = 0;
    m_isInside = true;
    curl_multi_socket_action(m_multi, socket, events, &running);
    m_isInside = false;
    applyChanges();
    reportDone();
    Q_ASSERT(alive); // A transport is not destroyed from a continuation of its tasks.
}

void CurlLoop::applyChanges()
{
    for (const auto &transfer : std::exchange(m_toRemove, {}))
        remove(transfer);
    for (auto &transfer : std::exchange(m_toAdd, {})) {
        if (transfer->done)
            add(std::move(transfer));
    }
}

// A continuation may add and remove transfers, so the messages are asked for one by one.
void CurlLoop::reportDone()
{
    int left = 0;
    while (const CURLMsg *message = curl_multi_info_read(m_multi, &left)) {
        if (message->msg != CURLMSG_DONE)
            continue;
        const CURLcode code = message->data.result;
        const auto found = m_running.find(message->easy_handle);
        if (found == m_running.end())
            continue;
        const std::shared_ptr<CurlTransfer> transfer = found->second;
        const auto done = std::exchange(transfer->done, {});
        if (done)
            done(code);
    }
}

} // namespace typeshift
