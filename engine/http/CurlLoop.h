// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>

#include <curl/curl.h>

#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

class QSocketNotifier;

namespace typeshift {

//! One transfer as curl knows it. Shared by the exchange that wants it and the loop that runs it, for curl may not let
//! go of a transfer from inside its own callbacks: the exchange may be gone before the transfer is.
struct CurlTransfer {
    CurlTransfer();
    CurlTransfer(const CurlTransfer &) = delete;
    CurlTransfer &operator=(const CurlTransfer &) = delete;
    ~CurlTransfer();

    CURL *easy;
    curl_slist *headers = nullptr;
    curl_slist *connectTo = nullptr;
    QByteArray body; //!< what is sent
    qsizetype sent = 0;
    char words[CURL_ERROR_SIZE] = {};   //!< curl's description of what went wrong
    std::function<void(CURLcode)> done; //!< called once, outside of curl; empty when nobody waits any more
    bool isRunning = false;
};

//! Runs libcurl's transfers in the event loop of its thread: socket notifiers and one timer, no thread of its own.
class CurlLoop final : public QObject
{
    Q_OBJECT

public:
    explicit CurlLoop(int connectionsPerHost);
    ~CurlLoop() override;

    void add(std::shared_ptr<CurlTransfer> transfer);
    //! Nothing of the transfer is called any more.
    void remove(const std::shared_ptr<CurlTransfer> &transfer);

private:
    struct Watch {
        std::unique_ptr<QSocketNotifier> read;
        std::unique_ptr<QSocketNotifier> write;
    };

    static int watchSocket(CURL *easy, curl_socket_t socket, int what, void *loop, void *watch);
    static int setTimer(CURLM *multi, long milliseconds, void *loop);
    void watch(curl_socket_t socket, int what);
    void perform(curl_socket_t socket, int events);
    void applyChanges();
    void reportDone();

    CURLM *m_multi;
    QTimer m_timer;
    std::unordered_map<curl_socket_t, Watch> m_watches;
    std::unordered_map<CURL *, std::shared_ptr<CurlTransfer>> m_running;
    std::vector<std::shared_ptr<CurlTransfer>> m_toAdd;    // asked for from inside a callback of curl
    std::vector<std::shared_ptr<CurlTransfer>> m_toRemove; // likewise
    bool m_isInside = false;
};

} // namespace typeshift
