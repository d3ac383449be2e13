#!/usr/bin/env python3
"""Shows a manifest of sheaf-web in OpenSeadragon, the image viewer of many IIIF libraries, in headless Chromium.

    openseadragon.py SCRIPT URL NAME [FOLDER]

SCRIPT is openseadragon.js, URL that of sheaf-web, NAME what the policy manual as PDF is called in
URLs.

The viewer is on a page of its own, of another origin, and knows no more than the manifest's address. What is on the screen is compared with what
sheaf-web answers for the same part of the page at the same size. Prints a line for each fact that holds; the first one that doesn't ends
it with status 1. Pictures of the screen go to FOLDER.
"""
import io
import json
import sys
import tempfile
import urllib.request

from PIL import Image, ImageChops, ImageStat

from browser import Browser, check

# Pages full of text, by their indexes, in the order in which they are shown.
PAGES = [19, 21, 20]
# How many pixels each way are compared by their average: the viewer draws tiles anew in its own size, at full size too, where each is drawn a
# little larger so that no seams are seen.
BLUR = 6
# The viewer of the whole screen, with the pages of a manifest one by one.
VIEW = """(async () => {
    const manifest = await (await fetch(%s)).json();
    const services = manifest.items.map((canvas) => canvas.items[0].items[0].body.service[0]);
    document.body.innerHTML = "<div id=viewer style='position:absolute;inset:0;background:#404040'></div>";
    window.viewer = OpenSeadragon({
        id: "viewer", tileSources: services.map((service) => (service.id ?? service["@id"]) + "/info.json"), sequenceMode: true,
        showNavigationControl: false, showSequenceControl: false, drawer: "canvas", immediateRender: true, animationTime: 0,
        crossOriginPolicy: "Anonymous", preserveViewport: false,
    });
    window.failed = [];
    viewer.addHandler("tile-load-failed", (event) => failed.push(event.message));
    viewer.addHandler("open-failed", (event) => failed.push(event.message));
    return services.length;
})()"""
# Whether all tiles of what is seen are there, in full: it notices in the next frame what it has to load.
DRAWN = """(async () => { viewer.forceRedraw();
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    return viewer.isOpen() && viewer.currentPage() === %d && viewer.world.getItemAt(0).getFullyLoaded() && !viewer.world.needsDraw(); })()"""
# Where the page is on the screen: left, top, width, height.
PLACE = """(() => { const image = viewer.world.getItemAt(0), box = viewer.viewport.viewportToViewerElementRectangle(image.getBounds(true));
    return [box.x, box.y, box.width, box.height, image.source.width, image.source.height, image.source["id"] ?? image.source["@id"]]; })()"""


def difference(one, other):
    """How far the pixels of two pictures are from each other, of 255, on the average."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


def fetch(url):
    return Image.open(io.BytesIO(urllib.request.urlopen(url, timeout=120).read())).convert("RGB")


def compare(browser, page, others, name):
    """Compares the screen with a page, and with pages that are not shown."""
    left, top, width, height, full_width, full_height, _ = browser.do(PLACE)
    # The whole pixels of the screen that show the page.
    x0, y0, x1, y1 = max(round(left), 0), max(round(top), 0), min(round(left + width), 1200), min(round(top + height), 900)
    scale = full_width / width
    region = [max(round((x0 - left) * scale), 0), max(round((y0 - top) * scale), 0)]
    region += [min(round((x1 - x0) * scale), full_width - region[0]), min(round((y1 - y0) * scale), full_height - region[1])]
    screen = browser.screen().crop((x0, y0, x1, y1))
    path = f"{','.join(map(str, region))}/{x1 - x0},{y1 - y0}/0/default.png"
    own, *rest = [
        difference(screen.reduce(BLUR), fetch(f"{image}/{path}").reduce(BLUR)) for image in [page] + others]
    other = min(rest)
    if len(sys.argv) > 4:
        browser.screen().save(f"{sys.argv[4]}/openseadragon-{name}.png")
    check(browser, f"{name} is on the screen", own < 6 and own * 4 < other and x1 - x0 > 300, (own, other, path))


def show(browser, script, manifest, images):
    browser.size(1200, 900)
    with open(script) as text:
        browser.call("Runtime.evaluate", expression=text.read())
    check(browser, "all pages are known", browser.do(VIEW % json.dumps(manifest)) == len(images))
    for page in PAGES:
        browser.do(f"void viewer.goToPage({page})")
        browser.eventually(f"page {page + 1} is loaded", DRAWN % page)
        compare(browser, images[page], [images[other] for other in PAGES if other != page], f"page {page + 1}")
    # At its full size, in whole pixels: tiles as they are.
    browser.do("""(() => { const image = viewer.world.getItemAt(0), port = viewer.viewport;
        port.zoomTo(image.imageToViewportZoom(1), null, true);
        const box = port.viewportToViewerElementRectangle(image.getBounds(true));
        port.panBy(port.deltaPointsFromPixels(new OpenSeadragon.Point(box.x - Math.round(box.x), box.y - Math.round(box.y))), true); })()""")
    browser.eventually("tiles at full size are loaded", DRAWN % PAGES[-1])
    compare(browser, images[PAGES[-1]], [images[other] for other in PAGES[:-1]], "a part at full size")
    check(browser, "no tile was missing", browser.do("failed.length") == 0, browser.do("failed"))
    check(browser, "nothing went wrong in the browser", not browser.problems)


def main():
    script, url, name = sys.argv[1:4]
    manifest = f"{url}iiif/presentation/3/{name}/manifest.json"
    with urllib.request.urlopen(manifest, timeout=120) as reply:
        services = [canvas["items"][0]["items"][0]["body"]["service"][0] for canvas in json.load(reply)["items"]]
    images = [service.get("id") or service["@id"] for service in services]
    # Its processes write there for a moment after the first one has ended.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        try:
            show(browser, script, manifest, images)
        finally:
            browser.stop()


if __name__ == "__main__":
    main()
