#!/usr/bin/env python3
"""Uses the reader of sheaf-web as a person does, in headless Chromium.

    browser.py URL NAME MANGA LINKS BOOK LABELS [FOLDER]

URL is that of the library, and the others are what documents of it are called in URLs: the policy manual as PDF, a comic of four pages that is
read from the right, a page with a link to the web among others, the policy manual as EPUB, and two parts of three pages each
that are counted from 1.

Prints a line for each fact that holds; the first one that doesn't ends it with status 1. Pictures of the screen go to FOLDER.
"""
import base64
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import time

from policy import FRONT_MATTER, PAGE_COUNT, links_on

try:
    from PIL import Image, ImageStat
except ImportError:
    # Who takes no pictures needs none: the benchmark.
    Image = ImageStat = None


class PageGone(SystemExit):
    """The page that was asked is no longer there: another one is being loaded in its place."""


class Browser:
    """Chromium, told what to do over pipes by its protocol (https://chromedevtools.github.io/devtools-protocol/)."""

    def __init__(self, profile, *options):
        down, to = os.pipe()
        back, up = os.pipe()

        def place():
            # It reads from 3 and writes to 4. They may be there already, the other way round.
            first, second = os.dup(down), os.dup(up)
            while min(first, second) < 5:
                first, second = os.dup(first), os.dup(second)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--remote-debugging-pipe", f"--user-data-dir={profile}", "--window-size=1200,900", *options, "about:blank"],
            close_fds=False, preexec_fn=place, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(down)
        os.close(up)
        self.to, self.back = to, os.fdopen(back, "rb", buffering=0)
        self.rest = b""
        self.last = 0
        self.session = None
        self.problems = []
        # What was said to the page server's reader, and by it, by that WebSocket.
        self.told, self.heard = [], []
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(f"{domain}.enable")

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def receive(self):
        while b"\0" not in self.rest:
            piece = self.back.read(65536)
            if not piece:
                raise SystemExit("the browser has ended")
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        while True:
            answer = self.receive()
            if answer.get("method") == "Fetch.requestPaused":
                self.is_held = True
            if answer.get("method") == "Runtime.exceptionThrown":
                self.problems.append(answer["params"]["exceptionDetails"].get("exception", {}).get("description", "an exception"))
            if answer.get("method") == "Log.entryAdded" and answer["params"]["entry"]["level"] == "error":
                self.problems.append(f'{answer["params"]["entry"]["text"]} {answer["params"]["entry"].get("url")}')
            for name, list in [("Network.webSocketFrameSent", self.told), ("Network.webSocketFrameReceived", self.heard)]:
                if answer.get("method") == name:
                    list.append(json.loads(answer["params"]["response"]["payloadData"]))
            if answer.get("id") == self.last:
                if "error" in answer:
                    gone = re.search("navigated or closed|context", answer["error"].get("message", ""))
                    raise (PageGone if gone else SystemExit)(f"{method}: {answer['error']}")
                return answer["result"]

    def do(self, script):
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise SystemExit(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def eventually(self, what, script):
        """Waits until a script says true: long, since the machine may be busy."""
        end = time.monotonic() + 240
        while True:
            try:
                value = self.do(script)
            except PageGone:
                value = None
            if value:
                print("ok:", what)
                return value
            if time.monotonic() > end:
                self.picture("failed")
                raise SystemExit(f"not so: {what}: {script} is {value}; {self.problems}")
            time.sleep(0.05)

    def follow(self, selector):
        """Clicks on a link, whose page may come before the click is answered."""
        try:
            self.do(f"document.querySelector({json.dumps(selector)}).click()")
        except PageGone:
            pass

    def until(self, what, holds):
        """Waits until what was told and heard is so."""
        end = time.monotonic() + 60
        while not holds():
            if time.monotonic() > end:
                self.picture("failed")
                raise SystemExit(f"not so: {what}: {self.told[-20:]} {self.heard[-20:]}")
            self.do("0")
            time.sleep(0.02)
        print("ok:", what)

    def events(self):
        """The appearance events that were told, as NAVIGATION's rules name them."""
        short = {"willAppear": "WA", "didAppear": "DA", "willDisappear": "WD", "didDisappear": "DD"}
        return [short[one["event"]] + str(one["index"]) for message in self.heard if (one := message.get("watch", {}).get("appearance"))]

    def shown(self):
        """The page on which the reader was when that was told last."""
        return next((state["location"]["index"] for message in reversed(self.heard) if (state := message.get("watch", {}).get("state"))), None)

    def methods(self):
        """What was called, each once where it was called again and again."""
        names = [message["method"] for message in self.told]
        return [name for number, name in enumerate(names) if number == 0 or name != names[number - 1]]

    def forget(self):
        self.told.clear()
        self.heard.clear()

    def key(self, key, text=None, code=None):
        # Those with which the browser itself does something.
        number = {"Escape": 27, "Tab": 9}.get(key, 0)
        for kind in ["keyDown", "keyUp"]:
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code or key, windowsVirtualKeyCode=number, **({"text": text} if text and kind == "keyDown" else {}))

    def touch(self, *points):
        """A finger that comes down, moves over points, and is lifted."""
        for kind, at in zip(["touchStart"] + ["touchMove"] * (len(points) - 1), points):
            self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": at[0], "y": at[1]}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def fingers(self, kind, *points):
        """Fingers as they are then: all that are down or, at touchEnd, those that are lifted; none: all are."""
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y, "id": number} for number, x, y in points])

    def hold(self, *patterns):
        """Lets no request go out whose address is like one of these, until it is called with none."""
        self.call("Fetch.disable")
        # What is in the cache is not asked for.
        self.call("Network.setCacheDisabled", cacheDisabled=bool(patterns))
        if not patterns:
            return
        # The page does so a moment later.
        probe, self.is_held = "documents.json?held", False
        self.call("Fetch.enable", patterns=[{"urlPattern": pattern} for pattern in (*patterns, f"*/{probe}")])
        while not self.is_held:
            self.do(f"void fetch('../{probe}')")

    def screen(self):
        return Image.open(io.BytesIO(base64.b64decode(self.call("Page.captureScreenshot")["data"]))).convert("RGB")

    def picture(self, name):
        if len(sys.argv) > 7:
            self.screen().save(f"{sys.argv[7]}/{name}.png")

    def axe(self, state, *selectors):
        """Looks at the page as it is with axe-core (https://github.com/dequelabs/axe-core), which `make deps` has put beside this Python: nothing may be found. `selectors`: only in these parts."""
        if not self.do("'axe' in window"):
            with open(os.path.join(sys.prefix, "axe.min.js")) as file:
                self.do(f"{file.read()};0")
        # What appears is looked at when it is there: half transparent it has another contrast.
        found = self.do(f"""(async () => {{
            await Promise.all(document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity).map((one) => one.finished.catch(() => {{}})));
            const {{ violations }} = await axe.run({json.dumps([[one] for one in selectors]) if selectors else "document"}, {{ resultTypes: ["violations"] }});
            return violations.flatMap(({{ id, help, nodes }}) => nodes.map(({{ target, any, all, none }}) =>
                `${{id}}: ${{help}}: ${{target}}: ${{[...any, ...all, ...none].map(({{ message }}) => message)}}`)); }})()""")
        if found:
            self.picture("failed")
            raise SystemExit(f"not so: axe-core finds nothing: {state}:\n" + "\n".join(found))
        print("ok: axe-core finds nothing:", state)

    def size(self, width, height, is_phone=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2 if is_phone else 1, mobile=is_phone)
        self.call("Emulation.setTouchEmulationEnabled", enabled=is_phone)


SHARP = """(() => { const pages = [...document.querySelectorAll(".slide.current .page")];
    return pages.length > 0 && pages.every((page) => page.dataset.shown === "whole"); })()"""
PAGES = '[...document.querySelectorAll(".slide.current .page")].map((page) => Number(page.dataset.page)).join()'


def check(browser, what, holds, shown=""):
    if not holds:
        browser.picture("failed")
        raise SystemExit(f"not so: {what} {shown!r} {browser.problems}")
    print("ok:", what)


