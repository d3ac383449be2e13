#!/usr/bin/env python3
"""Searches a long document in headless Chromium.

    browser_search.py URL NAME

URL is that of the library, and NAME what a document of 5,000 pages is called in URLs, each of which has its number as its text. Prints a line for each
fact that holds; the first one that doesn't ends it with status 1.
"""
import sys
import tempfile

from browser import Browser, check

STATUS = "document.querySelector('#search p').textContent"


def main():
    url, name = sys.argv[1:3]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        try:
            browser.size(1200, 900)
            browser.call("Page.navigate", url=f"{url}read/{name}")
            browser.eventually("it opens", "document.getElementById('slider')?.max === '5000'")
            # What is said of the search when the first place comes on the screen.
            browser.do("""(() => { const list = document.querySelector('#search ol'); new MutationObserver(() => {
                window.first ??= list.children.length ? document.querySelector('#search p').textContent : undefined;
            }).observe(document.querySelector('#search'), { childList: true, subtree: true, characterData: true }); })()""")
            browser.key("/", "/", "Slash")
            browser.eventually("a key begins a search", 'document.activeElement.type === "search"')
            browser.call("Input.insertText", text="1234")
            browser.key("Enter", "\r")
            browser.eventually("a place is found", "document.querySelectorAll('#search li button:enabled').length === 1")
            browser.eventually("and it is gone to", "document.getElementById('slider').value === '1234'")
            browser.eventually("the search ends", f"{STATUS} === '1 found'")
            first = browser.do("window.first")
            check(browser, "the place was there before the end", "% searched" in first, first)
            browser.key("/", "/", "Slash")
            browser.do("document.querySelector('#search input').select()")
            browser.call("Input.insertText", text="no such thing")
            browser.key("Enter", "\r")
            browser.eventually("what is nowhere is said to be", f"{STATUS} === 'Nothing was found.' && document.querySelectorAll('#search li').length === 0")
            check(browser, "nothing went wrong in the browser", not browser.problems)
        finally:
            browser.stop()


if __name__ == "__main__":
    main()
