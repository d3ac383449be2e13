#!/usr/bin/env python3
"""Uses the library's page of sheaf-web as a person does, in headless Chromium.

    browser_library.py URL LIBRARY EMPTY FOLDER [PICTURES]
    browser_library.py --many URL COUNT [PICTURES]

URL is that of a library which documents may be put into, whose folder is LIBRARY, with the policy manual as "Chapter 2.pdf", "Chapter 10.pdf" and "Été à Paris.epub", an
image, a PDF with a password, one of 0 bytes and one without pages; EMPTY that of a library without documents, whose folder is FOLDER. With --many it is one of COUNT texts called "text 0.txt" and so on.
Prints a line for each fact that holds; the first one that doesn't ends it with status 1. Pictures of the screen go to PICTURES.
"""
import json
import os
import sys
import tempfile
import time

from browser import PAGES, SHARP, Browser, check

TITLES = '[...document.querySelectorAll("#books .title")].map(({ textContent }) => textContent).join("|")'
COUNT = 'document.getElementById("count")?.textContent'
FOCUS = '(document.activeElement.querySelector(".title")?.textContent ?? document.activeElement.id)'
DESK, TABLET, PHONE = (1440, 900), (820, 1180), (390, 844, True)


def middle(browser, selector):
    """Where the first element of a selector is, that is seen."""
    return browser.do(f"(() => {{ const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; }})()")


def click(browser, selector):
    x, y = middle(browser, selector)
    for kind in ["mouseMoved", "mousePressed", "mouseReleased"]:
        browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="none" if kind == "mouseMoved" else "left", clickCount=1)


def write(browser, text):
    for character in text:
        browser.key(character, character, "Space" if character == " " else None)


def erase(browser):
    browser.key("Escape")


def drop(browser, *paths):
    """Drops files on the page, as from a file manager."""
    data = {"items": [], "files": list(paths), "dragOperationsMask": 1}
    for kind in ["dragEnter", "dragOver", "drop"]:
        browser.call("Input.dispatchDragEvent", type=kind, x=500, y=500, data=data)
        if kind == "dragOver":
            browser.eventually("where it may be dropped is seen", 'getComputedStyle(document.getElementById("drop")).display === "grid"')
            browser.picture("dropping")


def rows(*wanted):
    """Whether files are listed with this said of them."""
    return f"""JSON.stringify([...document.querySelectorAll("#adding li")].map((one) => [one.querySelector("b").textContent, one.querySelector(".said").textContent])) === {json.dumps(json.dumps(wanted, separators=(",", ":"), ensure_ascii=False))}"""


def open_library(browser, url, query=""):
    browser.call("Page.navigate", url="about:blank")
    browser.call("Page.navigate", url=url + query)


def listed(browser, url):
    browser.size(*DESK)
    open_library(browser, url)
    browser.eventually("titles are sorted as people count", f'{TITLES} === "Beach|broken|Chapter 2|Chapter 10|empty|Été à Paris|locked"')
    check(browser, "how many there are is said", browser.do(COUNT) == "7 documents", browser.do(COUNT))
    for title, reason in [("locked", "Locked by a password"), ("empty", "The file is empty."), ("broken", "no objects found")]:
        browser.eventually(f"why {title} has no cover is said", f'document.querySelector(`.book[data-title="{title}"] .reason`)?.textContent.includes({json.dumps(reason)})')
    browser.eventually("the others have theirs", 'document.querySelectorAll("#books .cover.there").length === 4')
    check(browser, "nothing is read yet", browser.do('document.getElementById("reading").hidden'))
    browser.picture("listed")
    for role in ["banner", "main", "search"]:
        check(browser, f"a screen reader finds the landmark {role}", sum(node.get("role", {}).get("value") == role for node in browser.call("Accessibility.getFullAXTree")["nodes"]) == 1)
    browser.axe("a library")


