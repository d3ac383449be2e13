# SPDX-License-Identifier: Apache-2.0
"""Books that others wrote, opened by the service: their words in order, beside those of pandoc and of calibre's ebook-convert."""

import asyncio
import fnmatch

import sheaf

import compare
import fetch
import peers
import service

# Seconds that everything of one book may take.
PATIENCE = 600
# So many of 100 words agree at least.
AGREEMENT_LEAST = 95
# The names that pandoc has for the formats that it reads.
PANDOC = {".epub": "epub", ".fb2": "fb2"}
# Books that calibre converts to other formats first, which are then compared too.
CONVERTED = (
    "calibre/eng.epub", "calibre/fra.epub", "cxxtest/*", "debian-pandoc/wasteland.epub", "debian-system/policy.epub",
    "developers-reference/*", "developers-reference-ja/*",
)
# A name, the ending, and options of ebook-convert: version 6 of MOBI, versions 6 and 8 in one file, version 8 alone, FictionBook.
FORMS = (
    ("mobi", ".mobi", ("--mobi-file-type", "old")),
    ("mobi-both", ".mobi", ("--mobi-file-type", "both")),
    ("azw3", ".azw3", ()),
    ("fb2", ".fb2", ()),
)
# The report shows so many words of a difference.
SHOWN = 12

OPENED, BY_PANDOC, BY_CALIBRE = "books: opened", "books: words: pandoc", "books: words: ebook-convert"


def _shown(words):
    """The first words of a piece, and how many there are."""
    more = f" ... ({len(words)} words)" if len(words) > SHOWN else ""
    return repr(" ".join(words[:SHOWN])) + more


class Trial:
    """One book under trial."""

    def __init__(self, running, report, path, name):
        self.running, self.report, self.path, self.name = running, report, path, name

    async def look(self):
        """Compares the words of the book, and adds a line to the report."""
        texts = {BY_CALIBRE: await asyncio.to_thread(peers.calibre_text, self.path)}
        if form := PANDOC.get(self.path.suffix):
            texts[BY_PANDOC] = await asyncio.to_thread(peers.pandoc_text, self.path, form)
        try:
            ours = await self._words()
        except sheaf.ServiceError as error:
            return self._refused(error, texts)
        self.report.agrees(OPENED, self.name)
        agreements = {check: await asyncio.to_thread(self._compare, check, ours, text) for check, text in texts.items()}
        self.report.books.append((self.name, len(ours), agreements.get(BY_PANDOC, ""), agreements[BY_CALIBRE]))

    def _refused(self, error, texts):
        readers = [check.rpartition(" ")[2] for check, text in texts.items() if text is not None]
        if readers:
            self.report.differs(OPENED, self.name, f"refused, which {', '.join(readers)} reads: {error}")
        else:
            self.report.agrees(OPENED, self.name, "refused by all")
            self.report.left_out("books that are refused, as by all others, with this reason", self.name, str(error))

    async def _words(self):
        """The first words of all pages in their order."""
        text, count = "", 0
        async with await self.running.open(self.path) as reader:
            for index in range(await service.page_count(reader)):
                page = await service.page_text(reader, index)
                text, count = text + page, count + len(compare.words(page))
                # A word that is divided between two pages is counted twice.
                if count > compare.WORDS_MOST + index:
                    break
        return compare.words(text)

    def _compare(self, check, ours, text):
        """How many of 100 words agree, as the table of books has it."""
        if text is None:
            self.report.left_out("the other program has no text of it", f"{self.name}, {check}")
            return "-"
        agreement, mine, other = compare.in_order(ours, compare.words(text))
        difference = f"{agreement:.2f} of 100 words; the longest difference: {_shown(mine)}, not {_shown(other)}"
        if agreement < AGREEMENT_LEAST:
            self.report.differs(check, self.name, difference)
        else:
            self.report.agrees(check, self.name, "exactly" if agreement == 100 else "")
            if agreement < 100:
                self.report.lines[f"agree, but not exactly: {check}"].append(f"{self.name}: {difference}")
        return f"{agreement:.2f}"


async def _converted(running, report, name, path):
    """The same book in each of the other formats: a name, and the path."""
    for form, ending, options in FORMS:
        folder = running.folder / form
        folder.mkdir(exist_ok=True)
        book = await asyncio.to_thread(peers.calibre_book, path, folder, ending, *options)
        if book is None:
            report.left_out("ebook-convert does not convert it", f"{form}: {name}")
        else:
            yield f"{form}: {name}", book


async def look(running, report, only=""):
    """Looks at all books whose names have `only` in them."""
    for name, path in fetch.books().items():
        if only not in name:
            continue
        try:
            await asyncio.wait_for(Trial(running, report, path, name).look(), PATIENCE)
            if any(fnmatch.fnmatchcase(name, pattern) for pattern in CONVERTED):
                async for other, book in _converted(running, report, name, path):
                    await asyncio.wait_for(Trial(running, report, book, other).look(), PATIENCE)
        except (sheaf.ServiceError, asyncio.TimeoutError, TimeoutError) as error:
            report.differs(OPENED, name, f"{type(error).__name__}: {error}")
        except ConnectionError:
            # That the service has ended is told once all is done.
            return
