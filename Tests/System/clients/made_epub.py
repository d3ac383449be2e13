"""The pages of made EPUBs: their grammar, and the documents of XHTML and SVG in them."""

from random import Random
from xml.sax.saxutils import escape

from made_text import FLOATS, Text

# The ways that XHTML has in EPUB 2 and 3 (OPS 2.0.1, HTML 5).
COMMON = {
    "inline": [
        "{word}", "<b>{few}</b>", "<i>{few}</i>", "<em>{few}</em>", "<strong>{few}</strong>", "<code>{few}</code>",
        "<small>{few}</small>", "<span{dress}>{few}</span>", "<span{dress}>{few} <i>{few}</i></span>", '<a href="{target}">{few}</a>',
        "{head}<sub>{tail}</sub>", "{head}<sup>{tail}</sup>", "<b>{head}</b>{tail}", "<b>{head}</b><i>{tail}</i>",
        "{head}<!-- no text -->{tail}", "{head}&#173;{tail}", "{head}<![CDATA[{tail}]]>", "{word}&#160;{word}", "{word}&#8201;{word}",
        "{few}<br/>{few}", "{word}<br/>\n{word}", "{picture} {word}", '<span id="{id}"></span>{word}', "<cite>{few}</cite>",
        '<abbr title="hidden">{word}</abbr>', '<span class="gone">hidden</span> {word}', '<span class="aside">{few}</span> {word}',
        '<span class="block">{few}</span> {word}', '<span style="{declaration}">{few}</span>', '<bdo dir="rtl">{few}</bdo>',
        "{printed} {word}",
    ],
    "block": [
        "<p{look}>{phrase}</p>", "<p{look}>{phrase}</p>", "<p>{phrase}</p>\n<p>{phrase}</p>", "<p{look}>{long}</p>", "<p>{long}</p>",
        '<p style="{declaration}">{phrase}</p>', '<p class="drop">{phrase}</p>', '<p><span class="drop">{head}</span>{tail} {phrase}</p>',
        "<h4>{few}</h4><p>{phrase}</p>", "<h5{look}>{few}<br/>{few}</h5>", "<h6>{few}</h6>", "<ul>{items}</ul>", "<ol>{items}</ol>",
        "<blockquote{look}>{block}{block}</blockquote>", "<div{look}>{block}{block}</div>", "<div><div>{block}</div>{block}</div>",
        "{table}", "{table}", "<pre>{few}\n   {few}\n\n{few}</pre>", "<hr/>", "<p>{picture}</p>", "<p>{picture} {long}</p>",
        '<div class="{side}"><p>{few}</p></div>\n<p>{long}</p>', '<div class="{side}">{picture}</div><p>{long}</p><p class="clear">{few}</p>',
        "<dl><dt>{few}</dt><dd>{phrase}</dd><dt>{few}</dt><dt>{few}</dt><dd><p>{few}</p>{block}</dd></dl>",
        "<address>{phrase}</address>", '<p class="verse">{few}<br/>{few}<br/><br/>{few}</p>', '<p dir="rtl">{phrase}</p>',
        '<div class="gone"><p>hidden</p></div>', '<p xml:lang="fr">{phrase}</p>',
    ],
    "items": [
        "<li>{few}</li>", "<li>{phrase}</li>\n<li>{few}</li>", "<li>{few}<ul>{items}</ul></li><li>{few}</li>",
        "<li><p>{phrase}</p></li>{items}", "<li>{few} <ol>{items}{items}</ol></li>", "<li>{block}</li>",
    ],
}
OLD = COMMON | {
    "inline": COMMON["inline"] + [
        "<big>{few}</big>", "<tt>{few}</tt>", "{word}&nbsp;{word}", "{head}&mdash;{dashed}", '{head}<a href="#{note}"><sup>{tail}</sup></a>',
    ],
}
MATH = '<math xmlns="http://www.w3.org/1998/Math/MathML"'
NEW = COMMON | {
    "inline": COMMON["inline"] + [
        "<mark>{few}</mark>", "<u>{few}</u>", "<s>{few}</s>", "<q>{few}</q>", "<bdi>{few}</bdi>", "<kbd>{few}</kbd>", "<var>{few}</var>",
        '<time datetime="2001-02-03">{few}</time>', "{head}<wbr/>{tail}", '<span hidden="hidden">hidden</span> {word}', "{drawing} {word}",
        "<ruby>{word}<rt>{reading}</rt></ruby>", "<ruby>{word}<rp>(</rp><rt>{reading}</rt><rp>)</rp></ruby>",
        "<ruby>{head}<rt>{reading}</rt>{tail}<rt>{reading}</rt></ruby>", "<i><ruby>{word}<rt>{reading}</rt></ruby></i>",
        '{head}<a epub:type="noteref" href="#{note}">{tail}</a>', '{head}<sup><a epub:type="noteref" href="#{note}">{tail}</a></sup>',
        MATH + "><mi>{head}</mi><mo>{equals}</mo><mn>{tail}</mn></math>",
        MATH + ' alttext="hidden"><semantics><mi>{word}</mi><annotation encoding="application/x-tex">hidden</annotation></semantics></math>',
    ],
    "block": COMMON["block"] + [
        "<section>{block}{block}</section>", "<figure>{picture}<figcaption>{phrase}</figcaption></figure>", "<div>{drawing}</div>",
        '<ol reversed="reversed">{items}</ol>', '<ol start="7">{items}</ol>', '<ol type="a"><li value="3">{few}</li>{items}</ol>',
        '<aside epub:type="sidebar" class="{side}">{block}</aside><p>{long}</p>', "<header><p>{few}</p></header><footer>{few}</footer>",
        '<details open="open"><summary>{few}</summary>{block}</details>', '<div hidden="hidden"><p>hidden</p></div>',
        '<p lang="ar" xml:lang="ar" dir="rtl">{phrase}</p>', "<article><h3>{few}</h3>{block}</article>",
    ],
}
FIXED = [
    "<p{place}>{few}</p>", "<div{place}>{few} <b>{few}</b></div>", "<div{place}><p>{few}</p><p>{few}</p></div>",
    "<ul{place}><li>{few}</li><li>{few}</li></ul>", "<div{place}>{drawing}</div>", "<div{place}><h2>{few}</h2>{few}</div>",
    '<div{place}><a href="{target}">{few}</a></div>', '<table{place}><tr><td>{few}</td><td colspan="2">{few}</td></tr></table>',
]

