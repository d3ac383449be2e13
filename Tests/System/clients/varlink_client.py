#!/usr/bin/env python3
"""Opens a document of the library and turns its pages with the package varlink, which can't receive descriptors."""

import base64
import sys

import varlink

socket, path = sys.argv[1:]
with varlink.Client(address=f"unix:{socket}") as client, client.open("org.sheaf.Reader") as sheaf:
    opened = sheaf.Open(path=path, viewport={"width": 300, "height": 400})
    reader = opened["state"]["reader"]
    for target in ({"index": 1}, {"relative": 1}):
        reply = sheaf.Navigate(reader=reader, target=target, handover="none")
    page = sheaf.GetPage(reader=reader, handover="inline")["page"]
    pixels = base64.b64decode(page["data"])
    assert len(pixels) == page["size"] == page["stride"] * page["height"], page["size"]
    assert set(pixels[3::4]) == {255}
    assert min(pixels) < 64, "a page of text has ink"
    try:
        sheaf.Navigate(reader=reader, target={"index": 1000})
        raise SystemExit("page 1000 is there")
    except varlink.VarlinkError as error:
        assert error.as_dict()["error"] == "org.sheaf.Reader.NoSuchPage", error
    sheaf.Close(reader=reader)
    print(f"turned to page {page['index'] + 1} of {opened['state']['document']['count']['pages']}")
