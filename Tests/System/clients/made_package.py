"""Made EPUBs: which documents they have, and the package, the navigation document and the NCX that list them."""

from dataclasses import dataclass
from random import Random
from xml.sax.saxutils import escape

from made_epub import BLOCK_STYLES, DRAWING, INLINE_STYLES, SHEET, Pages
from made_text import archive, nested, png

TYPES = {"xhtml": "application/xhtml+xml", "css": "text/css", "png": "image/png", "svg": "image/svg+xml", "ncx": "application/x-dtbncx+xml",
         "bin": "application/x-made"}
CONTAINER = """<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="{}" media-type="application/oebps-package+xml"/></rootfiles></container>"""
COVER = ('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100%" height="100%" viewBox="0 0 60 80">'
         '<image width="60" height="80" xlink:href="{}images/p0.png"/></svg>')
FLOW_PROPERTIES = ["rendition:flow-scrolled-doc", "rendition:flow-paginated", "rendition:align-x-center", "page-spread-right"]
FIXED_PROPERTIES = ["rendition:spread-none", "rendition:orientation-portrait", "rendition:page-spread-center"]


@dataclass
class Part:
    """A document of the spine, and its words."""

    name: str
    content: bytes
    words: list[str]
    properties: str = ""
    is_linear: bool = True


