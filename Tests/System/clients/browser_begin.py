#!/usr/bin/env python3
"""Begins to read a book of which only the first pages are laid out, in headless Chromium: all else comes when that is.

    browser_begin.py URL BOOK

BOOK is what a book that flows is called in URLs; nobody has read it so far.

Prints a line for each fact that holds; the first one that doesn't ends it with status 1.
"""
import sys
import tempfile

from browser import PAGES, SHARP, Browser, check

SLIDER = 'document.getElementById("slider")'
COUNT = 'document.getElementById("count").textContent'
PANE = 'document.querySelector(".pane")'
PLACE = 'Object.keys(localStorage).filter((one) => one.startsWith("sheaf:") && JSON.parse(localStorage[one])?.pages).length'


def begin(browser, url, book, scrolled="no"):
    """Opens the book, which nobody has read here, and the rest of which does not come."""
    browser.call("Page.navigate", url=url)
    browser.eventually("the library is there", "document.querySelectorAll('#books a').length > 0")
    browser.do(f'localStorage.clear(); localStorage.setItem("sheaf-scrolled", "{scrolled}")')
    browser.hold("*/manifest.json")
    browser.call("Page.navigate", url=f"{url}read/{book}")


def main():
    url, book = sys.argv[1:3]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        try:
            browser.size(500, 800)
            begin(browser, url, book)
            browser.eventually("its first page is there before the rest", f'{PAGES} === "1" && {SHARP}')
            check(browser, "nobody knows how many there are", browser.do(COUNT) == "of …" and browser.do(f"{SLIDER}.disabled"))
            browser.key("ArrowRight")
            browser.eventually("it is turned", f'{PAGES} === "2" && {SHARP}')
            check(browser, "no place is kept in a book of which so little is known", browser.do(PLACE) == 0)
            browser.key("End")
            browser.do("new Promise((done) => setTimeout(done, 300))")
            check(browser, "the end is waited for", browser.do(PAGES) == "2")
            browser.hold()
            browser.eventually("that is the last page", f'Number({PAGES}) > 16 && {COUNT} === `of ${{{PAGES}}}` && {SHARP}')
            check(browser, "the slider leads to all pages", browser.do(f"!{SLIDER}.disabled && {SLIDER}.max === {PAGES}"))
            check(browser, "the contents are there", browser.do('!document.getElementById("contents-button").hidden'))
            browser.eventually("its place is kept", f"{PLACE} === 1")
            # Pages one below the other stay where they are.
            begin(browser, url, book, "yes")
            browser.eventually("its pages are one below the other", f"Boolean({PANE}?.querySelector('.page img'))")
            browser.do(f"{PANE}.scrollTop = 1500")
            browser.eventually("it is scrolled", f"{PANE}.scrollTop === 1500 && Number(document.getElementById('stage').dataset.page) > 1")
            page = browser.do("document.getElementById('stage').dataset.page")
            browser.hold()
            browser.eventually("all pages are there", f"!{SLIDER}.disabled")
            check(browser, "it stays where it is", browser.do(f"{PANE}.scrollTop") == 1500 and browser.do("document.getElementById('stage').dataset.page") == page)
            check(browser, "nothing else went wrong in the browser", not browser.problems, browser.problems)
        finally:
            browser.stop()


if __name__ == "__main__":
    main()