def library(browser, url, name):
    browser.call("Page.navigate", url=url)
    browser.eventually("documents are listed", 'document.querySelectorAll(".book").length > 1')
    browser.hold("*/full/*")
    browser.call("Page.navigate", url=f"{url}?covers")
    browser.eventually("before any cover is there, titles and formats are in their places", """(() => { const covers = [...document.querySelectorAll(".cover")];
        const seen = ([...parts]) => parts.every((part) => part.textContent && part.checkVisibility({ visibilityProperty: true }) && part.offsetHeight > 8);
        return location.search && covers.length > 1 && covers.every((cover) => !cover.classList.contains("there") && seen(cover.querySelectorAll("b, i")) && cover.offsetHeight > 100)
            && covers.some((cover) => cover.querySelector("b").textContent === "policy" && cover.querySelector("i").textContent === "PDF"); })()""")
    browser.picture("placeholders")
    browser.hold()
    browser.eventually("covers take those", 'document.querySelectorAll(".cover").length === document.querySelectorAll(".cover.there").length')
    browser.call("Page.navigate", url=url)
    browser.eventually("covers are shown", 'document.querySelectorAll(".book").length > 1 && [...document.querySelectorAll(".book img")].every((image) => image.complete && image.naturalWidth > 50)')
    browser.picture("library")
    browser.do('(() => { const filter = document.getElementById("filter"); filter.value = "POLI"; filter.dispatchEvent(new Event("input")); })()')
    browser.eventually("titles are searched", '[...document.querySelectorAll(".book")].filter((book) => !book.hidden).every((book) => book.textContent.includes("policy"))')
    browser.follow(f'.book[href="read/{name}"]')
    browser.eventually("a book opens at its first page", f'{PAGES} === "1" && {SHARP}')


def adding(browser, url, name):
    """A document is chosen, as a person does with the button, and refused where it is there already."""
    browser.call("Page.navigate", url=url)
    browser.eventually("documents may be added", 'document.getElementById("add")?.hidden === false')
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "A note & more.txt")
        with open(path, "w") as file:
            file.write("What was added is read.\n")
        for said in ["A note & more.txt: added", "A note & more.txt: there is a document of this name"]:
            root = browser.call("DOM.getDocument")["root"]["nodeId"]
            files = browser.call("DOM.querySelector", nodeId=root, selector="#files")["nodeId"]
            browser.call("DOM.setFileInputFiles", nodeId=files, files=[path])
            browser.eventually(f"a document is added, and says {said!r}", f'[...document.querySelectorAll(".book span")].filter((one) => one.textContent === "A note & more").length === 1 && document.getElementById("note").textContent === {json.dumps(said)} && !document.getElementById("files").files.length')
    browser.picture("added")
    # The refusal is an error to the browser, and the only one.
    check(browser, "a refusal is one", len(browser.problems) == 1 and "409" in browser.problems[0], browser.problems)
    browser.problems.clear()


def turning(browser, url, name):
    browser.call("Page.navigate", url=f"{url}read/{name}#page=20")
    browser.eventually("an address leads to a page by its label", f'{PAGES} === "30,31" && {SHARP}')
    browser.picture("spread")
    # Each frame that is drawn is looked at: a page that is shown has its thumbnail at least.
    browser.do("""(() => { window.blank = 0; window.drawn = 0; const look = () => { window.drawn += 1;
        if ([...document.querySelectorAll(".slide.current .page")].some((page) => page.dataset.shown === "nothing")) window.blank += 1;
        requestAnimationFrame(look); }; requestAnimationFrame(look); })()""")
    for number in range(5):
        browser.key("ArrowRight")
        first = 32 + 2 * number
        browser.eventually(f"a key turns to page {first}", f'{PAGES} === "{first},{first + 1}"')
        browser.eventually("it is sharp", SHARP)
    browser.key("End")
    browser.eventually("a key leads to the end", f'{PAGES} === "{PAGE_COUNT - 1},{PAGE_COUNT}"')
    browser.key("Home")
    browser.eventually("and back", f'{PAGES} === "1"')
    browser.eventually("the address says where", 'location.hash === "#page=i" || location.hash === "#page=1"')
    browser.do("""(() => { window.pages = history.replaceState; history.replaceState = () => { throw new DOMException("too often", "SecurityError"); }; })()""")
    browser.key("ArrowRight")
    browser.eventually("a page has its text where its address is refused", f'{PAGES} === "2,3" && document.querySelectorAll(".slide.current .page[data-page=\'3\'] .text span").length > 5')
    check(browser, "and is remembered", browser.do(f'JSON.parse(localStorage.getItem("sheaf:{name}")).page === 2 && document.getElementById("place").textContent.startsWith("Page 2")'))
    browser.do("history.replaceState = pages")
    browser.eventually("the address comes later", 'location.hash === "#page=2"')
    browser.key("d", "d", "KeyD")
    browser.do('location.hash = "#page=27"')
    browser.eventually("one page is shown alone", f'{PAGES} === "37" && {SHARP}')
    browser.key("d", "d", "KeyD")
    browser.eventually("two are beside each other from the first one on", f'{PAGES} === "37,38"')
    browser.key("Home")
    browser.eventually("no cover stands alone then", f'{PAGES} === "1,2"')
    browser.key("d", "d", "KeyD")
    browser.eventually("a cover does", f'{PAGES} === "1"')
    browser.do('location.hash = "#page=27"')
    browser.eventually("it turns on", f'{PAGES} === "36,37"')
    for ends, first in [((1190, 300), 38), ((10, 900), 36)]:
        steps = [ends[0] + (ends[1] - ends[0]) * step / 5 for step in range(6)]
        for number, x in enumerate(steps):
            kind = "mousePressed" if number == 0 else "mouseMoved"
            browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=450, button="left", buttons=1, clickCount=1)
        check(browser, "what a mouse pulls is not selected", browser.do(SELECTED) == "", browser.do(SELECTED))
        browser.call("Input.dispatchMouseEvent", type="mouseReleased", x=ends[1], y=450, button="left", clickCount=1)
        browser.eventually("and is turned", f'{PAGES} === "{first},{first + 1}"')
    check(browser, "no frame had a blank page", browser.do("window.blank") == 0 and browser.do("window.drawn") > 10, browser.do("[window.blank, window.drawn].join()"))
    browser.call("Page.navigate", url=f"{url}read/{name}?again")
    browser.eventually("it comes back to where it was", f'{PAGES} === "36,37" && {SHARP}')
    browser.do(f'localStorage.setItem("sheaf:{name}", JSON.stringify({{ page: 500, label: "490", pages: 600, size: null }}))')
    browser.call("Page.navigate", url=f"{url}read/{name}?shortened")
    browser.eventually("what has become shorter is opened at its end", f'{PAGES} === "{PAGE_COUNT - 1},{PAGE_COUNT}" && {SHARP}')


def swiping(browser, url, name):
    """Over a trackpad, whose events go on when the fingers have left it."""
    browser.call("Page.navigate", url=f"{url}read/{name}?swipes#page=20")
    browser.eventually("it opens", f'{PAGES} === "30,31" && {SHARP}')
    # The wheel rests when the test says so.
    browser.do("""(() => { const later = setTimeout; window.setTimeout = (work, time) => (time === 150 ? ((window.rest = work), 0) : later(work, time)); })()""")
    swipe = "for (let count = 0; count < 40; count += 1) document.getElementById('stage').dispatchEvent(new WheelEvent('wheel', { deltaY: %d, bubbles: true, cancelable: true }));"
    browser.do(swipe % 30)
    browser.eventually("a swipe turns", f'{PAGES} === "32,33" && {SHARP}')
    browser.do(swipe % 30 + "window.rest?.();" + swipe % 30)
    browser.eventually("only the next one does so again", f'{PAGES} === "34,35" && {SHARP}')
    browser.do("window.rest?.();" + swipe % -30)
    browser.eventually("and one the other way turns back", f'{PAGES} === "32,33" && {SHARP}')
    browser.key("ArrowRight")
    browser.eventually("by one spread", f'{PAGES} === "34,35" && {SHARP}')


