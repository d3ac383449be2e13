#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long a person waits for a first page by one command, and what the programs take.

    start.py BUILD-FOLDER [--rounds N] [--files N]

Runs `sheaf-web --library FOLDER` as a person does, with no service running, until page 1 of Debian's policy manual has come as a JPEG:
from a warm disk, and as root from a cold one. Beside it MuPDF's own program draws the same page to a file. Then it looks at the memory of both
programs at rest, and has a folder of 20,000 files listed. Times are medians of some rounds, in turn.
"""

import argparse
import gzip
import json
import os
import pathlib
import shutil
import signal
import statistics
import subprocess
import tempfile
import time
import urllib.request

PROJECT = pathlib.Path(__file__).resolve().parents[2]
MANUAL = "/usr/share/doc/debian-policy/policy.pdf.gz"


class Scene:
    def __init__(self, build):
        self.build, self.folder = pathlib.Path(build).resolve(), pathlib.Path(tempfile.mkdtemp(prefix="sheaf-start-"))
        for name in ("run", "state", "conf/sheaf", "books", "providers"):
            (self.folder / name).mkdir(parents=True)
        (self.folder / "run").chmod(0o700)
        for plugin in ("mupdf", "images", "text"):
            (self.folder / f"providers/libsheaf-{plugin}.so").symlink_to(self.build / f"libsheaf-{plugin}.so")
        for manifest in PROJECT.glob("Plugins/*/*.provider"):
            (self.folder / "providers" / manifest.name).symlink_to(manifest)
        (self.folder / "conf/sheaf/sheafd.conf").write_text(
            f"[Hosts]\nProviderFolders=\nProviderFolders={self.folder}/providers\n")
        self.book = self.folder / "books/policy.pdf"
        self.book.write_bytes(gzip.open(MANUAL).read())
        self.environment = dict(os.environ, XDG_RUNTIME_DIR=f"{self.folder}/run", XDG_STATE_HOME=f"{self.folder}/state",
                                XDG_CONFIG_HOME=f"{self.folder}/conf")
        self.environment.pop("SHEAF_SOCKET", None)

    def serve(self, folder):
        process = subprocess.Popen(
            [self.build / "sheaf-web", "--user", "--assets", PROJECT / "web", "--library", folder, "--listen", "127.0.0.1:0"],
            env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return process, process.stdout.readline().split(" at ")[1].split()[0]

    def end(self, process):
        process.send_signal(signal.SIGINT)
        process.wait()
        process.stdout.close()
        deadline = time.monotonic() + 10
        while (self.folder / "run/sheaf/org.sheaf").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.3)


def get(address):
    return urllib.request.urlopen(address, timeout=120).read()


def drop_caches():
    os.sync()
    pathlib.Path("/proc/sys/vm/drop_caches").write_text("3")


def first_page(scene):
    """Seconds until the address is there, and until the page is."""
    start = time.monotonic()
    process, address = scene.serve(scene.folder / "books")
    told = time.monotonic() - start
    name = json.loads(get(address + "documents.json"))["documents"][0]["name"]
    page = get(f"{address}iiif/3/{name}-1/full/!1000,1000/0/default.jpg")
    took = time.monotonic() - start
    assert page[:2] == b"\xff\xd8"
    scene.end(process)
    return told, took


def drawn(scene):
    """Seconds that MuPDF's own program takes for the page."""
    start = time.monotonic()
    subprocess.run(["mutool", "draw", "-q", "-h", "1000", "-o", scene.folder / "page.png", scene.book, "1"], check=True,
                   stderr=subprocess.DEVNULL)
    return time.monotonic() - start


def memory(*pids):
    """Of processes, in MB: their share of what is shared counted by how many share it."""
    total = 0
    for pid in pids:
        with open(f"/proc/{pid}/smaps_rollup") as file:
            total += next(int(line.split()[1]) for line in file if line.startswith("Pss:"))
    return total / 1024


def service_of(process):
    """The sheafd that a sheaf-web has started, and its hosts."""
    service = next(pid for pid in children(process.pid) if pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().endswith(b"--on-demand\0"))
    return [service, *children(service)]


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return [int(child) for child in file.read().split()]


def median(values):
    return f"{statistics.median(values) * 1000:.0f} ms"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--files", type=int, default=20_000)
    options = parser.parse_args()
    scene = Scene(options.build)
    try:
        for state in ["warm"] + (["cold"] if os.geteuid() == 0 else []):
            pages, draws = [], []
            for _ in range(options.rounds):
                for times, measure in ((pages, first_page), (draws, drawn)):
                    if state == "cold":
                        drop_caches()
                    times.append(measure(scene))
            told, took = zip(*pages)
            print(f"{state} disk: address after {median(told)}, page 1 after {median(took)}; "
                  f"mutool draw {median(draws)}: {statistics.median(took) / statistics.median(draws):.2f} times as long")

        process, address = scene.serve(scene.folder / "books")
        print(f"at rest: sheaf-web {memory(process.pid):.1f} MB, sheafd {memory(*service_of(process)):.1f} MB")
        name = json.loads(get(address + "documents.json"))["documents"][0]["name"]
        get(f"{address}iiif/3/{name}-1/full/!1000,1000/0/default.jpg")
        time.sleep(2)
        print(f"with a document open: sheaf-web {memory(process.pid):.1f} MB, sheafd and its host {memory(*service_of(process)):.1f} MB")
        scene.end(process)

        many = scene.folder / "many"
        for number in range(options.files):
            folder = many / f"{number // 200:03}"
            if number % 200 == 0:
                folder.mkdir(parents=True)
            (folder / f"Book {number:05}.pdf").write_bytes(b"%PDF-1.4\n")
        start = time.monotonic()
        process, address = scene.serve(many)
        told = time.monotonic() - start
        time.sleep(6)
        start = time.monotonic()
        listed = get(address + "documents.json")
        took = time.monotonic() - start
        assert len(json.loads(listed)["documents"]) == min(options.files, 65_536)
        print(f"{options.files} files: address after {told * 1000:.0f} ms, listed anew in {took * 1000:.0f} ms "
              f"({len(listed) / 1e6:.1f} MB), sheaf-web {memory(process.pid):.1f} MB")
        scene.end(process)
    finally:
        shutil.rmtree(scene.folder, ignore_errors=True)


main()
