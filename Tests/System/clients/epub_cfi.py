#!/usr/bin/env python3
"""Asks for each page of books where it begins, as an EPUB CFI, and looks there with a reading of CFIs of its own: what is written at that
place in the file must be what the page begins with. Leads back from there, too. Prints a line for each book. What is no XML is left out.

    epub_cfi.py SOCKET BOOK...    ends with status 1 where a place is another one
"""

import asyncio
import posixpath
import re
import sys
import unicodedata
import urllib.parse
import zipfile
from xml.dom import minidom
from xml.parsers.expat import ExpatError

import sheaf

LETTERS = 12  # so many are compared


def elements(node):
    return [one for one in node.childNodes if one.nodeType == one.ELEMENT_NODE]


def child(node, step):
    """The element that an even step leads to."""
    return elements(node)[step // 2 - 1]


def letters(text):
    return "".join(one for one in unicodedata.normalize("NFKC", text) if not one.isspace() and one != "\u00ad").casefold()


def texts(node):
    """All text from a node on, in the order of the file."""
    if node.nodeType in (node.TEXT_NODE, node.CDATA_SECTION_NODE):
        yield node.data
    for one in node.childNodes:
        yield from texts(one)


def behind(node):
    """All text behind a node and all in it."""
    while node is not None:
        if node.nextSibling is not None:
            node = node.nextSibling
            yield from texts(node)
        else:
            node = node.parentNode
            if node is None or node.nodeType == node.DOCUMENT_NODE:
                return


class Book:
    def __init__(self, path):
        self.archive = zipfile.ZipFile(path)
        container = minidom.parseString(self.archive.read("META-INF/container.xml"))
        self.path = container.getElementsByTagNameNS("*", "rootfile")[0].getAttribute("full-path")
        self.package = minidom.parseString(self.archive.read(self.path)).documentElement
        self.hrefs = {one.getAttribute("id"): one.getAttribute("href") for one in self.package.getElementsByTagNameNS("*", "item")}
        self.parts = {}

    def part(self, itemref):
        href = urllib.parse.unquote(self.hrefs[itemref.getAttribute("idref")]).split("#")[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(self.path), href))
        if path not in self.parts:
            try:
                self.parts[path] = minidom.parseString(self.archive.read(path)).documentElement
            except ExpatError:
                self.parts[path] = None
        return self.parts[path]

    def at(self, cfi):
        """What a CFI leads to: an element, or all text from that place on in its part. None: that is no XML."""
        package, _, content = re.sub(r"\[(\^.|[^]])*]", "", cfi.removeprefix("epubcfi(").removesuffix(")")).partition("!")
        node = self.package
        for step in package.split("/")[1:]:
            node = child(node, int(step))
        node = self.part(node)
        if node is None:
            return None
        path, _, offset = content.partition(":")
        steps = [int(step) for step in path.split("/")[1:]]
        for step in steps[:-1] if offset else steps:
            node = child(node, step)
        if not offset:
            return node
        # The text between two elements, whatever parts it.
        around = elements(node)
        step = steps[-1]
        before = around[step // 2 - 1] if step > 1 else None
        pieces, one = [], before.nextSibling if before is not None else node.firstChild
        last = before
        while one is not None and one.nodeType != one.ELEMENT_NODE:
            if one.nodeType != one.COMMENT_NODE:
                pieces.append(one.data)
            last, one = one, one.nextSibling
        text = "".join(pieces).encode("utf-16-le")[2 * int(offset) :].decode("utf-16-le")
        return text + "".join(behind(last))


async def check(service, path):
    book = Book(path)
    right, others, pictures, left_out = 0, [], 0, 0
    async with await service.open(path, sheaf.Viewport(width=400, height=600)) as reader:
        if not any(entry.key == "format" and "EPUB" in entry.value for entry in (await reader.get_metadata()).entries):
            return []
        index = 0
        while True:
            try:
                text = letters("".join(run.text for run in (await reader.get_text(index=index)).runs))
            except sheaf.ServiceError as failure:
                if failure.name.endswith("NoSuchPage"):
                    break
                raise
            cfi = (await reader.get_cfi(index=index)).cfi
            found = await reader.find_cfi(cfi)
            there = book.at(cfi)
            if found.index != index:
                others.append(f"page {index + 1} is {cfi}, which leads to page {found.index + 1}")
            elif there is None:
                left_out += 1
            elif not isinstance(there, str):
                pictures += 1
            elif letters(there[:4000])[:LETTERS] != text[:LETTERS]:
                others.append(f"page {index + 1} begins with {text[:LETTERS]!r}, {cfi} with {letters(there[:4000])[:LETTERS]!r}")
            else:
                right += 1
            index += 1
    print(f"{path}: {right} of {index} pages begin where their CFI says, {pictures} at an element; {len(others)} do not, {left_out} left out", flush=True)
    return others


async def main(socket, *paths):
    others = []
    async with sheaf.Service(socket) as service:
        for path in paths:
            others += await check(service, path)
    for one in others[:20]:
        print(one)
    return 1 if others else 0


sys.exit(asyncio.run(main(*sys.argv[1:])))
