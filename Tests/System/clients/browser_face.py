#!/usr/bin/env python3
"""Uses every key and gesture of the reader that docs/web.md lists, in headless Chromium, and looks at what is around the pages.

    browser_face.py URL NAME LONG

URL is that of the library, NAME what the policy manual is called in URLs, and LONG a document of 10,000 pages, each of which has its number as its text.
Prints a line for each fact that holds; the first one that doesn't ends it with status 1.
"""
import re
import sys
import tempfile
import time
from pathlib import Path

from browser import PAGES, SEEN, SHARP, Browser, check

QUIET = 'document.body.classList.contains("quiet")'
ZOOM = 'Number(document.getElementById("stage").dataset.zoom)'
# What is shown of an element, by its id.
SHOWN = 'document.getElementById("{}").checkVisibility()'
HIT = 'document.querySelector("#hits output").textContent'


def opens(browser, url, name, address, pages):
    browser.call("Page.navigate", url="about:blank")
    browser.call("Page.navigate", url=f"{url}read/{name}{address}")
    browser.eventually(f"{address or 'it'} opens", f"{PAGES} === '{pages}' && {SHARP}")


def move(browser, x, y):
    for step in range(3):
        browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + 10 * step, y=y)


def bars(browser, url, name):
    """Bars go while one reads, and come back; the pages keep their place."""
    opens(browser, url, name, "#page=20", "30,31")
    place = "JSON.stringify(document.querySelector('.slide.current .page').getBoundingClientRect())"
    before = browser.do(place)
    check(browser, "there are bars at first", not browser.do(QUIET))
    browser.eventually("they go by themselves", QUIET)
    move(browser, 500, 400)
    browser.eventually("and come when the mouse is moved", f"!{QUIET}")
    browser.key("ArrowRight")
    browser.eventually("whoever turns reads", f"{PAGES} === '32,33' && {QUIET}")
    browser.key("b", "b", "KeyB")
    browser.eventually("a key brings them", f"!{QUIET}")
    browser.key("b", "b", "KeyB")
    browser.eventually("and takes them away", QUIET)
    for kind in ["keyDown", "keyUp"]:
        browser.call("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9, modifiers=8)
    browser.eventually("who comes to a button by keys sees it", f"document.activeElement.matches('#bar button') && !{QUIET} && getComputedStyle(document.getElementById('bar')).opacity === '1'")
    browser.do("document.getElementById('stage').focus()")
    move(browser, 300, 890)
    browser.eventually("over a bar", f"!{QUIET}")
    time.sleep(3)
    check(browser, "the mouse keeps it", not browser.do(QUIET))
    check(browser, "pages have been where they are", browser.do(place) == before, browser.do(place))
    move(browser, 500, 400)


def every_key(browser, url, name):
    """Each key that the manual and the reader's own page of keys name, which name the same."""
    opens(browser, url, name, "#page=20", "30,31")
    steps = [("ArrowRight", "32,33"), ("ArrowLeft", "30,31"), ("ArrowDown", "32,33"), ("ArrowUp", "30,31"), ("PageDown", "32,33"), ("PageUp", "30,31"),
             (" ", "32,33"), ("shift", "30,31"), ("End", "192,193"), ("Home", "1")]
    for key, pages in steps:
        if key == "shift":
            for kind in ["keyDown", "keyUp"]:
                browser.call("Input.dispatchKeyEvent", type=kind, key=" ", code="Space", modifiers=8)
        else:
            browser.key(key)
        browser.eventually(f"{key!r} turns", f"{PAGES} === '{pages}' && {SHARP}")
    for key, zoom in [("+", 1.5), ("=", 2.25), ("-", 1.5), ("0", 1)]:
        browser.key(key, key)
        browser.eventually(f"{key} zooms", f"{ZOOM} === {zoom}")
    for key, part in [("o", "contents"), ("t", "thumbnails"), ("/", "search"), ("l", "looks")]:
        browser.key(key, key)
        browser.eventually(f"{key} opens", SHOWN.format(part))
        check(browser, "the focus is there", browser.do(f"document.getElementById('{part}').contains(document.activeElement)"), browser.do("document.activeElement.outerHTML"))
        browser.key("Escape")
        browser.eventually("Escape closes it", f"!{SHOWN.format('panel')} && document.activeElement.id === 'stage'")
    browser.key("n", "n")
    browser.eventually("n is night", f"document.documentElement.classList.contains('night') && {SHARP} && !document.querySelector('.ghost')")
    browser.key("n", "n")
    browser.eventually("and day", f"!document.documentElement.classList.contains('night') && {SHARP} && !document.querySelector('.ghost')")
    browser.key("End")
    browser.eventually("at the end", f"{PAGES} === '192,193'")
    for pages, way in [("192", "single"), ("191,192", "double"), ("190,191", "cover")]:
        browser.key("d", "d")
        browser.eventually(f"d has {way}", f"{PAGES} === '{pages}' && document.querySelector('#ways input:checked').value === '{way}'")
    browser.key("c", "c")
    browser.eventually("c scrolls", f"{SEEN}.some(({{ page }}) => page === 190) && document.querySelector('#ways input:checked').value === 'scroll'")
    browser.key("c", "c")
    browser.eventually("and turns again", f"{PAGES} === '190,191'")
    browser.key("f", "f")
    browser.eventually("f fills the screen", "document.fullscreenElement !== null")
    browser.key("f", "f")
    browser.eventually("and leaves it", "document.fullscreenElement === null")
    browser.key("?", "?")
    browser.eventually("? lists the keys", "document.getElementById('keys').open")
    listed = browser.do("[...document.querySelectorAll('#keys kbd')].map((key) => key.textContent)")
    browser.key("Escape")
    browser.eventually("until it is closed", "!document.getElementById('keys').open")
    manual = (Path(__file__).parents[3] / "docs/web.md").read_text()
    table = manual[manual.index("| to | keys | by hand |"):].split("\n\n")[0]
    named = re.findall(r"`([^`]+)`", table)
    check(browser, "the manual names the keys that the reader lists", named == listed, (named, listed))


def by_hand(browser, url, name):
    """The same by the buttons, the slider, and the field."""
    opens(browser, url, name, "#page=20", "30,31")
    for button, part in [("contents-button", "contents"), ("pages-button", "thumbnails"), ("search-button", "search"), ("looks-button", "looks")]:
        click(browser, f"#{button}")
        browser.eventually(f"{button} opens", SHOWN.format(part))
    click(browser, "#panel-close")
    browser.eventually("a button closes that", f"!{SHOWN.format('panel')}")
    click(browser, "#right")
    browser.eventually("a button turns", f"{PAGES} === '32,33'")
    click(browser, "#left")
    browser.eventually("and back", f"{PAGES} === '30,31'")
    box = browser.do("(() => { const { left, top, width, height } = document.getElementById('slider').getBoundingClientRect(); return [left, top + height / 2, width]; })()")
    move(browser, box[0] + box[2] / 2 - 20, box[1])
    browser.eventually("over the slider a page is shown with its part of the contents",
                       "!document.getElementById('preview').hidden && document.querySelector('#preview b').textContent === 'Page 87' && document.querySelector('#preview span').textContent.length > 3 && document.querySelector('#preview img').naturalWidth > 50")
    move(browser, 600, 400)
    browser.eventually("no more beside it", "document.getElementById('preview').hidden")
    for kind in ["mousePressed", "mouseReleased"]:
        browser.call("Input.dispatchMouseEvent", type=kind, x=box[0] + box[2] / 2, y=box[1], button="left", buttons=1, clickCount=1)
    browser.eventually("the slider leads there", f"{PAGES} === '96,97' && {SHARP}")
    click(browser, "#number")
    browser.call("Input.insertText", text="iv")
    browser.key("Enter", "\r")
    browser.eventually("the field leads to a label", f"{PAGES} === '6,7' && {SHARP}")
    browser.do("document.getElementById('stage').focus()")
    browser.call("Input.dispatchMouseEvent", type="mouseWheel", x=600, y=400, deltaX=0, deltaY=120)
    browser.eventually("the wheel turns", f"{PAGES} === '8,9' && {SHARP}")
    browser.call("Input.dispatchMouseEvent", type="mouseWheel", x=600, y=400, deltaX=0, deltaY=-120, modifiers=2)
    browser.eventually("with Ctrl it zooms", f"{ZOOM} > 1.5")
    browser.key("0", "0")


def click(browser, selector):
    x, y = browser.do(f"(() => {{ const {{ left, top, width, height }} = document.querySelector('{selector}').getBoundingClientRect(); return [left + width / 2, top + height / 2]; }})()")
    move(browser, x - 20, y)
    for kind in ["mousePressed", "mouseReleased"]:
        browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)


