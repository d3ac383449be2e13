#!/usr/bin/env python3
"""Brings the browser's pages into each state that people see, in headless Chromium, and looks at it with axe-core.

    browser_states.py URL FOLDER SERVICE [PICTURES]

URL is that of the library, and FOLDER has its documents: those that `tools/pictures` writes. SERVICE is the process of sheafd, which is stopped for a
while. With PICTURES each state is kept there as a picture (WebP), and not looked at with axe-core. Prints a line for each state; the first one that doesn't
come, or has something in it that keeps people out, ends it with status 1.
"""
import io
import json
import os
import signal
import sys
import tempfile
import time
import urllib.request

from browser import PAGES, SHARP, Browser

DESKTOP, TABLET, PHONE = (1440, 900), (820, 1180), (390, 844)
SCROLLED = """[...document.querySelectorAll(".pane .page")].filter((page) => page.getBoundingClientRect().top < innerHeight && page.getBoundingClientRect().bottom > 0)
    .every((page) => page.dataset.shown === "whole")"""
TROUBLED = 'document.body?.classList.contains("troubled") && document.querySelector("#state h2").textContent'


class States:
    def __init__(self, browser, url, folder, service, pictures):
        self.browser, self.url, self.folder, self.service, self.pictures = browser, url, folder, service, pictures
        self.names = {one["title"]: one["name"] for one in json.load(urllib.request.urlopen(f"{url}documents.json"))["documents"]}
        self.count = 0

    def screen(self, size, dark=False, looks=""):
        """A new person's browser, whose window is so large."""
        browser, (width, height) = self.browser, size
        browser.call("Page.navigate", url=f"{self.url}assets/icon.svg")
        browser.eventually("nothing is remembered", "location.pathname.endsWith('icon.svg')")
        browser.size(width, height, is_phone=min(size) < 800)
        browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        browser.do(f"localStorage.clear(); localStorage.setItem('sheaf-looks', '{looks}')")

    def read(self, title, address="", pages=None):
        self.browser.call("Page.navigate", url="about:blank")
        self.browser.call("Page.navigate", url=f"{self.url}read/{self.names.get(title, title)}{address}")
        if pages:
            self.browser.eventually(f"{title} opens", f"{PAGES} === '{pages}' && {SHARP}")

    def is_in(self, state, holds="true", axe=()):
        """The state has come: keeps its picture, or looks at it."""
        self.browser.eventually(state, holds)
        # Pictures and lines that appear are there.
        time.sleep(0.6)
        self.count += 1
        if self.pictures:
            image = self.browser.screen()
            image.save(os.path.join(self.pictures, f"{state}.webp"), quality=82, method=6)
        else:
            self.browser.axe(state, *axe)

    def key(self, key):
        self.browser.key(key, key if len(key) == 1 else None)

    def move(self, x, y):
        for step in range(3):
            self.browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + 5 * step, y=y)

    def bars(self):
        if self.browser.do("document.body.classList.contains('quiet')"):
            self.key("b")

    def search(self, words):
        self.key("/")
        self.browser.call("Input.insertText", text=words)
        self.browser.key("Enter", "\r")
        self.browser.eventually("something is found", "/ of /.test(document.querySelector('#hits output').textContent) && document.querySelectorAll('.slide.current .marks .now').length > 0 && " + SHARP)

    def library(self):
        there = "document.querySelectorAll('#books .cover').length > 5 && [...document.querySelectorAll('.cover')].every((cover) => cover.classList.contains('there') || cover.parentElement.querySelector('.reason')?.textContent)"
        for name, size, dark in [("library", DESKTOP, False), ("library-dark", DESKTOP, True), ("library-tablet", TABLET, False), ("library-phone-dark", PHONE, True)]:
            self.screen(size, dark)
            for title, page, pages in [("policy", 70, 193), ("comic", 2, 5)]:
                place = json.dumps({"page": page, "label": str(page), "pages": pages, "at": int(time.time() * 1000) - page})
                self.browser.do(f"localStorage.setItem('sheaf:{self.names[title]}', {json.dumps(place)})")
            self.browser.call("Page.navigate", url=self.url)
            self.is_in(name, there)
        self.screen(DESKTOP)
        self.browser.call("Page.navigate", url=self.url)
        self.browser.eventually("covers are there", there)
        self.browser.do("document.getElementById('filter').focus()")
        self.browser.call("Input.insertText", text="no such title")
        self.is_in("library-none", "!document.getElementById('none').hidden")
        self.browser.hold("*/full/*")
        self.browser.call("Page.navigate", url=f"{self.url}?placeholders")
        self.is_in("library-placeholders", "document.querySelectorAll('#books .cover').length > 5")
        self.browser.hold()

    def reading(self):
        self.screen(DESKTOP)
        self.read("policy", "#page=20", "30,31")
        self.bars()
        self.is_in("spread")
        self.is_in("quiet", "document.body.classList.contains('quiet')")
        for key, part in [("o", "contents"), ("t", "thumbnails"), ("l", "looks")]:
            self.key(key)
            self.is_in(part, f"document.getElementById('{part}').checkVisibility() && {SHARP}")
            self.key("Escape")
        self.search("must not")
        self.is_in("search")
        self.key("Escape")
        box = self.browser.do("(() => { const { left, top, width, height } = document.getElementById('slider').getBoundingClientRect(); return [left + width * .6, top + height / 2]; })()")
        self.move(*box)
        self.is_in("slider", "document.querySelector('#preview img').naturalWidth > 50")
        self.move(700, 300)
        self.key("?")
        self.is_in("keys", "document.getElementById('keys').open")
        self.key("Escape")
        self.read("policy", "#page=20", "30,31")
        line = self.browser.eventually("a line is there", """(() => { const span = [...document.querySelectorAll('.slide.current .text span')].find((one) => one.textContent.startsWith('If changes to the source'));
            if (!span) return null; const { left, right, top, bottom } = span.getBoundingClientRect(); return [left - 5, right + 5, (top + bottom) / 2]; })()""")
        for kind, x, y in [("mousePressed", line[0], line[2]), ("mouseMoved", line[1], line[2] + 14), ("mouseReleased", line[1], line[2] + 14)]:
            self.browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)
        self.is_in("selection", "getSelection().toString().length > 100")
        self.key("c")
        self.is_in("scroll", SCROLLED)
        self.key("c")
        self.browser.eventually("it turns again", SHARP)
        for _ in range(3):
            self.browser.call("Input.dispatchMouseEvent", type="mouseWheel", x=500, y=300, deltaX=0, deltaY=-120, modifiers=2)
        self.is_in("zoomed", "document.querySelectorAll('.slide.current .tiles img').length > 3 && [...document.querySelectorAll('.slide.current .tiles img')].every((image) => image.naturalWidth > 0)")

    def papers(self):
        self.screen(DESKTOP, dark=True)
        self.read("policy", "#page=20", "30,31")
        self.bars()
        self.is_in("spread-dark")
        self.key("o")
        self.is_in("contents-dark", f"document.getElementById('contents').checkVisibility() && {SHARP}")
        self.key("Escape")
        self.search("must not")
        self.is_in("search-dark")
        self.screen(DESKTOP, looks="sepia")
        self.read("policy", "#page=20", "30,31")
        self.key("l")
        self.is_in("looks-sepia", f"document.getElementById('looks').checkVisibility() && {SHARP}")
        self.screen(DESKTOP, looks="f14")
        self.read("manual", "#page=40")
        self.browser.eventually("a book opens", SHARP)
        self.key("l")
        self.is_in("book", f"!document.getElementById('sizes').hidden && {SHARP}")
        self.screen(DESKTOP)
        self.read("comic", "#number=2", "2,3")
        self.bars()
        self.is_in("comic")
        self.screen(DESKTOP)
        self.read("photo", "", "1")
        self.bars()
        self.is_in("photo")

    def tablets(self):
        self.screen(TABLET)
        self.read("policy", "#page=20", "30")
        self.bars()
        self.is_in("tablet")
        self.key("o")
        self.is_in("tablet-contents", f"document.getElementById('contents').checkVisibility() && {SHARP}")
        self.screen(TABLET[::-1], dark=True)
        self.read("policy", "#page=20", "30,31")
        self.bars()
        self.is_in("tablet-landscape-dark")
        self.key("t")
        self.is_in("tablet-thumbnails-dark", f"document.querySelectorAll('#thumbnails img.there').length > 5 && {SHARP}")

    def phones(self):
        self.screen(PHONE)
        self.read("policy", "#page=20", "30")
        self.bars()
        self.is_in("phone")
        self.is_in("phone-quiet", "document.body.classList.contains('quiet')")
        for button, part in [("contents-button", "contents"), ("pages-button", "thumbnails"), ("looks-button", "looks")]:
            self.browser.do(f"document.getElementById('{button}').click()")
            self.is_in(f"phone-{part}", f"document.getElementById('{part}').checkVisibility() && ('{part}' !== 'thumbnails' || document.querySelectorAll('#thumbnails img.there').length > 5)")
        self.browser.do("document.getElementById('panel-close').click()")
        self.search("must not")
        self.bars()
        self.is_in("phone-hits", "!document.getElementById('panel').checkVisibility()")
        self.screen(PHONE, dark=True)
        self.read("comic", "#number=2", "2")
        self.bars()
        self.is_in("phone-comic-dark")
        self.screen(PHONE[::-1], dark=True)
        self.read("policy", "#page=20")
        self.browser.eventually("it opens", SHARP)
        self.is_in("phone-landscape-dark", "document.body.classList.contains('quiet')")
        self.bars()
        self.is_in("phone-landscape-bars-dark")
        self.screen(PHONE, dark=True)
        self.read("tax")
        self.is_in("phone-locked-dark", f"{TROUBLED} && document.getElementById('password').checkVisibility()")

    def trouble(self):
        self.screen(DESKTOP)
        self.read("tax")
        self.is_in("locked", f"{TROUBLED} && document.getElementById('password').checkVisibility()")
        self.browser.call("Input.insertText", text="wrong")
        self.browser.key("Enter", "\r")
        self.is_in("locked-wrong", "document.querySelector('#unlock output').textContent !== ''")
        for title, state in [("zero", "empty"), ("unfinished", "broken")]:
            self.read(title)
            self.is_in(state, TROUBLED)
        self.read("0123456789abcdef")
        self.is_in("unknown", TROUBLED)
        self.read("worn", "#number=2")
        self.is_in("page-failed", "[...document.querySelectorAll('.slide.current .failure')].some((one) => one.textContent !== '')")
        self.read("policy", "#page=9999")
        self.is_in("no-such-page", "document.getElementById('note')?.textContent !== '' && " + SHARP)
        self.read("policy", "#page=20", "30,31")
        network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.browser.call("Network.emulateNetworkConditions", offline=True, **network)
        self.browser.do('location.hash = "#page=100"')
        self.is_in("no-network", "document.getElementById('note')?.textContent !== ''")
        self.browser.call("Network.emulateNetworkConditions", offline=False, **network)
        self.read("policy", "#page=20", "30,31")
        os.kill(self.service, signal.SIGSTOP)
        try:
            self.browser.do('location.hash = "#page=140"')
            self.is_in("waiting", "document.body.classList.contains('waiting')")
        finally:
            os.kill(self.service, signal.SIGCONT)
        gone = os.path.join(self.folder, "report.pdf")
        self.read("report", "#page=20", "30,31")
        os.rename(gone, gone + "~")
        try:
            self.browser.do('location.hash = "#page=180"')
            self.is_in("removed", "document.getElementById('note')?.textContent !== ''")
        finally:
            os.rename(gone + "~", gone)


def main():
    url, folder, service = sys.argv[1:4]
    pictures = sys.argv[4] if len(sys.argv) > 4 else None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile, "--font-render-hinting=none", "--hide-scrollbars")
        try:
            states = States(browser, url, folder, int(service), pictures)
            for part in [states.library, states.reading, states.papers, states.tablets, states.phones, states.trouble]:
                part()
            print(f"ok: {states.count} states")
        finally:
            browser.stop()


if __name__ == "__main__":
    main()