BLOCK_STYLES = [
    "margin: 1em 2em", "padding: .3em", "border: 1px solid #888", "border-radius: 4px", "text-align: center", "text-align: justify",
    "text-indent: 2em", "line-height: 1.8", "background: #eef", "page-break-inside: avoid", "widows: 2", "hyphens: auto", "overflow: hidden",
    "page-break-after: avoid", "max-width: 90%", "font: italic 1.1em/1.5 Georgia, serif", "columns: 2",
]
INLINE_STYLES = [
    "color: #a31", "background-color: rgba(255, 240, 0, .5)", "font-size: 1.3em", "font-size: smaller", "font-weight: 700", "opacity: .7",
    "letter-spacing: .1em", "font-variant: small-caps", "text-decoration: underline", "vertical-align: super", "font-style: italic",
    "font-family: 'DejaVu Sans', sans-serif", "position: relative; top: 2px", "white-space: nowrap",
]
TURNS = ["rotate(20deg)", "scale(1.2)", "translate(4px, 2%)", "skewX(9deg) rotate(-5deg)", "matrix(1, 0, 0, 1, 3, 4)"]
SHEET = """@charset "UTF-8"; @import url(more.css); @namespace epub "http://www.idpf.org/2007/ops";
/* } */ .gone { display: none } .drop:first-letter { font-size: 2em; float: left } span.drop { float: left; font-size: 3em }
.aside { float: right; width: 30%; margin-left: 1em } .block { display: inline-block; border: 1px solid } .clear { clear: both }
.left { float: left; width: 40%; margin-right: 1em } .right { float: right; width: 12em } .verse { margin-left: 3em; text-indent: -1em }
h1, h2 { clear: both } .page { page-break-before: always } .clear:after { content: ""; display: table; clear: both } .at { position: absolute; font-size: 14px; margin: 0 }
td, th { border: 1px solid } @media print { p { color: black } } @page { margin: 1em }
a[href^="https"] > b + i, p:not(.drop) > i:nth-child(2n+1) { color: green }
"""
DRAWING = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20" width="{0}" height="{1}"><title>hidden</title>'
           '<rect width="60" height="20" fill="#cde"/><text x="2" y="15" font-size="9">{2}</text></svg>')
PAGE = ' class="page"'
NEW_TYPE = "<!DOCTYPE html>"
OLD_TYPE = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">'


