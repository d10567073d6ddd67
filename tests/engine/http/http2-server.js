// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
//
// node http2-server.js KEY CERTIFICATE: an HTTP/2 server on a free port, with HTTP/1.1 for who asks for it.
// Prints the port, then one line for each request it got whole: version, method, path and body length.
// The path says what happens: /stream sends a piece, waits for a line on standard input, and sends the rest;
// /reset, /destroy and /goaway end without a byte of answer; /cut ends inside the answer.
"use strict";
const { readFileSync } = require("node:fs");
const http2 = require("node:http2");

const server = http2.createSecureServer({
    key: readFileSync(process.argv[2]), cert: readFileSync(process.argv[3]), allowHTTP1: true });

function begin(response) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: first\n\n");
}

const endings = {
    "/stream": response => {
        begin(response);
        process.stdin.once("data", () => response.end("data: second\n\n"));
    },
    "/reset": response => response.stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR),
    "/destroy": response => response.stream.session.destroy(),
    "/goaway": response => {
        response.stream.session.goaway(http2.constants.NGHTTP2_ENHANCE_YOUR_CALM);
        setImmediate(() => response.stream.session.destroy());
    },
    "/cut": response => {
        begin(response);
        process.stdin.once("data", () => response.stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR));
    },
};

server.on("request", (request, response) => {
    let bytes = 0;
    request.on("data", piece => { bytes += piece.length; });
    request.on("error", () => {});
    request.on("end", () => {
        console.log(`${request.httpVersion} ${request.method} ${request.url} ${bytes}`);
        (endings[request.url] ?? (plain => plain.end("ok")))(response);
    });
});
server.on("sessionError", () => {});
process.stdin.on("end", () => process.exit(0));
process.stdin.resume();
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
