// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
//
// node event-streams.mjs PARSER: reads one stream a line, a JSON list of its pieces in base64, and prints for each the
// JSON list of its events as [name, data], as eventsource-parser sees them.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { createParser } = await import(pathToFileURL(process.argv[2]).href);

for await (const line of createInterface({ input: process.stdin })) {
    const events = [];
    const parser = createParser({ onEvent: event => events.push([event.event ?? "", event.data]) });
    // Node's own dropping of the byte order mark drops it at the beginning of later pieces too.
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    let isFirst = true;
    for (const piece of JSON.parse(line)) {
        let text = decoder.decode(Buffer.from(piece, "base64"), { stream: true });
        if (isFirst && text !== "") {
            isFirst = false;
            text = text.replace(/^\uFEFF/, "");
        }
        parser.feed(text);
    }
    // In ASCII: QJsonDocument drops a byte order mark at the beginning of a string.
    const escaped = c => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0");
    console.log(JSON.stringify(events).replace(/[\u007F-\uFFFF]/g, escaped));
}
