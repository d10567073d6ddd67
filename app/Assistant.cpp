// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Assistant.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace typeshift {

Agent assistant()
{
    return Agent(u"assistant"_s)
        .withTitle(QCoreApplication::translate("typeshift", "Assistant"))
        .withDescription(QCoreApplication::translate("typeshift", "General purpose"))
        .withInstructions(
            u"You are a careful assistant for people at work. Answer in the language of the question, to the point, in "
            "Markdown where it helps. Put code into fenced blocks with their language. Say when you are "
            "not sure, and ask when the question leaves room for two readings."_s);
}

} // namespace typeshift
