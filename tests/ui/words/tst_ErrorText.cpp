// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "words/ErrorText.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;
using Kind = Error::Kind;

class tst_ErrorText : public QObject
{
    Q_OBJECT

private slots:
    void saysWhatHappenedAndWhatToDo_data()
    {
        QTest::addColumn<Error>("error");
        QTest::addColumn<QString>("headline");
        QTest::addColumn<QString>("inBody");
        QTest::addColumn<QList<ErrorAction>>("firstActions");

        const auto row = [](const char *name, Kind kind, ErrorFacts facts, const QString &headline,
                            const QString &inBody, QList<ErrorAction> firstActions) {
            QTest::newRow(name) << Error(kind, std::move(facts)) << headline << inBody << firstActions;
        };
        using enum ErrorAction;
        row("cancelled", Kind::Cancelled, {}, u"The run was stopped."_s, u"stored"_s, {TryAgain});
        row("invalid input", Kind::InvalidInput, {.message = u"no provider \"x\""_s, .items = {u"demo"_s}},
            u"This can't be run as it is."_s, u"no provider"_s, {OpenProviders});
        row("invalid state", Kind::InvalidState, {.message = u"nothing to resume"_s}, u"This is not possible now."_s,
            u"nothing to resume"_s, {TryAgain});
        row("conflict", Kind::Conflict, {.message = u"the conversation is run by typeshift 4711"_s},
            u"This conversation is run elsewhere."_s, u"typeshift 4711"_s, {TryAgain});
        row("approval closed", Kind::ApprovalClosed, {}, u"This request is closed already."_s,
            u"Nothing was changed."_s, {});
        row("refused connection", Kind::Network, {.message = u"Connection refused"_s, .host = u"localhost"_s},
            u"No connection to localhost."_s, u"ollama serve"_s, {TryAgain, OpenProviders});
        row("refused connection, libcurl", Kind::Network,
            {.message = u"Failed to connect to localhost port 1 after 0 ms: Could not connect to server"_s,
             .host = u"localhost"_s},
            u"No connection to localhost."_s, u"ollama serve"_s, {TryAgain, OpenProviders});
        row("unknown host, libcurl", Kind::Network,
            {.message = u"Could not resolve host: api.example"_s, .host = u"api.example"_s},
            u"No server of the name api.example was found."_s, u"Check the address"_s, {TryAgain});
        row("tls", Kind::Network,
            {.message = u"The certificate is self-signed"_s, .code = u"tls"_s, .host = u"api.example"_s},
            u"No secure connection to api.example."_s, u"self-signed"_s, {OpenProviders});
        row("unknown host", Kind::Network, {.message = u"Host api.example not found"_s, .host = u"api.example"_s},
            u"No server of the name api.example was found."_s, u"Check the address"_s, {TryAgain});
        row("lost", Kind::Network,
            {.message = u"the connection was closed before an answer came"_s, .host = u"api.example"_s},
            u"The connection to api.example was lost."_s, u"Your message is stored."_s, {TryAgain});
        row("timeout", Kind::Timeout,
            {.message = u"no answer within 600 s"_s, .code = u"firstByte"_s, .host = u"api.example"_s},
            u"api.example did not answer in time."_s, u"loading the model"_s, {TryAgain});
        row("401", Kind::Auth,
            {.message = u"Incorrect API key provided"_s, .code = u"invalid_api_key"_s, .status = 401},
            u"OpenAI refused this key."_s, u"401, invalid_api_key: Incorrect API key provided. Most often"_s,
            {OpenProviders});
        row("403", Kind::Auth, {.message = u"not in your country"_s, .status = 403}, u"OpenAI does not allow this."_s,
            u"403: not in your country."_s, {OpenProviders});
        row("key missing", Kind::Auth, {}, u"The key of OpenAI is missing."_s, u"Providers…"_s, {OpenProviders});
        row("no keychain", Kind::Auth, {.message = u"no service"_s, .code = u"noKeychain"_s},
            u"There is no keychain to keep the key in."_s, u"no service."_s, {});
        row("keychain refuses", Kind::Auth, {.message = u"Wallet is locked"_s, .code = u"keychain"_s},
            u"The keychain did not hand out the key of OpenAI."_s, u"Wallet is locked."_s, {TryAgain});
        row("keychain silent", Kind::Timeout, {.code = u"keychain"_s}, u"The keychain did not answer."_s, u"password"_s,
            {TryAgain});
        row("429 with seconds", Kind::RateLimit,
            {.message = u"Slow down"_s, .status = 429, .retryAfter = std::chrono::seconds(30)},
            u"OpenAI got too many requests."_s, u"It asks to wait 30 s."_s, {TryAgain});
        row("429 quota", Kind::RateLimit,
            {.message = u"You exceeded your current quota"_s, .code = u"insufficient_quota"_s, .status = 429},
            u"The credit at OpenAI is used up."_s, u"insufficient_quota"_s, {OpenProviders});
        row("500", Kind::Overloaded, {.message = u"internal error"_s, .status = 500}, u"OpenAI failed inside."_s,
            u"500: internal error."_s, {TryAgain});
        row("529", Kind::Overloaded, {.message = u"Overloaded"_s, .status = 529}, u"OpenAI is overloaded."_s,
            u"529: Overloaded."_s, {TryAgain});
        row("404 model", Kind::Refused, {.message = u"model 'gpt-9' not found"_s, .status = 404},
            u"OpenAI does not know gpt-9."_s, u"ollama pull"_s, {OpenProviders});
        row("404 route", Kind::Refused, {.message = u"404 page not found"_s, .host = u"localhost"_s, .status = 404},
            u"There is no such service at localhost."_s, u"/v1"_s, {OpenProviders});
        row("400", Kind::Refused, {.message = u"temperature is too high"_s, .status = 400},
            u"OpenAI refused this request."_s, u"400: temperature is too high."_s, {TryAgain});
        row("html", Kind::Protocol,
            {.message = u"expected JSON"_s, .host = u"api.example"_s, .raw = u"<!doctype html>"_s},
            u"api.example answered with a web page."_s, u"proxy"_s, {OpenProviders});
        row("invalid JSON", Kind::Protocol, {.message = u"an event is not JSON"_s, .raw = u"{\"choi"_s},
            u"OpenAI sent something that can't be understood."_s, u"{\"choi"_s, {TryAgain});
        row("redirect", Kind::Protocol,
            {.message = u"the server redirects to example.org"_s, .code = u"redirect"_s, .host = u"api.example"_s},
            u"api.example sends on to another address."_s, u"example.org"_s, {OpenProviders});
        row("incomplete stream", Kind::IncompleteStream, {.message = u"the stream ended without a finish reason"_s},
            u"The answer broke off."_s, u"What had arrived is stored."_s, {TryAgain});
        row("context length", Kind::ContextLength, {.message = u"maximum context length is 8192"_s, .status = 400},
            u"The conversation is too long for gpt-9."_s, u"8192"_s, {NewConversation});
        row("tool", Kind::Tool, {.message = u"no such file"_s}, u"A tool failed."_s, u"no such file."_s, {TryAgain});
        row("database newer", Kind::Storage, {.message = u"the engine tables have version 9"_s, .code = u"newer"_s},
            u"The database was written by a newer version of this program."_s, u"version 9"_s, {});
        row("database locked", Kind::Storage, {.code = u"locked"_s}, u"The database is locked by another program."_s,
            u"backup"_s, {TryAgain});
        row("database read-only", Kind::Storage, {.code = u"readonly"_s}, u"The database can only be read."_s,
            u"write-protected"_s, {});
        row("database full", Kind::Storage, {.code = u"full"_s}, u"The disk is full."_s, u"Free some space"_s,
            {TryAgain});
        row("database corrupt", Kind::Storage, {.code = u"corrupt"_s, .host = u"/data/x.db"_s},
            u"The database is damaged."_s, u"/data/x.db"_s, {});
        row("database server refuses", Kind::Storage, {.code = u"login"_s, .host = u"postgresql://ada@db/talks"_s},
            u"The database's server refused the user or the password."_s, u"~/.pgpass"_s, {TryAgain});
        row("database server lost", Kind::Storage, {.code = u"lost"_s, .host = u"postgresql://ada@db/talks"_s},
            u"The connection to the database's server was lost."_s, u"stored or not"_s, {TryAgain});
        row("database server not there", Kind::Storage, {.code = u"open"_s, .host = u"postgresql://ada@db/talks"_s},
            u"The database's server can't be used."_s, u"postgresql://ada@db/talks"_s, {TryAgain});
        row("database, folder", Kind::Storage, {.code = u"permission"_s}, u"The data folder can't be used."_s,
            u"owns"_s, {});
        row("database, anything else", Kind::Storage, {.message = u"entry 7: not JSON"_s, .code = u"entry"_s},
            u"This could not be read from or written to the database."_s, u"entry 7: not JSON."_s, {});
    }

