#!/usr/bin/env python3
"""Writes a book with fixed pages that uses all that its provider draws, and stores it unpacked.

    fixed_book.py FILE
"""
import sys
import zipfile

PACKAGE = """<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="u"><metadata
xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Made</dc:title><dc:identifier id="u">x</dc:identifier>
<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">both</meta></metadata><manifest>
<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="b" href="b.svg" media-type="image/svg+xml"/>
<item id="c" href="c.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="s" href="s.css" media-type="text/css"/>
</manifest><spine><itemref idref="a"/><itemref idref="b" properties="page-spread-left"/><itemref idref="c"/></spine></package>"""

PAGE = """<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>t</title>
<meta name="viewport" content="width=300, height=400"/><link rel="stylesheet" href="s.css"/>
<style>p { position: absolute; left: 20px; top: 30px; letter-spacing: 1px } td { border: 2px dotted red; border-radius: 4px }</style></head>
<body style="margin: 0"><p>Some <i>words</i> of <a href="c.xhtml#x">a text</a> &mdash; &copy;</p>
<div class="t" style="transform: rotate(30deg) scale(2) translate(10%, 4px)">turned <u>text</u></div>
<table><tr><td colspan="2" rowspan="3">a</td><td>b</td></tr><tr><td>c</td></tr></table>
<ul style="float: right"><li>one</li><li>two<ol><li>three</li></ol></li></ul>
<svg viewBox="0 0 30 40" width="60" height="80" style="position: absolute; left: 100px; top: 200px"><circle r="9" cx="10" cy="10"/></svg>
<div style="overflow: hidden; width: 30px; height: 20px; opacity: 0.5; background: url(b.svg) repeat"><span>clipped</span></div>
</body></html>"""

SHEET = """@font-face { font-family: "F"; src: url(f.ttf) } @media (min-width: 200px) { .t { position: absolute; top: 100px; left: 50px } }
body > p:first-child { font: italic bold 12px/1.5 F, serif; color: rgba(10, 20, 30, 0.5) } .t::before { content: "x" }"""

CONTENTS = """<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>t</title></head><body>
<nav epub:type="toc"><ol><li><a href="a.xhtml">One</a><ol><li><a href="b.svg">Two</a></li></ol></li></ol></nav><p id="x">End</p></body></html>"""

DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400"><g transform="scale(2)"><text x="9" y="20">drawn</text></g></svg>"""

with zipfile.ZipFile(sys.argv[1], "w") as book:
    book.writestr("mimetype", "application/epub+zip")
    book.writestr("META-INF/container.xml", '<container><rootfiles><rootfile full-path="o.opf"/></rootfiles></container>')
    for name, text in [("o.opf", PACKAGE), ("a.xhtml", PAGE), ("s.css", SHEET), ("b.svg", DRAWING), ("c.xhtml", CONTENTS)]:
        book.writestr(name, text)
