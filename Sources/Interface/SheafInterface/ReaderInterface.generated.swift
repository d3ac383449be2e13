// Generated from org.sheaf.Reader.varlink by varlink-generate. Do not edit.
// swift-format-ignore-file

package import Varlink

/// Readers: reading positions in documents. A reader is opened on a document with a viewport, turned from page to page,
/// and hands out the pages as sealed memory (memfd) or inline. Pages and indexes are counted from 0.
///
/// A reader belongs to the user who opened it and is named by an id that can't be guessed. It lives on for a while after
/// its last connection has gone (ReaderKeepSec=), so that a viewer that was restarted goes on where it was.
///
/// A reader has one axis, or two that cross. Along an axis it turns spreads: one page, or two that are shown together.
/// Offsets and positions along an axis count spreads; targets and locations name pages. docs/navigation.md has the rules,
/// and a session from the first call to the last.
package enum ReaderInterface {
    /// "org.sheaf.Reader"
    package static var name: StaticString { "org.sheaf.Reader" }

    /// The text of the description.
    package static var text: StaticString { ##"# Readers: reading positions in documents. A reader is opened on a document with a viewport, turned from page to page,\##n# and hands out the pages as sealed memory (memfd) or inline. Pages and indexes are counted from 0.\##n#\##n# A reader belongs to the user who opened it and is named by an id that can't be guessed. It lives on for a while after\##n# its last connection has gone (ReaderKeepSec=), so that a viewer that was restarted goes on where it was.\##n#\##n# A reader has one axis, or two that cross. Along an axis it turns spreads: one page, or two that are shown together.\##n# Offsets and positions along an axis count spreads; targets and locations name pages. docs/navigation.md has the rules,\##n# and a session from the first call to the last.\##ninterface org.sheaf.Reader\##n\##n# How a page is scaled: so that all of it is seen, to the viewport's width or height, or by a fixed scale.\##ntype Fit (page, width, height, scale)\##n\##n# The area that a viewer shows pages in. Width and height in pixels, 1 to 32767. `scale` in pixels per point (1/72\##n# inch), above 0 and at most 64, with fit `scale` and only there. `rotation` turns the pages: 0, 90, 180 or 270 degrees,\##n# clockwise. `orientation` is how far the screen itself is turned, clockwise: width and height are those of the screen\##n# at 0, they change places at 90 and 270, and at 180 nothing is rendered anew. `orientations` are those that the viewer\##n# can take; those that the document can take too are allowed. Left out: fit `page`, rotation 0, orientation 0, all\##n# orientations.\##ntype Viewport (\##n    width: int,\##n    height: int,\##n    fit: ?Fit,\##n    scale: ?float,\##n    rotation: ?int,\##n    orientation: ?int,\##n    orientations: ?[]int\##n)\##n\##n# The colours of paper and ink. `day`: as the document has it, which is taken to be black on white. `sepia`: brown on yellowish.\##n# `night`: light on dark, where pictures are left as they are. `inverted`: each colour as its opposite, pictures too.\##n# docs/protocol.md has the formulas.\##ntype Paper (day, sepia, night, inverted)\##n\##n# The margins that are cut off pages: none; those around what is on each page; or the same margins of all pages, as far\##n# as nothing that is on a page goes with them.\##ntype Trim (no, page, document)\##n\##n# How the text of a document is laid out that has no pages of its own (EPUB, FB2, HTML, plain text): `width` and `height` of a page in\##n# points, 72 to 7200; `fontSize` of plain text in points, 4 to 144; `fontFamily` `serif`, `sans-serif`, `monospace` or the name\##n# of a font, at most 128 bytes; `lineHeight` from one line to the next, in sizes of the font, 0.8 to 4; `margin` around what is\##n# on a page, in points, 0 to 720; `columns` of text on a page, 1 to 4; `justify` whether lines are made as wide as their column. Of\##n# plain text: `unwrap` whether lines that were broken to a width are joined (left out: those of prose). Of that and of HTML: `encoding` what it is\##n# encoded in, as IANA names it (left out: as it is found, which GetMetadata tells). With `layout` `viewport` pages are as large as the part of\##n# the reader's viewport that a page has for itself, in steps of 16 pixels, and are laid out anew where that changes; `pixelsPerPoint` says how\##n# large its text is then, above 0 and at most 64 (left out: 4/3, as on a screen of 96 pixels an inch). `styles` `plain` leaves a book's own style\##n# sheets and fonts out. Left out: as the provider is set.\##ntype TextFlow (\##n    width: ?float,\##n    height: ?float,\##n    fontSize: ?float,\##n    fontFamily: ?string,\##n    lineHeight: ?float,\##n    margin: ?float,\##n    columns: ?int,\##n    justify: ?bool,\##n    unwrap: ?bool,\##n    encoding: ?string,\##n    layout: ?TextLayout,\##n    pixelsPerPoint: ?float,\##n    styles: ?TextStyles\##n)\##n\##n# Which pages text is laid out in: of the size that is given, or as large as the viewport.\##ntype TextLayout (given, viewport)\##n\##n# The styles that a book's text has: its author's, or plain ones for its headings, lists, tables and emphasis.\##ntype TextStyles (book, plain)\##n\##n# How pages look, for one reader. Left out: `day`, `no`, laid out as the provider is set, and in the document's own order. `flow` means\##n# nothing for a document that has pages of its own. `order` names pages by the indexes that they have in the document, each once, 4096\##n# at most: these come first, the others behind them. It means nothing for a document that flows, or whose provider keeps an order itself.\##ntype Looks (paper: ?Paper, trim: ?Trim, flow: ?TextFlow, order: ?[]int)\##n\##n# The two directions in which pages are turned.\##ntype Axis (horizontal, vertical)\##n\##n# Where a page is shown: on an axis, or behind them where they cross.\##ntype Surface (horizontal, vertical, background)\##n\##n# Which way along an axis.\##ntype Direction (forward, backward)\##n\##n# How pages are taken together: one by one; in pairs from the first on; the first alone, then pairs; or as leaves, a\##n# front with its back.\##ntype SpreadKind (single, double, cover, leaf)\##n\##n# How the pages of an axis are arranged. `back` is what is on the back of a leaf: the front mirrored, which the viewer\##n# draws itself, or the page that follows. `order` says at which side the first page of a spread stands, and which way the\##n# axis runs on screen. `flow` `paged`: every spread takes the whole viewport; `continuous`: pages follow each other.\##n# `spacing` in pixels between spreads, 0 to 10000. `wide` says what becomes of a page in `double` and `cover` that is wider\##n# than high, or that its document marks as a double page: it stands `alone`, and pairs are counted anew behind it; or in a pair\##n# as others do. Left out: `spread`, `wide` and `order` as the document asks (`page-layout`, `wide-pages` and\##n# `reading-direction` of its metadata), else `single`, `paired` and `leftToRight`; `mirrored`, `paged`, 0; in SetAxis: as it was.\##ntype Arrangement (\##n    spread: ?SpreadKind,\##n    back: ?(mirrored, nextPage),\##n    wide: ?(alone, paired),\##n    order: ?(leftToRight, rightToLeft),\##n    flow: ?(paged, continuous),\##n    spacing: ?int\##n)\##n\##n# How a reader is to be set up along an axis. `document`: another one, opened before by a reader of the same user; left\##n# out, the reader's. `first` and `pages`: the part of it, from an index and so many pages; left out, all. `unlocks`: the\##n# spread at which this axis must rest for the other one to move; left out, the other moves at any time. `start`: the page\##n# to begin with; of the first axis it is `target` that counts. Left out: 0, and of the first axis as Open says. `enabled`: true if left out.\##ntype AxisSetup (\##n    axis: Axis,\##n    document: ?string,\##n    first: ?int,\##n    pages: ?int,\##n    unlocks: ?int,\##n    start: ?int,\##n    enabled: ?bool,\##n    arrangement: ?Arrangement\##n)\##n\##n# The page behind the axes, seen where both are at their crossing: `index` in `document`, by default the reader's.\##ntype Background (\##n    document: ?string,\##n    index: int\##n)\##n\##n# A rectangle in pixels of the scaled and rotated page; the origin is its top left corner.\##ntype Region (\##n    x: int,\##n    y: int,\##n    width: int,\##n    height: int\##n)\##n\##n# Formats of a page's bytes: four bytes a pixel (blue, green, red, 255), PNG, JPEG, or WebP, whose sides have at most 16383\##n# pixels.\##ntype Format (bgrx8888, png, jpeg, webp)\##n\##n# How bytes travel: as a descriptor of sealed memory, as base64 in the reply, or not at all.\##ntype Handover (descriptor, inline, none)\##n\##n# How far the number of pages is to be trusted. `pages` is 0 where it is unknown.\##ntype PageCount (\##n    kind: (exact, estimated, unknown),\##n    pages: int\##n)\##n\##n# How much is rendered ahead of a reader: what may well be turned to, only what is likely, or nothing but what its viewer asks for\##n# (Prefetch). Never more than the service is set to (Prefetch=, ReadAhead=).\##ntype PrefetchMode (full, eco, no)\##n\##n# An open document. `title` is what people call it: what it calls itself, else the name of its file; left out where neither is\##n# known. It has no control characters and at most 200 bytes. `flows`: it has no pages of its own, and is laid out as Looks say;\##n# left out where not. `removed`: its file has lost its name since it was opened: it was deleted, got another name, or another file\##n# has taken its place; left out where not.\##ntype Document (\##n    document: string,\##n    title: ?string,\##n    provider: string,\##n    count: PageCount,\##n    flows: ?bool,\##n    removed: ?bool\##n)\##n\##n# A page and where it is. `page` is its id, which stays when its index changes. `label` is what is printed on it.\##n# `surface` is `horizontal` where it is left out.\##ntype Location (\##n    page: int,\##n    index: int,\##n    label: ?string,\##n    surface: ?Surface\##n)\##n\##n# Where to turn: exactly one of these. `index` from 0; `label` as printed on the page; `relative` in spreads, forwards\##n# above 0, from where the reader is on its way to; `place` the first or the last page; `history` back to where the last\##n# jump came from, or forward again; `link` and `outline` the number of a link on the current page or of an entry of the\##n# table of contents, from 0.\##ntype Target (\##n    index: ?int,\##n    label: ?string,\##n    relative: ?int,\##n    place: ?(first, last),\##n    history: ?(back, forward),\##n    link: ?int,\##n    outline: ?int\##n)\##n\##n# The size of a whole page at a scale, in pixels.\##ntype PageScale (\##n    scale: float,\##n    pageWidth: int,\##n    pageHeight: int\##n)\##n\##n# A rendered page. `width` and `height` are those of what is handed over, in pixels, and `region` is what that shows of\##n# the whole page, which measures `pageWidth` by `pageHeight` at `scale` (pixels per point). `size` is the bytes of the\##n# memory, or of `data`. Row `y` begins `offset` + `y` x `stride` bytes into it and has 4 x `width` bytes; `offset` is 0\##n# where it is left out, which only a `cut` does not; of the other formats `stride` is 0, and all `size` bytes are\##n# the file.\##n# `origin` tells whether the page was in the cache, was rendered for this call, or was under way for somebody else\##n# already; `encoded` is a file that was made for this call of the page as pixels, which was in the cache; a `cut` is a part of a larger rendition that was in the cache; a `standIn` is the page as it was before a\##n# change or at another size, a `thumbnail` the page in small, to be shown until the right one comes. `reducedFrom` is\##n# there where the viewport asks for more pixels than a page may have: it is what was asked for, and what regions are\##n# counted in. `surface` is `horizontal` where it is left out. `fileDescriptor` is the index of the memory among this message's descriptors:\##n# sealed, read-only, to be mapped or read. `data` is the same as base64. `rendition` names the memory that was handed\##n# over, for ReleasePage; cuts of one rendition have its name.\##ntype Page (\##n    page: int,\##n    index: int,\##n    label: ?string,\##n    rendition: int,\##n    width: int,\##n    height: int,\##n    stride: int,\##n    offset: ?int,\##n    size: int,\##n    format: Format,\##n    region: Region,\##n    pageWidth: int,\##n    pageHeight: int,\##n    scale: float,\##n    reducedFrom: ?PageScale,\##n    rotation: int,\##n    origin: (cached, rendered, joined, encoded, cut, standIn, thumbnail),\##n    surface: ?Surface,\##n    fileDescriptor: ?int,\##n    data: ?string\##n)\##n\##n# A step in a page's appearance. Between the steps the page is hidden, appearing, visible or disappearing.\##ntype AppearanceStep (willAppear, didAppear, willDisappear, didDisappear)\##n\##n# A page comes or goes. `transition` is the number of the transition step that it belongs to, `position` where the axis\##n# is, in spreads, and `time` when it happened, in microseconds of the monotonic clock. `surface` is `horizontal` where it\##n# is left out.\##ntype Appearance (\##n    reader: string,\##n    event: AppearanceStep,\##n    page: int,\##n    index: int,\##n    surface: ?Surface,\##n    transition: int,\##n    position: float,\##n    time: int\##n)\##n\##n# A jump or a drag begins: a step of a transition. `from` is what is shown or on its way, `to` where it goes, for a drag\##n# at first. `position` is where the axis starts, in spreads.\##ntype Begin (\##n    reader: string,\##n    transition: int,\##n    axis: Axis,\##n    from: []Location,\##n    to: []Location,\##n    direction: Direction,\##n    interactive: bool,\##n    position: float,\##n    time: int\##n)\##n\##n# A transition step ends. `finished`: it was not interrupted by another one. `completed`: the reader is on another spread\##n# than when its transition began, whose pages were `previous`.\##ntype End (\##n    reader: string,\##n    transition: int,\##n    axis: Axis,\##n    finished: bool,\##n    completed: bool,\##n    previous: []Location,\##n    position: float,\##n    time: int\##n)\##n\##n# An axis of a reader. `location` is the first page of the spread where it settled last, left out where the document is\##n# empty; `spread` the number of that spread; `position` where it is now, in spreads. `locked`: the other axis keeps it\##n# from moving.\##ntype AxisState (\##n    axis: Axis,\##n    document: Document,\##n    location: ?Location,\##n    spread: int,\##n    position: float,\##n    enabled: bool,\##n    locked: bool,\##n    arrangement: Arrangement,\##n    first: ?int,\##n    pages: ?int,\##n    unlocks: ?int\##n)\##n\##n# Where a reader stands. `location` is the first page that it shows, left out where there is none (`phase` `empty`);\##n# `shown` are all of them. `transition` is the number of the last transition step. `badOffsets` counts the drag offsets\##n# that did not fit and were dropped. `moving` is the page that is being moved by hand. `orientations` are those allowed\##n# by viewport and document both. `failed`: the pages that it is to show and that could not be rendered so far; left out\##n# where there are none. `prefetch` is how much is rendered ahead of it, left out where that is as the service is set.\##ntype State (\##n    reader: string,\##n    document: Document,\##n    location: ?Location,\##n    shown: []Location,\##n    viewport: Viewport,\##n    looks: Looks,\##n    orientations: []int,\##n    axes: []AxisState,\##n    phase: (rest, jump, drag, settling, empty),\##n    transition: int,\##n    manual: bool,\##n    badOffsets: int,\##n    moving: ?Location,\##n    refreshing: bool,\##n    failed: ?[]PageFailure,\##n    prefetch: ?PrefetchMode\##n)\##n\##n# The frame of a page in the layout of an axis, in pixels: `along` the axis and `across` it, from where the first spread\##n# begins. Its size is an estimate until it is `measured`. `refused`: why the page is not drawn any more for the reader's user, as in Watch;\##n# left out where it may be.\##ntype Frame (\##n    page: ?int,\##n    index: int,\##n    along: float,\##n    across: float,\##n    width: float,\##n    height: float,\##n    measured: bool,\##n    refused: ?string\##n)\##n\##n# A page was measured, or pages have come or gone before it, and the layout around it has changed: what the reader looks at\##n# begins `movedBy` pixels further along, and has not moved on its page. `version` orders what is told of a layout, also by\##n# GetLayout: the greater one is the later.\##ntype LayoutChange (\##n    reader: string,\##n    axis: Axis,\##n    frame: Frame,\##n    movedBy: float,\##n    length: float,\##n    version: int\##n)\##n\##n# Pages of a document were moved, inserted, deleted or look different: the new count, and the reader's page where it is\##n# now. Pages keep their ids.\##ntype DocumentChange (\##n    reader: string,\##n    axis: Axis,\##n    document: Document,\##n    location: ?Location\##n)\##n\##n# More of a document's pages were counted: so many are on the axis, of which `counted` are there for sure. Told while `pages` is an\##n# estimate that gets better, and once when it is exact. No page is another one for that.\##ntype CountChange (\##n    reader: string,\##n    axis: Axis,\##n    pages: PageCount,\##n    counted: int\##n)\##n\##n# A page that could not be rendered, or not be handed over, and why.\##ntype PageFailure (\##n    page: int,\##n    index: int,\##n    reason: string\##n)\##n\##n# A file of an album: its index among the message's descriptors, and what it is called, by which providers tell images from other\##n# files; at most 255 bytes. What is before the last slash is left out.\##ntype AlbumFile (fileDescriptor: int, name: string)\##n\##n# A rectangle on a page, in points from its top left corner, upright.\##ntype MarkBox (x0: float, y0: float, x1: float, y1: float)\##n\##n# A mark of a user in a document: a page (`bookmark`), or a text on one (`highlight`). `mark` is its id. `index` is\##n# where its page is for the reader that asks, as its document is laid out for that; left out where it is no more.\##n# `boxes` are where the text is on that page; none where it was not found there. `position`: where in the text of a\##n# document that flows the text of a highlight begins, or else its page. `note` is what the user has to say of it, `color` any name of one. `created` and\##n# `changed` are seconds since 1970.\##ntype Mark (\##n    mark: string,\##n    kind: (bookmark, highlight),\##n    index: ?int,\##n    label: ?string,\##n    position: ?int,\##n    boxes: []MarkBox,\##n    text: ?string,\##n    note: ?string,\##n    color: ?string,\##n    created: int,\##n    changed: int\##n)\##n\##n# A document that a user has read: its `digest`, what it was called, the index of the page on which its user stopped reading, out of\##n# `pages`, when that was, in seconds since 1970, and how many marks the user has in it.\##ntype ReadDocument (digest: string, title: ?string, index: int, pages: int, time: int, marks: int)\##n\##n# Opens a document and a reader on `target`; left out, on the page that the document asks for (`start-page` of its metadata), else on its\##n# first. The document is an open descriptor of a\##n# regular file (`fileDescriptor`: its index among this message's descriptors), an `album` of such files, whose pages are in their\##n# order (at most 64, as many as come with a call), or a `path` below one of the service's\##n# library folders. `provider` names the provider; left out, the one that is surest of the document opens it. `axes`: one\##n# or two, the first is in front; left out, one horizontal axis along the whole document. One of them, or the background, shows\##n# the document that is opened. `manual`: the viewer turns pages\##n# itself and reports what it sees (ReportAppearance). A document without pages is opened too, in phase `empty`.\##n#\##n# `name` is what the file is called, for people: a title in its place where the document has none (see Document). A descriptor\##n# says nothing of it. Of a path only what is behind the last slash is taken.\##n#\##n# `password` is for a document that is locked, and is ignored for one that is not; at most 1024 bytes. It is kept in memory\##n# while the document is open, and nowhere else.\##n#\##n# `looks`: how its pages are to look. With other margins or laid out in another way a file is another document, which readers share\##n# that want it so. Documents that axes name stay as they are.\##n#\##n# `prefetch`: how much is rendered ahead of the reader; left out, as the service is set.\##n#\##n# `keep`: how long the reader lives on when its last connection has gone, in milliseconds; at most ReaderKeepSec=, which holds where it is\##n# left out. A viewer that comes back soon or never, as one on a screen does, gives its pages back sooner.\##n#\##n# Where places are kept (Places=), a reader without `target` and `start` begins before all else where its user has stopped reading the\##n# document, which is known by its content: on the page where the text is now with which that page began, or with the same index.\##nmethod Open(\##n    fileDescriptor: ?int,\##n    album: ?[]AlbumFile,\##n    path: ?string,\##n    name: ?string,\##n    provider: ?string,\##n    password: ?string,\##n    viewport: Viewport,\##n    looks: ?Looks,\##n    target: ?Target,\##n    axes: ?[]AxisSetup,\##n    background: ?Background,\##n    manual: ?bool,\##n    prefetch: ?PrefetchMode,\##n    keep: ?int\##n) -> (state: State)\##n\##n# Turns to a page. Where the pages are in the cache (`hit`), they come with the reply (unless `handover` is `none`;\##n# `descriptor` is the default): a turn is one round trip. Where they are not, they are rendered ahead of everything else\##n# and come with the reader's Watch or the next GetPage; a stand-in or a thumbnail, where there is one, comes with the\##n# reply. `second` is the other page of a spread of two, or the back of the leaf that turns. `noop`: the reader is on that\##n# page already, or on its way. With `inline`, pages that do not fit in a message are refused (InlineTooLarge), and the\##n# reader stays where it is. Where the user's viewers hold too many pages (LeaseMaxPerUser=), the reader turns all the same,\##n# and `failure` comes in place of the pages: return some (ReleasePage), then ask for it with GetPage.\##n#\##n# `format` and `quality` as in GetPage. In another format than bgrx8888 pages that are in the cache are encoded, and the reply waits for\##n# that; of those that are not nothing stands in, and one that turns out too large for a message, or can't be encoded, is a `failure`.\##n#\##n# `duration` in milliseconds, 0 to 60000: how long the viewer animates the turn. It ends when the viewer says so\##n# (Settle) or when the time has passed. Left out or 0: at once. `direction`: which way it is to look; left out, towards\##n# the target. `wrap`: a relative target goes on at the other end of the document. `axis`: the first one if left out.\##nmethod Navigate(\##n    reader: string,\##n    target: Target,\##n    handover: ?Handover,\##n    axis: ?Axis,\##n    duration: ?int,\##n    direction: ?Direction,\##n    wrap: ?bool,\##n    format: ?Format,\##n    quality: ?int\##n) -> (\##n    noop: bool,\##n    hit: bool,\##n    transition: int,\##n    location: Location,\##n    page: ?Page,\##n    second: ?Page,\##n    failure: ?PageFailure\##n)\##n\##n# A finger comes down. `offset` is where, in spreads, when the last drag has not come to rest yet; left out, where that\##n# was released. `origin` is the spread that offsets count from, `transition` the number of the step.\##nmethod BeginDrag(reader: string, axis: ?Axis, offset: ?float) -> (transition: int, origin: int, position: float)\##n\##n# The finger is at `offset`, in spreads, as they were numbered when the drag began. Send it `oneway`, as often as the\##n# screen is drawn: offsets that don't fit are dropped then, and counted in the reader's state.\##nmethod Drag(reader: string, offset: float) -> ()\##n\##n# The finger is lifted with a `velocity` in spreads a second, 0 if left out. The reader is bound for `spread`, whose\##n# first page is `location`, and is there when the viewer says so (Settle), or after a second. Pulled past the end by a\##n# quarter of a spread or more, the document is refreshed, where its provider can (`refreshing`).\##nmethod ReleaseDrag(reader: string, velocity: ?float) -> (\##n    transition: int,\##n    spread: int,\##n    location: ?Location,\##n    refreshing: bool\##n)\##n\##n# Takes a drag back: the reader is bound for where its transition began.\##nmethod CancelDrag(reader: string) -> (transition: int, spread: int, location: ?Location)\##n\##n# The viewer's animation of a transition step has ended. `settled` is false for one that is over already, was taken over\##n# by another, or is still held; nothing happens then.\##nmethod Settle(reader: string, transition: int) -> (settled: bool)\##n\##n# Reports that the viewer of a manual reader has shown or hidden a page. A page that will appear is rendered, and comes\##n# with the watch.\##nmethod ReportAppearance(reader: string, axis: ?Axis, index: int, event: AppearanceStep) -> ()\##n\##n# Shows all documents of a reader in another way; looks that are left out are as in Open, not as they were. What is under way settles first.\##n# In other colours pages stay what they are. Otherwise the reader goes over to other documents (DocumentChange tells), and\##n# stays where it was read: on the page where the text is now with which its page began. It comes back to the same page when it is shown as\##n# before again, as long as it did not turn, also after a restart of the service. A search ends (Superseded).\##n#\##n# Repeatable.\##nmethod SetLooks(reader: string, looks: Looks) -> (state: State)\##n\##n# Switches an axis on or off, or arranges its pages in another way. What moves along it settles first.\##n#\##n# Repeatable.\##nmethod SetAxis(reader: string, axis: Axis, enabled: ?bool, arrangement: ?Arrangement) -> (state: State)\##n\##n# Where a reader stands.\##n#\##n# Repeatable.\##nmethod GetState(reader: string) -> (state: State)\##n\##n# Where a reader jumped from, for targets `back` and `forward`: the nearest first.\##n#\##n# Repeatable.\##nmethod GetHistory(reader: string) -> (back: []Location, forward: []Location)\##n\##n# Where the pages of an axis are: `pages` of them from `first` on, at most 256; left out, those around the current one.\##n# `length` of the whole axis in pixels, -1 where it is not known how many pages there are. `estimatedWidth` and\##n# `estimatedHeight` are what pages are taken to measure until they are measured, in points. `offset`, in spreads, is\##n# asked for as `position`, in pixels; left out, that of now. `version` is that of the last change of the layout that is in\##n# it: a LayoutChange with a smaller or the same one is known already.\##n#\##n# Repeatable.\##nmethod GetLayout(reader: string, axis: ?Axis, first: ?int, pages: ?int, offset: ?float) -> (\##n    frames: []Frame,\##n    length: float,\##n    estimatedWidth: float,\##n    estimatedHeight: float,\##n    spacing: int,\##n    position: float,\##n    version: int\##n)\##n\##n# Returns what is at a point of the viewport, in pixels from its top left corner: a page and the point on it, in points\##n# from its top left corner, upright; or nothing. `background`: the page in front is blank there, and the one behind it\##n# is meant. `claims`: the page wants drags that begin there for itself. In a transition pages are where they are when\##n# the call's turn comes.\##n#\##n# Repeatable.\##nmethod HitTest(reader: string, x: float, y: float) -> (\##n    location: ?Location,\##n    x: float,\##n    y: float,\##n    background: bool,\##n    claims: bool\##n)\##n\##n# Has the provider look at its source again. Old pages stay until new ones are ready; the watch tells when it is done.\##n#\##n# Repeatable.\##nmethod Refresh(reader: string) -> ()\##n\##n# Takes up the page at `index`, to be moved by hand, where the provider can. Refused in a transition, and (Unsupported) in\##n# documents of the library, which are everybody's.\##nmethod BeginMove(reader: string, index: int, axis: ?Axis) -> (location: Location)\##n\##n# The page is held where it would be dropped at `index`, counted without the page itself. `edge`: it is held at that edge\##n# of the screen; pages turn there every half second, until the next update.\##nmethod UpdateMove(reader: string, index: ?int, edge: ?Direction) -> ()\##n\##n# The page is dropped; where it was, nothing happens (`moved` false).\##nmethod EndMove(reader: string) -> (moved: bool)\##n\##n# The page goes back to where it was.\##nmethod CancelMove(reader: string) -> ()\##n\##n# Hands over a page, rendered first where need be: the current page, or the one at `index` of an axis (by default the\##n# first). `quality` 1 to 100 is for JPEG and WebP (85). `handover` is `descriptor` by default:\##n# LimitReached where the user's viewers hold too many pages.\##n#\##n# `region` is the part of the page that is wanted, in pixels of the page at the viewport's scale; left out, the whole\##n# page, at the largest scale within what a page may have. Of the regions that a reader is asked for only the latest\##n# counts, of whichever page: one that comes supersedes the one that still waits (Superseded). A region that is in the\##n# cache, or in a larger rendition there with the same pixels, comes at once; another one is rendered when no other was\##n# asked for in RegionDelayMSec=.\##n#\##n# `viewport`: the page as it would be in another viewport, in which the reader is not shown for that: for who makes tiles of\##n# many pages, at many scales, out of one reader. Every region that comes with one counts: it is rendered at once, and none\##n# supersedes another.\##n#\##n# `frame`: of a page that moves (GIF, WebP, APNG, AVIF), from 0, the one that is shown everywhere else. What has fewer frames answers\##n# with PageFailed. Each frame is made from the first one on, and is a page of the cache as any other.\##n#\##n# Repeatable: a page that is handed over twice is held once.\##nmethod GetPage(\##n    reader: string,\##n    index: ?int,\##n    axis: ?Axis,\##n    frame: ?int,\##n    region: ?Region,\##n    format: ?Format,\##n    quality: ?int,\##n    handover: ?Handover,\##n    viewport: ?Viewport\##n) -> (page: Page)\##n\##n# Says that the viewer does not use a page any more that it was handed as a descriptor, however often. Until then, or until\##n# its process ends, it counts against the cache's hard limit and the user's LeaseMaxPerUser=. A page that was handed over\##n# through a reader that is closed is returned through any other one of the user.\##n#\##n# Repeatable: what was returned to a service that was restarted since can be returned again.\##nmethod ReleasePage(reader: string, rendition: int) -> ()\##n\##n# Tells what the viewer is about to show, as far as it knows better than the service, which has that rendered ahead: behind every page\##n# that somebody waits for, within the cache's limits, and as far as anything is read ahead at all (Prefetch=, ReadAhead=). Providers that\##n# fetch ahead themselves are told too.\##n#\##n# `pages`: indexes on the axis (by default the first), at most 64, the most urgent first. They come before those of earlier calls; the latest 64 count.\##n# A page is thought of until the reader shows it or CancelPrefetch takes it back, until it turns out that it can't be had, or until the\##n# document changes.\##n#\##n# `landing`: pages run by, and slow down until they rest on the one at this index, `duration` milliseconds from now (0 to 60000; 1000 if left out).\##n# What is rendered is the landing, and what passes slowly enough to be seen. It holds until the reader is there or turns elsewhere, or\##n# the time is over.\##n#\##n# `mode`: how much is rendered ahead of this reader from now on.\##n#\##n# Repeatable.\##nmethod Prefetch(\##n    reader: string,\##n    axis: ?Axis,\##n    pages: ?[]int,\##n    landing: ?int,\##n    duration: ?int,\##n    mode: ?PrefetchMode\##n) -> ()\##n\##n# Takes back `pages` of Prefetch; left out, all of the axis, and its landing. What is being rendered for that alone is cancelled.\##n#\##n# Repeatable.\##nmethod CancelPrefetch(reader: string, axis: ?Axis, pages: ?[]int) -> ()\##n\##n# Shows the reader in another viewport from now on.\##n#\##n# Repeatable.\##nmethod SetViewport(reader: string, viewport: Viewport) -> (state: State)\##n\##n# Tells what happens to a reader, until it is closed: first its state, then everything in the order in which it happens,\##n# each in a reply of its own with exactly one of the fields; only a `second` page comes with its `page`. Needs `more`.\##n# `handover` is how pages come; `none` by default. `format` and `quality` are as in GetPage: in another format than bgrx8888 pages come\##n# once they are encoded, and nothing stands in for those that are rendered.\##n#\##n# A watch that does not read fast enough is not waited for. Of what happens up to 256 KiB wait to be read; `missed` says how many more\##n# replies it has missed, and the state follows. Pages have an allowance of their own: while more than 256 KiB of them, or 64 descriptors, are\##n# unread, no further page is handed over, and nothing else is lost for that. What is shown when they were read comes then. With every state that a watch begins or goes on with come\##n# the pages that are shown, as far as they are there; the others come once they are rendered. `refresh` tells when the provider looks at its source\##n# again (`refreshing`), and when it has (`refreshed`) or could not (`failed`). `removed` tells that the file of a document has\##n# lost its name: it was deleted, got another name, or another file has taken its place. The reader goes on with it until Reload brings\##n# the new one; a document of the library changes to what takes its place. `refused`: drawing a page of the reader's documents, or\##n# measuring it, has ended two provider hosts for its user: it is not asked for any more until Reload. It keeps its place. `marks`: the\##n# marks of its user in its document have changed (GetMarks).\##nmethod Watch(reader: string, handover: ?Handover, format: ?Format, quality: ?int) -> (\##n    state: ?State,\##n    begin: ?Begin,\##n    appearance: ?Appearance,\##n    end: ?End,\##n    page: ?Page,\##n    second: ?Page,\##n    failure: ?PageFailure,\##n    refused: ?PageFailure,\##n    layout: ?LayoutChange,\##n    document: ?DocumentChange,\##n    count: ?CountChange,\##n    refresh: ?(refreshing, refreshed, failed),\##n    removed: ?bool,\##n    marks: ?bool,\##n    missed: ?int,\##n    closed: ?bool\##n)\##n\##n# Opens the reader's document again from its file, also after it failed; one of the library, which others read too, only where\##n# it has failed, or its file or its provider is another one. All its readers go on where they were, or on the\##n# last page where there are fewer now; their watches get their state. `password` is for a document that is locked; left out,\##n# the one that opened it last. Another one than that is tried in any case.\##n#\##n# `fileDescriptor`, or `album`, as in Open: another file has taken the place of the document's, as programs that save do it (`removed` in\##n# Watch). This reader goes over to it, with its id, its looks and all that it is set to; others keep the old one until they are given the\##n# new one too. It stays on the page with the same id, or else with the same index, or on the last one. What waits for a page of the old\##n# one may be answered Superseded. `name` is what the file is called; left out, as the old one. OtherFormat where it is no document of the\##n# same kind. The same file as before is opened again only where it has changed, or has failed.\##n#\##n# Where places are kept (Places=), the marks of the reader's user are copied to what the document has become, as far as their text or\##n# page is found there. That is done for a file that is written anew, too, whoever notices it. `marks` is how many there were; left\##n# out where the document is what it was when it was opened, or no marks are kept of it.\##n#\##n# Repeatable.\##nmethod Reload(\##n    reader: string,\##n    password: ?string,\##n    fileDescriptor: ?int,\##n    album: ?[]AlbumFile,\##n    name: ?string\##n) -> (state: State, marks: ?int)\##n\##n# Closes a reader.\##nmethod Close(reader: string) -> ()\##n\##n# Marks a page of the first axis for its user: the current one, or the one at `index`, or, of a document that flows, the one on which\##n# `position` of its text is. With `text` it is a highlight of that, at `boxes` on the page; without boxes that is looked for on the\##n# page. At most 4096 bytes of `text` and of `note`, 32 of `color`, 128 boxes. `mark` and `created` are for a mark that was made\##n# elsewhere, 32 hexadecimal digits and seconds since 1970: one that has this id in the document already is replaced. What is\##n# answered is on disk. A mark is of the content of a document: it is there wherever that lies, for all readers of the user. A reader\##n# that shows its document in an order of its own (`order` in its looks) has no marks: PlacesNotKept, here and in ChangeMark, RemoveMark\##n# and GetMarks, and its watches are not told of them.\##nmethod AddMark(\##n    reader: string,\##n    index: ?int,\##n    position: ?int,\##n    text: ?string,\##n    boxes: ?[]MarkBox,\##n    note: ?string,\##n    color: ?string,\##n    mark: ?string,\##n    created: ?int\##n) -> (mark: Mark)\##n\##n# Changes what a user has to say of a mark: left out, as it was; empty, nothing.\##n#\##n# Repeatable.\##nmethod ChangeMark(reader: string, mark: string, note: ?string, color: ?string) -> (mark: Mark)\##n\##n# Takes a mark away.\##nmethod RemoveMark(reader: string, mark: string) -> ()\##n\##n# The marks of the user in the document of the first axis, in its order: `count` of them (at most 64) from `first` on. `next` is where\##n# to go on; left out at the end. `digest` is that of the document.\##n#\##n# Repeatable.\##nmethod GetMarks(reader: string, first: ?int, count: ?int) -> (digest: string, marks: []Mark, next: ?int)\##n\##n# The documents that the user has read or marked, the one read last first: `count` of them (at most 256) from `first` on.\##n#\##n# Repeatable.\##nmethod GetPlaces(first: ?int, count: ?int) -> (documents: []ReadDocument, next: ?int)\##n\##n# Forgets where the user has stopped reading the document with a digest, and all marks in it; left out, in all documents. Where a\##n# reader is on one, its place is kept again when it turns.\##nmethod ForgetPlaces(digest: ?string) -> (places: int, marks: int)\##n\##n# The call is not as its method is declared. `field` is the path to what is wrong ("target.index", "pages.3"), `reason` says what it must\##n# be: "unknown field", "missing", "not of the type int", "not one of page, width, height, scale".\##nerror InvalidCall (field: string, reason: string)\##n\##n# The reader does not exist, or is another user's.\##nerror NoSuchReader (reader: string)\##n\##n# No page there. `target` is what was asked for; `pages` how many there are.\##nerror NoSuchPage (target: string, pages: int)\##n\##n# The user has no such mark in the document.\##nerror NoSuchMark (mark: string)\##n\##n# A part of a mark that is out of range. `field` is which one, `reason` what it must be.\##nerror InvalidMark (field: string, reason: string)\##n\##n# Places and marks are not kept, or not of this document, or the reader shows it in an order of its own. `reason` says why, and what\##n# to do.\##nerror PlacesNotKept (reason: string)\##n\##n# The places or marks could not be read or written. What was answered before is kept.\##nerror PlacesFailed (reason: string)\##n\##n# The document has no pages.\##nerror Empty ()\##n\##n# The reader has no such axis.\##nerror NoSuchAxis (axis: Axis)\##n\##n# The axis is switched off: SetAxis switches it on.\##nerror AxisDisabled (axis: Axis)\##n\##n# The other axis is under way, or rests elsewhere than where it unlocks this one, which is spread `unlocks` where it is\##n# told.\##nerror AxisLocked (axis: Axis, unlocks: ?int)\##n\##n# A drag is under way already.\##nerror DragActive (transition: int)\##n\##n# No drag is under way.\##nerror NoDrag ()\##n\##n# A transition is under way: wait until it has settled.\##nerror TransitionActive (transition: int)\##n\##n# A page is being moved, by this reader or by another one of the document: end that first.\##nerror MoveActive (index: int)\##n\##n# No page is being moved.\##nerror NoMove ()\##n\##n# The viewer of this reader turns its pages itself, and reports what it sees.\##nerror ManualReader ()\##n\##n# The reader sends appearance events by itself.\##nerror NotManual ()\##n\##n# A page can't take this step from where it is: a page appears only when it is hidden or disappearing, and so on.\##nerror NoSuchStep (index: int, event: AppearanceStep)\##n\##n# A number that is out of range. `field` is which one, `reason` what it must be.\##nerror InvalidMotion (field: string, reason: string)\##n\##n# An axis or an arrangement that can't be. `field` is which part, `reason` what it must be.\##nerror InvalidArrangement (field: string, reason: string)\##n\##n# The screen may not be turned that way; `allowed` are the orientations that may be.\##nerror OrientationRefused (orientation: int, allowed: []int)\##n\##n# The document is not open, or is another user's.\##nerror NoSuchDocument (document: string)\##n\##n# No provider opens this. `reason` is what the provider said, or why the one can't be loaded whose own it is.\##nerror NotADocument (reason: string)\##n\##n# The document is locked: `wrong` where a password was given that does not open it, else it is missing. A reader from before a\##n# restart of the service is told so too: Reload takes the password again.\##nerror PasswordNeeded (wrong: bool)\##n\##n# The descriptor or path is no regular file that can be read, nor the path a folder. `reason` says what it is.\##nerror NotAFile (reason: string)\##n\##n# The document is on FUSE or a network file system, which RemoteFileSystems= does not allow.\##nerror RemoteDocument ()\##n\##n# The path is below no library folder, or leads out of it, or nothing is there; or it has a NUL, which no path has.\##nerror PathRefused (path: string, reason: string)\##n\##n# The file is of another format than the document that it is to take the place of: `provider` opens it, and `flows` where it has no\##n# pages of its own. The reader is where it was. Open the file in another reader.\##nerror OtherFormat (provider: string, flows: bool)\##n\##n# The provider does not exist, or could not be loaded.\##nerror UnknownProvider (provider: string, available: []string)\##n\##n# The document is refused: its provider crashed twice when it opened it, or took too long; or what was asked of the whole document\##n# (contents, metadata) is: that crashed the provider twice. Reload tries it again.\##nerror DocumentFailed (reason: string)\##n\##n# This page could not be rendered; others may. Where it has crashed its provider twice it is refused until Reload.\##nerror PageFailed (index: int, reason: string)\##n\##n# The provider can't do this.\##nerror Unsupported (what: string)\##n\##n# Looks that are out of range. `field` is which part, `reason` what it must be.\##nerror InvalidLooks (field: string, reason: string)\##n\##n# A viewport that is out of range. `field` is which one, `reason` what it must be.\##nerror InvalidViewport (field: string, reason: string)\##n\##n# Not exactly one kind of target, or one that is out of range.\##nerror InvalidTarget (reason: string)\##n\##n# The region is empty or not within the page, which measures so many pixels.\##nerror InvalidRegion (pageWidth: int, pageHeight: int)\##n\##n# The region would have more bytes than MaxRenditionPixels= or PageMax= allow.\##nerror PageTooLarge (bytes: int, limit: int)\##n\##n# A newer region of this reader was asked for before this one was there.\##nerror Superseded ()\##n\##n# The bytes don't fit in a message: ask for a descriptor, a region, PNG, JPEG or WebP.\##nerror InlineTooLarge (bytes: int, limit: int)\##n\##n# The rendition was not handed to this reader as a descriptor, or was returned.\##nerror NoSuchRendition (rendition: int)\##n\##n# A limit of the service on one user was reached. `limit` is its name in sheafd.conf.\##nerror LimitReached (limit: string, value: int)\##n\##n# The service could not do it for want of memory, descriptors or processes.\##nerror ServiceOverloaded (reason: string)\##n"## }

    /// How a page is scaled: so that all of it is seen, to the viewport's width or height, or by a fixed scale.
    package enum Fit: String, JSONEnumeration { case page, width, height, scale }

    /// The area that a viewer shows pages in. Width and height in pixels, 1 to 32767. `scale` in pixels per point (1/72
    /// inch), above 0 and at most 64, with fit `scale` and only there. `rotation` turns the pages: 0, 90, 180 or 270 degrees,
    /// clockwise. `orientation` is how far the screen itself is turned, clockwise: width and height are those of the screen
    /// at 0, they change places at 90 and 270, and at 180 nothing is rendered anew. `orientations` are those that the viewer
    /// can take; those that the document can take too are allowed. Left out: fit `page`, rotation 0, orientation 0, all
    /// orientations.
    package struct Viewport: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var width: Int
        package var height: Int
        package var fit: ReaderInterface.Fit?
        package var scale: Double?
        package var rotation: Int?
        package var orientation: Int?
        package var orientations: [Int]?
        package init(width: Int, height: Int, fit: ReaderInterface.Fit? = nil, scale: Double? = nil, rotation: Int? = nil, orientation: Int? = nil, orientations: [Int]? = nil) { self.width = width; self.height = height; self.fit = fit; self.scale = scale; self.rotation = rotation; self.orientation = orientation; self.orientations = orientations }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}width\u{6}height\u{3}fit\u{5}scale\u{8}rotation\u{b}orientation\u{c}orientations")
            var _width: Int?, _height: Int?, _fit: ReaderInterface.Fit?, _scale: Double?, _rotation: Int?, _orientation: Int?, _orientations: [Int]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_width)
                case 1: try fields.read(&_height)
                case 2: try fields.readOptional(&_fit)
                case 3: try fields.readOptional(&_scale)
                case 4: try fields.readOptional(&_rotation)
                case 5: try fields.readOptional(&_orientation)
                default: try fields.readOptional(&_orientations)
            } }
            guard let _width, let _height else { throw fields.missing(3) }
            self.width = _width; self.height = _height; self.fit = _fit; self.scale = _scale; self.rotation = _rotation; self.orientation = _orientation; self.orientations = _orientations
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"width":"#, self.width)
            writer.field(#","height":"#, self.height)
            writer.optional(#","fit":"#, self.fit)
            writer.optional(#","scale":"#, self.scale)
            writer.optional(#","rotation":"#, self.rotation)
            writer.optional(#","orientation":"#, self.orientation)
            writer.optional(#","orientations":"#, self.orientations)
            writer.endObject()
        }
    }

    /// The colours of paper and ink. `day`: as the document has it, which is taken to be black on white. `sepia`: brown on yellowish.
    /// `night`: light on dark, where pictures are left as they are. `inverted`: each colour as its opposite, pictures too.
    /// docs/protocol.md has the formulas.
    package enum Paper: String, JSONEnumeration { case day, sepia, night, inverted }

    /// The margins that are cut off pages: none; those around what is on each page; or the same margins of all pages, as far
    /// as nothing that is on a page goes with them.
    package enum Trim: String, JSONEnumeration { case no, page, document }

    /// How the text of a document is laid out that has no pages of its own (EPUB, FB2, HTML, plain text): `width` and `height` of a page in
    /// points, 72 to 7200; `fontSize` of plain text in points, 4 to 144; `fontFamily` `serif`, `sans-serif`, `monospace` or the name
    /// of a font, at most 128 bytes; `lineHeight` from one line to the next, in sizes of the font, 0.8 to 4; `margin` around what is
    /// on a page, in points, 0 to 720; `columns` of text on a page, 1 to 4; `justify` whether lines are made as wide as their column. Of
    /// plain text: `unwrap` whether lines that were broken to a width are joined (left out: those of prose). Of that and of HTML: `encoding` what it is
    /// encoded in, as IANA names it (left out: as it is found, which GetMetadata tells). With `layout` `viewport` pages are as large as the part of
    /// the reader's viewport that a page has for itself, in steps of 16 pixels, and are laid out anew where that changes; `pixelsPerPoint` says how
    /// large its text is then, above 0 and at most 64 (left out: 4/3, as on a screen of 96 pixels an inch). `styles` `plain` leaves a book's own style
    /// sheets and fonts out. Left out: as the provider is set.
    package struct TextFlow: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var width: Double?
        package var height: Double?
        package var fontSize: Double?
        package var fontFamily: String?
        package var lineHeight: Double?
        package var margin: Double?
        package var columns: Int?
        package var justify: Bool?
        package var unwrap: Bool?
        package var encoding: String?
        package var layout: ReaderInterface.TextLayout?
        package var pixelsPerPoint: Double?
        package var styles: ReaderInterface.TextStyles?
        package init(width: Double? = nil, height: Double? = nil, fontSize: Double? = nil, fontFamily: String? = nil, lineHeight: Double? = nil, margin: Double? = nil, columns: Int? = nil, justify: Bool? = nil, unwrap: Bool? = nil, encoding: String? = nil, layout: ReaderInterface.TextLayout? = nil, pixelsPerPoint: Double? = nil, styles: ReaderInterface.TextStyles? = nil) { self.width = width; self.height = height; self.fontSize = fontSize; self.fontFamily = fontFamily; self.lineHeight = lineHeight; self.margin = margin; self.columns = columns; self.justify = justify; self.unwrap = unwrap; self.encoding = encoding; self.layout = layout; self.pixelsPerPoint = pixelsPerPoint; self.styles = styles }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}width\u{6}height\u{8}fontSize\u{a}fontFamily\u{a}lineHeight\u{6}margin\u{7}columns\u{7}justify\u{6}unwrap\u{8}encoding\u{6}layout\u{e}pixelsPerPoint\u{6}styles")
            var _width: Double?, _height: Double?, _fontSize: Double?, _fontFamily: String?, _lineHeight: Double?, _margin: Double?, _columns: Int?, _justify: Bool?, _unwrap: Bool?, _encoding: String?, _layout: ReaderInterface.TextLayout?, _pixelsPerPoint: Double?, _styles: ReaderInterface.TextStyles?
            while let field = try fields.next() { switch field {
                case 0: try fields.readOptional(&_width)
                case 1: try fields.readOptional(&_height)
                case 2: try fields.readOptional(&_fontSize)
                case 3: try fields.readOptional(&_fontFamily)
                case 4: try fields.readOptional(&_lineHeight)
                case 5: try fields.readOptional(&_margin)
                case 6: try fields.readOptional(&_columns)
                case 7: try fields.readOptional(&_justify)
                case 8: try fields.readOptional(&_unwrap)
                case 9: try fields.readOptional(&_encoding)
                case 10: try fields.readOptional(&_layout)
                case 11: try fields.readOptional(&_pixelsPerPoint)
                default: try fields.readOptional(&_styles)
            } }
            self.width = _width; self.height = _height; self.fontSize = _fontSize; self.fontFamily = _fontFamily; self.lineHeight = _lineHeight; self.margin = _margin; self.columns = _columns; self.justify = _justify; self.unwrap = _unwrap; self.encoding = _encoding; self.layout = _layout; self.pixelsPerPoint = _pixelsPerPoint; self.styles = _styles
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","width":"#, self.width)
            writer.optionalOrFirst(#","height":"#, self.height)
            writer.optionalOrFirst(#","fontSize":"#, self.fontSize)
            writer.optionalOrFirst(#","fontFamily":"#, self.fontFamily)
            writer.optionalOrFirst(#","lineHeight":"#, self.lineHeight)
            writer.optionalOrFirst(#","margin":"#, self.margin)
            writer.optionalOrFirst(#","columns":"#, self.columns)
            writer.optionalOrFirst(#","justify":"#, self.justify)
            writer.optionalOrFirst(#","unwrap":"#, self.unwrap)
            writer.optionalOrFirst(#","encoding":"#, self.encoding)
            writer.optionalOrFirst(#","layout":"#, self.layout)
            writer.optionalOrFirst(#","pixelsPerPoint":"#, self.pixelsPerPoint)
            writer.optionalOrFirst(#","styles":"#, self.styles)
            writer.endObject()
        }
    }

    /// Which pages text is laid out in: of the size that is given, or as large as the viewport.
    package enum TextLayout: String, JSONEnumeration { case given, viewport }

    /// The styles that a book's text has: its author's, or plain ones for its headings, lists, tables and emphasis.
    package enum TextStyles: String, JSONEnumeration { case book, plain }

    /// How pages look, for one reader. Left out: `day`, `no`, laid out as the provider is set, and in the document's own order. `flow` means
    /// nothing for a document that has pages of its own. `order` names pages by the indexes that they have in the document, each once, 4096
    /// at most: these come first, the others behind them. It means nothing for a document that flows, or whose provider keeps an order itself.
    package struct Looks: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var paper: ReaderInterface.Paper?
        package var trim: ReaderInterface.Trim?
        package var flow: ReaderInterface.TextFlow?
        package var order: [Int]?
        package init(paper: ReaderInterface.Paper? = nil, trim: ReaderInterface.Trim? = nil, flow: ReaderInterface.TextFlow? = nil, order: [Int]? = nil) { self.paper = paper; self.trim = trim; self.flow = flow; self.order = order }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}paper\u{4}trim\u{4}flow\u{5}order")
            var _paper: ReaderInterface.Paper?, _trim: ReaderInterface.Trim?, _flow: ReaderInterface.TextFlow?, _order: [Int]?
            while let field = try fields.next() { switch field {
                case 0: try fields.readOptional(&_paper)
                case 1: try fields.readOptional(&_trim)
                case 2: try fields.readOptional(&_flow)
                default: try fields.readOptional(&_order)
            } }
            self.paper = _paper; self.trim = _trim; self.flow = _flow; self.order = _order
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","paper":"#, self.paper)
            writer.optionalOrFirst(#","trim":"#, self.trim)
            writer.optionalOrFirst(#","flow":"#, self.flow)
            writer.optionalOrFirst(#","order":"#, self.order)
            writer.endObject()
        }
    }

    /// The two directions in which pages are turned.
    package enum Axis: String, JSONEnumeration { case horizontal, vertical }

    /// Where a page is shown: on an axis, or behind them where they cross.
    package enum Surface: String, JSONEnumeration { case horizontal, vertical, background }

    /// Which way along an axis.
    package enum Direction: String, JSONEnumeration { case forward, backward }

    /// How pages are taken together: one by one; in pairs from the first on; the first alone, then pairs; or as leaves, a
    /// front with its back.
    package enum SpreadKind: String, JSONEnumeration { case single, double, cover, leaf }

    /// How the pages of an axis are arranged. `back` is what is on the back of a leaf: the front mirrored, which the viewer
    /// draws itself, or the page that follows. `order` says at which side the first page of a spread stands, and which way the
    /// axis runs on screen. `flow` `paged`: every spread takes the whole viewport; `continuous`: pages follow each other.
    /// `spacing` in pixels between spreads, 0 to 10000. `wide` says what becomes of a page in `double` and `cover` that is wider
    /// than high, or that its document marks as a double page: it stands `alone`, and pairs are counted anew behind it; or in a pair
    /// as others do. Left out: `spread`, `wide` and `order` as the document asks (`page-layout`, `wide-pages` and
    /// `reading-direction` of its metadata), else `single`, `paired` and `leftToRight`; `mirrored`, `paged`, 0; in SetAxis: as it was.
    package struct Arrangement: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Back: String, JSONEnumeration { case mirrored, nextPage }

        package enum Wide: String, JSONEnumeration { case alone, paired }

        package enum Order: String, JSONEnumeration { case leftToRight, rightToLeft }

        package enum Flow: String, JSONEnumeration { case paged, continuous }

        package var spread: ReaderInterface.SpreadKind?
        package var back: Back?
        package var wide: Wide?
        package var order: Order?
        package var flow: Flow?
        package var spacing: Int?
        package init(spread: ReaderInterface.SpreadKind? = nil, back: Back? = nil, wide: Wide? = nil, order: Order? = nil, flow: Flow? = nil, spacing: Int? = nil) { self.spread = spread; self.back = back; self.wide = wide; self.order = order; self.flow = flow; self.spacing = spacing }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}spread\u{4}back\u{4}wide\u{5}order\u{4}flow\u{7}spacing")
            var _spread: ReaderInterface.SpreadKind?, _back: Back?, _wide: Wide?, _order: Order?, _flow: Flow?, _spacing: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.readOptional(&_spread)
                case 1: try fields.readOptional(&_back)
                case 2: try fields.readOptional(&_wide)
                case 3: try fields.readOptional(&_order)
                case 4: try fields.readOptional(&_flow)
                default: try fields.readOptional(&_spacing)
            } }
            self.spread = _spread; self.back = _back; self.wide = _wide; self.order = _order; self.flow = _flow; self.spacing = _spacing
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","spread":"#, self.spread)
            writer.optionalOrFirst(#","back":"#, self.back)
            writer.optionalOrFirst(#","wide":"#, self.wide)
            writer.optionalOrFirst(#","order":"#, self.order)
            writer.optionalOrFirst(#","flow":"#, self.flow)
            writer.optionalOrFirst(#","spacing":"#, self.spacing)
            writer.endObject()
        }
    }

    /// How a reader is to be set up along an axis. `document`: another one, opened before by a reader of the same user; left
    /// out, the reader's. `first` and `pages`: the part of it, from an index and so many pages; left out, all. `unlocks`: the
    /// spread at which this axis must rest for the other one to move; left out, the other moves at any time. `start`: the page
    /// to begin with; of the first axis it is `target` that counts. Left out: 0, and of the first axis as Open says. `enabled`: true if left out.
    package struct AxisSetup: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var axis: ReaderInterface.Axis
        package var document: String?
        package var first: Int?
        package var pages: Int?
        package var unlocks: Int?
        package var start: Int?
        package var enabled: Bool?
        package var arrangement: ReaderInterface.Arrangement?
        package init(axis: ReaderInterface.Axis, document: String? = nil, first: Int? = nil, pages: Int? = nil, unlocks: Int? = nil, start: Int? = nil, enabled: Bool? = nil, arrangement: ReaderInterface.Arrangement? = nil) { self.axis = axis; self.document = document; self.first = first; self.pages = pages; self.unlocks = unlocks; self.start = start; self.enabled = enabled; self.arrangement = arrangement }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}axis\u{8}document\u{5}first\u{5}pages\u{7}unlocks\u{5}start\u{7}enabled\u{b}arrangement")
            var _axis: ReaderInterface.Axis?, _document: String?, _first: Int?, _pages: Int?, _unlocks: Int?, _start: Int?, _enabled: Bool?, _arrangement: ReaderInterface.Arrangement?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_axis)
                case 1: try fields.readOptional(&_document)
                case 2: try fields.readOptional(&_first)
                case 3: try fields.readOptional(&_pages)
                case 4: try fields.readOptional(&_unlocks)
                case 5: try fields.readOptional(&_start)
                case 6: try fields.readOptional(&_enabled)
                default: try fields.readOptional(&_arrangement)
            } }
            guard let _axis else { throw fields.missing(1) }
            self.axis = _axis; self.document = _document; self.first = _first; self.pages = _pages; self.unlocks = _unlocks; self.start = _start; self.enabled = _enabled; self.arrangement = _arrangement
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"axis":"#, self.axis)
            writer.optional(#","document":"#, self.document)
            writer.optional(#","first":"#, self.first)
            writer.optional(#","pages":"#, self.pages)
            writer.optional(#","unlocks":"#, self.unlocks)
            writer.optional(#","start":"#, self.start)
            writer.optional(#","enabled":"#, self.enabled)
            writer.optional(#","arrangement":"#, self.arrangement)
            writer.endObject()
        }
    }

    /// The page behind the axes, seen where both are at their crossing: `index` in `document`, by default the reader's.
    package struct Background: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var document: String?
        package var index: Int
        package init(document: String? = nil, index: Int) { self.document = document; self.index = index }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{8}document\u{5}index")
            var _document: String?, _index: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.readOptional(&_document)
                default: try fields.read(&_index)
            } }
            guard let _index else { throw fields.missing(2) }
            self.document = _document; self.index = _index
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","document":"#, self.document)
            writer.fieldOrFirst(#","index":"#, self.index)
            writer.endObject()
        }
    }

    /// A rectangle in pixels of the scaled and rotated page; the origin is its top left corner.
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

    /// Formats of a page's bytes: four bytes a pixel (blue, green, red, 255), PNG, JPEG, or WebP, whose sides have at most 16383
    /// pixels.
    package enum Format: String, JSONEnumeration { case bgrx8888, png, jpeg, webp }

    /// How bytes travel: as a descriptor of sealed memory, as base64 in the reply, or not at all.
    package enum Handover: String, JSONEnumeration { case descriptor, inline, none }

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

    /// How much is rendered ahead of a reader: what may well be turned to, only what is likely, or nothing but what its viewer asks for
    /// (Prefetch). Never more than the service is set to (Prefetch=, ReadAhead=).
    package enum PrefetchMode: String, JSONEnumeration { case full, eco, no }

    /// An open document. `title` is what people call it: what it calls itself, else the name of its file; left out where neither is
    /// known. It has no control characters and at most 200 bytes. `flows`: it has no pages of its own, and is laid out as Looks say;
    /// left out where not. `removed`: its file has lost its name since it was opened: it was deleted, got another name, or another file
    /// has taken its place; left out where not.
    package struct Document: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var document: String
        package var title: String?
        package var provider: String
        package var count: ReaderInterface.PageCount
        package var flows: Bool?
        package var removed: Bool?
        package init(document: String, title: String? = nil, provider: String, count: ReaderInterface.PageCount, flows: Bool? = nil, removed: Bool? = nil) { self.document = document; self.title = title; self.provider = provider; self.count = count; self.flows = flows; self.removed = removed }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{8}document\u{5}title\u{8}provider\u{5}count\u{5}flows\u{7}removed")
            var _document: String?, _title: String?, _provider: String?, _count: ReaderInterface.PageCount?, _flows: Bool?, _removed: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_document)
                case 1: try fields.readOptional(&_title)
                case 2: try fields.read(&_provider)
                case 3: try fields.read(&_count)
                case 4: try fields.readOptional(&_flows)
                default: try fields.readOptional(&_removed)
            } }
            guard let _document, let _provider, let _count else { throw fields.missing(13) }
            self.document = _document; self.title = _title; self.provider = _provider; self.count = _count; self.flows = _flows; self.removed = _removed
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"document":"#, self.document)
            writer.optional(#","title":"#, self.title)
            writer.field(#","provider":"#, self.provider)
            writer.field(#","count":"#, self.count)
            writer.optional(#","flows":"#, self.flows)
            writer.optional(#","removed":"#, self.removed)
            writer.endObject()
        }
    }

    /// A page and where it is. `page` is its id, which stays when its index changes. `label` is what is printed on it.
    /// `surface` is `horizontal` where it is left out.
    package struct Location: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: Int
        package var index: Int
        package var label: String?
        package var surface: ReaderInterface.Surface?
        package init(page: Int, index: Int, label: String? = nil, surface: ReaderInterface.Surface? = nil) { self.page = page; self.index = index; self.label = label; self.surface = surface }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}page\u{5}index\u{5}label\u{7}surface")
            var _page: Int?, _index: Int?, _label: String?, _surface: ReaderInterface.Surface?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_page)
                case 1: try fields.read(&_index)
                case 2: try fields.readOptional(&_label)
                default: try fields.readOptional(&_surface)
            } }
            guard let _page, let _index else { throw fields.missing(3) }
            self.page = _page; self.index = _index; self.label = _label; self.surface = _surface
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"page":"#, self.page)
            writer.field(#","index":"#, self.index)
            writer.optional(#","label":"#, self.label)
            writer.optional(#","surface":"#, self.surface)
            writer.endObject()
        }
    }

    /// Where to turn: exactly one of these. `index` from 0; `label` as printed on the page; `relative` in spreads, forwards
    /// above 0, from where the reader is on its way to; `place` the first or the last page; `history` back to where the last
    /// jump came from, or forward again; `link` and `outline` the number of a link on the current page or of an entry of the
    /// table of contents, from 0.
    package struct Target: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Place: String, JSONEnumeration { case first, last }

        package enum History: String, JSONEnumeration { case back, forward }

        package var index: Int?
        package var label: String?
        package var relative: Int?
        package var place: Place?
        package var history: History?
        package var link: Int?
        package var outline: Int?
        package init(index: Int? = nil, label: String? = nil, relative: Int? = nil, place: Place? = nil, history: History? = nil, link: Int? = nil, outline: Int? = nil) { self.index = index; self.label = label; self.relative = relative; self.place = place; self.history = history; self.link = link; self.outline = outline }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}index\u{5}label\u{8}relative\u{5}place\u{7}history\u{4}link\u{7}outline")
            var _index: Int?, _label: String?, _relative: Int?, _place: Place?, _history: History?, _link: Int?, _outline: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.readOptional(&_index)
                case 1: try fields.readOptional(&_label)
                case 2: try fields.readOptional(&_relative)
                case 3: try fields.readOptional(&_place)
                case 4: try fields.readOptional(&_history)
                case 5: try fields.readOptional(&_link)
                default: try fields.readOptional(&_outline)
            } }
            self.index = _index; self.label = _label; self.relative = _relative; self.place = _place; self.history = _history; self.link = _link; self.outline = _outline
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","index":"#, self.index)
            writer.optionalOrFirst(#","label":"#, self.label)
            writer.optionalOrFirst(#","relative":"#, self.relative)
            writer.optionalOrFirst(#","place":"#, self.place)
            writer.optionalOrFirst(#","history":"#, self.history)
            writer.optionalOrFirst(#","link":"#, self.link)
            writer.optionalOrFirst(#","outline":"#, self.outline)
            writer.endObject()
        }
    }

    /// The size of a whole page at a scale, in pixels.
    package struct PageScale: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var scale: Double
        package var pageWidth: Int
        package var pageHeight: Int
        package init(scale: Double, pageWidth: Int, pageHeight: Int) { self.scale = scale; self.pageWidth = pageWidth; self.pageHeight = pageHeight }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}scale\u{9}pageWidth\u{a}pageHeight")
            var _scale: Double?, _pageWidth: Int?, _pageHeight: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_scale)
                case 1: try fields.read(&_pageWidth)
                default: try fields.read(&_pageHeight)
            } }
            guard let _scale, let _pageWidth, let _pageHeight else { throw fields.missing(7) }
            self.scale = _scale; self.pageWidth = _pageWidth; self.pageHeight = _pageHeight
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"scale":"#, self.scale)
            writer.field(#","pageWidth":"#, self.pageWidth)
            writer.field(#","pageHeight":"#, self.pageHeight)
            writer.endObject()
        }
    }

    /// A rendered page. `width` and `height` are those of what is handed over, in pixels, and `region` is what that shows of
    /// the whole page, which measures `pageWidth` by `pageHeight` at `scale` (pixels per point). `size` is the bytes of the
    /// memory, or of `data`. Row `y` begins `offset` + `y` x `stride` bytes into it and has 4 x `width` bytes; `offset` is 0
    /// where it is left out, which only a `cut` does not; of the other formats `stride` is 0, and all `size` bytes are
    /// the file.
    /// `origin` tells whether the page was in the cache, was rendered for this call, or was under way for somebody else
    /// already; `encoded` is a file that was made for this call of the page as pixels, which was in the cache; a `cut` is a part of a larger rendition that was in the cache; a `standIn` is the page as it was before a
    /// change or at another size, a `thumbnail` the page in small, to be shown until the right one comes. `reducedFrom` is
    /// there where the viewport asks for more pixels than a page may have: it is what was asked for, and what regions are
    /// counted in. `surface` is `horizontal` where it is left out. `fileDescriptor` is the index of the memory among this message's descriptors:
    /// sealed, read-only, to be mapped or read. `data` is the same as base64. `rendition` names the memory that was handed
    /// over, for ReleasePage; cuts of one rendition have its name.
    package struct Page: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Origin: String, JSONEnumeration { case cached, rendered, joined, encoded, cut, standIn, thumbnail }

        package var page: Int
        package var index: Int
        package var label: String?
        package var rendition: Int
        package var width: Int
        package var height: Int
        package var stride: Int
        package var offset: Int?
        package var size: Int
        package var format: ReaderInterface.Format
        package var region: ReaderInterface.Region
        package var pageWidth: Int
        package var pageHeight: Int
        package var scale: Double
        package var reducedFrom: ReaderInterface.PageScale?
        package var rotation: Int
        package var origin: Origin
        package var surface: ReaderInterface.Surface?
        package var fileDescriptor: Int?
        package var data: String?
        package init(page: Int, index: Int, label: String? = nil, rendition: Int, width: Int, height: Int, stride: Int, offset: Int? = nil, size: Int, format: ReaderInterface.Format, region: ReaderInterface.Region, pageWidth: Int, pageHeight: Int, scale: Double, reducedFrom: ReaderInterface.PageScale? = nil, rotation: Int, origin: Origin, surface: ReaderInterface.Surface? = nil, fileDescriptor: Int? = nil, data: String? = nil) { self.page = page; self.index = index; self.label = label; self.rendition = rendition; self.width = width; self.height = height; self.stride = stride; self.offset = offset; self.size = size; self.format = format; self.region = region; self.pageWidth = pageWidth; self.pageHeight = pageHeight; self.scale = scale; self.reducedFrom = reducedFrom; self.rotation = rotation; self.origin = origin; self.surface = surface; self.fileDescriptor = fileDescriptor; self.data = data }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}page\u{5}index\u{5}label\u{9}rendition\u{5}width\u{6}height\u{6}stride\u{6}offset\u{4}size\u{6}format\u{6}region\u{9}pageWidth\u{a}pageHeight\u{5}scale\u{b}reducedFrom\u{8}rotation\u{6}origin\u{7}surface\u{e}fileDescriptor\u{4}data")
            var _page: Int?, _index: Int?, _label: String?, _rendition: Int?, _width: Int?, _height: Int?, _stride: Int?, _offset: Int?, _size: Int?, _format: ReaderInterface.Format?, _region: ReaderInterface.Region?, _pageWidth: Int?, _pageHeight: Int?, _scale: Double?, _reducedFrom: ReaderInterface.PageScale?, _rotation: Int?, _origin: Origin?, _surface: ReaderInterface.Surface?, _fileDescriptor: Int?, _data: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_page)
                case 1: try fields.read(&_index)
                case 2: try fields.readOptional(&_label)
                case 3: try fields.read(&_rendition)
                case 4: try fields.read(&_width)
                case 5: try fields.read(&_height)
                case 6: try fields.read(&_stride)
                case 7: try fields.readOptional(&_offset)
                case 8: try fields.read(&_size)
                case 9: try fields.read(&_format)
                case 10: try fields.read(&_region)
                case 11: try fields.read(&_pageWidth)
                case 12: try fields.read(&_pageHeight)
                case 13: try fields.read(&_scale)
                case 14: try fields.readOptional(&_reducedFrom)
                case 15: try fields.read(&_rotation)
                case 16: try fields.read(&_origin)
                case 17: try fields.readOptional(&_surface)
                case 18: try fields.readOptional(&_fileDescriptor)
                default: try fields.readOptional(&_data)
            } }
            guard let _page, let _index, let _rendition, let _width, let _height, let _stride, let _size, let _format, let _region, let _pageWidth, let _pageHeight, let _scale, let _rotation, let _origin else { throw fields.missing(114555) }
            self.page = _page; self.index = _index; self.label = _label; self.rendition = _rendition; self.width = _width; self.height = _height; self.stride = _stride; self.offset = _offset; self.size = _size; self.format = _format; self.region = _region; self.pageWidth = _pageWidth; self.pageHeight = _pageHeight; self.scale = _scale; self.reducedFrom = _reducedFrom; self.rotation = _rotation; self.origin = _origin; self.surface = _surface; self.fileDescriptor = _fileDescriptor; self.data = _data
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"page":"#, self.page)
            writer.field(#","index":"#, self.index)
            writer.optional(#","label":"#, self.label)
            writer.field(#","rendition":"#, self.rendition)
            writer.field(#","width":"#, self.width)
            writer.field(#","height":"#, self.height)
            writer.field(#","stride":"#, self.stride)
            writer.optional(#","offset":"#, self.offset)
            writer.field(#","size":"#, self.size)
            writer.field(#","format":"#, self.format)
            writer.field(#","region":"#, self.region)
            writer.field(#","pageWidth":"#, self.pageWidth)
            writer.field(#","pageHeight":"#, self.pageHeight)
            writer.field(#","scale":"#, self.scale)
            writer.optional(#","reducedFrom":"#, self.reducedFrom)
            writer.field(#","rotation":"#, self.rotation)
            writer.field(#","origin":"#, self.origin)
            writer.optional(#","surface":"#, self.surface)
            writer.optional(#","fileDescriptor":"#, self.fileDescriptor)
            writer.optional(#","data":"#, self.data)
            writer.endObject()
        }
    }

    /// A step in a page's appearance. Between the steps the page is hidden, appearing, visible or disappearing.
    package enum AppearanceStep: String, JSONEnumeration { case willAppear, didAppear, willDisappear, didDisappear }

    /// A page comes or goes. `transition` is the number of the transition step that it belongs to, `position` where the axis
    /// is, in spreads, and `time` when it happened, in microseconds of the monotonic clock. `surface` is `horizontal` where it
    /// is left out.
    package struct Appearance: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var event: ReaderInterface.AppearanceStep
        package var page: Int
        package var index: Int
        package var surface: ReaderInterface.Surface?
        package var transition: Int
        package var position: Double
        package var time: Int
        package init(reader: String, event: ReaderInterface.AppearanceStep, page: Int, index: Int, surface: ReaderInterface.Surface? = nil, transition: Int, position: Double, time: Int) { self.reader = reader; self.event = event; self.page = page; self.index = index; self.surface = surface; self.transition = transition; self.position = position; self.time = time }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{5}event\u{4}page\u{5}index\u{7}surface\u{a}transition\u{8}position\u{4}time")
            var _reader: String?, _event: ReaderInterface.AppearanceStep?, _page: Int?, _index: Int?, _surface: ReaderInterface.Surface?, _transition: Int?, _position: Double?, _time: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.read(&_event)
                case 2: try fields.read(&_page)
                case 3: try fields.read(&_index)
                case 4: try fields.readOptional(&_surface)
                case 5: try fields.read(&_transition)
                case 6: try fields.read(&_position)
                default: try fields.read(&_time)
            } }
            guard let _reader, let _event, let _page, let _index, let _transition, let _position, let _time else { throw fields.missing(239) }
            self.reader = _reader; self.event = _event; self.page = _page; self.index = _index; self.surface = _surface; self.transition = _transition; self.position = _position; self.time = _time
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.field(#","event":"#, self.event)
            writer.field(#","page":"#, self.page)
            writer.field(#","index":"#, self.index)
            writer.optional(#","surface":"#, self.surface)
            writer.field(#","transition":"#, self.transition)
            writer.field(#","position":"#, self.position)
            writer.field(#","time":"#, self.time)
            writer.endObject()
        }
    }

    /// A jump or a drag begins: a step of a transition. `from` is what is shown or on its way, `to` where it goes, for a drag
    /// at first. `position` is where the axis starts, in spreads.
    package struct Begin: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var transition: Int
        package var axis: ReaderInterface.Axis
        package var from: [ReaderInterface.Location]
        package var to: [ReaderInterface.Location]
        package var direction: ReaderInterface.Direction
        package var interactive: Bool
        package var position: Double
        package var time: Int
        package init(reader: String, transition: Int, axis: ReaderInterface.Axis, from: [ReaderInterface.Location], to: [ReaderInterface.Location], direction: ReaderInterface.Direction, interactive: Bool, position: Double, time: Int) { self.reader = reader; self.transition = transition; self.axis = axis; self.from = from; self.to = to; self.direction = direction; self.interactive = interactive; self.position = position; self.time = time }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{a}transition\u{4}axis\u{4}from\u{2}to\u{9}direction\u{b}interactive\u{8}position\u{4}time")
            var _reader: String?, _transition: Int?, _axis: ReaderInterface.Axis?, _from: [ReaderInterface.Location]?, _to: [ReaderInterface.Location]?, _direction: ReaderInterface.Direction?, _interactive: Bool?, _position: Double?, _time: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.read(&_transition)
                case 2: try fields.read(&_axis)
                case 3: try fields.read(&_from)
                case 4: try fields.read(&_to)
                case 5: try fields.read(&_direction)
                case 6: try fields.read(&_interactive)
                case 7: try fields.read(&_position)
                default: try fields.read(&_time)
            } }
            guard let _reader, let _transition, let _axis, let _from, let _to, let _direction, let _interactive, let _position, let _time else { throw fields.missing(511) }
            self.reader = _reader; self.transition = _transition; self.axis = _axis; self.from = _from; self.to = _to; self.direction = _direction; self.interactive = _interactive; self.position = _position; self.time = _time
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.field(#","transition":"#, self.transition)
            writer.field(#","axis":"#, self.axis)
            writer.field(#","from":"#, self.from)
            writer.field(#","to":"#, self.to)
            writer.field(#","direction":"#, self.direction)
            writer.field(#","interactive":"#, self.interactive)
            writer.field(#","position":"#, self.position)
            writer.field(#","time":"#, self.time)
            writer.endObject()
        }
    }

    /// A transition step ends. `finished`: it was not interrupted by another one. `completed`: the reader is on another spread
    /// than when its transition began, whose pages were `previous`.
    package struct End: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var transition: Int
        package var axis: ReaderInterface.Axis
        package var finished: Bool
        package var completed: Bool
        package var previous: [ReaderInterface.Location]
        package var position: Double
        package var time: Int
        package init(reader: String, transition: Int, axis: ReaderInterface.Axis, finished: Bool, completed: Bool, previous: [ReaderInterface.Location], position: Double, time: Int) { self.reader = reader; self.transition = transition; self.axis = axis; self.finished = finished; self.completed = completed; self.previous = previous; self.position = position; self.time = time }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{a}transition\u{4}axis\u{8}finished\u{9}completed\u{8}previous\u{8}position\u{4}time")
            var _reader: String?, _transition: Int?, _axis: ReaderInterface.Axis?, _finished: Bool?, _completed: Bool?, _previous: [ReaderInterface.Location]?, _position: Double?, _time: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.read(&_transition)
                case 2: try fields.read(&_axis)
                case 3: try fields.read(&_finished)
                case 4: try fields.read(&_completed)
                case 5: try fields.read(&_previous)
                case 6: try fields.read(&_position)
                default: try fields.read(&_time)
            } }
            guard let _reader, let _transition, let _axis, let _finished, let _completed, let _previous, let _position, let _time else { throw fields.missing(255) }
            self.reader = _reader; self.transition = _transition; self.axis = _axis; self.finished = _finished; self.completed = _completed; self.previous = _previous; self.position = _position; self.time = _time
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.field(#","transition":"#, self.transition)
            writer.field(#","axis":"#, self.axis)
            writer.field(#","finished":"#, self.finished)
            writer.field(#","completed":"#, self.completed)
            writer.field(#","previous":"#, self.previous)
            writer.field(#","position":"#, self.position)
            writer.field(#","time":"#, self.time)
            writer.endObject()
        }
    }

    /// An axis of a reader. `location` is the first page of the spread where it settled last, left out where the document is
    /// empty; `spread` the number of that spread; `position` where it is now, in spreads. `locked`: the other axis keeps it
    /// from moving.
    package struct AxisState: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var axis: ReaderInterface.Axis
        package var document: ReaderInterface.Document
        package var location: ReaderInterface.Location?
        package var spread: Int
        package var position: Double
        package var enabled: Bool
        package var locked: Bool
        package var arrangement: ReaderInterface.Arrangement
        package var first: Int?
        package var pages: Int?
        package var unlocks: Int?
        package init(axis: ReaderInterface.Axis, document: ReaderInterface.Document, location: ReaderInterface.Location? = nil, spread: Int, position: Double, enabled: Bool, locked: Bool, arrangement: ReaderInterface.Arrangement, first: Int? = nil, pages: Int? = nil, unlocks: Int? = nil) { self.axis = axis; self.document = document; self.location = location; self.spread = spread; self.position = position; self.enabled = enabled; self.locked = locked; self.arrangement = arrangement; self.first = first; self.pages = pages; self.unlocks = unlocks }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}axis\u{8}document\u{8}location\u{6}spread\u{8}position\u{7}enabled\u{6}locked\u{b}arrangement\u{5}first\u{5}pages\u{7}unlocks")
            var _axis: ReaderInterface.Axis?, _document: ReaderInterface.Document?, _location: ReaderInterface.Location?, _spread: Int?, _position: Double?, _enabled: Bool?, _locked: Bool?, _arrangement: ReaderInterface.Arrangement?, _first: Int?, _pages: Int?, _unlocks: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_axis)
                case 1: try fields.read(&_document)
                case 2: try fields.readOptional(&_location)
                case 3: try fields.read(&_spread)
                case 4: try fields.read(&_position)
                case 5: try fields.read(&_enabled)
                case 6: try fields.read(&_locked)
                case 7: try fields.read(&_arrangement)
                case 8: try fields.readOptional(&_first)
                case 9: try fields.readOptional(&_pages)
                default: try fields.readOptional(&_unlocks)
            } }
            guard let _axis, let _document, let _spread, let _position, let _enabled, let _locked, let _arrangement else { throw fields.missing(251) }
            self.axis = _axis; self.document = _document; self.location = _location; self.spread = _spread; self.position = _position; self.enabled = _enabled; self.locked = _locked; self.arrangement = _arrangement; self.first = _first; self.pages = _pages; self.unlocks = _unlocks
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"axis":"#, self.axis)
            writer.field(#","document":"#, self.document)
            writer.optional(#","location":"#, self.location)
            writer.field(#","spread":"#, self.spread)
            writer.field(#","position":"#, self.position)
            writer.field(#","enabled":"#, self.enabled)
            writer.field(#","locked":"#, self.locked)
            writer.field(#","arrangement":"#, self.arrangement)
            writer.optional(#","first":"#, self.first)
            writer.optional(#","pages":"#, self.pages)
            writer.optional(#","unlocks":"#, self.unlocks)
            writer.endObject()
        }
    }

    /// Where a reader stands. `location` is the first page that it shows, left out where there is none (`phase` `empty`);
    /// `shown` are all of them. `transition` is the number of the last transition step. `badOffsets` counts the drag offsets
    /// that did not fit and were dropped. `moving` is the page that is being moved by hand. `orientations` are those allowed
    /// by viewport and document both. `failed`: the pages that it is to show and that could not be rendered so far; left out
    /// where there are none. `prefetch` is how much is rendered ahead of it, left out where that is as the service is set.
    package struct State: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Phase: String, JSONEnumeration { case rest, jump, drag, settling, empty }

        package var reader: String
        package var document: ReaderInterface.Document
        package var location: ReaderInterface.Location?
        package var shown: [ReaderInterface.Location]
        package var viewport: ReaderInterface.Viewport
        package var looks: ReaderInterface.Looks
        package var orientations: [Int]
        package var axes: [ReaderInterface.AxisState]
        package var phase: Phase
        package var transition: Int
        package var manual: Bool
        package var badOffsets: Int
        package var moving: ReaderInterface.Location?
        package var refreshing: Bool
        package var failed: [ReaderInterface.PageFailure]?
        package var prefetch: ReaderInterface.PrefetchMode?
        package init(reader: String, document: ReaderInterface.Document, location: ReaderInterface.Location? = nil, shown: [ReaderInterface.Location], viewport: ReaderInterface.Viewport, looks: ReaderInterface.Looks, orientations: [Int], axes: [ReaderInterface.AxisState], phase: Phase, transition: Int, manual: Bool, badOffsets: Int, moving: ReaderInterface.Location? = nil, refreshing: Bool, failed: [ReaderInterface.PageFailure]? = nil, prefetch: ReaderInterface.PrefetchMode? = nil) { self.reader = reader; self.document = document; self.location = location; self.shown = shown; self.viewport = viewport; self.looks = looks; self.orientations = orientations; self.axes = axes; self.phase = phase; self.transition = transition; self.manual = manual; self.badOffsets = badOffsets; self.moving = moving; self.refreshing = refreshing; self.failed = failed; self.prefetch = prefetch }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{8}document\u{8}location\u{5}shown\u{8}viewport\u{5}looks\u{c}orientations\u{4}axes\u{5}phase\u{a}transition\u{6}manual\u{a}badOffsets\u{6}moving\u{a}refreshing\u{6}failed\u{8}prefetch")
            var _reader: String?, _document: ReaderInterface.Document?, _location: ReaderInterface.Location?, _shown: [ReaderInterface.Location]?, _viewport: ReaderInterface.Viewport?, _looks: ReaderInterface.Looks?, _orientations: [Int]?, _axes: [ReaderInterface.AxisState]?, _phase: Phase?, _transition: Int?, _manual: Bool?, _badOffsets: Int?, _moving: ReaderInterface.Location?, _refreshing: Bool?, _failed: [ReaderInterface.PageFailure]?, _prefetch: ReaderInterface.PrefetchMode?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.read(&_document)
                case 2: try fields.readOptional(&_location)
                case 3: try fields.read(&_shown)
                case 4: try fields.read(&_viewport)
                case 5: try fields.read(&_looks)
                case 6: try fields.read(&_orientations)
                case 7: try fields.read(&_axes)
                case 8: try fields.read(&_phase)
                case 9: try fields.read(&_transition)
                case 10: try fields.read(&_manual)
                case 11: try fields.read(&_badOffsets)
                case 12: try fields.readOptional(&_moving)
                case 13: try fields.read(&_refreshing)
                case 14: try fields.readOptional(&_failed)
                default: try fields.readOptional(&_prefetch)
            } }
            guard let _reader, let _document, let _shown, let _viewport, let _looks, let _orientations, let _axes, let _phase, let _transition, let _manual, let _badOffsets, let _refreshing else { throw fields.missing(12283) }
            self.reader = _reader; self.document = _document; self.location = _location; self.shown = _shown; self.viewport = _viewport; self.looks = _looks; self.orientations = _orientations; self.axes = _axes; self.phase = _phase; self.transition = _transition; self.manual = _manual; self.badOffsets = _badOffsets; self.moving = _moving; self.refreshing = _refreshing; self.failed = _failed; self.prefetch = _prefetch
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.field(#","document":"#, self.document)
            writer.optional(#","location":"#, self.location)
            writer.field(#","shown":"#, self.shown)
            writer.field(#","viewport":"#, self.viewport)
            writer.field(#","looks":"#, self.looks)
            writer.field(#","orientations":"#, self.orientations)
            writer.field(#","axes":"#, self.axes)
            writer.field(#","phase":"#, self.phase)
            writer.field(#","transition":"#, self.transition)
            writer.field(#","manual":"#, self.manual)
            writer.field(#","badOffsets":"#, self.badOffsets)
            writer.optional(#","moving":"#, self.moving)
            writer.field(#","refreshing":"#, self.refreshing)
            writer.optional(#","failed":"#, self.failed)
            writer.optional(#","prefetch":"#, self.prefetch)
            writer.endObject()
        }
    }

    /// The frame of a page in the layout of an axis, in pixels: `along` the axis and `across` it, from where the first spread
    /// begins. Its size is an estimate until it is `measured`. `refused`: why the page is not drawn any more for the reader's user, as in Watch;
    /// left out where it may be.
    package struct Frame: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: Int?
        package var index: Int
        package var along: Double
        package var across: Double
        package var width: Double
        package var height: Double
        package var measured: Bool
        package var refused: String?
        package init(page: Int? = nil, index: Int, along: Double, across: Double, width: Double, height: Double, measured: Bool, refused: String? = nil) { self.page = page; self.index = index; self.along = along; self.across = across; self.width = width; self.height = height; self.measured = measured; self.refused = refused }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}page\u{5}index\u{5}along\u{6}across\u{5}width\u{6}height\u{8}measured\u{7}refused")
            var _page: Int?, _index: Int?, _along: Double?, _across: Double?, _width: Double?, _height: Double?, _measured: Bool?, _refused: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.readOptional(&_page)
                case 1: try fields.read(&_index)
                case 2: try fields.read(&_along)
                case 3: try fields.read(&_across)
                case 4: try fields.read(&_width)
                case 5: try fields.read(&_height)
                case 6: try fields.read(&_measured)
                default: try fields.readOptional(&_refused)
            } }
            guard let _index, let _along, let _across, let _width, let _height, let _measured else { throw fields.missing(126) }
            self.page = _page; self.index = _index; self.along = _along; self.across = _across; self.width = _width; self.height = _height; self.measured = _measured; self.refused = _refused
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","page":"#, self.page)
            writer.fieldOrFirst(#","index":"#, self.index)
            writer.field(#","along":"#, self.along)
            writer.field(#","across":"#, self.across)
            writer.field(#","width":"#, self.width)
            writer.field(#","height":"#, self.height)
            writer.field(#","measured":"#, self.measured)
            writer.optional(#","refused":"#, self.refused)
            writer.endObject()
        }
    }

    /// A page was measured, or pages have come or gone before it, and the layout around it has changed: what the reader looks at
    /// begins `movedBy` pixels further along, and has not moved on its page. `version` orders what is told of a layout, also by
    /// GetLayout: the greater one is the later.
    package struct LayoutChange: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: ReaderInterface.Axis
        package var frame: ReaderInterface.Frame
        package var movedBy: Double
        package var length: Double
        package var version: Int
        package init(reader: String, axis: ReaderInterface.Axis, frame: ReaderInterface.Frame, movedBy: Double, length: Double, version: Int) { self.reader = reader; self.axis = axis; self.frame = frame; self.movedBy = movedBy; self.length = length; self.version = version }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{4}axis\u{5}frame\u{7}movedBy\u{6}length\u{7}version")
            var _reader: String?, _axis: ReaderInterface.Axis?, _frame: ReaderInterface.Frame?, _movedBy: Double?, _length: Double?, _version: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.read(&_axis)
                case 2: try fields.read(&_frame)
                case 3: try fields.read(&_movedBy)
                case 4: try fields.read(&_length)
                default: try fields.read(&_version)
            } }
            guard let _reader, let _axis, let _frame, let _movedBy, let _length, let _version else { throw fields.missing(63) }
            self.reader = _reader; self.axis = _axis; self.frame = _frame; self.movedBy = _movedBy; self.length = _length; self.version = _version
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.field(#","axis":"#, self.axis)
            writer.field(#","frame":"#, self.frame)
            writer.field(#","movedBy":"#, self.movedBy)
            writer.field(#","length":"#, self.length)
            writer.field(#","version":"#, self.version)
            writer.endObject()
        }
    }

    /// Pages of a document were moved, inserted, deleted or look different: the new count, and the reader's page where it is
    /// now. Pages keep their ids.
    package struct DocumentChange: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: ReaderInterface.Axis
        package var document: ReaderInterface.Document
        package var location: ReaderInterface.Location?
        package init(reader: String, axis: ReaderInterface.Axis, document: ReaderInterface.Document, location: ReaderInterface.Location? = nil) { self.reader = reader; self.axis = axis; self.document = document; self.location = location }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{4}axis\u{8}document\u{8}location")
            var _reader: String?, _axis: ReaderInterface.Axis?, _document: ReaderInterface.Document?, _location: ReaderInterface.Location?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.read(&_axis)
                case 2: try fields.read(&_document)
                default: try fields.readOptional(&_location)
            } }
            guard let _reader, let _axis, let _document else { throw fields.missing(7) }
            self.reader = _reader; self.axis = _axis; self.document = _document; self.location = _location
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.field(#","axis":"#, self.axis)
            writer.field(#","document":"#, self.document)
            writer.optional(#","location":"#, self.location)
            writer.endObject()
        }
    }

    /// More of a document's pages were counted: so many are on the axis, of which `counted` are there for sure. Told while `pages` is an
    /// estimate that gets better, and once when it is exact. No page is another one for that.
    package struct CountChange: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: ReaderInterface.Axis
        package var pages: ReaderInterface.PageCount
        package var counted: Int
        package init(reader: String, axis: ReaderInterface.Axis, pages: ReaderInterface.PageCount, counted: Int) { self.reader = reader; self.axis = axis; self.pages = pages; self.counted = counted }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{4}axis\u{5}pages\u{7}counted")
            var _reader: String?, _axis: ReaderInterface.Axis?, _pages: ReaderInterface.PageCount?, _counted: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.read(&_axis)
                case 2: try fields.read(&_pages)
                default: try fields.read(&_counted)
            } }
            guard let _reader, let _axis, let _pages, let _counted else { throw fields.missing(15) }
            self.reader = _reader; self.axis = _axis; self.pages = _pages; self.counted = _counted
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.field(#","axis":"#, self.axis)
            writer.field(#","pages":"#, self.pages)
            writer.field(#","counted":"#, self.counted)
            writer.endObject()
        }
    }

    /// A page that could not be rendered, or not be handed over, and why.
    package struct PageFailure: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: Int
        package var index: Int
        package var reason: String
        package init(page: Int, index: Int, reason: String) { self.page = page; self.index = index; self.reason = reason }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}page\u{5}index\u{6}reason")
            var _page: Int?, _index: Int?, _reason: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_page)
                case 1: try fields.read(&_index)
                default: try fields.read(&_reason)
            } }
            guard let _page, let _index, let _reason else { throw fields.missing(7) }
            self.page = _page; self.index = _index; self.reason = _reason
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"page":"#, self.page)
            writer.field(#","index":"#, self.index)
            writer.field(#","reason":"#, self.reason)
            writer.endObject()
        }
    }

    /// A file of an album: its index among the message's descriptors, and what it is called, by which providers tell images from other
    /// files; at most 255 bytes. What is before the last slash is left out.
    package struct AlbumFile: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var fileDescriptor: Int
        package var name: String
        package init(fileDescriptor: Int, name: String) { self.fileDescriptor = fileDescriptor; self.name = name }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{e}fileDescriptor\u{4}name")
            var _fileDescriptor: Int?, _name: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_fileDescriptor)
                default: try fields.read(&_name)
            } }
            guard let _fileDescriptor, let _name else { throw fields.missing(3) }
            self.fileDescriptor = _fileDescriptor; self.name = _name
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"fileDescriptor":"#, self.fileDescriptor)
            writer.field(#","name":"#, self.name)
            writer.endObject()
        }
    }

    /// A rectangle on a page, in points from its top left corner, upright.
    package struct MarkBox: JSONDecodable, JSONEncodable, Equatable, Sendable {
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

    /// A mark of a user in a document: a page (`bookmark`), or a text on one (`highlight`). `mark` is its id. `index` is
    /// where its page is for the reader that asks, as its document is laid out for that; left out where it is no more.
    /// `boxes` are where the text is on that page; none where it was not found there. `position`: where in the text of a
    /// document that flows the text of a highlight begins, or else its page. `note` is what the user has to say of it, `color` any name of one. `created` and
    /// `changed` are seconds since 1970.
    package struct Mark: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Kind: String, JSONEnumeration { case bookmark, highlight }

        package var mark: String
        package var kind: Kind
        package var index: Int?
        package var label: String?
        package var position: Int?
        package var boxes: [ReaderInterface.MarkBox]
        package var text: String?
        package var note: String?
        package var color: String?
        package var created: Int
        package var changed: Int
        package init(mark: String, kind: Kind, index: Int? = nil, label: String? = nil, position: Int? = nil, boxes: [ReaderInterface.MarkBox], text: String? = nil, note: String? = nil, color: String? = nil, created: Int, changed: Int) { self.mark = mark; self.kind = kind; self.index = index; self.label = label; self.position = position; self.boxes = boxes; self.text = text; self.note = note; self.color = color; self.created = created; self.changed = changed }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}mark\u{4}kind\u{5}index\u{5}label\u{8}position\u{5}boxes\u{4}text\u{4}note\u{5}color\u{7}created\u{7}changed")
            var _mark: String?, _kind: Kind?, _index: Int?, _label: String?, _position: Int?, _boxes: [ReaderInterface.MarkBox]?, _text: String?, _note: String?, _color: String?, _created: Int?, _changed: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_mark)
                case 1: try fields.read(&_kind)
                case 2: try fields.readOptional(&_index)
                case 3: try fields.readOptional(&_label)
                case 4: try fields.readOptional(&_position)
                case 5: try fields.read(&_boxes)
                case 6: try fields.readOptional(&_text)
                case 7: try fields.readOptional(&_note)
                case 8: try fields.readOptional(&_color)
                case 9: try fields.read(&_created)
                default: try fields.read(&_changed)
            } }
            guard let _mark, let _kind, let _boxes, let _created, let _changed else { throw fields.missing(1571) }
            self.mark = _mark; self.kind = _kind; self.index = _index; self.label = _label; self.position = _position; self.boxes = _boxes; self.text = _text; self.note = _note; self.color = _color; self.created = _created; self.changed = _changed
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"mark":"#, self.mark)
            writer.field(#","kind":"#, self.kind)
            writer.optional(#","index":"#, self.index)
            writer.optional(#","label":"#, self.label)
            writer.optional(#","position":"#, self.position)
            writer.field(#","boxes":"#, self.boxes)
            writer.optional(#","text":"#, self.text)
            writer.optional(#","note":"#, self.note)
            writer.optional(#","color":"#, self.color)
            writer.field(#","created":"#, self.created)
            writer.field(#","changed":"#, self.changed)
            writer.endObject()
        }
    }

    /// A document that a user has read: its `digest`, what it was called, the index of the page on which its user stopped reading, out of
    /// `pages`, when that was, in seconds since 1970, and how many marks the user has in it.
    package struct ReadDocument: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var digest: String
        package var title: String?
        package var index: Int
        package var pages: Int
        package var time: Int
        package var marks: Int
        package init(digest: String, title: String? = nil, index: Int, pages: Int, time: Int, marks: Int) { self.digest = digest; self.title = title; self.index = index; self.pages = pages; self.time = time; self.marks = marks }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}digest\u{5}title\u{5}index\u{5}pages\u{4}time\u{5}marks")
            var _digest: String?, _title: String?, _index: Int?, _pages: Int?, _time: Int?, _marks: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_digest)
                case 1: try fields.readOptional(&_title)
                case 2: try fields.read(&_index)
                case 3: try fields.read(&_pages)
                case 4: try fields.read(&_time)
                default: try fields.read(&_marks)
            } }
            guard let _digest, let _index, let _pages, let _time, let _marks else { throw fields.missing(61) }
            self.digest = _digest; self.title = _title; self.index = _index; self.pages = _pages; self.time = _time; self.marks = _marks
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"digest":"#, self.digest)
            writer.optional(#","title":"#, self.title)
            writer.field(#","index":"#, self.index)
            writer.field(#","pages":"#, self.pages)
            writer.field(#","time":"#, self.time)
            writer.field(#","marks":"#, self.marks)
            writer.endObject()
        }
    }

    /// Opens a document and a reader on `target`; left out, on the page that the document asks for (`start-page` of its metadata), else on its
    /// first. The document is an open descriptor of a
    /// regular file (`fileDescriptor`: its index among this message's descriptors), an `album` of such files, whose pages are in their
    /// order (at most 64, as many as come with a call), or a `path` below one of the service's
    /// library folders. `provider` names the provider; left out, the one that is surest of the document opens it. `axes`: one
    /// or two, the first is in front; left out, one horizontal axis along the whole document. One of them, or the background, shows
    /// the document that is opened. `manual`: the viewer turns pages
    /// itself and reports what it sees (ReportAppearance). A document without pages is opened too, in phase `empty`.
    ///
    /// `name` is what the file is called, for people: a title in its place where the document has none (see Document). A descriptor
    /// says nothing of it. Of a path only what is behind the last slash is taken.
    ///
    /// `password` is for a document that is locked, and is ignored for one that is not; at most 1024 bytes. It is kept in memory
    /// while the document is open, and nowhere else.
    ///
    /// `looks`: how its pages are to look. With other margins or laid out in another way a file is another document, which readers share
    /// that want it so. Documents that axes name stay as they are.
    ///
    /// `prefetch`: how much is rendered ahead of the reader; left out, as the service is set.
    ///
    /// `keep`: how long the reader lives on when its last connection has gone, in milliseconds; at most ReaderKeepSec=, which holds where it is
    /// left out. A viewer that comes back soon or never, as one on a screen does, gives its pages back sooner.
    ///
    /// Where places are kept (Places=), a reader without `target` and `start` begins before all else where its user has stopped reading the
    /// document, which is known by its content: on the page where the text is now with which that page began, or with the same index.
    package enum Open: VarlinkMethod {
        package typealias Parameters = ReaderInterface.OpenParameters; package typealias Reply = ReaderInterface.OpenReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.Open" }
    }

    /// The parameters of ``Open``.
    package struct OpenParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var fileDescriptor: Int?
        package var album: [ReaderInterface.AlbumFile]?
        package var path: String?
        package var name: String?
        package var provider: String?
        package var password: String?
        package var viewport: ReaderInterface.Viewport
        package var looks: ReaderInterface.Looks?
        package var target: ReaderInterface.Target?
        package var axes: [ReaderInterface.AxisSetup]?
        package var background: ReaderInterface.Background?
        package var manual: Bool?
        package var prefetch: ReaderInterface.PrefetchMode?
        package var keep: Int?
        package init(fileDescriptor: Int? = nil, album: [ReaderInterface.AlbumFile]? = nil, path: String? = nil, name: String? = nil, provider: String? = nil, password: String? = nil, viewport: ReaderInterface.Viewport, looks: ReaderInterface.Looks? = nil, target: ReaderInterface.Target? = nil, axes: [ReaderInterface.AxisSetup]? = nil, background: ReaderInterface.Background? = nil, manual: Bool? = nil, prefetch: ReaderInterface.PrefetchMode? = nil, keep: Int? = nil) { self.fileDescriptor = fileDescriptor; self.album = album; self.path = path; self.name = name; self.provider = provider; self.password = password; self.viewport = viewport; self.looks = looks; self.target = target; self.axes = axes; self.background = background; self.manual = manual; self.prefetch = prefetch; self.keep = keep }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{e}fileDescriptor\u{5}album\u{4}path\u{4}name\u{8}provider\u{8}password\u{8}viewport\u{5}looks\u{6}target\u{4}axes\u{a}background\u{6}manual\u{8}prefetch\u{4}keep")
            var _fileDescriptor: Int?, _album: [ReaderInterface.AlbumFile]?, _path: String?, _name: String?, _provider: String?, _password: String?, _viewport: ReaderInterface.Viewport?, _looks: ReaderInterface.Looks?, _target: ReaderInterface.Target?, _axes: [ReaderInterface.AxisSetup]?, _background: ReaderInterface.Background?, _manual: Bool?, _prefetch: ReaderInterface.PrefetchMode?, _keep: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.readOptional(&_fileDescriptor)
                case 1: try fields.readOptional(&_album)
                case 2: try fields.readOptional(&_path)
                case 3: try fields.readOptional(&_name)
                case 4: try fields.readOptional(&_provider)
                case 5: try fields.readOptional(&_password)
                case 6: try fields.read(&_viewport)
                case 7: try fields.readOptional(&_looks)
                case 8: try fields.readOptional(&_target)
                case 9: try fields.readOptional(&_axes)
                case 10: try fields.readOptional(&_background)
                case 11: try fields.readOptional(&_manual)
                case 12: try fields.readOptional(&_prefetch)
                default: try fields.readOptional(&_keep)
            } }
            guard let _viewport else { throw fields.missing(64) }
            self.fileDescriptor = _fileDescriptor; self.album = _album; self.path = _path; self.name = _name; self.provider = _provider; self.password = _password; self.viewport = _viewport; self.looks = _looks; self.target = _target; self.axes = _axes; self.background = _background; self.manual = _manual; self.prefetch = _prefetch; self.keep = _keep
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","fileDescriptor":"#, self.fileDescriptor)
            writer.optionalOrFirst(#","album":"#, self.album)
            writer.optionalOrFirst(#","path":"#, self.path)
            writer.optionalOrFirst(#","name":"#, self.name)
            writer.optionalOrFirst(#","provider":"#, self.provider)
            writer.optionalOrFirst(#","password":"#, self.password)
            writer.fieldOrFirst(#","viewport":"#, self.viewport)
            writer.optional(#","looks":"#, self.looks)
            writer.optional(#","target":"#, self.target)
            writer.optional(#","axes":"#, self.axes)
            writer.optional(#","background":"#, self.background)
            writer.optional(#","manual":"#, self.manual)
            writer.optional(#","prefetch":"#, self.prefetch)
            writer.optional(#","keep":"#, self.keep)
            writer.endObject()
        }
    }

    /// The reply to ``Open``.
    package struct OpenReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var state: ReaderInterface.State
        package init(state: ReaderInterface.State) { self.state = state }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}state")
            var _state: ReaderInterface.State?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_state)
            } }
            guard let _state else { throw fields.missing(1) }
            self.state = _state
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"state":"#, self.state)
            writer.endObject()
        }
    }

    /// Turns to a page. Where the pages are in the cache (`hit`), they come with the reply (unless `handover` is `none`;
    /// `descriptor` is the default): a turn is one round trip. Where they are not, they are rendered ahead of everything else
    /// and come with the reader's Watch or the next GetPage; a stand-in or a thumbnail, where there is one, comes with the
    /// reply. `second` is the other page of a spread of two, or the back of the leaf that turns. `noop`: the reader is on that
    /// page already, or on its way. With `inline`, pages that do not fit in a message are refused (InlineTooLarge), and the
    /// reader stays where it is. Where the user's viewers hold too many pages (LeaseMaxPerUser=), the reader turns all the same,
    /// and `failure` comes in place of the pages: return some (ReleasePage), then ask for it with GetPage.
    ///
    /// `format` and `quality` as in GetPage. In another format than bgrx8888 pages that are in the cache are encoded, and the reply waits for
    /// that; of those that are not nothing stands in, and one that turns out too large for a message, or can't be encoded, is a `failure`.
    ///
    /// `duration` in milliseconds, 0 to 60000: how long the viewer animates the turn. It ends when the viewer says so
    /// (Settle) or when the time has passed. Left out or 0: at once. `direction`: which way it is to look; left out, towards
    /// the target. `wrap`: a relative target goes on at the other end of the document. `axis`: the first one if left out.
    package enum Navigate: VarlinkMethod {
        package typealias Parameters = ReaderInterface.NavigateParameters; package typealias Reply = ReaderInterface.NavigateReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.Navigate" }
    }

    /// The parameters of ``Navigate``.
    package struct NavigateParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var target: ReaderInterface.Target
        package var handover: ReaderInterface.Handover?
        package var axis: ReaderInterface.Axis?
        package var duration: Int?
        package var direction: ReaderInterface.Direction?
        package var wrap: Bool?
        package var format: ReaderInterface.Format?
        package var quality: Int?
        package init(reader: String, target: ReaderInterface.Target, handover: ReaderInterface.Handover? = nil, axis: ReaderInterface.Axis? = nil, duration: Int? = nil, direction: ReaderInterface.Direction? = nil, wrap: Bool? = nil, format: ReaderInterface.Format? = nil, quality: Int? = nil) { self.reader = reader; self.target = target; self.handover = handover; self.axis = axis; self.duration = duration; self.direction = direction; self.wrap = wrap; self.format = format; self.quality = quality }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{6}target\u{8}handover\u{4}axis\u{8}duration\u{9}direction\u{4}wrap\u{6}format\u{7}quality")
            var _reader: String?, _target: ReaderInterface.Target?, _handover: ReaderInterface.Handover?, _axis: ReaderInterface.Axis?, _duration: Int?, _direction: ReaderInterface.Direction?, _wrap: Bool?, _format: ReaderInterface.Format?, _quality: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.read(&_target)
                case 2: try fields.readOptional(&_handover)
                case 3: try fields.readOptional(&_axis)
                case 4: try fields.readOptional(&_duration)
                case 5: try fields.readOptional(&_direction)
                case 6: try fields.readOptional(&_wrap)
                case 7: try fields.readOptional(&_format)
                default: try fields.readOptional(&_quality)
            } }
            guard let _reader, let _target else { throw fields.missing(3) }
            self.reader = _reader; self.target = _target; self.handover = _handover; self.axis = _axis; self.duration = _duration; self.direction = _direction; self.wrap = _wrap; self.format = _format; self.quality = _quality
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.field(#","target":"#, self.target)
            writer.optional(#","handover":"#, self.handover)
            writer.optional(#","axis":"#, self.axis)
            writer.optional(#","duration":"#, self.duration)
            writer.optional(#","direction":"#, self.direction)
            writer.optional(#","wrap":"#, self.wrap)
            writer.optional(#","format":"#, self.format)
            writer.optional(#","quality":"#, self.quality)
            writer.endObject()
        }
    }

    /// The reply to ``Navigate``.
    package struct NavigateReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var noop: Bool
        package var hit: Bool
        package var transition: Int
        package var location: ReaderInterface.Location
        package var page: ReaderInterface.Page?
        package var second: ReaderInterface.Page?
        package var failure: ReaderInterface.PageFailure?
        package init(noop: Bool, hit: Bool, transition: Int, location: ReaderInterface.Location, page: ReaderInterface.Page? = nil, second: ReaderInterface.Page? = nil, failure: ReaderInterface.PageFailure? = nil) { self.noop = noop; self.hit = hit; self.transition = transition; self.location = location; self.page = page; self.second = second; self.failure = failure }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}noop\u{3}hit\u{a}transition\u{8}location\u{4}page\u{6}second\u{7}failure")
            var _noop: Bool?, _hit: Bool?, _transition: Int?, _location: ReaderInterface.Location?, _page: ReaderInterface.Page?, _second: ReaderInterface.Page?, _failure: ReaderInterface.PageFailure?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_noop)
                case 1: try fields.read(&_hit)
                case 2: try fields.read(&_transition)
                case 3: try fields.read(&_location)
                case 4: try fields.readOptional(&_page)
                case 5: try fields.readOptional(&_second)
                default: try fields.readOptional(&_failure)
            } }
            guard let _noop, let _hit, let _transition, let _location else { throw fields.missing(15) }
            self.noop = _noop; self.hit = _hit; self.transition = _transition; self.location = _location; self.page = _page; self.second = _second; self.failure = _failure
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"noop":"#, self.noop)
            writer.field(#","hit":"#, self.hit)
            writer.field(#","transition":"#, self.transition)
            writer.field(#","location":"#, self.location)
            writer.optional(#","page":"#, self.page)
            writer.optional(#","second":"#, self.second)
            writer.optional(#","failure":"#, self.failure)
            writer.endObject()
        }
    }

    /// A finger comes down. `offset` is where, in spreads, when the last drag has not come to rest yet; left out, where that
    /// was released. `origin` is the spread that offsets count from, `transition` the number of the step.
    package enum BeginDrag: VarlinkMethod {
        package typealias Parameters = ReaderInterface.BeginDragParameters; package typealias Reply = ReaderInterface.BeginDragReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.BeginDrag" }
    }

    /// The parameters of ``BeginDrag``.
    package struct BeginDragParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: ReaderInterface.Axis?
        package var offset: Double?
        package init(reader: String, axis: ReaderInterface.Axis? = nil, offset: Double? = nil) { self.reader = reader; self.axis = axis; self.offset = offset }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{4}axis\u{6}offset")
            var _reader: String?, _axis: ReaderInterface.Axis?, _offset: Double?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.readOptional(&_axis)
                default: try fields.readOptional(&_offset)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader; self.axis = _axis; self.offset = _offset
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","axis":"#, self.axis)
            writer.optional(#","offset":"#, self.offset)
            writer.endObject()
        }
    }

    /// The reply to ``BeginDrag``.
    package struct BeginDragReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var transition: Int
        package var origin: Int
        package var position: Double
        package init(transition: Int, origin: Int, position: Double) { self.transition = transition; self.origin = origin; self.position = position }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{a}transition\u{6}origin\u{8}position")
            var _transition: Int?, _origin: Int?, _position: Double?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_transition)
                case 1: try fields.read(&_origin)
                default: try fields.read(&_position)
            } }
            guard let _transition, let _origin, let _position else { throw fields.missing(7) }
            self.transition = _transition; self.origin = _origin; self.position = _position
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"transition":"#, self.transition)
            writer.field(#","origin":"#, self.origin)
            writer.field(#","position":"#, self.position)
            writer.endObject()
        }
    }

    /// The finger is at `offset`, in spreads, as they were numbered when the drag began. Send it `oneway`, as often as the
    /// screen is drawn: offsets that don't fit are dropped then, and counted in the reader's state.
    package enum Drag: VarlinkMethod {
        package typealias Parameters = ReaderInterface.DragParameters; package typealias Reply = ReaderInterface.DragReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.Drag" }
    }

    /// The parameters of ``Drag``.
    package struct DragParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var offset: Double
        package init(reader: String, offset: Double) { self.reader = reader; self.offset = offset }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{6}offset")
            var _reader: String?, _offset: Double?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                default: try fields.read(&_offset)
            } }
            guard let _reader, let _offset else { throw fields.missing(3) }
            self.reader = _reader; self.offset = _offset
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.field(#","offset":"#, self.offset)
            writer.endObject()
        }
    }

    /// The reply to ``Drag``.
    package typealias DragReply = JSONEmpty

    /// The finger is lifted with a `velocity` in spreads a second, 0 if left out. The reader is bound for `spread`, whose
    /// first page is `location`, and is there when the viewer says so (Settle), or after a second. Pulled past the end by a
    /// quarter of a spread or more, the document is refreshed, where its provider can (`refreshing`).
    package enum ReleaseDrag: VarlinkMethod {
        package typealias Parameters = ReaderInterface.ReleaseDragParameters; package typealias Reply = ReaderInterface.ReleaseDragReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.ReleaseDrag" }
    }

    /// The parameters of ``ReleaseDrag``.
    package struct ReleaseDragParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var velocity: Double?
        package init(reader: String, velocity: Double? = nil) { self.reader = reader; self.velocity = velocity }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{8}velocity")
            var _reader: String?, _velocity: Double?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                default: try fields.readOptional(&_velocity)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader; self.velocity = _velocity
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","velocity":"#, self.velocity)
            writer.endObject()
        }
    }

    /// The reply to ``ReleaseDrag``.
    package struct ReleaseDragReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var transition: Int
        package var spread: Int
        package var location: ReaderInterface.Location?
        package var refreshing: Bool
        package init(transition: Int, spread: Int, location: ReaderInterface.Location? = nil, refreshing: Bool) { self.transition = transition; self.spread = spread; self.location = location; self.refreshing = refreshing }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{a}transition\u{6}spread\u{8}location\u{a}refreshing")
            var _transition: Int?, _spread: Int?, _location: ReaderInterface.Location?, _refreshing: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_transition)
                case 1: try fields.read(&_spread)
                case 2: try fields.readOptional(&_location)
                default: try fields.read(&_refreshing)
            } }
            guard let _transition, let _spread, let _refreshing else { throw fields.missing(11) }
            self.transition = _transition; self.spread = _spread; self.location = _location; self.refreshing = _refreshing
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"transition":"#, self.transition)
            writer.field(#","spread":"#, self.spread)
            writer.optional(#","location":"#, self.location)
            writer.field(#","refreshing":"#, self.refreshing)
            writer.endObject()
        }
    }

    /// Takes a drag back: the reader is bound for where its transition began.
    package enum CancelDrag: VarlinkMethod {
        package typealias Parameters = ReaderInterface.CancelDragParameters; package typealias Reply = ReaderInterface.CancelDragReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.CancelDrag" }
    }

    /// The parameters of ``CancelDrag``.
    package struct CancelDragParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package init(reader: String) { self.reader = reader }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader")
            var _reader: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_reader)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.endObject()
        }
    }

    /// The reply to ``CancelDrag``.
    package struct CancelDragReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var transition: Int
        package var spread: Int
        package var location: ReaderInterface.Location?
        package init(transition: Int, spread: Int, location: ReaderInterface.Location? = nil) { self.transition = transition; self.spread = spread; self.location = location }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{a}transition\u{6}spread\u{8}location")
            var _transition: Int?, _spread: Int?, _location: ReaderInterface.Location?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_transition)
                case 1: try fields.read(&_spread)
                default: try fields.readOptional(&_location)
            } }
            guard let _transition, let _spread else { throw fields.missing(3) }
            self.transition = _transition; self.spread = _spread; self.location = _location
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"transition":"#, self.transition)
            writer.field(#","spread":"#, self.spread)
            writer.optional(#","location":"#, self.location)
            writer.endObject()
        }
    }

    /// The viewer's animation of a transition step has ended. `settled` is false for one that is over already, was taken over
    /// by another, or is still held; nothing happens then.
    package enum Settle: VarlinkMethod {
        package typealias Parameters = ReaderInterface.SettleParameters; package typealias Reply = ReaderInterface.SettleReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.Settle" }
    }

    /// The parameters of ``Settle``.
    package struct SettleParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var transition: Int
        package init(reader: String, transition: Int) { self.reader = reader; self.transition = transition }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{a}transition")
            var _reader: String?, _transition: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                default: try fields.read(&_transition)
            } }
            guard let _reader, let _transition else { throw fields.missing(3) }
            self.reader = _reader; self.transition = _transition
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.field(#","transition":"#, self.transition)
            writer.endObject()
        }
    }

    /// The reply to ``Settle``.
    package struct SettleReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var settled: Bool
        package init(settled: Bool) { self.settled = settled }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}settled")
            var _settled: Bool?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_settled)
            } }
            guard let _settled else { throw fields.missing(1) }
            self.settled = _settled
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"settled":"#, self.settled)
            writer.endObject()
        }
    }

    /// Reports that the viewer of a manual reader has shown or hidden a page. A page that will appear is rendered, and comes
    /// with the watch.
    package enum ReportAppearance: VarlinkMethod {
        package typealias Parameters = ReaderInterface.ReportAppearanceParameters; package typealias Reply = ReaderInterface.ReportAppearanceReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.ReportAppearance" }
    }

    /// The parameters of ``ReportAppearance``.
    package struct ReportAppearanceParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: ReaderInterface.Axis?
        package var index: Int
        package var event: ReaderInterface.AppearanceStep
        package init(reader: String, axis: ReaderInterface.Axis? = nil, index: Int, event: ReaderInterface.AppearanceStep) { self.reader = reader; self.axis = axis; self.index = index; self.event = event }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{4}axis\u{5}index\u{5}event")
            var _reader: String?, _axis: ReaderInterface.Axis?, _index: Int?, _event: ReaderInterface.AppearanceStep?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.readOptional(&_axis)
                case 2: try fields.read(&_index)
                default: try fields.read(&_event)
            } }
            guard let _reader, let _index, let _event else { throw fields.missing(13) }
            self.reader = _reader; self.axis = _axis; self.index = _index; self.event = _event
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","axis":"#, self.axis)
            writer.field(#","index":"#, self.index)
            writer.field(#","event":"#, self.event)
            writer.endObject()
        }
    }

    /// The reply to ``ReportAppearance``.
    package typealias ReportAppearanceReply = JSONEmpty

    /// Shows all documents of a reader in another way; looks that are left out are as in Open, not as they were. What is under way settles first.
    /// In other colours pages stay what they are. Otherwise the reader goes over to other documents (DocumentChange tells), and
    /// stays where it was read: on the page where the text is now with which its page began. It comes back to the same page when it is shown as
    /// before again, as long as it did not turn, also after a restart of the service. A search ends (Superseded).
    ///
    /// Repeatable.
    package enum SetLooks: VarlinkMethod {
        package typealias Parameters = ReaderInterface.SetLooksParameters; package typealias Reply = ReaderInterface.SetLooksReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.SetLooks" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``SetLooks``.
    package struct SetLooksParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var looks: ReaderInterface.Looks
        package init(reader: String, looks: ReaderInterface.Looks) { self.reader = reader; self.looks = looks }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{5}looks")
            var _reader: String?, _looks: ReaderInterface.Looks?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                default: try fields.read(&_looks)
            } }
            guard let _reader, let _looks else { throw fields.missing(3) }
            self.reader = _reader; self.looks = _looks
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.field(#","looks":"#, self.looks)
            writer.endObject()
        }
    }

    /// The reply to ``SetLooks``.
    package struct SetLooksReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var state: ReaderInterface.State
        package init(state: ReaderInterface.State) { self.state = state }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}state")
            var _state: ReaderInterface.State?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_state)
            } }
            guard let _state else { throw fields.missing(1) }
            self.state = _state
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"state":"#, self.state)
            writer.endObject()
        }
    }

    /// Switches an axis on or off, or arranges its pages in another way. What moves along it settles first.
    ///
    /// Repeatable.
    package enum SetAxis: VarlinkMethod {
        package typealias Parameters = ReaderInterface.SetAxisParameters; package typealias Reply = ReaderInterface.SetAxisReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.SetAxis" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``SetAxis``.
    package struct SetAxisParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: ReaderInterface.Axis
        package var enabled: Bool?
        package var arrangement: ReaderInterface.Arrangement?
        package init(reader: String, axis: ReaderInterface.Axis, enabled: Bool? = nil, arrangement: ReaderInterface.Arrangement? = nil) { self.reader = reader; self.axis = axis; self.enabled = enabled; self.arrangement = arrangement }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{4}axis\u{7}enabled\u{b}arrangement")
            var _reader: String?, _axis: ReaderInterface.Axis?, _enabled: Bool?, _arrangement: ReaderInterface.Arrangement?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.read(&_axis)
                case 2: try fields.readOptional(&_enabled)
                default: try fields.readOptional(&_arrangement)
            } }
            guard let _reader, let _axis else { throw fields.missing(3) }
            self.reader = _reader; self.axis = _axis; self.enabled = _enabled; self.arrangement = _arrangement
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.field(#","axis":"#, self.axis)
            writer.optional(#","enabled":"#, self.enabled)
            writer.optional(#","arrangement":"#, self.arrangement)
            writer.endObject()
        }
    }

    /// The reply to ``SetAxis``.
    package struct SetAxisReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var state: ReaderInterface.State
        package init(state: ReaderInterface.State) { self.state = state }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}state")
            var _state: ReaderInterface.State?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_state)
            } }
            guard let _state else { throw fields.missing(1) }
            self.state = _state
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"state":"#, self.state)
            writer.endObject()
        }
    }

    /// Where a reader stands.
    ///
    /// Repeatable.
    package enum GetState: VarlinkMethod {
        package typealias Parameters = ReaderInterface.GetStateParameters; package typealias Reply = ReaderInterface.GetStateReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.GetState" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``GetState``.
    package struct GetStateParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package init(reader: String) { self.reader = reader }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader")
            var _reader: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_reader)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.endObject()
        }
    }

    /// The reply to ``GetState``.
    package struct GetStateReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var state: ReaderInterface.State
        package init(state: ReaderInterface.State) { self.state = state }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}state")
            var _state: ReaderInterface.State?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_state)
            } }
            guard let _state else { throw fields.missing(1) }
            self.state = _state
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"state":"#, self.state)
            writer.endObject()
        }
    }

    /// Where a reader jumped from, for targets `back` and `forward`: the nearest first.
    ///
    /// Repeatable.
    package enum GetHistory: VarlinkMethod {
        package typealias Parameters = ReaderInterface.GetHistoryParameters; package typealias Reply = ReaderInterface.GetHistoryReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.GetHistory" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``GetHistory``.
    package struct GetHistoryParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package init(reader: String) { self.reader = reader }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader")
            var _reader: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_reader)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.endObject()
        }
    }

    /// The reply to ``GetHistory``.
    package struct GetHistoryReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var back: [ReaderInterface.Location]
        package var forward: [ReaderInterface.Location]
        package init(back: [ReaderInterface.Location], forward: [ReaderInterface.Location]) { self.back = back; self.forward = forward }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}back\u{7}forward")
            var _back: [ReaderInterface.Location]?, _forward: [ReaderInterface.Location]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_back)
                default: try fields.read(&_forward)
            } }
            guard let _back, let _forward else { throw fields.missing(3) }
            self.back = _back; self.forward = _forward
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"back":"#, self.back)
            writer.field(#","forward":"#, self.forward)
            writer.endObject()
        }
    }

    /// Where the pages of an axis are: `pages` of them from `first` on, at most 256; left out, those around the current one.
    /// `length` of the whole axis in pixels, -1 where it is not known how many pages there are. `estimatedWidth` and
    /// `estimatedHeight` are what pages are taken to measure until they are measured, in points. `offset`, in spreads, is
    /// asked for as `position`, in pixels; left out, that of now. `version` is that of the last change of the layout that is in
    /// it: a LayoutChange with a smaller or the same one is known already.
    ///
    /// Repeatable.
    package enum GetLayout: VarlinkMethod {
        package typealias Parameters = ReaderInterface.GetLayoutParameters; package typealias Reply = ReaderInterface.GetLayoutReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.GetLayout" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``GetLayout``.
    package struct GetLayoutParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: ReaderInterface.Axis?
        package var first: Int?
        package var pages: Int?
        package var offset: Double?
        package init(reader: String, axis: ReaderInterface.Axis? = nil, first: Int? = nil, pages: Int? = nil, offset: Double? = nil) { self.reader = reader; self.axis = axis; self.first = first; self.pages = pages; self.offset = offset }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{4}axis\u{5}first\u{5}pages\u{6}offset")
            var _reader: String?, _axis: ReaderInterface.Axis?, _first: Int?, _pages: Int?, _offset: Double?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.readOptional(&_axis)
                case 2: try fields.readOptional(&_first)
                case 3: try fields.readOptional(&_pages)
                default: try fields.readOptional(&_offset)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader; self.axis = _axis; self.first = _first; self.pages = _pages; self.offset = _offset
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","axis":"#, self.axis)
            writer.optional(#","first":"#, self.first)
            writer.optional(#","pages":"#, self.pages)
            writer.optional(#","offset":"#, self.offset)
            writer.endObject()
        }
    }

    /// The reply to ``GetLayout``.
    package struct GetLayoutReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var frames: [ReaderInterface.Frame]
        package var length: Double
        package var estimatedWidth: Double
        package var estimatedHeight: Double
        package var spacing: Int
        package var position: Double
        package var version: Int
        package init(frames: [ReaderInterface.Frame], length: Double, estimatedWidth: Double, estimatedHeight: Double, spacing: Int, position: Double, version: Int) { self.frames = frames; self.length = length; self.estimatedWidth = estimatedWidth; self.estimatedHeight = estimatedHeight; self.spacing = spacing; self.position = position; self.version = version }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}frames\u{6}length\u{e}estimatedWidth\u{f}estimatedHeight\u{7}spacing\u{8}position\u{7}version")
            var _frames: [ReaderInterface.Frame]?, _length: Double?, _estimatedWidth: Double?, _estimatedHeight: Double?, _spacing: Int?, _position: Double?, _version: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_frames)
                case 1: try fields.read(&_length)
                case 2: try fields.read(&_estimatedWidth)
                case 3: try fields.read(&_estimatedHeight)
                case 4: try fields.read(&_spacing)
                case 5: try fields.read(&_position)
                default: try fields.read(&_version)
            } }
            guard let _frames, let _length, let _estimatedWidth, let _estimatedHeight, let _spacing, let _position, let _version else { throw fields.missing(127) }
            self.frames = _frames; self.length = _length; self.estimatedWidth = _estimatedWidth; self.estimatedHeight = _estimatedHeight; self.spacing = _spacing; self.position = _position; self.version = _version
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"frames":"#, self.frames)
            writer.field(#","length":"#, self.length)
            writer.field(#","estimatedWidth":"#, self.estimatedWidth)
            writer.field(#","estimatedHeight":"#, self.estimatedHeight)
            writer.field(#","spacing":"#, self.spacing)
            writer.field(#","position":"#, self.position)
            writer.field(#","version":"#, self.version)
            writer.endObject()
        }
    }

    /// Returns what is at a point of the viewport, in pixels from its top left corner: a page and the point on it, in points
    /// from its top left corner, upright; or nothing. `background`: the page in front is blank there, and the one behind it
    /// is meant. `claims`: the page wants drags that begin there for itself. In a transition pages are where they are when
    /// the call's turn comes.
    ///
    /// Repeatable.
    package enum HitTest: VarlinkMethod {
        package typealias Parameters = ReaderInterface.HitTestParameters; package typealias Reply = ReaderInterface.HitTestReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.HitTest" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``HitTest``.
    package struct HitTestParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var x: Double
        package var y: Double
        package init(reader: String, x: Double, y: Double) { self.reader = reader; self.x = x; self.y = y }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{1}x\u{1}y")
            var _reader: String?, _x: Double?, _y: Double?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.read(&_x)
                default: try fields.read(&_y)
            } }
            guard let _reader, let _x, let _y else { throw fields.missing(7) }
            self.reader = _reader; self.x = _x; self.y = _y
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.field(#","x":"#, self.x)
            writer.field(#","y":"#, self.y)
            writer.endObject()
        }
    }

    /// The reply to ``HitTest``.
    package struct HitTestReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var location: ReaderInterface.Location?
        package var x: Double
        package var y: Double
        package var background: Bool
        package var claims: Bool
        package init(location: ReaderInterface.Location? = nil, x: Double, y: Double, background: Bool, claims: Bool) { self.location = location; self.x = x; self.y = y; self.background = background; self.claims = claims }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{8}location\u{1}x\u{1}y\u{a}background\u{6}claims")
            var _location: ReaderInterface.Location?, _x: Double?, _y: Double?, _background: Bool?, _claims: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.readOptional(&_location)
                case 1: try fields.read(&_x)
                case 2: try fields.read(&_y)
                case 3: try fields.read(&_background)
                default: try fields.read(&_claims)
            } }
            guard let _x, let _y, let _background, let _claims else { throw fields.missing(30) }
            self.location = _location; self.x = _x; self.y = _y; self.background = _background; self.claims = _claims
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","location":"#, self.location)
            writer.fieldOrFirst(#","x":"#, self.x)
            writer.field(#","y":"#, self.y)
            writer.field(#","background":"#, self.background)
            writer.field(#","claims":"#, self.claims)
            writer.endObject()
        }
    }

    /// Has the provider look at its source again. Old pages stay until new ones are ready; the watch tells when it is done.
    ///
    /// Repeatable.
    package enum Refresh: VarlinkMethod {
        package typealias Parameters = ReaderInterface.RefreshParameters; package typealias Reply = ReaderInterface.RefreshReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.Refresh" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``Refresh``.
    package struct RefreshParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package init(reader: String) { self.reader = reader }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader")
            var _reader: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_reader)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.endObject()
        }
    }

    /// The reply to ``Refresh``.
    package typealias RefreshReply = JSONEmpty

    /// Takes up the page at `index`, to be moved by hand, where the provider can. Refused in a transition, and (Unsupported) in
    /// documents of the library, which are everybody's.
    package enum BeginMove: VarlinkMethod {
        package typealias Parameters = ReaderInterface.BeginMoveParameters; package typealias Reply = ReaderInterface.BeginMoveReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.BeginMove" }
    }

    /// The parameters of ``BeginMove``.
    package struct BeginMoveParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var index: Int
        package var axis: ReaderInterface.Axis?
        package init(reader: String, index: Int, axis: ReaderInterface.Axis? = nil) { self.reader = reader; self.index = index; self.axis = axis }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{5}index\u{4}axis")
            var _reader: String?, _index: Int?, _axis: ReaderInterface.Axis?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.read(&_index)
                default: try fields.readOptional(&_axis)
            } }
            guard let _reader, let _index else { throw fields.missing(3) }
            self.reader = _reader; self.index = _index; self.axis = _axis
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.field(#","index":"#, self.index)
            writer.optional(#","axis":"#, self.axis)
            writer.endObject()
        }
    }

    /// The reply to ``BeginMove``.
    package struct BeginMoveReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var location: ReaderInterface.Location
        package init(location: ReaderInterface.Location) { self.location = location }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{8}location")
            var _location: ReaderInterface.Location?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_location)
            } }
            guard let _location else { throw fields.missing(1) }
            self.location = _location
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"location":"#, self.location)
            writer.endObject()
        }
    }

    /// The page is held where it would be dropped at `index`, counted without the page itself. `edge`: it is held at that edge
    /// of the screen; pages turn there every half second, until the next update.
    package enum UpdateMove: VarlinkMethod {
        package typealias Parameters = ReaderInterface.UpdateMoveParameters; package typealias Reply = ReaderInterface.UpdateMoveReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.UpdateMove" }
    }

    /// The parameters of ``UpdateMove``.
    package struct UpdateMoveParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var index: Int?
        package var edge: ReaderInterface.Direction?
        package init(reader: String, index: Int? = nil, edge: ReaderInterface.Direction? = nil) { self.reader = reader; self.index = index; self.edge = edge }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{5}index\u{4}edge")
            var _reader: String?, _index: Int?, _edge: ReaderInterface.Direction?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.readOptional(&_index)
                default: try fields.readOptional(&_edge)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader; self.index = _index; self.edge = _edge
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","index":"#, self.index)
            writer.optional(#","edge":"#, self.edge)
            writer.endObject()
        }
    }

    /// The reply to ``UpdateMove``.
    package typealias UpdateMoveReply = JSONEmpty

    /// The page is dropped; where it was, nothing happens (`moved` false).
    package enum EndMove: VarlinkMethod {
        package typealias Parameters = ReaderInterface.EndMoveParameters; package typealias Reply = ReaderInterface.EndMoveReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.EndMove" }
    }

    /// The parameters of ``EndMove``.
    package struct EndMoveParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package init(reader: String) { self.reader = reader }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader")
            var _reader: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_reader)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.endObject()
        }
    }

    /// The reply to ``EndMove``.
    package struct EndMoveReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var moved: Bool
        package init(moved: Bool) { self.moved = moved }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}moved")
            var _moved: Bool?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_moved)
            } }
            guard let _moved else { throw fields.missing(1) }
            self.moved = _moved
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"moved":"#, self.moved)
            writer.endObject()
        }
    }

    /// The page goes back to where it was.
    package enum CancelMove: VarlinkMethod {
        package typealias Parameters = ReaderInterface.CancelMoveParameters; package typealias Reply = ReaderInterface.CancelMoveReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.CancelMove" }
    }

    /// The parameters of ``CancelMove``.
    package struct CancelMoveParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package init(reader: String) { self.reader = reader }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader")
            var _reader: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_reader)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.endObject()
        }
    }

    /// The reply to ``CancelMove``.
    package typealias CancelMoveReply = JSONEmpty

    /// Hands over a page, rendered first where need be: the current page, or the one at `index` of an axis (by default the
    /// first). `quality` 1 to 100 is for JPEG and WebP (85). `handover` is `descriptor` by default:
    /// LimitReached where the user's viewers hold too many pages.
    ///
    /// `region` is the part of the page that is wanted, in pixels of the page at the viewport's scale; left out, the whole
    /// page, at the largest scale within what a page may have. Of the regions that a reader is asked for only the latest
    /// counts, of whichever page: one that comes supersedes the one that still waits (Superseded). A region that is in the
    /// cache, or in a larger rendition there with the same pixels, comes at once; another one is rendered when no other was
    /// asked for in RegionDelayMSec=.
    ///
    /// `viewport`: the page as it would be in another viewport, in which the reader is not shown for that: for who makes tiles of
    /// many pages, at many scales, out of one reader. Every region that comes with one counts: it is rendered at once, and none
    /// supersedes another.
    ///
    /// `frame`: of a page that moves (GIF, WebP, APNG, AVIF), from 0, the one that is shown everywhere else. What has fewer frames answers
    /// with PageFailed. Each frame is made from the first one on, and is a page of the cache as any other.
    ///
    /// Repeatable: a page that is handed over twice is held once.
    package enum GetPage: VarlinkMethod {
        package typealias Parameters = ReaderInterface.GetPageParameters; package typealias Reply = ReaderInterface.GetPageReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.GetPage" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``GetPage``.
    package struct GetPageParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var index: Int?
        package var axis: ReaderInterface.Axis?
        package var frame: Int?
        package var region: ReaderInterface.Region?
        package var format: ReaderInterface.Format?
        package var quality: Int?
        package var handover: ReaderInterface.Handover?
        package var viewport: ReaderInterface.Viewport?
        package init(reader: String, index: Int? = nil, axis: ReaderInterface.Axis? = nil, frame: Int? = nil, region: ReaderInterface.Region? = nil, format: ReaderInterface.Format? = nil, quality: Int? = nil, handover: ReaderInterface.Handover? = nil, viewport: ReaderInterface.Viewport? = nil) { self.reader = reader; self.index = index; self.axis = axis; self.frame = frame; self.region = region; self.format = format; self.quality = quality; self.handover = handover; self.viewport = viewport }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{5}index\u{4}axis\u{5}frame\u{6}region\u{6}format\u{7}quality\u{8}handover\u{8}viewport")
            var _reader: String?, _index: Int?, _axis: ReaderInterface.Axis?, _frame: Int?, _region: ReaderInterface.Region?, _format: ReaderInterface.Format?, _quality: Int?, _handover: ReaderInterface.Handover?, _viewport: ReaderInterface.Viewport?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.readOptional(&_index)
                case 2: try fields.readOptional(&_axis)
                case 3: try fields.readOptional(&_frame)
                case 4: try fields.readOptional(&_region)
                case 5: try fields.readOptional(&_format)
                case 6: try fields.readOptional(&_quality)
                case 7: try fields.readOptional(&_handover)
                default: try fields.readOptional(&_viewport)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader; self.index = _index; self.axis = _axis; self.frame = _frame; self.region = _region; self.format = _format; self.quality = _quality; self.handover = _handover; self.viewport = _viewport
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","index":"#, self.index)
            writer.optional(#","axis":"#, self.axis)
            writer.optional(#","frame":"#, self.frame)
            writer.optional(#","region":"#, self.region)
            writer.optional(#","format":"#, self.format)
            writer.optional(#","quality":"#, self.quality)
            writer.optional(#","handover":"#, self.handover)
            writer.optional(#","viewport":"#, self.viewport)
            writer.endObject()
        }
    }

    /// The reply to ``GetPage``.
    package struct GetPageReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: ReaderInterface.Page
        package init(page: ReaderInterface.Page) { self.page = page }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}page")
            var _page: ReaderInterface.Page?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_page)
            } }
            guard let _page else { throw fields.missing(1) }
            self.page = _page
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"page":"#, self.page)
            writer.endObject()
        }
    }

    /// Says that the viewer does not use a page any more that it was handed as a descriptor, however often. Until then, or until
    /// its process ends, it counts against the cache's hard limit and the user's LeaseMaxPerUser=. A page that was handed over
    /// through a reader that is closed is returned through any other one of the user.
    ///
    /// Repeatable: what was returned to a service that was restarted since can be returned again.
    package enum ReleasePage: VarlinkMethod {
        package typealias Parameters = ReaderInterface.ReleasePageParameters; package typealias Reply = ReaderInterface.ReleasePageReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.ReleasePage" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``ReleasePage``.
    package struct ReleasePageParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var rendition: Int
        package init(reader: String, rendition: Int) { self.reader = reader; self.rendition = rendition }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{9}rendition")
            var _reader: String?, _rendition: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                default: try fields.read(&_rendition)
            } }
            guard let _reader, let _rendition else { throw fields.missing(3) }
            self.reader = _reader; self.rendition = _rendition
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.field(#","rendition":"#, self.rendition)
            writer.endObject()
        }
    }

    /// The reply to ``ReleasePage``.
    package typealias ReleasePageReply = JSONEmpty

    /// Tells what the viewer is about to show, as far as it knows better than the service, which has that rendered ahead: behind every page
    /// that somebody waits for, within the cache's limits, and as far as anything is read ahead at all (Prefetch=, ReadAhead=). Providers that
    /// fetch ahead themselves are told too.
    ///
    /// `pages`: indexes on the axis (by default the first), at most 64, the most urgent first. They come before those of earlier calls; the latest 64 count.
    /// A page is thought of until the reader shows it or CancelPrefetch takes it back, until it turns out that it can't be had, or until the
    /// document changes.
    ///
    /// `landing`: pages run by, and slow down until they rest on the one at this index, `duration` milliseconds from now (0 to 60000; 1000 if left out).
    /// What is rendered is the landing, and what passes slowly enough to be seen. It holds until the reader is there or turns elsewhere, or
    /// the time is over.
    ///
    /// `mode`: how much is rendered ahead of this reader from now on.
    ///
    /// Repeatable.
    package enum Prefetch: VarlinkMethod {
        package typealias Parameters = ReaderInterface.PrefetchParameters; package typealias Reply = ReaderInterface.PrefetchReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.Prefetch" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``Prefetch``.
    package struct PrefetchParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: ReaderInterface.Axis?
        package var pages: [Int]?
        package var landing: Int?
        package var duration: Int?
        package var mode: ReaderInterface.PrefetchMode?
        package init(reader: String, axis: ReaderInterface.Axis? = nil, pages: [Int]? = nil, landing: Int? = nil, duration: Int? = nil, mode: ReaderInterface.PrefetchMode? = nil) { self.reader = reader; self.axis = axis; self.pages = pages; self.landing = landing; self.duration = duration; self.mode = mode }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{4}axis\u{5}pages\u{7}landing\u{8}duration\u{4}mode")
            var _reader: String?, _axis: ReaderInterface.Axis?, _pages: [Int]?, _landing: Int?, _duration: Int?, _mode: ReaderInterface.PrefetchMode?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.readOptional(&_axis)
                case 2: try fields.readOptional(&_pages)
                case 3: try fields.readOptional(&_landing)
                case 4: try fields.readOptional(&_duration)
                default: try fields.readOptional(&_mode)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader; self.axis = _axis; self.pages = _pages; self.landing = _landing; self.duration = _duration; self.mode = _mode
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","axis":"#, self.axis)
            writer.optional(#","pages":"#, self.pages)
            writer.optional(#","landing":"#, self.landing)
            writer.optional(#","duration":"#, self.duration)
            writer.optional(#","mode":"#, self.mode)
            writer.endObject()
        }
    }

    /// The reply to ``Prefetch``.
    package typealias PrefetchReply = JSONEmpty

    /// Takes back `pages` of Prefetch; left out, all of the axis, and its landing. What is being rendered for that alone is cancelled.
    ///
    /// Repeatable.
    package enum CancelPrefetch: VarlinkMethod {
        package typealias Parameters = ReaderInterface.CancelPrefetchParameters; package typealias Reply = ReaderInterface.CancelPrefetchReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.CancelPrefetch" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``CancelPrefetch``.
    package struct CancelPrefetchParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: ReaderInterface.Axis?
        package var pages: [Int]?
        package init(reader: String, axis: ReaderInterface.Axis? = nil, pages: [Int]? = nil) { self.reader = reader; self.axis = axis; self.pages = pages }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{4}axis\u{5}pages")
            var _reader: String?, _axis: ReaderInterface.Axis?, _pages: [Int]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.readOptional(&_axis)
                default: try fields.readOptional(&_pages)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader; self.axis = _axis; self.pages = _pages
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","axis":"#, self.axis)
            writer.optional(#","pages":"#, self.pages)
            writer.endObject()
        }
    }

    /// The reply to ``CancelPrefetch``.
    package typealias CancelPrefetchReply = JSONEmpty

    /// Shows the reader in another viewport from now on.
    ///
    /// Repeatable.
    package enum SetViewport: VarlinkMethod {
        package typealias Parameters = ReaderInterface.SetViewportParameters; package typealias Reply = ReaderInterface.SetViewportReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.SetViewport" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``SetViewport``.
    package struct SetViewportParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var viewport: ReaderInterface.Viewport
        package init(reader: String, viewport: ReaderInterface.Viewport) { self.reader = reader; self.viewport = viewport }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{8}viewport")
            var _reader: String?, _viewport: ReaderInterface.Viewport?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                default: try fields.read(&_viewport)
            } }
            guard let _reader, let _viewport else { throw fields.missing(3) }
            self.reader = _reader; self.viewport = _viewport
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.field(#","viewport":"#, self.viewport)
            writer.endObject()
        }
    }

    /// The reply to ``SetViewport``.
    package struct SetViewportReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var state: ReaderInterface.State
        package init(state: ReaderInterface.State) { self.state = state }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}state")
            var _state: ReaderInterface.State?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_state)
            } }
            guard let _state else { throw fields.missing(1) }
            self.state = _state
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"state":"#, self.state)
            writer.endObject()
        }
    }

    /// Tells what happens to a reader, until it is closed: first its state, then everything in the order in which it happens,
    /// each in a reply of its own with exactly one of the fields; only a `second` page comes with its `page`. Needs `more`.
    /// `handover` is how pages come; `none` by default. `format` and `quality` are as in GetPage: in another format than bgrx8888 pages come
    /// once they are encoded, and nothing stands in for those that are rendered.
    ///
    /// A watch that does not read fast enough is not waited for. Of what happens up to 256 KiB wait to be read; `missed` says how many more
    /// replies it has missed, and the state follows. Pages have an allowance of their own: while more than 256 KiB of them, or 64 descriptors, are
    /// unread, no further page is handed over, and nothing else is lost for that. What is shown when they were read comes then. With every state that a watch begins or goes on with come
    /// the pages that are shown, as far as they are there; the others come once they are rendered. `refresh` tells when the provider looks at its source
    /// again (`refreshing`), and when it has (`refreshed`) or could not (`failed`). `removed` tells that the file of a document has
    /// lost its name: it was deleted, got another name, or another file has taken its place. The reader goes on with it until Reload brings
    /// the new one; a document of the library changes to what takes its place. `refused`: drawing a page of the reader's documents, or
    /// measuring it, has ended two provider hosts for its user: it is not asked for any more until Reload. It keeps its place. `marks`: the
    /// marks of its user in its document have changed (GetMarks).
    package enum Watch: VarlinkMethod {
        package typealias Parameters = ReaderInterface.WatchParameters; package typealias Reply = ReaderInterface.WatchReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.Watch" }
    }

    /// The parameters of ``Watch``.
    package struct WatchParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var handover: ReaderInterface.Handover?
        package var format: ReaderInterface.Format?
        package var quality: Int?
        package init(reader: String, handover: ReaderInterface.Handover? = nil, format: ReaderInterface.Format? = nil, quality: Int? = nil) { self.reader = reader; self.handover = handover; self.format = format; self.quality = quality }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{8}handover\u{6}format\u{7}quality")
            var _reader: String?, _handover: ReaderInterface.Handover?, _format: ReaderInterface.Format?, _quality: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.readOptional(&_handover)
                case 2: try fields.readOptional(&_format)
                default: try fields.readOptional(&_quality)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader; self.handover = _handover; self.format = _format; self.quality = _quality
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","handover":"#, self.handover)
            writer.optional(#","format":"#, self.format)
            writer.optional(#","quality":"#, self.quality)
            writer.endObject()
        }
    }

    /// The reply to ``Watch``.
    package struct WatchReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Refresh: String, JSONEnumeration { case refreshing, refreshed, failed }

        package var state: ReaderInterface.State?
        package var begin: ReaderInterface.Begin?
        package var appearance: ReaderInterface.Appearance?
        package var end: ReaderInterface.End?
        package var page: ReaderInterface.Page?
        package var second: ReaderInterface.Page?
        package var failure: ReaderInterface.PageFailure?
        package var refused: ReaderInterface.PageFailure?
        package var layout: ReaderInterface.LayoutChange?
        package var document: ReaderInterface.DocumentChange?
        package var count: ReaderInterface.CountChange?
        package var refresh: Refresh?
        package var removed: Bool?
        package var marks: Bool?
        package var missed: Int?
        package var closed: Bool?
        package init(state: ReaderInterface.State? = nil, begin: ReaderInterface.Begin? = nil, appearance: ReaderInterface.Appearance? = nil, end: ReaderInterface.End? = nil, page: ReaderInterface.Page? = nil, second: ReaderInterface.Page? = nil, failure: ReaderInterface.PageFailure? = nil, refused: ReaderInterface.PageFailure? = nil, layout: ReaderInterface.LayoutChange? = nil, document: ReaderInterface.DocumentChange? = nil, count: ReaderInterface.CountChange? = nil, refresh: Refresh? = nil, removed: Bool? = nil, marks: Bool? = nil, missed: Int? = nil, closed: Bool? = nil) { self.state = state; self.begin = begin; self.appearance = appearance; self.end = end; self.page = page; self.second = second; self.failure = failure; self.refused = refused; self.layout = layout; self.document = document; self.count = count; self.refresh = refresh; self.removed = removed; self.marks = marks; self.missed = missed; self.closed = closed }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}state\u{5}begin\u{a}appearance\u{3}end\u{4}page\u{6}second\u{7}failure\u{7}refused\u{6}layout\u{8}document\u{5}count\u{7}refresh\u{7}removed\u{5}marks\u{6}missed\u{6}closed")
            var _state: ReaderInterface.State?, _begin: ReaderInterface.Begin?, _appearance: ReaderInterface.Appearance?, _end: ReaderInterface.End?, _page: ReaderInterface.Page?, _second: ReaderInterface.Page?, _failure: ReaderInterface.PageFailure?, _refused: ReaderInterface.PageFailure?, _layout: ReaderInterface.LayoutChange?, _document: ReaderInterface.DocumentChange?, _count: ReaderInterface.CountChange?, _refresh: Refresh?, _removed: Bool?, _marks: Bool?, _missed: Int?, _closed: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.readOptional(&_state)
                case 1: try fields.readOptional(&_begin)
                case 2: try fields.readOptional(&_appearance)
                case 3: try fields.readOptional(&_end)
                case 4: try fields.readOptional(&_page)
                case 5: try fields.readOptional(&_second)
                case 6: try fields.readOptional(&_failure)
                case 7: try fields.readOptional(&_refused)
                case 8: try fields.readOptional(&_layout)
                case 9: try fields.readOptional(&_document)
                case 10: try fields.readOptional(&_count)
                case 11: try fields.readOptional(&_refresh)
                case 12: try fields.readOptional(&_removed)
                case 13: try fields.readOptional(&_marks)
                case 14: try fields.readOptional(&_missed)
                default: try fields.readOptional(&_closed)
            } }
            self.state = _state; self.begin = _begin; self.appearance = _appearance; self.end = _end; self.page = _page; self.second = _second; self.failure = _failure; self.refused = _refused; self.layout = _layout; self.document = _document; self.count = _count; self.refresh = _refresh; self.removed = _removed; self.marks = _marks; self.missed = _missed; self.closed = _closed
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","state":"#, self.state)
            writer.optionalOrFirst(#","begin":"#, self.begin)
            writer.optionalOrFirst(#","appearance":"#, self.appearance)
            writer.optionalOrFirst(#","end":"#, self.end)
            writer.optionalOrFirst(#","page":"#, self.page)
            writer.optionalOrFirst(#","second":"#, self.second)
            writer.optionalOrFirst(#","failure":"#, self.failure)
            writer.optionalOrFirst(#","refused":"#, self.refused)
            writer.optionalOrFirst(#","layout":"#, self.layout)
            writer.optionalOrFirst(#","document":"#, self.document)
            writer.optionalOrFirst(#","count":"#, self.count)
            writer.optionalOrFirst(#","refresh":"#, self.refresh)
            writer.optionalOrFirst(#","removed":"#, self.removed)
            writer.optionalOrFirst(#","marks":"#, self.marks)
            writer.optionalOrFirst(#","missed":"#, self.missed)
            writer.optionalOrFirst(#","closed":"#, self.closed)
            writer.endObject()
        }
    }

    /// Opens the reader's document again from its file, also after it failed; one of the library, which others read too, only where
    /// it has failed, or its file or its provider is another one. All its readers go on where they were, or on the
    /// last page where there are fewer now; their watches get their state. `password` is for a document that is locked; left out,
    /// the one that opened it last. Another one than that is tried in any case.
    ///
    /// `fileDescriptor`, or `album`, as in Open: another file has taken the place of the document's, as programs that save do it (`removed` in
    /// Watch). This reader goes over to it, with its id, its looks and all that it is set to; others keep the old one until they are given the
    /// new one too. It stays on the page with the same id, or else with the same index, or on the last one. What waits for a page of the old
    /// one may be answered Superseded. `name` is what the file is called; left out, as the old one. OtherFormat where it is no document of the
    /// same kind. The same file as before is opened again only where it has changed, or has failed.
    ///
    /// Where places are kept (Places=), the marks of the reader's user are copied to what the document has become, as far as their text or
    /// page is found there. That is done for a file that is written anew, too, whoever notices it. `marks` is how many there were; left
    /// out where the document is what it was when it was opened, or no marks are kept of it.
    ///
    /// Repeatable.
    package enum Reload: VarlinkMethod {
        package typealias Parameters = ReaderInterface.ReloadParameters; package typealias Reply = ReaderInterface.ReloadReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.Reload" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``Reload``.
    package struct ReloadParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var password: String?
        package var fileDescriptor: Int?
        package var album: [ReaderInterface.AlbumFile]?
        package var name: String?
        package init(reader: String, password: String? = nil, fileDescriptor: Int? = nil, album: [ReaderInterface.AlbumFile]? = nil, name: String? = nil) { self.reader = reader; self.password = password; self.fileDescriptor = fileDescriptor; self.album = album; self.name = name }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{8}password\u{e}fileDescriptor\u{5}album\u{4}name")
            var _reader: String?, _password: String?, _fileDescriptor: Int?, _album: [ReaderInterface.AlbumFile]?, _name: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.readOptional(&_password)
                case 2: try fields.readOptional(&_fileDescriptor)
                case 3: try fields.readOptional(&_album)
                default: try fields.readOptional(&_name)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader; self.password = _password; self.fileDescriptor = _fileDescriptor; self.album = _album; self.name = _name
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","password":"#, self.password)
            writer.optional(#","fileDescriptor":"#, self.fileDescriptor)
            writer.optional(#","album":"#, self.album)
            writer.optional(#","name":"#, self.name)
            writer.endObject()
        }
    }

    /// The reply to ``Reload``.
    package struct ReloadReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var state: ReaderInterface.State
        package var marks: Int?
        package init(state: ReaderInterface.State, marks: Int? = nil) { self.state = state; self.marks = marks }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}state\u{5}marks")
            var _state: ReaderInterface.State?, _marks: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_state)
                default: try fields.readOptional(&_marks)
            } }
            guard let _state else { throw fields.missing(1) }
            self.state = _state; self.marks = _marks
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"state":"#, self.state)
            writer.optional(#","marks":"#, self.marks)
            writer.endObject()
        }
    }

    /// Closes a reader.
    package enum Close: VarlinkMethod {
        package typealias Parameters = ReaderInterface.CloseParameters; package typealias Reply = ReaderInterface.CloseReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.Close" }
    }

    /// The parameters of ``Close``.
    package struct CloseParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package init(reader: String) { self.reader = reader }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader")
            var _reader: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_reader)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.endObject()
        }
    }

    /// The reply to ``Close``.
    package typealias CloseReply = JSONEmpty

    /// Marks a page of the first axis for its user: the current one, or the one at `index`, or, of a document that flows, the one on which
    /// `position` of its text is. With `text` it is a highlight of that, at `boxes` on the page; without boxes that is looked for on the
    /// page. At most 4096 bytes of `text` and of `note`, 32 of `color`, 128 boxes. `mark` and `created` are for a mark that was made
    /// elsewhere, 32 hexadecimal digits and seconds since 1970: one that has this id in the document already is replaced. What is
    /// answered is on disk. A mark is of the content of a document: it is there wherever that lies, for all readers of the user. A reader
    /// that shows its document in an order of its own (`order` in its looks) has no marks: PlacesNotKept, here and in ChangeMark, RemoveMark
    /// and GetMarks, and its watches are not told of them.
    package enum AddMark: VarlinkMethod {
        package typealias Parameters = ReaderInterface.AddMarkParameters; package typealias Reply = ReaderInterface.AddMarkReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.AddMark" }
    }

    /// The parameters of ``AddMark``.
    package struct AddMarkParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var index: Int?
        package var position: Int?
        package var text: String?
        package var boxes: [ReaderInterface.MarkBox]?
        package var note: String?
        package var color: String?
        package var mark: String?
        package var created: Int?
        package init(reader: String, index: Int? = nil, position: Int? = nil, text: String? = nil, boxes: [ReaderInterface.MarkBox]? = nil, note: String? = nil, color: String? = nil, mark: String? = nil, created: Int? = nil) { self.reader = reader; self.index = index; self.position = position; self.text = text; self.boxes = boxes; self.note = note; self.color = color; self.mark = mark; self.created = created }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{5}index\u{8}position\u{4}text\u{5}boxes\u{4}note\u{5}color\u{4}mark\u{7}created")
            var _reader: String?, _index: Int?, _position: Int?, _text: String?, _boxes: [ReaderInterface.MarkBox]?, _note: String?, _color: String?, _mark: String?, _created: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.readOptional(&_index)
                case 2: try fields.readOptional(&_position)
                case 3: try fields.readOptional(&_text)
                case 4: try fields.readOptional(&_boxes)
                case 5: try fields.readOptional(&_note)
                case 6: try fields.readOptional(&_color)
                case 7: try fields.readOptional(&_mark)
                default: try fields.readOptional(&_created)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader; self.index = _index; self.position = _position; self.text = _text; self.boxes = _boxes; self.note = _note; self.color = _color; self.mark = _mark; self.created = _created
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","index":"#, self.index)
            writer.optional(#","position":"#, self.position)
            writer.optional(#","text":"#, self.text)
            writer.optional(#","boxes":"#, self.boxes)
            writer.optional(#","note":"#, self.note)
            writer.optional(#","color":"#, self.color)
            writer.optional(#","mark":"#, self.mark)
            writer.optional(#","created":"#, self.created)
            writer.endObject()
        }
    }

    /// The reply to ``AddMark``.
    package struct AddMarkReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var mark: ReaderInterface.Mark
        package init(mark: ReaderInterface.Mark) { self.mark = mark }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}mark")
            var _mark: ReaderInterface.Mark?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_mark)
            } }
            guard let _mark else { throw fields.missing(1) }
            self.mark = _mark
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"mark":"#, self.mark)
            writer.endObject()
        }
    }

    /// Changes what a user has to say of a mark: left out, as it was; empty, nothing.
    ///
    /// Repeatable.
    package enum ChangeMark: VarlinkMethod {
        package typealias Parameters = ReaderInterface.ChangeMarkParameters; package typealias Reply = ReaderInterface.ChangeMarkReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.ChangeMark" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``ChangeMark``.
    package struct ChangeMarkParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var mark: String
        package var note: String?
        package var color: String?
        package init(reader: String, mark: String, note: String? = nil, color: String? = nil) { self.reader = reader; self.mark = mark; self.note = note; self.color = color }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{4}mark\u{4}note\u{5}color")
            var _reader: String?, _mark: String?, _note: String?, _color: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.read(&_mark)
                case 2: try fields.readOptional(&_note)
                default: try fields.readOptional(&_color)
            } }
            guard let _reader, let _mark else { throw fields.missing(3) }
            self.reader = _reader; self.mark = _mark; self.note = _note; self.color = _color
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.field(#","mark":"#, self.mark)
            writer.optional(#","note":"#, self.note)
            writer.optional(#","color":"#, self.color)
            writer.endObject()
        }
    }

    /// The reply to ``ChangeMark``.
    package struct ChangeMarkReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var mark: ReaderInterface.Mark
        package init(mark: ReaderInterface.Mark) { self.mark = mark }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}mark")
            var _mark: ReaderInterface.Mark?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_mark)
            } }
            guard let _mark else { throw fields.missing(1) }
            self.mark = _mark
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"mark":"#, self.mark)
            writer.endObject()
        }
    }

    /// Takes a mark away.
    package enum RemoveMark: VarlinkMethod {
        package typealias Parameters = ReaderInterface.RemoveMarkParameters; package typealias Reply = ReaderInterface.RemoveMarkReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.RemoveMark" }
    }

    /// The parameters of ``RemoveMark``.
    package struct RemoveMarkParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var mark: String
        package init(reader: String, mark: String) { self.reader = reader; self.mark = mark }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{4}mark")
            var _reader: String?, _mark: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                default: try fields.read(&_mark)
            } }
            guard let _reader, let _mark else { throw fields.missing(3) }
            self.reader = _reader; self.mark = _mark
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.field(#","mark":"#, self.mark)
            writer.endObject()
        }
    }

    /// The reply to ``RemoveMark``.
    package typealias RemoveMarkReply = JSONEmpty

    /// The marks of the user in the document of the first axis, in its order: `count` of them (at most 64) from `first` on. `next` is where
    /// to go on; left out at the end. `digest` is that of the document.
    ///
    /// Repeatable.
    package enum GetMarks: VarlinkMethod {
        package typealias Parameters = ReaderInterface.GetMarksParameters; package typealias Reply = ReaderInterface.GetMarksReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.GetMarks" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``GetMarks``.
    package struct GetMarksParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var first: Int?
        package var count: Int?
        package init(reader: String, first: Int? = nil, count: Int? = nil) { self.reader = reader; self.first = first; self.count = count }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{5}first\u{5}count")
            var _reader: String?, _first: Int?, _count: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.readOptional(&_first)
                default: try fields.readOptional(&_count)
            } }
            guard let _reader else { throw fields.missing(1) }
            self.reader = _reader; self.first = _first; self.count = _count
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.optional(#","first":"#, self.first)
            writer.optional(#","count":"#, self.count)
            writer.endObject()
        }
    }

    /// The reply to ``GetMarks``.
    package struct GetMarksReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var digest: String
        package var marks: [ReaderInterface.Mark]
        package var next: Int?
        package init(digest: String, marks: [ReaderInterface.Mark], next: Int? = nil) { self.digest = digest; self.marks = marks; self.next = next }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}digest\u{5}marks\u{4}next")
            var _digest: String?, _marks: [ReaderInterface.Mark]?, _next: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_digest)
                case 1: try fields.read(&_marks)
                default: try fields.readOptional(&_next)
            } }
            guard let _digest, let _marks else { throw fields.missing(3) }
            self.digest = _digest; self.marks = _marks; self.next = _next
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"digest":"#, self.digest)
            writer.field(#","marks":"#, self.marks)
            writer.optional(#","next":"#, self.next)
            writer.endObject()
        }
    }

    /// The documents that the user has read or marked, the one read last first: `count` of them (at most 256) from `first` on.
    ///
    /// Repeatable.
    package enum GetPlaces: VarlinkMethod {
        package typealias Parameters = ReaderInterface.GetPlacesParameters; package typealias Reply = ReaderInterface.GetPlacesReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.GetPlaces" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``GetPlaces``.
    package struct GetPlacesParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var first: Int?
        package var count: Int?
        package init(first: Int? = nil, count: Int? = nil) { self.first = first; self.count = count }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}first\u{5}count")
            var _first: Int?, _count: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.readOptional(&_first)
                default: try fields.readOptional(&_count)
            } }
            self.first = _first; self.count = _count
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","first":"#, self.first)
            writer.optionalOrFirst(#","count":"#, self.count)
            writer.endObject()
        }
    }

    /// The reply to ``GetPlaces``.
    package struct GetPlacesReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var documents: [ReaderInterface.ReadDocument]
        package var next: Int?
        package init(documents: [ReaderInterface.ReadDocument], next: Int? = nil) { self.documents = documents; self.next = next }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{9}documents\u{4}next")
            var _documents: [ReaderInterface.ReadDocument]?, _next: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_documents)
                default: try fields.readOptional(&_next)
            } }
            guard let _documents else { throw fields.missing(1) }
            self.documents = _documents; self.next = _next
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"documents":"#, self.documents)
            writer.optional(#","next":"#, self.next)
            writer.endObject()
        }
    }

    /// Forgets where the user has stopped reading the document with a digest, and all marks in it; left out, in all documents. Where a
    /// reader is on one, its place is kept again when it turns.
    package enum ForgetPlaces: VarlinkMethod {
        package typealias Parameters = ReaderInterface.ForgetPlacesParameters; package typealias Reply = ReaderInterface.ForgetPlacesReply; package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.ForgetPlaces" }
    }

    /// The parameters of ``ForgetPlaces``.
    package struct ForgetPlacesParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var digest: String?
        package init(digest: String? = nil) { self.digest = digest }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}digest")
            var _digest: String?
            while let field = try fields.next() { switch field {
                default: try fields.readOptional(&_digest)
            } }
            self.digest = _digest
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","digest":"#, self.digest)
            writer.endObject()
        }
    }

    /// The reply to ``ForgetPlaces``.
    package struct ForgetPlacesReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var places: Int
        package var marks: Int
        package init(places: Int, marks: Int) { self.places = places; self.marks = marks }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}places\u{5}marks")
            var _places: Int?, _marks: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_places)
                default: try fields.read(&_marks)
            } }
            guard let _places, let _marks else { throw fields.missing(3) }
            self.places = _places; self.marks = _marks
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"places":"#, self.places)
            writer.field(#","marks":"#, self.marks)
            writer.endObject()
        }
    }

    /// The errors that org.sheaf.Reader declares.
    package enum Failure: VarlinkFailure, Equatable {
        /// The call is not as its method is declared. `field` is the path to what is wrong ("target.index", "pages.3"), `reason` says what it must
        /// be: "unknown field", "missing", "not of the type int", "not one of page, width, height, scale".
        case invalidCall(field: String, reason: String)
        /// The reader does not exist, or is another user's.
        case noSuchReader(reader: String)
        /// No page there. `target` is what was asked for; `pages` how many there are.
        case noSuchPage(target: String, pages: Int)
        /// The user has no such mark in the document.
        case noSuchMark(mark: String)
        /// A part of a mark that is out of range. `field` is which one, `reason` what it must be.
        case invalidMark(field: String, reason: String)
        /// Places and marks are not kept, or not of this document, or the reader shows it in an order of its own. `reason` says why, and what
        /// to do.
        case placesNotKept(reason: String)
        /// The places or marks could not be read or written. What was answered before is kept.
        case placesFailed(reason: String)
        /// The document has no pages.
        case empty
        /// The reader has no such axis.
        case noSuchAxis(axis: ReaderInterface.Axis)
        /// The axis is switched off: SetAxis switches it on.
        case axisDisabled(axis: ReaderInterface.Axis)
        /// The other axis is under way, or rests elsewhere than where it unlocks this one, which is spread `unlocks` where it is
        /// told.
        case axisLocked(axis: ReaderInterface.Axis, unlocks: Int?)
        /// A drag is under way already.
        case dragActive(transition: Int)
        /// No drag is under way.
        case noDrag
        /// A transition is under way: wait until it has settled.
        case transitionActive(transition: Int)
        /// A page is being moved, by this reader or by another one of the document: end that first.
        case moveActive(index: Int)
        /// No page is being moved.
        case noMove
        /// The viewer of this reader turns its pages itself, and reports what it sees.
        case manualReader
        /// The reader sends appearance events by itself.
        case notManual
        /// A page can't take this step from where it is: a page appears only when it is hidden or disappearing, and so on.
        case noSuchStep(index: Int, event: ReaderInterface.AppearanceStep)
        /// A number that is out of range. `field` is which one, `reason` what it must be.
        case invalidMotion(field: String, reason: String)
        /// An axis or an arrangement that can't be. `field` is which part, `reason` what it must be.
        case invalidArrangement(field: String, reason: String)
        /// The screen may not be turned that way; `allowed` are the orientations that may be.
        case orientationRefused(orientation: Int, allowed: [Int])
        /// The document is not open, or is another user's.
        case noSuchDocument(document: String)
        /// No provider opens this. `reason` is what the provider said, or why the one can't be loaded whose own it is.
        case notADocument(reason: String)
        /// The document is locked: `wrong` where a password was given that does not open it, else it is missing. A reader from before a
        /// restart of the service is told so too: Reload takes the password again.
        case passwordNeeded(wrong: Bool)
        /// The descriptor or path is no regular file that can be read, nor the path a folder. `reason` says what it is.
        case notAFile(reason: String)
        /// The document is on FUSE or a network file system, which RemoteFileSystems= does not allow.
        case remoteDocument
        /// The path is below no library folder, or leads out of it, or nothing is there; or it has a NUL, which no path has.
        case pathRefused(path: String, reason: String)
        /// The file is of another format than the document that it is to take the place of: `provider` opens it, and `flows` where it has no
        /// pages of its own. The reader is where it was. Open the file in another reader.
        case otherFormat(provider: String, flows: Bool)
        /// The provider does not exist, or could not be loaded.
        case unknownProvider(provider: String, available: [String])
        /// The document is refused: its provider crashed twice when it opened it, or took too long; or what was asked of the whole document
        /// (contents, metadata) is: that crashed the provider twice. Reload tries it again.
        case documentFailed(reason: String)
        /// This page could not be rendered; others may. Where it has crashed its provider twice it is refused until Reload.
        case pageFailed(index: Int, reason: String)
        /// The provider can't do this.
        case unsupported(what: String)
        /// Looks that are out of range. `field` is which part, `reason` what it must be.
        case invalidLooks(field: String, reason: String)
        /// A viewport that is out of range. `field` is which one, `reason` what it must be.
        case invalidViewport(field: String, reason: String)
        /// Not exactly one kind of target, or one that is out of range.
        case invalidTarget(reason: String)
        /// The region is empty or not within the page, which measures so many pixels.
        case invalidRegion(pageWidth: Int, pageHeight: Int)
        /// The region would have more bytes than MaxRenditionPixels= or PageMax= allow.
        case pageTooLarge(bytes: Int, limit: Int)
        /// A newer region of this reader was asked for before this one was there.
        case superseded
        /// The bytes don't fit in a message: ask for a descriptor, a region, PNG, JPEG or WebP.
        case inlineTooLarge(bytes: Int, limit: Int)
        /// The rendition was not handed to this reader as a descriptor, or was returned.
        case noSuchRendition(rendition: Int)
        /// A limit of the service on one user was reached. `limit` is its name in sheafd.conf.
        case limitReached(limit: String, value: Int)
        /// The service could not do it for want of memory, descriptors or processes.
        case serviceOverloaded(reason: String)
        /// An error that every method may answer.
        case service(ServiceInterface.Failure)

        package var errorName: StaticString {
            switch self {
                case .invalidCall: "org.sheaf.Reader.InvalidCall"
                case .noSuchReader: "org.sheaf.Reader.NoSuchReader"
                case .noSuchPage: "org.sheaf.Reader.NoSuchPage"
                case .noSuchMark: "org.sheaf.Reader.NoSuchMark"
                case .invalidMark: "org.sheaf.Reader.InvalidMark"
                case .placesNotKept: "org.sheaf.Reader.PlacesNotKept"
                case .placesFailed: "org.sheaf.Reader.PlacesFailed"
                case .empty: "org.sheaf.Reader.Empty"
                case .noSuchAxis: "org.sheaf.Reader.NoSuchAxis"
                case .axisDisabled: "org.sheaf.Reader.AxisDisabled"
                case .axisLocked: "org.sheaf.Reader.AxisLocked"
                case .dragActive: "org.sheaf.Reader.DragActive"
                case .noDrag: "org.sheaf.Reader.NoDrag"
                case .transitionActive: "org.sheaf.Reader.TransitionActive"
                case .moveActive: "org.sheaf.Reader.MoveActive"
                case .noMove: "org.sheaf.Reader.NoMove"
                case .manualReader: "org.sheaf.Reader.ManualReader"
                case .notManual: "org.sheaf.Reader.NotManual"
                case .noSuchStep: "org.sheaf.Reader.NoSuchStep"
                case .invalidMotion: "org.sheaf.Reader.InvalidMotion"
                case .invalidArrangement: "org.sheaf.Reader.InvalidArrangement"
                case .orientationRefused: "org.sheaf.Reader.OrientationRefused"
                case .noSuchDocument: "org.sheaf.Reader.NoSuchDocument"
                case .notADocument: "org.sheaf.Reader.NotADocument"
                case .passwordNeeded: "org.sheaf.Reader.PasswordNeeded"
                case .notAFile: "org.sheaf.Reader.NotAFile"
                case .remoteDocument: "org.sheaf.Reader.RemoteDocument"
                case .pathRefused: "org.sheaf.Reader.PathRefused"
                case .otherFormat: "org.sheaf.Reader.OtherFormat"
                case .unknownProvider: "org.sheaf.Reader.UnknownProvider"
                case .documentFailed: "org.sheaf.Reader.DocumentFailed"
                case .pageFailed: "org.sheaf.Reader.PageFailed"
                case .unsupported: "org.sheaf.Reader.Unsupported"
                case .invalidLooks: "org.sheaf.Reader.InvalidLooks"
                case .invalidViewport: "org.sheaf.Reader.InvalidViewport"
                case .invalidTarget: "org.sheaf.Reader.InvalidTarget"
                case .invalidRegion: "org.sheaf.Reader.InvalidRegion"
                case .pageTooLarge: "org.sheaf.Reader.PageTooLarge"
                case .superseded: "org.sheaf.Reader.Superseded"
                case .inlineTooLarge: "org.sheaf.Reader.InlineTooLarge"
                case .noSuchRendition: "org.sheaf.Reader.NoSuchRendition"
                case .limitReached: "org.sheaf.Reader.LimitReached"
                case .serviceOverloaded: "org.sheaf.Reader.ServiceOverloaded"
                case .service(let failure): failure.errorName
            }
        }

        package func encodeParameters(into writer: inout JSONWriter) {
            switch self {
                case .invalidCall(let _field, let _reason): writer.field(#"{"field":"#, _field); writer.field(#","reason":"#, _reason); writer.endObject()
                case .noSuchReader(let _reader): writer.field(#"{"reader":"#, _reader); writer.endObject()
                case .noSuchPage(let _target, let _pages): writer.field(#"{"target":"#, _target); writer.field(#","pages":"#, _pages); writer.endObject()
                case .noSuchMark(let _mark): writer.field(#"{"mark":"#, _mark); writer.endObject()
                case .invalidMark(let _field, let _reason): writer.field(#"{"field":"#, _field); writer.field(#","reason":"#, _reason); writer.endObject()
                case .placesNotKept(let _reason): writer.field(#"{"reason":"#, _reason); writer.endObject()
                case .placesFailed(let _reason): writer.field(#"{"reason":"#, _reason); writer.endObject()
                case .empty: writer.beginObject(); writer.endObject()
                case .noSuchAxis(let _axis): writer.field(#"{"axis":"#, _axis); writer.endObject()
                case .axisDisabled(let _axis): writer.field(#"{"axis":"#, _axis); writer.endObject()
                case .axisLocked(let _axis, let _unlocks): writer.field(#"{"axis":"#, _axis); writer.optional(#","unlocks":"#, _unlocks); writer.endObject()
                case .dragActive(let _transition): writer.field(#"{"transition":"#, _transition); writer.endObject()
                case .noDrag: writer.beginObject(); writer.endObject()
                case .transitionActive(let _transition): writer.field(#"{"transition":"#, _transition); writer.endObject()
                case .moveActive(let _index): writer.field(#"{"index":"#, _index); writer.endObject()
                case .noMove: writer.beginObject(); writer.endObject()
                case .manualReader: writer.beginObject(); writer.endObject()
                case .notManual: writer.beginObject(); writer.endObject()
                case .noSuchStep(let _index, let _event): writer.field(#"{"index":"#, _index); writer.field(#","event":"#, _event); writer.endObject()
                case .invalidMotion(let _field, let _reason): writer.field(#"{"field":"#, _field); writer.field(#","reason":"#, _reason); writer.endObject()
                case .invalidArrangement(let _field, let _reason): writer.field(#"{"field":"#, _field); writer.field(#","reason":"#, _reason); writer.endObject()
                case .orientationRefused(let _orientation, let _allowed): writer.field(#"{"orientation":"#, _orientation); writer.field(#","allowed":"#, _allowed); writer.endObject()
                case .noSuchDocument(let _document): writer.field(#"{"document":"#, _document); writer.endObject()
                case .notADocument(let _reason): writer.field(#"{"reason":"#, _reason); writer.endObject()
                case .passwordNeeded(let _wrong): writer.field(#"{"wrong":"#, _wrong); writer.endObject()
                case .notAFile(let _reason): writer.field(#"{"reason":"#, _reason); writer.endObject()
                case .remoteDocument: writer.beginObject(); writer.endObject()
                case .pathRefused(let _path, let _reason): writer.field(#"{"path":"#, _path); writer.field(#","reason":"#, _reason); writer.endObject()
                case .otherFormat(let _provider, let _flows): writer.field(#"{"provider":"#, _provider); writer.field(#","flows":"#, _flows); writer.endObject()
                case .unknownProvider(let _provider, let _available): writer.field(#"{"provider":"#, _provider); writer.field(#","available":"#, _available); writer.endObject()
                case .documentFailed(let _reason): writer.field(#"{"reason":"#, _reason); writer.endObject()
                case .pageFailed(let _index, let _reason): writer.field(#"{"index":"#, _index); writer.field(#","reason":"#, _reason); writer.endObject()
                case .unsupported(let _what): writer.field(#"{"what":"#, _what); writer.endObject()
                case .invalidLooks(let _field, let _reason): writer.field(#"{"field":"#, _field); writer.field(#","reason":"#, _reason); writer.endObject()
                case .invalidViewport(let _field, let _reason): writer.field(#"{"field":"#, _field); writer.field(#","reason":"#, _reason); writer.endObject()
                case .invalidTarget(let _reason): writer.field(#"{"reason":"#, _reason); writer.endObject()
                case .invalidRegion(let _pageWidth, let _pageHeight): writer.field(#"{"pageWidth":"#, _pageWidth); writer.field(#","pageHeight":"#, _pageHeight); writer.endObject()
                case .pageTooLarge(let _bytes, let _limit): writer.field(#"{"bytes":"#, _bytes); writer.field(#","limit":"#, _limit); writer.endObject()
                case .superseded: writer.beginObject(); writer.endObject()
                case .inlineTooLarge(let _bytes, let _limit): writer.field(#"{"bytes":"#, _bytes); writer.field(#","limit":"#, _limit); writer.endObject()
                case .noSuchRendition(let _rendition): writer.field(#"{"rendition":"#, _rendition); writer.endObject()
                case .limitReached(let _limit, let _value): writer.field(#"{"limit":"#, _limit); writer.field(#","value":"#, _value); writer.endObject()
                case .serviceOverloaded(let _reason): writer.field(#"{"reason":"#, _reason); writer.endObject()
                case .service(let failure): failure.encodeParameters(into: &writer)
            }
        }

        package init?(errorName: borrowing JSONString, parameters: borrowing JSONValue) throws(JSONError) {
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.InvalidCall", ["field", "reason"]) { self = .invalidCall(field: try fields.read("field"), reason: try fields.read("reason")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.NoSuchReader", ["reader"]) { self = .noSuchReader(reader: try fields.read("reader")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.NoSuchPage", ["target", "pages"]) { self = .noSuchPage(target: try fields.read("target"), pages: try fields.read("pages")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.NoSuchMark", ["mark"]) { self = .noSuchMark(mark: try fields.read("mark")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.InvalidMark", ["field", "reason"]) { self = .invalidMark(field: try fields.read("field"), reason: try fields.read("reason")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.PlacesNotKept", ["reason"]) { self = .placesNotKept(reason: try fields.read("reason")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.PlacesFailed", ["reason"]) { self = .placesFailed(reason: try fields.read("reason")); return }
            if try parameters.fields(of: errorName, "org.sheaf.Reader.Empty", []) != nil { self = .empty; return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.NoSuchAxis", ["axis"]) { self = .noSuchAxis(axis: try fields.read("axis")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.AxisDisabled", ["axis"]) { self = .axisDisabled(axis: try fields.read("axis")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.AxisLocked", ["axis", "unlocks"]) { self = .axisLocked(axis: try fields.read("axis"), unlocks: try fields.readOptional("unlocks")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.DragActive", ["transition"]) { self = .dragActive(transition: try fields.read("transition")); return }
            if try parameters.fields(of: errorName, "org.sheaf.Reader.NoDrag", []) != nil { self = .noDrag; return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.TransitionActive", ["transition"]) { self = .transitionActive(transition: try fields.read("transition")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.MoveActive", ["index"]) { self = .moveActive(index: try fields.read("index")); return }
            if try parameters.fields(of: errorName, "org.sheaf.Reader.NoMove", []) != nil { self = .noMove; return }
            if try parameters.fields(of: errorName, "org.sheaf.Reader.ManualReader", []) != nil { self = .manualReader; return }
            if try parameters.fields(of: errorName, "org.sheaf.Reader.NotManual", []) != nil { self = .notManual; return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.NoSuchStep", ["index", "event"]) { self = .noSuchStep(index: try fields.read("index"), event: try fields.read("event")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.InvalidMotion", ["field", "reason"]) { self = .invalidMotion(field: try fields.read("field"), reason: try fields.read("reason")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.InvalidArrangement", ["field", "reason"]) { self = .invalidArrangement(field: try fields.read("field"), reason: try fields.read("reason")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.OrientationRefused", ["orientation", "allowed"]) { self = .orientationRefused(orientation: try fields.read("orientation"), allowed: try fields.read("allowed")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.NoSuchDocument", ["document"]) { self = .noSuchDocument(document: try fields.read("document")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.NotADocument", ["reason"]) { self = .notADocument(reason: try fields.read("reason")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.PasswordNeeded", ["wrong"]) { self = .passwordNeeded(wrong: try fields.read("wrong")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.NotAFile", ["reason"]) { self = .notAFile(reason: try fields.read("reason")); return }
            if try parameters.fields(of: errorName, "org.sheaf.Reader.RemoteDocument", []) != nil { self = .remoteDocument; return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.PathRefused", ["path", "reason"]) { self = .pathRefused(path: try fields.read("path"), reason: try fields.read("reason")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.OtherFormat", ["provider", "flows"]) { self = .otherFormat(provider: try fields.read("provider"), flows: try fields.read("flows")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.UnknownProvider", ["provider", "available"]) { self = .unknownProvider(provider: try fields.read("provider"), available: try fields.read("available")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.DocumentFailed", ["reason"]) { self = .documentFailed(reason: try fields.read("reason")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.PageFailed", ["index", "reason"]) { self = .pageFailed(index: try fields.read("index"), reason: try fields.read("reason")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.Unsupported", ["what"]) { self = .unsupported(what: try fields.read("what")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.InvalidLooks", ["field", "reason"]) { self = .invalidLooks(field: try fields.read("field"), reason: try fields.read("reason")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.InvalidViewport", ["field", "reason"]) { self = .invalidViewport(field: try fields.read("field"), reason: try fields.read("reason")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.InvalidTarget", ["reason"]) { self = .invalidTarget(reason: try fields.read("reason")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.InvalidRegion", ["pageWidth", "pageHeight"]) { self = .invalidRegion(pageWidth: try fields.read("pageWidth"), pageHeight: try fields.read("pageHeight")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.PageTooLarge", ["bytes", "limit"]) { self = .pageTooLarge(bytes: try fields.read("bytes"), limit: try fields.read("limit")); return }
            if try parameters.fields(of: errorName, "org.sheaf.Reader.Superseded", []) != nil { self = .superseded; return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.InlineTooLarge", ["bytes", "limit"]) { self = .inlineTooLarge(bytes: try fields.read("bytes"), limit: try fields.read("limit")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.NoSuchRendition", ["rendition"]) { self = .noSuchRendition(rendition: try fields.read("rendition")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.LimitReached", ["limit", "value"]) { self = .limitReached(limit: try fields.read("limit"), value: try fields.read("value")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Reader.ServiceOverloaded", ["reason"]) { self = .serviceOverloaded(reason: try fields.read("reason")); return }
            guard let failure = try ServiceInterface.Failure(errorName: errorName, parameters: parameters) else { return nil }
            self = .service(failure)
        }
    }
}

/// Answers the calls of org.sheaf.Reader. What a method throws is its answer.
package protocol ReaderHandler: AnyObject {
    func open(_ parameters: ReaderInterface.OpenParameters, _ call: VarlinkCall<ReaderInterface.Open>) throws(ReaderInterface.Failure)
    func navigate(_ parameters: ReaderInterface.NavigateParameters, _ call: VarlinkCall<ReaderInterface.Navigate>) throws(ReaderInterface.Failure)
    func beginDrag(_ parameters: ReaderInterface.BeginDragParameters, _ call: VarlinkCall<ReaderInterface.BeginDrag>) throws(ReaderInterface.Failure)
    func drag(_ parameters: ReaderInterface.DragParameters, _ call: VarlinkCall<ReaderInterface.Drag>) throws(ReaderInterface.Failure)
    func releaseDrag(_ parameters: ReaderInterface.ReleaseDragParameters, _ call: VarlinkCall<ReaderInterface.ReleaseDrag>) throws(ReaderInterface.Failure)
    func cancelDrag(_ parameters: ReaderInterface.CancelDragParameters, _ call: VarlinkCall<ReaderInterface.CancelDrag>) throws(ReaderInterface.Failure)
    func settle(_ parameters: ReaderInterface.SettleParameters, _ call: VarlinkCall<ReaderInterface.Settle>) throws(ReaderInterface.Failure)
    func reportAppearance(_ parameters: ReaderInterface.ReportAppearanceParameters, _ call: VarlinkCall<ReaderInterface.ReportAppearance>) throws(ReaderInterface.Failure)
    func setLooks(_ parameters: ReaderInterface.SetLooksParameters, _ call: VarlinkCall<ReaderInterface.SetLooks>) throws(ReaderInterface.Failure)
    func setAxis(_ parameters: ReaderInterface.SetAxisParameters, _ call: VarlinkCall<ReaderInterface.SetAxis>) throws(ReaderInterface.Failure)
    func getState(_ parameters: ReaderInterface.GetStateParameters, _ call: VarlinkCall<ReaderInterface.GetState>) throws(ReaderInterface.Failure)
    func getHistory(_ parameters: ReaderInterface.GetHistoryParameters, _ call: VarlinkCall<ReaderInterface.GetHistory>) throws(ReaderInterface.Failure)
    func getLayout(_ parameters: ReaderInterface.GetLayoutParameters, _ call: VarlinkCall<ReaderInterface.GetLayout>) throws(ReaderInterface.Failure)
    func hitTest(_ parameters: ReaderInterface.HitTestParameters, _ call: VarlinkCall<ReaderInterface.HitTest>) throws(ReaderInterface.Failure)
    func refresh(_ parameters: ReaderInterface.RefreshParameters, _ call: VarlinkCall<ReaderInterface.Refresh>) throws(ReaderInterface.Failure)
    func beginMove(_ parameters: ReaderInterface.BeginMoveParameters, _ call: VarlinkCall<ReaderInterface.BeginMove>) throws(ReaderInterface.Failure)
    func updateMove(_ parameters: ReaderInterface.UpdateMoveParameters, _ call: VarlinkCall<ReaderInterface.UpdateMove>) throws(ReaderInterface.Failure)
    func endMove(_ parameters: ReaderInterface.EndMoveParameters, _ call: VarlinkCall<ReaderInterface.EndMove>) throws(ReaderInterface.Failure)
    func cancelMove(_ parameters: ReaderInterface.CancelMoveParameters, _ call: VarlinkCall<ReaderInterface.CancelMove>) throws(ReaderInterface.Failure)
    func getPage(_ parameters: ReaderInterface.GetPageParameters, _ call: VarlinkCall<ReaderInterface.GetPage>) throws(ReaderInterface.Failure)
    func releasePage(_ parameters: ReaderInterface.ReleasePageParameters, _ call: VarlinkCall<ReaderInterface.ReleasePage>) throws(ReaderInterface.Failure)
    func prefetch(_ parameters: ReaderInterface.PrefetchParameters, _ call: VarlinkCall<ReaderInterface.Prefetch>) throws(ReaderInterface.Failure)
    func cancelPrefetch(_ parameters: ReaderInterface.CancelPrefetchParameters, _ call: VarlinkCall<ReaderInterface.CancelPrefetch>) throws(ReaderInterface.Failure)
    func setViewport(_ parameters: ReaderInterface.SetViewportParameters, _ call: VarlinkCall<ReaderInterface.SetViewport>) throws(ReaderInterface.Failure)
    func watch(_ parameters: ReaderInterface.WatchParameters, _ call: VarlinkCall<ReaderInterface.Watch>) throws(ReaderInterface.Failure)
    func reload(_ parameters: ReaderInterface.ReloadParameters, _ call: VarlinkCall<ReaderInterface.Reload>) throws(ReaderInterface.Failure)
    func close(_ parameters: ReaderInterface.CloseParameters, _ call: VarlinkCall<ReaderInterface.Close>) throws(ReaderInterface.Failure)
    func addMark(_ parameters: ReaderInterface.AddMarkParameters, _ call: VarlinkCall<ReaderInterface.AddMark>) throws(ReaderInterface.Failure)
    func changeMark(_ parameters: ReaderInterface.ChangeMarkParameters, _ call: VarlinkCall<ReaderInterface.ChangeMark>) throws(ReaderInterface.Failure)
    func removeMark(_ parameters: ReaderInterface.RemoveMarkParameters, _ call: VarlinkCall<ReaderInterface.RemoveMark>) throws(ReaderInterface.Failure)
    func getMarks(_ parameters: ReaderInterface.GetMarksParameters, _ call: VarlinkCall<ReaderInterface.GetMarks>) throws(ReaderInterface.Failure)
    func getPlaces(_ parameters: ReaderInterface.GetPlacesParameters, _ call: VarlinkCall<ReaderInterface.GetPlaces>) throws(ReaderInterface.Failure)
    func forgetPlaces(_ parameters: ReaderInterface.ForgetPlacesParameters, _ call: VarlinkCall<ReaderInterface.ForgetPlaces>) throws(ReaderInterface.Failure)

    /// Answers a call that was read in place, or returns false. Nothing must have been said then, and it comes again, decoded.
    func navigate(scanned: borrowing ReaderInterface.NavigateScan, _ call: borrowing ScannedCall) -> Bool

    /// Answers a call that was read in place, or returns false. Nothing must have been said then, and it comes again, decoded.
    func drag(scanned: borrowing ReaderInterface.DragScan, _ call: borrowing ScannedCall) -> Bool
}

extension ReaderHandler {
    package func navigate(scanned: borrowing ReaderInterface.NavigateScan, _ call: borrowing ScannedCall) -> Bool { false }
    package func drag(scanned: borrowing ReaderInterface.DragScan, _ call: borrowing ScannedCall) -> Bool { false }
}

/// Decodes the calls of org.sheaf.Reader for a handler, which it holds.
package final class ReaderDispatcher: VarlinkInterface {
    private let handler: any ReaderHandler

    package init(_ handler: any ReaderHandler) {
        self.handler = handler
    }

    package var name: StaticString { ReaderInterface.name }
    package var description: StaticString { ReaderInterface.text }

    package func dispatch(_ incoming: borrowing VarlinkIncoming) throws(JSONError) -> Bool {
        switch incoming.method(in: "\u{4}Open\u{8}Navigate\u{9}BeginDrag\u{4}Drag\u{b}ReleaseDrag\u{a}CancelDrag\u{6}Settle\u{10}ReportAppearance\u{8}SetLooks\u{7}SetAxis\u{8}GetState\u{a}GetHistory\u{9}GetLayout\u{7}HitTest\u{7}Refresh\u{9}BeginMove\u{a}UpdateMove\u{7}EndMove\u{a}CancelMove\u{7}GetPage\u{b}ReleasePage\u{8}Prefetch\u{e}CancelPrefetch\u{b}SetViewport\u{5}Watch\u{6}Reload\u{5}Close\u{7}AddMark\u{a}ChangeMark\u{a}RemoveMark\u{8}GetMarks\u{9}GetPlaces\u{c}ForgetPlaces") {
        case 0: try serve(incoming, ReaderInterface.Open.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.open(parameters, call) }
        case 1: try serve(incoming, ReaderInterface.Navigate.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.navigate(parameters, call) }
        case 2: try serve(incoming, ReaderInterface.BeginDrag.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.beginDrag(parameters, call) }
        case 3: try serve(incoming, ReaderInterface.Drag.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.drag(parameters, call) }
        case 4: try serve(incoming, ReaderInterface.ReleaseDrag.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.releaseDrag(parameters, call) }
        case 5: try serve(incoming, ReaderInterface.CancelDrag.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.cancelDrag(parameters, call) }
        case 6: try serve(incoming, ReaderInterface.Settle.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.settle(parameters, call) }
        case 7: try serve(incoming, ReaderInterface.ReportAppearance.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.reportAppearance(parameters, call) }
        case 8: try serve(incoming, ReaderInterface.SetLooks.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.setLooks(parameters, call) }
        case 9: try serve(incoming, ReaderInterface.SetAxis.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.setAxis(parameters, call) }
        case 10: try serve(incoming, ReaderInterface.GetState.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.getState(parameters, call) }
        case 11: try serve(incoming, ReaderInterface.GetHistory.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.getHistory(parameters, call) }
        case 12: try serve(incoming, ReaderInterface.GetLayout.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.getLayout(parameters, call) }
        case 13: try serve(incoming, ReaderInterface.HitTest.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.hitTest(parameters, call) }
        case 14: try serve(incoming, ReaderInterface.Refresh.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.refresh(parameters, call) }
        case 15: try serve(incoming, ReaderInterface.BeginMove.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.beginMove(parameters, call) }
        case 16: try serve(incoming, ReaderInterface.UpdateMove.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.updateMove(parameters, call) }
        case 17: try serve(incoming, ReaderInterface.EndMove.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.endMove(parameters, call) }
        case 18: try serve(incoming, ReaderInterface.CancelMove.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.cancelMove(parameters, call) }
        case 19: try serve(incoming, ReaderInterface.GetPage.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.getPage(parameters, call) }
        case 20: try serve(incoming, ReaderInterface.ReleasePage.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.releasePage(parameters, call) }
        case 21: try serve(incoming, ReaderInterface.Prefetch.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.prefetch(parameters, call) }
        case 22: try serve(incoming, ReaderInterface.CancelPrefetch.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.cancelPrefetch(parameters, call) }
        case 23: try serve(incoming, ReaderInterface.SetViewport.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.setViewport(parameters, call) }
        case 24: try serve(incoming, ReaderInterface.Watch.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.watch(parameters, call) }
        case 25: try serve(incoming, ReaderInterface.Reload.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.reload(parameters, call) }
        case 26: try serve(incoming, ReaderInterface.Close.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.close(parameters, call) }
        case 27: try serve(incoming, ReaderInterface.AddMark.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.addMark(parameters, call) }
        case 28: try serve(incoming, ReaderInterface.ChangeMark.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.changeMark(parameters, call) }
        case 29: try serve(incoming, ReaderInterface.RemoveMark.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.removeMark(parameters, call) }
        case 30: try serve(incoming, ReaderInterface.GetMarks.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.getMarks(parameters, call) }
        case 31: try serve(incoming, ReaderInterface.GetPlaces.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.getPlaces(parameters, call) }
        case 32: try serve(incoming, ReaderInterface.ForgetPlaces.self) { (parameters, call) throws(ReaderInterface.Failure) in try handler.forgetPlaces(parameters, call) }
        default: return false
        }
        return true
    }

    private func serve<Method: VarlinkMethod>(_ incoming: borrowing VarlinkIncoming, _ method: Method.Type, _ body: (Method.Parameters, VarlinkCall<Method>) throws(ReaderInterface.Failure) -> Void) throws(JSONError) where Method.Failure == ReaderInterface.Failure {
        let parameters = try Method.Parameters(decoding: incoming.parameters)
        let call = incoming.call(of: method)
        do throws(ReaderInterface.Failure) { try body(parameters, call) } catch { call.fail(error) }
    }

    package func failure(of call: JSONError) -> any VarlinkFailure {
        ReaderInterface.Failure.invalidCall(field: call.field, reason: call.problem)
    }

    package var scansCalls: Bool { true }

    package func dispatch(scanning call: borrowing CallScanner, on connection: VarlinkConnection) -> Bool {
        var scanner = copy call
        if scanner.takes(#"org.sheaf.Reader.Navigate""#) {
            guard scanner.reachesParameters() else { return false }
            var scan = ReaderInterface.NavigateScan(scanner)
            scan.read(&scanner)
            guard scanner.ends() else { return false }
            let call = ScannedCall(on: connection, scanner.flags)
            return call.end(isAnswered: handler.navigate(scanned: scan, call))
        }
        if scanner.takes(#"org.sheaf.Reader.Drag""#) {
            guard scanner.reachesParameters() else { return false }
            var scan = ReaderInterface.DragScan(scanner)
            scan.read(&scanner)
            guard scanner.ends() else { return false }
            let call = ScannedCall(on: connection, scanner.flags)
            return call.end(isAnswered: handler.drag(scanned: scan, call))
        }
        return false
    }
}

// Calls that are read in place.

extension ReaderInterface {
    /// A call of ``Navigate`` that is read in place.
    package struct NavigateScan: ~Escapable {
        package private(set) var reader: RawSpan
        package private(set) var target: ReaderInterface.TargetScan
        package private(set) var handover: ReaderInterface.Handover?
        package private(set) var axis: ReaderInterface.Axis?
        package private(set) var duration: Int?
        package private(set) var direction: ReaderInterface.Direction?
        package private(set) var wrap: Bool?

        @_lifetime(copy scanner)
        @inline(__always)
        package init(_ scanner: borrowing CallScanner) {
            self.reader = scanner.none
            self.target = ReaderInterface.TargetScan(scanner)
        }

        @_lifetime(self: copy scanner)
        @inline(__always)
        package mutating func read(_ scanner: inout CallScanner) {
            var seen: UInt64 = 0
            if scanner.beginsObject() {
                repeat {
                    if scanner.isField(#""reader":"#, 0, &seen) {
                        self.reader = scanner.string()
                    } else if scanner.isField(#""target":"#, 1, &seen) {
                        self.target.read(&scanner)
                    } else if scanner.isField(#""handover":"#, 2, &seen) {
                        if !scanner.takesNull() { self.handover = ReaderInterface.Handover(scanning: &scanner) }
                    } else if scanner.isField(#""axis":"#, 3, &seen) {
                        if !scanner.takesNull() { self.axis = ReaderInterface.Axis(scanning: &scanner) }
                    } else if scanner.isField(#""duration":"#, 4, &seen) {
                        if !scanner.takesNull() { self.duration = scanner.int() }
                    } else if scanner.isField(#""direction":"#, 5, &seen) {
                        if !scanner.takesNull() { self.direction = ReaderInterface.Direction(scanning: &scanner) }
                    } else if scanner.isField(#""wrap":"#, 6, &seen) {
                        if !scanner.takesNull() { self.wrap = scanner.bool() }
                    } else { return scanner.doubt() }
                } while scanner.takesSeparator()
                scanner.endObject()
            }
            if seen & 3 != 3 { scanner.doubt() }
        }

        /// The value, as the general way decodes it.
        package var parameters: ReaderInterface.NavigateParameters {
            ReaderInterface.NavigateParameters(reader: CallScanner.text(reader), target: target.value, handover: handover, axis: axis, duration: duration, direction: direction, wrap: wrap)
        }
    }
}

extension ReaderInterface {
    /// A ``Target`` that is read in place.
    package struct TargetScan: ~Escapable {
        package private(set) var index: Int?
        package private(set) var label: Optional<RawSpan>
        package private(set) var relative: Int?
        package private(set) var place: ReaderInterface.Target.Place?
        package private(set) var history: ReaderInterface.Target.History?
        package private(set) var link: Int?
        package private(set) var outline: Int?

        @_lifetime(copy scanner)
        @inline(__always)
        package init(_ scanner: borrowing CallScanner) {
            self.label = nil
        }

        @_lifetime(self: copy scanner)
        @inline(__always)
        package mutating func read(_ scanner: inout CallScanner) {
            var seen: UInt64 = 0
            if scanner.beginsObject() {
                repeat {
                    if scanner.isField(#""index":"#, 0, &seen) {
                        if !scanner.takesNull() { self.index = scanner.int() }
                    } else if scanner.isField(#""label":"#, 1, &seen) {
                        if !scanner.takesNull() { self.label = scanner.string() }
                    } else if scanner.isField(#""relative":"#, 2, &seen) {
                        if !scanner.takesNull() { self.relative = scanner.int() }
                    } else if scanner.isField(#""place":"#, 3, &seen) {
                        if !scanner.takesNull() { self.place = ReaderInterface.Target.Place(scanning: &scanner) }
                    } else if scanner.isField(#""history":"#, 4, &seen) {
                        if !scanner.takesNull() { self.history = ReaderInterface.Target.History(scanning: &scanner) }
                    } else if scanner.isField(#""link":"#, 5, &seen) {
                        if !scanner.takesNull() { self.link = scanner.int() }
                    } else if scanner.isField(#""outline":"#, 6, &seen) {
                        if !scanner.takesNull() { self.outline = scanner.int() }
                    } else { return scanner.doubt() }
                } while scanner.takesSeparator()
                scanner.endObject()
            }
        }

        /// The value, as the general way decodes it.
        package var value: ReaderInterface.Target {
            ReaderInterface.Target(index: index, label: CallScanner.text(label), relative: relative, place: place, history: history, link: link, outline: outline)
        }
    }
}

extension ReaderInterface.Target.Place {
    init(scanning scanner: inout CallScanner) {
        if scanner.takes(#""first""#) { self = .first }
        else if scanner.takes(#""last""#) { self = .last }
        else { self = .first; scanner.doubt() }
    }
}

extension ReaderInterface.Target.History {
    init(scanning scanner: inout CallScanner) {
        if scanner.takes(#""back""#) { self = .back }
        else if scanner.takes(#""forward""#) { self = .forward }
        else { self = .back; scanner.doubt() }
    }
}

extension ReaderInterface.Handover {
    init(scanning scanner: inout CallScanner) {
        if scanner.takes(#""descriptor""#) { self = .descriptor }
        else if scanner.takes(#""inline""#) { self = .inline }
        else if scanner.takes(#""none""#) { self = .none }
        else { self = .descriptor; scanner.doubt() }
    }
}

extension ReaderInterface.Axis {
    init(scanning scanner: inout CallScanner) {
        if scanner.takes(#""horizontal""#) { self = .horizontal }
        else if scanner.takes(#""vertical""#) { self = .vertical }
        else { self = .horizontal; scanner.doubt() }
    }
}

extension ReaderInterface.Direction {
    init(scanning scanner: inout CallScanner) {
        if scanner.takes(#""forward""#) { self = .forward }
        else if scanner.takes(#""backward""#) { self = .backward }
        else { self = .forward; scanner.doubt() }
    }
}

extension ReaderInterface {
    /// A call of ``Drag`` that is read in place.
    package struct DragScan: ~Escapable {
        package private(set) var reader: RawSpan
        package private(set) var offset: Double = 0

        @_lifetime(copy scanner)
        @inline(__always)
        package init(_ scanner: borrowing CallScanner) {
            self.reader = scanner.none
        }

        @_lifetime(self: copy scanner)
        @inline(__always)
        package mutating func read(_ scanner: inout CallScanner) {
            var seen: UInt64 = 0
            if scanner.beginsObject() {
                repeat {
                    if scanner.isField(#""reader":"#, 0, &seen) {
                        self.reader = scanner.string()
                    } else if scanner.isField(#""offset":"#, 1, &seen) {
                        self.offset = scanner.double()
                    } else { return scanner.doubt() }
                } while scanner.takesSeparator()
                scanner.endObject()
            }
            if seen & 3 != 3 { scanner.doubt() }
        }

        /// The value, as the general way decodes it.
        package var parameters: ReaderInterface.DragParameters {
            ReaderInterface.DragParameters(reader: CallScanner.text(reader), offset: offset)
        }
    }
}
