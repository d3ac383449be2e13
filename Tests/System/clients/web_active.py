#!/usr/bin/env python3
"""Looks in headless Chromium at documents that would run scripts, and at all that sheaf-web answers of them.

    web_active.py --write FOLDER    writes the documents: an SVG, a web page, a book, and names of files that are markup; prints a port
    web_active.py URL PORT          reads each in the reader, and types the address of each answer

The documents call a server of this script's own, at PORT of this machine, when something of them runs or is loaded, and so would a page that is shown as one. Prints a line
for each fact that holds; the first one that doesn't ends it with status 1.
"""
import http.server
import json
import pathlib
import socket
import sys
import tempfile
import threading
import urllib.request
import zipfile

from browser import Browser, check



def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return listening.getsockname()[1]


PORT = free_port() if sys.argv[1] == "--write" else int(sys.argv[2])
CALL = f"http://127.0.0.1:{PORT}/ran"
SCRIPT = f"fetch('{CALL}');document.title='ran';window.ran=true"
MARKUP = f'<img src="x" onerror="{SCRIPT}"><script>{SCRIPT}</script><iframe src="{CALL}"></iframe>'
# A name can have no slash.
NAME = "<img src=x onerror=window.ran=true>"


def book(path):
    page = f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>{{0}}</title></head><body><p>{{0}}</p>{MARKUP.replace("><", "/><", 1)}</body></html>'
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("mimetype", "application/epub+zip")
        file.writestr("META-INF/container.xml", '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>'
                      '<rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>')
        file.writestr("b.opf", '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata '
                      'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">i</dc:identifier><dc:title>&lt;img src=x '
                      'onerror=window.ran=true&gt;</dc:title><dc:language>en</dc:language></metadata><manifest><item id="p" href="p.xhtml" '
                      'media-type="application/xhtml+xml" properties="scripted"/></manifest><spine><itemref idref="p"/></spine></package>')
        file.writestr("p.xhtml", page.format("a book"))


def write(folder):
    (folder / "picture.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" onload="{SCRIPT}"><script>{SCRIPT}</script>'
        f'<rect width="200" height="200" fill="green"/><a href="javascript:{SCRIPT}"><text x="9" y="99">a picture</text></a></svg>')
    (folder / "page.html").write_text(f"<!DOCTYPE html><title>{NAME}</title><body onload=\"{SCRIPT}\"><p>a page</p>{MARKUP}</body>")
    (folder / f"{NAME}.txt").write_text(f"a text\n{MARKUP}\n")
    book(folder / "book.epub")


class Calls(http.server.BaseHTTPRequestHandler):
    seen = []

    def do_GET(self):
        """The script's own witness is a page; all else is a call."""
        page = f"<script>{SCRIPT}</script>".encode() if self.path == "/witness" else b""
        if self.path == "/ran":
            self.seen.append(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_):
        pass


def answers(url, document):
    """The addresses of all that is answered of a document."""
    manifest = json.load(urllib.request.urlopen(f"{url}{document['manifest']}", timeout=120))
    image = manifest["items"][0]["items"][0]["items"][0]["body"]
    service = image["service"][0].get("id") or image["service"][0]["@id"]
    name = service.rsplit("/", 1)[1]
    return [f"{url}{document['manifest']}", service + "/info.json", image["id"], service + "/full/!64,64/0/default.png",
            service + "/full/!64,64/0/gray.webp", f"{url}text/{name}", f"{url}links/{name}", f"{url}search/{document['name']}?q=img",
            f"{url}iiif/search/2/{document['name']}?q=%3Cscript%3E", f"{url}looks/{document['name']}", f"{url}{urllib.request.quote(MARKUP, safe='')}"]


def main(url):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", PORT), Calls)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    documents = json.load(urllib.request.urlopen(url + "documents.json", timeout=60))["documents"]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        try:
            browser.call("Page.navigate", url=f"http://127.0.0.1:{PORT}/witness")
            browser.eventually("what runs is seen", "window.ran === true")
            while not Calls.seen:
                browser.do("new Promise((done) => setTimeout(done, 50))")
            Calls.seen.clear()
            check(browser, "four documents are there", len(documents) == 4)
            check(browser, "a name that is markup is told as it is", any(one["title"] == NAME for one in documents))
            browser.call("Page.navigate", url=url)
            browser.eventually("the library shows them", "document.querySelectorAll('#books a').length === 4")
            check(browser, "nothing of their names is markup", browser.do("!document.querySelector('#books a [onerror]') && window.ran === undefined"))
            for one in documents:
                browser.call("Page.navigate", url=f"{url}read/{one['name']}")
                browser.eventually(f"{one['title']} is read", "document.querySelector('img, canvas') !== null && document.title !== ''")
                browser.do("new Promise((done) => setTimeout(done, 500))")
                check(browser, "nothing of it runs", browser.do("window.ran === undefined && document.title !== 'ran'"))
                for address in answers(url, one):
                    browser.call("Page.navigate", url=address)
                    browser.do("new Promise((done) => setTimeout(done, 100))")
                    check(browser, f"nothing runs at {address[len(url):][:60]}", browser.do("window.ran === undefined && document.title !== 'ran'"))
                    check(browser, "it is no page of markup", browser.do("!document.querySelector('iframe, script, [onerror]')"))
            check(browser, "nobody was called", not Calls.seen, Calls.seen)
        finally:
            browser.stop()


if sys.argv[1] == "--write":
    write(pathlib.Path(sys.argv[2]))
    print(PORT)
else:
    main(sys.argv[1])
