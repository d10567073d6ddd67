// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/Output.h"

#include <engine/chat/MessageJson.h>
#include <ui/words/ErrorText.h>

#include <QJsonDocument>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace typeshift::cli {

Output::Output(Form form, bool isQuiet)
    : m_form(form)
    , m_isQuiet(isQuiet)
{
}

void Output::write(const QByteArray &bytes)
{
    const auto size = std::size_t(bytes.size());
    if (std::fwrite(bytes.constData(), 1, size, stdout) != size || std::fflush(stdout) != 0)
        m_isReaderThere = false;
}

void Output::text(const QString &text)
{
    write(text.toUtf8());
}

void Output::line(const QByteArray &json)
{
    write(json + '\n');
}

void Output::json(const QJsonObject &object)
{
    line(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

void Output::remark(const QString &text)
{
    if (!m_isQuiet)
        std::fprintf(stderr, "%s\n", text.toUtf8().constData());
}

ExitCode Output::fail(const Error &error)
{
    if (isJson()) {
        QJsonObject object = Codec<Error>::encode(error).toObject();
        object[u"type"_s] = u"error"_s;
        json(object);
    }
    if (error.kind == Error::Kind::Cancelled) {
        remark(u"typeshift: "_s + error.facts.message);
        return ExitCode::Cancelled;
    }
    const auto words = ui::errorText(error);
    QString text = u"typeshift: "_s + words.headline;
    if (!words.body.isEmpty())
        text += u'\n' + words.body;
    std::fprintf(stderr, "%s\n", text.toUtf8().constData());
    return error.kind == Error::Kind::Conflict ? ExitCode::Conflict : ExitCode::Failed;
}

} // namespace typeshift::cli
