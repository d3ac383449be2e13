#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long the reader in a browser takes from a key to a painted page, in headless Chromium.

    keys.py BUILD-FOLDER [--turns N]

Starts sheafd and sheaf-web with Debian's policy manual (193 pages), and presses keys as a reader does: to the next pages, one after the
other, and to pages far away. Times are the browser's own: from the key's event until the frame after the one that has something of each
page that was turned to, and the one that has all of it sharp. Fails where a frame showed a blank page. Then what is done with pages otherwise:
how many frames took longer than 20 ms, and how long the longest took; what the first view of a book and of the library loads; and when a book whose
text flows (policy.epub) is there that nobody has read.
"""

import argparse
import gzip
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "Tests/System/clients"))
from browser import SHARP, Browser  # noqa: E402

MANUAL = "/usr/share/doc/debian-policy/policy.pdf.gz"
BOOK = "/usr/share/doc/debian-policy/policy.epub"

# Looks at each frame, and notes when the pages of a turn were there.
WATCH = """(() => {
    const pages = () => [...document.querySelectorAll(".slide.current .page")];
    const state = { turns: [], blank: 0, turn: null };
    window.measured = state;
    addEventListener("keydown", (event) => {
        if (!["ArrowRight", "Enter"].includes(event.key)) return;
        state.turn = { start: event.timeStamp, from: pages()[0].dataset.page };
    }, { capture: true });
    // A frame is painted when the next one begins.
    let last = null;
    const look = (now) => {
        if (last && state.turn) {
            if (last.seen) state.turn.seen ??= now - state.turn.start;
            if (last.sharp) {
                state.turns.push([state.turn.seen, now - state.turn.start]);
                state.turn = null;
            }
        }
        const shown = pages().map((page) => page.dataset.shown);
        if (shown.includes("nothing")) state.blank += 1;
        const isThere = state.turn && pages()[0].dataset.page !== state.turn.from;
        last = { seen: isThere && !shown.includes("nothing"), sharp: isThere && shown.every((one) => one === "whole") };
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
})()"""


class Servers:
    """sheafd and sheaf-web with a library."""

    def __init__(self, build, folder):
        folder = pathlib.Path(folder)
        for name in ["library", "providers"]:
            (folder / name).mkdir()
        with gzip.open(MANUAL) as packed, open(folder / "library/policy.pdf", "wb") as file:
            shutil.copyfileobj(packed, file)
        shutil.copy(BOOK, folder / "library/book.epub")
        for plugin in ["MuPDF", "Pattern", "EPUB"]:
            for path in [build / f"libsheaf-{plugin.lower()}.so", PROJECT / f"Plugins/{plugin}/libsheaf-{plugin.lower()}.provider"]:
                (folder / "providers" / path.name).symlink_to(path)
        # What is kept of a book is of this run alone.
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
        (folder / "library/long.pattern").write_text("sheaf-pattern 1\npages = 10000\n")
        (folder / "sheafd.conf").write_text(f"[Documents]\nLibraryFolders={folder}/library\n")
        self.log = open(folder / "log", "w+")
        socket = str(folder / "s")
        self.processes = [self.start(
            build / "sheafd", "--socket", socket, "--config", folder / "sheafd.conf", "--provider-path", folder / "providers")]
        self.processes.append(self.start(
            build / "sheaf-web", "--socket", socket, "--library", folder / "library", "--listen", "127.0.0.1:0", "--assets", PROJECT / "web"))
        self.url = f"http://127.0.0.1:{self.eventually(self.port)}/"
        self.names = self.eventually(self.documents)
        self.name = self.names["policy"]

    def start(self, *words):
        words = [str(word) for word in words]
        return subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, env=self.environment)

    def eventually(self, find):
        end = time.monotonic() + 30
        while time.monotonic() < end:
            if found := find():
                return found
            time.sleep(0.05)
        raise SystemExit(f"keys.py: the servers do not start: {self.text()}")

    def text(self):
        return pathlib.Path(self.log.name).read_text()

    def port(self):
        parts = self.text().split("serving on 127.0.0.1:")
        return parts[1].split()[0] if len(parts) > 1 else None

    def documents(self):
        with urllib.request.urlopen(self.url + "documents.json", timeout=10) as reply:
            return {one["title"]: one["name"] for one in json.load(reply)["documents"]}

    def stop(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            process.wait(30)


def turn_on(browser, count, pause):
    """To the next pages, so many times, each after a pause from when the last ones were sharp."""
    for number in range(count):
        press(browser, number + 1, "ArrowRight")
        time.sleep(pause)


def turn_far(browser, count, pause):
    """To pages anywhere, by their numbers."""
    draw = random.Random(1)
    for number in range(count):
        here = browser.do("Number(document.getElementById('stage').dataset.page)")
        page = draw.choice([page for page in range(1, 194) if abs(page - here) > 8])
        # Typed as on the page: their labels, and after them numbers.
        browser.do(f"""(async () => {{
            window.labels ??= (await (await fetch(`../iiif/presentation/3/${{location.pathname.split("/").pop()}}/manifest.json`)).json()).items.map(({{ label }}) => Object.values(label)[0][0]);
            const field = document.getElementById("number");
            field.focus();
            field.value = window.labels[{page} - 1]; }})()""")
        press(browser, number + 1, "Enter", "\r")
        time.sleep(pause)


def press(browser, number, key, text=None):
    browser.key(key, text)
    end = time.monotonic() + 60
    while browser.do("window.measured.turns.length") < number:
        if time.monotonic() > end:
            raise SystemExit(f"keys.py: a page does not come: {browser.do('JSON.stringify(window.measured)')} {browser.problems}")
        time.sleep(0.005)


# Does something in each frame, so many times, and tells how long each took.
FRAMES = """(async () => {
    const times = [];
    await new Promise(requestAnimationFrame);
    let last = await new Promise(requestAnimationFrame);
    for (let count = 0; count < %d; count += 1) {
        %s;
        const now = await new Promise(requestAnimationFrame);
        times.push(now - last);
        last = now;
    }
    return times;
})()"""
PRESS = """document.getElementById("stage").dispatchEvent(new KeyboardEvent("keydown", { key: "%s", bubbles: true }))"""
WHEEL = """document.getElementById("stage").dispatchEvent(new WheelEvent("wheel", { deltaX: %s, deltaY: %s, ctrlKey: %s, bubbles: true, cancelable: true }))"""


def frames(servers, browser):
    browser.size(1200, 900)

    def read(name, wanted):
        browser.call("Page.navigate", url="about:blank")
        browser.call("Page.navigate", url=f"{servers.url}read/{name}")
        end = time.monotonic() + 60
        while not browser.do(wanted) and time.monotonic() < end:
            time.sleep(0.1)

    def told(what, count, script):
        times = browser.do(FRAMES % (count, script))
        print(f"{what:54} {sum(time > 20 for time in times):5} of {count:4} {max(times):14.0f} ms", flush=True)

    print(f"{'frames':54} {'over 20 ms':>13} {'the longest':>17}")
    read(servers.name, SHARP)
    told("turning, a page in every 20 frames", 400, f"if (count % 20 === 0) {PRESS % 'ArrowRight'}")
    browser.do("for (let count = 0; count < 3; count += 1) " + PRESS % "+")
    told("panning a page that is zoomed", 200, WHEEL % ("count % 100 < 50 ? 8 : -8", "count % 100 < 50 ? 12 : -12", "false"))
    browser.do(PRESS % "0")
    for key, pane in [("o", "contents"), ("t", "thumbnails"), ("l", "looks"), ("/", "search")]:
        told(f"opening {pane}", 40, f"if (count === 5) {PRESS % key}")
        browser.do(PRESS % "Escape")
    read(servers.names["long"], SHARP)
    told("opening thumbnails of 10,000 pages", 40, f"if (count === 5) {PRESS % 't'}")
    told("scrolling these", 200, "document.getElementById('thumbnails').scrollTop += 400")
    browser.do(PRESS % "Escape" + ";" + PRESS % "c")
    told("scrolling 10,000 pages, a tenth of a page a frame", 300, "document.querySelector('.pane').scrollTop += 100")
    told("scrolling them all, 50 pages a frame", 200, "document.querySelector('.pane').scrollTop += document.querySelector('.pane').scrollHeight / 200")


def loaded(servers, browser):
    print(f"{'the first view of':54} {'requests':>13} {'bytes':>20}")
    for what, address, holds in [("a book", f"read/{servers.name}", SHARP), ("the library", "", "document.querySelectorAll('.cover.there').length > 1")]:
        browser.call("Network.clearBrowserCache")
        browser.call("Page.navigate", url=servers.url + address)
        end = time.monotonic() + 60
        while not browser.do(holds) and time.monotonic() < end:
            time.sleep(0.1)
        time.sleep(1)
        count, size = browser.do("""(() => { const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
            return [all.length, all.reduce((sum, one) => sum + one.transferSize, 0)]; })()""")
        print(f"{what:54} {count:13} {size:20,}", flush=True)


COUNTED = "/^of \\d/.test(document.getElementById('count')?.textContent)"


def begun(servers, browser):
    print(f"{'a book whose text flows':54} {'its first page':>19} {'all its pages':>20}")
    for what, (width, height) in [("a window", (1000, 800)), ("a phone", (390, 780))]:
        browser.size(width, height)
        for when in ["that nobody has read", "again"]:
            browser.call("Page.navigate", url=f"{servers.url}documents.json")
            browser.do("localStorage.clear()")
            start, times = time.monotonic(), []
            browser.call("Page.navigate", url=f"{servers.url}read/{servers.names['book']}")
            for holds in [SHARP, COUNTED]:
                while not browser.do(holds) and time.monotonic() < start + 60:
                    time.sleep(0.01)
                times.append(time.monotonic() - start)
            print(f"{f'in {what}, {when}':54} {times[0] * 1000:16.0f} ms {times[1] * 1000:17.0f} ms", flush=True)


def within(values, part):
    return sorted(values)[min(int(len(values) * part), len(values) - 1)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--turns", type=int, default=80)
    options = parser.parse_args()
    scenes = [
        ("the next pages, half a second apart", (1200, 900, False), turn_on, 0.5),
        ("the next pages, at once when those before are sharp", (1200, 900, False), turn_on, 0),
        ("pages far away", (1200, 900, False), turn_far, 0.2),
        ("on a phone: the next page, half a second apart", (390, 780, True), turn_on, 0.5),
        ("on a phone: pages far away", (390, 780, True), turn_far, 0.2),
    ]
    print(f"{'from a key to a painted page':54} {'something of it':>22} {'all of it, sharp':>22}")
    print(f"{'':54} {'median':>10} {'99 %':>11} {'median':>10} {'99 %':>11}")
    blank = 0
    for what, size, turn, pause in scenes:
        # Each with servers and a browser that have seen nothing yet.
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            servers = Servers(options.build.resolve(), folder)
            browser = Browser(folder + "/profile")
            try:
                browser.size(*size)
                browser.call("Page.navigate", url=f"{servers.url}read/{servers.name}")
                end = time.monotonic() + 60
                while not browser.do(SHARP) and time.monotonic() < end:
                    time.sleep(0.1)
                browser.do(WATCH)
                turn(browser, options.turns, pause)
                turns = browser.do("window.measured.turns")
                blank += browser.do("window.measured.blank")
            finally:
                browser.stop()
                servers.stop()
        seen, sharp = ([times[side] for times in turns] for side in [0, 1])
        figures = [within(side, part) for side in [seen, sharp] for part in [0.5, 0.99]]
        print(f"{what:54} " + " ".join(f"{figure:8.0f} ms" for figure in figures), flush=True)
    print(f"{blank} frames had a blank page")
    for part in [frames, loaded, begun]:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            servers = Servers(options.build.resolve(), folder)
            browser = Browser(folder + "/profile")
            try:
                part(servers, browser)
            finally:
                browser.stop()
                servers.stop()
    if blank:
        raise SystemExit(1)


main()
