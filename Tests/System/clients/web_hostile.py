#!/usr/bin/env python3
"""Does to sheaf-web what the hostile do: a web site, a name that was rebound, a client that breaks HTTP's rules, and a proxy
that lies.

    web_hostile.py URL SOCKET NAME [--cors] [--trusted URL]

URL is the server's at a TCP port of 127.0.0.1 (http://127.0.0.1:8080), SOCKET its Unix socket, and NAME what a document of it is
called in URLs, which sheafd opens. --cors says that the server was started with that. The second URL is that of another server
with the same documents, which was started with `--trusted-proxy 127.0.0.1 --authorization user=X-User`.

The first two are pages in headless Chromium. What the browser and the server say to each other is listened to: each request is
judged by its own headers, as docs/web.md has it, and so is what the page has learned. Some documents are added to the library
where that is allowed.

Prints as JSON, for each of the four, what was tried with what became of it, and how much was refused and how much was allowed as
it is documented. What was neither is told on stderr, and makes the status 1.
"""
import argparse
import http.client
import http.server
import json
import os
import re
import secrets
import select
import socket
import sys
import tempfile
import threading
import time
import urllib.parse

from browser import Browser, PageGone

EVIL = "evil.example"
MISSING = "0123456789abcdef"
# Nobody's, for documentation (RFC 5737).
OUTSIDE = "192.0.2.1"
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
# What libmicrohttpd 0.9 makes of heads that no proxy should pass on, as docs/web.md says (Who is served): it adds a folded line to the name
# above it, ends a head at a line that begins with a colon, and a value at a NUL. It is told, and no failure.
LIBRARY = ("folded: ", "a header without a name", "the proxy: has passed on a folded line", "the proxy: has passed on a header without",
           "the proxy: has passed on a NUL")
REFUSALS = {400, 401, 403, 404, 405, 411, 413, 414, 415, 421, 426, 431, 501, 505}


class Part:
    """One of the four."""

    def __init__(self):
        self.attempts, self.refused, self.allowed, self.library, self.wrong = {}, 0, 0, 0, []

    def note(self, what, holds, is_refusal, how):
        number, name = 1, what
        while what in self.attempts:
            number += 1
            what = f"{name} ({number})"
        is_library = not holds and what.startswith(LIBRARY)
        word = ("refused" if is_refusal else "allowed as documented") if holds else "NEITHER REFUSED NOR ALLOWED AS DOCUMENTED"
        if is_library:
            word = "the library's, as documented"
        self.attempts[what] = f"{word}: {how}"
        if is_library:
            self.library += 1
        elif not holds:
            self.wrong.append(f"{what}: {how}")
        elif is_refusal:
            self.refused += 1
        else:
            self.allowed += 1

    def told(self):
        return {"tried": len(self.attempts), "refused": self.refused, "allowed as documented": self.allowed,
            "the library's, as documented": self.library, "attempts": self.attempts}


# HTTP, as it is on the wire.

class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def is_of_the_library(self):
        """Whether libmicrohttpd has answered what it could not read, and not sheaf-web: some of that with its head twice. To HEAD it
        gives no body, and from 1.0 on no media type, as sheaf-web always does."""
        is_its = re.match(rb"<html>\s*<head>\s*<title>|HTTP/1.1 4\d\d ", self.body) is not None
        is_its = is_its or (not self.body and "content-type" not in self.headers)
        return is_its and self.status >= 400 and self.headers.get("content-type", "text/html").startswith("text/html")


def head_of(data, start=0):
    """The first line, the headers by their names in small letters, and where the body begins; None where not all has come."""
    end = data.find(b"\r\n\r\n", start)
    if end < 0:
        return None
    first, *lines = bytes(data[start:end]).decode("latin-1").split("\r\n")
    headers = {}
    for line in lines:
        name, _, value = line.partition(":")
        name = name.strip().lower()
        headers[name] = headers[name] + ", " + value.strip() if name in headers else value.strip()
    return first, headers, end + 4


def answers_in(data, methods=()):
    """The answers that a connection has brought, of which the last may not be whole; methods are those of its requests."""
    answers, at = [], 0
    while (head := head_of(data, at)) is not None:
        first, headers, at = head
        status = int(first.split(" ")[1]) if re.match(r"HTTP/1\.[01] \d{3}", first) else 0
        if 100 <= status < 200 and status != 101:
            continue
        is_empty = status in (101, 204, 304) or len(answers) < len(methods) and methods[len(answers)] == "HEAD"
        length = 0 if is_empty else int(headers.get("content-length", len(data) - at))
        answers.append(Answer(status, headers, bytes(data[at:at + length])))
        at += length
        if status == 101:
            break
    return answers


def talk(place, request, patience=30, rest=2):
    """What comes for bytes that are sent over a connection of its own, and whether the server has closed that: it has some time
    to answer, and some more to close it, or to answer what it took for another request."""
    with socket.socket(socket.AF_UNIX if isinstance(place, str) else socket.AF_INET) as connection:
        connection.settimeout(patience)
        connection.connect(place)
        data, method = b"", request.split(b" ", 1)[0].decode("latin-1")
        try:
            connection.sendall(request)
        except OSError:
            pass
        try:
            while piece := connection.recv(1 << 16):
                data += piece
                if is_whole(data, method):
                    connection.settimeout(rest)
        except TimeoutError:
            return data, False
        except OSError:
            pass
        return data, True


def is_whole(data, method):
    """Whether an answer has come, with all of its body."""
    head = head_of(data)
    if not head:
        return False
    status = head[0].split(" ")[1:2]
    length = 0 if method == "HEAD" or status in (["101"], ["204"], ["304"]) else int(head[1].get("content-length", 0))
    return len(data) >= head[2] + length


class Headers:
    """What every answer has, and none: counted, since each one is looked at."""

    def __init__(self, cors):
        self.cors, self.seen, self.of_the_library, self.wrong = cors, 0, 0, {}

    def check(self, target, answer):
        if answer.is_of_the_library:
            self.of_the_library += 1
            return
        self.seen += 1
        path = target.split("?")[0]
        is_shared = self.cors and path.startswith("/iiif/") and answer.status not in (403, 421, 400, 405)
        problems = []
        if answer.headers.get("x-content-type-options") != "nosniff" and answer.status != 101:
            problems.append("no X-Content-Type-Options: nosniff")
        policy, origin = answer.headers.get("cross-origin-resource-policy"), answer.headers.get("access-control-allow-origin")
        may_share = self.cors and path.startswith("/iiif/")
        if origin is not None and not (may_share and origin == "*"):
            problems.append(f"Access-Control-Allow-Origin: {origin}")
        if is_shared and origin != "*":
            problems.append("no Access-Control-Allow-Origin: *")
        if policy != ("cross-origin" if is_shared else "same-origin") and not (may_share and policy == "cross-origin") \
                and answer.status != 101:
            problems.append(f"Cross-Origin-Resource-Policy: {policy}")
        if "access-control-allow-credentials" in answer.headers:
            problems.append("Access-Control-Allow-Credentials")
        for problem in problems:
            self.wrong.setdefault(problem, []).append(f"{answer.status} {path}")

    def tell(self, part):
        if not self.seen:
            return
        for problem, where in self.wrong.items():
            part.note(f"headers of answers: {problem}", False, False,
                f"{len(where)} times, as of {', '.join(list(dict.fromkeys(where))[:5])}")
        if not self.wrong:
            part.note("headers of answers: nosniff, and who may use them", True, False,
                      f"{self.seen} answers have the right ones; {self.of_the_library} are libmicrohttpd's own")


# Between the browser and the server.

class Relay:
    """Passes bytes on between a port and the server, and remembers them. Where it has a page of its own it answers with that."""

    def __init__(self, place, page=None):
        self.place, self.page, self.connections, self.known, self.judged = place, page, [], {}, {}
        self.patience = 60
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        page = self.page
        if page is not None:
            with client:
                client.settimeout(10)
                try:
                    client.recv(1 << 16)
                    client.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
                                   + b"Content-Length: %d\r\n\r\n" % len(page) + page)
                except OSError:
                    pass
            return
        with client, socket.create_connection(self.place) as server:
            sent, received, ends = bytearray(), bytearray(), []
            self.connections.append((sent, received, ends))
            back = threading.Thread(target=self.copy, args=(server, client, received, ends, "server"), daemon=True)
            back.start()
            self.copy(client, server, sent, ends, "browser")
            back.join()

    @staticmethod
    def copy(source, sink, record, ends, who):
        """Until an end is reached: who has closed it is noted."""
        try:
            while piece := source.recv(1 << 16):
                record += piece
                sink.sendall(piece)
        except OSError:
            pass
        ends.append(who)
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    @staticmethod
    def exchanges_of(sent, received):
        at, requests = 0, []
        while (head := head_of(sent, at)) is not None:
            line, headers, at = head
            words = line.split(" ")
            if len(words) != 3:
                break
            requests.append((words[0], words[1], headers))
            at += int(headers.get("content-length", 0))
            if headers.get("upgrade") == "websocket":
                break
        answers = answers_in(received, [method for method, _, _ in requests])
        return [(*request, answers[number] if number < len(answers) else None) for number, request in enumerate(requests)]

    def by_connection(self):
        """Of each connection, what it was asked for: method, target, headers, and the answer or None. What a browser has given up
        before there was an answer, as the pictures of a window that is closed, is left out."""
        found = []
        for number, (sent, received, ends) in enumerate(list(self.connections)):
            now = len(sent), len(received), len(ends)
            if number not in self.known or self.known[number][0] != now:
                exchanges = self.exchanges_of(bytes(sent), bytes(received))
                if ends[:1] == ["browser"]:
                    exchanges = [one for one in exchanges if one[3] is not None]
                self.known[number] = now, exchanges
            found.append(self.known[number][1])
        return found

    def settled(self):
        """All of these, when each has its answer, or none comes."""
        end = time.monotonic() + self.patience
        while True:
            found = [one for exchanges in self.by_connection() for one in exchanges]
            if all(one[3] is not None for one in found):
                return found
            if time.monotonic() > end:
                # It is told of each of these, and not waited for again.
                self.patience = 1
                return found
            time.sleep(0.1)

    def fresh(self):
        """Those that this has not told before."""
        self.settled()
        found = []
        for number, exchanges in enumerate(self.by_connection()):
            found += exchanges[self.judged.get(number, 0):]
            self.judged[number] = len(exchanges)
        return found