def searching(browser, url, name):
    """From hit to hit, until search is closed: then nothing is marked."""
    opens(browser, url, name, "#page=20", "30,31")
    browser.key("/", "/")
    browser.call("Input.insertText", text="must not")
    browser.key("Enter", "\r")
    marked = "document.querySelectorAll('.slide.current .marks .now').length"
    browser.eventually("the first hit from here on is gone to", f"/^\\d+ of \\d+$/.test({HIT}) && {marked} > 0 && document.querySelectorAll('#search li').length > 100")
    browser.eventually("all are counted", "/^\\d+ found$/.test(document.querySelector('#search p').textContent)")
    first, count = map(int, browser.do(HIT).split(" of "))
    cut = browser.do("""[...document.querySelectorAll('#search li button')].map((button) => [button.childNodes[1].data, button.childNodes[3].data])""")
    words = set(" ".join(before + " " + after for before, after in cut).split())
    check(browser, "no word is cut", not {"insta", "A shared l", "t provide"} & words and "shared" in words, sorted(words)[:40])
    browser.key("Enter", "\r")
    browser.eventually("Enter leads to the next", f"{HIT} === '{first + 1} of {count}' && {marked} > 0")
    browser.key("F3")
    browser.eventually("F3 does", f"{HIT} === '{first + 2} of {count}' && {marked} > 0")
    for kind in ["keyDown", "keyUp"]:
        browser.call("Input.dispatchKeyEvent", type=kind, key="F3", code="F3", modifiers=8)
    browser.eventually("with Shift to the one before", f"{HIT} === '{first + 1} of {count}'")
    click(browser, "#hit-after")
    browser.eventually("so do buttons", f"{HIT} === '{first + 2} of {count}'")
    click(browser, "#hit-before")
    browser.eventually("both ways", f"{HIT} === '{first + 1} of {count}'")
    for _ in range(first + 1):
        browser.do("document.getElementById('hit-before').click()")
    browser.eventually("and around the end", f"{HIT} === '{count} of {count}'")
    click(browser, "#contents-button")
    browser.eventually("while contents are read marks stay", f"{SHOWN.format('contents')} && {marked} > 0")
    click(browser, "#hits-close")
    browser.eventually("closed, nothing is marked", "document.querySelectorAll('.marks div').length === 0 && document.getElementById('hits').hidden && document.querySelectorAll('#search li').length === 0")
    browser.key("/", "/")
    browser.call("Input.insertText", text="must not")
    browser.key("Enter", "\r")
    browser.eventually("found once more", f"{marked} > 0")
    browser.key("Escape")
    browser.eventually("Escape does that, too", "document.querySelectorAll('.marks div').length === 0 && document.getElementById('hits').hidden")