class Package:
    """Writes an EPUB of one of the kinds."""

    def __init__(self, random: Random, kind: str):
        self.random, self.kind = random, kind
        self.is_new = kind != "epub2"
        self.pages = Pages(random, random.choice(["en", "fr", "de", "ja", "ar"]), self.is_new)
        self.base = random.choice(["OEBPS/", "EPUB/", "", "content/book/"])
        self.uid = f"urn:uuid:{random.randbytes(4).hex()}-0000-4000-8000-{random.randbytes(6).hex()}"
        self.name, self.creator = self.pages.title(), self.pages.title(2)
        self.parts: list[Part] = []
        self.files: dict[str, bytes] = {}
        self.has_ncx = not self.is_new or self.pages.chance(0.3)

    def add(self, name: str, content: bytes, properties: str = "", is_linear: bool = True) -> None:
        """Adds a document with the words that were written since the last one."""
        self.parts.append(Part(self.pages.folder + name, content, self.pages.words, properties, is_linear))
        self.pages.words = []

    # MARK: Documents

    def write_flow(self) -> None:
        pages, count = self.pages, self.random.randint(1, 6)
        numbers = range(1, count + 1)
        pages.targets += [f"c{number}.xhtml" for number in numbers] + [f"c{number}.xhtml#c{number}" for number in numbers]
        if pages.chance(0.6):
            view = COVER.format(pages.up) if pages.chance(0.5) else pages.picture()
            is_fixed = self.is_new and pages.chance(0.3)
            size = '<meta name="viewport" content="width=60, height=80"/>' if is_fixed else ""
            self.add("cover.xhtml", pages.page("Cover", f"<div>{view}</div>", size), "rendition:layout-pre-paginated" if is_fixed else "")
        level, has_parts = 0, pages.chance(0.3)
        for number in numbers:
            if has_parts and (number == 1 or pages.chance(0.3)):
                # An entry that leads nowhere; an NCX has none.
                level = 1
                pages.contents.append((0, pages.title(), "" if self.is_new else f"{pages.folder}c{number}.xhtml"))
            self.add(f"c{number}.xhtml", pages.chapter(number, level), self.random.choice(["", *FLOW_PROPERTIES]))
            if pages.chance(0.1):
                self.add_foreign()
        if self.is_new and pages.chance(0.2):
            self.add("plate.svg", pages.drawing(300, 400).encode())
        if pages.chance(0.3):
            # A part that is not linear is reached by a link.
            pages.contents.append((0, pages.title(), pages.folder + "last.xhtml"))
            self.add("last.xhtml", pages.simple("last.xhtml", "<h1>{few}</h1>{block}"), is_linear=False)

    def add_foreign(self) -> None:
        """A part of a kind that nobody reads; another document stands in for it."""
        if "data.bin" not in self.files:
            self.files["data.bin"] = b"made"
            self.add("instead.xhtml", self.pages.simple("instead.xhtml", "<p>{phrase}</p>"))
            # Nothing leads to what is not in the spine by itself.
            self.pages.marks = [mark for mark in self.pages.marks if "instead" not in mark[1]]

    def write_fixed(self) -> None:
        pages, count, sides = self.pages, self.random.randint(1, 9), self.random.choice([[], ["left", "right"], ["right", "left"]])
        width, height = self.random.choice([(600, 800), (1024, 768), (420, 595), (1200, 1600)])
        pages.targets += [f"c{number}.xhtml" for number in range(1, count + 1)]
        for number in range(1, count + 1):
            properties = f"page-spread-{sides[number % 2]}" if sides else self.random.choice(["", "", *FIXED_PROPERTIES])
            if not pages.contents or pages.chance(0.4):
                level = self.random.randint(0, pages.contents[-1][0] + 1) if pages.contents else 0
                pages.contents.append((level, pages.title(), f"{pages.folder}c{number}.xhtml"))
            self.add(f"c{number}.xhtml", pages.fixed(number, width, height), properties)
        if pages.chance(0.3):
            self.add("plate.svg", pages.drawing(width, height).encode())
        if pages.chance(0.3) and count > 2:
            self.add("flows.xhtml", pages.simple("flows.xhtml", "<p>{long}</p>{block}"), "rendition:layout-reflowable")

    # MARK: Lists

    def navigation(self) -> Part:
        """The navigation document, with the words that are seen where it is in the spine."""
        pages = self.pages
        # What is hidden here is left out of the contents.
        hides = self.random.choice(["", "", ' hidden="hidden"'])

        def item(title: str, address: str, below: str) -> str:
            shown = self.random.choice([title, title, f"<i>{title}</i>", title.replace(" ", "\n  ")])
            label = f'<a href="{address}">{shown}</a>' if address else f"<span>{shown}</span>"
            return f"<li>{label}" + (f"<ol{hides}>{below}</ol>" if below else "") + "</li>\n"

        body = f'<nav epub:type="toc"><h1>Contents</h1><ol>{nested(list(pages.contents), item)}</ol></nav>\n'
        words = ["Contents"]
        for level, title, _ in pages.contents:
            words += title.split() if level == 0 or not hides else []
        if hides:
            pages.contents = [entry for entry in pages.contents if entry[0] == 0]
        lists = [("landmarks", [("Begin", f'epub:type="bodymatter" href="{self.parts[0].name}"')])]
        if pages.marks:
            lists.append(("page-list", [(label, f'href="{address}"') for label, address in pages.marks]))
        for kind, entries in lists:
            hides = self.random.choice(["", ' hidden="hidden"'])
            items = "".join(f"<li><a {target}>{label}</a></li>\n" for label, target in entries)
            body += f'<nav epub:type="{kind}"{hides}><ol>{items}</ol></nav>\n'
            words += [] if hides else [label for label, _ in entries]
        size = '<meta name="viewport" content="width=600, height=800"/>' if self.kind == "fixed" else ""
        return Part("nav.xhtml", pages.page("Contents", body, size, up=""), words)

    def ncx(self) -> bytes:
        pages, first = self.pages, self.parts[0].name
        contents = [(level, title, address or first) for level, title, address in pages.contents]
        # Entries that lead to the same place have the same number (OPF 2.0.1, 2.4.1).
        addresses = dict.fromkeys([address for _, _, address in contents] + [address for _, address in pages.marks])
        orders = {address: order for order, address in enumerate(addresses, 1)}

        def target(title: str, address: str) -> str:
            return f'playOrder="{orders[address]}"><navLabel><text>{title}</text></navLabel><content src="{address}"/>'

        def point(title: str, address: str, below: str) -> str:
            return f'<navPoint id="o{pages.number()}" {target(title, address)}{below}</navPoint>\n'

        marks = "".join(f'<pageTarget id="g{label}" type="normal" value="{label}" {target(label, address)}</pageTarget>\n'
                        for label, address in pages.marks)
        return ('<?xml version="1.0" encoding="UTF-8"?>\n<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head>'
                f'<meta name="dtb:uid" content="{self.uid}"/></head><docTitle><text>{escape(self.name)}</text></docTitle>'
                f"<navMap>{nested(contents, point)}</navMap>" + (f"<pageList>{marks}</pageList>" if marks else "") + "</ncx>").encode()

    # MARK: The package

    def metadata(self) -> str:
        pages, random = self.pages, self.random
        title, creator, language = escape(self.name).replace(" ", "\n ", 1), escape(self.creator), pages.language
        role = ' id="a1"' if self.is_new else ' opf:role="aut" opf:file-as="x"'
        made = [f'<dc:identifier id="uid">{self.uid}</dc:identifier>', f'<dc:title id="t1">{title}</dc:title>' if self.is_new else
                f"<dc:title>{title}</dc:title>", f"<dc:creator{role}>{creator}</dc:creator>", f"<dc:language>{language}</dc:language>"]
        others = ["<dc:language>eo</dc:language>", "<dc:publisher>hidden</dc:publisher>", "<dc:subject>hidden</dc:subject>",
                  "<dc:date>2001-02-03</dc:date>", "<dc:rights>hidden</dc:rights>", "<dc:contributor>hidden</dc:contributor>",
                  "<dc:description>&lt;p&gt;hidden&lt;/p&gt;</dc:description>", '<meta name="cover" content="p0"/>']
        if self.is_new:
            made += ['<meta property="dcterms:modified">2020-01-02T03:04:05Z</meta>', '<meta refines="#t1" property="title-type">main</meta>',
                     '<meta refines="#a1" property="role" scheme="marc:relators">aut</meta>']
            others += ['<dc:title id="t2">hidden</dc:title><meta refines="#t2" property="title-type">subtitle</meta>',
                       '<meta property="belongs-to-collection">hidden</meta>', '<meta property="schema:accessMode">textual</meta>']
        if self.kind == "fixed":
            made += ['<meta property="rendition:layout">pre-paginated</meta>']
            others += [f'<meta property="rendition:{name}">{random.choice(values)}</meta>'
                       for name, values in (("spread", ["auto", "none", "both", "landscape"]), ("orientation", ["auto", "landscape"]))]
        return "\n".join(made + random.sample(others, random.randint(0, len(others))))

    def package(self, listed: dict[str, bytes]) -> bytes:
        """The package document. The file of a name has the id of that without its folder and suffix."""
        def id_of(name: str) -> str:
            return name.split("/")[-1].split(".")[0]

        items, spine, version = "", "", "3.0" if self.is_new else "2.0"
        for name, content in listed.items():
            suffix = name.split(".")[-1]
            properties = [word for word, is_so in (("nav", name == "nav.xhtml"), ("cover-image", name.endswith("p0.png")), (
                "svg", suffix == "xhtml" and b"<svg" in content), ("mathml", b"<math" in content)) if is_so and self.is_new]
            more = f' properties="{" ".join(properties)}"' if properties else ' fallback="instead"' if suffix == "bin" else ""
            items += f'<item id="{id_of(name)}" href="{name}" media-type="{TYPES[suffix]}"{more}/>\n'
        for part in self.parts:
            more = (f' properties="{part.properties}"' if part.properties and self.is_new else "") + ("" if part.is_linear else ' linear="no"')
            spine += f'<itemref idref="{"data" if id_of(part.name) == "instead" else id_of(part.name)}"{more}/>\n'
        more = ' toc="toc"' if self.has_ncx else ""
        if self.is_new and (self.pages.language == "ar" or self.pages.chance(0.1)):
            more += ' page-progression-direction="rtl"'
        first = self.parts[0].name
        guide = "" if self.is_new else f'<guide><reference type="text" title="Begin" href="{first}"/></guide>'
        space = "" if self.is_new else ' xmlns:opf="http://www.idpf.org/2007/opf"'
        return (f'<?xml version="1.0" encoding="UTF-8"?>\n<package xmlns="http://www.idpf.org/2007/opf" version="{version}" '
                f'unique-identifier="uid"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"{space}>{self.metadata()}</metadata>\n'
                f"<manifest>{items}</manifest>\n<spine{more}>{spine}</spine>{guide}</package>").encode()

    def write(self, path: str) -> dict[str, object]:
        """Writes the book, and returns what is in it."""
        pages, random = self.pages, self.random
        self.write_fixed() if self.kind == "fixed" else self.write_flow()
        listed = {part.name: part.content for part in self.parts} | self.files
        if self.is_new:
            navigation = self.navigation()
            listed["nav.xhtml"] = navigation.content
            if pages.chance(0.3):
                self.parts.insert(random.randint(0, 1), navigation)
        if self.has_ncx:
            listed["toc.ncx"] = self.ncx()
        styles = [f".{kind}{number} {{ {'; '.join(random.sample(choice, random.randint(1, 3)))} }}" for kind, choice in
                  (("k", BLOCK_STYLES), ("s", INLINE_STYLES)) for number in range(6)]
        listed |= {"style.css": SHEET.encode(), "more.css": "\n".join(styles).encode(), "images/p0.png": png(random),
                   "images/p1.png": png(random), "images/d.svg": DRAWING.format(60, 20, "drawn").encode()}
        package = self.base + "package.opf"
        archive(path, {"mimetype": b"application/epub+zip", "META-INF/container.xml": CONTAINER.format(package).encode(),
                       package: self.package(listed)} | {self.base + name: content for name, content in listed.items()})
        said = {"path": path, "kind": self.kind, "title": self.name, "creator": self.creator, "language": pages.language,
                "contents": [[level, title] for level, title, _ in pages.contents], "words": sum((part.words for part in self.parts), []),
                "readings": pages.readings, "drawn": pages.drawn}
        return said | ({"pages": len(self.parts)} if self.kind == "fixed" else {})