def filtered(browser):
    browser.key("/", "/", "Slash")
    check(browser, "a key leads to the filter", browser.do(FOCUS) == "filter", browser.do(FOCUS))
    write(browser, "ETE")
    browser.eventually("what is typed is found without accents and capitals", f'{TITLES} === "Été à Paris" && {COUNT} === "1 of 7 documents"')
    browser.axe("a filter")
    erase(browser)
    browser.eventually("Escape shows all", f'{COUNT} === "7 documents"')
    write(browser, "pdf 1 chap")
    browser.eventually("all words count, those of formats too", f'{TITLES} === "Chapter 10" && {COUNT} === "1 of 7 documents"')
    write(browser, "x")
    browser.eventually("that there is none is said", f'{COUNT} === "0 of 7 documents" && document.getElementById("none").checkVisibility()')
    browser.picture("none")
    browser.axe("nothing found")
    click(browser, "#clear")
    browser.eventually("a button shows all", f'{COUNT} === "7 documents" && {FOCUS} === "filter"')


def moved_about(browser):
    """By the keyboard alone."""
    browser.do('document.querySelector("#books a").focus()')
    for key, title in [("ArrowRight", "broken"), ("End", "locked"), ("ArrowRight", "locked"), ("ArrowLeft", "Été à Paris"), ("Home", "Beach")]:
        browser.key(key)
        browser.eventually(f"{key} leads to {title}", f"{FOCUS} === {title!r}")
    browser.size(*PHONE)
    browser.eventually("a phone has two in a row", 'getComputedStyle(document.getElementById("books")).gridTemplateColumns.split(" ").length === 2')
    # Rows are laid out a moment later.
    browser.do('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))')
    browser.do('document.querySelector("#books a").focus()')
    browser.key("ArrowDown")
    browser.eventually("ArrowDown leads to the row below", f"{FOCUS} === 'Chapter 2'")
    browser.size(*DESK)
    browser.key("n", "n", "KeyN")
    browser.eventually("a key makes it night", 'document.documentElement.classList.contains("night") && document.getElementById("night-button").ariaPressed === "true"')
    browser.axe("night")
    browser.key("n", "n", "KeyN")
    browser.eventually("and day", '!document.documentElement.classList.contains("night")')


def read_on(browser, url):
    """Two documents are read, and the page says so, in the tab that was there, too."""
    for title, number, keys in [("Chapter 2", 30, 1), ("Été à Paris", 2, 0)]:
        click(browser, f'#books .book[data-title="{title.lower()}"]')
        browser.eventually(f"{title} opens", f'location.pathname.includes("/read/") && {SHARP}')
        browser.do(f'location.hash = "#number={number}"')
        browser.eventually("a page is turned to", f'{PAGES}.split(",").includes("{number}") && {SHARP}')
        for _ in range(keys):
            browser.key("ArrowRight")
        open_library(browser, url, f"?{number}")
        browser.eventually("what was read last is offered first", f'document.querySelector("#reading .title")?.textContent === {json.dumps(title)} && document.querySelector("#reading .cover.there") !== null')
    said = browser.do('document.querySelector(`#books .book[data-title="chapter 2"] .about`).textContent')
    place = json.loads(browser.do('Object.entries(localStorage).find(([key, value]) => key.startsWith("sheaf:") && JSON.parse(value).page > 29)[1]'))
    check(browser, "how far it was read is said", said == f"PDF · page {place['label']} · {round(100 * place['page'] / place['pages'])} %", (said, place))
    check(browser, "and seen", abs(browser.do('(() => { const [bar, part] = ["", " div"].map((one) => document.querySelector(`#books .book[data-title="chapter 2"] .bar${one}`).offsetWidth); return part / bar; })()') - place["page"] / place["pages"]) < 0.02)
    browser.picture("reading")
    browser.axe("what is read on")
    browser.size(*PHONE)
    browser.eventually("a phone is no wider than it is", "document.documentElement.scrollWidth <= innerWidth && document.querySelector('#reading ul').scrollWidth > innerWidth")
    browser.picture("reading-phone")
    browser.axe("a phone")
    for paper in ["night", "sepia", "inverted"]:
        browser.do(f'localStorage.setItem("sheaf-looks", "{paper}")')
        open_library(browser, url, f"?{paper}")
        browser.eventually(f"it is {paper}", f'document.documentElement?.dataset.paper === "{paper}" && document.querySelectorAll("#books .cover.there").length > 0')
        browser.picture(f"phone-{paper}")
        browser.axe(paper)
    browser.do('localStorage.removeItem("sheaf-looks")')
    browser.size(*DESK)
    open_library(browser, url, "?order")
    browser.eventually("it is there", f'{COUNT} === "7 documents"')
    browser.do('document.getElementById("order").focus()')
    browser.key("End")
    browser.eventually("a key sorts by what was read last", f'{TITLES}.startsWith("Été à Paris|Chapter 2|Beach|")')
    open_library(browser, url, "?again")
    browser.eventually("the browser remembers the order", f'{TITLES}.startsWith("Été à Paris|Chapter 2|Beach|")')
    browser.do('document.getElementById("order").focus()')
    browser.key("ArrowUp")
    browser.eventually("or by what is newest", f'{TITLES}.startsWith("Beach|")')
    browser.key("Home")
    browser.eventually("or by title", f'{TITLES}.startsWith("Beach|broken|Chapter 2|")')
    x, y = middle(browser, "#reading a")
    browser.size(*PHONE)
    x, y = middle(browser, "#reading a")
    browser.touch((x, y))
    browser.eventually("a finger reads on", f"location.pathname.includes('/read/') && {PAGES}.split(',').includes('2') && {SHARP}")
    browser.size(*DESK)