def contents(browser, url, name):
    opens(browser, url, name, "#page=20", "30,31")
    browser.key("o", "o")
    current = "document.querySelector('#contents [aria-current]')"
    browser.eventually("the part that is read is marked", f"{current}?.firstChild.data === 'Changes to the upstream sources'")
    check(browser, "with its page", browser.do(f"{current}.querySelector('small').textContent") == "20")
    check(browser, "in view, with the focus", browser.do(f"document.activeElement === {current} && {current}.getBoundingClientRect().top > 0 && {current}.getBoundingClientRect().bottom < innerHeight"))
    check(browser, "its name is above the pages", browser.do("document.getElementById('chapter').textContent") == "Changes to the upstream sources")
    entries = "document.querySelectorAll('#contents .entry').length"
    before = browser.do(entries)
    browser.do("document.querySelector('#contents .fold[aria-expanded=false]').click()")
    browser.eventually("a part unfolds", f"{entries} > {before}")
    click(browser, "#contents .fold[aria-expanded=true]")
    browser.eventually("and folds", "document.querySelector('#contents ol ol').hidden")
    browser.do(f"{current}.closest('ol').previousElementSibling.querySelector('.fold').click()")
    browser.eventually("the part around what is read is marked where that is folded", f"{current}.firstChild.data === 'Source packages'")
    browser.key("Escape")


