# SPDX-License-Identifier: Apache-2.0
"""Others' pictures, opened by the service, beside what vips, Pillow and mutool make of them."""

import asyncio
import contextlib

import numpy
import sheaf

import compare
import fetch
import peers
import service

# Seconds that everything of one picture may take.
PATIENCE = 120
# An error's reason says something from so many characters on.
REASON_LEAST = 12
# Larger ones are not compared pixel by pixel.
PIXELS_MOST = 40_000_000

OPENED, SIZE, COUNT = "pictures: opened", "pictures: size and orientation", "pictures: number of pages"
PEERS = {"vips": peers.Vips, "Pillow": peers.Pillow, "mutool": peers.Mutool}
FRAME_COUNT, FRAMES = "pictures: number of frames", "pictures: frames: Pillow"
HALF = "pictures: cut in half: shown or refused"


class Trial:
    """One picture under trial."""

    def __init__(self, running, report, path, name):
        self.running, self.report, self.path, self.name = running, report, path, name

    async def look(self):
        """Opens the picture, and looks at its first, middle and last page."""
        others = {}
        for name, kind in PEERS.items():
            others[name] = await asyncio.to_thread(kind, self.path)
        try:
            reader = await self.running.open(self.path)
        except sheaf.ServiceError as error:
            return self._refused(error, others)
        async with reader:
            if (provider := (await reader.get_state()).state.document.provider) not in ("images", "bmp"):
                return self.report.differs(OPENED, self.name, f"by {provider}")
            pages = await service.page_count(reader)
            self._compare_counts(pages, others)
            for index in sorted({0, pages // 2, pages - 1}):
                await self._look_at_page(reader, index, others)
            await self._look_at_frames(reader, others["Pillow"])

    async def _look_at_frames(self, reader, other):
        """Looks at the first three frames of what moves, the middle one and the last."""
        said = {}
        with contextlib.suppress(sheaf.Unsupported):
            said = {entry.key: entry.value for entry in await service.everything(reader.get_metadata, "entries")}
        ours = int(said.get("frames", 1))
        if max(ours, other.frames) > 1:
            if ours == other.frames:
                self.report.agrees(FRAME_COUNT, self.name)
            else:
                self.report.differs(FRAME_COUNT, self.name, f"{ours} frames, not {other.frames}")
        count = min(ours, other.frames)
        for frame in sorted({1, 2, count // 2, count - 1} & set(range(1, count))):
            place = f"{self.name} frame {frame + 1}"
            theirs = await asyncio.to_thread(other.picture, frame)
            try:
                with await reader.get(0, frame=frame) as page:
                    self._compare_frame(place, numpy.array(page.array[:, :, 2::-1]), theirs)
            except sheaf.ServiceError as error:
                if theirs is None:
                    self.report.agrees(FRAMES, place, "refused by both")
                else:
                    self.report.differs(FRAMES, place, f"fails, which Pillow shows: {error}")

    def _compare_frame(self, place, ours, theirs):
        if theirs is None:
            self.report.left_out("frames that Pillow does not show", place)
        else:
            self._compare_pixels(FRAMES, place, ours, theirs, "Pillow")

    def _refused(self, error, others):
        reason = str(error.parameters.get("reason", ""))
        shown = [name for name, other in others.items() if other.picture(0) is not None]
        if len(reason) < REASON_LEAST:
            self.report.differs(OPENED, self.name, f"an error that says nothing: {error}")
        elif shown:
            self.report.differs(OPENED, self.name, f"refused, which {', '.join(shown)} opens: {reason}")
        else:
            self.report.agrees(OPENED, self.name, "refused by all")
            self.report.left_out("pictures that are refused, as by all others, with this reason", self.name, reason)

    def _compare_counts(self, pages, others):
        counts = {name: other.pages for name, other in others.items() if other.pages}
        if not counts or pages in counts.values():
            self.report.agrees(COUNT, self.name)
        else:
            self.report.differs(COUNT, self.name, f"{pages} pages, not {counts}")

    async def _look_at_page(self, reader, index, others):
        place = f"{self.name} page {index + 1}"
        pictures, sizes = {}, {}
        for name, other in others.items():
            size = next(iter(sizes.values()), (600, 600))
            if (picture := await asyncio.to_thread(other.picture, index, size)) is not None:
                pictures[name] = picture
                if name != "mutool":
                    sizes[name] = (picture.shape[1], picture.shape[0])
        try:
            said = {}
            with contextlib.suppress(sheaf.Unsupported):
                said = {entry.key: entry.value for entry in await service.everything(reader.get_metadata, "entries")}
            width, height = next(iter(sizes.values()), (600, 600))
            if index == 0 and "width" in said:
                width, height = int(said["width"]), int(said["height"])
            if width * height > PIXELS_MOST:
                return self.report.left_out(f"pictures of more than {PIXELS_MOST:,} pixels", place)
            await reader.set_viewport(sheaf.Viewport(width=width, height=height, fit="page"))
            page = await reader.get(index)
        except sheaf.ServiceError as error:
            if sizes:
                return self.report.differs(OPENED, place, f"fails, which {', '.join(sizes)} shows: {error}")
            self.report.agrees(OPENED, place, "refused by all")
            return self.report.left_out("pages that fail, as in all others, with this reason", place, str(error))
        with page:
            ours = numpy.array(page.array[:, :, 2::-1])
        if not sizes:
            return self.report.left_out("pictures that no other program shows", place)
        self.report.agrees(OPENED, place)
        self._compare_sizes(place, ours, sizes)
        for name, theirs in pictures.items():
            check = f"pictures: pixels: {name}"
            self._compare_pixels(check, place, ours, theirs, name)

    def _compare_sizes(self, place, ours, sizes):
        size = (ours.shape[1], ours.shape[0])
        if size in sizes.values():
            self.report.agrees(SIZE, place)
        elif any(compare.has_side(size, theirs) for theirs in sizes.values()):
            # Its pixels are no squares: a page is as large as its resolutions say.
            self.report.agrees(SIZE, place, "pixels that are no squares")
        else:
            self.report.differs(SIZE, place, f"{size[0]}x{size[1]} pixels, not {sizes}")

    def _compare_pixels(self, check, place, ours, theirs, name):
        if theirs.shape != ours.shape and (name == "mutool" or compare.has_side(ours.shape, theirs.shape)):
            theirs = peers.scaled(theirs, ours.shape)
        elif compare.exactly(ours, theirs) is None:
            return self.report.agrees(check, place, "exactly")
        difference = compare.closely(ours, theirs)
        if difference is None:
            self.report.agrees(check, place)
        else:
            self.report.differs(check, place, difference)

    async def look_at_half(self):
        """Opens the first half of the file: it must be shown, or refused with a reason."""
        half = self.running.folder / f"half{self.path.suffix}"
        data = self.path.read_bytes()
        half.write_bytes(data[: len(data) // 2])
        try:
            async with await self.running.open(half) as reader:
                (await reader.get(0)).close()
            self.report.agrees(HALF, self.name)
        except sheaf.ServiceError as error:
            if len(str(error.parameters.get("reason", ""))) >= REASON_LEAST:
                self.report.agrees(HALF, self.name, "refused")
            else:
                self.report.differs(HALF, self.name, f"an error that says nothing: {error}")


async def look(running, report, only=""):
    """Looks at all pictures whose names have `only` in them."""
    for where, paths in fetch.pictures().items():
        for path in paths:
            name = f"{where}/{path.name}"
            if only not in name:
                continue
            try:
                trial = Trial(running, report, path, name)
                await asyncio.wait_for(trial.look(), PATIENCE)
                await asyncio.wait_for(trial.look_at_half(), PATIENCE)
            except (sheaf.ServiceError, asyncio.TimeoutError, TimeoutError) as error:
                report.differs(OPENED, name, f"{type(error).__name__}: {error}")
            except ConnectionError:
                # That the service has ended is told once all is done.
                return
