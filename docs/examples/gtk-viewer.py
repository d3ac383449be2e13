#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A viewer for GTK 4: slides, drags, thumbnails, contents, search, and selected text.

    gtk-viewer.py DOCUMENT

Pull pages with the finger or the mouse; with Shift the mouse selects text, and Control-C copies it. Arrows, Space, Home and End turn,
Control-F searches, Return goes to the next match. It needs the package sheaf, python3-gi, and gir1.2-gtk-4.0.
"""

import asyncio
import math
import sys
from types import SimpleNamespace

import gi

gi.require_versions({"Gtk": "4.0", "Gdk": "4.0", "Graphene": "1.0"})
from gi.repository import Gdk, GLib, Graphene, Gtk  # noqa: E402

import sheaf.glib  # noqa: E402
from sheaf.interfaces import document as said  # noqa: E402

# Pixels between pages, and how long a turn takes, in milliseconds.
SPACING, DURATION = 16, 250
KEYS = {"Home": {"place": "first"}, "End": {"place": "last"}}
KEYS |= {name: {"relative": 1 if name in ("Right", "space") else -1} for name in ("Right", "space", "Left", "BackSpace")}
BACKGROUND, FOUND, SELECTED = Gdk.RGBA(), Gdk.RGBA(), Gdk.RGBA()
for ink, name in ((BACKGROUND, "#404448"), (FOUND, "rgba(255,200,0,0.4)"), (SELECTED, "rgba(60,120,255,0.35)")):
    ink.parse(name)


def texture_of(page):
    """The pixels as GTK draws them: of a page the sealed memory itself, mapped."""
    pixels = GLib.Bytes.new(page.read()) if page.data else GLib.MappedFile.new_from_fd(page.fileno(), False).get_bytes()
    return Gdk.MemoryTexture.new(page.width, page.height, Gdk.MemoryFormat.B8G8R8A8_PREMULTIPLIED, pixels, page.stride)


class PageView(Gtk.Widget):
    """Where pages slide. Each has a slot, which is its index but in a far jump; `position` is the slot that is shown."""

    def __init__(self, reader):
        super().__init__(hexpand=True, vexpand=True, focusable=True, overflow=Gtk.Overflow.HIDDEN)
        self.reader, self.count = reader, reader.state.document.count.pages
        self.position, self.slots, self.motion = float(reader.state.location.index), {}, None
        # By index: pages with their textures, thumbnails, and what is marked (a place and the page that it is counted in).
        self.pages, self.thumbnails, self.found, self.selected, self.text = {}, {}, {}, {}, ""
        self.viewport, self.selecting, self.wanted, self.tasks = None, None, {}, set()
        self.drag, self.dragging = None, asyncio.Lock()
        gesture = Gtk.GestureDrag()
        for name in ("begin", "update", "end"):
            gesture.connect(f"drag-{name}", getattr(self, f"on_drag_{name}"))
        self.add_controller(gesture)

    def start(self, work):
        """Does something beside GTK."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.ended)

    def ended(self, task):
        self.tasks.discard(task)
        if not task.cancelled() and task.exception():
            # What does not fit now changes nothing, as a turn past the end.
            print(f"gtk-viewer: {task.exception()}", file=sys.stderr)

    async def latest(self, work, *wanted):
        """Does something as it was wanted last: what comes while it is being done takes the place of what waits."""
        is_busy = work in self.wanted
        self.wanted[work] = wanted
        try:
            while not is_busy and (wanted := self.wanted[work]):
                self.wanted[work] = None
                await work(*wanted)
        finally:
            if not is_busy:
                del self.wanted[work]

    def area(self, slot, page_width, page_height, x, y, width, height):
        """Where a rectangle of the page in a slot is drawn, in whichever pixels it and the page are counted."""
        scale = min(self.get_width() / page_width, self.get_height() / page_height)
        left = (slot - self.position) * (self.get_width() + SPACING) + (self.get_width() - page_width * scale) / 2
        top = (self.get_height() - page_height * scale) / 2
        return Graphene.Rect().init(left + x * scale, top + y * scale, width * scale, height * scale)

    def do_snapshot(self, snapshot):
        snapshot.append_color(BACKGROUND, Graphene.Rect().init(0, 0, self.get_width(), self.get_height()))
        for slot in range(math.floor(self.position), math.ceil(self.position) + 1):
            index = self.slots.get(slot, slot)
            # The page, however large it was when it came, or in small: there is no blank.
            if texture := self.pages[index][1] if index in self.pages else self.thumbnails.get(index):
                size = (texture.get_width(), texture.get_height())
                snapshot.append_texture(texture, self.area(slot, *size, 0, 0, *size))
            for ink, marks in ((FOUND, self.found), (SELECTED, self.selected)):
                for box, page in marks.get(index, []):
                    size = (page.page_width, page.page_height)
                    snapshot.append_color(ink, self.area(slot, *size, box.x, box.y, box.width, box.height))

    def do_size_allocate(self, width, height, baseline):
        factor = self.get_scale_factor()
        viewport = sheaf.Viewport(width=max(width * factor, 1), height=max(height * factor, 1))
        if viewport != self.viewport:
            # The old pages are stretched until the new ones are there.
            self.viewport = viewport
            self.start(self.latest(self.reader.set_viewport, viewport))

    async def watch(self):
        """Draws what the service says. It ends with the reader."""
        async for told in self.reader.watch(handover="descriptor"):
            gone = told.page or told.appearance and told.appearance.event == "didDisappear" and told.appearance
            if gone and gone.index in self.pages:
                self.pages.pop(gone.index)[0].close()
            if told.page:
                self.pages[told.page.index] = (told.page, texture_of(told.page))
                self.queue_draw()
            elif told.state:
                self.count = told.state.document.count.pages
                if told.state.location and not self.motion and not self.drag:
                    self.position = float(told.state.location.index)
                    self.queue_draw()
            elif told.document:
                # Indexes mean other pages now; those that are shown come again.
                self.thumbnails, self.found, self.selected = {}, {}, {}
            elif told.count:
                self.count = told.count.pages.pages
            elif told.failure:
                print(f"gtk-viewer: page {told.failure.index + 1}: {told.failure.reason}", file=sys.stderr)

    async def turn(self, target):
        """Turns to a target, sliding; another turn meanwhile goes on from where this one is."""
        turn = await self.reader.navigate(target, duration=DURATION, handover="none")
        if not turn.noop:
            self.slide(turn.location.index, turn.transition)

    def slide(self, index, transition, released=False):
        """Moves to a page and says when it is there."""
        before, after = math.floor(self.position), math.ceil(self.position)
        near = [slot for slot in range(before - 1, after + 2) if self.slots.get(slot, slot) == index]
        slot = near[0] if near else after + 1 if index > self.slots.get(before, before) else before - 1
        self.slots[slot] = index
        if self.motion is None:
            self.add_tick_callback(self.tick)
        self.motion = SimpleNamespace(start=self.position, slot=slot, began=None, index=index, released=released)
        self.motion.transition = transition

    def tick(self, _, clock):
        if (motion := self.motion) is None:
            return False
        motion.began = motion.began or clock.get_frame_time()
        done = (clock.get_frame_time() - motion.began) / DURATION / 1000
        if done >= 1:
            self.position, self.slots, self.motion = float(motion.index), {}, None
            self.start(self.reader.settle(motion.transition))
        else:
            self.position = motion.start + (motion.slot - motion.start) * (1 - (1 - done) ** 3)
        self.queue_draw()
        return done < 1

    def on_drag_begin(self, gesture, x, y):
        self.grab_focus()
        if gesture.get_current_event_state() & Gdk.ModifierType.SHIFT_MASK:
            self.selecting = (x, y)
            return
        moves = [(gesture.get_current_event_time(), 0.0)]
        self.selecting, self.drag = None, SimpleNamespace(begun=None, moves=moves, lifted=asyncio.Future())
        self.start(self.follow(self.drag))

    async def follow(self, drag):
        """Pulls pages by a finger until it is lifted, at so many pages a second. What comes before the answer counts too."""
        async with self.dragging:
            try:
                # One that goes on before the last has come to rest; a jump is taken as done.
                goes_on = self.motion is not None and self.motion.released
                drag.begun = await self.reader.begin_drag(offset=self.position if goes_on else None)
                self.motion, self.slots = None, {}
                self.pull(drag)
                speed = await drag.lifted
                await self.reader.drag(self.position)
                bound = await self.reader.release_drag(velocity=speed if abs(speed) > 0.3 else 0.0)
                if bound.location:
                    self.slide(bound.location.index, bound.transition, released=True)
            finally:
                self.drag = None if self.drag is drag else self.drag

    def on_drag_update(self, gesture, x, y):
        if self.selecting:
            self.start(self.latest(self.select, self.selecting, (self.selecting[0] + x, self.selecting[1] + y)))
        elif self.drag:
            self.drag.moves = self.drag.moves[-4:] + [(gesture.get_current_event_time(), x)]
            self.pull(self.drag)

    def pull(self, drag):
        if drag.begun is not None:
            moved = drag.moves[-1][1] / (self.get_width() + SPACING)
            offset = max(drag.begun.position - moved, drag.begun.origin - 1, 0)
            self.position = min(offset, drag.begun.origin + 1, max(self.count - 1, 0))
            self.start(self.reader.drag(self.position))
            self.queue_draw()

    def on_drag_end(self, gesture, x, y):
        if self.drag and not self.selecting:
            (began, first), (ended, last) = self.drag.moves[0], self.drag.moves[-1]
            self.drag.lifted.set_result((first - last) / self.get_width() / max(ended - began, 1) * 1000)

    async def select(self, *ends):
        """Marks the text from one point of the screen to another."""
        slot = round(self.position)
        page = (await self.reader.get_pages(first=self.slots.get(slot, slot), count=1)).entries[0]
        area = self.area(slot, page.width, page.height, 0, 0, page.width, page.height)
        scale = page.width / area.get_width()
        first, last = [said.Point(x=(x - area.get_x()) * scale, y=(y - area.get_y()) * scale) for x, y in ends]
        text = await self.reader.get_text(index=page.index, from_=first, to=last)
        self.selected = {page.index: [(run.place.region, text.page) for run in text.runs]}
        self.text = "".join(run.text for run in text.runs)
        self.queue_draw()

    async def search(self, words):
        """Marks what is found, and turns to the first match."""
        self.found = {}
        self.grab_focus()
        async for reply in self.reader.search(words):
            for match in reply.matches:
                if not self.found:
                    self.start(self.turn(sheaf.Target(index=reply.page.index)))
                self.found.setdefault(reply.page.index, []).extend((place.region, reply.page) for place in match.places)
            self.queue_draw()


