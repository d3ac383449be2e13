#!/usr/bin/env python3
"""Meets in headless Chromium all that can go wrong with a document, and goes on reading.

    browser_trouble.py URL LIBRARY SHEAFD POLICY LOCKED EMPTY BROKEN COMIC [FOLDER]

URL is that of the library, whose folder is LIBRARY; SHEAFD the number of the page server's process. The others are what documents of it are called in URLs:
the policy manual, the same with the password "sésame", a file of 0 bytes, a PDF without pages, and a comic of three pages, the second of which can't be
shown. The first three are policy.pdf, locked.pdf and empty.pdf there.
Prints a line for each fact that holds; the first one that doesn't ends it with status 1. Pictures of the screen go to FOLDER.
"""
import os
import signal
import shutil
import subprocess
import sys
import tempfile
import time

from browser import PAGES, SHARP, Browser, check

TITLE = 'document.body?.classList.contains("troubled") && document.querySelector("#state h2").textContent'
TEXT = 'document.querySelector("#state p").textContent'
NOTE = '(document.getElementById("note")?.textContent ?? "…")'
NETWORK = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}


def write(browser, text):
    for character in text:
        browser.call("Input.insertText", text=character)
    browser.key("Enter", "\r")


def read(browser, url, name, address=""):
    browser.call("Page.navigate", url="about:blank")
    browser.call("Page.navigate", url=f"{url}read/{name}{address}")


def says(browser, what, title, text):
    browser.eventually(what, f"({TITLE}) === {title!r}")
    check(browser, "and what can be done", text in browser.do(TEXT), browser.do(TEXT))
    browser.picture(what.replace(" ", "-"))


def covers(browser, url):
    browser.call("Page.navigate", url=url)
    for title, reason in [("locked", "Locked by a password"), ("empty", "The file is empty."), ("broken", "no objects found")]:
        browser.eventually(f"the library says why {title} has no cover", f"""(() => {{ const book = [...document.querySelectorAll(".book")].find((one) => one.dataset.title === "{title}");
            return book?.querySelector(".reason").textContent.includes("{reason}") && book.querySelector(".cover b").checkVisibility({{ visibilityProperty: true }}); }})()""")
    browser.eventually("and shows those that there are", 'document.querySelectorAll(".cover.there").length === 2')
    browser.picture("covers")


def unknown(browser, url, library, policy):
    read(browser, url, "0123456789abcdef")
    says(browser, "that there is no such document is said", "There is no such document.", "It opens by itself when it is there again.")
    moved = os.path.join(library, ".policy.pdf")
    os.rename(os.path.join(library, "policy.pdf"), moved)
    read(browser, url, policy)
    says(browser, "that it is gone is said", "There is no such document.", "It may have been removed")
    os.rename(moved, os.path.join(library, "policy.pdf"))
    browser.eventually("when it is there again it opens by itself", f"{PAGES} === '1' && {SHARP} && !document.body.classList.contains('troubled')")


def unreadable(browser, url, library, empty, broken):
    read(browser, url, broken)
    says(browser, "why it can not be opened is said", "This document can't be opened.", "no objects found")
    read(browser, url, empty)
    says(browser, "that a file is empty is said", "This document can't be opened.", "The file is empty.")
    made = os.path.join(library, ".made")
    shutil.copyfile(os.path.join(library, "policy.pdf"), made)
    os.replace(made, os.path.join(library, "empty.pdf"))
    browser.do('document.getElementById("again").click()')
    browser.eventually("when it has pages it opens", f"{PAGES} === '1' && {SHARP}")


def locked(browser, url, name):
    read(browser, url, name)
    says(browser, "a locked document asks for its password", "This document is locked.", "Its password opens it in this browser")
    browser.eventually("its title is there", 'document.getElementById("title").textContent === "locked"')
    write(browser, "sesame")
    browser.eventually("a wrong one is refused", 'document.querySelector("#unlock output").textContent === "This password does not open it."')
    browser.picture("wrong")
    write(browser, "sésame")
    browser.eventually("the right one opens it", f"{PAGES} === '1' && {SHARP}")
    browser.key("End")
    browser.eventually("its pages are there", f"Number({PAGES}.split(',')[0]) > 150 && {SHARP}")
    browser.eventually("and their text", "document.querySelectorAll('.slide.current .text span').length > 20")
    read(browser, url, name, "?again#page=20")
    browser.eventually("the browser has it for its session", f"{PAGES} === '30,31' && {SHARP}")
    check(browser, "and not in an address", "s%C3%A9same" not in browser.do("performance.getEntriesByType('resource').map(({ name }) => name).join()"))