def resizing(browser, url, name):
    browser.size(700, 900)
    browser.call("Page.navigate", url=f"{url}read/{name}?sizes#page=21")
    browser.eventually("a narrow window shows one page", f'{PAGES} === "31" && {SHARP}')
    browser.size(1200, 900)
    browser.eventually("one that is made wide shows two", f'{PAGES} === "30,31" && {SHARP}')
    browser.eventually("both with their texts", '[...document.querySelectorAll(".slide.current .text")].every((text) => text.children.length > 20)')
    check(browser, "and says so", browser.do('location.hash === "#page=20" && document.getElementById("place").textContent === "Page 20, Page 21"'))


def zooming(browser, url, name):
    browser.key("d", "d", "KeyD")
    for _ in range(4):
        browser.call("Input.dispatchMouseEvent", type="mouseWheel", x=600, y=400, deltaX=0, deltaY=-120, modifiers=2)
    browser.eventually("the wheel zooms", 'Number(document.getElementById("stage").dataset.zoom) > 3')
    browser.eventually("tiles are shown", 'document.querySelectorAll(".slide.current .tiles img").length > 3 && [...document.querySelectorAll(".slide.current .tiles img")].every((image) => image.complete && image.naturalWidth > 0)')
    browser.picture("zoomed")
    browser.key("0", "0", "Digit0")
    browser.eventually("a key zooms out", 'document.getElementById("stage").dataset.zoom === "1" && document.querySelectorAll(".tiles img").length === 0')


def hurrying(browser, url, name):
    """Pictures that are not wanted any more are not waited for."""
    script = browser.call("Page.addScriptToEvaluateOnNewDocument", source="""window.pictures = [];
        window.Image = class extends Image { constructor() { super(); pictures.push(this); } };""")["identifier"]
    browser.call("Page.navigate", url=f"{url}read/{name}?haste#page=20")
    browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
    browser.eventually("it opens", f'{PAGES} === "30,31" && {SHARP}')
    asked = "pictures.filter((image) => image.src.includes('/full/%5E!') && !image.complete).length"
    browser.hold("*/full/%5E!*")
    for first in range(32, 50, 2):
        browser.key("ArrowRight")
        browser.eventually(f"page {first} is turned to before it has come", f'{PAGES} === "{first},{first + 1}"')
    check(browser, "it and those beside it are asked for, and no others", browser.do(asked) == 6, browser.do(asked))
    browser.key("c", "c", "KeyC")
    browser.eventually("it scrolls", "document.querySelectorAll('.pane .page').length > 1")
    check(browser, "nor are they, where pages are scrolled", browser.do(asked) == 0, browser.do(asked))
    browser.hold()
    browser.key("c", "c", "KeyC")
    browser.eventually("it turns again", f'{PAGES} === "48,49" && {SHARP}')
    tiles = "pictures.filter((image) => !image.src.includes('/full/') && image.src && !image.complete).length"
    before, after = browser.do(f"""(() => {{
        const press = (key) => document.getElementById("stage").dispatchEvent(new KeyboardEvent("keydown", {{ key, bubbles: true }}));
        for (let count = 0; count < 6; count += 1) press("+");
        const before = {tiles};
        press("0");
        return [before, {tiles}]; }})()""")
    check(browser, "tiles are not asked for any more where it is zoomed out", before > 2 and after == 0, (before, after))


def losing_the_network(browser, url, name):
    browser.call("Page.navigate", url=f"{url}read/{name}?lost#page=20")
    browser.eventually("it opens", f'{PAGES} === "30,31" && {SHARP}')
    network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    browser.call("Network.emulateNetworkConditions", offline=True, **network)
    browser.do('location.hash = "#page=100"')
    browser.eventually("a page without a picture is turned to", f'{PAGES} === "110,111"')
    browser.eventually("what is wrong is said", 'document.getElementById("note").textContent.startsWith("There is no network. ")')
    browser.call("Network.emulateNetworkConditions", offline=False, **network)
    browser.eventually("its picture comes as soon as there is a network again", f"{PAGES} === '110,111' && {SHARP}")
    browser.eventually("nothing is said any more", 'document.getElementById("note").textContent === ""')
    browser.eventually("and its text", '[...document.querySelectorAll(".slide.current .text")].every((text) => text.children.length > 20)')
    browser.call("Network.emulateNetworkConditions", offline=True, **network)
    for _ in range(4):
        browser.key("+", "+", "Equal")
    browser.eventually("tiles can't be loaded", "performance.getEntriesByType('resource').some(({ name, responseStatus }) => name.includes(',512/0/') && responseStatus === 0)")
    browser.call("Network.emulateNetworkConditions", offline=False, **network)
    browser.eventually("they come, too", "document.querySelectorAll('.slide.current .tiles img').length > 2")
    browser.key("0", "0", "Digit0")
    others = [problem for problem in browser.problems if "ERR_INTERNET_DISCONNECTED" not in problem]
    check(browser, "nothing else went wrong", not others, others)
    browser.problems.clear()


def pressing_quickly(browser, url, name):
    """Each key counts from where those before it lead."""
    browser.call("Page.navigate", url=f"{url}read/{name}?quick#page=20")
    browser.eventually("it opens", f'{PAGES} === "30,31" && {SHARP}')
    browser.hold("*/full/*")
    for key in ["ArrowRight"] * 10 + ["ArrowLeft"] * 3:
        browser.key(key)
    browser.hold()
    browser.eventually("keys that come before their pages are counted", f'{PAGES} === "44,45" && {SHARP}')
    press = """document.getElementById("stage").dispatchEvent(new KeyboardEvent("keydown", { key: "%s", bubbles: true }));"""
    browser.key("c", "c", "KeyC")
    browser.eventually("it scrolls", f'{SEEN}[0]?.page === 44')
    browser.do(press % "ArrowRight" * 3)
    browser.eventually("so are those that come while it scrolls", f"{SEEN}.some(({{ page, top }}, first) => first === 0 && page === 47 && Math.abs(top) < 0.02)")
    way = browser.do("(() => { return [document.querySelector('.pane').scrollTop, document.getElementById('stage').clientHeight]; })()")
    browser.do(press % "PageDown" * 2 + press % "ArrowDown" * 2)
    browser.eventually("however far each leads", f"Math.abs(document.querySelector('.pane').scrollTop - {way[0] + 2 * 0.9 * way[1] + 120}) < 2")
    browser.key("c", "c", "KeyC")
    browser.eventually("it turns again", SHARP)


# Pages of which anything is seen, one below the other: how far each begins below the top of the stage, as a part of its height.
SEEN = """[...document.querySelectorAll(".pane .page")].map((page) => [page, page.getBoundingClientRect(), page.closest("#stage").getBoundingClientRect()])
    .filter(([page, box, stage]) => box.bottom > stage.top + 2 && box.top < stage.bottom - 2)
    .map(([page, box, stage]) => ({ page: Number(page.dataset.page), top: (box.top - stage.top) / box.height, shown: page.dataset.shown }))"""


