#!/usr/bin/env python3
"""100 peers of sheaf-web, one of them hostile in each way: the others' median and 99th percentile beside without it.

    peers.py BUILD-FOLDER [--seconds S] [--rounds N] [--quick] [--way WORD ...]

Each peer has a source address of its own (127.0.0.N), so that each is a client of its own. 99 are good: each asks about once a
second, at times that are drawn once and are the same in each run, whether what it asked for before has come or not. It asks for
images of pages, all of which have been asked for before, and for /documents.json, over a connection that it keeps; now and then
it leaves, and comes anew. Sometimes it opens a reader of the page server for a second, or puts a small document. A time is that
from when the request was due until the last byte of the answer.

The hundredth comes a tenth of a run after the others, is a process of its own, and is hostile in one way:

    half        half a request over each of 520 connections; those that are closed are opened again
    readers     80 WebSockets that are kept, and whose pings are answered
    silent      16 documents that are begun to be put, of which nothing comes
    drip        the same, of which a byte comes each second
    deaf        160 connections over which large images are asked for and not received; they have been asked for before
    fill        documents are put until there is room for none
    new         32 connections over which large images are asked for and received, each of which nobody has asked for before; only
                with --way new, since there is no limit on that

Before each run with it is one without it: a ratio is that of these two, and with several rounds the median of theirs. Where
sheaf-web has no quota for uploads (--upload-quota), filling ends at four times the one that it would have been given. Exits 1
where a good peer had an error, other than 507 with a sentence while the folder is full, or the folder held more than its quota.
Needs debian-policy's PDF, or another one (--document).
"""

import argparse
import asyncio
import base64
import collections
import contextlib
import gc
import http.client
import json
import os
import pathlib
import random
import resource
import select
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