def many_pages(browser, url, name):
    """Thumbnails of 10,000 pages: only those in view are there."""
    opens(browser, url, name, "", "1")
    frames = """(async () => { const times = []; let last = performance.now(); const end = last + 1500;
        const pane = document.getElementById('thumbnails'); pane.scrollTop = 0;
        while (last < end) { await new Promise(requestAnimationFrame); const now = performance.now(); times.push(now - last); last = now; pane.scrollTop += 400; }
        return times.sort((a, b) => b - a).slice(0, 3).map(Math.round); })()"""
    browser.key("t", "t")
    browser.eventually("thumbnails are there", "[...document.querySelectorAll('#thumbnails img')].filter((image) => image.naturalWidth > 20).length > 5")
    print("longest frames while they are scrolled, in milliseconds:", browser.do(frames))
    check(browser, "few are there at once", browser.do("document.querySelectorAll('#thumbnails button').length") < 120)
    browser.do("document.getElementById('thumbnails').scrollTop = 1e9")
    browser.eventually("the last one is, at the end", "[...document.querySelectorAll('#thumbnails button')].at(-1)?.dataset.page === '10000'")
    browser.do("document.querySelector('#thumbnails button[data-page=\"9998\"]').click()")
    browser.eventually("and leads there", f"{PAGES}.split(',').includes('9998') && {SHARP}")
    browser.key("t", "t")
    browser.key("t", "t")
    at = "document.activeElement?.dataset.page"
    browser.eventually("opened again, it is where one reads", f"{at} === '9998'")
    browser.key("ArrowLeft")
    browser.eventually("keys lead from one to the next", f"{at} === '9997'")
    browser.key("Home")
    browser.eventually("and to the first", f"{at} === '1'")
    browser.key("Enter", "\r")
    browser.eventually("which is gone to", f"{PAGES} === '1' && {SHARP}")


def by_touch(browser, url, name):
    browser.size(390, 780, True)
    opens(browser, url, name, "#page=20", "30")
    browser.eventually("bars go", QUIET)
    browser.touch((195, 400))
    browser.eventually("a tap in the middle brings them", f"!{QUIET} && {PAGES} === '30'")
    time.sleep(0.5)
    browser.touch((195, 400))
    browser.eventually("and takes them away", QUIET)
    # Two taps at one place zoom, unless a moment is between them.
    time.sleep(0.5)
    browser.touch((370, 400))
    browser.eventually("a tap at the side turns", f"{PAGES} === '31' && {SHARP}")
    browser.touch((370, 400))
    browser.touch((370, 400))
    browser.eventually("two quick ones twice", f"{PAGES} === '33' && {SHARP} && {ZOOM} === 1")
    for page in [32, 31, 30]:
        browser.touch((20, 400))
        browser.eventually("and back", f"{PAGES} === '{page}'")
    for _ in range(2):
        browser.touch((195, 400))
    browser.eventually("two in the middle zoom", f"{ZOOM} > 2")
    time.sleep(0.5)
    for _ in range(2):
        browser.touch((195, 400))
    browser.eventually("and back", f"{ZOOM} === 1")
    time.sleep(0.5)
    browser.touch((300, 400), (250, 400), (150, 402), (60, 402))
    browser.eventually("a flick turns", f"{PAGES} === '31' && {SHARP}")
    browser.touch((195, 400))
    browser.eventually("bars are there", f"!{QUIET}")
    browser.touch((52, 20))
    browser.eventually("contents cover the pages", f"{SHOWN.format('contents')} && document.getElementById('panel').getBoundingClientRect().width === 390")
    browser.do("[...document.querySelectorAll('#contents .entry')].find((entry) => entry.firstChild.data === 'Package relationships').click()")
    browser.eventually("until one is chosen", f"!{SHOWN.format('panel')} && {PAGES} === '30'")
    browser.do("document.querySelector('#ways input[value=scroll]').click()")
    browser.eventually("scrolled, too", f"{SEEN}[0]?.page === 30")
    browser.eventually("bars go", QUIET)
    browser.touch((195, 300))
    browser.eventually("a tap brings them", f"!{QUIET}")
    browser.do("document.querySelector('#ways input[value=single]').click()")
    browser.eventually("it turns again", f"{PAGES} === '30' && {SHARP}")
    for width, height in [(780, 390), (390, 780)]:
        browser.size(width, height, True)
        browser.eventually(f"nothing is wider than {width} pixels", f"innerWidth === {width} && document.documentElement.scrollWidth <= {width} && {SHARP}")
    browser.size(1200, 900)


def main():
    url, name, long = sys.argv[1:4]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        try:
            browser.size(1200, 900)
            for part in [bars, every_key, by_hand, searching, contents, by_touch]:
                part(browser, url, name)
            many_pages(browser, url, long)
            check(browser, "nothing went wrong in the browser", not browser.problems, browser.problems)
        finally:
            browser.stop()


if __name__ == "__main__":
    main()
