#!/usr/bin/env python3
"""Clients of the IIIF APIs that others wrote: PyPI's iiif-prezi3 reads manifests, Pillow pictures.

    iiif_client.py manifest URL    prints what the manifest has, as JSON
    iiif_client.py text URL        reads the text of a page, and searches, as the manifest at URL says they are there
    iiif_client.py tiles IMAGE     cuts IMAGE in tiles as its info.json has them, and compares them with the whole page
    iiif_client.py forms IMAGE     compares the forms of a picture with each other
"""
import io
import json
import sys
import urllib.request

from PIL import Image, ImageChops, ImageOps, ImageStat


def get(url):
    with urllib.request.urlopen(url, timeout=120) as reply:
        return reply.read()


def picture(url):
    image = Image.open(io.BytesIO(get(url)))
    return image.convert("RGB")


def differs(one, other):
    """The mean difference of the channels, 0 to 255."""
    if one.size != other.size:
        return f"{one.size} and {other.size}"
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


def manifest(url):
    import iiif_prezi3

    read = iiif_prezi3.Manifest(**json.loads(get(url)))

    def count(ranges):
        return sum(1 + count([each for each in one.items if each.type == "Range"]) for one in ranges)

    body = read.items[0].items[0].items[0].body
    print(json.dumps({
        "label": next(iter(read.label.model_dump().values())) if hasattr(read.label, "model_dump") else str(read.label),
        "canvases": len(read.items), "ranges": count(read.structures or []), "top": len(read.structures or []),
        "direction": str(read.viewingDirection.value if hasattr(read.viewingDirection, "value") else read.viewingDirection),
        "thumbnail": picture(str(read.thumbnail[0].id)).size, "image": picture(str(body.id)).size,
        "canvas": [read.items[0].width, read.items[0].height], "body": [body.width, body.height],
    }))


def text(url):
    import iiif_prezi3

    document = iiif_prezi3.Manifest(**json.loads(get(url)))
    canvas = document.items[20]

    def boxes(page):
        """Where the annotations of a page are, each within its canvas."""
        found = []
        for item in page["items"]:
            where, fragment = item["target"].split("#xywh=")
            x, y, w, h = map(int, fragment.split(","))
            on = next(one for one in document.items if str(one.id) == where)
            assert w > 0 and h > 0 and x >= 0 and y >= 0 and x + w <= on.width and y + h <= on.height, item
            found.append((item["body"]["value"], where, (x, y, w, h)))
        return found

    page = json.loads(get(str(canvas.annotations[0].id)))
    read = iiif_prezi3.AnnotationPage(**page)
    assert str(read.id) == str(canvas.annotations[0].id) and read.type == "AnnotationPage"
    lines = boxes(page)
    assert any("2.5 Priorities" in value for value, _, _ in lines), lines[:5]

    # There is ink in each box, on the page as it is at full size.
    image = str(canvas.items[0].items[0].body.service[0].id)
    for value, where, (x, y, w, h) in lines[:12]:
        assert where == str(canvas.id)
        part = picture(f"{image}/{x},{y},{w},{h}/{w},{h}/0/default.png")
        assert min(part.getdata(), key=sum)[0] < 128, value

    service = json.loads(get(url))["service"][0]
    assert service["type"] == "SearchService2"
    results = json.loads(get(service["id"] + "?q=must+not&user=me"))
    assert results["@context"] == "http://iiif.io/api/search/2/context.json" and results["ignored"] == ["user"]
    assert results["id"] == service["id"] + "?q=must+not&user=me"
    found = boxes(results)
    assert len(found) > 50 and all(value.lower() == "must not" for value, _, _ in found)
    ids = {item["id"] for item in results["items"]}
    assert len(ids) == len(found)
    contexts = results["annotations"][0]["items"]
    for one in contexts:
        assert one["motivation"] == "contextualizing" and one["target"]["source"] in ids
        assert one["target"]["selector"][0]["exact"].lower() == "must not"
    iiif_prezi3.AnnotationPage(**{**results, "annotations": None, "@context": page["@context"]})
    nothing = json.loads(get(service["id"] + "?q=nowhere-to-be-found"))
    assert nothing["items"] == [] and "annotations" not in nothing
    print("found", len(found))


def tiles(image):
    info = json.loads(get(f"{image}/info.json"))
    width, height, tile = info["width"], info["height"], info["tiles"][0]
    for factor in tile["scaleFactors"]:
        size = (-(-width // factor), -(-height // factor))
        whole = picture(f"{image}/full/{size[0]},{size[1]}/0/default.png")
        made = Image.new("RGB", size)
        step = tile["width"] * factor
        for x in range(0, width, step):
            for y in range(0, height, step):
                w, h = min(step, width - x), min(step, height - y)
                part = picture(f"{image}/{x},{y},{w},{h}/{-(-w // factor)},{-(-h // factor)}/0/default.png")
                made.paste(part, (x // factor, y // factor))
        assert differs(whole, made) == 0, f"at 1/{factor}: {differs(whole, made)}"
        print("same", factor)


def forms(image):
    plain = picture(f"{image}/full/500,/0/default.png")
    mirrored = picture(f"{image}/full/500,/!0/default.png")
    assert differs(ImageOps.mirror(plain), mirrored) == 0
    gray = picture(f"{image}/full/500,/0/gray.png")
    assert all(r == g == b for r, g, b in gray.getdata())
    # The luma of the service has other weights than Pillow's, by a little.
    assert differs(ImageOps.grayscale(plain).convert("RGB"), gray) < 2
    bitonal = picture(f"{image}/full/500,/0/bitonal.png")
    assert set(bitonal.getdata()) <= {(0, 0, 0), (255, 255, 255)}
    for form in ["jpg", "webp"]:
        assert differs(plain, picture(f"{image}/full/500,/0/default.{form}")) < 4, form
    for turn in [90, 180, 270]:
        turned = picture(f"{image}/full/500,/{turn}/default.png")
        assert differs(plain.rotate(-turn, expand=True), turned) < 3, turn
        both = picture(f"{image}/full/500,/!{turn}/default.png")
        assert differs(ImageOps.mirror(plain).rotate(-turn, expand=True), both) < 3, turn
    flat = picture(f"{image}/full/500,100/0/default.png")
    assert flat.size == (500, 100)
    assert differs(plain.resize((500, 100), Image.Resampling.BOX), flat) < 6
    print("same")


{"manifest": manifest, "text": text, "tiles": tiles, "forms": forms}[sys.argv[1]](sys.argv[2])