PROJECT = pathlib.Path(__file__).resolve().parents[2]
GOOD = [f"127.0.0.{2 + number}" for number in range(99)]
HOSTILE = "127.0.0.101"
SEED = 7
# What good peers ask for, and how often each.
KINDS = {"thumbnail": 60, "page": 25, "list": 9, "reader": 3, "put": 3}
PAGES = 24
SIZES = {"thumbnail": "200,", "page": "800,"}
# A peer leaves after one in so many requests, and comes anew with the next one.
LEAVING = 6
# A reader is kept for so long, in s.
READING = 1.0
PUT_BYTES = 4_000
# What has not come after so long is an error.
PATIENCE = 5.0
VIEWPORT = {"width": 400, "height": 560}
# What the hostile peer asks for and does not receive: pages, and their width.
LARGE = range(30, 42)
WIDTH = 2400
QUOTA = 64_000_000
WAYS = {
    "half": "half requests", "readers": "WebSockets", "silent": "silent uploads", "drip": "a byte a second",
    "deaf": "answers not received", "fill": "fills the folder", "new": "new images",
}
# Of these there is no limit that would keep the hostile peer from harming others.
UNLIMITED = {"new"}
# How many connections the hostile peer has in each way, and after how many s it opens one again that was closed.
HELD = {"half": 520, "readers": 80, "silent": 16, "drip": 16, "deaf": 160, "fill": 4, "new": 32}
AGAIN = 0.5


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """sheafd and sheaf-web with one document, and a folder that documents are put into."""

    def __init__(self, build, folder, document):
        self.folder, self.processes, self.port = folder, [], free_port()
        library, providers = folder / "library", folder / "providers"
        self.inbox = library / "inbox"
        self.inbox.mkdir(parents=True)
        with open(library / "document.pdf", "wb") as output:
            subprocess.run(["zcat" if document.endswith(".gz") else "cat", document], stdout=output, check=True, timeout=30)
        providers.mkdir()
        (providers / "libsheaf-mupdf.so").symlink_to(build / "libsheaf-mupdf.so")
        (providers / "libsheaf-mupdf.provider").symlink_to(PROJECT / "Plugins/MuPDF/libsheaf-mupdf.provider")
        (folder / "sheafd.conf").write_text(f"[Documents]\nLibraryFolders={library}\n")
        told = subprocess.run([build / "sheaf-web", "--help"], check=True, capture_output=True, text=True, timeout=30).stdout
        self.quota = QUOTA if "--upload-quota" in told else None
        options = ["--upload-quota", QUOTA] if self.quota else []
        self.start(build / "sheafd", "--socket", folder / "socket", "--config", folder / "sheafd.conf",
                   "--provider-path", providers)
        self.wait_for(lambda: (folder / "socket").exists(), "sheafd")
        self.start(build / "sheaf-web", "--socket", folder / "socket", "--library", library, "--upload", self.inbox,
                   "--listen", f"127.0.0.1:{self.port}", "--assets", PROJECT / "web", *options)
        self.wait_for(lambda: self.fetch("/documents.json")[0] == 200, "sheaf-web")
        document = next(each for each in json.loads(self.fetch("/documents.json")[1])["documents"] if each["title"] == "document")
        manifest = json.loads(self.fetch(f"/{document['manifest']}")[1])
        self.name = document["name"]
        self.image = urllib.parse.urlsplit(manifest["items"][0]["thumbnail"][0]["service"][0]["id"]).path.removesuffix("1")

    def start(self, *words):
        with open(self.folder / f"{pathlib.Path(words[0]).name}.log", "ab") as output:
            self.processes.append(subprocess.Popen(
                [str(word) for word in words], stdout=output, stderr=output, stdin=subprocess.DEVNULL))

    def wait_for(self, is_there, name):
        deadline = time.monotonic() + 30
        while True:
            with contextlib.suppress(OSError, http.client.HTTPException):
                if is_there():
                    return
            if time.monotonic() > deadline or any(process.poll() is not None for process in self.processes):
                sys.exit(f"{name} does not answer:\n{self.logs()}")
            time.sleep(0.05)

    def logs(self):
        return "\n".join(path.read_text(errors="replace") for path in self.folder.glob("*.log"))

    def fetch(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request("GET", path)
            reply = connection.getresponse()
            return reply.status, reply.read()
        finally:
            connection.close()

    def page(self, number, size):
        return f"{self.image}{number}/full/{size}/0/default.jpg"

    def warm(self):
        """Asks for all that good peers ask for, and for what is not received: it is kept then."""
        images = [self.page(number, size) for size in SIZES.values() for number in range(1, PAGES + 1)]
        for path in images + [self.page(number, f"{WIDTH},") for number in LARGE]:
            status, body = self.fetch(path)
            if status != 200:
                sys.exit(f"{path} is answered with {status}: {body[:200]!r}")

    def empty(self):
        """Takes away what was put, and waits until the server answers as at first."""
        for path in self.inbox.iterdir():
            with contextlib.suppress(FileNotFoundError):
                path.unlink()
        # Longer than what sheaf-web knows of the folder is believed.
        time.sleep(1.2)
        self.wait_for(lambda: self.fetch("/documents.json")[0] == 200, "sheaf-web")

    def end(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()


def frame(opcode, body):
    """A WebSocket's frame from a client, with a mask that changes nothing."""
    length = bytes([0x80 | len(body)]) if len(body) < 126 else struct.pack(">BH", 0x80 | 126, len(body))
    return bytes([0x80 | opcode]) + length + bytes(4) + body


def frames(data):
    """Takes the whole frames off data, a bytearray: opcode and body of each."""
    while len(data) >= 2:
        head, length = 2, data[1] & 0x7f
        if length >= 126:
            head = 4 if length == 126 else 10
            if len(data) < head:
                return
            length = int.from_bytes(data[2:head], "big")
        if len(data) < head + length:
            return
        opcode, body = data[0] & 0x0f, bytes(data[head:head + length])
        del data[:head + length]
        yield opcode, body


def upgrade(port, name, number):
    key = base64.b64encode(number.to_bytes(16, "big")).decode()
    return (f"GET /reader/{name} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode()


def opening(index):
    parameters = {"viewport": VIEWPORT, "target": {"index": index}}
    return frame(1, json.dumps({"id": 1, "method": "Open", "parameters": parameters}).encode())


# Good peers.


class Trouble(Exception):
    """What a good peer did not get, in a few words."""


class Connection:
    """HTTP from one peer, one request after the other."""

    def __init__(self, port, address):
        self.port, self.address, self.streams = port, address, None

    async def open(self):
        try:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        except OSError as error:
            raise Trouble(f"could not connect: {error.strerror}") from None

    def close(self):
        if self.streams:
            self.streams[1].close()
        self.streams = None

    async def ask(self, method, path, body=b""):
        """The status and the body."""
        try:
            if not self.streams:
                await self.open()
            return await self.exchange(method, path, body)
        except BaseException:
            # What comes later is no answer to what is asked for next.
            self.close()
            raise

    async def exchange(self, method, path, body):
        reader, writer = self.streams
        length = f"Content-Length: {len(body)}\r\n" if body else ""
        try:
            writer.write(f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{length}\r\n".encode() + body)
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            status = int(head.split(" ", 2)[1])
            lines = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
            answer = await reader.readexactly(int(lines.get("content-length", 0)))
        except (OSError, asyncio.IncompleteReadError):
            raise Trouble("closed without an answer") from None
        if lines.get("connection") == "close":
            self.close()
        return status, answer


class Run:
    """What became of all that the good peers asked for."""

    def __init__(self, server, seconds, may_be_full):
        self.server, self.seconds, self.may_be_full = server, seconds, may_be_full
        self.times = collections.defaultdict(list)  # ms, by kind
        self.errors = collections.Counter()
        self.refused = collections.Counter()
        self.asked = collections.Counter()
        self.full = 0
        self.bytes = 0

    async def play(self):
        self.begin = time.monotonic() + 0.2
        watching = asyncio.create_task(self.watch())
        await asyncio.gather(*[self.peer(number, address) for number, address in enumerate(GOOD)])
        watching.cancel()

    async def watch(self):
        """The most bytes that were in the folder. For a moment a document has two names there."""
        while True:
            sizes = {}
            with os.scandir(self.server.inbox) as entries:
                for entry in entries:
                    with contextlib.suppress(FileNotFoundError):
                        status = entry.stat(follow_symlinks=False)
                        sizes[status.st_ino] = status.st_size
            self.bytes = max(self.bytes, sum(sizes.values()))
            await asyncio.sleep(0.05)

    async def peer(self, number, address):
        draw = random.Random(SEED * 1000 + number)
        connection, aside = Connection(self.server.port, address), []
        due = self.begin + draw.random()
        while due < self.begin + self.seconds:
            kind = draw.choices(list(KINDS), KINDS.values())[0]
            page, leaves = min(int(draw.expovariate(0.2)), PAGES - 1) + 1, draw.randrange(LEAVING) == 0
            await asyncio.sleep(due - time.monotonic())
            if kind == "reader":
                aside.append(asyncio.create_task(self.visit(address, page, due)))
            elif kind == "put":
                await self.attempt(kind, due, self.put(connection, f"peer-{number}-{int(due * 1000)}.pdf", due))
            else:
                await self.attempt(kind, due, self.get(connection, kind, page, due))
            due += draw.uniform(0.5, 1.5)
            if leaves:
                connection.close()
        connection.close()
        await asyncio.gather(*aside)

    async def attempt(self, kind, due, work):
        kind = kind if kind in ("reader", "put") else "get"
        self.asked[kind] += 1
        try:
            async with asyncio.timeout(max(due + PATIENCE - time.monotonic(), 0.001)):
                return await work
        except TimeoutError:
            self.errors[f"{kind}: not there after {PATIENCE:.0f} s"] += 1
        except Trouble as trouble:
            self.errors[f"{kind}: {trouble}"] += 1
        return None

    def came(self, kind, due):
        self.times[kind].append((time.monotonic() - due) * 1000)

    async def get(self, connection, kind, page, due):
        path = "/documents.json" if kind == "list" else self.server.page(page, SIZES[kind])
        status, body = await connection.ask("GET", path)
        if status != 200:
            raise Trouble(f"{status} {body.decode(errors='replace').strip()}")
        if kind != "list" and not (body.startswith(b"\xff\xd8") and body.endswith(b"\xff\xd9")):
            raise Trouble("no JPEG")
        self.came("get", due)

    async def put(self, connection, name, due):
        status, body = await connection.ask("PUT", f"/documents/{name}", b"%PDF-" + bytes(PUT_BYTES - 5))
        sentence = body.decode(errors="replace").strip()
        if status == 507 and self.may_be_full and sentence:
            self.full += 1
            return
        if status == 503:
            self.refused["put"] += 1
        if status != 201:
            raise Trouble(f"{status} {sentence}")
        self.came("put", due)

    async def visit(self, address, page, due):
        connection = Connection(self.server.port, address)
        if await self.attempt("reader", due, self.read(connection, page, due)):
            await asyncio.sleep(READING)
            connection.streams[1].write(frame(8, struct.pack(">H", 1000)))
        connection.close()

    async def read(self, connection, page, due):
        await connection.open()
        reader, writer = connection.streams
        try:
            writer.write(upgrade(self.server.port, self.server.name, page))
            status = int((await reader.readuntil(b"\r\n\r\n")).split(b" ", 2)[1])
            if status != 101:
                self.refused["reader"] += status == 503
                raise Trouble(f"{status} instead of a WebSocket")
            writer.write(opening(page - 1))
            data, answer = bytearray(), None
            while answer is None:
                data += await reader.read(65_536) or self.lost()
                for opcode, body in frames(data):
                    if opcode == 8:
                        raise Trouble(f"closed with {int.from_bytes(body[:2], 'big')}")
                    message = json.loads(body) if opcode == 1 else {}
                    answer = message if message.get("id") == 1 else answer
        except (OSError, asyncio.IncompleteReadError):
            self.lost()
        if "error" in answer:
            raise Trouble(answer["error"])
        self.came("reader", due)
        return True

    def lost(self):
        raise Trouble("closed without an answer")


# The hostile peer, which is a process of its own.


class Held:
    """One of its connections."""

    def __init__(self, number):
        self.number, self.socket, self.due = number, None, 0.0
        self.since = 0.0
        self.is_held = False
        self.data = bytearray()


class Attack:
    """Opens as many connections as it wants, and keeps what it gets of them."""

    def __init__(self, way, port, name, image):
        self.way, self.port, self.name, self.image = way, port, name, image
        self.all = [Held(number) for number in range(HELD[way])]
        self.by_number = {}
        self.poll = select.epoll()
        self.most, self.ended, self.count, self.images = 0, 0, 0, 0
        self.refused = collections.Counter()

    def request(self, held):
        host = f"Host: 127.0.0.1:{self.port}\r\n"
        if self.way == "half":
            return f"GET /documents.json HTTP/1.1\r\n{host}X-Half".encode()
        if self.way == "readers":
            return upgrade(self.port, self.name, held.number)
        if self.way == "deaf":
            # As many as fill the buffers of a socket.
            pages = [LARGE[(held.number + more) % len(LARGE)] for more in range(4)]
            return b"".join(
                f"GET {self.image}{page}/full/{WIDTH},/0/default.jpg HTTP/1.1\r\n{host}\r\n".encode() for page in pages)
        if self.way == "new":
            self.count += 1
            page, width = LARGE[self.count % len(LARGE)], WIDTH + 1 + self.count // len(LARGE)
            return f"GET {self.image}{page}/full/{width},/0/default.jpg HTTP/1.1\r\n{host}\r\n".encode()
        self.count += 1
        return f"PUT /documents/hostile-{self.way}-{self.count}.pdf HTTP/1.1\r\n{host}Content-Length: 1000000\r\n\r\n".encode()

    def open(self, held):
        held.socket, held.since, held.is_held, held.data = socket.socket(), time.monotonic(), False, bytearray()
        held.due = held.since + 1
        try:
            if self.way == "deaf":
                held.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            held.socket.bind((HOSTILE, 0))
            held.socket.connect(("127.0.0.1", self.port))
            held.socket.setblocking(False)
            held.socket.send(self.request(held))
            self.by_number[held.socket.fileno()] = held
            self.poll.register(held.socket, select.EPOLLIN | select.EPOLLRDHUP)
        except OSError:
            self.close(held, "closed")

    def close(self, held, why):
        """It was closed, or is not what was wanted: it is opened again after a while."""
        if held.is_held:
            self.ended += 1
        else:
            self.refused[why] += 1
        self.by_number.pop(held.socket.fileno(), None)
        held.socket.close()
        held.socket, held.is_held, held.due = None, False, time.monotonic() + AGAIN

    def hear(self, held, events):
        try:
            if self.way == "deaf":
                return self.hear_of_answer(held, events)
            data = held.socket.recv(65_536)
        except BlockingIOError:
            return None
        except OSError:
            data = b""
        if not data:
            return self.close(held, "closed")
        held.data += data
        if self.way == "new":
            return self.hear_of_image(held)
        if self.way != "readers":
            return self.close(held, bytes(held.data).split(b" ", 2)[1].decode())
        if not held.is_held:
            if b"\r\n\r\n" not in held.data:
                return None
            status = bytes(held.data).split(b" ", 2)[1].decode()
            if status != "101":
                return self.close(held, status)
            held.is_held = True
            del held.data[:held.data.index(b"\r\n\r\n") + 4]
            self.send(held, opening(held.number % PAGES))
        for opcode, body in list(frames(held.data)):
            if held.socket and opcode == 8:
                self.close(held, "closed")
            elif held.socket and opcode == 9:
                self.send(held, frame(10, body))
        return None

    def hear_of_answer(self, held, events):
        """An answer has begun to come: it is looked at, and left where it is."""
        if events & (select.EPOLLRDHUP | select.EPOLLHUP | select.EPOLLERR):
            return self.close(held, "closed")
        words = held.socket.recv(12, socket.MSG_PEEK).split(b" ")
        if len(words) < 2 or words[1] != b"200":
            return self.close(held, words[-1].decode() or "closed")
        held.is_held = True
        self.poll.modify(held.socket, select.EPOLLRDHUP)
        return None

    def hear_of_image(self, held):
        """It asks for the next one when one is there."""
        head, blank, body = bytes(held.data).partition(b"\r\n\r\n")
        if not blank:
            return None
        status = head.split(b" ", 2)[1].decode()
        if status != "200":
            return self.close(held, status)
        if len(body) == int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0]):
            self.images += 1
            held.data.clear()
            self.send(held, self.request(held))
        return None

    def send(self, held, data):
        try:
            held.socket.send(data)
        except OSError:
            self.close(held, "closed")

    def tick(self):
        now = time.monotonic()
        for held in self.all:
            if not held.socket:
                if now >= held.due:
                    self.open(held)
            elif self.way in ("half", "silent", "drip", "new") and now - held.since > AGAIN:
                # Nobody has closed it.
                held.is_held = True
                if self.way == "drip" and now >= held.due:
                    held.due += 1
                    self.send(held, b"%")
        self.most = max(self.most, sum(held.is_held for held in self.all))

    def play(self):
        self.poll.register(0, select.EPOLLIN)
        while True:
            self.tick()
            for number, events in self.poll.poll(0.05):
                if number == 0:
                    return {"most": self.most, "ended": self.ended, "refused": self.refused, "images": self.images,
                            "held": sum(held.is_held for held in self.all)}
                if number in self.by_number:
                    self.hear(self.by_number[number], events)


class Filling:
    """Puts large documents, and then smaller ones, until not a byte has room."""

    def __init__(self, port, limit):
        self.port, self.limit, self.bytes, self.files, self.numbers = port, limit, 0, 0, iter(range(1_000_000))
        self.refused, self.lock, self.is_over = collections.Counter(), threading.Lock(), threading.Event()

    def put(self, connection, size):
        with self.lock:
            name = f"hostile-fill-{next(self.numbers)}.pdf"
            if self.limit and self.bytes + size > self.limit:
                return None
        try:
            connection.request("PUT", f"/documents/{name}", bytes(size))
            reply = connection.getresponse()
            status = str(reply.status)
            reply.read()
        except (OSError, http.client.HTTPException):
            status = "closed"
        if status != "201":
            connection.close()
        with self.lock:
            if status == "201":
                self.bytes, self.files = self.bytes + size, self.files + 1
            else:
                self.refused[status] += 1
        return status

    def fill(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10, source_address=(HOSTILE, 0))
        size = 2_000_000
        while not self.is_over.is_set():
            status = self.put(connection, size)
            if status == "507":
                size = max(size // 2, 1)
            if status is None or status != "201" and (status != "507" or size == 1):
                self.is_over.wait(AGAIN / 2)

    def play(self):
        threads = [threading.Thread(target=self.fill) for _ in range(HELD["fill"])]
        for thread in threads:
            thread.start()
        select.select([0], [], [])
        self.is_over.set()
        for thread in threads:
            thread.join()
        return {"bytes": self.bytes, "files": self.files, "refused": self.refused}


def be_hostile(words):
    way, port, name, image, limit = words
    attack = Filling(int(port), int(limit)) if way == "fill" else Attack(way, int(port), name, image)
    print(json.dumps(attack.play()))


# Both.


async def measure(server, way, seconds):
    """One run, with the hostile peer or without. Returns what became of the good ones' requests, and what it has got."""
    run = Run(server, seconds, may_be_full=way == "fill")
    if not way:
        await run.play()
        return run, None
    play = asyncio.create_task(run.play())
    await asyncio.sleep(seconds / 10)
    hostile = await asyncio.create_subprocess_exec(
        sys.executable, os.path.abspath(__file__), ".", "--hostile", way, str(server.port), server.name, server.image,
        str(0 if server.quota else 4 * QUOTA), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
    try:
        await play
        told, _ = await asyncio.wait_for(hostile.communicate(b"\n"), 30)
    finally:
        with contextlib.suppress(ProcessLookupError):
            hostile.kill()
    return run, json.loads(told)


def percentile(values, part):
    return sorted(values)[min(int(len(values) * part), len(values) - 1)] if values else float("nan")


def summary(run):
    times = run.times["get"]
    return percentile(times, 0.5), percentile(times, 0.99), max(times, default=float("nan"))


def tell_times(name, runs, ratios=None):
    errors = sum(count for run in runs for what, count in run.errors.items() if what.startswith("get"))
    medians, tails, slowest = zip(*map(summary, runs))
    median, tail, slowest = statistics.median(medians), statistics.median(tails), max(slowest)
    told = f"{ratios[0]:10.2f}{ratios[1]:8.2f}" if ratios else ""
    asked = sum(run.asked["get"] for run in runs)
    print(f"  {name:36}{asked:9}{errors:8}{median:12.2f}{tail:9.1f}{slowest:10.0f}{told}", flush=True)


def tell_others(way, runs):
    def column(kind):
        times = [value for run in runs for value in run.times[kind]]
        asked, refused = sum(run.asked[kind] for run in runs), sum(run.refused[kind] for run in runs)
        full = sum(run.full for run in runs) if kind == "put" else 0
        failed = asked - len(times) - refused - full
        numbers = [asked, refused, *([full] if kind == "put" else []), failed]
        told = f"{percentile(times, 0.5):10.1f}{max(times, default=float('nan')):9.0f}"
        return "".join(f"{number:8}" for number in numbers) + told

    print(f"  {WAYS[way]:22}{column('reader')}  {column('put')}", flush=True)


def tell_hostile(way, runs, hostiles):
    refused = collections.Counter()
    for hostile in hostiles:
        refused.update(hostile["refused"])
    reasons = ", ".join(f"{count} × {why}" for why, count in refused.most_common()) or "none"
    if way == "fill":
        files, size = (max(hostile[what] for hostile in hostiles) for what in ("files", "bytes"))
        got = f"put {files} documents, {size / 1e6:.2f} MB; in the folder at most {max(run.bytes for run in runs) / 1e6:.6f} MB"
    else:
        most, held, ended = ([hostile[what] for hostile in hostiles] for what in ("most", "held", "ended"))
        got = f"held {max(most)} of {HELD[way]} at once, {max(held)} at the end; {sum(ended)} were closed"
        if way == "new":
            got += f"; got {max(hostile['images'] for hostile in hostiles)} images"
    print(f"  {WAYS[way]:22}{got}; refused: {reasons}", flush=True)


def compare(server, ways, rounds, seconds):
    """Returns what went wrong."""
    server.warm()
    plain, with_it, hostiles, wrong = {}, {}, {}, []
    print(f"99 good peers for {seconds:g} s at a time, with the hostile one and without; "
          f"{f'quota {server.quota / 1e6:.0f} MB' if server.quota else 'no quota'}\n")
    print(f"  {'images and the list of documents':36}{'asked':>9}{'errors':>8}{'median ms':>12}{'99 %':>9}{'slowest':>10}"
          f"{'median ×':>10}{'99 % ×':>8}")
    for way in ways:
        plain[way], with_it[way], hostiles[way] = [], [], []
        for _ in range(rounds):
            server.empty()
            plain[way].append(asyncio.run(measure(server, None, seconds))[0])
            server.empty()
            run, hostile = asyncio.run(measure(server, way, seconds))
            with_it[way].append(run)
            hostiles[way].append(hostile)
        pairs = [(summary(run), summary(before)) for run, before in zip(with_it[way], plain[way])]
        ratios = [statistics.median(one[at] / other[at] for one, other in pairs) for at in (0, 1)]
        tell_times("without", plain[way])
        tell_times(f"with: {WAYS[way]}", with_it[way], ratios)
        for what, runs in [("without", plain[way]), (WAYS[way], with_it[way])]:
            for run in runs:
                wrong += [f"{what}: {count} × {error}" for error, count in run.errors.most_common()]
                if server.quota and run.bytes > server.quota:
                    wrong.append(f"{what}: the folder held {run.bytes} bytes, which are more than {server.quota}")
    for at, name in [(0, "medians"), (1, "99th percentiles")]:
        values = [summary(run)[at] for runs in plain.values() for run in runs]
        print(f"  {name} of all runs without it: {min(values):.2f} to {max(values):.2f} ms")
    print(f"\n  {'':22}{'readers':>8}{'503':>8}{'failed':>8}{'median ms':>10}{'slowest':>9}"
          f"  {'puts':>8}{'503':>8}{'507':>8}{'failed':>8}{'median ms':>10}{'slowest':>9}")
    for way in ways:
        tell_others(way, with_it[way])
    print("\n  What the hostile one got")
    for way in ways:
        tell_hostile(way, with_it[way], hostiles[way])
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", type=pathlib.Path, help="where sheafd, sheaf-web and the providers are")
    parser.add_argument("--seconds", type=float, default=10, help="of one run")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="3 s a run: noisier")
    parser.add_argument("--way", action="append", choices=list(WAYS), help="hostile in this way alone; may be given again")
    parser.add_argument("--document", default="/usr/share/doc/debian-policy/policy.pdf.gz")
    parser.add_argument("--hostile", nargs=5, help=argparse.SUPPRESS)
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard != resource.RLIM_INFINITY and hard < 2048:
        sys.exit(f"2048 descriptors are needed, and {hard} may be had")
    resource.setrlimit(resource.RLIMIT_NOFILE, (2048, hard))
    if options.hostile:
        return be_hostile(options.hostile)
    with tempfile.TemporaryDirectory(prefix="sheaf-peers-", ignore_cleanup_errors=True) as folder:
        server = Server(options.build.resolve(), pathlib.Path(folder), options.document)
        try:
            gc.freeze()
            ways = options.way or [way for way in WAYS if way not in UNLIMITED]
            wrong = compare(server, ways, options.rounds, 3 if options.quick else options.seconds)
        finally:
            server.end()
    if wrong:
        print()
    for each in wrong:
        print(f"error: {each}", file=sys.stderr)
    return sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
