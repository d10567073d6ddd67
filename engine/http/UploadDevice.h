// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QIODevice>

#include <cstring>

namespace typeshift {

//! A request's body that can be read only once. Because it is sequential, QNetworkAccessManager cannot rewind it and
//! reports ContentReSendError where it would otherwise silently send a POST again. // qt-network 6
class UploadDevice final : public QIODevice
{
    Q_OBJECT

public:
    explicit UploadDevice(QByteArray body)
        : m_body(std::move(body))
    {
        open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    }

    bool isSequential() const override { return true; }
    bool seek(qint64) override { return false; }
    bool reset() override { return false; }
    bool atEnd() const override { return m_sent == m_body.size(); }
    qint64 bytesAvailable() const override { return m_body.size() - m_sent + QIODevice::bytesAvailable(); }

protected:
    qint64 readData(char *target, qint64 most) override
    {
        if (atEnd())
            return -1;
        const qint64 count = qMin(most, qint64(m_body.size() - m_sent));
        std::memcpy(target, m_body.constData() + m_sent, std::size_t(count));
        m_sent += count;
        return count;
    }
    qint64 writeData(const char *, qint64) override { return -1; }

private:
    const QByteArray m_body;
    qint64 m_sent = 0;
};

} // namespace typeshift
