#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Large images: what is decoded for a part of one, or for a small picture of it.

    levels.py BUILD-FOLDER [--rounds N] [--part WORD ...]

    served    pyramids and JPEG 2000 over HTTP, cold, beside iipsrv on the same files
    tiles     twelve tiles of a JPEG over six connections, cold, and twelve of the next level, beside one whole decode by `vips copy`
    zoom      a photo of 40 megapixels at fit, then a region of it sharp, at nine places, each of a document that was just opened
    screen    a JPEG of 96 megapixels on a screen, beside vipsthumbnail with vector code, both on one processor
    pan       four readers look around in four photos of 100 megapixels, with a cache that holds none of them: the memory of all

Cold means that the host is there and the document is open, and none of its pixels was decoded: each time is of a copy that nobody has
asked for. The servers are asked in turn, over a connection that each has already; both encode JPEG of the same quality. Everything is
on this machine. Needs iipimage-server, nginx and libvips-tools (tools/deps http).
"""

import argparse
import asyncio
import contextlib
import http.client
import json
import os
import pathlib
import queue
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(PROJECT / "clients/python"), str(PROJECT / "Benchmarks/http")]

import sheaf  # noqa: E402
from compare import Servers, free_port, jpeg_size, run  # noqa: E402

# The image that is served, and the tiles of its pyramid.
SERVED = (8000, 6000)
TILE = 512
REQUESTS = {
    "full/500,": "full/500,/0/default.jpg",
    "tile at 1:8": "0,0,4096,4096/512,/0/default.jpg",
    "tile at 1:1": "3072,3072,512,512/512,/0/default.jpg",
}
CONNECTIONS = 6
PLACES = [(x, y) for y in (0.1, 0.5, 0.9) for x in (0.1, 0.5, 0.9)]
SCREEN = (1600, 1200)
# Of panning: the photos, the cache, and each reader's steps, first to the right, then down.
PANNED = (12240, 8160)
PAN_CACHE = 128 << 20
PAN_READERS, PAN_STEPS, PAN_STEP = 4, 12, 400


def median(values):
    return statistics.median(list(values))


def paint(folder, name, size, seed=0):
    """Clouds of colour with a little noise, as a picture of libvips; made of nothing that others own."""
    clouds = []
    for channel in range(3):
        clouds.append(folder / f"{channel}.v")
        run("vips", "perlin", clouds[-1], *size, "--cell-size", 64 + 64 * channel, "--uchar", "--seed", seed + channel)
    noise, joined, summed, made = (folder / name for name in ("noise.v", "joined.v", "summed.v", name))
    run("vips", "bandjoin", " ".join(map(str, clouds)), joined)
    run("vips", "gaussnoise", noise, *size, "--sigma", 6, "--mean", 0, "--seed", seed + 7)
    run("vips", "add", joined, noise, summed)
    run("vips", "cast", summed, made, "uchar")
    for path in (*clouds, noise, joined, summed):
        path.unlink()
    return made


def copies(folder, path, count):
    """Copies a file so often, each a document of its own: what is behind a file's end is read by nobody, and tells it from the others."""
    made = [folder / f"{path.stem}-{number}{path.suffix}" for number in range(count)]
    for number, copy in enumerate(made):
        copy.write_bytes(path.read_bytes() + number.to_bytes(2, "big"))
    return made


class Library:
    """A folder of the library, which both servers read."""

    def __init__(self, folder):
        self.library = self.pyramids = folder / "library"
        self.library.mkdir()

    def add(self, path, count):
        """Copies a file so often; the names of the copies."""
        return [copy.name for copy in copies(self.library, path, count)]


class Timed(Servers):
    """Says how long each document took to be opened, of which the first starts a host."""

    def __init__(self, *arguments):
        self.openings = []
        super().__init__(*arguments)

    def image(self, manifest):
        start = time.monotonic()
        path = super().image(manifest)
        self.openings.append((time.monotonic() - start) * 1000)
        return path

    def start_another(self):
        """Milliseconds until a new iipsrv takes connections."""
        port, start = free_port(), time.monotonic()
        self.start("/usr/lib/iipimage-server/iipsrv.fcgi", "--bind", f"127.0.0.1:{port}")
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=5):
                return (time.monotonic() - start) * 1000


class Client:
    """One connection to a server of images."""

    def __init__(self, servers, server):
        self.servers, self.server = servers, server
        self.connection = http.client.HTTPConnection("127.0.0.1", servers.ports[server], timeout=120)

    def image(self, name):
        if self.server == "iipsrv":
            return f"/iiif/{name}"
        return self.servers.documents[pathlib.Path(name).stem]

    def get(self, name, request):
        """Milliseconds to the last byte, and the bytes."""
        start = time.monotonic()
        self.connection.request("GET", f"{self.image(name)}/{request}")
        reply = self.connection.getresponse()
        body = reply.read()
        if reply.status != 200:
            sys.exit(f"{self.server} answers {name}/{request} with {reply.status}: {body[:200]!r}")
        return (time.monotonic() - start) * 1000, body