def scrolling(browser, url, name):
    browser.call("Page.navigate", url=f"{url}read/{name}?scrolling#page=20")
    browser.eventually("it opens", SHARP)
    browser.key("c", "c", "KeyC")
    seen = f"{SEEN}.map(({{ page }}) => page).join()"
    browser.eventually("pages are one below the other", f'{seen} === "30" && {SEEN}.every(({{ shown }}) => shown === "whole")')
    for _ in range(7):
        browser.call("Input.dispatchMouseEvent", type="mouseWheel", x=600, y=400, deltaX=0, deltaY=150)
    browser.eventually("the wheel scrolls: two are seen at once", f'{seen} === "30,31" && {SEEN}.every(({{ shown }}) => shown === "whole")')
    browser.eventually("the page that is read is told", 'document.getElementById("number").value === "21" && location.hash === "#page=21"')
    browser.picture("scrolled")
    text = browser.eventually("their texts can be selected from one to the other", """(() => {
        const spans = [...document.querySelectorAll(".pane .page[data-page='30'] .text span, .pane .page[data-page='31'] .text span")];
        const pages = new Set(spans.map((span) => span.closest(".page").dataset.page));
        if (pages.size < 2) return null;
        getSelection().setBaseAndExtent(spans[0], 0, spans.at(-1), 1);
        return getSelection().toString(); })()""")
    check(browser, "in their order", len(text) > 3000, text[:100])
    browser.do("getSelection().removeAllRanges()")
    browser.key("PageDown")
    browser.eventually("a key scrolls on", f'{seen}.startsWith("31")')
    browser.key("ArrowRight")
    browser.eventually("a key leads to the next page", f'{SEEN}[0].page === 32 && Math.abs({SEEN}[0].top) < 0.02')
    before = browser.do(f"{SEEN}[0]")
    for _ in range(3):
        browser.call("Input.dispatchMouseEvent", type="mouseWheel", x=600, y=60, deltaX=0, deltaY=-120, modifiers=2)
    browser.eventually("the wheel zooms", 'Number(document.getElementById("stage").dataset.zoom) > 3')
    after = browser.do(f"{SEEN}[0]")
    check(browser, "what is under the pointer stays there", after["page"] == 32 and abs(after["top"] - before["top"]) < 0.02, (before, after))
    browser.eventually("tiles are shown", 'document.querySelectorAll(".pane .tiles img").length > 1')
    browser.picture("scrolled-zoomed")
    browser.key("0", "0", "Digit0")
    browser.key("End")
    browser.eventually("a key leads to the end", f'{seen}.endsWith("{PAGE_COUNT}") && document.getElementById("number").value === "{PAGE_COUNT - FRONT_MATTER}"')
    # Through all of it, faster than anything comes.
    browser.do("(async () => { const pane = document.querySelector('.pane'); for (let part = 0; part <= 60; part += 1) { pane.scrollTop = pane.scrollHeight * part / 60; await new Promise(requestAnimationFrame); } })()")
    browser.eventually("where it stops it is sharp", f'{seen}.endsWith("{PAGE_COUNT}") && {SEEN}.every(({{ shown }}) => shown === "whole")')
    check(browser, "what is far away is let go of", browser.do('document.querySelectorAll(".pane .page").length') < 8)
    browser.size(700, 900)
    browser.eventually("it stays there in another window", f'{seen}.endsWith("{PAGE_COUNT}")')
    browser.size(1200, 900)
    browser.eventually("and back", f'{seen}.endsWith("{PAGE_COUNT}")')
    browser.key("End")
    browser.eventually("it is told", f'location.hash === "#page={PAGE_COUNT - FRONT_MATTER}"')
    browser.call("Page.navigate", url=f"{url}read/{name}?scrolled")
    browser.eventually("the browser remembers it", f'{seen}.endsWith("{PAGE_COUNT}")')
    browser.key("c", "c", "KeyC")
    browser.eventually("turned pages are at the same place", f'{PAGES} === "{PAGE_COUNT - 1},{PAGE_COUNT}" && {SHARP}')


SELECTED = "getSelection().toString()"


def select(browser, left, right, middle, times=1, last=None):
    """Drags a mouse along a line, pressed so many times."""
    mouse = lambda kind, x, y, count: browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=count)
    for count in range(1, times):
        mouse("mousePressed", left, middle, count)
        mouse("mouseReleased", left, middle, count)
    mouse("mousePressed", left, middle, times)
    for x in [(left + right) / 2, right]:
        mouse("mouseMoved", x, middle if last is None else last, times)
    mouse("mouseReleased", right, middle if last is None else last, times)


def lines(browser, page):
    """The lines of a page as the server has them: text, box in the window, and the positions between the characters."""
    there = browser.do(f"""(async () => {{
        const address = performance.getEntriesByType("resource").map(({{ name }}) => name).findLast((name) => name.includes("/text/") && name.endsWith("-{page}"));
        const text = await (await fetch(address)).json();
        const frame = document.querySelector('.page[data-page="{page}"]').getBoundingClientRect(), scale = frame.width / text.width;
        return text.runs.map(({{ text, box: [x0, y0, x1, y1], carets }}) => ({{ text: text.trimEnd(), left: frame.left + x0 * scale, top: frame.top + y0 * scale,
            right: frame.left + x1 * scale, middle: frame.top + (y0 + y1) / 2 * scale, carets: carets.map((caret) => frame.left + (x0 + caret) * scale) }})); }})()""")
    return [line for line in there if line["text"].strip()]


def selecting(browser, url, name, book):
    """Each line of some pages, a part of each, words, lines, over pages, and by a finger."""
    browser.size(900, 1200)
    count, parts = 0, 0
    for document, page in [(name, 16), (name, 30), (book, 30)]:
        browser.call("Page.navigate", url=f"{url}read/{document}?selecting#number={page}")
        browser.eventually("text lies over a page", f"document.querySelector('.slide.current .page[data-page=\"{page}\"] .text span') !== null && {SHARP}")
        for line in lines(browser, page):
            select(browser, line["left"] - 10, line["right"] + 10, line["middle"])
            got = browser.do(SELECTED)
            if got.strip() != line["text"].strip():
                check(browser, "a drag over a line selects it", False, f"{line['text']!r} gives {got!r}")
            count += 1
            if len(line["text"]) < 9:
                continue
            first, last = len(line["text"]) // 3, 2 * len(line["text"]) // 3
            select(browser, line["carets"][last] - 0.5, line["carets"][first] + 0.5, line["middle"])
            got = browser.do(SELECTED)
            if got.strip() != line["text"][first:last].strip():
                check(browser, "a drag back within a line selects that part", False, f"{line['text'][first:last]!r} gives {got!r}")
            parts += 1
    check(browser, f"drags over {count} lines and back within {parts} select just that", count > 80 and parts > 70)
    browser.call("Page.navigate", url=f"{url}read/{name}?selecting#number=30")
    browser.eventually("text lies over a page", f"document.querySelector('.slide.current .page[data-page=\"30\"] .text span') !== null && {SHARP}")
    line = next(line for line in lines(browser, 30) if line["text"].startswith("If changes to the source"))
    place = (line["carets"][4] + line["carets"][5]) / 2
    for times, what in [(2, "changes"), (3, line["text"])]:
        time.sleep(0.6)
        select(browser, place, place, line["middle"], times)
        check(browser, f"pressed {times} times it selects {'a word' if times == 2 else 'a line'}", browser.do(SELECTED) == what, browser.do(SELECTED))
    check(browser, "and does not zoom", browser.do("document.getElementById('stage').dataset.zoom") == "1")
    all_lines = lines(browser, 30)
    number = next(number for number, line in enumerate(all_lines) if line["text"].endswith("Architec-"))
    select(browser, all_lines[number]["left"] - 5, all_lines[number + 1]["right"] + 5, all_lines[number]["middle"], last=all_lines[number + 1]["middle"])
    copied = browser.do("""(() => { const event = new ClipboardEvent("copy", { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
        document.dispatchEvent(event); return event.clipboardData.getData("text/plain"); })()""")
    check(browser, "words parted at the end of a line are copied whole", "Architecture specification strings" in copied, copied)
    browser.key("c", "c", "KeyC")
    browser.eventually("it scrolls", f"{SEEN}.some(({{ page }}) => page === 30)")
    browser.do("document.querySelector('.pane').scrollTop += 500; null")
    browser.eventually("two pages have their text", "[30, 31].every((page) => document.querySelector(`.pane .page[data-page='${page}'] .text span`))")
    start, end = lines(browser, 30)[-3], lines(browser, 31)[2]
    select(browser, start["left"] - 5, end["right"] + 5, start["middle"], last=end["middle"])
    got = browser.do(SELECTED)
    check(browser, "over the end of a page it goes on", start["text"] in got and got.endswith(end["text"]), got)
    browser.key("c", "c", "KeyC")
    browser.size(390, 844, is_phone=True)
    browser.call("Page.navigate", url=f"{url}read/{name}?finger#number=30")
    browser.eventually("text lies over a page", f"document.querySelector('.slide.current .page[data-page=\"30\"] .text span') !== null && {SHARP}")
    line = next(line for line in lines(browser, 30) if line["text"].startswith("If changes to the source"))
    place, further = (line["carets"][4] + line["carets"][5]) / 2, line["carets"][20]
    browser.fingers("touchStart", (1, place, line["middle"]))
    browser.eventually("a finger that stays selects a word", f"{SELECTED} === 'changes'")
    browser.fingers("touchMove", (1, further, line["middle"]))
    browser.eventually("and others that it goes on to", f"{SELECTED}.startsWith('changes to the')")
    browser.fingers("touchEnd")
    check(browser, "while the page stays", browser.do(PAGES) == "30" and browser.do("document.querySelector('.track').style.transform") == "")
    browser.size(1200, 900)


