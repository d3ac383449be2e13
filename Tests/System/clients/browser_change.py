#!/usr/bin/env python3
"""Reads a document in headless Chromium while its file is written anew.

    browser_change.py URL NAME FILE ORIGINAL

URL is that of the library, NAME what the document is called in URLs, and FILE where it is: a copy of ORIGINAL, the policy manual as PDF.
Prints a line for each
fact that holds; the first one that doesn't ends it with status 1.
"""
import os
import shutil
import subprocess
import sys
import tempfile

from browser import PAGES, SHARP, Browser, check
from policy import PAGE_COUNT


def main():
    url, name, file, original = sys.argv[1:5]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        try:
            browser.size(1200, 900)
            browser.call("Page.navigate", url=f"{url}read/{name}#page=20")
            browser.eventually("it opens", f'{PAGES} === "30,31" && {SHARP}')
            browser.until("with a reader", lambda: browser.shown() == 29)
            browser.do("""(() => { window.blank = 0; const look = () => { const all = [...document.querySelectorAll(".slide.current .page, .ghost .slide.current .page")];
                if (!all.some((page) => page.dataset.shown !== "nothing")) window.blank += 1; requestAnimationFrame(look); }; requestAnimationFrame(look); })()""")
            before = browser.do("document.querySelector('.slide.current .page img').src")
            made = os.path.join(os.path.dirname(file), ".made")
            browser.hold("*/manifest.json")
            subprocess.run(["qpdf", original, "--pages", ".", f"1-{PAGE_COUNT - 3}", "--", made], check=True)
            os.replace(made, file)
            browser.until("a change is told", lambda: any("document" in message.get("watch", {}) for message in browser.heard))
            browser.key("ArrowRight")
            browser.eventually("who turns before the other pages are there", f'{PAGES} === "32,33"')
            browser.hold()
            browser.eventually("stays where that led", f'document.getElementById("slider").max === "{PAGE_COUNT - 3}" && {PAGES} === "32,33" && {SHARP} && !document.querySelector(".ghost")')
            browser.key("ArrowLeft")
            browser.eventually("and turns back", f'{PAGES} === "30,31" && {SHARP}')
            for what, pages, shown, count in [("pages before it are gone", f"11-{PAGE_COUNT}", "30,31", PAGE_COUNT - 10), ("most of it is gone", "1-9", "8,9", 9)]:
                subprocess.run(["qpdf", original, "--pages", ".", pages, "--", made], check=True)
                os.replace(made, file)
                browser.eventually(f"{what}: that is shown", f'document.getElementById("slider").max === "{count}" && {PAGES} === "{shown}" && {SHARP} && !document.querySelector(".ghost")')
            browser.forget()
            hide = "(() => { Object.defineProperty(document, 'hidden', { value: %s, configurable: true }); document.dispatchEvent(new Event('visibilitychange')); })()"
            browser.do(hide % "true")
            subprocess.run(["qpdf", original, "--pages", ".", "1-5", "--", made], check=True)
            os.replace(made, file)
            browser.do(hide % "false")
            browser.eventually("what was written while nobody looked is shown, too", f'document.getElementById("slider").max === "5" && {PAGES} === "4,5" && {SHARP} && !document.querySelector(".ghost")')
            check(browser, "with other pictures", browser.do("document.querySelector('.slide.current .page img').src") != before)
            check(browser, "nothing was blank meanwhile", browser.do("window.blank") == 0, browser.do("window.blank"))
            shutil.copyfile(original, made)
            os.replace(made, file)
            # As behind a proxy that passes none on: nobody tells that the file is another.
            browser.call("Page.addScriptToEvaluateOnNewDocument", source="WebSocket = class { close() {} };")
            browser.call("Page.navigate", url=f"{url}read/{name}?alone#page=20")
            browser.eventually("without a WebSocket it opens, too", f'document.getElementById("slider")?.max === "{PAGE_COUNT}" && {PAGES} === "30,31" && {SHARP}')
            subprocess.run(["qpdf", original, "--pages", ".", f"11-{PAGE_COUNT}", "--", made], check=True)
            os.replace(made, file)
            browser.key("End")
            browser.eventually("who misses pages gets those that there are", f'document.getElementById("slider").max === "{PAGE_COUNT - 10}" && {SHARP} && !document.querySelector(".ghost")')
            # Pictures of the file as it was may be asked for when it is gone.
            missing = [problem for problem in browser.problems if "404" not in problem]
            check(browser, "nothing went wrong in the browser", not missing, missing)
        finally:
            browser.stop()


if __name__ == "__main__":
    main()
