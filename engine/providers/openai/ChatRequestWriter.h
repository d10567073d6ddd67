// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/ChatRequest.h"
#include "providers/openai/ChatCapabilities.h"
#include "providers/openai/WireNames.h"

namespace typeshift {

//! All that shapes a request besides what it says.
struct ChatRequestForm {
    ChatCapabilities capabilities;
    ChatDialect dialect;
    QString host; //!< reasoning goes back only to the host it came from
};

//! The body of POST chat/completions, UTF-8. Keeps the rules whose breach is a 400: every call it writes is answered,
//! every answer has its call, names and ids are in the wire's alphabet, no message is empty. `names` learns the map by
//! which the answer is read. // 4.1
QByteArray writeChatRequest(const ChatRequest &request, const ChatRequestForm &form, WireNames &names);

} // namespace typeshift