def text(browser, url, name):
    browser.call("Page.navigate", url=f"{url}read/{name}?text#page=11")
    find = """(() => {
        const span = [...document.querySelectorAll(".slide.current .text span")].find((one) => one.textContent.startsWith("Each package must have a priority"));
        if (!span) return null; const box = span.getBoundingClientRect(); const page = span.closest(".page").getBoundingClientRect();
        return { left: box.left, top: box.top, right: box.right, bottom: box.bottom, page: page.width, x: page.left }; })()"""
    line = browser.eventually("the text lies over its page", find)
    # The line goes from 72 to 540 of 612 points.
    browser.eventually("a line is as wide as it is printed", f"(() => {{ const line = {find}; return line && Math.abs((line.right - line.left) / line.page - 468 / 612) < 0.02; }})()")
    line = browser.do(find)
    browser.eventually("it is sharp", SHARP)
    select(browser, line["left"] - 20, line["right"] + 20, (line["top"] + line["bottom"]) / 2)
    check(browser, "a mouse selects it", browser.do(SELECTED).startswith("Each package must have a priority value"), browser.do(SELECTED))
    browser.picture("selected")
    browser.key("/", "/", "Slash")
    browser.eventually("a key begins a search", 'document.activeElement.type === "search"')
    browser.call("Input.insertText", text="must not")
    browser.key("Enter", "\r")
    browser.eventually("places are found", 'document.querySelectorAll("#search li").length > 20')
    browser.eventually("they are marked on the page", f'document.querySelectorAll(".slide.current .marks div").length > 0 && {SHARP}')
    browser.picture("search")
    browser.key("Escape")
    browser.do("document.getElementById('stage').focus()")
    browser.key("o", "o", "KeyO")
    browser.eventually("the contents are listed", 'document.querySelectorAll("#contents .entry").length > 10')
    browser.do("for (let fold; (fold = document.querySelector('#contents .fold[aria-expanded=false]')); ) fold.click()")
    check(browser, "and unfold", browser.do('document.querySelectorAll("#contents .entry").length') > 100)
    browser.do("[...document.querySelectorAll('#contents .entry')].find((one) => one.firstChild.data === 'Priorities').click()")
    browser.eventually("an entry leads to its page", f'{PAGES}.split(",").includes("21") && {SHARP}')
    browser.key("t", "t", "KeyT")
    browser.eventually("thumbnails are shown around it", '[...document.querySelectorAll("#thumbnails img")].filter((image) => image.complete && image.naturalWidth > 100).length > 5')
    browser.picture("thumbnails")
    browser.do("document.querySelector('#thumbnails button[data-page=\"25\"]').click()")
    browser.eventually("a thumbnail leads to its page", f'{PAGES}.split(",").includes("25") && {SHARP}')
    browser.key("Escape")


def tree(browser):
    """What screen readers are told, in the order in which they read it: role, name, and the names of groups around."""
    nodes = {node["nodeId"]: node for node in browser.call("Accessibility.getFullAXTree")["nodes"]}
    found = []

    def walk(node, groups):
        role, name = (node.get(key, {}).get("value", "") for key in ["role", "name"])
        if not node.get("ignored"):
            found.append((role, name, groups))
            groups = groups + ([name] if role == "group" else [])
        # What a text is made of is the text once more.
        for child in [] if role == "StaticText" else node.get("childIds", []):
            if child in nodes:
                walk(nodes[child], groups)

    walk(next(node for node in nodes.values() if "parentId" not in node), [])
    return found


def reading_aloud(browser, url, name):
    browser.call("Page.navigate", url=f"{url}read/{name}?aloud#page=5")
    browser.eventually("pages have their texts", f"{SHARP} && document.querySelectorAll('.slide.current .text span').length > 60 && document.querySelectorAll('.slide.current .links a').length > 15")
    read = tree(browser)
    actions = [(role, name) for role, name, _ in read if role in ["button", "link", "textbox", "searchbox", "slider", "checkbox", "radio", "spinbutton"]]
    nameless = [one for one in actions if not any(character.isalpha() for character in one[1])]
    check(browser, "whatever can be done has a name in words", len(actions) > 20 and not nameless, nameless)
    check(browser, "pages are groups, in their order", [name for role, name, groups in read if role == "group" and name.startswith("Page ")] == ["Page 4", "Page 5"],
          [one for one in read if one[0] == "group"])
    for page, number in [("Page 4", 14), ("Page 5", 15)]:
        image = browser.do(f"""document.querySelector('.slide.current .page[data-page="{number}"] img').src.split('/iiif/3/')[1].split('/')[0]""")
        runs = browser.do(f"fetch('../text/{image}').then((reply) => reply.json()).then(({{ runs }}) => runs.map(({{ text }}) => text).join(''))")
        aloud = "".join(name for role, name, groups in read if role == "StaticText" and groups[-1:] == [page])
        check(browser, f"{page} is read out from its first word to its last", aloud.split() == runs.split() and len(runs.split()) > 200, (aloud[:200], runs[:200]))
    links = [name for role, name, groups in read if role == "link" and groups]
    check(browser, "links are called what they stand on", links[0] == "Debian Installer internals manual" and "File System Structure" in links and "Perl programs and modules" in links, links)
    check(browser, "pages beside it are not read", not any("Page 6" in groups or "Page 3" in groups for _, _, groups in read))
    check(browser, "the document is the heading", ("heading", "Debian Policy Manual", []) in read)
    browser.key("ArrowRight")
    browser.eventually("who turns is told where that leads", 'document.getElementById("place").textContent === "Page 6, Page 7"')
    check(browser, "aloud", any(role == "StaticText" and name == "Page 6, Page 7" for role, name, _ in tree(browser)))


def night(browser, url, name):
    day = ImageStat.Stat(browser.screen()).mean
    browser.do("document.getElementById('stage').focus()")
    browser.key("n", "n", "KeyN")
    browser.eventually("a key makes it night", f'document.documentElement.classList.contains("night") && {SHARP} && !document.querySelector(".ghost")')
    dark = ImageStat.Stat(browser.screen()).mean
    check(browser, "the night is dark", max(dark) < 60 and min(day) > 180, (day, dark))
    browser.picture("night")
    browser.key("n", "n", "KeyN")


def following_the_system(browser, url, name):
    """The system's setting holds, in the library and the reader alike, until a person chooses; then that does."""
    system = lambda value: browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": value}])
    is_dark = 'document.documentElement?.classList.contains("night")'
    on = lambda paper: f"""{SHARP} && !document.querySelector(".ghost") && [...document.querySelectorAll(".slide.current .page img")].every((image) => image.src.includes(".night-") === {"true" if paper == "night" else "false"})"""

    def looks(what, dark):
        mean = ImageStat.Stat(browser.screen()).mean
        check(browser, what, max(mean) < 60 if dark else min(mean) > 180, mean)

    browser.do('localStorage.removeItem("sheaf-looks")')
    system("dark")
    browser.call("Page.navigate", url=url)
    browser.eventually("where the system is dark, the library is", f'{is_dark} && document.querySelectorAll(".book").length > 1')
    looks("to the eye, too", True)
    browser.picture("library-dark")
    browser.follow(f'.book[href="read/{name}"]')
    browser.eventually("and the reader, and its paper", f'{is_dark} && {on("night")}')
    looks("to the eye, too", True)
    system("light")
    browser.eventually("when the system turns light, pages do", f'!{is_dark} && {on("day")}')
    looks("to the eye, too", False)
    system("dark")
    browser.eventually("and dark again", f'{is_dark} && {on("night")}')
    browser.key("n", "n", "KeyN")
    browser.eventually("a person chooses the day", f'!{is_dark} && {on("day")}')
    browser.follow('a[aria-label="Library"]')
    browser.eventually("it holds in the library", f'document.querySelectorAll(".book").length > 1 && !{is_dark}')
    system("light")
    browser.key("n", "n", "KeyN")
    browser.eventually("a person chooses the night there", is_dark)
    looks("to the eye, too", True)
    browser.follow(f'.book[href="read/{name}"]')
    browser.eventually("it holds in the reader", f'{is_dark} && {on("night")}')
    system("dark")
    system("light")
    browser.key("l", "l", "KeyL")
    browser.eventually("and stays, whatever the system does", f'{is_dark} && document.querySelector("#papers input:checked").value === "night"')
    browser.do("document.querySelector('#papers input[value=\"\"]').click()")
    browser.eventually("the choice is taken back", f'!{is_dark} && {on("day")}')
    system("dark")
    browser.eventually("and the system holds again", f'{is_dark} && {on("night")}')
    browser.call("Emulation.setEmulatedMedia", features=[])
    browser.eventually("by day", f'!{is_dark} && {on("day")}')


