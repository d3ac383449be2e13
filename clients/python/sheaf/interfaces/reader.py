# SPDX-License-Identifier: Apache-2.0
# Written by varlink-generate: call `make generate` instead of changing it.
"""org.sheaf.Reader: Readers: reading positions in documents. A reader is opened on a document with a viewport, turned
from page to page, and hands out the pages as sealed memory (memfd) or inline. Pages and indexes are counted from 0.

A reader belongs to the user who opened it and is named by an id that can't be guessed. It lives on for a while after
its last connection has gone (ReaderKeepSec=), so that a viewer that was restarted goes on where it was.

A reader has one axis, or two that cross. Along an axis it turns spreads: one page, or two that are shown together.
Offsets and positions along an axis count spreads; targets and locations name pages. docs/navigation.md has the
rules, and a session from the first call to the last.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any, Literal, Self

from ..calls import Caller, StreamCaller
from ..memory import Memory
from ..message import Received, Sent, encoded, present

# How a page is scaled: so that all of it is seen, to the viewport's width or height, or by a fixed scale.
Fit = Literal["page", "width", "height", "scale"]

# The colours of paper and ink. `day`: as the document has it, which is taken to be black on white. `sepia`: brown on
# yellowish. `night`: light on dark, where pictures are left as they are. `inverted`: each colour as its opposite,
# pictures too. docs/protocol.md has the formulas.
Paper = Literal["day", "sepia", "night", "inverted"]

# The margins that are cut off pages: none; those around what is on each page; or the same margins of all pages, as far
# as nothing that is on a page goes with them.
Trim = Literal["no", "page", "document"]

# Which pages text is laid out in: of the size that is given, or as large as the viewport.
TextLayout = Literal["given", "viewport"]

# The styles that a book's text has: its author's, or plain ones for its headings, lists, tables and emphasis.
TextStyles = Literal["book", "plain"]

# The two directions in which pages are turned.
Axis = Literal["horizontal", "vertical"]

# Where a page is shown: on an axis, or behind them where they cross.
Surface = Literal["horizontal", "vertical", "background"]

# Which way along an axis.
Direction = Literal["forward", "backward"]

# How pages are taken together: one by one; in pairs from the first on; the first alone, then pairs; or as leaves, a
# front with its back.
SpreadKind = Literal["single", "double", "cover", "leaf"]

ArrangementBack = Literal["mirrored", "nextPage"]

ArrangementWide = Literal["alone", "paired"]

ArrangementOrder = Literal["leftToRight", "rightToLeft"]

ArrangementFlow = Literal["paged", "continuous"]

# Formats of a page's bytes: four bytes a pixel (blue, green, red, 255), PNG, JPEG, or WebP, whose sides have at most
# 16383 pixels.
Format = Literal["bgrx8888", "png", "jpeg", "webp"]

# How bytes travel: as a descriptor of sealed memory, as base64 in the reply, or not at all.
Handover = Literal["descriptor", "inline", "none"]

PageCountKind = Literal["exact", "estimated", "unknown"]

# How much is rendered ahead of a reader: what may well be turned to, only what is likely, or nothing but what its
# viewer asks for (Prefetch). Never more than the service is set to (Prefetch=, ReadAhead=).
PrefetchMode = Literal["full", "eco", "no"]

TargetPlace = Literal["first", "last"]

TargetHistory = Literal["back", "forward"]

PageOrigin = Literal["cached", "rendered", "joined", "encoded", "cut", "standIn", "thumbnail"]

# A step in a page's appearance. Between the steps the page is hidden, appearing, visible or disappearing.
AppearanceStep = Literal["willAppear", "didAppear", "willDisappear", "didDisappear"]

StatePhase = Literal["rest", "jump", "drag", "settling", "empty"]

MarkKind = Literal["bookmark", "highlight"]

WatchReplyRefresh = Literal["refreshing", "refreshed", "failed"]


@dataclass(kw_only=True)
class Viewport:
    """The area that a viewer shows pages in. Width and height in pixels, 1 to 32767. `scale` in pixels per point (1/72
    inch), above 0 and at most 64, with fit `scale` and only there. `rotation` turns the pages: 0, 90, 180 or 270
    degrees, clockwise. `orientation` is how far the screen itself is turned, clockwise: width and height are those
    of the screen at 0, they change places at 90 and 270, and at 180 nothing is rendered anew. `orientations` are
    those that the viewer can take; those that the document can take too are allowed. Left out: fit `page`, rotation
    0, orientation 0, all orientations.
    """

    width: int
    height: int
    fit: Fit | None = None
    scale: float | None = None
    rotation: int | None = None
    orientation: int | None = None
    orientations: list[int] | None = None

    def encode(self, sent: Sent) -> dict[str, Any]:
        return present(
            {
                "width": self.width,
                "height": self.height,
                "fit": self.fit,
                "scale": self.scale,
                "rotation": self.rotation,
                "orientation": self.orientation,
                "orientations": self.orientations,
            }
        )

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            width=wire["width"],
            height=wire["height"],
            fit=wire.get("fit"),
            scale=wire.get("scale"),
            rotation=wire.get("rotation"),
            orientation=wire.get("orientation"),
            orientations=wire.get("orientations"),
        )


@dataclass(kw_only=True)
class TextFlow:
    """How the text of a document is laid out that has no pages of its own (EPUB, FB2, HTML, plain text): `width` and
    `height` of a page in points, 72 to 7200; `fontSize` of plain text in points, 4 to 144; `fontFamily` `serif`,
    `sans-serif`, `monospace` or the name of a font, at most 128 bytes; `lineHeight` from one line to the next, in
    sizes of the font, 0.8 to 4; `margin` around what is on a page, in points, 0 to 720; `columns` of text on a page,
    1 to 4; `justify` whether lines are made as wide as their column. Of plain text: `unwrap` whether lines that were
    broken to a width are joined (left out: those of prose). Of that and of HTML: `encoding` what it is encoded in,
    as IANA names it (left out: as it is found, which GetMetadata tells). With `layout` `viewport` pages are as large
    as the part of the reader's viewport that a page has for itself, in steps of 16 pixels, and are laid out anew
    where that changes; `pixelsPerPoint` says how large its text is then, above 0 and at most 64 (left out: 4/3, as
    on a screen of 96 pixels an inch). `styles` `plain` leaves a book's own style sheets and fonts out. Left out: as
    the provider is set.
    """

    width: float | None = None
    height: float | None = None
    font_size: float | None = None
    font_family: str | None = None
    line_height: float | None = None
    margin: float | None = None
    columns: int | None = None
    justify: bool | None = None
    unwrap: bool | None = None
    encoding: str | None = None
    layout: TextLayout | None = None
    pixels_per_point: float | None = None
    styles: TextStyles | None = None

    def encode(self, sent: Sent) -> dict[str, Any]:
        return present(
            {
                "width": self.width,
                "height": self.height,
                "fontSize": self.font_size,
                "fontFamily": self.font_family,
                "lineHeight": self.line_height,
                "margin": self.margin,
                "columns": self.columns,
                "justify": self.justify,
                "unwrap": self.unwrap,
                "encoding": self.encoding,
                "layout": self.layout,
                "pixelsPerPoint": self.pixels_per_point,
                "styles": self.styles,
            }
        )

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            width=wire.get("width"),
            height=wire.get("height"),
            font_size=wire.get("fontSize"),
            font_family=wire.get("fontFamily"),
            line_height=wire.get("lineHeight"),
            margin=wire.get("margin"),
            columns=wire.get("columns"),
            justify=wire.get("justify"),
            unwrap=wire.get("unwrap"),
            encoding=wire.get("encoding"),
            layout=wire.get("layout"),
            pixels_per_point=wire.get("pixelsPerPoint"),
            styles=wire.get("styles"),
        )


@dataclass(kw_only=True)
class Looks:
    """How pages look, for one reader. Left out: `day`, `no`, laid out as the provider is set, and in the document's own
    order. `flow` means nothing for a document that has pages of its own. `order` names pages by the indexes that
    they have in the document, each once, 4096 at most: these come first, the others behind them. It means nothing
    for a document that flows, or whose provider keeps an order itself.
    """

    paper: Paper | None = None
    trim: Trim | None = None
    flow: TextFlow | None = None
    order: list[int] | None = None

    def encode(self, sent: Sent) -> dict[str, Any]:
        return present(
            {
                "paper": self.paper,
                "trim": self.trim,
                "flow": encoded(self.flow, TextFlow, "flow", sent) if self.flow is not None else None,
                "order": self.order,
            }
        )

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            paper=wire.get("paper"),
            trim=wire.get("trim"),
            flow=TextFlow.decode(wire["flow"], received) if "flow" in wire else None,
            order=wire.get("order"),
        )


@dataclass(kw_only=True)
class Arrangement:
    """How the pages of an axis are arranged. `back` is what is on the back of a leaf: the front mirrored, which the
    viewer draws itself, or the page that follows. `order` says at which side the first page of a spread stands, and
    which way the axis runs on screen. `flow` `paged`: every spread takes the whole viewport; `continuous`: pages
    follow each other. `spacing` in pixels between spreads, 0 to 10000. `wide` says what becomes of a page in
    `double` and `cover` that is wider than high, or that its document marks as a double page: it stands `alone`, and
    pairs are counted anew behind it; or in a pair as others do. Left out: `spread`, `wide` and `order` as the
    document asks (`page-layout`, `wide-pages` and `reading-direction` of its metadata), else `single`, `paired` and
    `leftToRight`; `mirrored`, `paged`, 0; in SetAxis: as it was.
    """

    spread: SpreadKind | None = None
    back: ArrangementBack | None = None
    wide: ArrangementWide | None = None
    order: ArrangementOrder | None = None
    flow: ArrangementFlow | None = None
    spacing: int | None = None

    def encode(self, sent: Sent) -> dict[str, Any]:
        return present(
            {
                "spread": self.spread,
                "back": self.back,
                "wide": self.wide,
                "order": self.order,
                "flow": self.flow,
                "spacing": self.spacing,
            }
        )

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            spread=wire.get("spread"),
            back=wire.get("back"),
            wide=wire.get("wide"),
            order=wire.get("order"),
            flow=wire.get("flow"),
            spacing=wire.get("spacing"),
        )


@dataclass(kw_only=True)
class AxisSetup:
    """How a reader is to be set up along an axis. `document`: another one, opened before by a reader of the same user;
    left out, the reader's. `first` and `pages`: the part of it, from an index and so many pages; left out, all.
    `unlocks`: the spread at which this axis must rest for the other one to move; left out, the other moves at any
    time. `start`: the page to begin with; of the first axis it is `target` that counts. Left out: 0, and of the
    first axis as Open says. `enabled`: true if left out.
    """

    axis: Axis
    document: str | None = None
    first: int | None = None
    pages: int | None = None
    unlocks: int | None = None
    start: int | None = None
    enabled: bool | None = None
    arrangement: Arrangement | None = None

    def encode(self, sent: Sent) -> dict[str, Any]:
        return present(
            {
                "axis": self.axis,
                "document": self.document,
                "first": self.first,
                "pages": self.pages,
                "unlocks": self.unlocks,
                "start": self.start,
                "enabled": self.enabled,
                "arrangement": encoded(self.arrangement, Arrangement, "arrangement", sent) if self.arrangement is not None else None,
            }
        )


@dataclass(kw_only=True)
class Background:
    """The page behind the axes, seen where both are at their crossing: `index` in `document`, by default the reader's.
    """

    document: str | None = None
    index: int

    def encode(self, sent: Sent) -> dict[str, Any]:
        return present(
            {
                "document": self.document,
                "index": self.index,
            }
        )


@dataclass(kw_only=True)
class Region:
    """A rectangle in pixels of the scaled and rotated page; the origin is its top left corner."""

    x: int
    y: int
    width: int
    height: int

    def encode(self, sent: Sent) -> dict[str, Any]:
        return present(
            {
                "x": self.x,
                "y": self.y,
                "width": self.width,
                "height": self.height,
            }
        )

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            x=wire["x"],
            y=wire["y"],
            width=wire["width"],
            height=wire["height"],
        )


@dataclass(kw_only=True)
class PageCount:
    """How far the number of pages is to be trusted. `pages` is 0 where it is unknown."""

    kind: PageCountKind
    pages: int

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            kind=wire["kind"],
            pages=wire["pages"],
        )


@dataclass(kw_only=True)
class Document:
    """An open document. `title` is what people call it: what it calls itself, else the name of its file; left out where
    neither is known. It has no control characters and at most 200 bytes. `flows`: it has no pages of its own, and is
    laid out as Looks say; left out where not. `removed`: its file has lost its name since it was opened: it was
    deleted, got another name, or another file has taken its place; left out where not.
    """

    document: str
    title: str | None = None
    provider: str
    count: PageCount
    flows: bool | None = None
    removed: bool | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            document=wire["document"],
            title=wire.get("title"),
            provider=wire["provider"],
            count=PageCount.decode(wire["count"], received),
            flows=wire.get("flows"),
            removed=wire.get("removed"),
        )


@dataclass(kw_only=True)
class Location:
    """A page and where it is. `page` is its id, which stays when its index changes. `label` is what is printed on it.
    `surface` is `horizontal` where it is left out.
    """

    page: int
    index: int
    label: str | None = None
    surface: Surface | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            page=wire["page"],
            index=wire["index"],
            label=wire.get("label"),
            surface=wire.get("surface"),
        )


@dataclass(kw_only=True)
class Target:
    """Where to turn: exactly one of these. `index` from 0; `label` as printed on the page; `relative` in spreads,
    forwards above 0, from where the reader is on its way to; `place` the first or the last page; `history` back to
    where the last jump came from, or forward again; `link` and `outline` the number of a link on the current page or
    of an entry of the table of contents, from 0.
    """

    index: int | None = None
    label: str | None = None
    relative: int | None = None
    place: TargetPlace | None = None
    history: TargetHistory | None = None
    link: int | None = None
    outline: int | None = None

    def encode(self, sent: Sent) -> dict[str, Any]:
        return present(
            {
                "index": self.index,
                "label": self.label,
                "relative": self.relative,
                "place": self.place,
                "history": self.history,
                "link": self.link,
                "outline": self.outline,
            }
        )


@dataclass(kw_only=True)
class PageScale:
    """The size of a whole page at a scale, in pixels."""

    scale: float
    page_width: int
    page_height: int

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            scale=wire["scale"],
            page_width=wire["pageWidth"],
            page_height=wire["pageHeight"],
        )


@dataclass(kw_only=True, eq=False)
class Page(Memory):
    """A rendered page. `width` and `height` are those of what is handed over, in pixels, and `region` is what that
    shows of the whole page, which measures `pageWidth` by `pageHeight` at `scale` (pixels per point). `size` is the
    bytes of the memory, or of `data`. Row `y` begins `offset` + `y` x `stride` bytes into it and has 4 x `width`
    bytes; `offset` is 0 where it is left out, which only a `cut` does not; of the other formats `stride` is 0, and
    all `size` bytes are the file. `origin` tells whether the page was in the cache, was rendered for this call, or
    was under way for somebody else already; `encoded` is a file that was made for this call of the page as pixels,
    which was in the cache; a `cut` is a part of a larger rendition that was in the cache; a `standIn` is the page as
    it was before a change or at another size, a `thumbnail` the page in small, to be shown until the right one
    comes. `reducedFrom` is there where the viewport asks for more pixels than a page may have: it is what was asked
    for, and what regions are counted in. `surface` is `horizontal` where it is left out. `fileDescriptor` is the
    index of the memory among this message's descriptors: sealed, read-only, to be mapped or read. `data` is the same
    as base64. `rendition` names the memory that was handed over, for ReleasePage; cuts of one rendition have its
    name.
    """

    page: int
    index: int
    label: str | None = None
    rendition: int
    width: int
    height: int
    stride: int
    offset: int | None = None
    size: int
    format: Format
    region: Region
    page_width: int
    page_height: int
    scale: float
    reduced_from: PageScale | None = None
    rotation: int
    origin: PageOrigin
    on_surface: Surface | None = None
    file_descriptor: int | None = None
    data: str | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return received.lease(cls(
            page=wire["page"],
            index=wire["index"],
            label=wire.get("label"),
            rendition=wire["rendition"],
            width=wire["width"],
            height=wire["height"],
            stride=wire["stride"],
            offset=wire.get("offset"),
            size=wire["size"],
            format=wire["format"],
            region=Region.decode(wire["region"], received),
            page_width=wire["pageWidth"],
            page_height=wire["pageHeight"],
            scale=wire["scale"],
            reduced_from=PageScale.decode(wire["reducedFrom"], received) if "reducedFrom" in wire else None,
            rotation=wire["rotation"],
            origin=wire["origin"],
            on_surface=wire.get("surface"),
            file_descriptor=received.take(wire.get("fileDescriptor")),
            data=wire.get("data"),
        ))


@dataclass(kw_only=True)
class Appearance:
    """A page comes or goes. `transition` is the number of the transition step that it belongs to, `position` where the
    axis is, in spreads, and `time` when it happened, in microseconds of the monotonic clock. `surface` is
    `horizontal` where it is left out.
    """

    reader: str
    event: AppearanceStep
    page: int
    index: int
    surface: Surface | None = None
    transition: int
    position: float
    time: int

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            reader=wire["reader"],
            event=wire["event"],
            page=wire["page"],
            index=wire["index"],
            surface=wire.get("surface"),
            transition=wire["transition"],
            position=wire["position"],
            time=wire["time"],
        )


@dataclass(kw_only=True)
class Begin:
    """A jump or a drag begins: a step of a transition. `from` is what is shown or on its way, `to` where it goes, for a
    drag at first. `position` is where the axis starts, in spreads.
    """

    reader: str
    transition: int
    axis: Axis
    from_: list[Location]
    to: list[Location]
    direction: Direction
    interactive: bool
    position: float
    time: int

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            reader=wire["reader"],
            transition=wire["transition"],
            axis=wire["axis"],
            from_=[Location.decode(value, received) for value in wire["from"]],
            to=[Location.decode(value, received) for value in wire["to"]],
            direction=wire["direction"],
            interactive=wire["interactive"],
            position=wire["position"],
            time=wire["time"],
        )


@dataclass(kw_only=True)
class End:
    """A transition step ends. `finished`: it was not interrupted by another one. `completed`: the reader is on another
    spread than when its transition began, whose pages were `previous`.
    """

    reader: str
    transition: int
    axis: Axis
    finished: bool
    completed: bool
    previous: list[Location]
    position: float
    time: int

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            reader=wire["reader"],
            transition=wire["transition"],
            axis=wire["axis"],
            finished=wire["finished"],
            completed=wire["completed"],
            previous=[Location.decode(value, received) for value in wire["previous"]],
            position=wire["position"],
            time=wire["time"],
        )


@dataclass(kw_only=True)
class AxisState:
    """An axis of a reader. `location` is the first page of the spread where it settled last, left out where the
    document is empty; `spread` the number of that spread; `position` where it is now, in spreads. `locked`: the
    other axis keeps it from moving.
    """

    axis: Axis
    document: Document
    location: Location | None = None
    spread: int
    position: float
    enabled: bool
    locked: bool
    arrangement: Arrangement
    first: int | None = None
    pages: int | None = None
    unlocks: int | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            axis=wire["axis"],
            document=Document.decode(wire["document"], received),
            location=Location.decode(wire["location"], received) if "location" in wire else None,
            spread=wire["spread"],
            position=wire["position"],
            enabled=wire["enabled"],
            locked=wire["locked"],
            arrangement=Arrangement.decode(wire["arrangement"], received),
            first=wire.get("first"),
            pages=wire.get("pages"),
            unlocks=wire.get("unlocks"),
        )


@dataclass(kw_only=True)
class State:
    """Where a reader stands. `location` is the first page that it shows, left out where there is none (`phase`
    `empty`); `shown` are all of them. `transition` is the number of the last transition step. `badOffsets` counts
    the drag offsets that did not fit and were dropped. `moving` is the page that is being moved by hand.
    `orientations` are those allowed by viewport and document both. `failed`: the pages that it is to show and that
    could not be rendered so far; left out where there are none. `prefetch` is how much is rendered ahead of it, left
    out where that is as the service is set.
    """

    reader: str
    document: Document
    location: Location | None = None
    shown: list[Location]
    viewport: Viewport
    looks: Looks
    orientations: list[int]
    axes: list[AxisState]
    phase: StatePhase
    transition: int
    manual: bool
    bad_offsets: int
    moving: Location | None = None
    refreshing: bool
    failed: list[PageFailure] | None = None
    prefetch: PrefetchMode | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            reader=wire["reader"],
            document=Document.decode(wire["document"], received),
            location=Location.decode(wire["location"], received) if "location" in wire else None,
            shown=[Location.decode(value, received) for value in wire["shown"]],
            viewport=Viewport.decode(wire["viewport"], received),
            looks=Looks.decode(wire["looks"], received),
            orientations=wire["orientations"],
            axes=[AxisState.decode(value, received) for value in wire["axes"]],
            phase=wire["phase"],
            transition=wire["transition"],
            manual=wire["manual"],
            bad_offsets=wire["badOffsets"],
            moving=Location.decode(wire["moving"], received) if "moving" in wire else None,
            refreshing=wire["refreshing"],
            failed=[PageFailure.decode(value, received) for value in wire["failed"]] if "failed" in wire else None,
            prefetch=wire.get("prefetch"),
        )


@dataclass(kw_only=True)
class Frame:
    """The frame of a page in the layout of an axis, in pixels: `along` the axis and `across` it, from where the first
    spread begins. Its size is an estimate until it is `measured`. `refused`: why the page is not drawn any more for
    the reader's user, as in Watch; left out where it may be.
    """

    page: int | None = None
    index: int
    along: float
    across: float
    width: float
    height: float
    measured: bool
    refused: str | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            page=wire.get("page"),
            index=wire["index"],
            along=wire["along"],
            across=wire["across"],
            width=wire["width"],
            height=wire["height"],
            measured=wire["measured"],
            refused=wire.get("refused"),
        )


@dataclass(kw_only=True)
class LayoutChange:
    """A page was measured, or pages have come or gone before it, and the layout around it has changed: what the reader
    looks at begins `movedBy` pixels further along, and has not moved on its page. `version` orders what is told of a
    layout, also by GetLayout: the greater one is the later.
    """

    reader: str
    axis: Axis
    frame: Frame
    moved_by: float
    length: float
    version: int

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            reader=wire["reader"],
            axis=wire["axis"],
            frame=Frame.decode(wire["frame"], received),
            moved_by=wire["movedBy"],
            length=wire["length"],
            version=wire["version"],
        )


@dataclass(kw_only=True)
class DocumentChange:
    """Pages of a document were moved, inserted, deleted or look different: the new count, and the reader's page where
    it is now. Pages keep their ids.
    """

    reader: str
    axis: Axis
    document: Document
    location: Location | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            reader=wire["reader"],
            axis=wire["axis"],
            document=Document.decode(wire["document"], received),
            location=Location.decode(wire["location"], received) if "location" in wire else None,
        )


@dataclass(kw_only=True)
class CountChange:
    """More of a document's pages were counted: so many are on the axis, of which `counted` are there for sure. Told
    while `pages` is an estimate that gets better, and once when it is exact. No page is another one for that.
    """

    reader: str
    axis: Axis
    pages: PageCount
    counted: int

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            reader=wire["reader"],
            axis=wire["axis"],
            pages=PageCount.decode(wire["pages"], received),
            counted=wire["counted"],
        )


@dataclass(kw_only=True)
class PageFailure:
    """A page that could not be rendered, or not be handed over, and why."""

    page: int
    index: int
    reason: str

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            page=wire["page"],
            index=wire["index"],
            reason=wire["reason"],
        )


@dataclass(kw_only=True)
class AlbumFile:
    """A file of an album: its index among the message's descriptors, and what it is called, by which providers tell
    images from other files; at most 255 bytes. What is before the last slash is left out.
    """

    file_descriptor: int
    name: str

    def encode(self, sent: Sent) -> dict[str, Any]:
        return present(
            {
                "fileDescriptor": sent.add(self.file_descriptor),
                "name": self.name,
            }
        )


@dataclass(kw_only=True)
class MarkBox:
    """A rectangle on a page, in points from its top left corner, upright."""

    x0: float
    y0: float
    x1: float
    y1: float

    def encode(self, sent: Sent) -> dict[str, Any]:
        return present(
            {
                "x0": self.x0,
                "y0": self.y0,
                "x1": self.x1,
                "y1": self.y1,
            }
        )

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            x0=wire["x0"],
            y0=wire["y0"],
            x1=wire["x1"],
            y1=wire["y1"],
        )


@dataclass(kw_only=True)
class Mark:
    """A mark of a user in a document: a page (`bookmark`), or a text on one (`highlight`). `mark` is its id. `index` is
    where its page is for the reader that asks, as its document is laid out for that; left out where it is no more.
    `boxes` are where the text is on that page; none where it was not found there. `position`: where in the text of a
    document that flows the text of a highlight begins, or else its page. `note` is what the user has to say of it,
    `color` any name of one. `created` and `changed` are seconds since 1970.
    """

    mark: str
    kind: MarkKind
    index: int | None = None
    label: str | None = None
    position: int | None = None
    boxes: list[MarkBox]
    text: str | None = None
    note: str | None = None
    color: str | None = None
    created: int
    changed: int

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            mark=wire["mark"],
            kind=wire["kind"],
            index=wire.get("index"),
            label=wire.get("label"),
            position=wire.get("position"),
            boxes=[MarkBox.decode(value, received) for value in wire["boxes"]],
            text=wire.get("text"),
            note=wire.get("note"),
            color=wire.get("color"),
            created=wire["created"],
            changed=wire["changed"],
        )


@dataclass(kw_only=True)
class ReadDocument:
    """A document that a user has read: its `digest`, what it was called, the index of the page on which its user
    stopped reading, out of `pages`, when that was, in seconds since 1970, and how many marks the user has in it.
    """

    digest: str
    title: str | None = None
    index: int
    pages: int
    time: int
    marks: int

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            digest=wire["digest"],
            title=wire.get("title"),
            index=wire["index"],
            pages=wire["pages"],
            time=wire["time"],
            marks=wire["marks"],
        )


@dataclass(kw_only=True)
class OpenReply:
    """What org.sheaf.Reader.Open answers."""

    state: State

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            state=State.decode(wire["state"], received),
        )


@dataclass(kw_only=True)
class NavigateReply:
    """What org.sheaf.Reader.Navigate answers."""

    noop: bool
    hit: bool
    transition: int
    location: Location
    page: Page | None = None
    second: Page | None = None
    failure: PageFailure | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            noop=wire["noop"],
            hit=wire["hit"],
            transition=wire["transition"],
            location=Location.decode(wire["location"], received),
            page=Page.decode(wire["page"], received) if "page" in wire else None,
            second=Page.decode(wire["second"], received) if "second" in wire else None,
            failure=PageFailure.decode(wire["failure"], received) if "failure" in wire else None,
        )


@dataclass(kw_only=True)
class BeginDragReply:
    """What org.sheaf.Reader.BeginDrag answers."""

    transition: int
    origin: int
    position: float

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            transition=wire["transition"],
            origin=wire["origin"],
            position=wire["position"],
        )


@dataclass(kw_only=True)
class DragReply:
    """What org.sheaf.Reader.Drag answers."""

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls()


@dataclass(kw_only=True)
class ReleaseDragReply:
    """What org.sheaf.Reader.ReleaseDrag answers."""

    transition: int
    spread: int
    location: Location | None = None
    refreshing: bool

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            transition=wire["transition"],
            spread=wire["spread"],
            location=Location.decode(wire["location"], received) if "location" in wire else None,
            refreshing=wire["refreshing"],
        )


@dataclass(kw_only=True)
class CancelDragReply:
    """What org.sheaf.Reader.CancelDrag answers."""

    transition: int
    spread: int
    location: Location | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            transition=wire["transition"],
            spread=wire["spread"],
            location=Location.decode(wire["location"], received) if "location" in wire else None,
        )


@dataclass(kw_only=True)
class SettleReply:
    """What org.sheaf.Reader.Settle answers."""

    settled: bool

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            settled=wire["settled"],
        )


@dataclass(kw_only=True)
class ReportAppearanceReply:
    """What org.sheaf.Reader.ReportAppearance answers."""

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls()


@dataclass(kw_only=True)
class SetLooksReply:
    """What org.sheaf.Reader.SetLooks answers."""

    state: State

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            state=State.decode(wire["state"], received),
        )


@dataclass(kw_only=True)
class SetAxisReply:
    """What org.sheaf.Reader.SetAxis answers."""

    state: State

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            state=State.decode(wire["state"], received),
        )


@dataclass(kw_only=True)
class GetStateReply:
    """What org.sheaf.Reader.GetState answers."""

    state: State

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            state=State.decode(wire["state"], received),
        )


@dataclass(kw_only=True)
class GetHistoryReply:
    """What org.sheaf.Reader.GetHistory answers."""

    back: list[Location]
    forward: list[Location]

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            back=[Location.decode(value, received) for value in wire["back"]],
            forward=[Location.decode(value, received) for value in wire["forward"]],
        )


@dataclass(kw_only=True)
class GetLayoutReply:
    """What org.sheaf.Reader.GetLayout answers."""

    frames: list[Frame]
    length: float
    estimated_width: float
    estimated_height: float
    spacing: int
    position: float
    version: int

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            frames=[Frame.decode(value, received) for value in wire["frames"]],
            length=wire["length"],
            estimated_width=wire["estimatedWidth"],
            estimated_height=wire["estimatedHeight"],
            spacing=wire["spacing"],
            position=wire["position"],
            version=wire["version"],
        )


@dataclass(kw_only=True)
class HitTestReply:
    """What org.sheaf.Reader.HitTest answers."""

    location: Location | None = None
    x: float
    y: float
    background: bool
    claims: bool

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            location=Location.decode(wire["location"], received) if "location" in wire else None,
            x=wire["x"],
            y=wire["y"],
            background=wire["background"],
            claims=wire["claims"],
        )


@dataclass(kw_only=True)
class RefreshReply:
    """What org.sheaf.Reader.Refresh answers."""

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls()


@dataclass(kw_only=True)
class BeginMoveReply:
    """What org.sheaf.Reader.BeginMove answers."""

    location: Location

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            location=Location.decode(wire["location"], received),
        )


@dataclass(kw_only=True)
class UpdateMoveReply:
    """What org.sheaf.Reader.UpdateMove answers."""

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls()


@dataclass(kw_only=True)
class EndMoveReply:
    """What org.sheaf.Reader.EndMove answers."""

    moved: bool

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            moved=wire["moved"],
        )


@dataclass(kw_only=True)
class CancelMoveReply:
    """What org.sheaf.Reader.CancelMove answers."""

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls()


@dataclass(kw_only=True)
class GetPageReply:
    """What org.sheaf.Reader.GetPage answers."""

    page: Page

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            page=Page.decode(wire["page"], received),
        )


@dataclass(kw_only=True)
class ReleasePageReply:
    """What org.sheaf.Reader.ReleasePage answers."""

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls()


@dataclass(kw_only=True)
class PrefetchReply:
    """What org.sheaf.Reader.Prefetch answers."""

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls()


@dataclass(kw_only=True)
class CancelPrefetchReply:
    """What org.sheaf.Reader.CancelPrefetch answers."""

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls()


@dataclass(kw_only=True)
class SetViewportReply:
    """What org.sheaf.Reader.SetViewport answers."""

    state: State

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            state=State.decode(wire["state"], received),
        )


@dataclass(kw_only=True)
class WatchReply:
    """What org.sheaf.Reader.Watch answers."""

    state: State | None = None
    begin: Begin | None = None
    appearance: Appearance | None = None
    end: End | None = None
    page: Page | None = None
    second: Page | None = None
    failure: PageFailure | None = None
    refused: PageFailure | None = None
    layout: LayoutChange | None = None
    document: DocumentChange | None = None
    count: CountChange | None = None
    refresh: WatchReplyRefresh | None = None
    removed: bool | None = None
    marks: bool | None = None
    missed: int | None = None
    closed: bool | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            state=State.decode(wire["state"], received) if "state" in wire else None,
            begin=Begin.decode(wire["begin"], received) if "begin" in wire else None,
            appearance=Appearance.decode(wire["appearance"], received) if "appearance" in wire else None,
            end=End.decode(wire["end"], received) if "end" in wire else None,
            page=Page.decode(wire["page"], received) if "page" in wire else None,
            second=Page.decode(wire["second"], received) if "second" in wire else None,
            failure=PageFailure.decode(wire["failure"], received) if "failure" in wire else None,
            refused=PageFailure.decode(wire["refused"], received) if "refused" in wire else None,
            layout=LayoutChange.decode(wire["layout"], received) if "layout" in wire else None,
            document=DocumentChange.decode(wire["document"], received) if "document" in wire else None,
            count=CountChange.decode(wire["count"], received) if "count" in wire else None,
            refresh=wire.get("refresh"),
            removed=wire.get("removed"),
            marks=wire.get("marks"),
            missed=wire.get("missed"),
            closed=wire.get("closed"),
        )


@dataclass(kw_only=True)
class ReloadReply:
    """What org.sheaf.Reader.Reload answers."""

    state: State
    marks: int | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            state=State.decode(wire["state"], received),
            marks=wire.get("marks"),
        )


@dataclass(kw_only=True)
class CloseReply:
    """What org.sheaf.Reader.Close answers."""

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls()


@dataclass(kw_only=True)
class AddMarkReply:
    """What org.sheaf.Reader.AddMark answers."""

    mark: Mark

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            mark=Mark.decode(wire["mark"], received),
        )


@dataclass(kw_only=True)
class ChangeMarkReply:
    """What org.sheaf.Reader.ChangeMark answers."""

    mark: Mark

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            mark=Mark.decode(wire["mark"], received),
        )


@dataclass(kw_only=True)
class RemoveMarkReply:
    """What org.sheaf.Reader.RemoveMark answers."""

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls()


@dataclass(kw_only=True)
class GetMarksReply:
    """What org.sheaf.Reader.GetMarks answers."""

    digest: str
    marks: list[Mark]
    next: int | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            digest=wire["digest"],
            marks=[Mark.decode(value, received) for value in wire["marks"]],
            next=wire.get("next"),
        )


@dataclass(kw_only=True)
class GetPlacesReply:
    """What org.sheaf.Reader.GetPlaces answers."""

    documents: list[ReadDocument]
    next: int | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            documents=[ReadDocument.decode(value, received) for value in wire["documents"]],
            next=wire.get("next"),
        )


@dataclass(kw_only=True)
class ForgetPlacesReply:
    """What org.sheaf.Reader.ForgetPlaces answers."""

    places: int
    marks: int

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            places=wire["places"],
            marks=wire["marks"],
        )


class ReaderCalls(Caller):
    """Methods of org.sheaf.Reader, of no reader in particular."""

    async def open(
        self,
        viewport: Viewport,
        *,
        file_descriptor: int | None = None,
        album: list[AlbumFile] | None = None,
        path: str | None = None,
        name: str | None = None,
        provider: str | None = None,
        password: str | None = None,
        looks: Looks | None = None,
        target: Target | None = None,
        axes: list[AxisSetup] | None = None,
        background: Background | None = None,
        manual: bool | None = None,
        prefetch: PrefetchMode | None = None,
        keep: int | None = None,
    ) -> OpenReply:
        """Opens a document and a reader on `target`; left out, on the page that the document asks for (`start-page` of
        its metadata), else on its first. The document is an open descriptor of a regular file (`fileDescriptor`: its
        index among this message's descriptors), an `album` of such files, whose pages are in their order (at most
        64, as many as come with a call), or a `path` below one of the service's library folders. `provider` names
        the provider; left out, the one that is surest of the document opens it. `axes`: one or two, the first is in
        front; left out, one horizontal axis along the whole document. One of them, or the background, shows the
        document that is opened. `manual`: the viewer turns pages itself and reports what it sees (ReportAppearance).
        A document without pages is opened too, in phase `empty`.

        `name` is what the file is called, for people: a title in its place where the document has none (see
        Document). A descriptor says nothing of it. Of a path only what is behind the last slash is taken.

        `password` is for a document that is locked, and is ignored for one that is not; at most 1024 bytes. It is
        kept in memory while the document is open, and nowhere else.

        `looks`: how its pages are to look. With other margins or laid out in another way a file is another document,
        which readers share that want it so. Documents that axes name stay as they are.

        `prefetch`: how much is rendered ahead of the reader; left out, as the service is set.

        `keep`: how long the reader lives on when its last connection has gone, in milliseconds; at most
        ReaderKeepSec=, which holds where it is left out. A viewer that comes back soon or never, as one on a screen
        does, gives its pages back sooner.

        Where places are kept (Places=), a reader without `target` and `start` begins before all else where its user
        has stopped reading the document, which is known by its content: on the page where the text is now with which
        that page began, or with the same index.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "fileDescriptor": sent.add(file_descriptor),
            "album": [encoded(value, AlbumFile, "album", sent) for value in album] if album is not None else None,
            "path": path,
            "name": name,
            "provider": provider,
            "password": password,
            "viewport": encoded(viewport, Viewport, "viewport", sent),
            "looks": encoded(looks, Looks, "looks", sent) if looks is not None else None,
            "target": encoded(target, Target, "target", sent) if target is not None else None,
            "axes": [encoded(value, AxisSetup, "axes", sent) for value in axes] if axes is not None else None,
            "background": encoded(background, Background, "background", sent) if background is not None else None,
            "manual": manual,
            "prefetch": prefetch,
            "keep": keep,
        }
        return await self._call(
            "org.sheaf.Reader.Open", parameters, sent, OpenReply.decode, False
        )

    async def get_places(self, *, first: int | None = None, count: int | None = None) -> GetPlacesReply:
        """The documents that the user has read or marked, the one read last first: `count` of them (at most 256) from
        `first` on.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "first": first,
            "count": count,
        }
        return await self._call(
            "org.sheaf.Reader.GetPlaces", parameters, sent, GetPlacesReply.decode, True
        )

    async def forget_places(self, *, digest: str | None = None) -> ForgetPlacesReply:
        """Forgets where the user has stopped reading the document with a digest, and all marks in it; left out, in all
        documents. Where a reader is on one, its place is kept again when it turns.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "digest": digest,
        }
        return await self._call(
            "org.sheaf.Reader.ForgetPlaces", parameters, sent, ForgetPlacesReply.decode, False
        )


