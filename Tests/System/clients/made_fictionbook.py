"""Made FictionBooks (2.1), alone or in a ZIP, in one of the encodings that they have."""

import base64
from random import Random
from xml.sax.saxutils import escape

from made_text import Text, archive, png

GRAMMAR = {
    "inline": [
        "{word}", "<strong>{few}</strong>", "<emphasis>{few}</emphasis>", "<strikethrough>{few}</strikethrough>", "<code>{few}</code>",
        '<style name="x">{few}</style>', "{head}<sub>{tail}</sub>", "{head}<sup>{tail}</sup>", "<strong>{head}</strong>{tail}",
        '<a l:href="#{target}">{plain} <strong>{plain}</strong></a>', '{head}<a l:href="#{note}" type="note">{tail}</a>', '<image l:href="#p1.png"/> {word}',
        "{head}<!-- no text -->{tail}", "{head}&#173;{tail}", "{head}<![CDATA[{tail}]]>", "{word}&#160;{word}",
        "<emphasis>{few} <strong>{few}</strong></emphasis>",
    ],
    "block": [
        "<p>{phrase}</p>", "<p>{phrase}</p>\n<p>{phrase}</p>", "<p>{long}</p>", '<p id="{id}">{long}</p>', "<empty-line/>",
        "<subtitle>{few}</subtitle>", "<cite><p>{phrase}</p><text-author>{few}</text-author></cite>", "<cite>{poem}<p>{few}</p></cite>",
        "{poem}", "{table}", '<p style="x">{phrase}</p><image l:href="#p1.png" alt="hidden" title="hidden"/>', '<p xml:lang="fr">{phrase}</p>',
    ],
    "poem": [
        "<poem><stanza><v>{few}</v><v>{few}</v></stanza></poem>",
        "<poem><title><p>{few}</p></title><epigraph><p>{few}</p></epigraph><stanza><title><p>{few}</p></title><v>{few}</v></stanza>"
        "<stanza><v>{phrase}</v><v>{few}</v></stanza><text-author>{few}</text-author><date>{plain}</date></poem>",
    ],
    "epigraph": ["", "", "<epigraph><p>{phrase}</p><text-author>{few}</text-author></epigraph>", "<epigraph>{poem}</epigraph>"],
    "image": ["", '<image l:href="#p1.png" alt="hidden"/>'],
    "annotation": ["", "", "<annotation><p>{phrase}</p>{poem}</annotation>"],
    "title": ["<title><p>{few}</p></title>", "<title><p>{few}</p>\n<p>{few}</p></title>", "<title><p>{few}</p><empty-line/><p>{few}</p></title>"],
}
BOOK = """<?xml version="1.0" encoding="{encoding}"?>
<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">
<stylesheet type="text/css">.x {{ color: red }}</stylesheet>
<description><title-info><genre>{genre}</genre>{authors}<book-title>{title}</book-title>{annotation}<keywords>hidden</keywords>
<date value="2001-02-03">hidden</date>{cover}<lang>{language}</lang><src-lang>eo</src-lang><sequence name="hidden" number="2"/></title-info>
<document-info><author><nickname>hidden</nickname></author><program-used>hidden</program-used><date>hidden</date><id>{id}</id>
<version>1.0</version><history><p>hidden</p></history></document-info><publish-info><publisher>hidden</publisher><year>2001</year>
</publish-info><custom-info info-type="x">hidden</custom-info></description>
{bodies}
<binary id="p0.png" content-type="image/png">{first}</binary>
<binary id="p1.png" content-type="image/png">
{second}</binary></FictionBook>
"""


class FictionText(Text):
    """Writes the bodies of a FictionBook."""

    def plain(self) -> str:
        return " ".join(self.word() for _ in range(self.random.randint(1, 3)))

    def section(self, level: int, number: str) -> str:
        """A section with others in it, or with text."""
        has_title = level == 0 or self.chance(0.8)
        made = self.heading(level, number, self.random.choice(GRAMMAR["title"])) if has_title else ""
        made += "".join(self.make(name) for name in ("epigraph", "image", "annotation"))
        if has_title and level < 3 and self.chance(0.4):
            made += "".join(self.section(level + 1, f"{number}-{each}") for each in range(self.random.randint(1, 3)))
        else:
            made += self.blocks(self.random.randint(1, 9))
        return f'<section id="{number}">{made}</section>\n'

    def bodies(self) -> str:
        count = self.random.randint(1, 6)
        self.targets = [f"s{number}" for number in range(count)]
        made = "<body>" + self.make("image") + (self.make("title") if self.chance(0.7) else "") + self.make("epigraph")
        made += "".join(self.section(0, f"s{number}") for number in range(count)) + "</body>\n"
        if not self.notes:
            return made
        title = self.heading(0, "", "<title><p>{few}</p></title>") if self.chance(0.5) else ""
        if not title:
            self.contents.append((0, "notes", ""))
        notes = ""
        for name in self.notes:
            notes += self.without(f'<section id="{name}"><title><p>{{few}}</p></title><p>{{phrase}}</p></section>\n', "<a ")
        return f'{made}<body name="notes">{title}{notes}</body>'


def write(random: Random, path: str) -> dict[str, object]:
    """Writes a book, whose path gets a suffix, and returns what is in it."""
    text = FictionText(random, random.choice(["en", "fr", "de", "ru"]), GRAMMAR)
    title, names, authors = text.title(), [], ""
    for _ in range(random.choice([1, 1, 2])):
        first, last = text.title(1), text.title(1)
        is_named = text.chance(0.8)
        names.append(f"{first} {last}" if is_named else first)
        authors += ("<author>" + (f"<first-name>{escape(first)}</first-name><last-name>{escape(last)}</last-name>" if is_named else
                                  f"<nickname>{escape(first)}</nickname>") + "</author>")
    encoding = random.choice(["utf-8", "utf-8", "utf-16", "windows-1251"])
    annotation = text.without("{annotation}", "<a ")
    book = BOOK.format(
        encoding=encoding, genre=random.choice(["sf", "prose_classic", "detective"]), authors=authors, annotation=annotation,
        title=escape(title).replace(" ", "\n  "), language=text.language, id=random.randbytes(8).hex(), bodies=text.bodies(),
        cover='<coverpage><image l:href="#p0.png"/></coverpage>' if text.chance(0.6) else "",
        first=base64.b64encode(png(random)).decode(), second=base64.encodebytes(png(random)).decode())
    content = book.encode(encoding, "xmlcharrefreplace")
    path += random.choice([".fb2", ".fb2.zip"])
    if path.endswith(".zip"):
        archive(path, {"book.fb2": content})
    else:
        with open(path, "wb") as file:
            file.write(content)
    return {"path": path, "kind": "fictionbook", "title": title, "creator": ", ".join(names), "language": text.language,
            "contents": [[level, name] for level, name, _ in text.contents], "words": text.words, "readings": [], "drawn": []}
