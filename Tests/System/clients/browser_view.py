#!/usr/bin/env python3
"""Opens documents in headless Chromium that ask to be seen in some way at first.

    browser_view.py URL RIGHT PAIRS SINGLE START BOOK WIDE

URL is that of the library, and the others are what documents of it are called in URLs. Of five pages each: a PDF that is read from the right, with a cover,
and begins on page 3; one in pairs from the first page on; one of single pages; one that begins on page 4. BOOK is an EPUB that is read from the right,
WIDE a comic of six pages, the third of which is wide.
Prints a line for each fact that holds; the first one that doesn't ends it with status 1.
"""
import sys
import tempfile

from browser import PAGES, SHARP, Browser, check


def main():
    url, right, pairs, single, start, book, wide = sys.argv[1:8]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)

        def opens(what, name, pages, address=""):
            browser.call("Page.navigate", url="about:blank")
            browser.call("Page.navigate", url=f"{url}read/{name}{address}")
            browser.eventually(what, f'{PAGES} === "{pages}" && {SHARP}')

        def turns(key, what, pages):
            browser.key(key)
            browser.eventually(what, f'{PAGES} === "{pages}" && {SHARP}')

        try:
            browser.size(1200, 900)
            opens("a PDF opens on the page that it asks for, behind its cover", right, "2,3")
            left = browser.do("[...document.querySelectorAll('.slide.current .page')].map((page) => page.getBoundingClientRect().left).join()").split(",")
            check(browser, "the first page of a spread is at the right", float(left[0]) > float(left[1]), left)
            turns("ArrowLeft", "the key to the left turns on", "4,5")
            turns("ArrowRight", "the key to the right turns back", "2,3")
            turns("ArrowRight", "to the cover, which is alone", "1")
            opens("it opens again where it was left", right, "1")
            opens("and where an address says", right, "4,5", "#page=4")

            opens("pairs begin with the first page", pairs, "1,2")
            turns("ArrowRight", "and go on so", "3,4")
            browser.size(600, 900)
            browser.eventually("on a narrow screen there is one page", f'{PAGES} === "3" && {SHARP}')
            browser.size(1200, 900)
            browser.eventually("on a wide one there are two again", f'{PAGES} === "3,4" && {SHARP}')

            opens("single pages are alone on a wide screen, too", single, "1")
            turns("ArrowRight", "and are turned one by one", "2")
            turns("d", "who wants two has two", "1,2")
            turns("ArrowRight", "for the pages that follow, too", "3,4")

            opens("without a layout the screen decides it", start, "4,5")
            turns("Home", "and the first page is there", "1")
            opens("to which it was turned last", start, "1")

            opens("a book opens on its first page", book, "1")
            turns("ArrowLeft", "and is read from the right", "2,3")

            opens("a comic opens on its cover", wide, "1")
            for pages in ("2", "3", "4,5", "6"):
                turns("ArrowRight", "a wide page stands alone, and pairs are right behind it", pages)
            for pages in ("4,5", "3", "2", "1"):
                turns("ArrowLeft", "and backwards", pages)
            turns("w", "who wants it in a pair turns on", "1")
            turns("ArrowRight", "to that pair", "2,3")
            turns("w", "and has it alone again", "2")
            check(browser, "nothing went wrong in the browser", not browser.problems, browser.problems)
        finally:
            browser.stop()


if __name__ == "__main__":
    main()