class Site(http.server.BaseHTTPRequestHandler):
    """The hostile site's own: pages that do nothing by themselves, and ways that lead to the server."""

    def do_GET(self):
        target = urllib.parse.urlsplit(self.path)
        query = urllib.parse.parse_qs(target.query, keep_blank_values=True)
        if target.path == "/away":
            self.send_response(302)
            self.send_header("Location", query["to"][0])
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        policy = "<meta name=referrer content=no-referrer>" if "silent" in query else ""
        body = f"<!DOCTYPE html><title>hostile</title>{policy}<body>hostile</body>".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Spy(Browser):
    """Chromium, in which tests listen at the wire, and not to it."""

    def call(self, method, **parameters):
        self.end, self.asked = time.monotonic() + 300, method
        answer = super().call(method, **parameters)
        self.told.clear()
        self.heard.clear()
        return answer

    def receive(self):
        while b"\0" not in self.rest and not select.select([self.back], [], [], 1)[0]:
            if time.monotonic() > self.end:
                raise SystemExit(f"the browser does not answer {self.asked}: {self.problems[-5:]}")
        if time.monotonic() > self.end:
            raise SystemExit(f"the browser has not answered {self.asked}: {self.problems[-5:]}")
        return super().receive()

    def go(self, url):
        """Opens a page, and waits until it is loaded, whatever it is."""
        self.call("Page.bringToFront")
        self.call("Page.navigate", url=url)
        self.wait(url.split("#")[0])

    def wait(self, url):
        end = time.monotonic() + 120
        while time.monotonic() < end:
            try:
                if self.do("document.readyState === 'complete' && location.href.split('#')[0]") == url:
                    return
            except PageGone:
                pass
            time.sleep(0.05)
        raise SystemExit(f"{url} is not shown: {self.problems[-5:]}")

    def ask(self, script):
        """The same as `do`, as if somebody had clicked."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True, userGesture=True)
        if "exceptionDetails" in result:
            raise SystemExit(f"{script[-300:]}: {result['exceptionDetails']}")
        return result["result"].get("value")


# What a page tries: each way says in a few words what it has learned.
WAYS = r"""
const pause = (time) => new Promise((go) => setTimeout(go, time));
const element = (tag, attributes) => new Promise((done) => {
    const made = document.createElement(tag);
    for (const event of ["load", "loadedmetadata"]) made.addEventListener(event, () => done([made, "loaded"]));
    made.addEventListener("error", () => done([made, "error"]));
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    document.body.append(made);
    // What is not shown is not loaded.
    if (tag === "a") { made.textContent = "x"; made.click(); done([made, "sent"]); }
});
const inside = (frame) => {
    try {
        const page = frame.document;
        return page && page.URL !== "about:blank" ? `read ${page.body?.textContent.slice(0, 200)}` : "nothing";
    } catch { return "closed"; }
};
const ways = {
    async fetch(address, options) {
        try {
            const answer = await fetch(address, options);
            return answer.type === "opaque" ? "opaque" : `read ${answer.status} ${(await answer.text()).slice(0, 200)}`;
        } catch { return "error"; }
    },
    async navigator(address, options) {
        // Of a worker, whose pages are none.
        const program = `fetch(${JSON.stringify(address)}, ${JSON.stringify(options)}).then((a) => a.type === "opaque" ? "opaque"
            : a.text().then((text) => "read " + a.status + " " + text.slice(0, 200)), () => "error").then(postMessage)`;
        const worker = new Worker(URL.createObjectURL(new Blob([program], { type: "text/javascript" })));
        return new Promise((done) => { worker.onmessage = ({ data }) => done(data); worker.onerror = () => done("error"); });
    },
    async importing(address) {
        const program = `let what = "error"; try { importScripts(${JSON.stringify(address)}); what = "loaded"; } catch {}
            postMessage(what)`;
        const worker = new Worker(URL.createObjectURL(new Blob([program], { type: "text/javascript" })));
        return new Promise((done) => { worker.onmessage = ({ data }) => done(data); worker.onerror = () => done("error"); });
    },
    async worker(address) {
        try {
            const worker = new Worker(address);
            return await new Promise((done) => {
                worker.onerror = () => done("error");
                worker.onmessage = () => done("loaded");
            });
        } catch { return "error"; }
    },
    async module(address) { try { await import(address); return "loaded"; } catch { return "error"; } },
    async font(address) {
        try { await new FontFace("hostile", `url("${address}")`).load(); return "loaded"; } catch { return "error"; }
    },
    xhr: (address, { method = "GET", body = null, withCredentials = false }) => new Promise((done) => {
        const request = new XMLHttpRequest();
        request.open(method, address);
        request.withCredentials = withCredentials;
        request.onload = () => done(`read ${request.status} ${request.responseText.slice(0, 200)}`);
        request.onerror = () => done("error");
        request.send(body);
    }),
    events: (address) => new Promise((done) => {
        const source = new EventSource(address);
        source.onopen = () => { source.close(); done("open"); };
        source.onerror = () => { source.close(); done("error"); };
    }),
    socket: (address) => new Promise((done) => {
        const socket = new WebSocket(address.replace("http", "ws"));
        socket.onopen = () => { socket.close(); done("open"); };
        socket.onerror = () => done("error");
    }),
    async beacon(address) { navigator.sendBeacon(address, "from a beacon"); await pause(300); return "sent"; },
    async element(address, { tag, name, ...attributes }) {
        const [made, what] = await element(tag, { ...attributes, [name ?? "src"]: address });
        return tag === "img" && what === "loaded" ? `loaded ${made.naturalWidth} by ${made.naturalHeight}` : what;
    },
    async frame(address, { tag, name }) {
        const [made, what] = await element(tag, { [name]: address, width: 300, height: 300 });
        // It is told that it has loaded when it was refused, too.
        return what === "loaded" ? `loaded, ${made.contentWindow ? inside(made.contentWindow) : "closed"}` : what;
    },
    async form(address, { method, type = "text/plain", target }) {
        const form = document.createElement("form"), text = document.createElement("textarea");
        if (target === "frame") {
            const frame = document.createElement("iframe");
            frame.name = "frame" + Math.random();
            document.body.append(frame);
            form.target = frame.name;
        } else {
            form.target = "window" + Math.random();
        }
        // A form of GET replaces the query.
        Object.assign(form, { method, action: address, enctype: type });
        if (method === "get") for (const [name, value] of new URL(address).searchParams) {
            const hidden = document.createElement("input");
            Object.assign(hidden, { type: "hidden", name, value });
            form.append(hidden);
        }
        Object.assign(text, { name: "text", value: "from a form" });
        form.append(text);
        document.body.append(form);
        const other = target === "frame" ? null : open("about:blank", form.target);
        form.submit();
        for (let turn = 0; other && turn < 400 && inside(other) === "nothing"; turn++) await pause(25);
        if (!other) await pause(1000);
        const what = other ? inside(other) : "sent";
        other?.close();
        return what;
    },
    async window(address) {
        const other = open(address);
        if (!other) return "no window";
        for (let turn = 0; turn < 800 && inside(other) === "nothing"; turn++) await pause(25);
        await pause(200);
        const what = `${inside(other)}, ${other.length} frames`;
        other.close();
        return what;
    },
};
const tryAll = async (attempts) => {
    const learned = {};
    const one = async ([id, way, address, options]) => {
        learned[id] = await Promise.race([ways[way](address, options), pause(90000).then(() => "nothing happened")]);
    };
    const inTurn = (way) => ["window", "form"].includes(way);
    await Promise.all(attempts.filter(([, way]) => !inTurn(way)).map(one));
    for (const attempt of attempts.filter(([, way]) => inTurn(way))) await one(attempt);
    // What the browser notes of its requests.
    const bases = new Set(attempts.map(([, , address]) => new URL(address).origin).filter((base) => base !== location.origin));
    learned.notes = performance.getEntriesByType("resource").filter((entry) => bases.has(new URL(entry.name).origin)
        && (entry.responseStatus || entry.transferSize || entry.encodedBodySize || entry.decodedBodySize || entry.responseStart
            || entry.contentType)).map((entry) => `${entry.name} ${JSON.stringify(entry)}`);
    return learned;
};
"""


def paths_of(name, image):
    """What there is to be had, by its kind."""
    return {
        "library": "/", "reader": f"/read/{name}", "list": "/documents.json",
        "manifest": f"/iiif/presentation/3/{name}/manifest.json",
        "beginning": f"/iiif/presentation/3/{name}/beginning.json",
        "picture": f"/iiif/3/{image}/full/100,/0/default.jpg", "size": f"/iiif/3/{image}/info.json",
        "cover": f"/iiif/3/{name}-1/full/100,/0/default.jpg", "text": f"/text/{image}", "links": f"/links/{image}",
        "search": f"/search/{name}?q=the", "IIIF search": f"/iiif/search/2/{name}?q=the", "looks": f"/looks/{name}",
        "program": "/assets/read.js", "numbers": "/metrics", "socket": f"/reader/{name}", "upload": "/documents/hostile.txt",
    }


def attempts_of(name, image):
    """(what, way, path, options): what a hostile page tries."""
    paths = paths_of(name, image)
    tries = []
    for kind in ["library", "reader", "list", "manifest", "picture", "cover", "text", "search", "looks", "program", "numbers",
            "socket"]:
        tries += [
            (f"fetch {kind}", "fetch", paths[kind], {"mode": "cors"}),
            (f"fetch {kind} without CORS", "fetch", paths[kind], {"mode": "no-cors"}),
        ]
    for kind in ["list", "manifest", "text", "numbers", "picture"]:
        tries += [(f"fetch {kind} with credentials", "fetch", paths[kind], {"mode": "cors", "credentials": "include"})]
    for kind in ["list", "manifest"]:
        tries += [
            (f"fetch {kind} with a header", "fetch", paths[kind], {"headers": {"Authorization": "Bearer guess",
                    "X-User": "root"}}),
            (f"fetch {kind} with a range", "fetch", paths[kind], {"headers": {"Range": "bytes=0-5"}}),
            (f"fetch {kind} without referrer", "fetch", paths[kind], {"mode": "no-cors", "referrerPolicy": "no-referrer"}),
            (f"HEAD of {kind}", "fetch", paths[kind], {"method": "HEAD"}),
            (f"fetch {kind} in a worker", "navigator", paths[kind], {}),
            (f"fetch {kind} in a worker without CORS", "navigator", paths[kind], {"mode": "no-cors"}),
            (f"XMLHttpRequest {kind}", "xhr", paths[kind], {}),
            (f"XMLHttpRequest {kind} with credentials", "xhr", paths[kind], {"withCredentials": True}),
        ]
    for kind in ["picture", "cover", "list"]:
        tries += [
            (f"<img> {kind}", "element", paths[kind], {"tag": "img"}),
            (f"<img> {kind} with credentials", "element", paths[kind], {"tag": "img", "crossorigin": "use-credentials"}),
            (f"<img> {kind} by CORS", "element", paths[kind], {"tag": "img", "crossorigin": "anonymous"}),
            (f"<img> {kind} without referrer", "element", paths[kind], {"tag": "img", "referrerpolicy": "no-referrer"}),
            (f"<input type=image> {kind}", "element", paths[kind], {"tag": "input", "type": "image"}),
            (f"<video> {kind}", "element", paths[kind], {"tag": "video"}),
            (f"<audio> {kind}", "element", paths[kind], {"tag": "audio"}),
        ]
    for kind in ["program", "list", "manifest"]:
        tries += [
            (f"<script> {kind}", "element", paths[kind], {"tag": "script"}),
            (f"<script type=module> {kind}", "element", paths[kind], {"tag": "script", "type": "module"}),
            (f"<link rel=stylesheet> {kind}", "element", paths[kind], {"tag": "link", "rel": "stylesheet", "name": "href"}),
            (f"<link rel=preload> {kind}", "element", paths[kind], {"tag": "link", "rel": "preload", "as": "script",
                "name": "href"}),
            (f"import() {kind}", "module", paths[kind], {}),
            (f"importScripts() {kind}", "importing", paths[kind], {}),
            (f"Worker {kind}", "worker", paths[kind], {}),
            (f"font {kind}", "font", paths[kind], {}),
        ]
    for kind in ["library", "reader", "list", "manifest", "picture", "text", "numbers"]:
        tries += [
            (f"<iframe> {kind}", "frame", paths[kind], {"tag": "iframe", "name": "src"}),
            (f"<object> {kind}", "frame", paths[kind], {"tag": "object", "name": "data"}),
            (f"<embed> {kind}", "frame", paths[kind], {"tag": "embed", "name": "src"}),
        ]
    tries += [
        ("EventSource", "events", paths["list"], {}),
        ("WebSocket", "socket", paths["socket"], {}),
        ("WebSocket at the library", "socket", "/", {}),
        ("fetch puts a document", "fetch", paths["upload"], {"method": "PUT", "body": "hostile"}),
        ("fetch puts a document, with credentials", "fetch", paths["upload"], {"method": "PUT", "body": "hostile",
            "credentials": "include"}),
        ("XMLHttpRequest puts a document", "xhr", paths["upload"], {"method": "PUT", "body": "hostile"}),
        ("fetch deletes a document", "fetch", paths["upload"], {"method": "DELETE"}),
        ("fetch posts a document", "fetch", paths["upload"], {"method": "POST", "body": "hostile"}),
        ("fetch posts a document without CORS", "fetch", paths["upload"], {"method": "POST", "body": "hostile",
            "mode": "no-cors"}),
        ("fetch posts to a manifest", "fetch", paths["manifest"], {"method": "POST", "body": "hostile", "mode": "no-cors"}),
        ("a beacon", "beacon", paths["upload"], {}),
        ("a ping", "element", paths["upload"], {"tag": "a", "href": "#x", "name": "ping"}),
        ("a form is posted in a frame", "form", paths["upload"], {"method": "post", "target": "frame"}),
        ("a form is posted in a window", "form", paths["upload"], {"method": "post", "target": "window"}),
        ("a form of parts is posted in a window", "form", paths["upload"], {"method": "post", "type": "multipart/form-data",
            "target": "window"}),
        ("a form is posted to the library", "form", "/", {"method": "post", "target": "window"}),
        ("a form is filled in for the list", "form", paths["list"], {"method": "get", "target": "window"}),
        ("a window on the library", "window", "/", {}),
        ("a window on the reader", "window", paths["reader"], {}),
        ("a window on a manifest", "window", paths["manifest"], {}),
        ("a window on the list", "window", paths["list"], {}),
        ("a window on a picture", "window", paths["picture"], {}),
        ("a window on the numbers", "window", paths["numbers"], {}),
        ("a window on the reader's socket", "window", paths["socket"], {}),
    ]
    return tries


def twins_of(name):
    """Ways by which a page could learn whether there is a document: each is tried with one that is there, and one that is not."""
    for kind, path in [("manifest", "/iiif/presentation/3/{}/manifest.json"), ("cover", "/iiif/3/{}-1/full/100,/0/default.jpg"),
                       ("reader", "/read/{}"), ("looks", "/looks/{}")]:
        for what, way, options in [
            ("<img>", "element", {"tag": "img"}), ("<script>", "element", {"tag": "script"}),
            ("<link rel=stylesheet>", "element", {"tag": "link", "rel": "stylesheet", "name": "href"}),
            ("<link rel=prefetch>", "element", {"tag": "link", "rel": "prefetch", "name": "href"}),
            ("<object>", "frame", {"tag": "object", "name": "data"}), ("<embed>", "frame", {"tag": "embed", "name": "src"}),
            ("<iframe>", "frame", {"tag": "iframe", "name": "src"}), ("<video>", "element", {"tag": "video"}),
            ("fetch without CORS", "fetch", {"mode": "no-cors"}), ("a window", "window", {}),
        ]:
            if way == "window" and kind != "reader":
                continue
            yield f"{what} on the {kind}", way, path.format(name), path.format(MISSING), options


def is_below(path, *folders):
    return any(path == folder.rstrip("/") or path.startswith(folder) for folder in folders)


class Rules:
    """What docs/web.md says of a request, by its headers."""

    def __init__(self, cors, names):
        self.cors, self.names = cors, {name.lower() for name in names}

    def statuses(self, method, target, headers):
        """The statuses that are documented; None: it is served, whatever comes of it."""
        path = target.split("?")[0]
        host = headers.get("host", "")
        name = re.sub(r":\d+$", "", host).lower()
        if name not in self.names:
            return {421}
        refused = {403} if method in ("GET", "HEAD") else {400, 403, 405}
        may_be_shared = self.cors and path.startswith("/iiif/") and method in ("GET", "HEAD", "OPTIONS")
        site = headers.get("sec-fetch-site")
        if headers.get("upgrade", "").lower() == "websocket" and path.startswith("/reader/") and headers.get(
                "origin") != f"http://{host}":
            return {403}
        if site is not None and site not in ("same-origin", "none"):
            is_visit = method in ("GET", "HEAD") and headers.get("sec-fetch-mode") == "navigate" \
                and headers.get("sec-fetch-dest") == "document" and not is_below(path, "/metrics", "/reader/")
            return None if is_visit or may_be_shared else refused
        if site is None:
            origin, referer = headers.get("origin"), headers.get("referer")
            own = f"http://{host}"
            is_foreign = origin != own if origin is not None else referer is not None and not (referer + "/").startswith(
                own + "/")
            if is_foreign and not may_be_shared and not (path == "/" or path.startswith("/read/")):
                return refused
        if method not in ("GET", "HEAD", "OPTIONS", "PUT"):
            return {400, 403, 405}
        if path == "/metrics":
            return {200, 401, 403, 404}
        return None

    def judge(self, method, target, headers, answer):
        """Whether a request got what is documented; and whether that is a refusal."""
        wanted = self.statuses(method, target, headers)
        if answer is None:
            return False, False
        if wanted is None:
            return answer.status not in (403, 421), False
        return answer.status in wanted, answer.status in REFUSALS


def told_by(exchange):
    method, target, headers, answer = exchange
    shown = {name: headers[name] for name in ["host", "origin", "referer", "sec-fetch-site", "sec-fetch-mode",
        "sec-fetch-dest"] if name in headers}
    return f"{method} {target} {json.dumps(shown)} was answered with {answer and answer.status}"


class Hostile:
    """All four."""

    def __init__(self, options):
        self.options = options
        parts = urllib.parse.urlsplit(options.url)
        self.tcp, self.unix = (parts.hostname, parts.port), options.socket
        self.host = f"{parts.hostname}:{parts.port}"
        self.name, self.cors = options.name, options.cors
        own = socket.gethostname()
        # By a name for which browsers send no Sec-Fetch headers.
        self.plain = f"{own}.local" if own.lower() == "localhost" else own
        self.rules = Rules(options.cors, ["127.0.0.1", "localhost", own, f"{own}.local"])
        self.headers, self.headers_of_the_other = Headers(options.cors), Headers(False)
        self.parts = {name: Part() for name in ["hostile site", "rebound name", "hostile client", "hostile proxy"]}
        location = self.get(f"/iiif/3/{self.name}-1/info.json").headers.get("location", "")
        found = re.search(r"([0-9a-f]{16}-[0-9a-f]{32}-1)", location)
        if not found:
            raise SystemExit(f"{self.name} is no document that can be opened: {location!r}")
        self.image = found[1]
        self.paths = paths_of(self.name, self.image)
        listing = json.loads(self.get("/documents.json").body)
        self.has_uploads = bool(listing.get("uploads"))
        self.titles = {document["title"] for document in listing["documents"]}
        self.added = set()

    def get(self, path, place=None, **headers):
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        data, _ = talk(place or self.tcp, f"GET {path} HTTP/1.1\r\nHost: {self.host}\r\nConnection: close\r\n{lines}\r\n".encode(
            ), 120)
        answers = answers_in(data)
        if len(answers) != 1:
            raise SystemExit(f"no answer for {path}: {data[:200]}")
        return answers[0]

    # The browser.

    def browse(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.site = server.server_address[1]
        self.relay = Relay(self.tcp)
        names = [EVIL, f"*.{EVIL}", "*.test", self.plain]
        rules = ",".join(f"MAP {name} 127.0.0.1" for name in names)
        # Its processes write there for a moment after the first one has ended.
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            # Pages that others are opened before are not to wait for their timers.
            browser = Spy(profile, f"--host-resolver-rules={rules}", "--disable-popup-blocking",
                          "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
                          "--disable-backgrounding-occluded-windows")
            try:
                self.own_pages(browser)
                self.sites(browser)
                self.visits(browser)
                self.scripts_of_names(browser)
                self.rebound(browser)
            finally:
                browser.stop()

    def of(self, id, exchanges):
        return [one for one in exchanges if re.search(rf"[?&]attempt={id}(&|$)", one[1])]

    def run(self, browser, attempts, base, sandboxed=False):
        """Lets the page that is shown try all of this: what it has learned, and what went over the wire, for each."""
        number = secrets.token_hex(4)
        asked = [[f"{number}.{at}", way, base + path + ("&" if "?" in path else "?") + f"attempt={number}.{at}", options]
                 for at, (_, way, path, options) in enumerate(attempts)]
        if sandboxed:
            tell = "(learned) => parent.postMessage(learned, '*')"
            inner = f"<body><script>{WAYS} tryAll({json.dumps(asked)}).then({tell});</script>"
            script = f"""(() => {{ const frame = document.createElement("iframe");
                const learned = new Promise((done, failed) => {{
                    addEventListener("message", ({{ data }}) => done(data), {{ once: true }});
                    setTimeout(() => failed("the sandbox says nothing"), 240000); }});
                frame.sandbox = "allow-scripts allow-forms allow-popups";
                frame.srcdoc = {json.dumps(inner)};
                document.body.append(frame);
                return learned; }})()"""
        else:
            script = f"(async () => {{ {WAYS} return await tryAll({json.dumps(asked)}); }})()"
        learned = browser.ask(script)
        exchanges = self.relay.settled()
        return [(what, learned[id], self.of(id, exchanges)) for (what, *_), (id, *_) in zip(attempts, asked)] + \
            [("what the browser notes of its requests", learned["notes"], None)]

    def may_learn(self, way, path, options, learned):
        """Whether a page of another site may know that."""
        is_shared = self.cors and path.startswith("/iiif/")
        if learned in ("error", "sent", "closed", "loaded, closed", "closed, 0 frames"):
            return True
        if way in ("fetch", "navigator", "xhr") and is_shared:
            asks_alone = options.get("credentials") != "include" and not options.get("withCredentials") \
                and options.get("method", "GET") in ("GET", "HEAD")
            return learned == "opaque" if options.get("mode") == "no-cors" else asks_alone and learned.startswith("read 20")
        if way == "element" and is_shared:
            return options["tag"] in ("img", "input", "link", "script") and options.get("crossorigin") != "use-credentials"
        return False

    def site_try(self, browser, part, where, attempts, base, strict=False, sandboxed=False):
        """What a page of the hostile site tries."""
        outcomes = self.run(browser, attempts, base, sandboxed)
        *outcomes, (_, notes, _) = outcomes
        notes = [note for note in notes if not (self.cors and "/iiif/" in note)]
        for (what, learned, exchanges), (_, way, path, options) in zip(outcomes, attempts):
            wrong = [told_by(one) for one in exchanges if not self.rules.judge(*one)[0]]
            served = [one for one in exchanges if not self.rules.judge(*one)[1]]
            # Browsers say nothing of a WebSocket but its origin.
            is_visit = way == "window" or way == "form" and options["method"] == "get" or way == "socket" and path == "/"
            if strict and served and not is_visit and not (self.cors and path.startswith("/iiif/")):
                wrong += [told_by(one) for one in served]
            if not self.may_learn(way, path, options, learned):
                wrong.append(f"the page learns {learned[:300]!r}")
            statuses = ", ".join(f"{one[0]} {one[3] and one[3].status}" for one in exchanges) or "the browser asks nothing"
            how = "; ".join(wrong) or f"{statuses}; the page learns: {learned[:60]}"
            part.note(f"{where}: {what}", not wrong, not served, how)
        asked = sum(bool(exchanges) for _, _, exchanges in outcomes)
        part.note(f"{where}: attempts for which the browser asks", asked * 4 > len(outcomes) * 3, False,
                  f"{asked} of {len(outcomes)}")
        part.note(f"{where}: what the browser notes of its requests", not notes, True, f"{notes[:3] or 'nothing'}")

    def sites(self, browser):
        part = self.parts["hostile site"]
        attempts = attempts_of(self.name, self.image)
        numbered = f"http://127.0.0.1:{self.relay.port}"
        named = f"http://{self.plain}:{self.relay.port}"
        for where, page, base, is_strict in [
            ("another site", f"http://localhost:{self.site}/", numbered, True),
            ("another port", f"http://127.0.0.1:{self.site}/", numbered, True),
            ("another site, by name", f"http://{EVIL}:{self.site}/", named, False),
            ("another port, by name", f"http://{self.plain}:{self.site}/", named, False),
            ("another site that says nothing, by name", f"http://{EVIL}:{self.site}/?silent", named, False),
        ]:
            browser.go(page)
            self.site_try(browser, part, where, attempts, base, is_strict)
            twins = list(twins_of(self.name))
            there = self.run(browser, [(what, way, path, options) for what, way, path, _, options in twins], base)
            not_there = self.run(browser, [(what, way, path, options) for what, way, _, path, options in twins], base)
            for (what, learned, exchanges), (_, other, others), (_, _, path, _, _) in zip(there, not_there, twins):
                wrong = [told_by(one) for one in exchanges + others if not self.rules.judge(*one)[0]]
                is_told = learned != other and not (self.cors and path.startswith("/iiif/"))
                served = [one for one in exchanges if not self.rules.judge(*one)[1]]
                part.note(f"{where}: whether a document is there, by {what}", not wrong and not is_told, not served,
                          "; ".join(wrong) or f"{learned}, and {other} where there is none")
            part.note(f"{where}: what the browser notes of these", self.cors or not there[-1][1] + not_there[-1][1], True,
                      f"{(there[-1][1] + not_there[-1][1])[:3] or 'nothing'}")
        # Of no origin at all.
        few = [one for one in attempts if one[1] not in ("window", "importing", "worker") and one[0] != "a ping"]
        for where, base, is_strict in [("a sandbox", numbered, True), ("a sandbox, by name", named, False)]:
            browser.go(f"http://localhost:{self.site}/?sandbox")
            self.site_try(browser, part, where, few, base, is_strict, sandboxed=True)
        # On ways about the hostile site, of which the second makes the origin null.
        for where, base in [("a way about", numbered), ("a way about, by name", named)]:
            for ways in [["localhost"], [EVIL, "localhost"]]:
                browser.go(f"http://127.0.0.1:{self.site}/")
                outcomes = []
                for kind in ["list", "manifest", "picture"]:
                    for what, options in [("fetch", {"mode": "cors"}), ("fetch without CORS", {"mode": "no-cors"})]:
                        id = secrets.token_hex(4)
                        address = f"{base}{self.paths[kind]}?attempt={id}"
                        for host in ways:
                            address = f"http://{host}:{self.site}/away?to={urllib.parse.quote(address, safe='')}"
                        call = f"ways.fetch({json.dumps(address)}, {json.dumps(options)})"
                        learned = browser.ask(f"(async () => {{ {WAYS} return await {call}; }})()")
                        outcomes.append((f"{what} {kind} over {len(ways)}", id, kind, options, learned))
                exchanges = self.relay.settled()
                for what, id, kind, options, learned in outcomes:
                    own = self.of(id, exchanges)
                    wrong = [told_by(one) for one in own if not self.rules.judge(*one)[0]]
                    if not self.may_learn("fetch", self.paths[kind], options, learned):
                        wrong.append(f"the page learns {learned[:300]!r}")
                    part.note(f"{where}: {what}", not wrong, all(self.rules.judge(*one)[1] for one in own), "; ".join(wrong)
                              or f"{[answer and answer.status for *_, answer in own]}; the page learns: {learned[:60]}")
        self.judge_rest(part)

    def judge_rest(self, part):
        """All requests, also those that nobody has asked for by name: icons, and what pages load that were opened."""
        exchanges = self.relay.fresh()
        for method, target, headers, answer in exchanges:
            if answer:
                self.headers.check(target, answer)
        rest = [one for one in exchanges if "attempt=" not in one[1]]
        wrong = [told_by(one) for one in rest if one[3] and not self.rules.judge(*one)[0]]
        if rest:
            part.note("whatever else the browser asks for", not wrong, False, f"{wrong[:5] or f'{len(rest)} requests'}")

    def own_pages(self, browser):
        """What pages of the server may do, so that the others are known to be refused for being others."""
        part = self.parts["hostile site"]
        for host in ["127.0.0.1", "localhost", self.plain]:
            base = f"http://{host}:{self.relay.port}"
            browser.go(base + "/")
            # What it says of itself lets no script run that is not a file of the server: neither a worker's.
            attempts = [
                ("fetch the list", "fetch", self.paths["list"], {}), ("fetch a text", "fetch", self.paths["text"], {}),
                ("<img> a picture", "element", self.paths["picture"], {"tag": "img"}),
                ("<img> a cover", "element", self.paths["cover"], {"tag": "img"}),
                ("WebSocket", "socket", self.paths["socket"], {}),
                ("<iframe> the reader", "frame", self.paths["reader"], {"tag": "iframe", "name": "src"}),
            ]
            if self.has_uploads:
                path = f"/documents/own-{secrets.token_hex(6)}.txt"
                attempts.append(("a document is put", "fetch", path, {"method": "PUT", "body": "Of its own page.\n"}))
                self.added.add(path.split("/")[-1][:-4])
            for what, learned, exchanges in self.run(browser, attempts, base)[:-1]:
                statuses = [answer and answer.status for *_, answer in exchanges]
                holds = re.match(r"read 20|loaded|open", learned) and all(status in (101, 200, 201, 302) for status in statuses)
                how = f"{statuses}; the page learns: {learned[:60]}"
                part.note(f"its own page at {host}: {what}", bool(holds and statuses), False, how)
        self.judge_rest(part)

    def visits(self, browser):
        """Links of the hostile site, that somebody follows."""
        part = self.parts["hostile site"]
        paths = [("/", True), (self.paths["reader"], True), ("/metrics", False), (self.paths["socket"], False)]
        for host in ["127.0.0.1", self.plain]:
            base = f"http://{host}:{self.relay.port}"
            for site in ["localhost", EVIL]:
                for path, is_shown in paths:
                    browser.go(f"http://{site}:{self.site}/")
                    id = secrets.token_hex(4)
                    url = f"{base}{path}?attempt={id}"
                    browser.ask(f"""(() => {{ const link = document.createElement("a"); link.href = {json.dumps(url)};
                        link.textContent = "x"; document.body.append(link); setTimeout(() => link.click(), 50); }})()""")
                    browser.wait(url)
                    shown = browser.do("document.title")
                    own = self.of(id, self.relay.settled())
                    wrong = [told_by(one) for one in own if not self.rules.judge(*one)[0]]
                    statuses = [answer and answer.status for *_, answer in own]
                    holds = statuses == [200] if is_shown else statuses and 200 not in statuses
                    part.note(f"a link of {site} to {host}{path.split(self.name)[0]}", bool(holds and not wrong), not is_shown,
                              "; ".join(wrong) or f"{statuses}, {shown!r}")
        # What stands behind the # is the hostile site's, too.
        texts = ["<img src=x onerror=window.hacked=1>", "\"><script>window.hacked=1</script>", "javascript:window.hacked=1",
                 "__proto__", "1e999", "-1", "%00", "%E0%A4%A", "%3Cimg%20src=x%20onerror=window.hacked=1%3E"]
        for text in texts:
            for key in ["page", "number"]:
                browser.go("about:blank")
                browser.go(f"http://127.0.0.1:{self.relay.port}{self.paths['reader']}#{key}={text}")
                time.sleep(0.4)
                is_well = browser.do("window.hacked === undefined")
                part.note(f"a link to the reader with #{key}={text}", is_well, False, "no script of it runs")
        self.judge_rest(part)

    def scripts_of_names(self, browser):
        """Somebody has put a document there whose name is a script."""
        part = self.parts["hostile site"]
        if not self.has_uploads:
            return
        title = f"{secrets.token_hex(3)}\"'><img src=x onerror=window.hacked=1>"
        path = f"/documents/{urllib.parse.quote(title, safe='')}.txt"
        data, _ = talk(self.tcp, self.put(path, body=b"Text\n"))
        answer = (answers_in(data) or [Answer(0, {}, b"")])[0]
        if answer.status != 201:
            part.note("a document is put whose name is a script", answer.status in REFUSALS, True, f"{answer.status}")
            return
        self.added.add(title)
        name = json.loads(answer.body)["name"]
        base = f"http://127.0.0.1:{self.relay.port}"
        for path, selector in [("/", ".book"), (f"/read/{name}", "body")]:
            browser.go(base + path)
            shown = f"""document.title.includes("onerror")
                || [...document.querySelectorAll({json.dumps(selector)})].some((one) => one.textContent.includes("onerror"))"""
            end = time.monotonic() + 60
            while time.monotonic() < end and not browser.do(shown):
                time.sleep(0.1)
            time.sleep(0.3)
            part.note(f"a document whose name is a script is shown at {path.split(name)[0]}",
                      browser.do("window.hacked === undefined") and browser.do(shown), False, "its name is text")
        self.judge_rest(part)

    def rebound(self, browser):
        part = self.parts["rebound name"]

        def judge(what, learned, exchanges):
            statuses = [answer and answer.status for *_, answer in exchanges]
            tells = learned in ("open", "loaded") or any(word in learned for word in [self.name, '"title":', '"items":', "Library"])
            # A request with a body is refused for that first, at times.
            is_refused = all(status == 421 or method not in ("GET", "HEAD", "PUT") and status in (400, 405)
                             for status, (method, *_) in zip(statuses, exchanges))
            part.note(what, is_refused and not tells, True,
                      f"{statuses or 'the browser asks nothing'}; the page learns: {learned[:80]}")

        for name in [EVIL, f"localhost.{EVIL}", f"127.0.0.1.{EVIL}", f"{self.plain}.{EVIL}", f"{EVIL.split('.')[0]}.test"]:
            for path in ["/", self.paths["reader"], self.paths["list"], self.paths["manifest"], "/metrics"]:
                id = secrets.token_hex(4)
                url = f"http://{name}:{self.relay.port}{path}?attempt={id}"
                browser.go(url)
                own = self.of(id, self.relay.settled())
                judge(f"{name} is loaded: {path.split(self.name)[0]}", browser.do("document.body.textContent"), own)
                if not own:
                    part.note(f"{name} was asked for {path.split(self.name)[0]}", False, True, "the browser has asked nothing")
        # From a page at another port of the same name.
        browser.go(f"http://{EVIL}:{self.site}/")
        attempts = attempts_of(self.name, self.image)
        for what, learned, exchanges in self.run(browser, attempts, f"http://{EVIL}:{self.relay.port}")[:-1]:
            judge(f"a page at another port of the name: {what}", learned, exchanges)
        browser.go(f"http://localhost:{self.site}/")
        for what, learned, exchanges in self.run(browser, attempts[:30], f"http://{EVIL}:{self.relay.port}")[:-1]:
            judge(f"a page of another name: {what}", learned, exchanges)
        self.judge_rest(part)
        # And from the same origin: the page came from its own server, and then the name is another machine's.
        rebinding = Relay(self.tcp, b"<!DOCTYPE html><title>hostile</title><body>hostile</body>")
        browser.go(f"http://{EVIL}:{rebinding.port}/")
        rebinding.page = None
        self.relay, before = rebinding, self.relay
        for what, learned, exchanges in self.run(browser, attempts, f"http://{EVIL}:{rebinding.port}")[:-1]:
            judge(f"a page of the same origin: {what}", learned, exchanges)
        self.judge_rest(part)
        self.relay = before

    # The client.

    def send(self, part, what, request, accept, place=None, alone=True, patience=30, check=None):
        """Sends bytes, for which one answer comes. Accept: the statuses that are documented; None: no answer."""
        data, is_closed = talk(place or self.tcp, request, patience, 2 if alone else 0.2)
        answers = answers_in(data, [request.split(b" ", 1)[0].decode("latin-1")])
        statuses = [answer.status for answer in answers] or [None]
        wrong = []
        if statuses[0] not in accept:
            wrong.append(f"{statuses[0]} in place of {sorted(accept, key=str)}")
        if alone and len(statuses) > 1:
            wrong.append(f"{len(statuses)} answers: {statuses}")
        if alone and data and not is_closed:
            wrong.append("the connection is not closed")
        if not accept & {200, 101, 201} and (b'"title":' in data or b'"items":' in data):
            wrong.append("the answer has what is documents'")
        if check and answers and not wrong and (problem := check(answers[0])):
            wrong.append(problem)
        target = request.split(b"\r\n")[0].split(b" ")
        path = target[1].decode("latin-1") if len(target) > 1 else ""
        headers = self.headers if place in (None, self.tcp, self.unix) else self.headers_of_the_other
        for answer in answers:
            if answer.status:
                headers.check(path, answer)
        how = ("; ".join(wrong) + f": {request[:400]!r}") if wrong else f"{statuses[0]}"
        part.note(what, not wrong, statuses[0] is None or statuses[0] in REFUSALS, how)
        return answers

    def request(self, path, *lines, method="GET", host=None, close=True, body=b""):
        host = self.host if host is None else host
        head = [f"{method} {path} HTTP/1.1".encode(), b"Host: " + (host if isinstance(host, bytes) else host.encode())]
        head += [line if isinstance(line, bytes) else line.encode() for line in lines]
        head += [b"Connection: close"] if close else []
        return b"\r\n".join(head) + b"\r\n\r\n" + body

    def client(self):
        part = self.parts["hostile client"]
        self.hosts(part)
        self.heads(part)
        self.puts(part)
        self.targets(part)
        self.origins(part)
        self.fetch_headers(part)
        self.sockets(part)
        self.numbers(part)

    def hosts(self, part):
        port = self.tcp[1]
        own = socket.gethostname()
        good = ["127.0.0.1", f"127.0.0.1:{port}", "127.0.0.1:1", "LOCALHOST", f"LocalHost:{port}", "[::1]", f"[::1]:{port}",
                "192.0.2.7", "[2001:db8::1]:80", "0.0.0.0", own, own.upper(), f"{own}.local:{port}"]
        bad = [
            EVIL, f"{EVIL}:{port}", f"{EVIL}:80", "localhost.evil.example", "127.0.0.1.evil.example", f"{own}.evil.example",
            "evillocalhost", "localhost-evil", "2130706433", f"2130706433:{port}", "0x7f.1", "0x7f000001", "127.1", "127.0.1",
            "0177.0.0.1", "127.0.0.01", "127.0.0.256", "127.0.0.1.", f"127.0.0.1.:{port}", "1.127.0.0.1", "127.0.0.1.5",
            f"{EVIL}.", "user@127.0.0.1", f"user:password@127.0.0.1:{port}", f"127.0.0.1:{port}@{EVIL}", f"{EVIL}@127.0.0.1",
            f"127.0.0.1,{EVIL}", f"127.0.0.1, {EVIL}", f"{EVIL},127.0.0.1", f"127.0.0.1 {EVIL}", f"{EVIL} 127.0.0.1",
            f"127.0.0.1\t{EVIL}", "127.0.0.1:80:80", "127.0.0.1:x", f"127.0.0.1:{port}x", "127.0.0.1:-1", "127.0.0.1:+80",
            "127.0.0.1:999999", "127.0.0.1: 80", f"127.0.0.1/{EVIL}", f"{EVIL}/127.0.0.1", "127.0.0.1/", "127.0.0.1#x",
            "127.0.0.1?x", "127.0.0.1\\x", "http://127.0.0.1", "//127.0.0.1", "[127.0.0.1]", "::1", f"::1:{port}", "[::1", "::1]",
            "[::1]x", f"[::1]{EVIL}", f"[::1].{EVIL}", "[::1]:x", "[0:0:0:0:0:0:0:1]", "[::0001]", "[0::1]", "[::1%25lo]",
            "[::1%lo]", "[]", "[", "[:]", "[fe80::1%1]", "%6cocalhost", "local%68ost", "localhost%00", "localhost%2e", "*", ".",
            "..", ".localhost", "local host", "l\u00f6calhost", "\uff4cocalhost", "127\u3002" "0\u3002" "0\u30021",
            "localhost.localdomain", "localhost_", "a" * 300, "localhost:" + "0" * 300,
        ]
        either = ["localhost.", f"localhost.:{port}", "127.0.0.1:", "[::ffff:127.0.0.1]", f"[::ffff:127.0.0.1]:{port}",
                  "[::ffff:7f00:1]", "[::FFFF:127.0.0.1]", "[2001:DB8::1]", "[::127.0.0.1]", "127.0.0.1:080", "127.0.0.1:99999",
                  f"{own}."]
        for place, over in [(self.tcp, ""), (self.unix, ", over the Unix socket")]:
            for host in good:
                self.send(part, f"Host: {host}{over}", self.request("/documents.json", host=host), {200}, place)
            for host in bad:
                self.send(part, f"Host: {host[:60]}{over}", self.request("/documents.json", host=host), {400, 421}, place)
            for host in either:
                self.send(part, f"Host: {host}{over}", self.request("/documents.json", host=host), {200, 400, 421}, place)
            self.send(part, f"Host: nothing{over}", self.request("/documents.json", host=""), {400, 421}, place)
            self.send(part, f"Host with a NUL{over}", self.request("/documents.json", host=EVIL.encode() + b"\0127.0.0.1"),
                      {None, 400, 421}, place)
            self.send(part, f"Host with a NUL behind it{over}", self.request("/documents.json",
                          host=b"127.0.0.1\0" + EVIL.encode()), {None, 200, 400, 421}, place)
            self.send(part, f"Host with bytes that are no UTF-8{over}", self.request("/documents.json", host=b"\xff\xfe"),
                      {400, 421}, place)
            for first, second in [(self.host, EVIL), (EVIL, self.host), (self.host, self.host), (self.host, ""), ("", self.host)]:
                self.send(part, f"Host: {first}, and Host: {second}{over}", self.request("/documents.json", f"Host: {second}",
                              host=first), {400}, place)
            self.send(part, f"no Host{over}", b"GET /documents.json HTTP/1.1\r\nConnection: close\r\n\r\n", {400, 421}, place)
            self.send(part, f"no Host, in HTTP/1.0{over}", b"GET /documents.json HTTP/1.0\r\n\r\n", {200, 400, 421}, place)
            self.send(part, f"a foreign Host, in HTTP/1.0{over}",
                      f"GET /documents.json HTTP/1.0\r\nHost: {EVIL}\r\n\r\n".encode(), {421}, place)
            for path in ["/", self.paths["reader"], self.paths["manifest"], self.paths["picture"], self.paths["text"], "/metrics",
                         "/assets/read.js", "/nothing"]:
                self.send(part, f"Host: {EVIL}, for {path.split(self.name)[0]}{over}", self.request(path, host=EVIL), {421},
                          place)
            for method in ["HEAD", "OPTIONS", "POST", "DELETE", "PUT"]:
                self.send(part, f"Host: {EVIL}, {method}{over}", self.request("/documents.json", host=EVIL, method=method),
                          {400, 405, 421}, place)
            self.send(part, f"Host: {EVIL}, puts a document{over}", self.request(
                "/documents/hostile.txt", "Content-Length: 7", host=EVIL, method="PUT", body=b"hostile"), {421}, place)
            self.send(part, f"Host: {EVIL}, opens a WebSocket{over}", self.handshake(host=EVIL), {421}, place, alone=False)
        for target in [f"http://{EVIL}/documents.json", f"http://127.0.0.1:{port}/documents.json", f"//{EVIL}/documents.json",
                       f"/\\{EVIL}/", f"{EVIL}:80", "*", "documents.json"]:
            self.send(part, f"a target of another form: {target}", self.request(target), {400, 404, 421})

    def heads(self, part):
        """Heads that two readers could read in two ways: no more than one answer comes, and the connection is closed."""
        smuggled = self.request("/documents.json")
        length = f"Content-Length: {len(smuggled)}"
        for name in ["Content-Length ", "Content-Length\t", " Content-Length", "Transfer-Encoding ", "Host ", "X-Forwarded-Host ",
                     "X User", "X\x0bY", "X(Y)", "X,Y", "X/Y", "X@Y", "X\"Y", "X[Y]", "X{Y}", "X\u00e9", "X\x7f"]:
            value = "chunked" if name.startswith("Transfer") else "5"
            self.send(part, f"a header is called {name!r}", self.request("/documents.json", "X-Before: 1", f"{name}: {value}",
                          close=False), {400})
        # libmicrohttpd takes a line that begins with a colon for the end of a head: what follows is a request to it alone.
        for line in [":", ": 5", ":x: y"]:
            self.send(part, f"a header without a name: {line!r}", self.request("/documents.json", line,
                          smuggled.split(b"\r\n\r\n")[0], close=False), {None, 400})
            self.send(part, f"a header without a name hides a length: {line!r}", self.request("/documents.json", line, length,
                          close=False, body=smuggled), {None, 400})
        self.send(part, "a header without a colon", self.request("/documents.json", "X-Nothing", close=False), {None, 400})
        for one, other in [("5", "6"), ("6", "5"), ("5", "5"), ("0", "0"), ("0", "5"), ("5", "0")]:
            self.send(part, f"Content-Length: {one}, and {other}", self.request(
                "/documents.json", f"Content-Length: {one}", f"Content-Length: {other}", close=False, body=b"hello!"),
                {None, 400})
            self.send(part, f"PUT with Content-Length: {one}, and {other}", self.request(
                "/documents/hostile.txt", f"Content-Length: {one}", f"Content-Length: {other}", close=False, method="PUT",
                body=b"hello!"), {None, 400, 411})
        for value in ["5, 5", "+5", "-1", "0x5", "5 5", "five", "5.0", "5e0", "18446744073709551621", "9223372036854775813",
                      "99999999999999999999999999", "\u0665", ""]:
            for method, path in [("GET", "/documents.json"), ("PUT", "/documents/hostile.txt")]:
                self.send(part, f"{method} with Content-Length: {value}", self.request(
                    path, f"Content-Length: {value}", close=False, method=method, body=b"hello"), {None, 400, 411, 413})
        chunks = b"%x\r\n" % len(smuggled) + smuggled + b"\r\n0\r\n\r\n"
        for lines in [
            (length, "Transfer-Encoding: chunked"), ("Transfer-Encoding: chunked", length), ("Transfer-Encoding: chunked",),
            ("Transfer-Encoding: identity",), ("Transfer-Encoding: xchunked",), ("Transfer-Encoding: chunked, chunked",),
            ("Transfer-Encoding: chunked", "Transfer-Encoding: identity"), ("Transfer-Encoding: gzip, chunked",),
            ("Transfer-Encoding:\x0bchunked",), ("transfer-encoding: CHUNKED",), ("Transfer-Encoding: ",),
            ("Content-Length: 0", "Transfer-Encoding: chunked"), ("Content-Length : 0", "Transfer-Encoding : chunked"),
        ]:
            for method, path in [("GET", "/documents.json"), ("HEAD", "/documents.json"), ("POST", "/documents.json"),
                                 ("OPTIONS", "/"), ("PUT", "/documents/hostile.txt")]:
                self.send(part, f"{method} with {', '.join(lines)}", self.request(path, *lines, close=False, method=method,
                              body=chunks), {None, 400, 405, 411, 501})
        for method in ["GET", "HEAD", "OPTIONS", "POST", "DELETE", "TRACE", "CONNECT", "PATCH", "get", "PROPFIND"]:
            self.send(part, f"{method} with a body that is another request", self.request("/documents.json", length, close=False,
                          method=method, body=smuggled), {None, 400, 403, 405})
        for method in ["POST", "DELETE", "TRACE", "CONNECT", "PATCH", "get", "PROPFIND", "PUT"]:
            self.send(part, f"{method} without a body", self.request("/documents.json", method=method), {None, 400, 405, 411})
        # A folded line is one of HTTP's past: its value is one text, with a blank in it, or it is refused.
        self.send(part, "a folded header", self.request("/documents.json", "X-Folded: a", " b"), {200, 400})
        for lines in [("X-Folded: a", f" Host: {EVIL}"), ("X-Folded: a", "\tContent-Length: 5"),
                      ("X-Folded:", " Transfer-Encoding: chunked")]:
            self.send(part, f"folded: {lines}", self.request("/documents.json", *lines), {200, 400})
        folded = {
            "a Host": f"GET /documents.json HTTP/1.1\r\nHost: 127.0.0.1\r\n .{EVIL}\r\nConnection: close\r\n\r\n",
            "a Host, all of it": f"GET /documents.json HTTP/1.1\r\nHost:\r\n {EVIL}\r\nConnection: close\r\n\r\n",
            "the first line": f"GET /documents.json HTTP/1.1\r\n Host: {EVIL}\r\nHost: {self.host}\r\nConnection: close\r\n\r\n",
        }
        for what, text in folded.items():
            self.send(part, f"folded: {what}", text.encode(), {400, 421})
        self.send(part, "folded: a Content-Length", self.request("/documents.json", "Content-Length:", f" {len(smuggled)}",
                                                                 close=False, body=smuggled), {400})
        self.send(part, "folded: a Content-Length of two", self.request("/documents.json", "Content-Length: 0",
                                                                        f" {len(smuggled)}", close=False, body=smuggled), {400})
        self.send(part, "folded: a Transfer-Encoding", self.request("/documents.json", "Transfer-Encoding:", " chunked",
                                                                    close=False, body=chunks), {400})
        self.send(part, "folded: an Origin", self.request("/documents.json", "Origin:", f" http://{EVIL}"), {400, 403})
        self.send(part, "folded: a Sec-Fetch-Site", self.request("/documents.json", "Sec-Fetch-Site:", " cross-site"), {400, 403})
        # Ends of lines.
        hiding = self.request("/documents.json", "X: a\rContent-Length: 5").decode()
        for what, text in {
            "a bare CR hides a header": hiding,
            "a bare CR in Host": f"GET /documents.json HTTP/1.1\r\nHost: {self.host}\r{EVIL}\r\nConnection: close\r\n\r\n",
            "bare LFs": f"GET /documents.json HTTP/1.1\nHost: {EVIL}\nConnection: close\n\n",
            "a NUL in a header": f"GET /documents.json HTTP/1.1\r\nHost: {self.host}\r\nX: a\0b\r\nConnection: close\r\n\r\n",
        }.items():
            accept = {200, None, 400} if "NUL" in what or "hides" in what else {None, 400, 421}
            self.send(part, what, text.encode(), accept, patience=4)
        for what, data in {
            "HTTP/0.9": b"GET /documents.json\r\n\r\n", "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "TLS": bytes.fromhex("16030100a5010000a10303") + bytes(200),
            "HTTP/9.9": self.request("/documents.json").replace(b"HTTP/1.1", b"HTTP/9.9"),
            "HTTP/1.2": self.request("/documents.json").replace(b"HTTP/1.1", b"HTTP/1.2"),
            "no protocol": self.request("/documents.json").replace(b"HTTP/1.1", b"HTP/1.1"),
            "nothing but blanks": b" \r\n \r\n\r\n", "a target with a blank": self.request("/documents.json x"),
            "two blanks": self.request(" /documents.json"),
        }.items():
            self.send(part, what, data, {None, 200, 400, 405, 505} if what in ("HTTP/1.2", "two blanks")
                      else {None, 400, 405, 505}, patience=3, alone=False)
        self.send(part, "a header of 20,000 bytes", self.request("/documents.json", "X: " + "x" * 20_000), {None, 413, 431})
        self.send(part, "5,000 headers", self.request("/documents.json", *[f"X{number}: 1" for number in range(5_000)]),
                  {None, 400, 413, 431})
        self.send(part, "a method of 10,000 bytes", self.request("/documents.json", method="G" * 10_000),
                  {None, 400, 405, 413, 414, 431})
        self.send(part, "a target of 3,000 bytes", self.request("/" + "x" * 3_000), {414})
        self.send(part, "a target of 30,000 bytes", self.request("/" + "x" * 30_000), {None, 413, 414, 431})
        self.send(part, "another method in a header", self.request("/documents.json", "X-HTTP-Method-Override: DELETE",
                                                                   "X-Method-Override: PUT"), {200})
        # Two that are good come one after the other.
        both = self.request("/documents.json", close=False) + self.request("/documents.json")
        self.send(part, "two good requests in a row", both, {200}, alone=False)

    def put(self, path, *lines, body=b"hostile", **named):
        return self.request(path, f"Content-Length: {len(body)}", *lines, method="PUT", body=body, **named)

    def puts(self, part):
        quote = lambda text: urllib.parse.quote(text, safe="")
        refused = {None, 400, 403, 404, 405, 411, 413, 414, 415, 421}
        names = {
            "hidden": ".hidden.txt", "only an ending": ".txt", "the folder above": "..", "above, escaped": "%2e%2e",
            "above, and a name": "..%2fabove.txt", "a folder": "a%2fb.txt", "a folder, in capitals": "a%2Fb.txt",
            "a folder, not escaped": "a/b.txt", "from the root": "%2ftmp%2fhostile.txt",
            "from the root, not escaped": "/tmp/hostile.txt", "this folder": "./x.txt", "this folder, escaped": "%2e/x.txt",
            "a slash at the end": "x.txt/", "nothing": "", "a blank": "%20", "a NUL": "x%00.txt",
            "a NUL behind it": "x.txt%00.pdf", "a line's end": "x%0a.txt", "a return": "x%0d.txt", "an escape": "x%1b[31m.txt",
            "delete": "x%7f.txt", "a control of Unicode": "x%c2%9b.txt", "a slash in too many bytes": "x%c0%af.txt",
            "a dot in too many bytes": "%c0%ae%c0%ae%c0%afx.txt", "no UTF-8": "x%ff.txt", "half a surrogate": "x%ed%a0%80.txt",
            "no escape": "x%zz.txt", "half an escape": "x.txt%2", "from right to left (U+202E)": quote("x\u202efdp.txt"),
            "isolated (U+2066)": quote("x\u2066y.txt"), "a line of Unicode (U+2028)": quote("x\u2028y.txt"),
            "from left to right (U+202D)": quote("x\u202dy.txt"), "without an ending": "hostile", "a program": "hostile.exe",
            "a page of a program": "hostile.php", "a script": "hostile.js", "configuration": "sheafd.conf",
            "an unfinished one": ".sheaf-upload-x.txt", "too long": "n" * 250 + ".txt", "much too long": "n" * 1_900 + ".txt",
        }
        for what, name in names.items():
            self.send(part, f"a document is put whose name is {what}", self.put(f"/documents/{name}"), refused, alone=False)
        for what, name in {"with a back slash": "x%5c..%5cy.txt", "with a blank at its end": "x.txt%20",
                           "with a width of none (U+200B)": quote("x\u200by.txt"), "with a mark (U+200F)": quote("x\u200fy.txt"),
                           "with a mark of order (U+FEFF)": quote("x\ufeffy.txt")}.items():
            unique = name.replace("x", f"x{secrets.token_hex(4)}", 1)
            answers = self.send(part, f"a document is put whose name is {what}", self.put(f"/documents/{unique}"),
                                refused | {201}, alone=False)
            if answers and answers[0].status == 201:
                self.added.add(json.loads(answers[0].body)["title"])
        for path in ["/", "/documents.json", "/documents", "/documents/", "/metrics", "/assets/read.js", self.paths["manifest"],
                     self.paths["picture"], "/documents/a/b/c.txt", "/documents/../documents/x.txt", "//documents/x.txt",
                     "/documents//x.txt", "/%64ocuments%2fx.txt", "*", "x.txt"]:
            self.send(part, f"a document is put at {path.split(self.name)[0]}", self.put(path), refused, alone=False)
        own = f"http://{self.host}"
        path = f"/documents/{secrets.token_hex(6)}.txt"
        for lines in [
            (f"Origin: http://{EVIL}",), ("Origin: null",), ("Origin: ",), (f"Origin: {own}.{EVIL}",),
            (f"Referer: http://{EVIL}/",), ("Sec-Fetch-Site: cross-site",), ("Sec-Fetch-Site: same-site",),
            ("Sec-Fetch-Site: cross-site", f"Origin: {own}"), ("Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate",
                                                               "Sec-Fetch-Dest: document"),
            ("Sec-Fetch-Site: same-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"), ("Sec-Fetch-Site: ",),
            ("Sec-Fetch-Site: Same-Origin",),
        ]:
            self.send(part, f"a document is put with {', '.join(lines)}", self.put(path, *lines),
                      {403} if self.has_uploads else {400, 403, 405})
        self.send(part, "a document is put by another site, which waits for 100", self.put(path, f"Origin: http://{EVIL}",
                      "Expect: 100-continue"), {400, 403, 405, 417})
        for method in ["GET", "DELETE", "POST", "MOVE", "COPY", "MKCOL"]:
            self.send(part, f"{method} of a document that would be put", self.request(path, method=method), {400, 404, 405})
        if self.has_uploads:
            for place, over in [(self.tcp, ""), (self.unix, ", over the Unix socket")]:
                title = f"allowed-{secrets.token_hex(6)}"
                self.send(part, f"a document is put{over}", self.put(f"/documents/{title}.txt", f"Origin: {own}",
                                                                     "Sec-Fetch-Site: same-origin"), {201}, place)
                self.added.add(title)
                self.send(part, f"a document is put over another{over}", self.put(f"/documents/{title}.txt"), {409}, place,
                          alone=False)

    def targets(self, part):
        def is_no_file(answer):
            if b"root:" in answer.body or b"[Documents]" in answer.body:
                return "a file of the machine is the answer"
            return None

        above = ["..", "%2e%2e", "%2E.", "..%2f..%2f..", "..%5c..", "....", "..;", "%252e%252e", "%c0%ae%c0%ae", "..%00"]
        for folder in ["", "/assets", "/iiif/3", "/iiif/presentation/3", "/text", "/read", "/reader", "/documents", "/search",
                       "/iiif/search/2", "/metrics"]:
            for up in above:
                target = f"{folder}/{up}/{up}/{up}/etc/passwd"
                self.send(part, f"GET {target}", self.request(target), {400, 404}, check=is_no_file)
        for target in [
            "/assets/", "/assets/.", "/assets/..", "/assets/%2e", "/assets/%2fetc%2fpasswd", "/assets//etc/passwd",
            "/assets/library.html", "/assets/read.html", "/assets/read.js%00", "/assets/read.js/", "/assets/READ.JS",
            "/assets/.read.js", "/assets/read.js%2f..%2flibrary.html", "/assets/library.html%00.js", "/read/",
            f"/read/{self.name}/..", f"/read/{MISSING}", f"/read/{self.name}%2f..%2f..", "/text/%2fetc%2fpasswd",
            f"/iiif/3/{self.name}-1//{EVIL}/info.json", "/iiif/3/..%2f..-1/info.json",
            f"/iiif/3/{self.name}-1%0d%0aX:%20y/info.json", f"/iiif/3/{self.name}-1/%0d%0aLocation:%20http:%2f%2f{EVIL}", "/%",
            "/%2", "/%zz", "/%ff", "/\x80", "/a\tb", "/\x7f", "/?%00", "/search/x?q=%ff", "/documents.json/", "//", "///", "/./",
            "/.", "/documents.json%00", "/documents.json%20", "/Documents.json", "/.git/config", "/.sheaf", "/server-status",
            "/METRICS", "/metrics/", "/metrics/x",
        ]:
            what = f"GET {target.replace(self.name, 'NAME')!r}"
            answers = self.send(part, what, self.request(target), {None, 400, 404}, check=is_no_file)
            if answers and (EVIL in answers[0].headers.get("location", "") or "x" in answers[0].headers):
                part.note(f"GET {target}, what it leads to", False, False, str(answers[0].headers))
        # What leads somewhere else leads to this server.
        for target in [f"/iiif/3/{self.name}-1/x%2f%2f{EVIL}/0", f"/iiif/3/{self.name}-1/full/max/0/default.jpg?//{EVIL}",
                       f"/iiif/2/{self.name}-1/http:%2f%2f{EVIL}"]:
            self.send(part, f"GET {target.split(self.name)[1]}", self.request(target), {302, 400, 404},
                      check=lambda answer: None if re.match(r"\.\./|$|[0-9a-f]{16}-", answer.headers.get("location", ""))
                      else answer.headers["location"])

    def origins(self, part):
        own, port = f"http://{self.host}", self.tcp[1]
        foreign = [f"http://{EVIL}", f"https://{EVIL}", "null", "", f"{own}.{EVIL}", f"http://127.0.0.1", "http://127.0.0.1:1",
                   f"http://127.0.0.1:{port}0", f"http://localhost:{port}", f"http://{EVIL}@{self.host}", f"{own}@{EVIL}",
                   f"{own}/", f"{own} http://{EVIL}", f"http://{EVIL} {own}", f"{own}, http://{EVIL}", "file://",
                   "chrome-extension://abc", f"ftp://{self.host}", self.host, "NULL", f"http://{EVIL}/{self.host}",
                   f"http://{EVIL}#{own}", f"{own}#", f"{own}?", f"http:/{self.host}", f"http:\\\\{self.host}"]
        kinds = ["list", "manifest", "picture", "text", "search", "looks", "program", "numbers"]
        for origin in foreign:
            for kind in kinds if origin in (f"http://{EVIL}", "null") else ["list"]:
                accept = {200, 302} if self.cors and self.paths[kind].startswith("/iiif/") else {403}
                self.send(part, f"Origin: {origin}, for the {kind}", self.request(self.paths[kind], f"Origin: {origin}"), accept)
        for origin in [f"http://{EVIL}", "null"]:
            for kind in ["library", "reader"]:
                self.send(part, f"Origin: {origin}, for the {kind}", self.request(self.paths[kind], f"Origin: {origin}"), {200})
            for path in [f"/read/{self.name}/../../documents.json", "/read/..%2fdocuments.json", "/read/%2e%2e/documents.json",
                         "/%2e/documents.json"]:
                self.send(part, f"Origin: {origin}, for {path.replace(self.name, 'NAME')}",
                          self.request(path, f"Origin: {origin}"), {400, 403, 404})
            for path in ["/%64ocuments.json", "/documents%2ejson", "/%6detrics", "/read", "/reader", "/assets/read.js"]:
                self.send(part, f"Origin: {origin}, for {path}", self.request(path, f"Origin: {origin}"), {403, 404})
        self.send(part, "its own Origin", self.request("/documents.json", f"Origin: {own}"), {200})
        self.send(part, "its own Referer", self.request("/documents.json", f"Referer: {own}/read/{self.name}"), {200})
        self.send(part, "neither Origin nor Referer", self.request("/documents.json"), {200})
        # No browser says them twice: who does may as well say nothing, and is served.
        for one, other in [(own, f"http://{EVIL}"), (f"http://{EVIL}", own), (own, "null")]:
            self.send(part, f"Origin: {one}, and Origin: {other}", self.request("/documents.json", f"Origin: {one}",
                          f"Origin: {other}"), {200, 400, 403} if one == own else {400, 403})
        for one, other in [(f"{own}/", f"http://{EVIL}/"), (f"http://{EVIL}/", f"{own}/")]:
            self.send(part, f"Referer: {one}, and Referer: {other}", self.request("/documents.json", f"Referer: {one}",
                          f"Referer: {other}"), {200, 400, 403} if one.startswith(own) else {400, 403})
        self.send(part, "a foreign Origin with its own Referer", self.request("/documents.json", f"Origin: http://{EVIL}",
                      f"Referer: {own}/"), {403})
        for referer in [f"http://{EVIL}/", f"http://{EVIL}", f"http://{EVIL}/{own}/", f"http://{EVIL}/?{own}/", f"{own}.{EVIL}/",
                        f"{own}@{EVIL}/", f"http://{EVIL}@{self.host}/", f"{own}0/", "http://127.0.0.1/", "http://127.0.0.1:1/",
                        f"{self.host}", "about:blank", "data:text/html,x", f"//{self.host}/", "file:///", f"ftp://{self.host}/",
                        "x"]:
            self.send(part, f"Referer: {referer}", self.request("/documents.json", f"Referer: {referer}"), {403})
        for kind in kinds:
            accept = {200, 302} if self.cors and self.paths[kind].startswith("/iiif/") else {403}
            self.send(part, f"a foreign Referer, for the {kind}", self.request(self.paths[kind], f"Referer: http://{EVIL}/"),
                      accept)
        for kind in ["library", "reader"]:
            self.send(part, f"a foreign Referer, for the {kind}", self.request(self.paths[kind], f"Referer: http://{EVIL}/"),
                      {200})
        for path, method in [("/documents.json", "PUT"), ("/documents/hostile.txt", "PUT"), (self.paths["manifest"], "GET"),
                             ("/", "POST")]:
            answers = self.send(part, f"asks before it sends {method} to {path.split(self.name)[0]}", self.request(
                path, f"Origin: http://{EVIL}", f"Access-Control-Request-Method: {method}",
                "Access-Control-Request-Headers: authorization", method="OPTIONS"), {200, 204} if self.cors
                and path.startswith("/iiif/") else {403, 405, 204} if path == "/" else {403, 405})
            if answers and "PUT" in answers[0].headers.get("access-control-allow-methods", ""):
                part.note(f"asks before it sends {method} to {path}: it may put", False, False, str(answers[0].headers))

    def fetch_headers(self, part):
        """Every site, mode and destination that browsers name, for everything that there is."""
        modes = [("navigate", "document"), ("navigate", "iframe"), ("navigate", "frame"), ("navigate", "object"),
                 ("navigate", "embed"), ("navigate", "empty"), ("navigate", None), ("nested-navigate", "document"),
                 ("no-cors", "document"), ("cors", "document"), ("cors", "empty"), ("no-cors", "empty"), ("no-cors", "image"),
                 ("no-cors", "script"), ("no-cors", "style"), ("no-cors", "video"), ("cors", "font"), ("same-origin", "worker"),
                 ("same-origin", "empty"), ("websocket", "websocket"), ("websocket", "empty"), (None, "document"), (None, None),
                 ("", ""), ("navigate, navigate", "document"), ("Navigate", "Document")]
        connection = http.client.HTTPConnection(*self.tcp, timeout=60)
        for site in ["cross-site", "same-site", "", "same-origin, cross-site", "SAME-ORIGIN", "whatever"]:
            for mode, destination in modes if site in ("cross-site", "same-site") else [("cors", "empty"),
                ("navigate", "document"), ("no-cors", "image")]:
                for method in ["GET", "HEAD"] if mode == "navigate" and destination == "document" else ["GET"]:
                    for kind in ["library", "reader", "list", "manifest", "picture", "text", "search", "looks", "program",
                                 "numbers", "socket"]:
                        path = self.paths[kind]
                        headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": destination}
                        headers = {name: value for name, value in headers.items() if value is not None}
                        connection.request(method, path, headers=headers)
                        reply = connection.getresponse()
                        body = reply.read()
                        answer = Answer(reply.status, {name.lower(): value for name, value in reply.getheaders()}, body)
                        self.headers.check(path, answer)
                        small = {"host": self.host, **{name.lower(): value for name, value in headers.items()}}
                        holds, is_refusal = self.rules.judge(method, path, small, answer)
                        what = ", ".join(f"{name[10:]}: {value}" for name, value in headers.items())
                        part.note(f"{method} {kind} ({what})", holds, is_refusal, f"{answer.status}")
        connection.close()
        for method in ["POST", "DELETE", "PUT", "OPTIONS"]:
            for site in ["cross-site", "same-site"]:
                for path in ["/", self.paths["list"], self.paths["reader"], self.paths["manifest"]]:
                    accept = {200, 204} if self.cors and method == "OPTIONS" and path.startswith("/iiif/") else {400, 403, 405,
                        411}
                    self.send(part, f"{method} {path.split(self.name)[0]} ({site}, navigate, document)", self.request(
                        path, f"Sec-Fetch-Site: {site}", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document", method=method),
                        accept)
        visit = ["Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"]
        for site in ["cross-site", "same-site"]:
            for path in ["/metrics", "/metrics?x", "/%6detrics", "/metric%73", f"/reader/{self.name}", f"/%72eader/{self.name}",
                         "/reader/", "/reader", f"/reader/{MISSING}", f"/reader/{self.name}?x"]:
                self.send(part, f"a visit of {path.replace(self.name, 'NAME')} ({site})",
                          self.request(path, f"Sec-Fetch-Site: {site}", *visit), {403, 404})
            self.send(part, f"a visit that is a WebSocket ({site})", self.handshake(f"Sec-Fetch-Site: {site}", *visit), {403},
                      alone=False)
        for first, second in [("same-origin", "cross-site"), ("cross-site", "same-origin")]:
            self.send(part, f"Sec-Fetch-Site: {first}, and {second}", self.request("/documents.json", f"Sec-Fetch-Site: {first}",
                          f"Sec-Fetch-Site: {second}"), {200, 400, 403} if first == "same-origin" else {400, 403})
        for site in ["same-origin", "none"]:
            self.send(part, f"Sec-Fetch-Site: {site}", self.request("/documents.json", f"Sec-Fetch-Site: {site}",
                                                                    "Sec-Fetch-Mode: cors", "Sec-Fetch-Dest: empty"), {200})

    def handshake(self, *lines, host=None, name=None):
        return self.request(f"/reader/{name or self.name}", "Upgrade: websocket", "Connection: Upgrade",
                            f"Sec-WebSocket-Key: {KEY}", "Sec-WebSocket-Version: 13", *lines, host=host, close=False)

    def sockets(self, part):
        own = f"http://{self.host}"
        refused = [
            (f"Origin: http://{EVIL}",), ("Origin: null",), ("Origin: ",), (f"Origin: {own}.{EVIL}",),
            ("Origin: http://127.0.0.1",), (f"Origin: http://{EVIL}", f"Origin: {own}"),
            ("Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: websocket"), ("Sec-Fetch-Site: same-site",
                "Sec-Fetch-Mode: websocket"), (f"Origin: {own}", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: websocket"),
            (f"Origin: http://{EVIL}", f"X-Forwarded-Host: {EVIL}"), (f"Referer: http://{EVIL}/",),
        ]
        for lines in refused:
            accept = {400, 403}
            self.send(part, f"WebSocket with {', '.join(lines)}", self.handshake(*lines), accept, alone=False)
        # Nobody says "open" over it: that it is open is what is told.
        for lines in [(f"Origin: {own}",), (f"Origin: {own}", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: websocket"), ()]:
            self.send(part, f"WebSocket with {', '.join(lines) or 'no Origin'}", self.handshake(*lines), {101}, alone=False)
        self.send(part, "WebSocket of another version", self.handshake().replace(b"Version: 13", b"Version: 8"), {426},
                  alone=False)
        self.send(part, "WebSocket with a short key", self.handshake().replace(KEY.encode(), b"x"), {400, 426}, alone=False)
        self.send(part, "WebSocket of no document", self.handshake(name=MISSING), {404}, alone=False)

    def numbers(self, part):
        where = {None, 401, 403, 404}
        for what, lines in {"nobody": (), "whoever": ("Authorization: Bearer guess",),
                            "somebody": ("Authorization: Basic dXNlcjpndWVzcw==",), "root": ("X-User: root",
                                "X-Remote-User: root"), "a proxy": ("X-Forwarded-For: 127.0.0.1",)}.items():
            self.send(part, f"/metrics for {what}", self.request("/metrics", *lines), where)
        self.send(part, "/metrics over the Unix socket", self.request("/metrics"), {200, 401, 403, 404}, self.unix)
        self.send(part, "/metrics over the Unix socket, for another site", self.request("/metrics", f"Origin: http://{EVIL}"),
                  {403, 404}, self.unix)
        if os.geteuid() == 0:
            # As somebody else: the socket may let them in, and the numbers are not theirs.
            read, write = os.pipe()
            child = os.fork()
            if child == 0:
                try:
                    os.setgroups([])
                    os.setgid(65534)
                    os.setuid(65534)
                    answers = answers_in(talk(self.unix, self.request("/metrics"))[0])
                    os.write(write, str(answers[0].status if answers else 0).encode())
                except PermissionError:
                    os.write(write, b"-1")
                finally:
                    os._exit(0)
            os.waitpid(child, 0)
            os.close(write)
            status = int(os.read(read, 16) or b"0")
            part.note("/metrics over the Unix socket, for another user", status in (-1, 401, 403, 404), True,
                      "the socket is closed to them" if status < 0 else f"{status}")

    # The proxy.

    def leads_to(self, base):
        """Makes sure that what a manifest names is named so."""
        def check(answer):
            if answer.status != 200:
                return None
            id = json.loads(answer.body)["id"]
            if EVIL.encode() in answer.body:
                return "the manifest has the hostile name"
            return None if id == f"{base}{self.paths['manifest']}" else f"the manifest is {id}"
        return check

    def proxy(self):
        part = self.parts["hostile proxy"]
        path, base = self.paths["manifest"], f"http://{self.host}"
        forged = [
            (f"X-Forwarded-Host: {EVIL}",), (f"X-Forwarded-Host: {EVIL}", "X-Forwarded-Proto: https"),
            ("X-Forwarded-Proto: https",), ("X-Forwarded-Proto: javascript",), ("X-Forwarded-Prefix: /evil",),
            (f"X-Forwarded-Prefix: //{EVIL}",), (f"X-Forwarded-Host: 127.0.0.1, {EVIL}",),
            (f"X-Forwarded-Host: {EVIL}, 127.0.0.1",), ("X-Forwarded-Host: a b",), ("X-Forwarded-Host: ",),
            (f"X-Forwarded-Host: {EVIL}", f"X-Forwarded-Host: {EVIL}"), ("X-Forwarded-For: 192.0.2.1",),
            ("X-Forwarded-For: garbage",), ("X-Forwarded-For: 127.0.0.1, 192.0.2.1",), ("X-Forwarded-Port: 1",),
            (f"X-Forwarded-Server: {EVIL}",), (f"Forwarded: for=192.0.2.1;host={EVIL};proto=https",), ("X-Real-IP: 192.0.2.1",),
            ("X-Original-URL: /metrics",), ("X-Rewrite-URL: /metrics",), (f"X-Original-Host: {EVIL}",), (f"X-Host: {EVIL}",),
            ("X_Forwarded_Host: evil.example",), ("X-User: root",), ("X-Forwarded-User: root",),
            ("X-Forwarded-Scheme: https", "Front-End-Https: on"), ("Via: 1.1 evil.example",),
            ("X-Forwarded-For: " + ", ".join(["192.0.2.1"] * 500),),
        ]
        for place, over in [(self.tcp, ""), (self.unix, ", over the Unix socket")]:
            for lines in forged:
                what = ", ".join(lines)
                self.send(part, f"no proxy says {what if len(what) < 100 else what[:100] + '…'}{over}",
                          self.request(path, *lines), {200}, place, check=self.leads_to(base))
        for lines in [(f"X-Forwarded-Host: {self.host}",), ("X-Forwarded-For: 127.0.0.1",), (f"Forwarded: host={self.host}",)]:
            self.send(part, f"no proxy says {lines[0]}, of a foreign Host", self.request(path, *lines, host=EVIL), {421})
        self.send(part, "no proxy says that it is the Origin's host", self.request("/documents.json", f"Origin: http://{EVIL}",
                      f"X-Forwarded-Host: {EVIL}"), {403})
        self.send(part, "no proxy says https, of the Origin", self.request("/documents.json", f"Origin: http://{EVIL}",
                      "X-Forwarded-Proto: https"), {403})
        if self.options.trusted:
            self.trusted(part)

    def trusted(self, part):
        """A proxy that is believed, at which somebody hostile asks."""
        parts = urllib.parse.urlsplit(self.options.trusted)
        place, host = (parts.hostname, parts.port), f"{parts.hostname}:{parts.port}"
        path = self.paths["manifest"]
        base = f"http://{host}"
        own = self.plain

        def ask(what, lines, accept, leading=None, **named):
            check = self.leads_to(leading) if leading else None
            self.send(part, f"the proxy: {what}", self.request(named.pop("path", path), *lines, **{"host": host, **named}),
                      accept, place, check=check)

        # Whom it asks for: from elsewhere, and nobody says who it is.
        near, far = {200}, {403}
        ask("asks for itself", (), near, base)
        for value, accept in [
            (OUTSIDE, far), ("2001:db8::1", far), (f"127.0.0.1, {OUTSIDE}", far), (f"::1, {OUTSIDE}", far),
            (f"{OUTSIDE}, 127.0.0.1", far), (f"{OUTSIDE},127.0.0.1,127.0.0.1", far), (f"10.0.0.1, {OUTSIDE}, 127.0.0.1", far),
            (f"localhost, {OUTSIDE}", far), (f"\t{OUTSIDE}\t", far), (f"127.0.0.1, {OUTSIDE}, ", far | {400}), ("10.0.0.1", far),
            ("0.0.0.0", far), ("::", far), ("127.0.0.1", near), ("127.0.0.1, 127.0.0.1", near),
            (f"{OUTSIDE}, ::1", near | far | {400}), ("::1", near), ("::ffff:127.0.0.1", near | far | {400}),
            (f"::ffff:{OUTSIDE}", far | {400}),
            # With a port, as some proxies have it: it is never passed over, for what stands before it is what a client has said.
            (f"{OUTSIDE}:4567", far | {400}), (f"127.0.0.1, {OUTSIDE}:4567", far | {400}), ("[2001:db8::1]:4567", far | {400}),
            ("127.0.0.1, [2001:db8::1]:4567", far | {400}), ("127.0.0.1, [2001:db8::1]", far | {400}), ("garbage", far | {400}),
            ("127.0.0.1, garbage", far | {400}), ("garbage, 127.0.0.1", far | {400}), (f"garbage, {OUTSIDE}", far),
            ("unknown", far | {400}), ("127.0.0.1, unknown", far | {400}), ("_hidden", far | {400}), ("localhost", far | {400}),
            ("127.0.0.1, localhost", far | {400}), ("2130706433", far | {400}), ("127.1", far | {400}),
            ("0x7f.0.0.1", far | {400}), ("127.0.0.1/8", far | {400}), ("127.0.0.1 192.0.2.1", far | {400}),
            ("127.0.0.1;192.0.2.1", far | {400}), ("\"127.0.0.1\"", far | {400}), ("127.0.0.1%00", far | {400}),
            ("192.0.2.256", far | {400}), ("", near | far | {400}), (",", near | far | {400}), (", ,", near | far | {400}),
            ("127.0.0.1,", near | far | {400}), (", ".join(["127.0.0.1"] * 400 + [OUTSIDE]), far | {400, 431}),
            (", ".join([OUTSIDE] + ["127.0.0.1"] * 400), far | {400, 431}),
        ]:
            ask(f"for {value if len(value) < 80 else value[:80] + '…'!r}", (f"X-Forwarded-For: {value}",), accept)
        for one, other in [("127.0.0.1", OUTSIDE), (OUTSIDE, "127.0.0.1"), ("::1", OUTSIDE), (OUTSIDE, "")]:
            ask(f"for {one}, and in a header of its own {other!r}", (f"X-Forwarded-For: {one}", f"X-Forwarded-For: {other}"),
                far | {400})
        for what, lines in {"X-Real-IP": ("X-Real-IP: 127.0.0.1",), "Forwarded": ("Forwarded: for=127.0.0.1",),
                            "another spelling": ("X_Forwarded_For: 127.0.0.1",), "the client's": ("Client-IP: 127.0.0.1",
                                "True-Client-IP: 127.0.0.1")}.items():
            ask(f"for {OUTSIDE}, and {what} says 127.0.0.1", (f"X-Forwarded-For: {OUTSIDE}", *lines), far)
        # Who it is.
        away = f"X-Forwarded-For: {OUTSIDE}"
        ask("names a user", (away, "X-User: zoe"), {200}, base)
        for what, lines in {"nobody": ("X-User: ",), "a blank": ("X-User:  ",), "two users": ("X-User: zoe", "X-User: root"),
                            "a user and nobody": ("X-User: zoe", "X-User: "), "another header": ("X-Users: zoe",),
                            "another spelling": ("X_User: zoe",), "another's rule": ("Authorization: Bearer zoe",)}.items():
            ask(f"names {what}", (away, *lines), far | {400})
        ask("names a user in a folded line", (away, "X-User:", " zoe"), {200, 400, 403})
        # What the client has said, and a proxy has passed on, that the proxy does not let it say.
        for line, other in [("X-Use: alice", " r"), ("X-Us:alice", " er"), ("X: alice", "\t-User"), ("X-Use:", " r")]:
            ask(f"has passed on a folded line: {line!r}, {other!r}", (away, line, other), far | {400})
        ask("has passed on a folded line, of whom it asks for", ("X-Forwarded-Fo: 127.0.0.1", " r", away), far | {400})
        for line in [":", ": 5", ":x"]:
            ask(f"has passed on a header without a name: {line}", (line, away), far | {400}, close=False)
        ask("has passed on a NUL", ("X-Forwarded-For: 127.0.0.1\0, " + OUTSIDE,), far | {400})
        ask("has passed on a NUL, of a user", (away, "X-A: b\0X-User: root"), far | {400})
        ask("has passed on a bare CR", (away, "X-A: b\rX-User: root"), far | {400})
        # By what name.
        for value in [EVIL, f"{EVIL}:80", f"{EVIL}, 127.0.0.1", f"127.0.0.1.{EVIL}", "2130706433", "127.0.0.1.", f"user@{host}",
                      f"127.0.0.1@{EVIL}", "a b", "<script>", f"{host}/x", "[::1", "*"]:
            ask(f"says X-Forwarded-Host: {value}", (f"X-Forwarded-Host: {value}",), {400, 421})
            ask(f"says X-Forwarded-Host: {value}, of a user", (away, "X-User: zoe", f"X-Forwarded-Host: {value}"), {400, 421})
        ask(f"says X-Forwarded-Host: {own}", (f"X-Forwarded-Host: {own}",), {200}, f"http://{own}")
        ask(f"says X-Forwarded-Host: {own}, and https", (f"X-Forwarded-Host: {own}", "X-Forwarded-Proto: https"), {200},
            f"https://{own}")
        ask(f"says X-Forwarded-Host: {own}, {EVIL}", (f"X-Forwarded-Host: {own}, {EVIL}",), {200, 400, 421}, f"http://{own}")
        for one, other in [(EVIL, own), (own, EVIL), (EVIL, EVIL)]:
            ask(f"says X-Forwarded-Host: {one}, and {other}", (f"X-Forwarded-Host: {one}", f"X-Forwarded-Host: {other}"),
                {400, 421} if one == EVIL else {200, 400, 421}, f"http://{own}")
        ask("says nothing of a foreign Host", (), {421}, host=EVIL)
        ask("says a good name of a foreign Host", (f"X-Forwarded-Host: {own}",), {200, 421}, f"http://{own}", host=EVIL)
        ask("says a foreign name, and puts a document", (f"X-Forwarded-Host: {EVIL}", "Content-Length: 7"), {400, 405, 421},
            method="PUT", path="/documents/hostile.txt", body=b"hostile")
        self.send(part, "the proxy: says a foreign name, and opens a WebSocket", self.handshake(f"X-Forwarded-Host: {EVIL}",
                      f"Origin: http://{EVIL}", host=host), {421}, place, alone=False)
        for value in ["javascript", "ftp", "http:", "https://evil.example", "", "http s", "HTTPS\x0b"]:
            ask(f"says X-Forwarded-Proto: {value!r}", (f"X-Forwarded-Proto: {value}",), {400} if value else {200, 400})
        ask("says X-Forwarded-Prefix: /books", ("X-Forwarded-Prefix: /books",), {200}, f"{base}/books")
        for value in [f"//{EVIL}", "/..", "/../x", "/a//b", "books", f"http://{EVIL}", f"@{EVIL}", f".{EVIL}", "/a b",
                      "/\"><script>", "/a\\b", "/a?b", "/a#b", "/" + "x" * 300, f"/{EVIL}/..", "/%0d%0aX"]:
            ask(f"says X-Forwarded-Prefix: {value[:60]}", (f"X-Forwarded-Prefix: {value}",), {400})
        # Whose page asks.
        named = (f"X-Forwarded-Host: {own}", "X-Forwarded-Proto: https")
        ask("its own page asks", (*named, f"Origin: https://{own}"), {200})
        for lines in [(f"Origin: http://{EVIL}",), ("Origin: null",), (f"Referer: https://{EVIL}/",),
                      ("Sec-Fetch-Site: cross-site",), ("Sec-Fetch-Site: same-site",), (f"Origin: https://{own}.{EVIL}",),
                      (f"Origin: https://{own}:1",)]:
            ask(f"another's page asks, with {lines[0]}", (*named, *lines), {403}, path="/documents.json")
        for lines in [(), (away, "X-User: zoe"), (away, "X-User: root"), ("X-Forwarded-For: 127.0.0.1",),
                      (away, "X-User: zoe", "Authorization: Bearer guess")]:
            ask(f"asks for /metrics, {', '.join(lines) or 'for itself'}", lines, {401, 403, 404}, path="/metrics")

    def end(self):
        """The server is as it was."""
        part = self.parts["hostile client"]
        listing = self.get("/documents.json")
        documents = json.loads(listing.body)["documents"]
        titles = {document["title"] for document in documents}
        more = titles - self.titles - self.added
        part.note("documents that nobody was allowed to put", not more, True, f"{sorted(more) or 'none'}")
        part.note("documents that were there, or could be put", self.titles | self.added <= titles, False,
                  f"{sorted((self.titles | self.added) - titles) or 'all'}")
        for kind in ["library", "manifest", "picture", "text"]:
            part.note(f"the {kind} is served at last", self.get(self.paths[kind]).status == 200, False, "200")
        self.headers.tell(part)
        self.headers_of_the_other.tell(self.parts["hostile proxy"])


def main():
    parser = argparse.ArgumentParser(description="Does to sheaf-web what the hostile do.")
    parser.add_argument("url", help="of the server, as http://127.0.0.1:8080")
    parser.add_argument("socket", help="its Unix socket")
    parser.add_argument("name", help="what a document is called in URLs")
    parser.add_argument("--cors", action="store_true", help="it was started with --cors")
    parser.add_argument("--trusted", metavar="URL",
                        help="of another one, with --trusted-proxy 127.0.0.1 and --authorization user=X-User")
    parser.add_argument("--only", choices=["browser", "client", "proxy"], help="nothing but these parts")
    options = parser.parse_args()
    hostile = Hostile(options)
    for name, act in {"browser": hostile.browse, "client": hostile.client, "proxy": hostile.proxy}.items():
        if options.only in (None, name):
            act()
    hostile.end()
    print(json.dumps({name: part.told() for name, part in hostile.parts.items()}, indent=1))
    wrong = [f"{name}: {what}" for name, part in hostile.parts.items() for what in part.wrong]
    for line in wrong:
        print(f"neither refused nor allowed as documented: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