def row(what, *columns):
    print(f"  {what:32}" + "".join(f"{column:>14}" for column in columns), flush=True)


def served(build, folder, rounds):
    """Pyramids and JPEG 2000, beside iipsrv."""
    painted = paint(folder, "painted.v", SERVED)
    library, names = Library(folder), {}
    files = {"pyramid TIFF": folder / "pyramid.tif", "JPEG 2000, tiled": folder / "tiled.jp2", "JPEG 2000, precincts": folder / "whole.jp2"}
    run("vips", "tiffsave", painted, files["pyramid TIFF"], "--tile", "--pyramid", "--tile-width", TILE, "--tile-height", TILE,
        "--compression", "jpeg", "--Q", 90)
    run("vips", "jp2ksave", painted, files["JPEG 2000, tiled"], "--tile-width", TILE, "--tile-height", TILE, "--Q", 40)
    run("vips", "copy", painted, folder / "painted.ppm")
    run("opj_compress", "-i", folder / "painted.ppm", "-o", files["JPEG 2000, precincts"], "-r", 12, "-n", 6, "-p", "RPCL", "-c", "[256,256]")
    for kind, path in files.items():
        names[kind] = library.add(path, rounds * len(REQUESTS))
    servers = Timed(build, folder, library)
    try:
        clients = {server: Client(servers, server) for server in ("sheaf-web", "iipsrv")}
        print("\nOver HTTP, cold, ms to the last byte\n")
        row("", "sheaf-web", "iipsrv", "ratio")
        for kind, files in names.items():
            files = iter(files)
            opened = []
            for what, request in REQUESTS.items():
                figures = []
                for name in [next(files) for _ in range(rounds)]:
                    opened.append(clients["iipsrv"].get(name, "info.json")[0])
                    clients["sheaf-web"].get(name, "info.json")
                    asked = [client.get(name, request) for client in clients.values()]
                    sizes = [jpeg_size(body) for _, body in asked]
                    if any(abs(one - other) > 1 for one, other in zip(*sizes)):
                        sys.exit(f"{kind}, {what}: the images are not of one size: {sizes}")
                    figures.append([taken for taken, _ in asked])
                ours, theirs = (median(values) for values in zip(*figures))
                row(f"{kind}, {what}", f"{ours:.1f}", f"{theirs:.1f}", f"{ours / theirs:.2f}")
            row(f"{kind}, opening", "", f"{median(opened):.1f}", "")
        row("opening a document of any kind", f"{median(servers.openings[1:]):.1f}", "", "")
        row("starting: a host and a document", f"{servers.openings[0]:.1f}", "", "")
        row("starting: a server", "", f"{median(servers.start_another() for _ in range(rounds)):.1f}", "")
    finally:
        servers.end()


def together(servers, name, requests):
    """Asks for all over so many connections; seconds until the last byte."""
    jobs = queue.Queue()
    for request in requests:
        jobs.put(request)

    def work():
        client = Client(servers, "sheaf-web")
        while True:
            try:
                request = jobs.get_nowait()
            except queue.Empty:
                return
            client.get(name, request)

    threads = [threading.Thread(target=work) for _ in range(CONNECTIONS)]
    start = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return (time.monotonic() - start) * 1000


def decoded(path):
    """Milliseconds of one whole decode onto a file in memory."""
    target = pathlib.Path("/dev/shm") / f"{os.getpid()}.v"
    start = time.monotonic()
    run("vips", "copy", path, target)
    taken = (time.monotonic() - start) * 1000
    target.unlink()
    return taken


