# SPDX-License-Identifier: Apache-2.0
"""Others' documents, opened by the service, beside what other programs make of them."""

import asyncio

import numpy
import sheaf

import compare
import fetch
import peers
import service

# Seconds that everything of one document may take.
PATIENCE = 180
# An error's reason says something from so many characters on.
REASON_LEAST = 12

PIXELS, POPPLER, TEXT, LINKS = "pixels: mutool, ddjvu", "pixels: pdftoppm", "text: pdftotext, djvutxt", "links: pikepdf"


def name_of(path, where):
    """A document's name in the report: where it is from, and what it is called."""
    return f"{where}/{path.name}"


class Trial:
    """One document under trial."""

    def __init__(self, running, report, path, name):
        self.running, self.report, self.path, self.name = running, report, path, name
        self.kind = path.suffix.lower().lstrip(".")
        self.password = fetch.PASSWORDS.get(path.name)

    def alone(self):
        """The document for mutool, which reads the style sheets and pictures beside an HTML file: where there are none."""
        if self.kind != "html":
            return self.path
        copy = self.running.folder / "alone" / self.path.name
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(self.path.read_bytes())
        return copy

    async def open(self):
        """A reader, or None: whether mutool agrees is counted."""
        try:
            reader = await self.running.open(self.path, password=self.password)
        except sheaf.ServiceError as error:
            self._refused(error)
            return None
        if self.password:
            await self._try_passwords()
        return reader

    def _refused(self, error):
        reason = str(error.parameters.get("reason", ""))
        drawn = peers.mutool_pixels(self.path, 1, 96.0, self.password)
        if len(reason) < REASON_LEAST:
            self.report.differs("opened", self.name, f"an error that says nothing: {error}")
        elif drawn is not None:
            self.report.differs("opened", self.name, f"refused, which mutool draws: {reason}")
        else:
            self.report.agrees("opened", self.name)
            self.report.left_out("refused, as by mutool, with this reason", self.name, reason)

    async def _try_passwords(self):
        for password, is_wrong in ((None, False), ("another", True)):
            try:
                reader = await self.running.open(self.path, password=password)
                await reader.close()
                self.report.differs("passwords", self.name, f"opens with the password {password}")
            except sheaf.PasswordNeeded as error:
                if error.wrong == is_wrong:
                    self.report.agrees("passwords", self.name)
                else:
                    self.report.differs("passwords", self.name, f"wrong is {error.wrong} for the password {password}")

    async def look_at_half(self):
        """Opens the first half of the file: it must be shown, or refused with a reason."""
        half = self.running.folder / f"half{self.path.suffix}"
        data = self.path.read_bytes()
        half.write_bytes(data[: len(data) // 2])
        try:
            async with await self.running.open(half, password=self.password) as reader:
                (await reader.get(0)).close()
            self.report.agrees("cut in half: shown or refused", self.name)
        except sheaf.Empty:
            self.report.agrees("cut in half: shown or refused", self.name)
        except sheaf.ServiceError as error:
            if isinstance(error, sheaf.PasswordNeeded) or len(str(error.parameters.get("reason", ""))) >= REASON_LEAST:
                self.report.agrees("cut in half: shown or refused", self.name, "refused")
            else:
                self.report.differs("cut in half: shown or refused", self.name, f"an error that says nothing: {error}")

    async def look(self):
        """Opens the document, and looks at its first, middle and last page, its outline and its links."""
        reader = await self.open()
        if reader is None:
            return
        async with reader:
            pages = await service.page_count(reader)
            self.report.agrees("opened", self.name)
            other = self._other(peers.Pike)
            for index in sorted({0, pages // 2, pages - 1} & set(range(pages))):
                await self._look_at_page(reader, index, other)
            if self.kind == "pdf":
                await self._compare_outlines(reader, [other, self._other(peers.Pypdf)])

    def _other(self, kind):
        if self.kind != "pdf":
            return None
        try:
            return kind(self.path, self.password)
        except Exception as error:  # They raise anything.
            self.report.left_out(f"{kind.name} does not open it", self.name, str(error))
            return None

    async def _look_at_page(self, reader, index, other):
        place = f"{self.name} page {index + 1}"
        try:
            page = await reader.get(index)
        except sheaf.ServiceError as error:
            if peers.mutool_pixels(self.path, index + 1, 96.0, self.password) is None:
                self.report.agrees(PIXELS, place)
                self.report.left_out("a page that fails, as in mutool, with this reason", place, str(error))
            else:
                self.report.differs(PIXELS, place, f"fails: {error}")
            return
        with page:
            ours, scale = numpy.array(page.array[:, :, 2::-1]), page.scale
        await asyncio.to_thread(self._compare_pixels, place, ours, index, scale)
        text = await service.page_text(reader, index)
        await asyncio.to_thread(self._compare_text, place, text, index)
        links = await service.everything(reader.get_links, "links", index=index)
        if other is not None:
            self._compare_links(place, links, other, index)

    def _compare_pixels(self, place, ours, index, scale):
        size = (ours.shape[1], ours.shape[0])
        if self.kind == "djvu":
            theirs = peers.djvu_pixels(self.path, index + 1, size)
        else:
            theirs = peers.mutool_pixels(self.alone(), index + 1, 72 * scale, self.password)
        self._count(PIXELS, place, theirs, lambda: compare.exactly(ours, theirs))
        if self.kind == "pdf":
            rough = peers.poppler_pixels(self.path, index + 1, 72 * scale, self.password)
            self._count(POPPLER, place, rough, lambda: compare.roughly(ours, rough))

    def _compare_text(self, place, ours, index):
        if self.kind not in ("pdf", "djvu"):
            return
        theirs = (
            peers.djvu_text(self.path, index + 1)
            if self.kind == "djvu"
            else peers.poppler_text(self.path, index + 1, self.password)
        )
        if theirs is None:
            self.report.left_out("the other program has no text of it", place)
            return
        found = compare.texts(ours, theirs)
        if found in ("same", "in another order", "near"):
            self.report.agrees(TEXT, place, "" if found == "same" else found)
        else:
            self.report.differs(TEXT, place, found)

    def _compare_links(self, place, links, other, index):
        count, addresses = other.links(index)
        ours = [link.target.uri or "" if link.target else "" for link in links]
        missing = [address for address in addresses if not any(uri.endswith(address) for uri in ours)]
        if len(links) != count:
            self.report.differs(LINKS, place, f"{len(links)} links, not {count}")
        elif missing:
            self.report.differs(LINKS, place, f"not told: {missing[:3]}")
        else:
            self.report.agrees(LINKS, place)

    async def _compare_outlines(self, reader, others):
        ours = [
            (entry.level, " ".join(entry.title.split()), entry.target.index if entry.target else None)
            for entry in await service.everything(reader.get_outline, "entries")
        ]
        for other in others:
            if other is None:
                continue
            check = f"outline: {other.name}"
            try:
                theirs = await asyncio.to_thread(other.outline)
            except Exception as error:  # They raise anything.
                self.report.left_out(f"{other.name} can't read its outline", self.name, str(error))
                continue
            if ours == theirs:
                self.report.agrees(check, self.name)
                continue
            place = next((i for i, pair in enumerate(zip(ours, theirs)) if pair[0] != pair[1]), min(len(ours), len(theirs)))
            first = f"at {place}: {ours[place:place + 1]}, not {theirs[place:place + 1]}"
            self.report.differs(check, self.name, f"{len(ours)} entries, not {len(theirs)}; {first}")

    def _count(self, check, place, theirs, compared):
        if theirs is None:
            self.report.left_out("the other program does not draw it", f"{place}, {check}")
        elif (difference := compared()) is None:
            self.report.agrees(check, place)
        else:
            self.report.differs(check, place, difference)


async def look(running, report, only=""):
    """Looks at all documents whose names have `only` in them."""
    for where, paths in fetch.documents().items():
        for path in paths:
            name = name_of(path, where)
            if only not in name:
                continue
            try:
                trial = Trial(running, report, path, name)
                await asyncio.wait_for(trial.look(), PATIENCE)
                await asyncio.wait_for(trial.look_at_half(), PATIENCE)
            except (sheaf.ServiceError, asyncio.TimeoutError, TimeoutError) as error:
                report.differs("opened", name, f"{type(error).__name__}: {error}")
            except ConnectionError:
                # That the service has ended is told once all is done.
                return
