#!/usr/bin/env python3
"""Selects each line of pages by dragging a mouse, in headless Chromium.

    browser_lines.py --write FOLDER POLICY    writes the documents; POLICY is the policy manual as PDF
    browser_lines.py URL                      opens them in the library there

Twenty pages of five documents: two columns, turned by a quarter, written from the right, with raised notes and formulas, and a scan with a layer of text;
each in three windows. A drag over a line selects that line, and one within it that part. Prints what was counted, and each line that is selected
otherwise; any ends it with status 1.
"""
import base64
import json
import random
import shutil
import subprocess
import sys
import tempfile
import urllib.request

from browser import SELECTED, SHARP, Browser, select

WINDOWS = [(1440, 900), (900, 1200), (600, 800)]
PAGES = {"columns": [1, 2, 3, 4], "turned": [20, 30, 40, 50], "right": [1, 2, 3, 4], "raised": [1, 2, 3, 4], "scan": [2, 3, 5, 8]}
SCAN = "/usr/share/doc/libdjvulibre-dev/djvu3spec.djvu"

ENGLISH = "the page server keeps pages that a reader is about to turn to and gives memory back when it is short of that".split()
HEBREW = "הספר מונח על השולחן ליד החלון ואנשים קוראים בו בכל יום עד הערב".split()
ARABIC = "يقرأ الناس الكتب في المكتبة كل يوم حتى المساء بجانب النافذة".split()


def prose(words, count, seed):
    draw = random.Random(seed)
    return " ".join(draw.choice(words) for _ in range(count))


def documents():
    """What the documents that the browser itself prints have in them."""
    paragraphs = lambda words, count: "".join(f"<p>{prose(words, 90, seed)}.</p>" for seed in range(count))
    raised = "".join(
        f"<p>{prose(ENGLISH, 12, seed)}<sup>{seed}</sup> {prose(ENGLISH, 9, seed + 500)} x<sup>2</sup> + y<sub>{seed}</sub> = z<sup>n+1</sup> {prose(ENGLISH, 30, seed + 900)}.<sup>{seed + 1}</sup></p>"
        for seed in range(60))
    style = "<style>@page { size: A4; margin: 20mm } body { font: 11pt/1.35 'DejaVu Serif', serif; text-align: justify } sup, sub { font-size: 65% }</style>"
    yield "columns", f"<!doctype html><html lang=en>{style}<body style='columns: 2; column-gap: 8mm'>{paragraphs(ENGLISH, 48)}"
    yield "right", f"<!doctype html><html lang=he dir=rtl>{style}<body style='font-family: DejaVu Sans'>{paragraphs(HEBREW, 16)}{paragraphs(ARABIC, 16)}"
    yield "raised", f"<!doctype html><html lang=en>{style}<body>{raised}"


