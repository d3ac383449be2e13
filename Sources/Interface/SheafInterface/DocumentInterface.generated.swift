// Generated from org.sheaf.Document.varlink by varlink-generate. Do not edit.
// swift-format-ignore-file

package import Varlink

/// The contents of a document, beside how its pages look: its title, its table of contents, its text, where its links
/// lead. Calls name a reader of org.sheaf.Reader, and are about the document along one of its axes (`axis`; left out, the
/// first).
///
/// Pages are asked for by `index`, their place on that axis from 0; left out, it is the page that the reader shows. Places on a
/// page are in points (1/72 inch) from its top left corner, upright, as HitTest has them. Long lists come in parts: `count`
/// entries (at most 1,024, which is the default) from the one numbered `first` on (0 if left out). `next` is the number of the
/// one behind them; it is left out where there is none. Entries past the 131,072nd are left out.
///
/// All of it is looked up behind the pages that somebody waits for, and comes from the document: texts may be anything.
package enum DocumentInterface {
    /// "org.sheaf.Document"
    package static var name: StaticString { "org.sheaf.Document" }

    /// The text of the description.
    package static var text: StaticString { ##"# The contents of a document, beside how its pages look: its title, its table of contents, its text, where its links\##n# lead. Calls name a reader of org.sheaf.Reader, and are about the document along one of its axes (`axis`; left out, the\##n# first).\##n#\##n# Pages are asked for by `index`, their place on that axis from 0; left out, it is the page that the reader shows. Places on a\##n# page are in points (1/72 inch) from its top left corner, upright, as HitTest has them. Long lists come in parts: `count`\##n# entries (at most 1,024, which is the default) from the one numbered `first` on (0 if left out). `next` is the number of the\##n# one behind them; it is left out where there is none. Entries past the 131,072nd are left out.\##n#\##n# All of it is looked up behind the pages that somebody waits for, and comes from the document: texts may be anything.\##ninterface org.sheaf.Document\##n\##ntype Axis (horizontal, vertical)\##n\##n# Which way through the pages.\##ntype Direction (forward, backward)\##n\##n# How far the number of pages is to be trusted. `pages` is 0 where it is unknown.\##ntype PageCount (\##n    kind: (exact, estimated, unknown),\##n    pages: int\##n)\##n\##n# A box on a page, in points.\##ntype Box (x0: float, y0: float, x1: float, y1: float)\##n\##n# A point on a page, in points.\##ntype Point (x: float, y: float)\##n\##n# A rectangle in pixels of the whole page; the origin is its top left corner.\##ntype Region (\##n    x: int,\##n    y: int,\##n    width: int,\##n    height: int\##n)\##n\##n# Where something is on a page: its `box`, and the pixels that this touches of the whole page as the reader's viewport shows\##n# it (`pageWidth` by `pageHeight` of its Page), as far as they are on the page; `width` and `height` are 0 where none is.\##ntype Place (box: Box, region: Region)\##n\##n# A page: its id, its place on the axis, what is printed on it, and how many pixels all of it has in the reader's viewport:\##n# regions are counted in those. They are the `pageWidth` and `pageHeight` of its org.sheaf.Reader.Page.\##ntype Page (\##n    page: int,\##n    index: int,\##n    label: ?string,\##n    pageWidth: int,\##n    pageHeight: int\##n)\##n\##n# A page of a list: its size is in points, upright, and an estimate until it is `measured`.\##ntype PageEntry (\##n    page: int,\##n    index: int,\##n    label: ?string,\##n    width: float,\##n    height: float,\##n    measured: bool\##n)\##n\##n# The kind of an entry's or a link's target: `here` is this document, and `document` another one. Make links only of\##n# what leads here, of `web` and of `mail`: the others are told to be read.\##ntype TargetKind (here, document, web, mail, file, script, launch, unknown)\##n\##n# Where an entry or a link leads: to a point (`x`, `y`) on a page of the axis, or to a `uri`, as the document has it. `kind` is left out\##n# where the provider does not tell it. With a `kind` there may be neither: a page that was taken out, a script.\##ntype Target (\##n    page: ?int,\##n    index: ?int,\##n    label: ?string,\##n    x: ?float,\##n    y: ?float,\##n    uri: ?string,\##n    kind: ?TargetKind\##n)\##n\##n# How bytes travel: as a descriptor of sealed memory (the default), or as base64 in the reply.\##ntype Handover (descriptor, inline)\##n\##n# A page in small, turned as the reader's viewport turns it: 128 pixels on its longer side, of four bytes each (blue, green, red,\##n# 255). Row `y` begins `y` x `stride` bytes into the `size` bytes of the memory. `kept`: it was there, and not rendered for this\##n# call. `fileDescriptor` is the index of the memory among this message's descriptors: sealed, read-only, to be mapped or read;\##n# `data` is the same as base64. `rendition` names the memory that was handed over, for org.sheaf.Reader.ReleasePage.\##ntype Thumbnail (\##n    page: int,\##n    index: int,\##n    label: ?string,\##n    rendition: int,\##n    width: int,\##n    height: int,\##n    stride: int,\##n    size: int,\##n    rotation: int,\##n    kept: bool,\##n    fileDescriptor: ?int,\##n    data: ?string\##n)\##n\##n# A page that could not be rendered. `reason` is what its provider said.\##ntype FailedPage (index: int, reason: string)\##n\##n# Something that a document says of itself. Keys are those of Dublin Core (`title`, `creator`, `subject`, `description`,\##n# `format`) and others that its provider has (`created`, `modified`, `producer`). How it asks to be seen at first, which readers take that\##n# do not choose: `reading-direction`, `left-to-right` or `right-to-left`; `page-layout`, a SpreadKind of org.sheaf.Reader (`single`,\##n# `double`, `cover`); `wide-pages`, `alone` or `paired`; `double-pages`, those that it marks as double, counted from 1, a blank\##n# between; `start-page`, counted from 1. `cover-page` is the one that a book has as its cover.\##ntype MetadataEntry (key: string, value: string)\##n\##n# An entry of the table of contents. `number` is its target in org.sheaf.Reader.Navigate (`outline`). `level` is 0 at the top, and\##n# at most one more than that of the entry before: the entries are a tree, each before those below it. `target` is left out where\##n# it leads nowhere, or to no page of the axis.\##ntype OutlineEntry (number: int, level: int, title: string, target: ?Target)\##n\##n# A link. `number` is its target in org.sheaf.Reader.Navigate (`link`). `target` is left out where it leads to no page of the axis.\##n# `note` says that it leads to a note, as one at the foot of a page.\##ntype Link (number: int, place: Place, target: ?Target, note: ?bool)\##n\##n# Something that somebody has put on a page. `kind` is what, as PDF names it, beginning with a small letter: `highlight`, `underline`,\##n# `text` (a note), `freeText`, `ink`, `stamp`, `line`, `square`, `circle`, `fileAttachment` and others. `text` is what it says, which may\##n# be nothing; `modified` when it was last changed, in seconds since 1970 (UTC).\##ntype Annotation (kind: string, place: Place, text: string, author: ?string, modified: ?int)\##n\##n# A block of text. `kind` is what it is: `heading`, `paragraph`, `listItem`, `table`, `code`, `rule`, or another one that its provider\##n# knows. `text` has no newline at its end; an item of a list has its mark, and a table a line for each row, with a tab between cells.\##n# `level` is 1 to 6 of a heading, and how deep an item of a list lies, from 1; else it is left out.\##ntype Block (kind: string, place: Place, text: string, level: ?int)\##n\##n# A run of text: a line or a part of one. It ends in a newline where a line does. `carets`, where they are asked for, are the positions\##n# between its characters (code points; the newline is none): before the first, and behind each. In points from the left of its box, or\##n# from its top where it is written down or up; they go down where it is written from the right, or up.\##ntype Run (text: string, place: Place, carets: ?[]float)\##n\##n# A place where what was searched for stands: what is before it, the match itself and what is behind it, some words of each; and\##n# its boxes, one for each run of text that it is in. Where it goes on on the page behind, `rest` are those there. `position` is where it\##n# begins in the text of a document that flows; it is the same in every layout (GetCFI names it for other programs).\##ntype Match (before: string, text: string, after: string, places: []Place, rest: ?[]Place, position: ?int)\##n\##n# Returns the metadata of the document: what it says of itself. The same key may come more than once.\##n#\##n# Repeatable.\##nmethod GetMetadata(reader: string, axis: ?Axis, first: ?int, count: ?int) -> (entries: []MetadataEntry, next: ?int)\##n\##n# Returns a place in the text of an EPUB as other programs and devices name it: by an EPUB CFI ("epubcfi(/6/4!/4/2/1:0)"), which is the\##n# same at every size of page and type. It is the place of `position`, as matches and marks have it, or of where the page at `index` begins;\##n# without both, of the page that the reader shows. With `end` it is that of the text from there to before that position: as far as the\##n# chapter goes. Of a book with pages of its own it is the page. Unsupported of other documents.\##n#\##n# Repeatable.\##nmethod GetCFI(reader: string, axis: ?Axis, index: ?int, position: ?int, end: ?int) -> (cfi: string)\##n\##n# Returns where an EPUB CFI leads: the page at `index`, and the `position` in the text of a document that flows, with `end` where it is a\##n# range: before which position that ends. Where an edition of the book has other words or elements, that is the place next to it. `cfi` has\##n# 1 to 4,096 bytes. InvalidRange where it is none, or leads to no chapter of the book.\##n#\##n# Repeatable.\##nmethod FindCFI(reader: string, axis: ?Axis, cfi: string) -> (index: int, position: ?int, end: ?int)\##n\##n# Returns the digest of a document's bytes. The document is known by it wherever its file is and whatever that is\##n# called. org.sheaf.Reader has the same digest in the places that it keeps (GetPlaces); GetDigest returns it whether\##n# places are kept or not. `sha256:` and 64 hexadecimal digits, those of sha256sum(1), of a file of up to 256 MiB;\##n# `sha256-ends:` of a larger one, whose first and last 128 MiB are read, and its size; `sha256-album:` of the digests of\##n# an album's files in their order; `sha256-path:` of the path of a folder of the library. A file is read for its digest\##n# once, and again when it has changed. Nothing else waits behind that.\##n#\##n# Repeatable.\##nmethod GetDigest(reader: string, axis: ?Axis) -> (digest: string)\##n\##n# The table of contents.\##n#\##n# Repeatable.\##nmethod GetOutline(reader: string, axis: ?Axis, first: ?int, count: ?int) -> (entries: []OutlineEntry, next: ?int)\##n\##n# The links on a page.\##n#\##n# Repeatable.\##nmethod GetLinks(reader: string, axis: ?Axis, index: ?int, first: ?int, count: ?int) -> (\##n    page: Page,\##n    links: []Link,\##n    next: ?int\##n)\##n\##n# Returns the annotations on a page: highlights, notes, drawings and stamps that people have put there, in the order of\##n# the document. Links and form fields are none.\##n#\##n# Repeatable.\##nmethod GetAnnotations(reader: string, axis: ?Axis, index: ?int, first: ?int, count: ?int) -> (\##n    page: Page,\##n    annotations: []Annotation,\##n    next: ?int\##n)\##n\##n# The text of a page in reading order; with a `box`, those parts of its runs that stand in it: of each character its centre. With\##n# `from` and `to`, what a selection between these points has, whichever is the first: from between the two characters nearest to one to\##n# between those nearest to the other. Its places are what to highlight, and its texts, one after the other, what to copy. `carets` is for\##n# the whole text alone.\##n#\##n# Repeatable.\##nmethod GetText(\##n    reader: string,\##n    axis: ?Axis,\##n    index: ?int,\##n    box: ?Box,\##n    from: ?Point,\##n    to: ?Point,\##n    carets: ?bool,\##n    first: ?int,\##n    count: ?int\##n) -> (\##n    page: Page,\##n    runs: []Run,\##n    next: ?int\##n)\##n\##n# The text of a page as blocks, in reading order: headings, paragraphs, items of lists, tables. Of one that goes on over pages there is\##n# what is on this one.\##n#\##n# Repeatable.\##nmethod GetBlocks(reader: string, axis: ?Axis, index: ?int, first: ?int, count: ?int) -> (\##n    page: Page,\##n    blocks: []Block,\##n    next: ?int\##n)\##n\##n# The pages of the axis from index `first` on, at most 256 of them; those that can't be measured are left out. `pages` is how many\##n# pages the axis has.\##n#\##n# Repeatable.\##nmethod GetPages(reader: string, axis: ?Axis, first: ?int, count: ?int) -> (\##n    entries: []PageEntry,\##n    pages: PageCount,\##n    next: ?int\##n)\##n\##n# Small pictures of the pages of the axis from index `first` on (0 if left out), `count` of them (at most 1,024, which is the\##n# default), in order, each in a reply of its own. Needs `more`. Those that are kept are told at once; others are rendered behind\##n# everything that anybody waits for, one after the other. A page that can't be rendered is told as `failed`, and the next one follows.\##n# The last reply has neither; `next` is the index of the page behind those that were asked for, left out where there is none.\##n#\##n# A reader makes one strip of them at a time: a newer one ends the older (Superseded), and so does closing the reader\##n# (NoSuchReader). It goes on as its client reads.\##n#\##n# Repeatable.\##nmethod GetThumbnails(reader: string, axis: ?Axis, first: ?int, count: ?int, handover: ?Handover) -> (\##n    thumbnail: ?Thumbnail,\##n    failed: ?FailedPage,\##n    next: ?int\##n)\##n\##n# Searches all pages of the axis, from the one at `index` on (the reader's, if left out), around the end, to where it began.\##n# Needs `more`. Matches are told as they are found, those of one page in one reply or several, each with its `page`: `found` is\##n# how many there were so far, on `searched` pages of `pages`, of which `unreadable` could not be read. Replies without a page and matches tell how far it is; the\##n# last one tells the totals. `backward` searches the pages and the matches on each the other way; of a document that does\##n# not know how many pages it has, those behind the first one come last and forward.\##n#\##n# The `needle` has 1 to 1,024 bytes; blanks in a row are one, which the end of a line is too, and words that are divided there are\##n# found; in a document that flows, so is what begins on one page and ends on the next. Upper and lower case are the same unless\##n# `matchCase`, letters with marks and without (é and e) unless `matchMarks`; quotes, primes, dashes and their kin are what a keyboard has\##n# for them, ligatures and wide forms their letters. `wholeWords`: no letter or digit is next to it.\##n#\##n# A text is searched before it is laid out, from the reader's page on, around the end. With `early`, what is found there is told at once, in\##n# replies without `page`, each match with its `position` and no places, and `end`, where the text ends as positions count; each\##n# is told again, with its page and the same `position`, when the layout has got there, and counts once. Without it, it is told then only.\##n#\##n# A reader searches for one thing at a time: a newer search ends the older (Superseded), and so does closing the reader\##n# (NoSuchReader). It goes on as its client reads.\##n#\##n# Repeatable.\##nmethod Search(\##n    reader: string,\##n    needle: string,\##n    axis: ?Axis,\##n    index: ?int,\##n    direction: ?Direction,\##n    matchCase: ?bool,\##n    matchMarks: ?bool,\##n    wholeWords: ?bool,\##n    early: ?bool\##n) -> (\##n    page: ?Page,\##n    matches: []Match,\##n    found: int,\##n    searched: int,\##n    pages: PageCount,\##n    unreadable: int,\##n    end: ?int\##n)\##n\##n# The call is not as its method is declared. `field` is the path to what is wrong ("target.index", "pages.3"), `reason` says what it must\##n# be: "unknown field", "missing", "not of the type int", "not one of page, width, height, scale".\##nerror InvalidCall (field: string, reason: string)\##n\##n# The reader does not exist, or is another user's.\##nerror NoSuchReader (reader: string)\##n\##n# The reader has no such axis.\##nerror NoSuchAxis (axis: Axis)\##n\##n# No page there. `target` is what was asked for; `pages` how many there are.\##nerror NoSuchPage (target: string, pages: int)\##n\##n# The document has no pages.\##nerror Empty ()\##n\##n# A number that is out of range. `field` is which one, `reason` what it must be.\##nerror InvalidRange (field: string, reason: string)\##n\##n# The needle has nothing to search for, or is too long. `reason` says which.\##nerror InvalidNeedle (reason: string)\##n\##n# A newer search of this reader was begun.\##nerror Superseded ()\##n\##n# The document has no digest: it is on FUSE or a network file system, where nothing but its provider reads it. `reason` says why.\##nerror NoDigest (reason: string)\##n\##n# The document's provider can't do this.\##nerror Unsupported (what: string)\##n\##n# A page or a list could not be read; others may be readable. `reason` is what the provider said.\##nerror NotReadable (reason: string)\##n\##n# The document is refused: org.sheaf.Reader.Reload tries it again. `reason` says why.\##nerror DocumentFailed (reason: string)\##n\##n# A limit of the service on one user was reached. `limit` is its name in sheafd.conf.\##nerror LimitReached (limit: string, value: int)\##n\##n# The service could not do it for want of memory, descriptors or processes.\##nerror ServiceOverloaded (reason: string)\##n"## }

    package enum Axis: String, JSONEnumeration { case horizontal, vertical }

    /// Which way through the pages.
    package enum Direction: String, JSONEnumeration { case forward, backward }

    /// How far the number of pages is to be trusted. `pages` is 0 where it is unknown.
    package struct PageCount: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Kind: String, JSONEnumeration { case exact, estimated, unknown }

        package var kind: Kind
        package var pages: Int
        package init(kind: Kind, pages: Int) { self.kind = kind; self.pages = pages }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}kind\u{5}pages")
            var _kind: Kind?, _pages: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_kind)
                default: try fields.read(&_pages)
            } }
            guard let _kind, let _pages else { throw fields.missing(3) }
            self.kind = _kind; self.pages = _pages
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"kind":"#, self.kind)
            writer.field(#","pages":"#, self.pages)
            writer.endObject()
        }
    }

    /// A box on a page, in points.
    package struct Box: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var x0: Double
        package var y0: Double
        package var x1: Double
        package var y1: Double
        package init(x0: Double, y0: Double, x1: Double, y1: Double) { self.x0 = x0; self.y0 = y0; self.x1 = x1; self.y1 = y1 }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{2}x0\u{2}y0\u{2}x1\u{2}y1")
            var _x0: Double?, _y0: Double?, _x1: Double?, _y1: Double?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_x0)
                case 1: try fields.read(&_y0)
                case 2: try fields.read(&_x1)
                default: try fields.read(&_y1)
            } }
            guard let _x0, let _y0, let _x1, let _y1 else { throw fields.missing(15) }
            self.x0 = _x0; self.y0 = _y0; self.x1 = _x1; self.y1 = _y1
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"x0":"#, self.x0)
            writer.field(#","y0":"#, self.y0)
            writer.field(#","x1":"#, self.x1)
            writer.field(#","y1":"#, self.y1)
            writer.endObject()
        }
    }

    /// A point on a page, in points.
    package struct Point: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var x: Double
        package var y: Double
        package init(x: Double, y: Double) { self.x = x; self.y = y }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{1}x\u{1}y")
            var _x: Double?, _y: Double?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_x)
                default: try fields.read(&_y)
            } }
            guard let _x, let _y else { throw fields.missing(3) }
            self.x = _x; self.y = _y
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"x":"#, self.x)
            writer.field(#","y":"#, self.y)
            writer.endObject()
        }
    }

    /// A rectangle in pixels of the whole page; the origin is its top left corner.
    package struct Region: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var x: Int
        package var y: Int
        package var width: Int
        package var height: Int
        package init(x: Int, y: Int, width: Int, height: Int) { self.x = x; self.y = y; self.width = width; self.height = height }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{1}x\u{1}y\u{5}width\u{6}height")
            var _x: Int?, _y: Int?, _width: Int?, _height: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_x)
                case 1: try fields.read(&_y)
                case 2: try fields.read(&_width)
                default: try fields.read(&_height)
            } }
            guard let _x, let _y, let _width, let _height else { throw fields.missing(15) }
            self.x = _x; self.y = _y; self.width = _width; self.height = _height
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"x":"#, self.x)
            writer.field(#","y":"#, self.y)
            writer.field(#","width":"#, self.width)
            writer.field(#","height":"#, self.height)
            writer.endObject()
        }
    }

    /// Where something is on a page: its `box`, and the pixels that this touches of the whole page as the reader's viewport shows
    /// it (`pageWidth` by `pageHeight` of its Page), as far as they are on the page; `width` and `height` are 0 where none is.
    package struct Place: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var box: DocumentInterface.Box
        package var region: DocumentInterface.Region
        package init(box: DocumentInterface.Box, region: DocumentInterface.Region) { self.box = box; self.region = region }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{3}box\u{6}region")
            var _box: DocumentInterface.Box?, _region: DocumentInterface.Region?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_box)
                default: try fields.read(&_region)
            } }
            guard let _box, let _region else { throw fields.missing(3) }
            self.box = _box; self.region = _region
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"box":"#, self.box)
            writer.field(#","region":"#, self.region)
            writer.endObject()
        }
    }

    /// A page: its id, its place on the axis, what is printed on it, and how many pixels all of it has in the reader's viewport:
    /// regions are counted in those. They are the `pageWidth` and `pageHeight` of its org.sheaf.Reader.Page.
    package struct Page: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: Int
        package var index: Int
        package var label: String?
        package var pageWidth: Int
        package var pageHeight: Int
        package init(page: Int, index: Int, label: String? = nil, pageWidth: Int, pageHeight: Int) { self.page = page; self.index = index; self.label = label; self.pageWidth = pageWidth; self.pageHeight = pageHeight }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}page\u{5}index\u{5}label\u{9}pageWidth\u{a}pageHeight")
            var _page: Int?, _index: Int?, _label: String?, _pageWidth: Int?, _pageHeight: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_page)
                case 1: try fields.read(&_index)
                case 2: try fields.readOptional(&_label)
                case 3: try fields.read(&_pageWidth)
                default: try fields.read(&_pageHeight)
            } }
            guard let _page, let _index, let _pageWidth, let _pageHeight else { throw fields.missing(27) }
            self.page = _page; self.index = _index; self.label = _label; self.pageWidth = _pageWidth; self.pageHeight = _pageHeight
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"page":"#, self.page)
            writer.field(#","index":"#, self.index)
            writer.optional(#","label":"#, self.label)
            writer.field(#","pageWidth":"#, self.pageWidth)
            writer.field(#","pageHeight":"#, self.pageHeight)
            writer.endObject()
        }
    }

    /// A page of a list: its size is in points, upright, and an estimate until it is `measured`.
    package struct PageEntry: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: Int
        package var index: Int
        package var label: String?
        package var width: Double
        package var height: Double
        package var measured: Bool
        package init(page: Int, index: Int, label: String? = nil, width: Double, height: Double, measured: Bool) { self.page = page; self.index = index; self.label = label; self.width = width; self.height = height; self.measured = measured }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}page\u{5}index\u{5}label\u{5}width\u{6}height\u{8}measured")
            var _page: Int?, _index: Int?, _label: String?, _width: Double?, _height: Double?, _measured: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_page)
                case 1: try fields.read(&_index)
                case 2: try fields.readOptional(&_label)
                case 3: try fields.read(&_width)
                case 4: try fields.read(&_height)
                default: try fields.read(&_measured)
            } }
            guard let _page, let _index, let _width, let _height, let _measured else { throw fields.missing(59) }
            self.page = _page; self.index = _index; self.label = _label; self.width = _width; self.height = _height; self.measured = _measured
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"page":"#, self.page)
            writer.field(#","index":"#, self.index)
            writer.optional(#","label":"#, self.label)
            writer.field(#","width":"#, self.width)
            writer.field(#","height":"#, self.height)
            writer.field(#","measured":"#, self.measured)
            writer.endObject()
        }
    }

    /// The kind of an entry's or a link's target: `here` is this document, and `document` another one. Make links only of
    /// what leads here, of `web` and of `mail`: the others are told to be read.
    package enum TargetKind: String, JSONEnumeration { case here, document, web, mail, file, script, launch, unknown }

    /// Where an entry or a link leads: to a point (`x`, `y`) on a page of the axis, or to a `uri`, as the document has it. `kind` is left out
    /// where the provider does not tell it. With a `kind` there may be neither: a page that was taken out, a script.
    package struct Target: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: Int?
        package var index: Int?
        package var label: String?
        package var x: Double?
        package var y: Double?
        package var uri: String?
        package var kind: DocumentInterface.TargetKind?
        package init(page: Int? = nil, index: Int? = nil, label: String? = nil, x: Double? = nil, y: Double? = nil, uri: String? = nil, kind: DocumentInterface.TargetKind? = nil) { self.page = page; self.index = index; self.label = label; self.x = x; self.y = y; self.uri = uri; self.kind = kind }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}page\u{5}index\u{5}label\u{1}x\u{1}y\u{3}uri\u{4}kind")
            var _page: Int?, _index: Int?, _label: String?, _x: Double?, _y: Double?, _uri: String?, _kind: DocumentInterface.TargetKind?
            while let field = try fields.next() { switch field {
                case 0: try fields.readOptional(&_page)
                case 1: try fields.readOptional(&_index)
                case 2: try fields.readOptional(&_label)
                case 3: try fields.readOptional(&_x)
                case 4: try fields.readOptional(&_y)
                case 5: try fields.readOptional(&_uri)
                default: try fields.readOptional(&_kind)
            } }
            self.page = _page; self.index = _index; self.label = _label; self.x = _x; self.y = _y; self.uri = _uri; self.kind = _kind
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","page":"#, self.page)
            writer.optionalOrFirst(#","index":"#, self.index)
            writer.optionalOrFirst(#","label":"#, self.label)
            writer.optionalOrFirst(#","x":"#, self.x)
            writer.optionalOrFirst(#","y":"#, self.y)
            writer.optionalOrFirst(#","uri":"#, self.uri)
            writer.optionalOrFirst(#","kind":"#, self.kind)
            writer.endObject()
        }
    }

    /// How bytes travel: as a descriptor of sealed memory (the default), or as base64 in the reply.
    package enum Handover: String, JSONEnumeration { case descriptor, inline }

    /// A page in small, turned as the reader's viewport turns it: 128 pixels on its longer side, of four bytes each (blue, green, red,
    /// 255). Row `y` begins `y` x `stride` bytes into the `size` bytes of the memory. `kept`: it was there, and not rendered for this
    /// call. `fileDescriptor` is the index of the memory among this message's descriptors: sealed, read-only, to be mapped or read;
    /// `data` is the same as base64. `rendition` names the memory that was handed over, for org.sheaf.Reader.ReleasePage.
    package struct Thumbnail: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: Int
        package var index: Int
        package var label: String?
        package var rendition: Int
        package var width: Int
        package var height: Int
        package var stride: Int
        package var size: Int
        package var rotation: Int
        package var kept: Bool
        package var fileDescriptor: Int?
        package var data: String?
        package init(page: Int, index: Int, label: String? = nil, rendition: Int, width: Int, height: Int, stride: Int, size: Int, rotation: Int, kept: Bool, fileDescriptor: Int? = nil, data: String? = nil) { self.page = page; self.index = index; self.label = label; self.rendition = rendition; self.width = width; self.height = height; self.stride = stride; self.size = size; self.rotation = rotation; self.kept = kept; self.fileDescriptor = fileDescriptor; self.data = data }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}page\u{5}index\u{5}label\u{9}rendition\u{5}width\u{6}height\u{6}stride\u{4}size\u{8}rotation\u{4}kept\u{e}fileDescriptor\u{4}data")
            var _page: Int?, _index: Int?, _label: String?, _rendition: Int?, _width: Int?, _height: Int?, _stride: Int?, _size: Int?, _rotation: Int?, _kept: Bool?, _fileDescriptor: Int?, _data: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_page)
                case 1: try fields.read(&_index)
                case 2: try fields.readOptional(&_label)
                case 3: try fields.read(&_rendition)
                case 4: try fields.read(&_width)
                case 5: try fields.read(&_height)
                case 6: try fields.read(&_stride)
                case 7: try fields.read(&_size)
                case 8: try fields.read(&_rotation)
                case 9: try fields.read(&_kept)
                case 10: try fields.readOptional(&_fileDescriptor)
                default: try fields.readOptional(&_data)
            } }
            guard let _page, let _index, let _rendition, let _width, let _height, let _stride, let _size, let _rotation, let _kept else { throw fields.missing(1019) }
            self.page = _page; self.index = _index; self.label = _label; self.rendition = _rendition; self.width = _width; self.height = _height; self.stride = _stride; self.size = _size; self.rotation = _rotation; self.kept = _kept; self.fileDescriptor = _fileDescriptor; self.data = _data
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"page":"#, self.page)
            writer.field(#","index":"#, self.index)
            writer.optional(#","label":"#, self.label)
            writer.field(#","rendition":"#, self.rendition)
            writer.field(#","width":"#, self.width)
            writer.field(#","height":"#, self.height)
            writer.field(#","stride":"#, self.stride)
            writer.field(#","size":"#, self.size)
            writer.field(#","rotation":"#, self.rotation)
            writer.field(#","kept":"#, self.kept)
            writer.optional(#","fileDescriptor":"#, self.fileDescriptor)
            writer.optional(#","data":"#, self.data)
            writer.endObject()
        }
    }

    /// A page that could not be rendered. `reason` is what its provider said.
    package struct FailedPage: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var index: Int
        package var reason: String
        package init(index: Int, reason: String) { self.index = index; self.reason = reason }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}index\u{6}reason")
            var _index: Int?, _reason: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_index)
                default: try fields.read(&_reason)
            } }
            guard let _index, let _reason else { throw fields.missing(3) }
            self.index = _index; self.reason = _reason
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"index":"#, self.index)
            writer.field(#","reason":"#, self.reason)
            writer.endObject()
        }
    }

    /// Something that a document says of itself. Keys are those of Dublin Core (`title`, `creator`, `subject`, `description`,
    /// `format`) and others that its provider has (`created`, `modified`, `producer`). How it asks to be seen at first, which readers take that
    /// do not choose: `reading-direction`, `left-to-right` or `right-to-left`; `page-layout`, a SpreadKind of org.sheaf.Reader (`single`,
    /// `double`, `cover`); `wide-pages`, `alone` or `paired`; `double-pages`, those that it marks as double, counted from 1, a blank
    /// between; `start-page`, counted from 1. `cover-page` is the one that a book has as its cover.
    package struct MetadataEntry: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var key: String
        package var value: String
        package init(key: String, value: String) { self.key = key; self.value = value }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{3}key\u{5}value")
            var _key: String?, _value: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_key)
                default: try fields.read(&_value)
            } }
            guard let _key, let _value else { throw fields.missing(3) }
            self.key = _key; self.value = _value
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"key":"#, self.key)
            writer.field(#","value":"#, self.value)
            writer.endObject()
        }
    }

    /// An entry of the table of contents. `number` is its target in org.sheaf.Reader.Navigate (`outline`). `level` is 0 at the top, and
    /// at most one more than that of the entry before: the entries are a tree, each before those below it. `target` is left out where
    /// it leads nowhere, or to no page of the axis.
    package struct OutlineEntry: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var number: Int
        package var level: Int
        package var title: String
        package var target: DocumentInterface.Target?
        package init(number: Int, level: Int, title: String, target: DocumentInterface.Target? = nil) { self.number = number; self.level = level; self.title = title; self.target = target }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}number\u{5}level\u{5}title\u{6}target")
            var _number: Int?, _level: Int?, _title: String?, _target: DocumentInterface.Target?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_number)
                case 1: try fields.read(&_level)
                case 2: try fields.read(&_title)
                default: try fields.readOptional(&_target)
            } }
            guard let _number, let _level, let _title else { throw fields.missing(7) }
            self.number = _number; self.level = _level; self.title = _title; self.target = _target
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"number":"#, self.number)
            writer.field(#","level":"#, self.level)
            writer.field(#","title":"#, self.title)
            writer.optional(#","target":"#, self.target)
            writer.endObject()
        }
    }

    /// A link. `number` is its target in org.sheaf.Reader.Navigate (`link`). `target` is left out where it leads to no page of the axis.
    /// `note` says that it leads to a note, as one at the foot of a page.
    package struct Link: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var number: Int
        package var place: DocumentInterface.Place
        package var target: DocumentInterface.Target?
        package var note: Bool?
        package init(number: Int, place: DocumentInterface.Place, target: DocumentInterface.Target? = nil, note: Bool? = nil) { self.number = number; self.place = place; self.target = target; self.note = note }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}number\u{5}place\u{6}target\u{4}note")
            var _number: Int?, _place: DocumentInterface.Place?, _target: DocumentInterface.Target?, _note: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_number)
                case 1: try fields.read(&_place)
                case 2: try fields.readOptional(&_target)
                default: try fields.readOptional(&_note)
            } }
            guard let _number, let _place else { throw fields.missing(3) }
            self.number = _number; self.place = _place; self.target = _target; self.note = _note
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"number":"#, self.number)
            writer.field(#","place":"#, self.place)
            writer.optional(#","target":"#, self.target)
            writer.optional(#","note":"#, self.note)
            writer.endObject()
        }
    }

    /// Something that somebody has put on a page. `kind` is what, as PDF names it, beginning with a small letter: `highlight`, `underline`,
    /// `text` (a note), `freeText`, `ink`, `stamp`, `line`, `square`, `circle`, `fileAttachment` and others. `text` is what it says, which may
    /// be nothing; `modified` when it was last changed, in seconds since 1970 (UTC).
    package struct Annotation: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var kind: String
        package var place: DocumentInterface.Place
        package var text: String
        package var author: String?
        package var modified: Int?
        package init(kind: String, place: DocumentInterface.Place, text: String, author: String? = nil, modified: Int? = nil) { self.kind = kind; self.place = place; self.text = text; self.author = author; self.modified = modified }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}kind\u{5}place\u{4}text\u{6}author\u{8}modified")
            var _kind: String?, _place: DocumentInterface.Place?, _text: String?, _author: String?, _modified: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_kind)
                case 1: try fields.read(&_place)
                case 2: try fields.read(&_text)
                case 3: try fields.readOptional(&_author)
                default: try fields.readOptional(&_modified)
            } }
            guard let _kind, let _place, let _text else { throw fields.missing(7) }
            self.kind = _kind; self.place = _place; self.text = _text; self.author = _author; self.modified = _modified
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"kind":"#, self.kind)
            writer.field(#","place":"#, self.place)
            writer.field(#","text":"#, self.text)
            writer.optional(#","author":"#, self.author)
            writer.optional(#","modified":"#, self.modified)
            writer.endObject()
        }
    }

    /// A block of text. `kind` is what it is: `heading`, `paragraph`, `listItem`, `table`, `code`, `rule`, or another one that its provider
    /// knows. `text` has no newline at its end; an item of a list has its mark, and a table a line for each row, with a tab between cells.
    /// `level` is 1 to 6 of a heading, and how deep an item of a list lies, from 1; else it is left out.
    package struct Block: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var kind: String
        package var place: DocumentInterface.Place
        package var text: String
        package var level: Int?
        package init(kind: String, place: DocumentInterface.Place, text: String, level: Int? = nil) { self.kind = kind; self.place = place; self.text = text; self.level = level }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}kind\u{5}place\u{4}text\u{5}level")
            var _kind: String?, _place: DocumentInterface.Place?, _text: String?, _level: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_kind)
                case 1: try fields.read(&_place)
                case 2: try fields.read(&_text)
                default: try fields.readOptional(&_level)
            } }
            guard let _kind, let _place, let _text else { throw fields.missing(7) }
            self.kind = _kind; self.place = _place; self.text = _text; self.level = _level
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"kind":"#, self.kind)
            writer.field(#","place":"#, self.place)
            writer.field(#","text":"#, self.text)
            writer.optional(#","level":"#, self.level)
            writer.endObject()
        }
    }

    /// A run of text: a line or a part of one. It ends in a newline where a line does. `carets`, where they are asked for, are the positions
    /// between its characters (code points; the newline is none): before the first, and behind each. In points from the left of its box, or
    /// from its top where it is written down or up; they go down where it is written from the right, or up.
    package struct Run: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var text: String
        package var place: DocumentInterface.Place
        package var carets: [Double]?
        package init(text: String, place: DocumentInterface.Place, carets: [Double]? = nil) { self.text = text; self.place = place; self.carets = carets }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}text\u{5}place\u{6}carets")
            var _text: String?, _place: DocumentInterface.Place?, _carets: [Double]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_text)
                case 1: try fields.read(&_place)
                default: try fields.readOptional(&_carets)
            } }
            guard let _text, let _place else { throw fields.missing(3) }
            self.text = _text; self.place = _place; self.carets = _carets
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"text":"#, self.text)
            writer.field(#","place":"#, self.place)
            writer.optional(#","carets":"#, self.carets)
            writer.endObject()
        }
    }

    /// A place where what was searched for stands: what is before it, the match itself and what is behind it, some words of each; and
    /// its boxes, one for each run of text that it is in. Where it goes on on the page behind, `rest` are those there. `position` is where it
    /// begins in the text of a document that flows; it is the same in every layout (GetCFI names it for other programs).
    package struct Match: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var before: String
        package var text: String
        package var after: String
        package var places: [DocumentInterface.Place]
        package var rest: [DocumentInterface.Place]?
        package var position: Int?
        package init(before: String, text: String, after: String, places: [DocumentInterface.Place], rest: [DocumentInterface.Place]? = nil, position: Int? = nil) { self.before = before; self.text = text; self.after = after; self.places = places; self.rest = rest; self.position = position }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}before\u{4}text\u{5}after\u{6}places\u{4}rest\u{8}position")
            var _before: String?, _text: String?, _after: String?, _places: [DocumentInterface.Place]?, _rest: [DocumentInterface.Place]?, _position: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_before)
                case 1: try fields.read(&_text)
                case 2: try fields.read(&_after)
                case 3: try fields.read(&_places)
                case 4: try fields.readOptional(&_rest)
                default: try fields.readOptional(&_position)
            } }
            guard let _before, let _text, let _after, let _places else { throw fields.missing(15) }
            self.before = _before; self.text = _text; self.after = _after; self.places = _places; self.rest = _rest; self.position = _position
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"before":"#, self.before)
            writer.field(#","text":"#, self.text)
            writer.field(#","after":"#, self.after)
            writer.field(#","places":"#, self.places)
            writer.optional(#","rest":"#, self.rest)
            writer.optional(#","position":"#, self.position)
            writer.endObject()
        }
    }

    /// Returns the metadata of the document: what it says of itself. The same key may come more than once.
    ///
    /// Repeatable.
    package enum GetMetadata: VarlinkMethod {
        package typealias Parameters = DocumentInterface.GetMetadataParameters; package typealias Reply = DocumentInterface.GetMetadataReply; package typealias Failure = DocumentInterface.Failure
        package static var name: StaticString { "org.sheaf.Document.GetMetadata" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``GetMetadata``.
    package struct GetMetadataParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: DocumentInterface.Axis?
        package var first: Int?
        package var count: Int?
        package init(reader: String, axis: DocumentInterface.Axis? = nil, first: Int? = nil, count: Int? = nil) { self.reader = reader; self.axis = axis; self.first = first; self.count = count }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{4}axis\u{5}first\u{5}count")
            var _reader: String?, _axis: DocumentInterface.Axis?, _first: Int?, _count: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.readOptional(&_axis)
                case 2: try fields.readOptional(&_first)
                default: try fields.readOptional(&_count)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader; self.axis = _axis; self.first = _first; self.count = _count
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","axis":"#, self.axis)
            writer.optional(#","first":"#, self.first)
            writer.optional(#","count":"#, self.count)
            writer.endObject()
        }
    }

    /// The reply to ``GetMetadata``.
    package struct GetMetadataReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var entries: [DocumentInterface.MetadataEntry]
        package var next: Int?
        package init(entries: [DocumentInterface.MetadataEntry], next: Int? = nil) { self.entries = entries; self.next = next }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}entries\u{4}next")
            var _entries: [DocumentInterface.MetadataEntry]?, _next: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_entries)
                default: try fields.readOptional(&_next)
            } }
            guard let _entries else { throw fields.missing(1) }
            self.entries = _entries; self.next = _next
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"entries":"#, self.entries)
            writer.optional(#","next":"#, self.next)
            writer.endObject()
        }
    }

    /// Returns a place in the text of an EPUB as other programs and devices name it: by an EPUB CFI ("epubcfi(/6/4!/4/2/1:0)"), which is the
    /// same at every size of page and type. It is the place of `position`, as matches and marks have it, or of where the page at `index` begins;
    /// without both, of the page that the reader shows. With `end` it is that of the text from there to before that position: as far as the
    /// chapter goes. Of a book with pages of its own it is the page. Unsupported of other documents.
    ///
    /// Repeatable.
    package enum GetCFI: VarlinkMethod {
        package typealias Parameters = DocumentInterface.GetCFIParameters; package typealias Reply = DocumentInterface.GetCFIReply; package typealias Failure = DocumentInterface.Failure
        package static var name: StaticString { "org.sheaf.Document.GetCFI" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``GetCFI``.
    package struct GetCFIParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: DocumentInterface.Axis?
        package var index: Int?
        package var position: Int?
        package var end: Int?
        package init(reader: String, axis: DocumentInterface.Axis? = nil, index: Int? = nil, position: Int? = nil, end: Int? = nil) { self.reader = reader; self.axis = axis; self.index = index; self.position = position; self.end = end }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{4}axis\u{5}index\u{8}position\u{3}end")
            var _reader: String?, _axis: DocumentInterface.Axis?, _index: Int?, _position: Int?, _end: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.readOptional(&_axis)
                case 2: try fields.readOptional(&_index)
                case 3: try fields.readOptional(&_position)
                default: try fields.readOptional(&_end)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader; self.axis = _axis; self.index = _index; self.position = _position; self.end = _end
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","axis":"#, self.axis)
            writer.optional(#","index":"#, self.index)
            writer.optional(#","position":"#, self.position)
            writer.optional(#","end":"#, self.end)
            writer.endObject()
        }
    }

    /// The reply to ``GetCFI``.
    package struct GetCFIReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var cfi: String
        package init(cfi: String) { self.cfi = cfi }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{3}cfi")
            var _cfi: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_cfi)
            } }
            guard let _cfi else { throw fields.missing(1) }
            self.cfi = _cfi
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"cfi":"#, self.cfi)
            writer.endObject()
        }
    }

    /// Returns where an EPUB CFI leads: the page at `index`, and the `position` in the text of a document that flows, with `end` where it is a
    /// range: before which position that ends. Where an edition of the book has other words or elements, that is the place next to it. `cfi` has
    /// 1 to 4,096 bytes. InvalidRange where it is none, or leads to no chapter of the book.
    ///
    /// Repeatable.
    package enum FindCFI: VarlinkMethod {
        package typealias Parameters = DocumentInterface.FindCFIParameters; package typealias Reply = DocumentInterface.FindCFIReply; package typealias Failure = DocumentInterface.Failure
        package static var name: StaticString { "org.sheaf.Document.FindCFI" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``FindCFI``.
    package struct FindCFIParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: DocumentInterface.Axis?
        package var cfi: String
        package init(reader: String, axis: DocumentInterface.Axis? = nil, cfi: String) { self.reader = reader; self.axis = axis; self.cfi = cfi }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{4}axis\u{3}cfi")
            var _reader: String?, _axis: DocumentInterface.Axis?, _cfi: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.readOptional(&_axis)
                default: try fields.read(&_cfi)
            } }
            guard let _reader, let _cfi else { throw fields.missing(5) }
            self.reader = _reader; self.axis = _axis; self.cfi = _cfi
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","axis":"#, self.axis)
            writer.field(#","cfi":"#, self.cfi)
            writer.endObject()
        }
    }

    /// The reply to ``FindCFI``.
    package struct FindCFIReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var index: Int
        package var position: Int?
        package var end: Int?
        package init(index: Int, position: Int? = nil, end: Int? = nil) { self.index = index; self.position = position; self.end = end }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}index\u{8}position\u{3}end")
            var _index: Int?, _position: Int?, _end: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_index)
                case 1: try fields.readOptional(&_position)
                default: try fields.readOptional(&_end)
            } }
            guard let _index else { throw fields.missing(1) }
            self.index = _index; self.position = _position; self.end = _end
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"index":"#, self.index)
            writer.optional(#","position":"#, self.position)
            writer.optional(#","end":"#, self.end)
            writer.endObject()
        }
    }

    /// Returns the digest of a document's bytes. The document is known by it wherever its file is and whatever that is
    /// called. org.sheaf.Reader has the same digest in the places that it keeps (GetPlaces); GetDigest returns it whether
    /// places are kept or not. `sha256:` and 64 hexadecimal digits, those of sha256sum(1), of a file of up to 256 MiB;
    /// `sha256-ends:` of a larger one, whose first and last 128 MiB are read, and its size; `sha256-album:` of the digests of
    /// an album's files in their order; `sha256-path:` of the path of a folder of the library. A file is read for its digest
    /// once, and again when it has changed. Nothing else waits behind that.
    ///
    /// Repeatable.
    package enum GetDigest: VarlinkMethod {
        package typealias Parameters = DocumentInterface.GetDigestParameters; package typealias Reply = DocumentInterface.GetDigestReply; package typealias Failure = DocumentInterface.Failure
        package static var name: StaticString { "org.sheaf.Document.GetDigest" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``GetDigest``.
    package struct GetDigestParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: DocumentInterface.Axis?
        package init(reader: String, axis: DocumentInterface.Axis? = nil) { self.reader = reader; self.axis = axis }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{4}axis")
            var _reader: String?, _axis: DocumentInterface.Axis?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                default: try fields.readOptional(&_axis)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader; self.axis = _axis
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","axis":"#, self.axis)
            writer.endObject()
        }
    }

    /// The reply to ``GetDigest``.
    package struct GetDigestReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var digest: String
        package init(digest: String) { self.digest = digest }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}digest")
            var _digest: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_digest)
            } }
            guard let _digest else { throw fields.missing(1) }
            self.digest = _digest
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"digest":"#, self.digest)
            writer.endObject()
        }
    }

    /// The table of contents.
    ///
    /// Repeatable.
    package enum GetOutline: VarlinkMethod {
        package typealias Parameters = DocumentInterface.GetOutlineParameters; package typealias Reply = DocumentInterface.GetOutlineReply; package typealias Failure = DocumentInterface.Failure
        package static var name: StaticString { "org.sheaf.Document.GetOutline" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``GetOutline``.
    package struct GetOutlineParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: DocumentInterface.Axis?
        package var first: Int?
        package var count: Int?
        package init(reader: String, axis: DocumentInterface.Axis? = nil, first: Int? = nil, count: Int? = nil) { self.reader = reader; self.axis = axis; self.first = first; self.count = count }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{4}axis\u{5}first\u{5}count")
            var _reader: String?, _axis: DocumentInterface.Axis?, _first: Int?, _count: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.readOptional(&_axis)
                case 2: try fields.readOptional(&_first)
                default: try fields.readOptional(&_count)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader; self.axis = _axis; self.first = _first; self.count = _count
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","axis":"#, self.axis)
            writer.optional(#","first":"#, self.first)
            writer.optional(#","count":"#, self.count)
            writer.endObject()
        }
    }

    /// The reply to ``GetOutline``.
    package struct GetOutlineReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var entries: [DocumentInterface.OutlineEntry]
        package var next: Int?
        package init(entries: [DocumentInterface.OutlineEntry], next: Int? = nil) { self.entries = entries; self.next = next }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}entries\u{4}next")
            var _entries: [DocumentInterface.OutlineEntry]?, _next: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_entries)
                default: try fields.readOptional(&_next)
            } }
            guard let _entries else { throw fields.missing(1) }
            self.entries = _entries; self.next = _next
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"entries":"#, self.entries)
            writer.optional(#","next":"#, self.next)
            writer.endObject()
        }
    }

    /// The links on a page.
    ///
    /// Repeatable.
    package enum GetLinks: VarlinkMethod {
        package typealias Parameters = DocumentInterface.GetLinksParameters; package typealias Reply = DocumentInterface.GetLinksReply; package typealias Failure = DocumentInterface.Failure
        package static var name: StaticString { "org.sheaf.Document.GetLinks" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``GetLinks``.
    package struct GetLinksParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: DocumentInterface.Axis?
        package var index: Int?
        package var first: Int?
        package var count: Int?
        package init(reader: String, axis: DocumentInterface.Axis? = nil, index: Int? = nil, first: Int? = nil, count: Int? = nil) { self.reader = reader; self.axis = axis; self.index = index; self.first = first; self.count = count }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{4}axis\u{5}index\u{5}first\u{5}count")
            var _reader: String?, _axis: DocumentInterface.Axis?, _index: Int?, _first: Int?, _count: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.readOptional(&_axis)
                case 2: try fields.readOptional(&_index)
                case 3: try fields.readOptional(&_first)
                default: try fields.readOptional(&_count)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader; self.axis = _axis; self.index = _index; self.first = _first; self.count = _count
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","axis":"#, self.axis)
            writer.optional(#","index":"#, self.index)
            writer.optional(#","first":"#, self.first)
            writer.optional(#","count":"#, self.count)
            writer.endObject()
        }
    }

    /// The reply to ``GetLinks``.
    package struct GetLinksReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: DocumentInterface.Page
        package var links: [DocumentInterface.Link]
        package var next: Int?
        package init(page: DocumentInterface.Page, links: [DocumentInterface.Link], next: Int? = nil) { self.page = page; self.links = links; self.next = next }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}page\u{5}links\u{4}next")
            var _page: DocumentInterface.Page?, _links: [DocumentInterface.Link]?, _next: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_page)
                case 1: try fields.read(&_links)
                default: try fields.readOptional(&_next)
            } }
            guard let _page, let _links else { throw fields.missing(3) }
            self.page = _page; self.links = _links; self.next = _next
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"page":"#, self.page)
            writer.field(#","links":"#, self.links)
            writer.optional(#","next":"#, self.next)
            writer.endObject()
        }
    }

    /// Returns the annotations on a page: highlights, notes, drawings and stamps that people have put there, in the order of
    /// the document. Links and form fields are none.
    ///
    /// Repeatable.
    package enum GetAnnotations: VarlinkMethod {
        package typealias Parameters = DocumentInterface.GetAnnotationsParameters; package typealias Reply = DocumentInterface.GetAnnotationsReply; package typealias Failure = DocumentInterface.Failure
        package static var name: StaticString { "org.sheaf.Document.GetAnnotations" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``GetAnnotations``.
    package struct GetAnnotationsParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: DocumentInterface.Axis?
        package var index: Int?
        package var first: Int?
        package var count: Int?
        package init(reader: String, axis: DocumentInterface.Axis? = nil, index: Int? = nil, first: Int? = nil, count: Int? = nil) { self.reader = reader; self.axis = axis; self.index = index; self.first = first; self.count = count }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{4}axis\u{5}index\u{5}first\u{5}count")
            var _reader: String?, _axis: DocumentInterface.Axis?, _index: Int?, _first: Int?, _count: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.readOptional(&_axis)
                case 2: try fields.readOptional(&_index)
                case 3: try fields.readOptional(&_first)
                default: try fields.readOptional(&_count)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader; self.axis = _axis; self.index = _index; self.first = _first; self.count = _count
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","axis":"#, self.axis)
            writer.optional(#","index":"#, self.index)
            writer.optional(#","first":"#, self.first)
            writer.optional(#","count":"#, self.count)
            writer.endObject()
        }
    }

    /// The reply to ``GetAnnotations``.
    package struct GetAnnotationsReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: DocumentInterface.Page
        package var annotations: [DocumentInterface.Annotation]
        package var next: Int?
        package init(page: DocumentInterface.Page, annotations: [DocumentInterface.Annotation], next: Int? = nil) { self.page = page; self.annotations = annotations; self.next = next }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}page\u{b}annotations\u{4}next")
            var _page: DocumentInterface.Page?, _annotations: [DocumentInterface.Annotation]?, _next: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_page)
                case 1: try fields.read(&_annotations)
                default: try fields.readOptional(&_next)
            } }
            guard let _page, let _annotations else { throw fields.missing(3) }
            self.page = _page; self.annotations = _annotations; self.next = _next
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"page":"#, self.page)
            writer.field(#","annotations":"#, self.annotations)
            writer.optional(#","next":"#, self.next)
            writer.endObject()
        }
    }

    /// The text of a page in reading order; with a `box`, those parts of its runs that stand in it: of each character its centre. With
    /// `from` and `to`, what a selection between these points has, whichever is the first: from between the two characters nearest to one to
    /// between those nearest to the other. Its places are what to highlight, and its texts, one after the other, what to copy. `carets` is for
    /// the whole text alone.
    ///
    /// Repeatable.
    package enum GetText: VarlinkMethod {
        package typealias Parameters = DocumentInterface.GetTextParameters; package typealias Reply = DocumentInterface.GetTextReply; package typealias Failure = DocumentInterface.Failure
        package static var name: StaticString { "org.sheaf.Document.GetText" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``GetText``.
    package struct GetTextParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: DocumentInterface.Axis?
        package var index: Int?
        package var box: DocumentInterface.Box?
        package var from: DocumentInterface.Point?
        package var to: DocumentInterface.Point?
        package var carets: Bool?
        package var first: Int?
        package var count: Int?
        package init(reader: String, axis: DocumentInterface.Axis? = nil, index: Int? = nil, box: DocumentInterface.Box? = nil, from: DocumentInterface.Point? = nil, to: DocumentInterface.Point? = nil, carets: Bool? = nil, first: Int? = nil, count: Int? = nil) { self.reader = reader; self.axis = axis; self.index = index; self.box = box; self.from = from; self.to = to; self.carets = carets; self.first = first; self.count = count }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{4}axis\u{5}index\u{3}box\u{4}from\u{2}to\u{6}carets\u{5}first\u{5}count")
            var _reader: String?, _axis: DocumentInterface.Axis?, _index: Int?, _box: DocumentInterface.Box?, _from: DocumentInterface.Point?, _to: DocumentInterface.Point?, _carets: Bool?, _first: Int?, _count: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.readOptional(&_axis)
                case 2: try fields.readOptional(&_index)
                case 3: try fields.readOptional(&_box)
                case 4: try fields.readOptional(&_from)
                case 5: try fields.readOptional(&_to)
                case 6: try fields.readOptional(&_carets)
                case 7: try fields.readOptional(&_first)
                default: try fields.readOptional(&_count)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader; self.axis = _axis; self.index = _index; self.box = _box; self.from = _from; self.to = _to; self.carets = _carets; self.first = _first; self.count = _count
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","axis":"#, self.axis)
            writer.optional(#","index":"#, self.index)
            writer.optional(#","box":"#, self.box)
            writer.optional(#","from":"#, self.from)
            writer.optional(#","to":"#, self.to)
            writer.optional(#","carets":"#, self.carets)
            writer.optional(#","first":"#, self.first)
            writer.optional(#","count":"#, self.count)
            writer.endObject()
        }
    }

    /// The reply to ``GetText``.
    package struct GetTextReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: DocumentInterface.Page
        package var runs: [DocumentInterface.Run]
        package var next: Int?
        package init(page: DocumentInterface.Page, runs: [DocumentInterface.Run], next: Int? = nil) { self.page = page; self.runs = runs; self.next = next }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}page\u{4}runs\u{4}next")
            var _page: DocumentInterface.Page?, _runs: [DocumentInterface.Run]?, _next: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_page)
                case 1: try fields.read(&_runs)
                default: try fields.readOptional(&_next)
            } }
            guard let _page, let _runs else { throw fields.missing(3) }
            self.page = _page; self.runs = _runs; self.next = _next
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"page":"#, self.page)
            writer.field(#","runs":"#, self.runs)
            writer.optional(#","next":"#, self.next)
            writer.endObject()
        }
    }

    /// The text of a page as blocks, in reading order: headings, paragraphs, items of lists, tables. Of one that goes on over pages there is
    /// what is on this one.
    ///
    /// Repeatable.
    package enum GetBlocks: VarlinkMethod {
        package typealias Parameters = DocumentInterface.GetBlocksParameters; package typealias Reply = DocumentInterface.GetBlocksReply; package typealias Failure = DocumentInterface.Failure
        package static var name: StaticString { "org.sheaf.Document.GetBlocks" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``GetBlocks``.
    package struct GetBlocksParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: DocumentInterface.Axis?
        package var index: Int?
        package var first: Int?
        package var count: Int?
        package init(reader: String, axis: DocumentInterface.Axis? = nil, index: Int? = nil, first: Int? = nil, count: Int? = nil) { self.reader = reader; self.axis = axis; self.index = index; self.first = first; self.count = count }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{4}axis\u{5}index\u{5}first\u{5}count")
            var _reader: String?, _axis: DocumentInterface.Axis?, _index: Int?, _first: Int?, _count: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.readOptional(&_axis)
                case 2: try fields.readOptional(&_index)
                case 3: try fields.readOptional(&_first)
                default: try fields.readOptional(&_count)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader; self.axis = _axis; self.index = _index; self.first = _first; self.count = _count
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","axis":"#, self.axis)
            writer.optional(#","index":"#, self.index)
            writer.optional(#","first":"#, self.first)
            writer.optional(#","count":"#, self.count)
            writer.endObject()
        }
    }

    /// The reply to ``GetBlocks``.
    package struct GetBlocksReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: DocumentInterface.Page
        package var blocks: [DocumentInterface.Block]
        package var next: Int?
        package init(page: DocumentInterface.Page, blocks: [DocumentInterface.Block], next: Int? = nil) { self.page = page; self.blocks = blocks; self.next = next }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}page\u{6}blocks\u{4}next")
            var _page: DocumentInterface.Page?, _blocks: [DocumentInterface.Block]?, _next: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_page)
                case 1: try fields.read(&_blocks)
                default: try fields.readOptional(&_next)
            } }
            guard let _page, let _blocks else { throw fields.missing(3) }
            self.page = _page; self.blocks = _blocks; self.next = _next
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"page":"#, self.page)
            writer.field(#","blocks":"#, self.blocks)
            writer.optional(#","next":"#, self.next)
            writer.endObject()
        }
    }

    /// The pages of the axis from index `first` on, at most 256 of them; those that can't be measured are left out. `pages` is how many
    /// pages the axis has.
    ///
    /// Repeatable.
    package enum GetPages: VarlinkMethod {
        package typealias Parameters = DocumentInterface.GetPagesParameters; package typealias Reply = DocumentInterface.GetPagesReply; package typealias Failure = DocumentInterface.Failure
        package static var name: StaticString { "org.sheaf.Document.GetPages" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``GetPages``.
    package struct GetPagesParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: DocumentInterface.Axis?
        package var first: Int?
        package var count: Int?
        package init(reader: String, axis: DocumentInterface.Axis? = nil, first: Int? = nil, count: Int? = nil) { self.reader = reader; self.axis = axis; self.first = first; self.count = count }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{4}axis\u{5}first\u{5}count")
            var _reader: String?, _axis: DocumentInterface.Axis?, _first: Int?, _count: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.readOptional(&_axis)
                case 2: try fields.readOptional(&_first)
                default: try fields.readOptional(&_count)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader; self.axis = _axis; self.first = _first; self.count = _count
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","axis":"#, self.axis)
            writer.optional(#","first":"#, self.first)
            writer.optional(#","count":"#, self.count)
            writer.endObject()
        }
    }

    /// The reply to ``GetPages``.
    package struct GetPagesReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var entries: [DocumentInterface.PageEntry]
        package var pages: DocumentInterface.PageCount
        package var next: Int?
        package init(entries: [DocumentInterface.PageEntry], pages: DocumentInterface.PageCount, next: Int? = nil) { self.entries = entries; self.pages = pages; self.next = next }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}entries\u{5}pages\u{4}next")
            var _entries: [DocumentInterface.PageEntry]?, _pages: DocumentInterface.PageCount?, _next: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_entries)
                case 1: try fields.read(&_pages)
                default: try fields.readOptional(&_next)
            } }
            guard let _entries, let _pages else { throw fields.missing(3) }
            self.entries = _entries; self.pages = _pages; self.next = _next
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"entries":"#, self.entries)
            writer.field(#","pages":"#, self.pages)
            writer.optional(#","next":"#, self.next)
            writer.endObject()
        }
    }

    /// Small pictures of the pages of the axis from index `first` on (0 if left out), `count` of them (at most 1,024, which is the
    /// default), in order, each in a reply of its own. Needs `more`. Those that are kept are told at once; others are rendered behind
    /// everything that anybody waits for, one after the other. A page that can't be rendered is told as `failed`, and the next one follows.
    /// The last reply has neither; `next` is the index of the page behind those that were asked for, left out where there is none.
    ///
    /// A reader makes one strip of them at a time: a newer one ends the older (Superseded), and so does closing the reader
    /// (NoSuchReader). It goes on as its client reads.
    ///
    /// Repeatable.
    package enum GetThumbnails: VarlinkMethod {
        package typealias Parameters = DocumentInterface.GetThumbnailsParameters; package typealias Reply = DocumentInterface.GetThumbnailsReply; package typealias Failure = DocumentInterface.Failure
        package static var name: StaticString { "org.sheaf.Document.GetThumbnails" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``GetThumbnails``.
    package struct GetThumbnailsParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: DocumentInterface.Axis?
        package var first: Int?
        package var count: Int?
        package var handover: DocumentInterface.Handover?
        package init(reader: String, axis: DocumentInterface.Axis? = nil, first: Int? = nil, count: Int? = nil, handover: DocumentInterface.Handover? = nil) { self.reader = reader; self.axis = axis; self.first = first; self.count = count; self.handover = handover }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{4}axis\u{5}first\u{5}count\u{8}handover")
            var _reader: String?, _axis: DocumentInterface.Axis?, _first: Int?, _count: Int?, _handover: DocumentInterface.Handover?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.readOptional(&_axis)
                case 2: try fields.readOptional(&_first)
                case 3: try fields.readOptional(&_count)
                default: try fields.readOptional(&_handover)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader; self.axis = _axis; self.first = _first; self.count = _count; self.handover = _handover
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","axis":"#, self.axis)
            writer.optional(#","first":"#, self.first)
            writer.optional(#","count":"#, self.count)
            writer.optional(#","handover":"#, self.handover)
            writer.endObject()
        }
    }

    /// The reply to ``GetThumbnails``.
    package struct GetThumbnailsReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var thumbnail: DocumentInterface.Thumbnail?
        package var failed: DocumentInterface.FailedPage?
        package var next: Int?
        package init(thumbnail: DocumentInterface.Thumbnail? = nil, failed: DocumentInterface.FailedPage? = nil, next: Int? = nil) { self.thumbnail = thumbnail; self.failed = failed; self.next = next }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{9}thumbnail\u{6}failed\u{4}next")
            var _thumbnail: DocumentInterface.Thumbnail?, _failed: DocumentInterface.FailedPage?, _next: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.readOptional(&_thumbnail)
                case 1: try fields.readOptional(&_failed)
                default: try fields.readOptional(&_next)
            } }
            self.thumbnail = _thumbnail; self.failed = _failed; self.next = _next
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","thumbnail":"#, self.thumbnail)
            writer.optionalOrFirst(#","failed":"#, self.failed)
            writer.optionalOrFirst(#","next":"#, self.next)
            writer.endObject()
        }
    }

    /// Searches all pages of the axis, from the one at `index` on (the reader's, if left out), around the end, to where it began.
    /// Needs `more`. Matches are told as they are found, those of one page in one reply or several, each with its `page`: `found` is
    /// how many there were so far, on `searched` pages of `pages`, of which `unreadable` could not be read. Replies without a page and matches tell how far it is; the
    /// last one tells the totals. `backward` searches the pages and the matches on each the other way; of a document that does
    /// not know how many pages it has, those behind the first one come last and forward.
    ///
    /// The `needle` has 1 to 1,024 bytes; blanks in a row are one, which the end of a line is too, and words that are divided there are
    /// found; in a document that flows, so is what begins on one page and ends on the next. Upper and lower case are the same unless
    /// `matchCase`, letters with marks and without (é and e) unless `matchMarks`; quotes, primes, dashes and their kin are what a keyboard has
    /// for them, ligatures and wide forms their letters. `wholeWords`: no letter or digit is next to it.
    ///
    /// A text is searched before it is laid out, from the reader's page on, around the end. With `early`, what is found there is told at once, in
    /// replies without `page`, each match with its `position` and no places, and `end`, where the text ends as positions count; each
    /// is told again, with its page and the same `position`, when the layout has got there, and counts once. Without it, it is told then only.
    ///
    /// A reader searches for one thing at a time: a newer search ends the older (Superseded), and so does closing the reader
    /// (NoSuchReader). It goes on as its client reads.
    ///
    /// Repeatable.
    package enum Search: VarlinkMethod {
        package typealias Parameters = DocumentInterface.SearchParameters; package typealias Reply = DocumentInterface.SearchReply; package typealias Failure = DocumentInterface.Failure
        package static var name: StaticString { "org.sheaf.Document.Search" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``Search``.
    package struct SearchParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var needle: String
        package var axis: DocumentInterface.Axis?
        package var index: Int?
        package var direction: DocumentInterface.Direction?
        package var matchCase: Bool?
        package var matchMarks: Bool?
        package var wholeWords: Bool?
        package var early: Bool?
        package init(reader: String, needle: String, axis: DocumentInterface.Axis? = nil, index: Int? = nil, direction: DocumentInterface.Direction? = nil, matchCase: Bool? = nil, matchMarks: Bool? = nil, wholeWords: Bool? = nil, early: Bool? = nil) { self.reader = reader; self.needle = needle; self.axis = axis; self.index = index; self.direction = direction; self.matchCase = matchCase; self.matchMarks = matchMarks; self.wholeWords = wholeWords; self.early = early }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{6}needle\u{4}axis\u{5}index\u{9}direction\u{9}matchCase\u{a}matchMarks\u{a}wholeWords\u{5}early")
            var _reader: String?, _needle: String?, _axis: DocumentInterface.Axis?, _index: Int?, _direction: DocumentInterface.Direction?, _matchCase: Bool?, _matchMarks: Bool?, _wholeWords: Bool?, _early: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.read(&_needle)
                case 2: try fields.readOptional(&_axis)
                case 3: try fields.readOptional(&_index)
                case 4: try fields.readOptional(&_direction)
                case 5: try fields.readOptional(&_matchCase)
                case 6: try fields.readOptional(&_matchMarks)
                case 7: try fields.readOptional(&_wholeWords)
                default: try fields.readOptional(&_early)
            } }
            guard let _reader, let _needle else { throw fields.missing(3) }
            self.reader = _reader; self.needle = _needle; self.axis = _axis; self.index = _index; self.direction = _direction; self.matchCase = _matchCase; self.matchMarks = _matchMarks; self.wholeWords = _wholeWords; self.early = _early
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.field(#","needle":"#, self.needle)
            writer.optional(#","axis":"#, self.axis)
            writer.optional(#","index":"#, self.index)
            writer.optional(#","direction":"#, self.direction)
            writer.optional(#","matchCase":"#, self.matchCase)
            writer.optional(#","matchMarks":"#, self.matchMarks)
            writer.optional(#","wholeWords":"#, self.wholeWords)
            writer.optional(#","early":"#, self.early)
            writer.endObject()
        }
    }

    /// The reply to ``Search``.
    package struct SearchReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: DocumentInterface.Page?
        package var matches: [DocumentInterface.Match]
        package var found: Int
        package var searched: Int
        package var pages: DocumentInterface.PageCount
        package var unreadable: Int
        package var end: Int?
        package init(page: DocumentInterface.Page? = nil, matches: [DocumentInterface.Match], found: Int, searched: Int, pages: DocumentInterface.PageCount, unreadable: Int, end: Int? = nil) { self.page = page; self.matches = matches; self.found = found; self.searched = searched; self.pages = pages; self.unreadable = unreadable; self.end = end }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}page\u{7}matches\u{5}found\u{8}searched\u{5}pages\u{a}unreadable\u{3}end")
            var _page: DocumentInterface.Page?, _matches: [DocumentInterface.Match]?, _found: Int?, _searched: Int?, _pages: DocumentInterface.PageCount?, _unreadable: Int?, _end: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.readOptional(&_page)
                case 1: try fields.read(&_matches)
                case 2: try fields.read(&_found)
                case 3: try fields.read(&_searched)
                case 4: try fields.read(&_pages)
                case 5: try fields.read(&_unreadable)
                default: try fields.readOptional(&_end)
            } }
            guard let _matches, let _found, let _searched, let _pages, let _unreadable else { throw fields.missing(62) }
            self.page = _page; self.matches = _matches; self.found = _found; self.searched = _searched; self.pages = _pages; self.unreadable = _unreadable; self.end = _end
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","page":"#, self.page)
            writer.fieldOrFirst(#","matches":"#, self.matches)
            writer.field(#","found":"#, self.found)
            writer.field(#","searched":"#, self.searched)
            writer.field(#","pages":"#, self.pages)
            writer.field(#","unreadable":"#, self.unreadable)
            writer.optional(#","end":"#, self.end)
            writer.endObject()
        }
    }

    /// The errors that org.sheaf.Document declares.
    package enum Failure: VarlinkFailure, Equatable {
        /// The call is not as its method is declared. `field` is the path to what is wrong ("target.index", "pages.3"), `reason` says what it must
        /// be: "unknown field", "missing", "not of the type int", "not one of page, width, height, scale".
        case invalidCall(field: String, reason: String)
        /// The reader does not exist, or is another user's.
        case noSuchReader(reader: String)
        /// The reader has no such axis.
        case noSuchAxis(axis: DocumentInterface.Axis)
        /// No page there. `target` is what was asked for; `pages` how many there are.
        case noSuchPage(target: String, pages: Int)
        /// The document has no pages.
        case empty
        /// A number that is out of range. `field` is which one, `reason` what it must be.
        case invalidRange(field: String, reason: String)
        /// The needle has nothing to search for, or is too long. `reason` says which.
        case invalidNeedle(reason: String)
        /// A newer search of this reader was begun.
        case superseded
        /// The document has no digest: it is on FUSE or a network file system, where nothing but its provider reads it. `reason` says why.
        case noDigest(reason: String)
        /// The document's provider can't do this.
        case unsupported(what: String)
        /// A page or a list could not be read; others may be readable. `reason` is what the provider said.
        case notReadable(reason: String)
        /// The document is refused: org.sheaf.Reader.Reload tries it again. `reason` says why.
        case documentFailed(reason: String)
        /// A limit of the service on one user was reached. `limit` is its name in sheafd.conf.
        case limitReached(limit: String, value: Int)
        /// The service could not do it for want of memory, descriptors or processes.
        case serviceOverloaded(reason: String)
        /// An error that every method may answer.
        case service(ServiceInterface.Failure)

        package var errorName: StaticString {
            switch self {
                case .invalidCall: "org.sheaf.Document.InvalidCall"
                case .noSuchReader: "org.sheaf.Document.NoSuchReader"
                case .noSuchAxis: "org.sheaf.Document.NoSuchAxis"
                case .noSuchPage: "org.sheaf.Document.NoSuchPage"
                case .empty: "org.sheaf.Document.Empty"
                case .invalidRange: "org.sheaf.Document.InvalidRange"
                case .invalidNeedle: "org.sheaf.Document.InvalidNeedle"
                case .superseded: "org.sheaf.Document.Superseded"
                case .noDigest: "org.sheaf.Document.NoDigest"
                case .unsupported: "org.sheaf.Document.Unsupported"
                case .notReadable: "org.sheaf.Document.NotReadable"
                case .documentFailed: "org.sheaf.Document.DocumentFailed"
                case .limitReached: "org.sheaf.Document.LimitReached"
                case .serviceOverloaded: "org.sheaf.Document.ServiceOverloaded"
                case .service(let failure): failure.errorName
            }
        }

        package func encodeParameters(into writer: inout JSONWriter) {
            switch self {
                case .invalidCall(let _field, let _reason): writer.field(#"{"field":"#, _field); writer.field(#","reason":"#, _reason); writer.endObject()
                case .noSuchReader(let _reader): writer.field(#"{"reader":"#, _reader); writer.endObject()
                case .noSuchAxis(let _axis): writer.field(#"{"axis":"#, _axis); writer.endObject()
                case .noSuchPage(let _target, let _pages): writer.field(#"{"target":"#, _target); writer.field(#","pages":"#, _pages); writer.endObject()
                case .empty: writer.beginObject(); writer.endObject()
                case .invalidRange(let _field, let _reason): writer.field(#"{"field":"#, _field); writer.field(#","reason":"#, _reason); writer.endObject()
                case .invalidNeedle(let _reason): writer.field(#"{"reason":"#, _reason); writer.endObject()
                case .superseded: writer.beginObject(); writer.endObject()
                case .noDigest(let _reason): writer.field(#"{"reason":"#, _reason); writer.endObject()
                case .unsupported(let _what): writer.field(#"{"what":"#, _what); writer.endObject()
                case .notReadable(let _reason): writer.field(#"{"reason":"#, _reason); writer.endObject()
                case .documentFailed(let _reason): writer.field(#"{"reason":"#, _reason); writer.endObject()
                case .limitReached(let _limit, let _value): writer.field(#"{"limit":"#, _limit); writer.field(#","value":"#, _value); writer.endObject()
                case .serviceOverloaded(let _reason): writer.field(#"{"reason":"#, _reason); writer.endObject()
                case .service(let failure): failure.encodeParameters(into: &writer)
            }
        }

        package init?(errorName: borrowing JSONString, parameters: borrowing JSONValue) throws(JSONError) {
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Document.InvalidCall", ["field", "reason"]) { self = .invalidCall(field: try fields.read("field"), reason: try fields.read("reason")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Document.NoSuchReader", ["reader"]) { self = .noSuchReader(reader: try fields.read("reader")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Document.NoSuchAxis", ["axis"]) { self = .noSuchAxis(axis: try fields.read("axis")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Document.NoSuchPage", ["target", "pages"]) { self = .noSuchPage(target: try fields.read("target"), pages: try fields.read("pages")); return }
            if try parameters.fields(of: errorName, "org.sheaf.Document.Empty", []) != nil { self = .empty; return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Document.InvalidRange", ["field", "reason"]) { self = .invalidRange(field: try fields.read("field"), reason: try fields.read("reason")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Document.InvalidNeedle", ["reason"]) { self = .invalidNeedle(reason: try fields.read("reason")); return }
            if try parameters.fields(of: errorName, "org.sheaf.Document.Superseded", []) != nil { self = .superseded; return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Document.NoDigest", ["reason"]) { self = .noDigest(reason: try fields.read("reason")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Document.Unsupported", ["what"]) { self = .unsupported(what: try fields.read("what")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Document.NotReadable", ["reason"]) { self = .notReadable(reason: try fields.read("reason")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Document.DocumentFailed", ["reason"]) { self = .documentFailed(reason: try fields.read("reason")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Document.LimitReached", ["limit", "value"]) { self = .limitReached(limit: try fields.read("limit"), value: try fields.read("value")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Document.ServiceOverloaded", ["reason"]) { self = .serviceOverloaded(reason: try fields.read("reason")); return }
            guard let failure = try ServiceInterface.Failure(errorName: errorName, parameters: parameters) else { return nil }
            self = .service(failure)
        }
    }
}

/// Answers the calls of org.sheaf.Document. What a method throws is its answer.
package protocol DocumentHandler: AnyObject {
    func getMetadata(_ parameters: DocumentInterface.GetMetadataParameters, _ call: VarlinkCall<DocumentInterface.GetMetadata>) throws(DocumentInterface.Failure)
    func getCFI(_ parameters: DocumentInterface.GetCFIParameters, _ call: VarlinkCall<DocumentInterface.GetCFI>) throws(DocumentInterface.Failure)
    func findCFI(_ parameters: DocumentInterface.FindCFIParameters, _ call: VarlinkCall<DocumentInterface.FindCFI>) throws(DocumentInterface.Failure)
    func getDigest(_ parameters: DocumentInterface.GetDigestParameters, _ call: VarlinkCall<DocumentInterface.GetDigest>) throws(DocumentInterface.Failure)
    func getOutline(_ parameters: DocumentInterface.GetOutlineParameters, _ call: VarlinkCall<DocumentInterface.GetOutline>) throws(DocumentInterface.Failure)
    func getLinks(_ parameters: DocumentInterface.GetLinksParameters, _ call: VarlinkCall<DocumentInterface.GetLinks>) throws(DocumentInterface.Failure)
    func getAnnotations(_ parameters: DocumentInterface.GetAnnotationsParameters, _ call: VarlinkCall<DocumentInterface.GetAnnotations>) throws(DocumentInterface.Failure)
    func getText(_ parameters: DocumentInterface.GetTextParameters, _ call: VarlinkCall<DocumentInterface.GetText>) throws(DocumentInterface.Failure)
    func getBlocks(_ parameters: DocumentInterface.GetBlocksParameters, _ call: VarlinkCall<DocumentInterface.GetBlocks>) throws(DocumentInterface.Failure)
    func getPages(_ parameters: DocumentInterface.GetPagesParameters, _ call: VarlinkCall<DocumentInterface.GetPages>) throws(DocumentInterface.Failure)
    func getThumbnails(_ parameters: DocumentInterface.GetThumbnailsParameters, _ call: VarlinkCall<DocumentInterface.GetThumbnails>) throws(DocumentInterface.Failure)
    func search(_ parameters: DocumentInterface.SearchParameters, _ call: VarlinkCall<DocumentInterface.Search>) throws(DocumentInterface.Failure)
}

/// Decodes the calls of org.sheaf.Document for a handler, which it holds.
package final class DocumentDispatcher: VarlinkInterface {
    private let handler: any DocumentHandler

    package init(_ handler: any DocumentHandler) {
        self.handler = handler
    }

    package var name: StaticString { DocumentInterface.name }
    package var description: StaticString { DocumentInterface.text }

    package func dispatch(_ incoming: borrowing VarlinkIncoming) throws(JSONError) -> Bool {
        switch incoming.method(in: "\u{b}GetMetadata\u{6}GetCFI\u{7}FindCFI\u{9}GetDigest\u{a}GetOutline\u{8}GetLinks\u{e}GetAnnotations\u{7}GetText\u{9}GetBlocks\u{8}GetPages\u{d}GetThumbnails\u{6}Search") {
        case 0: try serve(incoming, DocumentInterface.GetMetadata.self) { (parameters, call) throws(DocumentInterface.Failure) in try handler.getMetadata(parameters, call) }
        case 1: try serve(incoming, DocumentInterface.GetCFI.self) { (parameters, call) throws(DocumentInterface.Failure) in try handler.getCFI(parameters, call) }
        case 2: try serve(incoming, DocumentInterface.FindCFI.self) { (parameters, call) throws(DocumentInterface.Failure) in try handler.findCFI(parameters, call) }
        case 3: try serve(incoming, DocumentInterface.GetDigest.self) { (parameters, call) throws(DocumentInterface.Failure) in try handler.getDigest(parameters, call) }
        case 4: try serve(incoming, DocumentInterface.GetOutline.self) { (parameters, call) throws(DocumentInterface.Failure) in try handler.getOutline(parameters, call) }
        case 5: try serve(incoming, DocumentInterface.GetLinks.self) { (parameters, call) throws(DocumentInterface.Failure) in try handler.getLinks(parameters, call) }
        case 6: try serve(incoming, DocumentInterface.GetAnnotations.self) { (parameters, call) throws(DocumentInterface.Failure) in try handler.getAnnotations(parameters, call) }
        case 7: try serve(incoming, DocumentInterface.GetText.self) { (parameters, call) throws(DocumentInterface.Failure) in try handler.getText(parameters, call) }
        case 8: try serve(incoming, DocumentInterface.GetBlocks.self) { (parameters, call) throws(DocumentInterface.Failure) in try handler.getBlocks(parameters, call) }
        case 9: try serve(incoming, DocumentInterface.GetPages.self) { (parameters, call) throws(DocumentInterface.Failure) in try handler.getPages(parameters, call) }
        case 10: try serve(incoming, DocumentInterface.GetThumbnails.self) { (parameters, call) throws(DocumentInterface.Failure) in try handler.getThumbnails(parameters, call) }
        case 11: try serve(incoming, DocumentInterface.Search.self) { (parameters, call) throws(DocumentInterface.Failure) in try handler.search(parameters, call) }
        default: return false
        }
        return true
    }

    private func serve<Method: VarlinkMethod>(_ incoming: borrowing VarlinkIncoming, _ method: Method.Type, _ body: (Method.Parameters, VarlinkCall<Method>) throws(DocumentInterface.Failure) -> Void) throws(JSONError) where Method.Failure == DocumentInterface.Failure {
        let parameters = try Method.Parameters(decoding: incoming.parameters)
        let call = incoming.call(of: method)
        do throws(DocumentInterface.Failure) { try body(parameters, call) } catch { call.fail(error) }
    }

    package func failure(of call: JSONError) -> any VarlinkFailure {
        DocumentInterface.Failure.invalidCall(field: call.field, reason: call.problem)
    }
}
