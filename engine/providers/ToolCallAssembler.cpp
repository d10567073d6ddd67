// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/ToolCallAssembler.h"

#include "providers/JsonText.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QUuid>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace typeshift {

namespace {

// A string that holds the object once more is taken out of its quotes; anything else stays as it is. // rule 6
QByteArray decodedOnce(const QByteArray &arguments)
{
    if (!arguments.trimmed().startsWith('"'))
        return arguments;
    const auto wrapped = QJsonDocument::fromJson('[' + arguments + ']').array();
    const QByteArray inner = wrapped.first().toString().toUtf8();
    return isJsonObject(inner) ? inner : arguments;
}

void judge(FunctionCall &call, ToolCallAssembler::Ending ending)
{
    const bool isCut = ending == ToolCallAssembler::Ending::OutputLimit;
    call.arguments = decodedOnce(call.arguments);
    const QByteArray trimmed = call.arguments.trimmed();
    if (trimmed.isEmpty() || trimmed == "null") {
        call.arguments = "{}"_ba;
        if (isCut)
            call.problem = u"arguments cut by the output limit"_s;
        return;
    }
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(call.arguments, &error);
    if (document.isObject())
        return;
    if (isCut) {
        call.problem = u"arguments cut by the output limit"_s;
    } else if (const auto repaired = repairedJsonObject(call.arguments)) {
        call.arguments = *repaired;
    } else if (error.error == QJsonParseError::NoError) {
        call.problem = u"arguments are not a JSON object"_s;
    } else {
        call.problem = u"arguments are not JSON: %1 at byte %2"_s.arg(error.errorString(),
                                                                      QString::number(error.offset));
    }
}

} // namespace

ToolCallAssembler::Open *ToolCallAssembler::placeByIndex(const ToolCallDelta &delta)
{
    Open *last = nullptr;
    for (Open &call : m_calls) {
        if (call.index != delta.index)
            continue;
        last = &call;
        if (!delta.id.isEmpty() && call.id == delta.id)
            return last;
    }
    // Some gateways say index 0 for every call: another id that comes with a name is another call. // rule 2
    const bool isOther = last && !delta.id.isEmpty() && !last->id.isEmpty() && !delta.name.isEmpty();
    return isOther ? nullptr : last;
}

ToolCallAssembler::Open *ToolCallAssembler::placeById(const ToolCallDelta &delta)
{
    for (auto call = m_calls.rbegin(); call != m_calls.rend(); ++call) {
        if (call->id != delta.id)
            continue;
        // Nothing can follow a whole object: whole arguments again under this id are one more call. // rule 8
        const bool isOther = !delta.name.isEmpty() && !delta.arguments.isEmpty() && delta.arguments != call->arguments
            && isJsonObject(call->arguments);
        return isOther ? nullptr : &*call;
    }
    // The id may come after the name. // rule 3
    if (!m_calls.isEmpty() && m_calls.last().id.isEmpty() && delta.name.isEmpty())
        return &m_calls.last();
    return nullptr;
}

ToolCallAssembler::Open *ToolCallAssembler::place(const ToolCallDelta &delta)
{
    if (delta.index)
        return placeByIndex(delta);
    if (!delta.id.isEmpty())
        return placeById(delta);
    return delta.name.isEmpty() && !m_calls.isEmpty() ? &m_calls.last() : nullptr;
}

void ToolCallAssembler::add(const ToolCallDelta &delta)
{
    Open *call = place(delta);
    if (!call) {
        m_calls.append(Open{.index = delta.index, .id = {}, .name = {}, .arguments = {}, .raw = {}});
        call = &m_calls.last();
    }
    if (call->id.isEmpty())
        call->id = delta.id;
    if (call->name.isEmpty())
        call->name = delta.name;
    if (!delta.raw.isEmpty())
        call->raw = delta.raw;
    // Some send everything once more at the end. // rule 6
    const bool isRepeated = !delta.arguments.isEmpty() && delta.arguments == call->arguments
        && isJsonObject(call->arguments);
    if (!isRepeated)
        call->arguments.append(delta.arguments);
}

QList<FunctionCall> ToolCallAssembler::finish(Ending ending, const std::function<QString()> &newId) const
{
    QList<FunctionCall> calls;
    for (const Open &open : m_calls) {
        FunctionCall call{open.id.isEmpty() ? newId() : open.id, open.name, open.arguments, {}, open.raw, {}};
        judge(call, ending);
        if (call.name.isEmpty() && call.problem.isEmpty())
            call.problem = u"the call has no name"_s;
        calls.append(call);
    }
    return calls;
}

QString base62(QByteArrayView bytes, qsizetype length)
{
    constexpr QLatin1StringView digits("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
    std::array<uchar, 16> number{};
    std::copy_n(bytes.begin(), std::min<qsizetype>(bytes.size(), 16), number.begin());
    QString text;
    for (qsizetype i = 0; i < length; ++i) {
        unsigned rest = 0;
        for (uchar &byte : number) {
            const unsigned value = rest * 256 + byte;
            byte = uchar(value / 62);
            rest = value % 62;
        }
        text.append(digits[qsizetype(rest)]);
    }
    return text;
}

QString newCallId(const QUuid &from)
{
    const auto bytes = from.toBytes();
    return QString(u"call_"_s + base62(QByteArrayView(reinterpret_cast<const char *>(&bytes), sizeof bytes), 22));
}

} // namespace typeshift