def phone(browser, url, name):
    browser.size(390, 780, True)
    browser.call("Page.navigate", url=f"{url}read/{name}?phone#page=20")
    browser.eventually("a phone shows one page", f'{PAGES} === "30" && {SHARP}')
    browser.eventually("nothing is wider than the screen", "document.documentElement.scrollWidth <= 390")
    browser.picture("phone")
    browser.touch((300, 400), (250, 400), (150, 402), (60, 402))
    browser.eventually("a finger turns the page", f'{PAGES} === "31" && {SHARP}')
    browser.touch((200, 400), (215, 400), (190, 400))
    browser.touch((60, 400), (150, 400), (250, 402), (300, 402))
    browser.eventually("and back", f'{PAGES} === "30"')
    browser.touch((370, 400))
    browser.eventually("a tap at the edge turns it, too", f'{PAGES} === "31"')


def dragging(browser, url, name):
    """The finger moves the page server's reader, by its rules."""
    browser.forget()
    browser.call("Page.navigate", url=f"{url}read/{name}?drags#page=20")
    browser.eventually("it opens", f'{PAGES} === "30" && {SHARP}')
    browser.until("with a reader of the page server", lambda: browser.shown() == 29)

    def drag(what, calls, events, *points):
        browser.forget()
        browser.touch(*points)
        browser.until(what, lambda: browser.events() == events and browser.methods() == calls)

    settled = ["BeginDrag", "Drag", "ReleaseDrag", "Settle"]
    drag("a finger turns", settled, ["WA30", "WD29", "DA30", "DD29"], (300, 400), (250, 400), (150, 402), (60, 402))
    browser.eventually("on the screen, too", f'{PAGES} === "31" && {SHARP}')
    drag("one that goes back and stays there", settled, ["WA31", "WD30", "WA30", "DA30", "WD31", "DD31"],
         (300, 400), (250, 400), (280, 400), *[(290, 400)] * 12)
    check(browser, "leaves it where it was", browser.do(PAGES) == "31", browser.do(PAGES))
    drag("a tap turns by a jump", ["Navigate", "Settle"], ["WA31", "WD30", "DA31", "DD30"], (370, 400))
    browser.eventually("to the next one", f'{PAGES} === "32"')
    browser.forget()
    for _ in range(2):
        browser.touch((380, 400), (300, 400), (150, 400), (10, 400))
    browser.until("a finger turns again", lambda: "DA33" in browser.events() and "DD31" in browser.events())
    again = [message for message in browser.told if message["method"] == "BeginDrag"][1]
    check(browser, "who turns on before it rests has not been on the page between", ("DA32" in browser.events()) != ("offset" in again["parameters"]), browser.events())
    browser.eventually("has turned twice", f'{PAGES} === "34" && {SHARP}')
    browser.forget()
    browser.do("""(() => { const { send } = WebSocket.prototype; window.reader = null; WebSocket.prototype.send = function (data) { window.reader = this; return send.call(this, data); }; })()""")
    browser.touch((300, 400), (290, 400), (150, 400), (60, 400))
    browser.until("it turns", lambda: "DA34" in browser.events())
    browser.forget()
    browser.do("window.reader.close()")
    browser.touch((300, 400), (290, 400), (150, 400), (60, 400))
    browser.eventually("without a reader pages are turned all the same", f'{PAGES} === "36" && {SHARP}')
    browser.until("and it is opened again, there", lambda: browser.shown() == 35)


def pinching(browser, url, name):
    """Two fingers: behind all that takes one, since Chromium brings no touch to the page that it goes to after these."""
    browser.size(390, 780, True)
    browser.call("Page.navigate", url=f"{url}read/{name}?pinched#page=20")
    browser.eventually("it opens", f'{PAGES} === "30" && {SHARP}')
    zoom = 'Number(document.getElementById("stage").dataset.zoom)'

    def pinch(first, last):
        """Of two fingers, each so far from the middle."""
        browser.fingers("touchStart", (1, 195 - first, 400))
        browser.fingers("touchStart", (1, 195 - first, 400), (2, 195 + first, 400))
        for step in range(1, 6):
            far = first + (last - first) * step / 5
            browser.fingers("touchMove", (1, 195 - far, 400), (2, 195 + far, 400))

    pinch(40, 120)
    browser.eventually("two fingers zoom", f"Math.abs({zoom} - 3) < 0.01")
    browser.fingers("touchEnd")
    pinch(120, 30)
    browser.eventually("and back", f"{zoom} === 1")
    browser.fingers("touchEnd", (2, 225, 400))
    for x in [150, 100, 20]:
        browser.fingers("touchMove", (1, x, 400))
    track = "document.querySelector('.track').style.transform"
    check(browser, "a finger that is left pulls nothing", browser.do(track) == "", browser.do(track))
    browser.fingers("touchStart", (1, 20, 400), (3, 100, 400))
    browser.fingers("touchMove", (1, 20, 400), (3, 300, 400))
    check(browser, "nor zooms with another", browser.do(zoom) == 1, browser.do(zoom))
    browser.fingers("touchEnd")
    check(browser, "the page is where it was", browser.do(track) == "" and browser.do(PAGES) == "30", browser.do(PAGES))
    browser.touch((300, 400), (250, 400), (150, 402), (60, 402))
    browser.eventually("the next one turns", f'{PAGES} === "31" && {SHARP}')
    browser.do("document.querySelector('#ways input[value=scroll]').click()")
    browser.eventually("it scrolls", f"{SEEN}[0]?.page === 31")
    pinch(40, 80)
    browser.eventually("two fingers zoom there, too", f"Math.abs({zoom} - 2) < 0.01")
    top = browser.do("document.querySelector('.pane').scrollTop")
    browser.fingers("touchEnd", (2, 275, 400))
    for y in [390, 300, 200]:
        browser.fingers("touchMove", (1, 115, y))
    browser.fingers("touchEnd")
    check(browser, "one that is left does not scroll", abs(browser.do("document.querySelector('.pane').scrollTop") - top) < 2)
    browser.fingers("touchStart", (1, 115, 600))
    for y in [590, 500, 400]:
        browser.fingers("touchMove", (1, 115, y))
    browser.fingers("touchEnd")
    browser.eventually("the next one does", f"document.querySelector('.pane').scrollTop > {top} + 100")
    browser.fingers("touchStart", (1, 100, 600), (2, 300, 600))
    for y in [590, 500, 400]:
        browser.fingers("touchMove", (1, 100, y), (2, 300, y))
    for far in [110, 130, 150]:
        browser.fingers("touchMove", (1, 200 - far, 400), (2, 200 + far, 400))
    browser.fingers("touchEnd")
    browser.eventually("fingers that move before they zoom do so still", f"Math.abs({zoom} - 3) < 0.01")
    browser.do("document.querySelector('#ways input[value=single]').click()")
    browser.eventually("it turns again", SHARP)


