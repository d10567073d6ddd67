// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "words/ErrorText.h"

#include "words/Numbers.h"
#include "words/StorageText.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(typeshift::ui::ErrorText)
};

//! An error with what is needed to word it.
struct Case {
    const ErrorFacts &facts;
    const ErrorContext &context;

    //! Who answered: the provider's name, else its host, else `nobody`.
    QString whom(const QString &nobody = Words::tr("The provider")) const
    {
        if (!context.provider.isEmpty())
            return context.provider;
        return facts.host.isEmpty() ? nobody : facts.host;
    }
    QString where() const { return facts.host.isEmpty() ? whom() : facts.host; }
    //! The same within a sentence.
    QString whomWithin() const { return whom(Words::tr("the provider")); }
    QString whereWithin() const { return facts.host.isEmpty() ? whomWithin() : facts.host; }
    bool has(QLatin1StringView part) const
    {
        return facts.message.contains(part, Qt::CaseInsensitive) || facts.code.contains(part, Qt::CaseInsensitive);
    }
};

QString sentence(QString text)
{
    text = text.trimmed();
    if (!text.isEmpty() && !u".!?…。"_s.contains(text.back()))
        text += u'.';
    return text;
}

// "401, invalid_api_key: Incorrect API key provided." // DESIGN 5: the other side's code and words
QString othersWords(const ErrorFacts &facts)
{
    QStringList codes;
    if (facts.status != 0)
        codes.append(QString::number(facts.status));
    if (!facts.code.isEmpty() && facts.code != QString::number(facts.status))
        codes.append(facts.code);
    const QString code = codes.join(u", "_s);
    if (code.isEmpty())
        return sentence(facts.message);
    return facts.message.isEmpty() ? sentence(code) : sentence(code + u": "_s + facts.message);
}

QString body(QStringList sentences)
{
    sentences.removeAll(QString());
    return sentences.join(u' ');
}

QString whatWasKept(const Case &it)
{
    if (it.context.occasion == ErrorContext::Occasion::SetUp)
        return {};
    return it.context.hasPartialAnswer ? Words::tr("What had arrived is stored.")
                                       : Words::tr("Your message is stored.");
}

ErrorText networkText(const Case &it)
{
    const QList again{ErrorAction::TryAgain, ErrorAction::OpenProviders};
    if (it.facts.code == "tls"_L1) {
        return {
            Words::tr("No secure connection to %1.").arg(it.whereWithin()),
            body({sentence(it.facts.message),
                  Words::tr("The server's certificate is not trusted by this computer, or the address needs http:// "
                            "instead of https://. Nothing was sent.")}),
            {ErrorAction::OpenProviders, ErrorAction::TryAgain}};
    }
    // Each transport has its own words for it.
    if (it.has("refused"_L1) || it.has("could not connect"_L1)) {
        return {Words::tr("No connection to %1.").arg(it.whereWithin()),
                body({sentence(it.facts.message),
                      Words::tr("Is the server running? Ollama starts with “ollama serve”."), whatWasKept(it)}),
                again};
    }
    if (it.has("not found"_L1) || it.has("could not resolve"_L1)) {
        return {Words::tr("No server of the name %1 was found.").arg(it.whereWithin()),
                body({sentence(it.facts.message), Words::tr("Check the address and your network."), whatWasKept(it)}),
                again};
    }
    return {Words::tr("The connection to %1 was lost.").arg(it.whereWithin()),
            body({sentence(it.facts.message), Words::tr("Most often the network was interrupted."), whatWasKept(it)}),
            again};
}

ErrorText timeoutText(const Case &it)
{
    if (it.facts.code == "keychain"_L1) {
        return {Words::tr("The keychain did not answer."),
                body({sentence(it.facts.message), Words::tr("It may wait for its password in another window.")}),
                {ErrorAction::TryAgain}};
    }
    return {Words::tr("%1 did not answer in time.").arg(it.where()),
            body({othersWords(it.facts), Words::tr("The server may be busy, or still loading the model."),
                  whatWasKept(it)}),
            {ErrorAction::TryAgain, ErrorAction::OpenProviders}};
}