class Pages(Text):
    """Writes the documents of an EPUB."""

    def __init__(self, random: Random, language: str, is_new: bool):
        super().__init__(random, language, NEW if is_new else OLD)
        self.is_new = is_new
        # The labels and addresses of the pages of the printed book.
        self.marks: list[tuple[str, str]] = []
        # The file that is written.
        self.name = ""
        # Where the texts are below the package, and the way back.
        self.folder = random.choice(["", "text/"])
        self.up = "../" if self.folder else ""

    def look(self) -> str:
        return self.random.choice(["", "", f' class="k{self.random.randint(0, 5)}"'])

    def dress(self) -> str:
        return f' class="s{self.random.randint(0, 5)}"'

    def declaration(self) -> str:
        return self.random.choice(INLINE_STYLES)

    def side(self) -> str:
        return self.random.choice(["left", "right"])

    def dashed(self) -> str:
        self.dash()
        return self.tail()

    def picture(self) -> str:
        name, width = self.random.choice(["p0.png", "p1.png", "d.svg"]), self.random.randint(5, 60)
        return f'<img src="{self.up}images/{name}" alt="hidden" width="{width}"/>'

    def drawing(self, width: int = 60, height: int = 20) -> str:
        self.drawn.append(f"drawn{self.number()}")
        return DRAWING.format(width, height, self.drawn[-1])

    def printed(self) -> str:
        """Where a page of the printed book begins."""
        name, label = self.id(), str(len(self.marks) + 1)
        self.marks.append((label, f"{self.folder}{self.name}#{name}"))
        return f'<span epub:type="pagebreak" id="{name}" title="{label}"></span>' if self.is_new else f'<span id="{name}"></span>'

    def table(self) -> str:
        caption = self.without("<caption>{few}</caption>", *FLOATS) if self.chance(0.2) else ""
        rows = self.rows()
        if self.chance(0.3) and len(rows) > 1:
            return f"<table{self.look()}>{caption}<thead>{rows[0]}</thead><tbody>{''.join(rows[1:])}</tbody></table>"
        return f"<table{self.look()}>{caption}{''.join(rows)}</table>"

    def page(self, title: str, body: str, head: str = "", attributes: str = "", up: str | None = None) -> bytes:
        """A document of XHTML, in one of the ways to write one."""
        language = f'xml:lang="{self.language}"' + (f' lang="{self.language}"' if self.is_new else "")
        spaces = 'xmlns="http://www.w3.org/1999/xhtml"' + (' xmlns:epub="http://www.idpf.org/2007/ops"' if self.is_new else "")
        direction = ' dir="rtl"' if self.language == "ar" else ""
        sheet = f'<link rel="stylesheet" type="text/css" href="{self.up if up is None else up}style.css"/>'
        start = self.random.choice(["", '<?xml version="1.0" encoding="UTF-8"?>\n', '\ufeff<?xml version="1.0"?>\n'])
        return (f"{start}{NEW_TYPE if self.is_new else OLD_TYPE}\n<html {spaces} {language}{direction}><head><title>{escape(title)}</title>"
                f"{sheet}{head}</head>\n<body{attributes}>{body}</body></html>").encode()

    def simple(self, name: str, way: str) -> bytes:
        """A document without links."""
        self.name = name
        return self.page(self.title(), self.without(way, "<a "))

    def chapter(self, number: int, level: int) -> bytes:
        """A chapter, with sections and what is below them, and its notes. Its heading is on a level of the contents."""
        self.name, self.notes = f"c{number}.xhtml", []
        address, box = self.folder + self.name, "section" if self.is_new else "div"
        title = self.random.choice(["{few}", "{few}<br/>{few}"])
        body = self.heading(level, f"{address}#c{number}", f'<h1 id="c{number}">{title}</h1>\n')
        body += self.blocks(self.random.randint(1, 12))
        for _ in range(self.random.choice([0, 0, 1, 3])):
            name = self.id()
            body += f'<{box} id="{name}">' + self.heading(level + 1, f"{address}#{name}", f"<h2{self.random.choice(['', self.dress(), PAGE])}>{{few}}</h2>\n") + self.make("block")
            for _ in range(self.random.choice([0, 0, 2])):
                name = self.id()
                body += self.heading(level + 2, f"{address}#{name}", f'<h3 id="{name}">{{few}}</h3>') + self.make("block")
            body += f"</{box}>\n"
        for name in self.notes:
            note = f'aside epub:type="footnote" id="{name}"' if self.is_new else f'div id="{name}"'
            body += self.without(f"<{note}><p>{{phrase}}</p></{note.split()[0]}>\n", "<a ")
        style = '<style type="text/css">p > b { color: #333 }</style>' if self.chance(0.3) else ""
        return self.page(self.title(), body, style, ' epub:type="bodymatter"' if self.is_new and self.chance(0.3) else "")

    def fixed(self, number: int, width: int, height: int) -> bytes:
        """A page with texts at places, over a picture."""
        self.name, body, self.depth, self.left_out = f"c{number}.xhtml", "", 3, ("<a ",)
        if self.chance(0.5):
            body = f'<img class="at" style="left: 0; top: 0; width: 100%; height: 100%" alt="hidden" src="{self.up}images/p0.png"/>\n'
        body += "\n".join(self.expand(self.random.choice(FIXED)) for _ in range(self.random.randint(1, 8)))
        if self.chance(0.4):
            # As InDesign writes pages: each word at its place, in twentieths of a pixel.
            words = "".join(
                f'<span class="at" style="left: {20 * each * width // 8}px; top: {2 * height}px; font-size: 240px">{self.word()} </span>\n'
                for each in range(self.random.randint(1, 4)))
            body += f'<div class="at" style="left: 5%; top: 70%; transform-origin: 0 0; transform: scale(.05)"><p>{words}</p></div>'
        self.depth, self.left_out = 0, ()
        return self.page(self.title(), body, f'<meta name="viewport" content="width={width}, height={height}"/>', ' style="margin: 0"')

    def place(self) -> str:
        """Where a box of a fixed page is, and how it is turned."""
        random = self.random
        turn = f"{random.choice(['transform', '-webkit-transform'])}: {random.choice(TURNS)}"
        look = random.choice([turn, turn, "opacity: .8", "z-index: 3", "background: #fff", "font-weight: bold"])
        return (f' class="at" style="left: {random.randint(15, 45)}%; top: {random.randint(15, 60)}%; '
                f'width: {random.randint(25, 40)}%; {look}"')