def no_such_page(browser, url, policy):
    read(browser, url, policy, "#page=99999")
    browser.eventually("that there is no such page is said", f"{NOTE}.startsWith('There is no page 99999: the document has ')")
    browser.eventually("and another one is shown", f"{PAGES} && {SHARP}")
    browser.picture("no-such-page")
    browser.eventually("nothing is said after a while", f"{NOTE} === ''")
    browser.do("document.getElementById('number').select()")
    write(browser, "777")
    browser.eventually("who types one is told, too", f"{NOTE}.startsWith('There is no page 777: ')")


def failing_page(browser, url, comic):
    browser.size(700, 900)
    read(browser, url, comic)
    browser.eventually("the first page is there", f"{PAGES} === '1' && {SHARP}")
    browser.key("ArrowRight")
    browser.eventually("a page that can't be shown says why", """document.querySelector('.slide.current .page[data-page="2"] .failure')?.textContent.startsWith("This page can't be shown. ")""")
    browser.picture("failing-page")
    browser.key("ArrowRight")
    browser.eventually("the page behind it is there", f"{PAGES} === '3' && {SHARP}")
    browser.size(1200, 900)


def removed(browser, url, library, policy):
    read(browser, url, policy, "?removed#page=20")
    browser.eventually("it opens", f"{PAGES} === '30,31' && {SHARP}")
    file, moved = os.path.join(library, "policy.pdf"), os.path.join(library, ".policy.pdf")
    os.rename(file, moved)
    browser.key("End")
    browser.eventually("who turns on in a document that was removed is told", f"{NOTE}.startsWith('The document is no longer in the library.')")
    browser.picture("removed")
    os.rename(moved, file)
    browser.eventually("it goes on by itself when it is there again", f"{NOTE} === '' && {SHARP}")
    made = os.path.join(library, ".made")
    subprocess.run(["qpdf", file, "--pages", ".", "1-40", "--", made], check=True)
    shutil.copyfile(file, moved)
    os.replace(made, file)
    browser.eventually("that it was replaced is said", f"{NOTE}.startsWith('The document has changed: ')")
    browser.eventually("with its pages as they are", f"document.getElementById('slider').max === '40' && {SHARP}")
    browser.picture("replaced")
    os.replace(moved, file)
    browser.eventually("and back", "document.getElementById('slider').max > 40")


def stopped(browser, url, policy, sheafd):
    """The page server ends, and begins anew."""
    command = open(f"/proc/{sheafd}/cmdline").read().split("\0")[:-1]
    environment = dict(line.split("=", 1) for line in open(f"/proc/{sheafd}/environ").read().split("\0") if "=" in line)
    read(browser, url, policy, "?stopped#page=20")
    browser.eventually("it opens", f"{PAGES} === '30,31' && {SHARP}")
    os.kill(sheafd, signal.SIGTERM)
    browser.do('location.hash = "#page=100"')
    browser.eventually("that something is waited for is seen", "(({ content, opacity }) => content !== 'none' && opacity === '1')(getComputedStyle(document.body, '::before'))")
    browser.picture("waiting")
    browser.eventually("that the page server has stopped is said", "document.querySelector('.slide.current .failure')?.textContent.startsWith('The page server has no answer now.')")
    browser.picture("stopped")
    read(browser, url, policy, "?anew#page=20")
    says(browser, "who opens a document is told, too", "The page server has no answer now.", "It is asked again by itself.")
    again = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        browser.eventually("it goes on by itself when that is there again", f"{PAGES} === '30,31' && {SHARP}")
        browser.call("Network.emulateNetworkConditions", offline=True, **NETWORK)
        browser.do('location.hash = "#page=100"')
        browser.eventually("that the network is gone is said", f"{NOTE}.startsWith('There is no network. ')")
        browser.picture("offline")
        browser.call("Network.emulateNetworkConditions", offline=False, **NETWORK)
        browser.eventually("it goes on by itself when that is there again, too", f"{NOTE} === '' && {PAGES} === '110,111' && {SHARP}")
    finally:
        again.terminate()
        again.wait(60)


def main():
    url, library, sheafd, policy, locked_one, empty, broken, comic = sys.argv[1:9]
    # Where pictures go, as browser.py has it.
    sys.argv[7:] = sys.argv[9:]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        try:
            browser.size(1200, 900)
            covers(browser, url)
            unknown(browser, url, library, policy)
            unreadable(browser, url, library, empty, broken)
            locked(browser, url, locked_one)
            no_such_page(browser, url, policy)
            failing_page(browser, url, comic)
            removed(browser, url, library, policy)
            stopped(browser, url, policy, int(sheafd))
            # What is refused is an error to the browser.
            others = [one for one in browser.problems if "Failed to load resource" not in one and "WebSocket" not in one]
            check(browser, "nothing else went wrong in the browser", not others, others)
        finally:
            browser.stop()


if __name__ == "__main__":
    main()