def interrupting(browser, url, name):
    """What was begun with pages ends with them: a turn that waits, and a finger."""
    browser.size(390, 780, True)
    browser.call("Page.navigate", url=f"{url}read/{name}?others#page=20")
    browser.eventually("it opens", f'{PAGES} === "30" && {SHARP}')
    picture = "document.querySelector('.slide.current .page img').src"
    browser.hold(f"*/{name}-*")
    browser.do('location.hash = "#page=100"')
    browser.eventually("a turn waits", "document.querySelectorAll('.track .slide').length === 4")
    late = browser.do("document.querySelector('.slide.current img.thumbnail').src.replace('-30/full/', '-110/full/')")
    browser.key("n", "n", "KeyN")
    browser.eventually("night comes meanwhile", f"{SHARP} && {picture}.includes('.night-') && !document.querySelector('.ghost')")
    browser.hold()
    browser.do(f"(async () => {{ const image = new Image(); image.src = '{late}'; await image.decode(); await new Promise(requestAnimationFrame); }})()")
    check(browser, "on the same page when what it waited for is there", browser.do(PAGES) == "30", browser.do(PAGES))
    track = "document.querySelector('.track').style.transform"
    browser.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": 300, "y": 400}])
    for x in [280, 200]:
        browser.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x, "y": 400}])
    browser.eventually("a finger pulls", f"{track} === 'translateX(-100px)'")
    browser.key("n", "n", "KeyN")
    browser.eventually("day comes meanwhile", f"{SHARP} && !{picture}.includes('.night-') && !document.querySelector('.ghost')")
    check(browser, "the page is where it was", browser.do(track) == "" and browser.do(PAGES) == "30", browser.do(track))
    browser.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": 50, "y": 400}])
    browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    check(browser, "that finger has it no more", browser.do(track) == "" and browser.do(PAGES) == "30", browser.do(track))
    browser.touch((300, 400), (250, 400), (150, 402), (60, 402))
    browser.eventually("the next one turns it", f'{PAGES} === "31" && {SHARP}')


def from_the_right(browser, url, name):
    browser.size(1200, 900)
    browser.call("Page.navigate", url=f"{url}read/{name}")
    browser.eventually("a comic opens at its cover", f'{PAGES} === "1" && {SHARP}')
    browser.key("ArrowLeft")
    browser.eventually("the key to the left turns on", f'{PAGES} === "2,3" && {SHARP}')
    left = browser.do("[...document.querySelectorAll('.slide.current .page')].map((page) => page.getBoundingClientRect().left).join()").split(",")
    check(browser, "the first page of a spread is at the right", float(left[0]) > float(left[1]), left)
    browser.picture("manga")
    browser.key("ArrowRight")
    browser.eventually("the key to the right turns back", f'{PAGES} === "1"')
    browser.do("document.getElementById('left').click()")
    browser.eventually("so do the buttons", f'{PAGES} === "2,3"')


def links(browser, url, name, linking):
    browser.call("Page.navigate", url=f"{url}read/{name}#page=5")
    links = '[...document.querySelectorAll(".slide.current .page[data-page=\\"15\\"] .links a")]'
    there = links_on(15)
    bounds, target = there[1]
    browser.eventually("a page has its links", f"{links}.length === {len(there)} && {SHARP}")
    place = browser.do(f"""(() => {{ const link = {links}[1], box = link.getBoundingClientRect(), page = link.closest(".page").getBoundingClientRect();
        return {{ x: box.left + box.width / 2, y: box.top + box.height / 2, left: (box.left - page.left) / page.width, top: (box.top - page.top) / page.height }}; }})()""")
    check(browser, "they are where the page has them", abs(place["left"] - bounds[0] / 612) < 0.005 and abs(place["top"] - bounds[1] / 792) < 0.005, place)
    browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=place["x"], y=place["y"])
    browser.picture("link")
    for ends in [(0, 3, 20, 3), (0, 0)]:
        for number, down in enumerate(ends):
            kind = "mousePressed" if number == 0 else "mouseReleased" if number == len(ends) - 1 else "mouseMoved"
            browser.call("Input.dispatchMouseEvent", type=kind, x=place["x"], y=place["y"] + down, button="left", buttons=1, clickCount=1)
        if len(ends) > 2:
            time.sleep(0.3)
            check(browser, "who drags does not follow", browser.do(f'{PAGES}.split(",").includes("15") && location.hash === "#page=4"'), browser.do(PAGES + "+ location.hash"))
    browser.eventually("one within the document leads to its page", f'{PAGES}.split(",").includes("{target}") && {SHARP}')
    browser.do("history.back()")
    browser.eventually("the way back leads back", f'{PAGES}.split(",").includes("15")')
    browser.eventually("with its links", f"{links}.length === {len(there)}")
    outer = browser.do(f"{links}.filter((link) => link.target === '_blank').map((link) => [link.href, link.rel].join(' ')).join('|')")
    check(browser, "others open beside it, and can't reach it", outer.count(" noopener noreferrer") == sum(target is None for _, target in there) > 0, outer)
    browser.key("c", "c", "KeyC")
    browser.eventually("it scrolls", f"{SEEN}.some(({{ page }}) => page === 14)")
    browser.key("ArrowRight")
    browser.eventually("scrolled pages have theirs", f"document.querySelectorAll('.pane .page[data-page=\"15\"] .links a').length === {len(there)}")
    browser.do("document.querySelectorAll('.pane .page[data-page=\"15\"] .links a')[1].click()")
    browser.eventually("they lead to the place on the page", f'{SEEN}.some(({{ page, top }}) => page === {target} && top > -0.9 && top < 0.7)')
    browser.key("c", "c", "KeyC")
    browser.call("Page.navigate", url=f"{url}read/{linking}")
    browser.eventually("a link to the web is there", 'document.querySelectorAll(".links a").length > 0')
    found = browser.do('[...document.querySelectorAll(".links a")].map((link) => link.href).join()')
    check(browser, "and none that runs or reads anything", found == "https://example.org/", found)


def repeated_labels(browser, url, name):
    """Two parts of three pages, each from 1 on."""
    browser.size(700, 900)
    for page, address in [(1, "#page=1"), (5, "#number=5"), (6, "#number=6")]:
        browser.call("Page.navigate", url=f"{url}read/{name}?repeated{page}{address}")
        browser.eventually(f"{address} leads to page {page}", f"{PAGES} === '{page}' && {SHARP}")
        browser.eventually("and stays", f"location.hash === '{address}'")
    browser.key("ArrowLeft")
    browser.eventually("where a page is turned the address tells it from others", f"{PAGES} === '5' && location.hash === '#number=5'")
    browser.do("document.getElementById('goto').requestSubmit()")
    browser.key("ArrowLeft")
    browser.eventually("who goes to the label that is shown stays", f"{PAGES} === '4' && location.hash === '#number=4'")
    place = '`${document.getElementById("number").value}|${document.getElementById("count").textContent}`'
    check(browser, "label and number are there where they differ", browser.do(place) == "1|4 of 6", browser.do(place))
    browser.key("Home")
    browser.eventually("where they are equal it is there once", f'{place} === "1|of 6"')
    for typed, shown in [("3", "3|of 6"), ("6", "3|6 of 6"), ("2", "2|of 6")]:
        browser.do("document.getElementById('number').select()")
        for character in typed:
            browser.key(character, character, f"Digit{character}")
        browser.key("Enter", "\r")
        browser.eventually(f"who types {typed} goes there, by its label or its number", f"{place} === '{shown}' && {SHARP}")
    browser.key("Home")
    browser.eventually("the first of its label has that", f"{PAGES} === '1' && location.hash === '#page=1'")
    browser.size(1200, 900)


WORDS = """[...document.querySelectorAll(".slide.current .text")].map((text) => text.textContent).join(" ")"""


def color(browser, at):
    """Of a point of the stage."""
    return browser.screen().getpixel(at)


