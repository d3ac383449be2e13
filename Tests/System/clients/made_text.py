"""Text that is marked up at random, of words that are known."""

import re
import struct
import zipfile
import zlib
from collections.abc import Callable
from random import Random
from xml.sax.saxutils import escape

# The code of a language, and the beginnings of its words. No letters in a row are more than four, so that no word is hyphenated.
LANGUAGES = {
    "en": ("en-GB", "a of tea sun dark moor"),
    "fr": ("fr", "à été l’un cœur où noël"),
    "de": ("de", "Tür Öl groß süß am und"),
    "ja": ("ja", "空の月 日本、 語。 ひらがな カタカナ"),
    "ar": ("ar", "كتاب قمر في ماء نور"),
    "ru": ("ru", "дом свет я и мир ёж"),
}
RARE = ["½", "x²", "€5", "e\u0301t", "AT&T", "1<2", "“ok”", "s—t", "🙂", "𝒳1", "no.7,", "(b)", "a-b", "100%", "c/o"]
GAPS = [" "] * 9 + ["\n", "\n      ", "  "]

# Elements nest so deep: below that, the first way of a name is taken.
DEEPEST = {"block": 3, "inline": 4, "items": 4}

# The ways that float, by what is in them.
FLOATS = ('class="aside"', "{side}")

# Ways that are not within themselves: links, and floats.
APART = [("<a ",), FLOATS]

# So many words in a row of blocks, and those of the last one.
BLOCKS_MAX = 600

# An entry of the contents: its level from 0, its title, its address.
Entry = tuple[int, str, str]


