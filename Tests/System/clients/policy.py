"""Debian's policy manual, of which each release has another edition, as MuPDF's own program reads it."""

import gzip
import json
import os
import subprocess
import tempfile

# The names are those of MuPDF from 1.24 on, and before.
_LINKS = """
var book = Document.openDocument ? Document.openDocument(scriptArgs[0]) : new Document(scriptArgs[0]);
var links = book.loadPage(scriptArgs[1] - 1).getLinks(), all = [];
for (var i = 0; i < links.length; ++i) {
    var link = links[i].getURI ? {bounds: links[i].getBounds(), uri: links[i].getURI()} : links[i];
    var target = /^[a-z]+:/.test(link.uri) ? null : (book.resolveLinkDestination || book.resolveLink).call(book, link.uri);
    all.push({bounds: link.bounds, page: target && target.page + 1});
}
print(JSON.stringify(all));
"""


def _mutool(verb, *arguments):
    """What it prints of the manual, which comes behind the first argument where that is a script."""
    with tempfile.TemporaryDirectory() as folder, gzip.open("/usr/share/doc/debian-policy/policy.pdf.gz") as packed:
        file, script = os.path.join(folder, "policy.pdf"), os.path.join(folder, "script.js")
        with open(file, "wb") as unpacked:
            unpacked.write(packed.read())
        if verb == "run":
            with open(script, "w", encoding="utf-8") as text:
                text.write(arguments[0])
            arguments = (script, file, *arguments[1:])
        else:
            arguments = (file, *arguments)
        return subprocess.run(["mutool", verb, *arguments], check=True, capture_output=True, text=True).stdout


def links_on(page):
    """The links on a page, counted from 1: left, top, right, bottom in points of 612 by 792, and the page that they lead to, or None."""
    return [(link["bounds"], link["page"]) for link in json.loads(_mutool("run", _LINKS, str(page)))]


# How many pages it has, and how many of them come before the one with the number 1.
PAGE_COUNT = int(_mutool("show", "trailer/Root/Pages/Count"))
FRONT_MATTER = 10