def looks(browser, url, name, book):
    browser.size(1500, 900)
    browser.call("Page.navigate", url=f"{url}read/{name}#page=20")
    browser.eventually("by day", f'{PAGES} === "30,31" && {SHARP}')
    browser.do("""(() => { window.blank = 0; const look = () => { const all = [...document.querySelectorAll(".slide.current .page, .ghost .slide.current .page")];
        if (!all.some((page) => page.dataset.shown !== "nothing")) window.blank += 1; requestAnimationFrame(look); }; requestAnimationFrame(look); })()""")
    browser.key("l", "l", "KeyL")
    browser.eventually("a key shows what can be chosen", 'document.getElementById("papers").offsetHeight > 0 && document.getElementById("sizes").hidden')
    browser.eventually("beside the pages", f"""{PAGES} === "30,31" && {SHARP}
        && [...document.querySelectorAll(".slide.current .page")].at(-1).getBoundingClientRect().right < innerWidth""")
    # In the margin of the page at the right: its paper.
    paper = browser.do("(() => { const box = [...document.querySelectorAll('.slide.current .page')].at(-1).getBoundingClientRect(); return [Math.round(box.right - 12), Math.round(box.top + box.height / 2)]; })()")
    for value, wanted in [("sepia", (0xf4, 0xec, 0xd8)), ("night", (0x12, 0x12, 0x12)), ("inverted", (0, 0, 0)), ("day", (255, 255, 255))]:
        browser.do(f"document.querySelector('#papers input[value={value}]').click()")
        part = "" if value == "day" else f".{value}"
        browser.eventually(f"pages are on the paper of {value}", f"""{SHARP} && !document.querySelector(".ghost")
            && [...document.querySelectorAll(".slide.current .page img")].every((image) => image.src.includes("/{name}{part}-"))""")
        shown = color(browser, paper)
        check(browser, "in its color", all(abs(a - b) <= 3 for a, b in zip(shown, wanted)), (shown, wanted))
        check(browser, "on the same page", browser.do(PAGES) == "30,31")
        browser.picture(f"looks-{value}")
    check(browser, "nothing was blank meanwhile", browser.do("window.blank") == 0, browser.do("window.blank"))
    width = "(() => { const line = [...document.querySelectorAll('.slide.current .text span')].find((span) => span.textContent.length > 90).getBoundingClientRect(); const page = document.querySelector('.slide.current .page').getBoundingClientRect(); return line.width / page.width; })()"
    before = browser.eventually("a line is narrower than its page", width)
    browser.do("document.getElementById('trim').click()")
    browser.eventually("margins are cut off", f"{SHARP} && document.querySelector('.slide.current .page img').src.includes('.trim-') && document.querySelectorAll('.slide.current .text span').length > 20")
    check(browser, "lines are nearly as wide as pages then", before < 0.8 and browser.do(width) > 0.95, (before, browser.do(width)))
    browser.picture("looks-trimmed")
    browser.call("Page.navigate", url=f"{url}read/{name}?again#page=20")
    browser.eventually("the browser remembers that", f"{SHARP} && document.querySelector('.slide.current .page img').src.includes('.trim-')")
    browser.key("l", "l", "KeyL")
    browser.do("document.getElementById('trim').click()")
    browser.eventually("and takes it back", f"{SHARP} && !document.querySelector('.slide.current .page img').src.includes('.trim-')")
    browser.do("document.getElementById('trim').focus()")
    browser.key("ArrowRight")
    browser.eventually("who has ticked a box may turn by a key", f'{PAGES} === "32,33" && {SHARP}')

    browser.call("Page.addScriptToEvaluateOnNewDocument", source="const readers = []; WebSocket = class extends WebSocket { constructor(address) { super(address); readers.push(this); } };")
    browser.call("Page.navigate", url=f"{url}read/{book}#page=120")
    browser.eventually("a book opens", f'{PAGES}.split(",").includes("120") && {SHARP} && {WORDS}.length > 200')
    browser.key("d", "d", "KeyD")
    browser.eventually("on one page", f'!{PAGES}.includes(",") && {SHARP} && {WORDS}.length > 200')
    page, words = browser.do(PAGES), browser.do(WORDS)
    pages = 'Number(document.getElementById("slider").max)'
    count = browser.do(pages)
    browser.key("l", "l", "KeyL")
    browser.eventually("its text may have another size", '!document.getElementById("sizes").hidden')
    for step in range(4):
        browser.do("document.getElementById('larger').click()")
        browser.eventually("larger text takes more pages", f"{pages} > {count} && {SHARP} && {WORDS}.length > 50 && !document.querySelector('.ghost')")
        count = browser.do(pages)
    beginning = "".join(words.split())[:20]
    check(browser, "what is read is still there", beginning[:12] in "".join(browser.do(WORDS).split()), (beginning, browser.do(WORDS)[:300]))
    browser.picture("looks-large")
    browser.do("document.getElementById('plain').click()")
    browser.eventually("and at its own size on the page that it was", f"{PAGES} === '{page}' && {SHARP} && {WORDS}.length === {len(words)}")
    browser.do("document.getElementById('larger').click(); document.getElementById('larger').click(); document.getElementById('plain').click()")
    browser.do("document.getElementById('larger').click(); document.getElementById('larger').click()")
    browser.eventually("who is in haste gets the last that was chosen", f"document.querySelector('.slide.current .page img').src.includes('.f14-') && {SHARP} && {WORDS}.length > 50 && !document.querySelector('.ghost')")
    check(browser, "where the text is", beginning[:12] in "".join(browser.do(WORDS).split()), (beginning, browser.do(WORDS)[:300]))
    browser.do("document.getElementById('plain').click()")
    browser.eventually("and the way back", f"{PAGES} === '{page}' && {SHARP} && {WORDS}.length === {len(words)}")
    # The document is told to have changed before its other pages are there, as it is where a reader is opened anew.
    browser.do("document.getElementById('larger').click(); readers.at(-1).dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ watch: { document: { location: { index: " + str(int(page) - 1) + " } } } }) }))")
    browser.eventually("what is read is found though the document changes meanwhile", f"{PAGES} !== '{page}' && {SHARP} && {WORDS}.length > 50")
    check(browser, "it is the text that was read", beginning[:12] in "".join(browser.do(WORDS).split()), (beginning, browser.do(WORDS)[:300]))
    browser.do("document.getElementById('looks-button').click()")
    large = browser.do(PAGES)
    browser.do('localStorage.setItem("sheaf-looks", "")')
    browser.call("Page.navigate", url=f"{url}read/{book}?place")
    browser.eventually("is found in another size", f"Math.abs(Number({PAGES}.split(',')[0]) - {page}) <= 2 && {PAGES}.split(',')[0] !== '{large}' && {SHARP}")
    fitting(browser, url, book)


def fitting(browser, url, book):
    """Pages of a book are as large as the window, on a phone by themselves and where that is chosen."""
    source = "document.querySelector('.slide.current .page img').src"
    words = "".join(browser.do(WORDS).split())[:12]
    browser.size(390, 844, is_phone=True)
    browser.eventually("a phone gets pages of its own", f"{source}.includes('.w24x52-') && {SHARP} && {WORDS}.length > 50 && !document.querySelector('.ghost')")
    check(browser, "with what is read", words in "".join(browser.do(WORDS).split()), (words, browser.do(WORDS)[:300]))
    box = browser.do("(() => { const box = document.querySelector('.slide.current .page').getBoundingClientRect(); return [box.width / innerWidth, box.height / innerHeight]; })()")
    check(browser, "nearly as large as it is", min(box) > 0.85, box)
    browser.picture("fitted-phone")
    browser.size(844, 390, is_phone=True)
    browser.eventually("when it is turned they are laid out anew", f"{source}.includes('.w26x24-') && {SHARP} && {WORDS}.length > 50 && !document.querySelector('.ghost')")
    check(browser, "with what is read", words in "".join(browser.do(WORDS).split()), (words, browser.do(WORDS)[:300]))
    browser.size(1500, 900)
    browser.eventually("a large window has the pages that the book has", f"!{source}.includes('.w') && {SHARP} && !document.querySelector('.ghost')")
    browser.do("document.getElementById('fit').click()")
    browser.eventually("or its own where that is chosen", f"/\\.w(46|93)x56-/.test({source}) && {SHARP} && {WORDS}.length > 50 && !document.querySelector('.ghost')")
    browser.do("document.getElementById('fit').click()")
    browser.eventually("and goes back", f"!{source}.includes('.w') && {SHARP}")


def main():
    url, name, manga, linking, book, labels = sys.argv[1:7]
    # Its processes write there for a moment after the first one has ended.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        try:
            browser.size(1200, 900)
            for part in [library, adding, turning, swiping, resizing, zooming, hurrying, losing_the_network, pressing_quickly, scrolling, text, reading_aloud, night, following_the_system, phone, dragging, interrupting, pinching]:
                part(browser, url, name)
            from_the_right(browser, url, manga)
            repeated_labels(browser, url, labels)
            links(browser, url, name, linking)
            looks(browser, url, name, book)
            selecting(browser, url, name, book)
            check(browser, "nothing went wrong in the browser", not browser.problems)
        finally:
            browser.stop()


if __name__ == "__main__":
    main()