def tiles(build, folder, rounds):
    """Twelve tiles of a JPEG at once, beside one decode of it."""
    library, kinds = Library(folder), {}
    for megapixels, size in ((24, (6000, 4000)), (40, (7680, 5120))):
        for kind, options in (("baseline", []), ("progressive", ["--interlace"])):
            path = folder / f"{kind}{megapixels}.jpg"
            if kind == "baseline":
                painted = paint(folder, "painted.v", size)
            run("vips", "jpegsave", painted, path, "--Q", 92, *options)
            kinds[f"{kind}, {megapixels} MP"] = (path, size, library.add(path, rounds))
    servers = Servers(build, folder, library)
    try:
        print(f"\nTwelve tiles of {TILE} by {TILE} over {CONNECTIONS} connections, cold, ms\n")
        row("", "tiles", "next level", "whole decode", "ratio", "next / whole")
        for kind, (path, size, files) in kinds.items():
            figures = []
            for name in files:
                Client(servers, "sheaf-web").get(name, "info.json")
                places = [(size[0] * x // 4, size[1] * y // 3) for y in range(3) for x in range(4)]
                half = [(size[0] * x // 4 // 2 * 2, size[1] * y // 3 // 2 * 2) for y in range(3) for x in range(4)]
                first = together(servers, name, [f"{x},{y},{TILE},{TILE}/{TILE},{TILE}/0/default.jpg" for x, y in places])
                second = together(servers, name, [f"{x},{y},{2 * TILE},{2 * TILE}/{TILE},{TILE}/0/default.jpg" for x, y in half])
                figures.append((first, second, decoded(path)))
            first, second, whole = (median(values) for values in zip(*figures))
            row(kind, f"{first:.0f}", f"{second:.0f}", f"{whole:.0f}", f"{first / whole:.2f}", f"{second / whole:.2f}")
    finally:
        servers.end()


class Service:
    """sheafd with the image provider."""

    def __init__(self, build, folder, settings="", before=()):
        self.folder = folder
        providers = folder / "providers"
        providers.mkdir(exist_ok=True)
        for path in (build / "libsheaf-images.so", PROJECT / "Plugins/Images/libsheaf-images.provider"):
            link = providers / path.name
            link.unlink(missing_ok=True)
            link.symlink_to(path)
        (folder / "sheafd.conf").write_text(f"[Hosts]\nHostsPerProvider=1\n{settings}")
        self.socket = folder / "socket"
        self.socket.unlink(missing_ok=True)
        self.process = subprocess.Popen(
            [*before, build / "sheafd", "--socket", self.socket, "--config", folder / "sheafd.conf", "--provider-path", providers],
            stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not self.socket.exists():
            time.sleep(0.01)

    def hosts(self):
        pid = self.process.pid
        return [int(child) for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def end(self):
        self.process.terminate()
        self.process.wait(30)


def zoom(build, folder, rounds):
    """From fit to sharp."""
    size = (7680, 5120)
    painted = paint(folder, "painted.v", size)
    print("\nA photo of 40 megapixels at fit, then 1:1 at nine places: from the request until it is sharp, ms\n")
    row("", "median", "worst", "whole decode")
    kinds = {"baseline": [], "restart markers": ["--restart-interval", "64"], "progressive": ["--interlace"]}
    for kind, options in kinds.items():
        path = folder / f"{kind.split()[0]}.jpg"
        run("vips", "jpegsave", painted, path, "--Q", 92, *options)
        service = Service(build, folder)
        times = []
        try:
            for (x, y), copy in zip(PLACES * rounds, copies(folder, path, rounds * len(PLACES))):
                times.append(asyncio.run(sharp(service, copy, size, x, y)))
                copy.unlink()
        finally:
            service.end()
        row(kind, f"{median(times):.0f}", f"{max(times):.0f}", f"{median(decoded(path) for _ in range(rounds)):.0f}")


async def sharp(service, path, size, x, y):
    """Opens a document at fit, and asks for a screen of it at 1:1."""
    async with sheaf.Service(str(service.socket)) as server:
        async with await server.open(str(path), sheaf.Viewport(width=SCREEN[0], height=SCREEN[1])) as reader:
            with await reader.get() as page:
                scale = page.scale * size[0] / page.page_width
            start = time.monotonic()
            viewport = sheaf.Viewport(width=SCREEN[0], height=SCREEN[1], fit="scale", scale=scale)
            region = sheaf.Region(
                x=int((size[0] - SCREEN[0]) * x), y=int((size[1] - SCREEN[1]) * y), width=SCREEN[0], height=SCREEN[1])
            (await reader.get(region=region, viewport=viewport)).close()
            return (time.monotonic() - start) * 1000


def peak(pid):
    lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1024


def screen(build, folder, rounds):
    """A large JPEG on a screen."""
    path = folder / "large.jpg"
    run("vips", "jpegsave", paint(folder, "painted.v", (12000, 8000)), path, "--Q", 92)
    pinned = ["taskset", "-c", "0"]
    ours, theirs, memory, other = [], [], [], []
    for copy in copies(folder, path, rounds):
        service = Service(build, folder, before=pinned)
        try:
            small = folder / "small.jpg"
            run("vips", "thumbnail", path, small, 100)
            ours.append(asyncio.run(shown(service, small, copy)))
            memory.append(max(map(peak, service.hosts())))
        finally:
            service.end()
        start = time.monotonic()
        # What Linux counts for a process that Python starts includes Python.
        timed = run("/usr/bin/time", "-f", "%M", *pinned, "vipsthumbnail", copy, "--size", f"{SCREEN[0]}x{SCREEN[1]}", "-o", folder / "t.v")
        theirs.append((time.monotonic() - start) * 1000)
        other.append(int(timed.stderr.decode().split()[-1]) / 1024)
        copy.unlink()
    print(f"\nA JPEG of 96 megapixels at {SCREEN[0]} x {SCREEN[1]}, both on one processor\n")
    row("", "Sheaf", "vipsthumbnail", "ratio")
    row("ms", f"{median(ours):.0f}", f"{median(theirs):.0f}", f"{median(ours) / median(theirs):.2f}")
    row("most memory, MB", f"{median(memory):.0f}", f"{median(other):.0f}", f"{median(memory) / median(other):.2f}")


async def shown(service, first, path):
    """Milliseconds until a document that is open is there; another one has started the host."""
    viewport = sheaf.Viewport(width=SCREEN[0], height=SCREEN[1])
    async with sheaf.Service(str(service.socket)) as server:
        async with await server.open(str(first), viewport) as reader:
            (await reader.get()).close()
        async with await server.open(str(path), viewport) as reader:
            start = time.monotonic()
            (await reader.get()).close()
            return (time.monotonic() - start) * 1000


def private(pid):
    """Bytes that no other process shares."""
    lines = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) * 1024


def pan(build, folder, rounds):
    """Readers that look around in photos that are larger than the cache."""
    path = folder / "panned.jpg"
    run("vips", "jpegsave", paint(folder, "painted.v", PANNED), path, "--Q", 92)
    service = Service(build, folder, f"[Cache]\nCacheMax={PAN_CACHE}\n")
    try:
        waits, pages, processes, limit, renders = asyncio.run(panned(service, copies(folder, path, PAN_READERS)))
    finally:
        service.end()
    print(f"\n{PAN_READERS} readers look around in photos of 100 megapixels at 1:1, {len(waits)} places of {SCREEN[0]} x {SCREEN[1]}\n")
    row("pages, most, MB", f"{pages / 1e6:.0f}")
    row("their hard limit, MB", f"{limit / 1e6:.0f}")
    row("private memory, most, MB", f"{processes / 1e6:.0f}")
    row("a place, median, ms", f"{median(waits):.0f}")
    row("a place, worst, ms", f"{max(waits):.0f}")
    row("decodes for a place", f"{renders / len(waits):.2f}")


async def panned(service, photos):
    """Waits in milliseconds, the most bytes of pages and of private memory, the hard limit, and how many renders there were."""
    waits, pages, processes = [], 0, 0
    async with sheaf.Service(str(service.socket)) as watcher:
        async def look(number, photo):
            async with sheaf.Service(str(service.socket)) as server:
                async with await server.open(str(photo), sheaf.Viewport(width=SCREEN[0], height=SCREEN[1])) as reader:
                    with await reader.get() as page:
                        scale = page.scale * PANNED[0] / page.page_width
                    x, y, held = 200 * number, 900 * number, None
                    for step in range(2 * PAN_STEPS):
                        viewport = sheaf.Viewport(width=SCREEN[0], height=SCREEN[1], fit="scale", scale=scale)
                        region = sheaf.Region(x=x, y=y, width=SCREEN[0], height=SCREEN[1])
                        start = time.monotonic()
                        page = await reader.get(region=region, viewport=viewport)
                        waits.append((time.monotonic() - start) * 1000)
                        if held:
                            held.close()
                        held = page
                        x, y = (x + PAN_STEP, y) if step < PAN_STEPS else (x, min(y + PAN_STEP, PANNED[1] - SCREEN[1]))
                    held.close()

        before = (await watcher.get_cache()).renders.rendered
        looking = asyncio.gather(*(look(number, photo) for number, photo in enumerate(photos)))
        while not looking.done():
            states = (await watcher.get_cache()).states
            pages = max(pages, sum(amount.bytes for amount in (
                states.cached, states.deferred, states.rendering, states.leased_outside)))
            processes = max(processes, sum(private(pid) for pid in (service.process.pid, *service.hosts())))
            await asyncio.sleep(0.02)
        await looking
        reply = await watcher.get_cache()
        return waits, pages, processes, reply.configured.hard, reply.renders.rendered - before


def main():
    parts = {"served": served, "tiles": tiles, "zoom": zoom, "screen": screen, "pan": pan}
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--part", action="append", choices=parts)
    options = parser.parse_args()
    for program in ("/usr/lib/iipimage-server/iipsrv.fcgi", "nginx", "vips", "opj_compress", "taskset", "/usr/bin/time"):
        if not shutil.which(program):
            sys.exit(f"there is no {program}: tools/deps http installs it")
    for name in options.part or parts:
        with tempfile.TemporaryDirectory(prefix="sheaf-levels-", dir="/var/tmp") as folder:
            parts[name](options.build.resolve(), pathlib.Path(folder), options.rounds)


if __name__ == "__main__":
    main()
