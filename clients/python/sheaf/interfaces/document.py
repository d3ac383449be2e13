# SPDX-License-Identifier: Apache-2.0
# Written by varlink-generate: call `make generate` instead of changing it.
"""org.sheaf.Document: The contents of a document, beside how its pages look: its title, its table of contents, its
text, where its links lead. Calls name a reader of org.sheaf.Reader, and are about the document along one of its axes
(`axis`; left out, the first).

Pages are asked for by `index`, their place on that axis from 0; left out, it is the page that the reader shows.
Places on a page are in points (1/72 inch) from its top left corner, upright, as HitTest has them. Long lists come in
parts: `count` entries (at most 1,024, which is the default) from the one numbered `first` on (0 if left out). `next`
is the number of the one behind them; it is left out where there is none. Entries past the 131,072nd are left out.

All of it is looked up behind the pages that somebody waits for, and comes from the document: texts may be anything.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any, Literal, Self

from ..calls import StreamCaller
from ..memory import Memory
from ..message import Received, Sent, encoded, present

Axis = Literal["horizontal", "vertical"]

# Which way through the pages.
Direction = Literal["forward", "backward"]

PageCountKind = Literal["exact", "estimated", "unknown"]

# The kind of an entry's or a link's target: `here` is this document, and `document` another one. Make links only of
# what leads here, of `web` and of `mail`: the others are told to be read.
TargetKind = Literal["here", "document", "web", "mail", "file", "script", "launch", "unknown"]

# How bytes travel: as a descriptor of sealed memory (the default), or as base64 in the reply.
Handover = Literal["descriptor", "inline"]


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
class Box:
    """A box on a page, in points."""

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
class Point:
    """A point on a page, in points."""

    x: float
    y: float

    def encode(self, sent: Sent) -> dict[str, Any]:
        return present(
            {
                "x": self.x,
                "y": self.y,
            }
        )


@dataclass(kw_only=True)
class Region:
    """A rectangle in pixels of the whole page; the origin is its top left corner."""

    x: int
    y: int
    width: int
    height: int

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            x=wire["x"],
            y=wire["y"],
            width=wire["width"],
            height=wire["height"],
        )


@dataclass(kw_only=True)
class Place:
    """Where something is on a page: its `box`, and the pixels that this touches of the whole page as the reader's
    viewport shows it (`pageWidth` by `pageHeight` of its Page), as far as they are on the page; `width` and `height`
    are 0 where none is.
    """

    box: Box
    region: Region

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            box=Box.decode(wire["box"], received),
            region=Region.decode(wire["region"], received),
        )


@dataclass(kw_only=True)
class Page:
    """A page: its id, its place on the axis, what is printed on it, and how many pixels all of it has in the reader's
    viewport: regions are counted in those. They are the `pageWidth` and `pageHeight` of its org.sheaf.Reader.Page.
    """

    page: int
    index: int
    label: str | None = None
    page_width: int
    page_height: int

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            page=wire["page"],
            index=wire["index"],
            label=wire.get("label"),
            page_width=wire["pageWidth"],
            page_height=wire["pageHeight"],
        )


@dataclass(kw_only=True)
class PageEntry:
    """A page of a list: its size is in points, upright, and an estimate until it is `measured`."""

    page: int
    index: int
    label: str | None = None
    width: float
    height: float
    measured: bool

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            page=wire["page"],
            index=wire["index"],
            label=wire.get("label"),
            width=wire["width"],
            height=wire["height"],
            measured=wire["measured"],
        )


@dataclass(kw_only=True)
class Target:
    """Where an entry or a link leads: to a point (`x`, `y`) on a page of the axis, or to a `uri`, as the document has
    it. `kind` is left out where the provider does not tell it. With a `kind` there may be neither: a page that was
    taken out, a script.
    """

    page: int | None = None
    index: int | None = None
    label: str | None = None
    x: float | None = None
    y: float | None = None
    uri: str | None = None
    kind: TargetKind | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            page=wire.get("page"),
            index=wire.get("index"),
            label=wire.get("label"),
            x=wire.get("x"),
            y=wire.get("y"),
            uri=wire.get("uri"),
            kind=wire.get("kind"),
        )


@dataclass(kw_only=True, eq=False)
class Thumbnail(Memory):
    """A page in small, turned as the reader's viewport turns it: 128 pixels on its longer side, of four bytes each
    (blue, green, red, 255). Row `y` begins `y` x `stride` bytes into the `size` bytes of the memory. `kept`: it was
    there, and not rendered for this call. `fileDescriptor` is the index of the memory among this message's
    descriptors: sealed, read-only, to be mapped or read; `data` is the same as base64. `rendition` names the memory
    that was handed over, for org.sheaf.Reader.ReleasePage.
    """

    page: int
    index: int
    label: str | None = None
    rendition: int
    width: int
    height: int
    stride: int
    size: int
    rotation: int
    kept: bool
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
            size=wire["size"],
            rotation=wire["rotation"],
            kept=wire["kept"],
            file_descriptor=received.take(wire.get("fileDescriptor")),
            data=wire.get("data"),
        ))


@dataclass(kw_only=True)
class FailedPage:
    """A page that could not be rendered. `reason` is what its provider said."""

    index: int
    reason: str

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            index=wire["index"],
            reason=wire["reason"],
        )


@dataclass(kw_only=True)
class MetadataEntry:
    """Something that a document says of itself. Keys are those of Dublin Core (`title`, `creator`, `subject`,
    `description`, `format`) and others that its provider has (`created`, `modified`, `producer`). How it asks to be
    seen at first, which readers take that do not choose: `reading-direction`, `left-to-right` or `right-to-left`;
    `page-layout`, a SpreadKind of org.sheaf.Reader (`single`, `double`, `cover`); `wide-pages`, `alone` or `paired`;
    `double-pages`, those that it marks as double, counted from 1, a blank between; `start-page`, counted from 1.
    `cover-page` is the one that a book has as its cover.
    """

    key: str
    value: str

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            key=wire["key"],
            value=wire["value"],
        )


@dataclass(kw_only=True)
class OutlineEntry:
    """An entry of the table of contents. `number` is its target in org.sheaf.Reader.Navigate (`outline`). `level` is 0
    at the top, and at most one more than that of the entry before: the entries are a tree, each before those below
    it. `target` is left out where it leads nowhere, or to no page of the axis.
    """

    number: int
    level: int
    title: str
    target: Target | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            number=wire["number"],
            level=wire["level"],
            title=wire["title"],
            target=Target.decode(wire["target"], received) if "target" in wire else None,
        )


@dataclass(kw_only=True)
class Link:
    """A link. `number` is its target in org.sheaf.Reader.Navigate (`link`). `target` is left out where it leads to no
    page of the axis. `note` says that it leads to a note, as one at the foot of a page.
    """

    number: int
    place: Place
    target: Target | None = None
    note: bool | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            number=wire["number"],
            place=Place.decode(wire["place"], received),
            target=Target.decode(wire["target"], received) if "target" in wire else None,
            note=wire.get("note"),
        )


@dataclass(kw_only=True)
class Annotation:
    """Something that somebody has put on a page. `kind` is what, as PDF names it, beginning with a small letter:
    `highlight`, `underline`, `text` (a note), `freeText`, `ink`, `stamp`, `line`, `square`, `circle`,
    `fileAttachment` and others. `text` is what it says, which may be nothing; `modified` when it was last changed,
    in seconds since 1970 (UTC).
    """

    kind: str
    place: Place
    text: str
    author: str | None = None
    modified: int | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            kind=wire["kind"],
            place=Place.decode(wire["place"], received),
            text=wire["text"],
            author=wire.get("author"),
            modified=wire.get("modified"),
        )


@dataclass(kw_only=True)
class Block:
    """A block of text. `kind` is what it is: `heading`, `paragraph`, `listItem`, `table`, `code`, `rule`, or another
    one that its provider knows. `text` has no newline at its end; an item of a list has its mark, and a table a line
    for each row, with a tab between cells. `level` is 1 to 6 of a heading, and how deep an item of a list lies, from
    1; else it is left out.
    """

    kind: str
    place: Place
    text: str
    level: int | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            kind=wire["kind"],
            place=Place.decode(wire["place"], received),
            text=wire["text"],
            level=wire.get("level"),
        )


@dataclass(kw_only=True)
class Run:
    """A run of text: a line or a part of one. It ends in a newline where a line does. `carets`, where they are asked
    for, are the positions between its characters (code points; the newline is none): before the first, and behind
    each. In points from the left of its box, or from its top where it is written down or up; they go down where it
    is written from the right, or up.
    """

    text: str
    place: Place
    carets: list[float] | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            text=wire["text"],
            place=Place.decode(wire["place"], received),
            carets=wire.get("carets"),
        )


@dataclass(kw_only=True)
class Match:
    """A place where what was searched for stands: what is before it, the match itself and what is behind it, some words
    of each; and its boxes, one for each run of text that it is in. Where it goes on on the page behind, `rest` are
    those there. `position` is where it begins in the text of a document that flows; it is the same in every layout
    (GetCFI names it for other programs).
    """

    before: str
    text: str
    after: str
    places: list[Place]
    rest: list[Place] | None = None
    position: int | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            before=wire["before"],
            text=wire["text"],
            after=wire["after"],
            places=[Place.decode(value, received) for value in wire["places"]],
            rest=[Place.decode(value, received) for value in wire["rest"]] if "rest" in wire else None,
            position=wire.get("position"),
        )


@dataclass(kw_only=True)
class GetMetadataReply:
    """What org.sheaf.Document.GetMetadata answers."""

    entries: list[MetadataEntry]
    next: int | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            entries=[MetadataEntry.decode(value, received) for value in wire["entries"]],
            next=wire.get("next"),
        )


@dataclass(kw_only=True)
class GetCFIReply:
    """What org.sheaf.Document.GetCFI answers."""

    cfi: str

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            cfi=wire["cfi"],
        )


@dataclass(kw_only=True)
class FindCFIReply:
    """What org.sheaf.Document.FindCFI answers."""

    index: int
    position: int | None = None
    end: int | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            index=wire["index"],
            position=wire.get("position"),
            end=wire.get("end"),
        )


@dataclass(kw_only=True)
class GetDigestReply:
    """What org.sheaf.Document.GetDigest answers."""

    digest: str

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            digest=wire["digest"],
        )


@dataclass(kw_only=True)
class GetOutlineReply:
    """What org.sheaf.Document.GetOutline answers."""

    entries: list[OutlineEntry]
    next: int | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            entries=[OutlineEntry.decode(value, received) for value in wire["entries"]],
            next=wire.get("next"),
        )


@dataclass(kw_only=True)
class GetLinksReply:
    """What org.sheaf.Document.GetLinks answers."""

    page: Page
    links: list[Link]
    next: int | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            page=Page.decode(wire["page"], received),
            links=[Link.decode(value, received) for value in wire["links"]],
            next=wire.get("next"),
        )


@dataclass(kw_only=True)
class GetAnnotationsReply:
    """What org.sheaf.Document.GetAnnotations answers."""

    page: Page
    annotations: list[Annotation]
    next: int | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            page=Page.decode(wire["page"], received),
            annotations=[Annotation.decode(value, received) for value in wire["annotations"]],
            next=wire.get("next"),
        )


@dataclass(kw_only=True)
class GetTextReply:
    """What org.sheaf.Document.GetText answers."""

    page: Page
    runs: list[Run]
    next: int | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            page=Page.decode(wire["page"], received),
            runs=[Run.decode(value, received) for value in wire["runs"]],
            next=wire.get("next"),
        )


@dataclass(kw_only=True)
class GetBlocksReply:
    """What org.sheaf.Document.GetBlocks answers."""

    page: Page
    blocks: list[Block]
    next: int | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            page=Page.decode(wire["page"], received),
            blocks=[Block.decode(value, received) for value in wire["blocks"]],
            next=wire.get("next"),
        )


@dataclass(kw_only=True)
class GetPagesReply:
    """What org.sheaf.Document.GetPages answers."""

    entries: list[PageEntry]
    pages: PageCount
    next: int | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            entries=[PageEntry.decode(value, received) for value in wire["entries"]],
            pages=PageCount.decode(wire["pages"], received),
            next=wire.get("next"),
        )


@dataclass(kw_only=True)
class GetThumbnailsReply:
    """What org.sheaf.Document.GetThumbnails answers."""

    thumbnail: Thumbnail | None = None
    failed: FailedPage | None = None
    next: int | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            thumbnail=Thumbnail.decode(wire["thumbnail"], received) if "thumbnail" in wire else None,
            failed=FailedPage.decode(wire["failed"], received) if "failed" in wire else None,
            next=wire.get("next"),
        )


@dataclass(kw_only=True)
class SearchReply:
    """What org.sheaf.Document.Search answers."""

    page: Page | None = None
    matches: list[Match]
    found: int
    searched: int
    pages: PageCount
    unreadable: int
    end: int | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            page=Page.decode(wire["page"], received) if "page" in wire else None,
            matches=[Match.decode(value, received) for value in wire["matches"]],
            found=wire["found"],
            searched=wire["searched"],
            pages=PageCount.decode(wire["pages"], received),
            unreadable=wire["unreadable"],
            end=wire.get("end"),
        )


class DocumentMethods(StreamCaller):
    """Methods of org.sheaf.Document, of a reader."""

    async def get_metadata(
        self,
        *,
        axis: Axis | None = None,
        first: int | None = None,
        count: int | None = None,
    ) -> GetMetadataReply:
        """Returns the metadata of the document: what it says of itself. The same key may come more than once.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "axis": axis,
            "first": first,
            "count": count,
        }
        return await self._call(
            "org.sheaf.Document.GetMetadata", parameters, sent, GetMetadataReply.decode, True
        )

    async def get_cfi(
        self,
        *,
        axis: Axis | None = None,
        index: int | None = None,
        position: int | None = None,
        end: int | None = None,
    ) -> GetCFIReply:
        """Returns a place in the text of an EPUB as other programs and devices name it: by an EPUB CFI
        ("epubcfi(/6/4!/4/2/1:0)"), which is the same at every size of page and type. It is the place of `position`,
        as matches and marks have it, or of where the page at `index` begins; without both, of the page that the
        reader shows. With `end` it is that of the text from there to before that position: as far as the chapter
        goes. Of a book with pages of its own it is the page. Unsupported of other documents.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "axis": axis,
            "index": index,
            "position": position,
            "end": end,
        }
        return await self._call(
            "org.sheaf.Document.GetCFI", parameters, sent, GetCFIReply.decode, True
        )

    async def find_cfi(self, cfi: str, *, axis: Axis | None = None) -> FindCFIReply:
        """Returns where an EPUB CFI leads: the page at `index`, and the `position` in the text of a document that
        flows, with `end` where it is a range: before which position that ends. Where an edition of the book has
        other words or elements, that is the place next to it. `cfi` has 1 to 4,096 bytes. InvalidRange where it is
        none, or leads to no chapter of the book.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "axis": axis,
            "cfi": cfi,
        }
        return await self._call(
            "org.sheaf.Document.FindCFI", parameters, sent, FindCFIReply.decode, True
        )

    async def get_digest(self, *, axis: Axis | None = None) -> GetDigestReply:
        """Returns the digest of a document's bytes. The document is known by it wherever its file is and whatever that
        is called. org.sheaf.Reader has the same digest in the places that it keeps (GetPlaces); GetDigest returns it
        whether places are kept or not. `sha256:` and 64 hexadecimal digits, those of sha256sum(1), of a file of up
        to 256 MiB; `sha256-ends:` of a larger one, whose first and last 128 MiB are read, and its size;
        `sha256-album:` of the digests of an album's files in their order; `sha256-path:` of the path of a folder of
        the library. A file is read for its digest once, and again when it has changed. Nothing else waits behind
        that.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "axis": axis,
        }
        return await self._call(
            "org.sheaf.Document.GetDigest", parameters, sent, GetDigestReply.decode, True
        )

    async def get_outline(
        self,
        *,
        axis: Axis | None = None,
        first: int | None = None,
        count: int | None = None,
    ) -> GetOutlineReply:
        """The table of contents.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "axis": axis,
            "first": first,
            "count": count,
        }
        return await self._call(
            "org.sheaf.Document.GetOutline", parameters, sent, GetOutlineReply.decode, True
        )

    async def get_links(
        self,
        *,
        axis: Axis | None = None,
        index: int | None = None,
        first: int | None = None,
        count: int | None = None,
    ) -> GetLinksReply:
        """The links on a page.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "axis": axis,
            "index": index,
            "first": first,
            "count": count,
        }
        return await self._call(
            "org.sheaf.Document.GetLinks", parameters, sent, GetLinksReply.decode, True
        )

    async def get_annotations(
        self,
        *,
        axis: Axis | None = None,
        index: int | None = None,
        first: int | None = None,
        count: int | None = None,
    ) -> GetAnnotationsReply:
        """Returns the annotations on a page: highlights, notes, drawings and stamps that people have put there, in the
        order of the document. Links and form fields are none.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "axis": axis,
            "index": index,
            "first": first,
            "count": count,
        }
        return await self._call(
            "org.sheaf.Document.GetAnnotations", parameters, sent, GetAnnotationsReply.decode, True
        )

    async def get_text(
        self,
        *,
        axis: Axis | None = None,
        index: int | None = None,
        box: Box | None = None,
        from_: Point | None = None,
        to: Point | None = None,
        carets: bool | None = None,
        first: int | None = None,
        count: int | None = None,
    ) -> GetTextReply:
        """The text of a page in reading order; with a `box`, those parts of its runs that stand in it: of each
        character its centre. With `from` and `to`, what a selection between these points has, whichever is the
        first: from between the two characters nearest to one to between those nearest to the other. Its places are
        what to highlight, and its texts, one after the other, what to copy. `carets` is for the whole text alone.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "axis": axis,
            "index": index,
            "box": encoded(box, Box, "box", sent) if box is not None else None,
            "from": encoded(from_, Point, "from_", sent) if from_ is not None else None,
            "to": encoded(to, Point, "to", sent) if to is not None else None,
            "carets": carets,
            "first": first,
            "count": count,
        }
        return await self._call(
            "org.sheaf.Document.GetText", parameters, sent, GetTextReply.decode, True
        )

    async def get_blocks(
        self,
        *,
        axis: Axis | None = None,
        index: int | None = None,
        first: int | None = None,
        count: int | None = None,
    ) -> GetBlocksReply:
        """The text of a page as blocks, in reading order: headings, paragraphs, items of lists, tables. Of one that
        goes on over pages there is what is on this one.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "axis": axis,
            "index": index,
            "first": first,
            "count": count,
        }
        return await self._call(
            "org.sheaf.Document.GetBlocks", parameters, sent, GetBlocksReply.decode, True
        )

    async def get_pages(
        self,
        *,
        axis: Axis | None = None,
        first: int | None = None,
        count: int | None = None,
    ) -> GetPagesReply:
        """The pages of the axis from index `first` on, at most 256 of them; those that can't be measured are left out.
        `pages` is how many pages the axis has.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "axis": axis,
            "first": first,
            "count": count,
        }
        return await self._call(
            "org.sheaf.Document.GetPages", parameters, sent, GetPagesReply.decode, True
        )

    def get_thumbnails(
        self,
        *,
        axis: Axis | None = None,
        first: int | None = None,
        count: int | None = None,
        handover: Handover | None = None,
    ) -> AsyncGenerator[GetThumbnailsReply, None]:
        """Small pictures of the pages of the axis from index `first` on (0 if left out), `count` of them (at most
        1,024, which is the default), in order, each in a reply of its own. Needs `more`. Those that are kept are
        told at once; others are rendered behind everything that anybody waits for, one after the other. A page that
        can't be rendered is told as `failed`, and the next one follows. The last reply has neither; `next` is the
        index of the page behind those that were asked for, left out where there is none.

        A reader makes one strip of them at a time: a newer one ends the older (Superseded), and so does closing the
        reader (NoSuchReader). It goes on as its client reads.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "axis": axis,
            "first": first,
            "count": count,
            "handover": handover,
        }
        return self._stream(
            "org.sheaf.Document.GetThumbnails", parameters, sent, GetThumbnailsReply.decode
        )

    def search(
        self,
        needle: str,
        *,
        axis: Axis | None = None,
        index: int | None = None,
        direction: Direction | None = None,
        match_case: bool | None = None,
        match_marks: bool | None = None,
        whole_words: bool | None = None,
        early: bool | None = None,
    ) -> AsyncGenerator[SearchReply, None]:
        """Searches all pages of the axis, from the one at `index` on (the reader's, if left out), around the end, to
        where it began. Needs `more`. Matches are told as they are found, those of one page in one reply or several,
        each with its `page`: `found` is how many there were so far, on `searched` pages of `pages`, of which
        `unreadable` could not be read. Replies without a page and matches tell how far it is; the last one tells the
        totals. `backward` searches the pages and the matches on each the other way; of a document that does not know
        how many pages it has, those behind the first one come last and forward.

        The `needle` has 1 to 1,024 bytes; blanks in a row are one, which the end of a line is too, and words that
        are divided there are found; in a document that flows, so is what begins on one page and ends on the next.
        Upper and lower case are the same unless `matchCase`, letters with marks and without (é and e) unless
        `matchMarks`; quotes, primes, dashes and their kin are what a keyboard has for them, ligatures and wide forms
        their letters. `wholeWords`: no letter or digit is next to it.

        A text is searched before it is laid out, from the reader's page on, around the end. With `early`, what is
        found there is told at once, in replies without `page`, each match with its `position` and no places, and
        `end`, where the text ends as positions count; each is told again, with its page and the same `position`,
        when the layout has got there, and counts once. Without it, it is told then only.

        A reader searches for one thing at a time: a newer search ends the older (Superseded), and so does closing
        the reader (NoSuchReader). It goes on as its client reads.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "needle": needle,
            "axis": axis,
            "index": index,
            "direction": direction,
            "matchCase": match_case,
            "matchMarks": match_marks,
            "wholeWords": whole_words,
            "early": early,
        }
        return self._stream(
            "org.sheaf.Document.Search", parameters, sent, SearchReply.decode
        )
