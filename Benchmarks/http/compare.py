#!/usr/bin/env python3
"""Tiles and pages over HTTP: sheaf-web beside iipsrv on the same images, and beside nginx that has them as files.

    compare.py BUILD-FOLDER [--rounds N] [--seconds S]

The images are a photo of 24 megapixels, of which tiles are asked for at four scales, and scanned pages, which are asked for as wide as a
screen. sheaf-web reads them as they are (JPEG and PNG); iipsrv, the server of IIPImage, as tiled pyramids (TIFF) that are made before; nginx
hands out what sheaf-web had answered, from files: the floor. iipsrv runs as often as there are processors, behind the same nginx. First each
image is asked for once of servers that have just started, then over and over by wrk over 1 and 64 connections, the servers in turn in each
round. Everything is on the loopback interface of this machine. Needs iipimage-server, nginx, wrk, libvips-tools and mupdf-tools.
"""

import argparse
import http.client
import json
import os
import pathlib
import shutil
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import urllib.parse

PROJECT = pathlib.Path(__file__).resolve().parents[2]
PHOTO = (6000, 4000)
TILE = 512
SCANS = 12
WIDTH = 1000
QUALITY = 85
CONNECTIONS = [1, 64]
NAMES = ["sheaf-web", "iipsrv", "nginx"]

WRK = """
paths = {%s}
at = 0
request = function()
    at = at %% #paths + 1
    return wrk.format("GET", paths[at])
end
done = function(summary, latency)
    local errors = summary.errors
    io.write(string.format("RESULT %%d %%d %%d %%d %%d %%d\\n", summary.requests, summary.duration, summary.bytes,
        latency:percentile(50), latency:percentile(99),
        errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
"""


def run(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, timeout=300, **options)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def jpeg_size(data):
    """The width and the height of a JPEG: those of its frame header."""
    at = 2
    while at < len(data):
        marker, length = data[at + 1], struct.unpack(">H", data[at + 2:at + 4])[0]
        if 0xc0 <= marker <= 0xc3:
            height, width = struct.unpack(">HH", data[at + 5:at + 9])
            return width, height
        at += 2 + length
    raise ValueError("no frame in this JPEG")


class Images:
    """The photo and the scans, as each server reads them."""

    def __init__(self, folder):
        self.library, self.pyramids = folder / "library", folder / "pyramids"
        self.library.mkdir()
        self.pyramids.mkdir()
        for channel in range(3):
            run("vips", "perlin", folder / f"{channel}.v", *PHOTO, "--cell-size", 64 + 64 * channel, "--uchar", "--seed", channel)
        run("vips", "bandjoin", " ".join(str(folder / f"{channel}.v") for channel in range(3)), folder / "mixed.v")
        run("vips", "gaussnoise", folder / "noise.v", *PHOTO, "--sigma", 6, "--mean", 0, "--seed", 7)
        run("vips", "add", folder / "mixed.v", folder / "noise.v", folder / "sum.v")
        run("vips", "cast", folder / "sum.v", f"{self.library}/photo.jpg[Q=92]", "uchar")
        policy = folder / "policy.pdf"
        with open(policy, "wb") as output:
            subprocess.run(["gzip", "-dc", "/usr/share/doc/debian-policy/policy.pdf.gz"], stdout=output, check=True)
        run("mutool", "draw", "-q", "-r", "200", "-F", "png", "-o", f"{self.library}/scan%d.png", policy, f"20-{19 + SCANS}")
        self.names = ["photo"] + [path.stem for path in sorted(self.library.glob("scan*.png"))]
        start = time.monotonic()
        for path in self.library.iterdir():
            run("vips", "tiffsave", path, self.pyramids / f"{path.stem}.tif", "--tile", "--pyramid", "--tile-width", TILE,
                "--tile-height", TILE, "--compression", "jpeg", "--Q", 90)
        self.preparation = time.monotonic() - start

    def bytes(self, folder):
        return sum(path.stat().st_size for path in folder.iterdir())

    def requests(self):
        """What is asked for, by what it is: the name of an image, and the request."""
        tiles = []
        for scale in (1, 2, 4, 8):
            side = TILE * scale
            for x in range(0, PHOTO[0], side):
                for y in range(0, PHOTO[1], side):
                    width, height = min(side, PHOTO[0] - x), min(side, PHOTO[1] - y)
                    # The form of a tile's name that iipsrv has a cache of encoded tiles for.
                    tiles.append(("photo", f"{x},{y},{width},{height}/{-(-width // scale)},/0/default.jpg"))
        # Every third: as many as a screen or two.
        return {
            f"tile of {TILE} by {TILE}": tiles[::3],
            f"page {WIDTH} wide": [(name, f"full/{WIDTH},/0/default.jpg") for name in self.names if name != "photo"],
        }