def write(folder, policy):
    shutil.copy(SCAN, f"{folder}/scan.djvu")
    subprocess.run(["qpdf", policy, f"{folder}/turned.pdf", "--rotate=+90"], check=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        try:
            for name, text in documents():
                browser.call("Page.navigate", url="data:text/html;charset=utf-8;base64," + base64.b64encode(text.encode()).decode())
                browser.eventually(f"{name} is there", "document.readyState === 'complete' && document.fonts.status === 'loaded' && document.body.innerText.length > 1000")
                data = browser.call("Page.printToPDF", preferCSSPageSize=True)["data"]
                with open(f"{folder}/{name}.pdf", "wb") as file:
                    file.write(base64.b64decode(data))
        finally:
            browser.stop()


# The lines of a page, as the server has them: their text, and the middles of their ends in the window, with those of the places between their characters.
LINES = """(async () => {
    const view = document.querySelector('.slide.current .page[data-page="%d"]');
    const image = view.querySelector('img').src.split('/iiif/3/')[1].split('/')[0];
    const { width, runs } = await (await fetch(`../text/${image}`)).json();
    const frame = view.getBoundingClientRect(), scale = frame.width / width;
    return runs.map(({ text, box: [x0, y0, x1, y1], carets }) => {
        const length = Math.abs(carets.at(-1) - carets[0]), isWrittenDown = Math.abs(length - (x1 - x0)) > Math.abs(length - (y1 - y0));
        const at = (caret) => isWrittenDown ? [frame.left + (x0 + x1) / 2 * scale, frame.top + (y0 + caret) * scale] : [frame.left + (x0 + caret) * scale, frame.top + (y0 + y1) / 2 * scale];
        return { text: text.replace(/\\n$/, ''), isWrittenDown, height: (isWrittenDown ? x1 - x0 : y1 - y0) * scale, places: carets.map(at), box: [x0, y0, x1, y1] };
    }); })()"""


def drag(browser, start, end):
    mouse = lambda kind, at: browser.call("Input.dispatchMouseEvent", type=kind, x=at[0], y=at[1], button="left", buttons=1, clickCount=1)
    mouse("mousePressed", start)
    for part in [0.5, 1]:
        mouse("mouseMoved", [a + (b - a) * part for a, b in zip(start, end)])
    mouse("mouseReleased", end)


def squeezed(text):
    return " ".join(text.split())


def rows(lines):
    """Runs that stand in one row are one line to a reader: each with the runs that are beside it."""
    found = []
    for line in lines:
        x0, y0, x1, y1 = line["box"]
        last = found[-1][-1]["box"] if found else None
        across = (x0, x1) if line["isWrittenDown"] else (y0, y1)
        before = last and ((last[0], last[2]) if line["isWrittenDown"] else (last[1], last[3]))
        overlap = min(across[1], before[1]) - max(across[0], before[0]) if before else 0
        isInRow = before and overlap > 0.3 * min(across[1] - across[0], before[1] - before[0])
        gap = (max(x0 - last[2], last[0] - x1) if not line["isWrittenDown"] else max(y0 - last[3], last[1] - y1)) if last else 0
        if isInRow and gap < (across[1] - across[0]):
            found[-1].append(line)
        else:
            found.append([line])
    return found


def main():
    url = sys.argv[1]
    names = {one["title"]: one["name"] for one in json.load(urllib.request.urlopen(f"{url}documents.json"))["documents"]}
    failures = 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        try:
            for title, pages in PAGES.items():
                whole, parts, wrong = 0, 0, []
                for width, height in WINDOWS:
                    browser.size(width, height)
                    for page in pages:
                        browser.call("Page.navigate", url="about:blank")
                        browser.call("Page.navigate", url=f"{url}read/{names[title]}#number={page}")
                        browser.eventually(f"{title} {page} in {width} by {height}", f"document.querySelector('.slide.current .page[data-page=\"{page}\"] .text span') !== null && {SHARP}")
                        lines = [line for line in browser.do(LINES % page) if line["text"].strip()]
                        for row in rows(lines):
                            text = squeezed(" ".join(line["text"] for line in row))
                            first, last = row[0]["places"][0], row[-1]["places"][-1]
                            away = [(b - a) / (max(abs(b - a) for a, b in zip(first, last)) or 1) * 6 for a, b in zip(first, last)]
                            away = [step if abs(step) > 3 else 0 for step in away]
                            drag(browser, [a - step for a, step in zip(first, away)], [a + step for a, step in zip(last, away)])
                            got = squeezed(browser.do(SELECTED))
                            whole += 1
                            if got.replace(" ", "") != text.replace(" ", ""):
                                wrong.append(f"{title} {page} {width}: {text!r} gives {got!r}")
                        for line in lines:
                            count = len(line["text"].strip())
                            if count < 9:
                                continue
                            start, end = count // 3, 2 * count // 3
                            drag(browser, line["places"][start], line["places"][end])
                            got, text = squeezed(browser.do(SELECTED)), squeezed(line["text"][start:end])
                            parts += 1
                            if got != text:
                                wrong.append(f"{title} {page} {width}: {text!r} within a line gives {got!r}")
                print(f"{title}: {whole} lines and {parts} parts of lines in {len(pages)} pages and {len(WINDOWS)} windows, {len(wrong)} are selected otherwise")
                print(*wrong[:20], sep="\n")
                failures += len(wrong)
        finally:
            browser.stop()
    if failures:
        raise SystemExit("not so: each drag selects just that")
    print("ok: each drag selects just that")


if __name__ == "__main__":
    if sys.argv[1] == "--write":
        write(*sys.argv[2:4])
    else:
        main()