    void saysWhatHappenedAndWhatToDo() // DESIGN 5
    {
        QFETCH(Error, error);
        QFETCH(QString, headline);
        QFETCH(QString, inBody);
        QFETCH(QList<ErrorAction>, firstActions);
        const ErrorText text = errorText(error, {.provider = u"OpenAI"_s, .model = u"gpt-9"_s});
        QCOMPARE(text.headline, headline);
        QVERIFY2(text.body.contains(inBody), qPrintable(text.body));
        QCOMPARE(text.actions.first(std::min(firstActions.size(), text.actions.size())), firstActions);
        QVERIFY(!text.body.contains(u".."_s));
        QVERIFY(!text.headline.contains(u'!'));
    }

    void everyKindHasWords()
    {
        for (int kind = 0; kind <= int(Kind::Tool); ++kind) {
            const ErrorText text = errorText(Error(Kind(kind), ErrorFacts{}));
            QVERIFY2(text.headline.endsWith(u'.'), qPrintable(errorKindName(Kind(kind))));
        }
    }

    void whatHadArrivedIsNamed()
    {
        const Error lost(Kind::Network, {.message = u"closed"_s, .host = u"h"_s});
        QVERIFY(errorLine(lost, {.hasPartialAnswer = true}).contains(u"What had arrived is stored."_s));
        QVERIFY(errorLine(lost).contains(u"Your message is stored."_s));
    }
};

QTEST_GUILESS_MAIN(tst_ErrorText)
#include "tst_ErrorText.moc"