class ReaderMethods(StreamCaller):
    """Methods of org.sheaf.Reader, of a reader."""

    async def navigate(
        self,
        target: Target,
        *,
        handover: Handover | None = None,
        axis: Axis | None = None,
        duration: int | None = None,
        direction: Direction | None = None,
        wrap: bool | None = None,
        format: Format | None = None,
        quality: int | None = None,
    ) -> NavigateReply:
        """Turns to a page. Where the pages are in the cache (`hit`), they come with the reply (unless `handover` is
        `none`; `descriptor` is the default): a turn is one round trip. Where they are not, they are rendered ahead
        of everything else and come with the reader's Watch or the next GetPage; a stand-in or a thumbnail, where
        there is one, comes with the reply. `second` is the other page of a spread of two, or the back of the leaf
        that turns. `noop`: the reader is on that page already, or on its way. With `inline`, pages that do not fit
        in a message are refused (InlineTooLarge), and the reader stays where it is. Where the user's viewers hold
        too many pages (LeaseMaxPerUser=), the reader turns all the same, and `failure` comes in place of the pages:
        return some (ReleasePage), then ask for it with GetPage.

        `format` and `quality` as in GetPage. In another format than bgrx8888 pages that are in the cache are
        encoded, and the reply waits for that; of those that are not nothing stands in, and one that turns out too
        large for a message, or can't be encoded, is a `failure`.

        `duration` in milliseconds, 0 to 60000: how long the viewer animates the turn. It ends when the viewer says
        so (Settle) or when the time has passed. Left out or 0: at once. `direction`: which way it is to look; left
        out, towards the target. `wrap`: a relative target goes on at the other end of the document. `axis`: the
        first one if left out.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "target": encoded(target, Target, "target", sent),
            "handover": handover,
            "axis": axis,
            "duration": duration,
            "direction": direction,
            "wrap": wrap,
            "format": format,
            "quality": quality,
        }
        return await self._call(
            "org.sheaf.Reader.Navigate", parameters, sent, NavigateReply.decode, False
        )

    async def begin_drag(self, *, axis: Axis | None = None, offset: float | None = None) -> BeginDragReply:
        """A finger comes down. `offset` is where, in spreads, when the last drag has not come to rest yet; left out,
        where that was released. `origin` is the spread that offsets count from, `transition` the number of the step.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "axis": axis,
            "offset": offset,
        }
        return await self._call(
            "org.sheaf.Reader.BeginDrag", parameters, sent, BeginDragReply.decode, False
        )

    async def drag(self, offset: float) -> DragReply:
        """The finger is at `offset`, in spreads, as they were numbered when the drag began. Send it `oneway`, as often
        as the screen is drawn: offsets that don't fit are dropped then, and counted in the reader's state.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "offset": offset,
        }
        return await self._call(
            "org.sheaf.Reader.Drag", parameters, sent, DragReply.decode, False
        )

    async def release_drag(self, *, velocity: float | None = None) -> ReleaseDragReply:
        """The finger is lifted with a `velocity` in spreads a second, 0 if left out. The reader is bound for `spread`,
        whose first page is `location`, and is there when the viewer says so (Settle), or after a second. Pulled past
        the end by a quarter of a spread or more, the document is refreshed, where its provider can (`refreshing`).
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "velocity": velocity,
        }
        return await self._call(
            "org.sheaf.Reader.ReleaseDrag", parameters, sent, ReleaseDragReply.decode, False
        )

    async def cancel_drag(self) -> CancelDragReply:
        """Takes a drag back: the reader is bound for where its transition began."""
        sent = Sent()
        parameters: dict[str, Any] = {}
        return await self._call(
            "org.sheaf.Reader.CancelDrag", parameters, sent, CancelDragReply.decode, False
        )

    async def settle(self, transition: int) -> SettleReply:
        """The viewer's animation of a transition step has ended. `settled` is false for one that is over already, was
        taken over by another, or is still held; nothing happens then.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "transition": transition,
        }
        return await self._call(
            "org.sheaf.Reader.Settle", parameters, sent, SettleReply.decode, False
        )

    async def report_appearance(
        self,
        index: int,
        event: AppearanceStep,
        *,
        axis: Axis | None = None,
    ) -> ReportAppearanceReply:
        """Reports that the viewer of a manual reader has shown or hidden a page. A page that will appear is rendered,
        and comes with the watch.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "axis": axis,
            "index": index,
            "event": event,
        }
        return await self._call(
            "org.sheaf.Reader.ReportAppearance", parameters, sent, ReportAppearanceReply.decode, False
        )

    async def set_looks(self, looks: Looks) -> SetLooksReply:
        """Shows all documents of a reader in another way; looks that are left out are as in Open, not as they were.
        What is under way settles first. In other colours pages stay what they are. Otherwise the reader goes over to
        other documents (DocumentChange tells), and stays where it was read: on the page where the text is now with
        which its page began. It comes back to the same page when it is shown as before again, as long as it did not
        turn, also after a restart of the service. A search ends (Superseded).

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "looks": encoded(looks, Looks, "looks", sent),
        }
        return await self._call(
            "org.sheaf.Reader.SetLooks", parameters, sent, SetLooksReply.decode, True
        )

    async def set_axis(
        self,
        axis: Axis,
        *,
        enabled: bool | None = None,
        arrangement: Arrangement | None = None,
    ) -> SetAxisReply:
        """Switches an axis on or off, or arranges its pages in another way. What moves along it settles first.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "axis": axis,
            "enabled": enabled,
            "arrangement": encoded(arrangement, Arrangement, "arrangement", sent) if arrangement is not None else None,
        }
        return await self._call(
            "org.sheaf.Reader.SetAxis", parameters, sent, SetAxisReply.decode, True
        )

    async def get_state(self) -> GetStateReply:
        """Where a reader stands.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {}
        return await self._call(
            "org.sheaf.Reader.GetState", parameters, sent, GetStateReply.decode, True
        )

    async def get_history(self) -> GetHistoryReply:
        """Where a reader jumped from, for targets `back` and `forward`: the nearest first.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {}
        return await self._call(
            "org.sheaf.Reader.GetHistory", parameters, sent, GetHistoryReply.decode, True
        )

    async def get_layout(
        self,
        *,
        axis: Axis | None = None,
        first: int | None = None,
        pages: int | None = None,
        offset: float | None = None,
    ) -> GetLayoutReply:
        """Where the pages of an axis are: `pages` of them from `first` on, at most 256; left out, those around the
        current one. `length` of the whole axis in pixels, -1 where it is not known how many pages there are.
        `estimatedWidth` and `estimatedHeight` are what pages are taken to measure until they are measured, in
        points. `offset`, in spreads, is asked for as `position`, in pixels; left out, that of now. `version` is that
        of the last change of the layout that is in it: a LayoutChange with a smaller or the same one is known
        already.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "axis": axis,
            "first": first,
            "pages": pages,
            "offset": offset,
        }
        return await self._call(
            "org.sheaf.Reader.GetLayout", parameters, sent, GetLayoutReply.decode, True
        )

    async def hit_test(self, x: float, y: float) -> HitTestReply:
        """Returns what is at a point of the viewport, in pixels from its top left corner: a page and the point on it,
        in points from its top left corner, upright; or nothing. `background`: the page in front is blank there, and
        the one behind it is meant. `claims`: the page wants drags that begin there for itself. In a transition pages
        are where they are when the call's turn comes.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "x": x,
            "y": y,
        }
        return await self._call(
            "org.sheaf.Reader.HitTest", parameters, sent, HitTestReply.decode, True
        )

    async def refresh(self) -> RefreshReply:
        """Has the provider look at its source again. Old pages stay until new ones are ready; the watch tells when it
        is done.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {}
        return await self._call(
            "org.sheaf.Reader.Refresh", parameters, sent, RefreshReply.decode, True
        )

    async def begin_move(self, index: int, *, axis: Axis | None = None) -> BeginMoveReply:
        """Takes up the page at `index`, to be moved by hand, where the provider can. Refused in a transition, and
        (Unsupported) in documents of the library, which are everybody's.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "index": index,
            "axis": axis,
        }
        return await self._call(
            "org.sheaf.Reader.BeginMove", parameters, sent, BeginMoveReply.decode, False
        )

    async def update_move(self, *, index: int | None = None, edge: Direction | None = None) -> UpdateMoveReply:
        """The page is held where it would be dropped at `index`, counted without the page itself. `edge`: it is held at
        that edge of the screen; pages turn there every half second, until the next update.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "index": index,
            "edge": edge,
        }
        return await self._call(
            "org.sheaf.Reader.UpdateMove", parameters, sent, UpdateMoveReply.decode, False
        )

    async def end_move(self) -> EndMoveReply:
        """The page is dropped; where it was, nothing happens (`moved` false)."""
        sent = Sent()
        parameters: dict[str, Any] = {}
        return await self._call(
            "org.sheaf.Reader.EndMove", parameters, sent, EndMoveReply.decode, False
        )

    async def cancel_move(self) -> CancelMoveReply:
        """The page goes back to where it was."""
        sent = Sent()
        parameters: dict[str, Any] = {}
        return await self._call(
            "org.sheaf.Reader.CancelMove", parameters, sent, CancelMoveReply.decode, False
        )

    async def get_page(
        self,
        *,
        index: int | None = None,
        axis: Axis | None = None,
        frame: int | None = None,
        region: Region | None = None,
        format: Format | None = None,
        quality: int | None = None,
        handover: Handover | None = None,
        viewport: Viewport | None = None,
    ) -> GetPageReply:
        """Hands over a page, rendered first where need be: the current page, or the one at `index` of an axis (by
        default the first). `quality` 1 to 100 is for JPEG and WebP (85). `handover` is `descriptor` by default:
        LimitReached where the user's viewers hold too many pages.

        `region` is the part of the page that is wanted, in pixels of the page at the viewport's scale; left out, the
        whole page, at the largest scale within what a page may have. Of the regions that a reader is asked for only
        the latest counts, of whichever page: one that comes supersedes the one that still waits (Superseded). A
        region that is in the cache, or in a larger rendition there with the same pixels, comes at once; another one
        is rendered when no other was asked for in RegionDelayMSec=.

        `viewport`: the page as it would be in another viewport, in which the reader is not shown for that: for who
        makes tiles of many pages, at many scales, out of one reader. Every region that comes with one counts: it is
        rendered at once, and none supersedes another.

        `frame`: of a page that moves (GIF, WebP, APNG, AVIF), from 0, the one that is shown everywhere else. What
        has fewer frames answers with PageFailed. Each frame is made from the first one on, and is a page of the
        cache as any other.

        Repeatable: a page that is handed over twice is held once.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "index": index,
            "axis": axis,
            "frame": frame,
            "region": encoded(region, Region, "region", sent) if region is not None else None,
            "format": format,
            "quality": quality,
            "handover": handover,
            "viewport": encoded(viewport, Viewport, "viewport", sent) if viewport is not None else None,
        }
        return await self._call(
            "org.sheaf.Reader.GetPage", parameters, sent, GetPageReply.decode, True
        )

    async def release_page(self, rendition: int) -> ReleasePageReply:
        """Says that the viewer does not use a page any more that it was handed as a descriptor, however often. Until
        then, or until its process ends, it counts against the cache's hard limit and the user's LeaseMaxPerUser=. A
        page that was handed over through a reader that is closed is returned through any other one of the user.

        Repeatable: what was returned to a service that was restarted since can be returned again.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "rendition": rendition,
        }
        return await self._call(
            "org.sheaf.Reader.ReleasePage", parameters, sent, ReleasePageReply.decode, True
        )

    async def prefetch(
        self,
        *,
        axis: Axis | None = None,
        pages: list[int] | None = None,
        landing: int | None = None,
        duration: int | None = None,
        mode: PrefetchMode | None = None,
    ) -> PrefetchReply:
        """Tells what the viewer is about to show, as far as it knows better than the service, which has that rendered
        ahead: behind every page that somebody waits for, within the cache's limits, and as far as anything is read
        ahead at all (Prefetch=, ReadAhead=). Providers that fetch ahead themselves are told too.

        `pages`: indexes on the axis (by default the first), at most 64, the most urgent first. They come before
        those of earlier calls; the latest 64 count. A page is thought of until the reader shows it or CancelPrefetch
        takes it back, until it turns out that it can't be had, or until the document changes.

        `landing`: pages run by, and slow down until they rest on the one at this index, `duration` milliseconds from
        now (0 to 60000; 1000 if left out). What is rendered is the landing, and what passes slowly enough to be
        seen. It holds until the reader is there or turns elsewhere, or the time is over.

        `mode`: how much is rendered ahead of this reader from now on.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "axis": axis,
            "pages": pages,
            "landing": landing,
            "duration": duration,
            "mode": mode,
        }
        return await self._call(
            "org.sheaf.Reader.Prefetch", parameters, sent, PrefetchReply.decode, True
        )

    async def cancel_prefetch(self, *, axis: Axis | None = None, pages: list[int] | None = None) -> CancelPrefetchReply:
        """Takes back `pages` of Prefetch; left out, all of the axis, and its landing. What is being rendered for that
        alone is cancelled.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "axis": axis,
            "pages": pages,
        }
        return await self._call(
            "org.sheaf.Reader.CancelPrefetch", parameters, sent, CancelPrefetchReply.decode, True
        )

    async def set_viewport(self, viewport: Viewport) -> SetViewportReply:
        """Shows the reader in another viewport from now on.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "viewport": encoded(viewport, Viewport, "viewport", sent),
        }
        return await self._call(
            "org.sheaf.Reader.SetViewport", parameters, sent, SetViewportReply.decode, True
        )

    def watch(
        self,
        *,
        handover: Handover | None = None,
        format: Format | None = None,
        quality: int | None = None,
    ) -> AsyncGenerator[WatchReply, None]:
        """Tells what happens to a reader, until it is closed: first its state, then everything in the order in which it
        happens, each in a reply of its own with exactly one of the fields; only a `second` page comes with its
        `page`. Needs `more`. `handover` is how pages come; `none` by default. `format` and `quality` are as in
        GetPage: in another format than bgrx8888 pages come once they are encoded, and nothing stands in for those
        that are rendered.

        A watch that does not read fast enough is not waited for. Of what happens up to 256 KiB wait to be read;
        `missed` says how many more replies it has missed, and the state follows. Pages have an allowance of their
        own: while more than 256 KiB of them, or 64 descriptors, are unread, no further page is handed over, and
        nothing else is lost for that. What is shown when they were read comes then. With every state that a watch
        begins or goes on with come the pages that are shown, as far as they are there; the others come once they are
        rendered. `refresh` tells when the provider looks at its source again (`refreshing`), and when it has
        (`refreshed`) or could not (`failed`). `removed` tells that the file of a document has lost its name: it was
        deleted, got another name, or another file has taken its place. The reader goes on with it until Reload
        brings the new one; a document of the library changes to what takes its place. `refused`: drawing a page of
        the reader's documents, or measuring it, has ended two provider hosts for its user: it is not asked for any
        more until Reload. It keeps its place. `marks`: the marks of its user in its document have changed
        (GetMarks).
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "handover": handover,
            "format": format,
            "quality": quality,
        }
        return self._stream(
            "org.sheaf.Reader.Watch", parameters, sent, WatchReply.decode
        )

    async def reload(
        self,
        *,
        password: str | None = None,
        file_descriptor: int | None = None,
        album: list[AlbumFile] | None = None,
        name: str | None = None,
    ) -> ReloadReply:
        """Opens the reader's document again from its file, also after it failed; one of the library, which others read
        too, only where it has failed, or its file or its provider is another one. All its readers go on where they
        were, or on the last page where there are fewer now; their watches get their state. `password` is for a
        document that is locked; left out, the one that opened it last. Another one than that is tried in any case.

        `fileDescriptor`, or `album`, as in Open: another file has taken the place of the document's, as programs
        that save do it (`removed` in Watch). This reader goes over to it, with its id, its looks and all that it is
        set to; others keep the old one until they are given the new one too. It stays on the page with the same id,
        or else with the same index, or on the last one. What waits for a page of the old one may be answered
        Superseded. `name` is what the file is called; left out, as the old one. OtherFormat where it is no document
        of the same kind. The same file as before is opened again only where it has changed, or has failed.

        Where places are kept (Places=), the marks of the reader's user are copied to what the document has become,
        as far as their text or page is found there. That is done for a file that is written anew, too, whoever
        notices it. `marks` is how many there were; left out where the document is what it was when it was opened, or
        no marks are kept of it.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "password": password,
            "fileDescriptor": sent.add(file_descriptor),
            "album": [encoded(value, AlbumFile, "album", sent) for value in album] if album is not None else None,
            "name": name,
        }
        return await self._call(
            "org.sheaf.Reader.Reload", parameters, sent, ReloadReply.decode, True
        )

    async def close(self) -> CloseReply:
        """Closes a reader."""
        sent = Sent()
        parameters: dict[str, Any] = {}
        return await self._call(
            "org.sheaf.Reader.Close", parameters, sent, CloseReply.decode, False
        )

    async def add_mark(
        self,
        *,
        index: int | None = None,
        position: int | None = None,
        text: str | None = None,
        boxes: list[MarkBox] | None = None,
        note: str | None = None,
        color: str | None = None,
        mark: str | None = None,
        created: int | None = None,
    ) -> AddMarkReply:
        """Marks a page of the first axis for its user: the current one, or the one at `index`, or, of a document that
        flows, the one on which `position` of its text is. With `text` it is a highlight of that, at `boxes` on the
        page; without boxes that is looked for on the page. At most 4096 bytes of `text` and of `note`, 32 of
        `color`, 128 boxes. `mark` and `created` are for a mark that was made elsewhere, 32 hexadecimal digits and
        seconds since 1970: one that has this id in the document already is replaced. What is answered is on disk. A
        mark is of the content of a document: it is there wherever that lies, for all readers of the user. A reader
        that shows its document in an order of its own (`order` in its looks) has no marks: PlacesNotKept, here and
        in ChangeMark, RemoveMark and GetMarks, and its watches are not told of them.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "index": index,
            "position": position,
            "text": text,
            "boxes": [encoded(value, MarkBox, "boxes", sent) for value in boxes] if boxes is not None else None,
            "note": note,
            "color": color,
            "mark": mark,
            "created": created,
        }
        return await self._call(
            "org.sheaf.Reader.AddMark", parameters, sent, AddMarkReply.decode, False
        )

    async def change_mark(self, mark: str, *, note: str | None = None, color: str | None = None) -> ChangeMarkReply:
        """Changes what a user has to say of a mark: left out, as it was; empty, nothing.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "mark": mark,
            "note": note,
            "color": color,
        }
        return await self._call(
            "org.sheaf.Reader.ChangeMark", parameters, sent, ChangeMarkReply.decode, True
        )

    async def remove_mark(self, mark: str) -> RemoveMarkReply:
        """Takes a mark away."""
        sent = Sent()
        parameters: dict[str, Any] = {
            "mark": mark,
        }
        return await self._call(
            "org.sheaf.Reader.RemoveMark", parameters, sent, RemoveMarkReply.decode, False
        )

    async def get_marks(self, *, first: int | None = None, count: int | None = None) -> GetMarksReply:
        """The marks of the user in the document of the first axis, in its order: `count` of them (at most 64) from
        `first` on. `next` is where to go on; left out at the end. `digest` is that of the document.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "first": first,
            "count": count,
        }
        return await self._call(
            "org.sheaf.Reader.GetMarks", parameters, sent, GetMarksReply.decode, True
        )
