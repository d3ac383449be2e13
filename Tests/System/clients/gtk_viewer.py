#!/usr/bin/env python3
"""Uses docs/examples/gtk-viewer.py as a person does, on a screen of its own, and looks at every frame that it draws. Prints a line for
each fact that holds; the first one that doesn't ends it with status 1.

    gtk_viewer.py EXAMPLE PATTERN POLICY PID COMMAND ...    PATTERN is a document of 40 pages of 300 by 424 points, POLICY the policy
                                                            manual, PID the sheafd that runs, and COMMAND what starts another one

It needs Xvfb and xdotool. SHEAF_SOCKET says where the service is. Pictures of the screen go to the folder PICTURES, where there is one.
"""

import asyncio
import atexit
import contextlib
import importlib.util
import math
import mmap
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

import numpy

# Of the page's pixels so many columns may be the background's: a page is stretched to the nearest pixel.
SLACK = 2


def fact(name, holds, but=""):
    if not holds:
        print(f"not so: {name} {but}", flush=True)
        sys.exit(1)
    print("ok:", name, flush=True)


async def eventually(name, is_so, but=lambda: ""):
    end = time.monotonic() + 60
    while not is_so():
        if time.monotonic() > end:
            fact(name, False, but())
        await asyncio.sleep(0.01)
    print("ok:", name, flush=True)


async def xdotool(*words):
    process = await asyncio.create_subprocess_exec("xdotool", *map(str, words))
    if await process.wait():
        sys.exit(f"xdotool {words} failed")


class Screen:
    """A screen of its own, whose pixels are in a file that is mapped: what is on it at any moment."""

    def __init__(self, folder):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1200x24", "-fbdir", folder, "-nolisten", "tcp"],
            pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as lines:
            os.environ["DISPLAY"] = ":" + lines.readline().strip()
        os.environ |= {"GDK_BACKEND": "x11", "GSK_RENDERER": "cairo"}
        # A file of xwd: a header of big-endian numbers, a table of colors of 12 bytes each, and the pixels.
        with open(f"{folder}/Xvfb_screen0", "rb") as file:
            memory = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        numbers = struct.unpack(">25I", memory[:100])
        start, (width, height, stride) = numbers[0] + numbers[19] * 12, (numbers[4], numbers[5], numbers[12])
        self.pixels = numpy.ndarray((height, width, 4), numpy.uint8, memory, start, (stride, 4, 1))[:, :, :3]

    def close(self):
        self.server.kill()
        self.server.wait()


