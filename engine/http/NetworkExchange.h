// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/HttpExchange.h"

#include <QNetworkReply>

class QNetworkAccessManager;

namespace typeshift {

//! A request that a QNetworkReply carries.
class NetworkExchange final : public HttpExchange
{
    Q_OBJECT

public:
    NetworkExchange(HttpRequest request, HttpReader &reader, Clock &clock, Completion<HttpHead>::Resolver resolver);
    ~NetworkExchange() override;

    void start(QNetworkAccessManager &manager, const TransportOptions &options);

private:
    void letGo() override;
    void readHead();
    void readBody();
    void readEnd();
    void noteTlsErrors(const QList<QSslError> &errors);
    std::optional<Error> replyError() const;

    QNetworkReply *m_reply = nullptr; // the manager's child; ours to end
    QByteArray m_buffer;              // one for all pieces
    QStringList m_tlsErrors;
};

} // namespace typeshift