ErrorText authText(const Case &it)
{
    if (it.facts.code == "keychain"_L1) {
        return {Words::tr("The keychain did not hand out the key of %1.").arg(it.whomWithin()),
                body({sentence(it.facts.message),
                      Words::tr("Unlock the keychain and try again, or enter the key once more.")}),
                {ErrorAction::TryAgain, ErrorAction::OpenProviders}};
    }
    if (it.facts.code == "noKeychain"_L1)
        return {Words::tr("There is no keychain to keep the key in."), sentence(it.facts.message), {}};
    if (it.facts.status == 0) {
        return {Words::tr("The key of %1 is missing.").arg(it.whomWithin()),
                body({sentence(it.facts.message), Words::tr("Enter it under Settings → Providers….")}),
                {ErrorAction::OpenProviders}};
    }
    if (it.facts.status == 403) {
        return {Words::tr("%1 does not allow this.").arg(it.whom()),
                body({othersWords(it.facts), Words::tr("The key works, but not for this model or from this place.")}),
                {ErrorAction::OpenProviders, ErrorAction::TryAgain}};
    }
    return {Words::tr("%1 refused this key.").arg(it.whom()),
            body({othersWords(it.facts), Words::tr("Most often a part of the key is missing, or it was withdrawn.")}),
            {ErrorAction::OpenProviders, ErrorAction::TryAgain}};
}

ErrorText rateLimitText(const Case &it)
{
    if (it.has("quota"_L1) || it.has("billing"_L1) || it.facts.status == 402) {
        return {Words::tr("The credit at %1 is used up.").arg(it.whomWithin()),
                body({othersWords(it.facts), Words::tr("Top it up in the provider's console, or choose another model."),
                      whatWasKept(it)}),
                {ErrorAction::OpenProviders, ErrorAction::TryAgain}};
    }
    const QString wait = it.facts.retryAfter ? Words::tr("It asks to wait %1.").arg(durationText(*it.facts.retryAfter))
                                             : Words::tr("Wait a minute before the next try.");
    return {Words::tr("%1 got too many requests.").arg(it.whom()),
            body({othersWords(it.facts), wait, whatWasKept(it)}),
            {ErrorAction::TryAgain}};
}

ErrorText overloadedText(const Case &it)
{
    const QString wait = it.facts.retryAfter ? Words::tr("It asks to wait %1.").arg(durationText(*it.facts.retryAfter))
                                             : Words::tr("Nothing is wrong on your side.");
    return {it.facts.status == 500 ? Words::tr("%1 failed inside.").arg(it.whom())
                                   : Words::tr("%1 is overloaded.").arg(it.whom()),
            body({othersWords(it.facts), wait, whatWasKept(it)}),
            {ErrorAction::TryAgain}};
}

ErrorText refusedText(const Case &it)
{
    if (it.facts.status == 404 && it.has("model"_L1)) {
        const QString model = it.context.model.isEmpty() ? Words::tr("this model") : it.context.model;
        return {
            Words::tr("%1 does not know %2.").arg(it.whom(), model),
            body({othersWords(it.facts), Words::tr("Choose another model. Ollama gets new ones with “ollama pull”.")}),
            {ErrorAction::OpenProviders, ErrorAction::TryAgain}};
    }
    if (it.facts.status == 404) {
        return {
            Words::tr("There is no such service at %1.").arg(it.whereWithin()),
            body({othersWords(it.facts), Words::tr("Most often the end of the address is missing: it ends with /v1.")}),
            {ErrorAction::OpenProviders}};
    }
    return {Words::tr("%1 refused this request.").arg(it.whom()),
            body({othersWords(it.facts), whatWasKept(it)}),
            {ErrorAction::TryAgain, ErrorAction::OpenProviders}};
}

