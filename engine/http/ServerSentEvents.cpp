// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "http/ServerSentEvents.h"

using namespace Qt::StringLiterals;

namespace typeshift {

void ServerSentEvents::Value::set(QByteArrayView text)
{
    view = text;
    isKept = false;
    isSet = true;
}

void ServerSentEvents::Value::addLine(QByteArrayView text)
{
    if (!isSet) {
        set(text);
        return;
    }
    keep();
    kept.append('\n');
    kept.append(text);
    view = kept;
}

void ServerSentEvents::Value::keep()
{
    if (!isSet || isKept)
        return;
    kept.resize(0);
    kept.append(view);
    view = kept;
    isKept = true;
}

void ServerSentEvents::Value::clear()
{
    view = {};
    isKept = isSet = false;
}

Result<> ServerSentEvents::feed(QByteArrayView piece, const Sink &sink)
{
    m_lines.begin(piece);
    while (const auto line = m_lines.next()) {
        if (!line->isEmpty()) {
            takeLine(*line);
        } else if (auto taken = dispatch(sink, true); !taken) {
            return taken;
        }
    }
    m_event.keep();
    m_data.keep();
    m_error.keep();
    if (auto sized = checkSize(); !sized)
        return sized;
    return m_lines.keepRest();
}

Result<> ServerSentEvents::finish(const Sink &sink)
{
    if (const auto line = m_lines.rest())
        takeLine(*line);
    return dispatch(sink, false);
}

void ServerSentEvents::takeLine(QByteArrayView line)
{
    if (m_isFirstLine) {
        m_isFirstLine = false;
        if (line.startsWith("\xEF\xBB\xBF"))
            line = line.sliced(3);
        if (line.isEmpty())
            return;
    }
    if (m_isBare || (line.front() == '{' && !m_data.isSet)) {
        m_isBare = true;
        m_data.addLine(line);
        return;
    }
    const qsizetype colon = line.indexOf(':');
    if (colon < 0) {
        takeField(line, {});
        return;
    }
    QByteArrayView value = line.sliced(colon + 1);
    if (value.startsWith(' '))
        value = value.sliced(1);
    takeField(line.first(colon), value); // A comment is a field without a name.
}

void ServerSentEvents::takeField(QByteArrayView name, QByteArrayView value)
{
    if (name == QByteArrayView("data"))
        m_data.addLine(value);
    else if (name == QByteArrayView("event"))
        m_event.set(value);
    else if (name == QByteArrayView("error"))
        m_error.addLine(value);
}

Result<> ServerSentEvents::dispatch(const Sink &sink, bool isWhole)
{
    const ServerSentEvent error{.event = "error", .data = m_error.view, .isWhole = isWhole};
    const ServerSentEvent event{.event = m_event.view, .data = m_data.view, .isWhole = isWhole};
    m_event.clear();
    m_data.clear();
    m_error.clear();
    m_isBare = false;
    if (!error.data.isEmpty()) {
        if (auto taken = sink(error); !taken)
            return taken;
    }
    return event.data.isEmpty() ? Result<>{} : sink(event);
}

Result<> ServerSentEvents::checkSize() const
{
    if (m_data.view.size() + m_error.view.size() + m_event.view.size() <= ByteLines::mostBytes)
        return {};
    ErrorFacts facts;
    facts.message = u"an event of the stream is longer than 64 MiB"_s;
    facts.raw = QString::fromUtf8(m_data.view.first(qMin(m_data.view.size(), qsizetype(300))));
    return failure(Error(Error::Kind::Protocol, facts));
}

} // namespace typeshift