class Text:
    """Writes text by a grammar. Each name of it has some ways, the simplest one first; in braces are other names, or methods."""

    def __init__(self, random: Random, language: str, grammar: dict[str, list[str]]):
        self.random, self.grammar = random, grammar
        self.language, stems = LANGUAGES[language]
        self.stems = stems.split()
        self.words: list[str] = []
        self.readings: list[str] = []
        self.drawn: list[str] = []
        self.notes: list[str] = []
        self.contents: list[Entry] = []
        self.targets = ["https://example.org/?a=1&amp;b=2"]
        self.count = self.depth = 0
        # Ways with one of these in them are left out.
        self.left_out: tuple[str, ...] = ()

    def number(self) -> int:
        self.count += 1
        return self.count

    def id(self) -> str:
        return f"i{self.number()}"

    def chance(self, part: float) -> bool:
        return self.random.random() < part

    # MARK: Words

    def word(self) -> str:
        stem = self.random.choice(self.stems) + (str(self.number()) if self.chance(0.7) else "")
        self.words.append(self.random.choice(RARE) if self.chance(0.05) else stem)
        return escape(self.words[-1])

    def head(self) -> str:
        """A word that the tail goes on with."""
        self.words.append(self.random.choice(self.stems))
        return self.words[-1]

    def tail(self) -> str:
        return self.going_on(str(self.number()))

    def dash(self) -> str:
        return self.going_on("—")

    def equals(self) -> str:
        return self.going_on("=")

    def going_on(self, text: str) -> str:
        self.words[-1] += text
        return text

    def reading(self) -> str:
        self.readings.append(f"よみ{self.number()}")
        return self.readings[-1]

    def some(self, count: int) -> str:
        made = ""
        for _ in range(count):
            is_plain = self.depth >= DEEPEST["inline"] or self.chance(0.8)
            made += (self.random.choice(GAPS) if made else "") + (self.word() if is_plain else self.make("inline"))
        return made

    def few(self) -> str:
        return self.some(self.random.randint(1, 4))

    def phrase(self) -> str:
        return self.some(self.random.randint(4, 30))

    def long(self) -> str:
        return self.some(self.random.randint(60, 300))

    def blocks(self, most: int) -> str:
        """Some blocks: no more than fit on a page as high as they come (7,200 points)."""
        made, start = [self.make("block")], len(self.words)
        while len(made) < most and len(self.words) < start + BLOCKS_MAX:
            made.append(self.make("block"))
        return "\n".join(made)

    def title(self, count: int = 3) -> str:
        """Words that are not in the text."""
        start = len(self.words)
        for _ in range(self.random.randint(1, count)):
            self.word()
        title = " ".join(self.words[start:])
        del self.words[start:]
        return title

    # MARK: Markup

    def make(self, name: str) -> str:
        """Writes a name in one of its ways."""
        ways = [way for way in self.grammar[name] if not any(part in way for part in self.left_out)]
        way = ways[0] if self.depth >= DEEPEST.get(name, 9) else self.random.choice(ways)
        self.depth += 1
        made = self.without(way, *(part for parts in APART if any(part in way for part in parts) for part in parts))
        self.depth -= 1
        return made

    def expand(self, way: str) -> str:
        def part(found: re.Match[str]) -> str:
            return self.make(found[1]) if found[1] in self.grammar else getattr(self, found[1])()

        return re.sub(r"\{(\w+)\}", part, way)

    def without(self, way: str, *parts: str) -> str:
        """Writes a way; those within it that have one of the parts are left out."""
        before, self.left_out = self.left_out, self.left_out + parts
        made = self.expand(way)
        self.left_out = before
        return made

    def heading(self, level: int, address: str, way: str) -> str:
        """Writes a heading that the contents have: without links, and with the blanks that its entry has."""
        start = len(self.words)
        made = self.without(way, "<a ", "&#", "&nbsp;")
        self.contents.append((level, " ".join(self.words[start:]), address))
        return made

    def target(self) -> str:
        return self.random.choice(self.targets)

    def note(self) -> str:
        self.notes.append(f"n{self.number()}")
        return self.notes[-1]

    def look(self) -> str:
        """The attributes of a block."""
        return ""

    def rows(self) -> list[str]:
        """The rows of a table, in which cells span others. Each row begins with a cell of its own."""
        made, taken = [], set()
        rows, columns = self.random.randint(1, 5), self.random.randint(1, 5)
        for row in range(rows):
            cells = ""
            for column in range(columns):
                if (row, column) in taken:
                    continue
                width, height = 1, self.random.randint(1, rows - row) if column > 0 and row > 0 and self.chance(0.2) else 1
                while column + width < columns and (row, column + width) not in taken and self.chance(0.2):
                    width += 1
                taken |= {(row + y, column + x) for y in range(height) for x in range(width)}
                spans = (f' colspan="{width}"' if width > 1 else "") + (f' rowspan="{height}"' if height > 1 else "")
                kind = "th" if row == 0 else "td"
                cells += f"<{kind}{spans}>{self.without('{few}', *FLOATS) if self.chance(0.9) else ''}</{kind}>"
            made.append(f"<tr>{cells}</tr>\n")
        return made

    def table(self) -> str:
        return f"<table>{''.join(self.rows())}</table>"


def nested(entries: list[Entry], make: Callable[[str, str, str], str], level: int = 0) -> str:
    """Writes entries with those below them: `make` gets a title, an address, and what is below. None is left of the list."""
    made = ""
    while entries and entries[0][0] == level:
        _, title, address = entries.pop(0)
        made += make(escape(title), address, nested(entries, make, level + 1))
    return made


def png(random: Random) -> bytes:
    """A picture with one of the kinds of pixels that PNG has."""
    width, height, (kind, channels) = random.randint(1, 90), random.randint(1, 90), random.choice([(0, 1), (2, 3), (6, 4)])
    # Each pixel differs by nothing from the one before it.
    row = b"\1" + random.randbytes(channels) + bytes(channels * (width - 1))

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b"")


def archive(path: str, files: dict[str, bytes]) -> None:
    """A ZIP archive with the same bytes whenever it is made."""
    with zipfile.ZipFile(path, "w") as file:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, (2020, 1, 2, 3, 4, 6))
            entry.compress_type = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            file.writestr(entry, content)