ErrorText protocolText(const Case &it)
{
    if (it.facts.code == "redirect"_L1) {
        return {Words::tr("%1 sends on to another address.").arg(it.where()),
                body({sentence(it.facts.message), Words::tr("Keys are never sent on. Enter the address it names.")}),
                {ErrorAction::OpenProviders}};
    }
    const QString raw = it.facts.raw.trimmed();
    if (raw.startsWith(u'<') || it.has("html"_L1)) {
        return {Words::tr("%1 answered with a web page.").arg(it.where()),
                body({othersWords(it.facts),
                      Words::tr("Most often the address is not the one of the interface, or a proxy stands between.")}),
                {ErrorAction::OpenProviders, ErrorAction::TryAgain}};
    }
    return {Words::tr("%1 sent something that can't be understood.").arg(it.whom()),
            body({othersWords(it.facts),
                  raw.isEmpty() ? QString() : Words::tr("It begins with “%1”.").arg(raw.left(120)), whatWasKept(it)}),
            {ErrorAction::TryAgain, ErrorAction::OpenProviders}};
}

ErrorText plainText(Error::Kind kind, const Case &it)
{
    using Kind = Error::Kind;
    switch (kind) {
    case Kind::Cancelled:
        return {Words::tr("The run was stopped."), Words::tr("What had arrived is stored."), {ErrorAction::TryAgain}};
    case Kind::Conflict:
        return {Words::tr("This conversation is run elsewhere."),
                body({sentence(it.facts.message), sentence(it.facts.items.join(u", "_s)),
                      Words::tr("Wait until that run has ended.")}),
                {ErrorAction::TryAgain}};
    case Kind::ApprovalClosed:
        return {Words::tr("This request is closed already."),
                body({sentence(it.facts.message), Words::tr("Nothing was changed.")}),
                {}};
    case Kind::ContextLength:
        return {Words::tr("The conversation is too long for %1.")
                    .arg(it.context.model.isEmpty() ? Words::tr("this model") : it.context.model),
                body({othersWords(it.facts),
                      Words::tr("Everything above is stored. Choose a model with a longer context, or start a new "
                                "conversation.")}),
                {ErrorAction::NewConversation, ErrorAction::OpenProviders}};
    case Kind::IncompleteStream:
        return {
            Words::tr("The answer broke off."),
            body({othersWords(it.facts),
                  Words::tr("%1 closed the connection before the end. What had arrived is stored.").arg(it.whom())}),
            {ErrorAction::TryAgain}};
    case Kind::Tool:
        return {
            Words::tr("A tool failed."), body({sentence(it.facts.message), whatWasKept(it)}), {ErrorAction::TryAgain}};
    case Kind::InvalidInput:
        return {Words::tr("This can't be run as it is."),
                body({sentence(it.facts.message), sentence(it.facts.items.join(u", "_s))}),
                {ErrorAction::OpenProviders}};
    default:
        return {Words::tr("This is not possible now."), sentence(it.facts.message), {ErrorAction::TryAgain}};
    }
}

} // namespace

ErrorText errorText(const Error &error, const ErrorContext &context)
{
    using Kind = Error::Kind;
    const Case it{error.facts, context};
    switch (error.kind) {
    case Kind::Storage:
        return storageText(error.facts);
    case Kind::Network:
        return networkText(it);
    case Kind::Timeout:
        return timeoutText(it);
    case Kind::Auth:
        return authText(it);
    case Kind::RateLimit:
        return rateLimitText(it);
    case Kind::Overloaded:
        return overloadedText(it);
    case Kind::Refused:
        return refusedText(it);
    case Kind::Protocol:
        return protocolText(it);
    default:
        return plainText(error.kind, it);
    }
}

QString errorLine(const Error &error, const ErrorContext &context)
{
    const ErrorText text = errorText(error, context);
    return text.body.isEmpty() ? text.headline : QString(text.headline + u' ' + text.body);
}

} // namespace typeshift::ui