class Frames:
    """What there is of pages on the screen in each frame: how many of their columns have the background's color."""

    def __init__(self, screen):
        # The size of the pages, where they are looked at.
        self.screen, self.shape = screen, None
        self.start()

    def start(self):
        self.seen, self.holes, self.positions, self.small = 0, [], set(), 0

    def look(self, window, gtk):
        view, (width, height) = window.view, (window.view.get_width(), window.view.get_height())
        if self.shape is None or view.drawn is None:
            return
        (position, slots, pages), view.drawn = view.drawn, None
        (left, top), shadow = view.translate_coordinates(window, 0, 0), window.get_surface_transform()
        x, y = round(left + shadow[0]), round(top + shadow[1])
        page = self.shape[0] * min(width / self.shape[0], height / self.shape[1])
        parts = []
        for slot in range(math.floor(position), math.ceil(position) + 1):
            left = (slot - position) * (width + gtk.SPACING) + (width - page) / 2
            parts.append((max(math.ceil(left), 0), min(math.floor(left + page), width)))
            self.small += slots.get(slot, slot) not in pages
        ground = [round(channel * 255) for channel in (gtk.BACKGROUND.blue, gtk.BACKGROUND.green, gtk.BACKGROUND.red)]
        # Nothing else is drawn meanwhile: the frame is on the screen at once, or a moment later.
        end = time.monotonic() + 2
        while True:
            window.get_display().sync()
            middle = self.screen.pixels[y + height // 2, x : x + width].astype(int)
            is_ground = (abs(middle - ground) <= 1).all(axis=1)
            missing = [int(is_ground[first:last].sum()) for first, last in parts if last - first > SLACK]
            if max(missing, default=0) <= SLACK or time.monotonic() > end:
                break
            time.sleep(0.001)
        self.seen += 1
        self.positions.add(position)
        if max(missing, default=0) > SLACK:
            self.holes.append((round(position, 3), parts, missing))


def load(path, frames):
    """The example, each of whose frames is looked at."""
    spec = importlib.util.spec_from_file_location("gtk_viewer_example", path)
    gtk = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(gtk)

    class SeenPageView(gtk.PageView):
        plain, drawn, lifted = gtk.PageView, None, 0

        def do_snapshot(self, snapshot):
            self.drawn = (self.position, dict(self.slots), set(self.pages))
            self.plain.do_snapshot(self, snapshot)

        def on_drag_end(self, *where):
            self.lifted += 1
            self.plain.on_drag_end(self, *where)

    class SeenWindow(gtk.Window):
        def __init__(self, reader):
            super().__init__(reader)
            self.realize()
            self.get_frame_clock().connect("after-paint", lambda _: frames.look(self, gtk))
            gtk.shown = self

    gtk.PageView, gtk.Window, gtk.shown = SeenPageView, SeenWindow, None
    return gtk


class Person:
    """Somebody at the viewer."""

    def __init__(self, gtk, frames, folder):
        self.gtk, self.frames, self.folder = gtk, frames, folder
        self.window, self.view = gtk.shown, gtk.shown.view

    async def picture(self, name):
        if self.folder:
            process = await asyncio.create_subprocess_exec("import", "-window", "root", f"{self.folder}/{name}.png")
            await process.wait()

    async def rest(self, name, index):
        view = self.view
        await eventually(
            name, lambda: view.position == index and not view.motion and not view.drag and index in view.pages,
            lambda: (view.position, view.motion, list(view.pages)))

    async def pull(self, pixels, steps=12):
        """Moves the pressed mouse over the middle of the pages, and lets it go in full flight."""
        step = [str(pixels // steps), 0]
        x = self.window.get_width() // 2 + 90 - pixels // 2
        moves = [word for _ in range(steps) for word in ("mousemove_relative", "--", *step, "sleep", "0.012")]
        await xdotool("mousemove", x, 500, "mousedown", 1, *moves, "mouseup", 1)

    def no_hole(self, name, least):
        seen = self.frames
        fact(f"{name}: no hole in any frame", not seen.holes, (len(seen.holes), seen.holes[:5]))
        fact(f"{name}: each frame was looked at", seen.seen >= least, seen.seen)
        print(f"{name}: {seen.seen} frames at {len(seen.positions)} places, {seen.small} pages in small", flush=True)
        seen.start()


async def with_viewer(gtk, frames, path, act, folder):
    """Starts the viewer on a document, has a person act, and closes its window."""
    gtk.shown = None
    viewer = asyncio.create_task(gtk.main(path))
    while gtk.shown is None:
        if viewer.done():
            return await viewer
        await asyncio.sleep(0.01)
    await act(Person(gtk, frames, folder))
    gtk.shown.close()
    await asyncio.wait_for(viewer, 60)


async def drags(person):
    view = person.view
    await person.rest("the first page is shown", 0)
    await eventually("pages are listed in small", lambda: len(view.thumbnails) == 40)
    person.frames.shape = (300, 424)
    person.frames.start()
    # Each may go on before the last has come to rest: how many of them turn a page is the person's speed.
    for _ in range(20):
        await person.pull(-480)
    await eventually(
        "pages that were flicked come to rest",
        lambda: view.lifted == 20 and not view.drag and not view.motion and view.position > 10,
        lambda: (view.lifted, view.position))
    for _ in range(round(view.position) - 10):
        index = round(view.position) - 1
        await person.pull(480)
        await person.rest(f"pulled back to {index}", index)
    person.no_hole("drags", 50)
    await xdotool("mousemove", 700, 500, "mousedown", 1, "mousemove_relative", "--", "-200", 0)
    await eventually("a page follows the finger", lambda: 10.2 < view.position < 10.3)
    await person.picture("drag")
    await xdotool("mousemove_relative", 190, 0, "sleep", 0.2, "mousemove_relative", 1, 0, "mouseup", 1)
    await person.rest("let go near where it was, it goes back", 10)
    await xdotool(*["key", "Right", "sleep", "0.08"] * 6)
    await person.rest("keys turn, also while pages slide", 16)
    await xdotool("key", "End", "sleep", "0.1")
    await person.picture("jump")
    await person.rest("and go far", 39)
    await xdotool("key", "Home")
    await person.rest("and back", 0)
    person.no_hole("turns", 10)
    found = await asyncio.create_subprocess_exec(
        "xdotool", "search", "--name", "book", stdout=asyncio.subprocess.PIPE)
    name = (await found.communicate())[0].split()[-1].decode()
    for width, height in ((1200, 900), (700, 1000), (1400, 600), (900, 900), (640, 480), (1000, 800)):
        await xdotool("windowsize", name, width, height, "sleep", 0.03)
    await eventually(
        "pages come in the last size", lambda: 0 in view.pages and view.pages[0][0].height == view.get_height(),
        lambda: (view.get_width(), view.get_height(), view.pages))
    person.no_hole("sizes", 3)
    fact("what is out of sight is returned", len(view.pages) <= 3, list(view.pages))


async def texts(person):
    view, window = person.view, person.window
    await person.rest("a book is shown", 0)
    person.frames.shape = None
    await xdotool("key", "ctrl+f", "sleep", 0.2, "type", "must not")
    await xdotool("key", "Return")
    await eventually("words are found", lambda: len(view.found) > 40, lambda: len(view.found))
    first = min(view.found)
    await person.rest("the viewer goes to the first", first)
    await person.picture("search")
    await xdotool("key", "Return")
    await person.rest("and to the next", min(index for index in view.found if index > first))
    window.go(index=first)
    await person.rest("and back", first)
    x, y = 190 + view.get_width() // 3, 250
    steps = ["mousemove_relative", "40", "40", "sleep", "0.02"] * 5
    await xdotool("mousemove", x, y, "keydown", "shift", "mousedown", 1, *steps, "mouseup", 1, "keyup", "shift")
    await eventually("text is selected", lambda: "This manual describes the policy" in view.text, lambda: view.text)
    await person.picture("selection")
    await eventually("and nothing more", lambda: not view.wanted)
    await xdotool("key", "ctrl+c")
    # The window hears of the key when it does.
    end = time.monotonic() + 60
    while True:
        copied = asyncio.get_running_loop().create_future()
        window.get_clipboard().read_text_async(None, lambda *result: copied.set_result(result))
        board, result = await asyncio.wait_for(copied, 60)
        try:
            text = board.read_text_finish(result)
        except gtk.GLib.Error:
            text = None
        if text == view.text or time.monotonic() > end:
            break
    fact("and copied", text == view.text, text)
    await eventually("the contents are listed", lambda: window.outline.get_row_at_index(5) is not None)
    window.outline.emit("row-activated", window.outline.get_row_at_index(10))
    title = window.outline.get_row_at_index(10).get_child().get_label().strip()
    target = (await view.reader.get_outline(first=10, count=1)).entries[0]
    fact("an entry is what the book says", target.title == title, title)
    await person.rest("an entry of the contents leads to its page", target.target.index)
    await eventually("thumbnails come", lambda: window.strip.get_row_at_index(30) is not None)
    window.strip.emit("row-activated", window.strip.get_row_at_index(30))
    await person.rest("so does a thumbnail", 30)
    await person.picture("thumbnails")


def listens():
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as connection:
        return connection.connect_ex(os.environ["SHEAF_SOCKET"]) == 0


async def killed(person, pid, command):
    os.kill(pid, signal.SIGKILL)
    # Another one does not begin before this one has ended.
    while listens():
        time.sleep(0.001)
    service = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    atexit.register(service.kill)
    name = person.view.reader.id
    await eventually("the viewer goes on where the service is killed", lambda: person.view.reader.id != name)
    await person.rest("on the page where it was", 30)
    await xdotool("key", "Right")
    await person.rest("from which it turns", 31)


async def replaced(person, policy):
    """A program saves the book, with fewer pages."""
    view, name = person.view, person.view.reader.id
    made = await asyncio.create_subprocess_exec("qpdf", "--replace-input", policy, "--pages", ".", "1-150", "--")
    fact("a program saves the book", await made.wait() == 0)
    await eventually("the viewer goes on with what was saved", lambda: view.count == 150, lambda: view.count)
    await person.rest("on the page where it was", 31)
    fact("with the same reader", view.reader.id == name)
    await xdotool("key", "Left")
    await person.rest("from which it turns, too", 30)


async def main(gtk, frames, pattern, policy, pid, *command):
    folder = os.environ.get("PICTURES")
    await with_viewer(gtk, frames, pattern, drags, folder)

    async def read(person):
        await texts(person)
        await killed(person, int(pid), command)
        await replaced(person, policy)

    await with_viewer(gtk, frames, policy, read, folder)
    fact("nothing was left undone", not [task for task in asyncio.all_tasks() if task is not asyncio.current_task()])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch, contextlib.closing(Screen(scratch)) as screen:
        frames = Frames(screen)
        gtk = load(sys.argv[1], frames)
        gtk.Gtk.init()
        gtk.sheaf.glib.run(main(gtk, frames, *sys.argv[2:]))