class Window(Gtk.Window):
    """Pages, and beside them their contents and thumbnails."""

    def __init__(self, reader):
        super().__init__(title=reader.state.document.title, default_width=1000, default_height=800)
        self.view = view = PageView(reader)
        self.closed = asyncio.get_running_loop().create_future()
        self.connect("close-request", lambda _: self.closed.done() or self.closed.set_result(None))
        self.strip, self.outline = Gtk.ListBox(), Gtk.ListBox()
        self.strip.connect("row-activated", lambda _, row: self.go(index=row.get_index()))
        self.outline.connect("row-activated", lambda _, row: self.go(outline=row.get_index()))
        lists = Gtk.Stack()
        for child, title in ((self.strip, "Pages"), (self.outline, "Contents")):
            lists.add_titled(Gtk.ScrolledWindow(child=child, width_request=180), title, title)
        self.entry = Gtk.SearchEntry(placeholder_text="Search")
        self.entry.connect("activate", lambda entry: view.start(view.search(entry.get_text())))
        header = Gtk.HeaderBar(title_widget=Gtk.StackSwitcher(stack=lists))
        header.pack_end(self.entry)
        self.set_titlebar(header)
        self.set_child(Gtk.Paned(start_child=lists, end_child=view, resize_start_child=False))
        keys = Gtk.EventControllerKey()
        keys.connect("key-pressed", self.on_key)
        self.add_controller(keys)

    def go(self, **target):
        self.view.start(self.view.turn(sheaf.Target(**target)))

    def on_key(self, _, value, code, state):
        name = Gdk.keyval_name(value)
        if state & Gdk.ModifierType.CONTROL_MASK and name in "cf":
            self.get_clipboard().set(self.view.text) if name == "c" else self.entry.grab_focus()
        elif name == "Return" and self.view.found:
            later = [index for index in self.view.found if index > self.view.position] or self.view.found
            self.go(index=min(later))
        elif name in KEYS:
            self.go(**KEYS[name])
        else:
            return False
        return True

    async def fill(self, reader):
        """Lists the contents, then the pages in small as they come."""
        for entry in (await reader.get_outline()).entries:
            self.outline.append(Gtk.Label(label="    " * entry.level + entry.title, xalign=0, ellipsize=3))
        # They are kept, and come inline: what is mapped is leased.
        async for reply in reader.get_thumbnails(handover="inline"):
            if reply.thumbnail:
                self.view.thumbnails[reply.thumbnail.index] = texture = texture_of(reply.thumbnail)
                self.strip.append(Gtk.Picture(paintable=texture, height_request=128, can_shrink=False))
            elif reply.failed:
                self.strip.append(Gtk.Label(label=f"{reply.failed.index + 1}: {reply.failed.reason}", ellipsize=3))


async def main(path):
    axis = sheaf.AxisSetup(axis="horizontal", arrangement=sheaf.Arrangement(spread="single", order="leftToRight"))
    async with sheaf.Service() as service, await service.open(path, sheaf.Viewport(width=800, height=700), axes=[axis]) as reader:
        window = Window(reader)
        window.present()
        window.view.grab_focus()
        window.view.start(window.view.watch())
        window.view.start(window.fill(reader))
        await window.closed
        window.destroy()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    Gtk.init()
    sheaf.glib.run(main(sys.argv[1]))
