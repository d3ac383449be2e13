#!/usr/bin/env python3
"""Follows links from one document of a library to another, in headless Chromium.

    browser_links.py URL FROM TO

FROM and TO are what the documents are called in URLs: a Markdown text whose first link leads to page 12 of TO, a PDF, and whose second leads to
a document that is not there.

Prints a line for each fact that holds; the first one that doesn't ends it with status 1.
"""
import sys
import tempfile

from browser import Browser, PAGES, SHARP, check


def main():
    url, origin, target = sys.argv[1:4]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        try:
            browser.size(900, 1200)
            browser.call("Page.navigate", url=f"{url}read/{origin}")
            links = '[...document.querySelectorAll(".slide.current .links a")]'
            browser.eventually("the links are there", f"{links}.length === 2 && {SHARP}")
            browser.do(f"{links}[1].click()")
            browser.eventually("of one that leads nowhere a line says so", 'document.body.textContent.includes("no document where the link leads: missing.pdf")')
            check(browser, "and it stays open", browser.do("location.pathname").endswith(origin))
            browser.do(f"{links}[0].click()")
            browser.eventually("another one opens", f'location.pathname.endsWith("{target}") && {PAGES} === "12" && {SHARP}')
            browser.do("history.back()")
            browser.eventually("the way back is the browser's", f'location.pathname.endsWith("{origin}") && {links}.length === 2')
            check(browser, "nothing else went wrong in the browser", not [one for one in browser.problems if "404" not in one])
        finally:
            browser.stop()


if __name__ == "__main__":
    main()
