#!/usr/bin/env python3
"""Writes documents that are made to harm whoever opens them, into a folder: bad_documents.py FOLDER"""

import os
import struct
import sys
import zipfile
import zlib

DEEP = 100_000
MEGABYTE = 1 << 20
# Megabytes. MuPDF takes no file of 2 GB out of an archive.
BOMB = 1900


def pdf(path, page, *objects, content=b"0 0 50 50 re f"):
    """A PDF of one page whose dictionary has `page` in it; `objects` are numbered from 5 on."""
    bodies = [
        b"<</Type/Catalog/Pages 2 0 R/Outlines 5 0 R>>" if objects else b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/Contents 4 0 R" + page + b">>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        *objects,
    ]
    text = bytearray(b"%PDF-1.7\n")
    places = []
    for number, body in enumerate(bodies, 1):
        places.append(len(text))
        text += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(text)
    text += b"xref\n0 %d\n0000000000 65535 f \n" % (len(bodies) + 1)
    for place in places:
        text += b"%010d 00000 n \n" % place
    text += b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(bodies) + 1, start)
    with open(path, "wb") as file:
        file.write(text)


def deflated(piece, count):
    """The deflated form of `count` times `piece`, in the time that one takes."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    begin = packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)
    # Behind a full flush nothing refers to what is before it.
    return begin * count + b"\x03\x00"


def archive(path, plain, name, packed, size):
    """A ZIP archive of some files and of one that is deflated already."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as file:
        for other, text in plain.items():
            file.writestr(other, text)
        place = zipfile.ZipInfo(name)
        place.compress_type = zipfile.ZIP_STORED
        file.writestr(place, packed)
        entry = file.getinfo(name)
    text = bytearray(open(path, "rb").read())
    local = entry.header_offset
    central = text.rindex(b"PK\x01\x02")
    for method, sizes in ((local + 8, local + 18), (central + 10, central + 20)):
        struct.pack_into("<H", text, method, zipfile.ZIP_DEFLATED)
        struct.pack_into("<II", text, sizes, len(packed), size & 0xFFFFFFFF)
    with open(path, "wb") as file:
        file.write(text)


def png_bomb(side):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
    rows = b"\x78\x9c" + deflated(bytes(MEGABYTE), 512)
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def main():
    folder = sys.argv[1]

    def at(name):
        return os.path.join(folder, name)

    box = b"/MediaBox[0 0 100 100]"
    pdf(at("arrays.pdf"), box + b"/Deep " + b"[" * DEEP + b"]" * DEEP)
    pdf(at("dictionaries.pdf"), box + b"/Deep " + b"<</A" * DEEP + b" 1" + b">>" * DEEP)
    pdf(at("states.pdf"), box, content=b"q " * DEEP + b"0 0 50 50 re f " + b"Q " * DEEP)
    pdf(at("marks.pdf"), box, content=b"/A BMC " * DEEP + b"0 0 50 50 re f")
    outline = [b"<</Type/Outlines/First 6 0 R/Last 6 0 R/Count 1>>"]
    outline += [b"<</Title(x)/Parent %d 0 R/First %d 0 R/Last %d 0 R/Count 1>>" % (n - 1, n + 1, n + 1)
                for n in range(6, DEEP + 6)]
    pdf(at("outline.pdf"), box, *outline)
    pdf(at("huge.pdf"), b"/MediaBox[0 0 14400 14400]")
    with open(at("nested.fb2"), "wb") as file:
        file.write(b'<?xml version="1.0"?><FictionBook><body>' + b"<section>" * DEEP + b"<p>x</p>" + b"</section>" * DEEP
                   + b"</body></FictionBook>")

    spaces = deflated(b" " * MEGABYTE, BOMB)
    archive(at("bomb.epub"), {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>',
        "a.opf": '<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>'
                 '<spine><itemref idref="a"/></spine></package>',
    }, "a.xhtml", spaces, BOMB * MEGABYTE)
    archive(at("bomb.cbz"), {"1.png": png_bomb(60_000)}, "2.png", deflated(bytes(MEGABYTE), BOMB), BOMB * MEGABYTE)

    for name, begin in (("empty.bin", b""), ("sparse.pdf", b"%PDF-1.7\n")):
        with open(at(name), "wb") as file:
            file.write(begin)
            file.truncate(1 << 40)


if __name__ == "__main__":
    main()