class Servers:
    """The three of them, which end with this."""

    def __init__(self, build, folder, images):
        self.folder, self.images, self.processes = folder, images, []
        providers = folder / "providers"
        providers.mkdir()
        for name in ["libsheaf-images.so"]:
            (providers / name).symlink_to(build / name)
        (providers / "libsheaf-images.provider").symlink_to(PROJECT / "Plugins/Images/libsheaf-images.provider")
        (folder / "sheafd.conf").write_text(f"[Documents]\nLibraryFolders={images.library}\n")
        self.ports = {"sheaf-web": free_port(), "nginx": free_port()}
        self.ports["iipsrv"] = self.ports["nginx"]
        self.start(build / "sheafd", "--socket", folder / "socket", "--config", folder / "sheafd.conf",
                   "--provider-path", providers)
        self.wait_for(lambda: (folder / "socket").exists(), "sheafd")
        self.start(build / "sheaf-web", "--socket", folder / "socket", "--library", images.library,
                   "--listen", f"127.0.0.1:{self.ports['sheaf-web']}", "--assets", PROJECT / "web")
        self.start_iipsrv_and_nginx()
        self.wait_for(lambda: self.fetch("sheaf-web", "/documents.json")[0] == 200, "sheaf-web")
        documents = json.loads(self.fetch("sheaf-web", "/documents.json")[1])["documents"]
        self.documents = {document["title"]: self.image(document["manifest"]) for document in documents}

    def image(self, manifest):
        """The path of a document's first page, as its manifest has it."""
        canvas = json.loads(self.fetch("sheaf-web", f"/{manifest}")[1])["items"][0]
        return urllib.parse.urlsplit(canvas["thumbnail"][0]["service"][0]["id"]).path

    def start_iipsrv_and_nginx(self):
        backends = [free_port() for _ in range(os.cpu_count())]
        for port in backends:
            self.start("/usr/lib/iipimage-server/iipsrv.fcgi", "--bind", f"127.0.0.1:{port}", environment={
                "FILESYSTEM_PREFIX": f"{self.images.pyramids}/", "JPEG_QUALITY": str(QUALITY), "MAX_IMAGE_CACHE_SIZE": "256",
                "MAX_CVT": "5000", "URI_MAP": "iiif=>IIIF", "VERBOSITY": "0"})
        (self.folder / "files").mkdir()
        servers = "".join(f"server 127.0.0.1:{port};" for port in backends)
        (self.folder / "nginx.conf").write_text(f"""
            daemon off; pid {self.folder}/nginx.pid; error_log {self.folder}/nginx.log; worker_processes auto;
            events {{ worker_connections 1024; }}
            http {{
                access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; types {{ image/jpeg jpg; }}
                client_body_temp_path {self.folder}/t1; proxy_temp_path {self.folder}/t2; fastcgi_temp_path {self.folder}/t3;
                uwsgi_temp_path {self.folder}/t4; scgi_temp_path {self.folder}/t5;
                upstream iipsrv {{ {servers} }}
                server {{
                    listen 127.0.0.1:{self.ports['nginx']};
                    location /files/ {{ root {self.folder}; }}
                    location /iiif/ {{
                        fastcgi_pass iipsrv; fastcgi_buffers 64 32k; include /etc/nginx/fastcgi_params;
                    }}
                }}
            }}""")
        if os.geteuid() == 0:
            # nginx's workers are another user's then.
            for path in [self.folder, self.folder / "files"]:
                path.chmod(0o755)
        self.start("nginx", "-e", self.folder / "nginx.log", "-c", self.folder / "nginx.conf")
        self.wait_for(lambda: self.fetch("nginx", "/files/none")[0] == 404, "nginx")

    def start(self, *words, environment={}):
        name = pathlib.Path(words[0]).name
        with open(self.folder / f"{name}.log", "ab") as output:
            self.processes.append(subprocess.Popen(
                [str(word) for word in words], stdout=output, stderr=output, stdin=subprocess.DEVNULL,
                env=dict(os.environ, **environment)))

    def wait_for(self, is_there, name):
        deadline = time.monotonic() + 30
        while True:
            try:
                if is_there():
                    return
            except OSError:
                pass
            if time.monotonic() > deadline or any(process.poll() is not None for process in self.processes):
                logs = "\n".join(path.read_text(errors="replace") for path in self.folder.glob("*.log"))
                sys.exit(f"{name} did not start:\n{logs}")
            time.sleep(0.05)

    def fetch(self, server, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.ports[server], timeout=60)
        connection.request("GET", path)
        reply = connection.getresponse()
        return reply.status, reply.read()

    def path(self, server, name, request):
        if server == "sheaf-web":
            return f"{self.documents[name]}/{request}"
        if server == "iipsrv":
            return f"/iiif/{name}.tif/{request}"
        return f"/files/{name}-{request.replace('/', '-').replace(',', '_')}"

    def first(self, server, requests):
        """Asks for each once, over one connection. Returns how long each took until its last byte, in ms, and the answers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.ports[server], timeout=60)
        times, answers = [], []
        for name, request in requests:
            start = time.monotonic()
            connection.request("GET", self.path(server, name, request))
            reply = connection.getresponse()
            body = reply.read()
            times.append((time.monotonic() - start) * 1000)
            if reply.status != 200:
                sys.exit(f"{server} answers {self.path(server, name, request)} with {reply.status}: {body[:200]!r}")
            answers.append(body)
        return times, answers

    def load(self, server, requests, connections, seconds):
        """Asks over and over. Returns answers a second, median and 99th percentile in ms, and MB a second."""
        script = self.folder / "requests.lua"
        script.write_text(WRK % ",".join(f'"{self.path(server, *request)}"' for request in requests))
        told = run("wrk", "-t", 1, "-c", connections, "-d", f"{seconds}s", "--timeout", "30s", "-s", script,
                   f"http://127.0.0.1:{self.ports[server]}").stdout.decode()
        line = next(line for line in told.splitlines() if line.startswith("RESULT"))
        count, duration, size, median, tail, errors = map(int, line.split()[1:])
        if errors or not count:
            sys.exit(f"{server} had {errors} errors in {count} answers to {connections} connections:\n{told}")
        return count * 1e6 / duration, median / 1000, tail / 1000, size / duration

    def end(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            process.wait(30)


def compare(build, folder, rounds, seconds):
    images = Images(folder)
    print(f"images as they are: {images.bytes(images.library) / 1e6:.1f} MB; as pyramids: {images.bytes(images.pyramids) / 1e6:.1f} MB, "
          f"made in {images.preparation:.1f} s\n")
    servers = Servers(build, folder, images)
    try:
        print(f"{'first request, ms to the last byte':44}{'median':>10}{'slowest':>10}{'KB':>8}")
        for what, requests in images.requests().items():
            sizes = {}
            for server in ["sheaf-web", "iipsrv"]:
                times, answers = servers.first(server, requests)
                sizes[server] = [jpeg_size(answer) for answer in answers]
                print(f"  {what:22}{server:20}{statistics.median(times):10.1f}{max(times):10.1f}"
                      f"{statistics.mean(map(len, answers)) / 1000:8.1f}", flush=True)
                if server == "sheaf-web":
                    for request, answer in zip(requests, answers):
                        (folder / servers.path("nginx", *request)[1:]).write_bytes(answer)
            for sides in zip(*sizes.values()):
                # The last row or column of a tile at an edge is rounded either way.
                if any(abs(one - other) > 1 for one, other in zip(*sides)):
                    sys.exit(f"the images are not of the same size: {sides}")
        print(f"\n{'again and again':24}{'':20}{'a second':>10}{'median ms':>12}{'99 %':>8}{'MB/s':>8}")
        for what, requests in images.requests().items():
            for connections in CONNECTIONS:
                figures = {server: [] for server in NAMES}
                for _ in range(rounds):
                    for server in NAMES:
                        figures[server].append(servers.load(server, requests, connections, seconds))
                for server in NAMES:
                    rate, median, tail, size = (statistics.median(values) for values in zip(*figures[server]))
                    print(f"  {what:22}{connections:3} {server:18}{rate:10.0f}{median:12.2f}{tail:8.1f}{size:8.0f}", flush=True)
    finally:
        servers.end()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=2)
    options = parser.parse_args()
    for program in ["/usr/lib/iipimage-server/iipsrv.fcgi", "nginx", "wrk", "vips", "mutool"]:
        if not shutil.which(program):
            sys.exit(f"there is no {program}: tools/deps http installs it")
    with tempfile.TemporaryDirectory(prefix="sheaf-http-") as folder:
        compare(options.build.resolve(), pathlib.Path(folder), options.rounds, options.seconds)


if __name__ == "__main__":
    main()