def added(browser, url, library, folder):
    open_library(browser, url, "?adding")
    browser.eventually("documents may be added", 'document.getElementById("add")?.hidden === false')
    paths = [os.path.join(folder, name) for name in ["Notes & more.txt", "program.exe", "Chapter 2.pdf", "large.txt"]]
    for path in paths[:3]:
        with open(path, "w") as file:
            file.write("What was added is read.\n")
    with open(paths[3], "wb") as file:
        file.write(b"A line of a long text.\n" * 400_000)
    os.mkdir(os.path.join(folder, "a folder"))
    drop(browser, *paths[:3], os.path.join(folder, "a folder"))
    browser.eventually("of each it is said what came of it", rows(
        ["Notes & more.txt", "Added."], ["program.exe", "No document that is served has such an ending."], ["Chapter 2.pdf", "There is a document of this name."],
        ["a folder", "A folder is not added: drop the files in it."]))
    check(browser, "the last is heard", browser.do('document.getElementById("note").textContent') == "Chapter 2.pdf: there is a document of this name")
    browser.eventually("what has come is there", f'{TITLES}.includes("|Notes & more") && {COUNT} === "8 documents"')
    browser.eventually("with its cover", 'document.querySelector(`.book[data-title="notes & more"] .cover.there`) !== null')
    browser.picture("added")
    browser.axe("what was added")
    check(browser, "it is in the folder", os.path.exists(os.path.join(library, "Notes & more.txt")))
    # So slowly that it is seen.
    browser.call("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=1_500_000)
    drop(browser, paths[3])
    browser.eventually("how much was sent is seen", '(() => { const bar = document.querySelector("#adding progress"); return bar?.value > 0 && bar.value < 1 && document.querySelector("#adding .said").textContent === `${Math.round(100 * bar.value)} %`; })()')
    browser.picture("sending")
    browser.axe("what is sent")
    click(browser, "#adding li button")
    browser.eventually("it can be stopped", rows(["large.txt", "Stopped."]))
    browser.call("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    check(browser, "and is not there", not os.path.exists(os.path.join(library, "large.txt")))
    large = os.path.join(folder, "larger.txt")
    with open(large, "wb") as file:
        file.truncate(40 << 20)
    drop(browser, large)
    browser.eventually("a document that is too large is refused before it is sent", rows(["larger.txt", "A document has at most 20000000 bytes."]))
    click(browser, "#adding button")
    browser.eventually("the list can be closed", 'document.getElementById("adding").hidden')


def empty(browser, url, folder):
    open_library(browser, url)
    browser.eventually("an empty library says what to do", """document.getElementById("state")?.checkVisibility() && document.querySelector("#state h2").textContent === "There are no documents yet"
        && document.querySelector("#state p").textContent.includes("sheaf-web --library FOLDER")""")
    check(browser, "nothing may be added to this one", browser.do('document.getElementById("add").hidden && document.getElementById("choose").hidden'))
    browser.picture("empty")
    browser.axe("an empty library")
    browser.eventually("it looks again", 'performance.getEntriesByType("resource").filter(({ name }) => name.includes("documents.json")).length > 2')
    with open(os.path.join(folder, "first.txt"), "w") as file:
        file.write("The first.\n")
    browser.eventually("what comes is there by itself", f'{TITLES} === "first" && !document.getElementById("state").checkVisibility() && {COUNT} === "1 document"')


def troubled(browser, url):
    browser.call("Network.setBlockedURLs", urls=["*documents.json*"])
    open_library(browser, url, "?troubled")
    browser.eventually("that the server does not answer is said", 'document.querySelector("#state h2")?.textContent === "The server does not answer." && document.getElementById("again").checkVisibility()')
    browser.picture("troubled")
    browser.axe("no answer")
    browser.call("Network.setBlockedURLs", urls=[])
    click(browser, "#again")
    browser.eventually("it goes on", f'{TITLES}.includes("Beach") && !document.getElementById("state").checkVisibility()')
    click(browser, "#night-button")
    click(browser, "#night-button")


def many(browser, url, count):
    for size in [DESK, PHONE]:
        browser.size(*size)
        open_library(browser, url, f"?{size[0]}")
        browser.eventually(f"{count} documents are listed", f'{COUNT} === "{count:,} documents" && document.querySelector(".book") !== null')
        browser.eventually("covers that are seen are there", '[...document.querySelectorAll("#books li")].filter((one) => one.getBoundingClientRect().top < innerHeight).every((one) => one.querySelector(".there"))')
        books = browser.do('document.querySelectorAll(".book").length')
        check(browser, "few of them are in the page", 4 < books < 200, books)
        check(browser, "each says which it is", browser.do('(({ ariaPosInSet, ariaSetSize }) => `${ariaPosInSet} ${ariaSetSize}`)(document.querySelectorAll("#books li")[3])') == f"4 {count}")
        browser.do('document.querySelector("#books a").focus()')
        browser.key("End")
        browser.eventually("a key leads to the last", f'{FOCUS} === "text {count - 1}" && document.activeElement.getBoundingClientRect().bottom <= innerHeight')
        browser.eventually("with its cover", 'document.activeElement.querySelector(".there") !== null')
        browser.key("Home")
        browser.eventually("and to the first", f'{FOCUS} === "text 0" && scrollY < 200')
        longest = browser.do("""(async () => { let longest = 0, last = performance.now();
            const pane = document.documentElement;
            for (let part = 0; part <= 90; part += 1) { scrollTo(0, pane.scrollHeight * part / 90); await new Promise(requestAnimationFrame); const now = performance.now(); longest = Math.max(longest, now - last); last = now; }
            return longest; })()""")
        browser.eventually("where scrolling stops there is what is there", f'{TITLES}.endsWith("text {count - 1}")')
        browser.key("/", "/", "Slash")
        spent = []
        for character in f"{count - 7}":
            browser.do("document.getElementById('filter').addEventListener('input', () => { window.began = performance.now(); }, { capture: true, once: true }), document.getElementById('filter').addEventListener('input', () => { document.body.offsetHeight; window.spent = performance.now() - began; }, { once: true }), 0")
            browser.key(character, character)
            spent.append(browser.do("window.spent"))
        browser.eventually("what is typed is found", f'{TITLES} === "text {count - 7}" && {COUNT} === "1 of {count:,} documents"')
        print(f"{size[0]} pixels: a letter in the filter takes {max(spent):.1f} ms at most, the longest frame of scrolling through all {longest:.0f} ms")
        browser.axe("many documents")


def main():
    isMany = sys.argv[1] == "--many"
    arguments = sys.argv[2:4] if isMany else sys.argv[1:5]
    # Where pictures go, as browser.py has it.
    sys.argv[1:] = [""] * 6 + sys.argv[4 if isMany else 5 :]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile, tempfile.TemporaryDirectory() as folder:
        browser = Browser(profile)
        try:
            if isMany:
                many(browser, arguments[0], int(arguments[1]))
            else:
                url, library, bare, bare_folder = arguments
                listed(browser, url)
                filtered(browser)
                moved_about(browser)
                read_on(browser, url)
                added(browser, url, library, folder)
                empty(browser, bare, bare_folder)
                troubled(browser, url)
            # What is refused is an error to the browser.
            others = [one for one in browser.problems if "Failed to load resource" not in one and "WebSocket" not in one]
            check(browser, "nothing else went wrong in the browser", not others, others)
        finally:
            browser.stop()


if __name__ == "__main__":
    main()
