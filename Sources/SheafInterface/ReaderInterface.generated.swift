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
    package static var text: StaticString {
        ##"""
        # Readers: reading positions in documents. A reader is opened on a document with a viewport, turned from page to page,
        # and hands out the pages as sealed memory (memfd) or inline. Pages and indexes are counted from 0.
        #
        # A reader belongs to the user who opened it and is named by an id that can't be guessed. It lives on for a while after
        # its last connection has gone (ReaderKeepSec=), so that a viewer that was restarted goes on where it was.
        #
        # A reader has one axis, or two that cross. Along an axis it turns spreads: one page, or two that are shown together.
        # Offsets and positions along an axis count spreads; targets and locations name pages. docs/navigation.md has the rules,
        # and a session from the first call to the last.
        interface org.sheaf.Reader

        # How a page is scaled: so that all of it is seen, to the viewport's width or height, or by a fixed scale.
        type Fit (page, width, height, scale)

        # What a viewer shows pages in. Width and height in pixels, 1 to 32767. `scale` in pixels per point (1/72 inch), above 0
        # and at most 64, with fit `scale` and only there. `rotation` turns the pages: 0, 90, 180 or 270 degrees, clockwise.
        # `orientation` is how far the screen itself is turned, clockwise: width and height are those of the screen at 0, they
        # change places at 90 and 270, and at 180 nothing is rendered anew. `orientations` are those that the viewer can take;
        # those that the document can take too are allowed. Left out: fit `page`, rotation 0, orientation 0, all orientations.
        type Viewport (
            width: int,
            height: int,
            fit: ?Fit,
            scale: ?float,
            rotation: ?int,
            orientation: ?int,
            orientations: ?[]int
        )

        # The two directions in which pages are turned.
        type Axis (horizontal, vertical)

        # Where a page is shown: on an axis, or behind them where they cross.
        type Surface (horizontal, vertical, background)

        # Which way along an axis.
        type Direction (forward, backward)

        # How pages are taken together: one by one; in pairs from the first on; the first alone, then pairs; or as leaves, a
        # front with its back.
        type SpreadKind (single, double, cover, leaf)

        # How the pages of an axis are arranged. `back` is what is on the back of a leaf: the front mirrored, which the viewer
        # draws itself, or the page that follows. `order` says at which side the first page of a spread stands, and which way the
        # axis runs on screen. `flow` `paged`: every spread takes the whole viewport; `continuous`: pages follow each other.
        # `spacing` in pixels between spreads, 0 to 10000. Left out: `single`, `mirrored`, `leftToRight`, `paged`, 0; in SetAxis:
        # as it was.
        type Arrangement (
            spread: ?SpreadKind,
            back: ?(mirrored, nextPage),
            order: ?(leftToRight, rightToLeft),
            flow: ?(paged, continuous),
            spacing: ?int
        )

        # How a reader is to be set up along an axis. `document`: another one, opened before by a reader of the same user; left
        # out, the reader's. `first` and `pages`: the part of it, from an index and so many pages; left out, all. `unlocks`: the
        # spread at which this axis must rest for the other one to move; left out, the other moves at any time. `start`: the page
        # to begin with, 0 if left out; of the first axis it is `target` that counts. `enabled`: true if left out.
        type AxisSetup (
            axis: Axis,
            document: ?string,
            first: ?int,
            pages: ?int,
            unlocks: ?int,
            start: ?int,
            enabled: ?bool,
            arrangement: ?Arrangement
        )

        # The page behind the axes, seen where both are at their crossing: `index` in `document`, by default the reader's.
        type Background (
            document: ?string,
            index: int
        )

        # A rectangle in pixels of the scaled and rotated page; the origin is its top left corner.
        type Region (
            x: int,
            y: int,
            width: int,
            height: int
        )

        # Formats of a page's bytes: four bytes a pixel (blue, green, red, 255), PNG, or JPEG.
        type Format (bgrx8888, png, jpeg)

        # How bytes travel: as a descriptor of sealed memory, as base64 in the reply, or not at all.
        type Handover (descriptor, inline, none)

        # How far the number of pages is to be trusted. `pages` is 0 where it is unknown.
        type PageCount (
            kind: (exact, estimated, unknown),
            pages: int
        )

        # An open document.
        type Document (
            document: string,
            provider: string,
            count: PageCount
        )

        # A page and where it is. `page` is its id, which stays when its index changes. `label` is what is printed on it.
        # `surface` is `horizontal` where it is left out.
        type Location (
            page: int,
            index: int,
            label: ?string,
            surface: ?Surface
        )

        # Where to turn: exactly one of these. `index` from 0; `label` as printed on the page; `relative` in spreads, forwards
        # above 0, from where the reader is on its way to; `place` the first or the last page; `history` back to where the last
        # jump came from, or forward again; `link` and `outline` the number of a link on the current page or of an entry of the
        # table of contents, from 0.
        type Target (
            index: ?int,
            label: ?string,
            relative: ?int,
            place: ?(first, last),
            history: ?(back, forward),
            link: ?int,
            outline: ?int
        )

        # All of a page at a scale, in pixels.
        type PageScale (
            scale: float,
            pageWidth: int,
            pageHeight: int
        )

        # A rendered page. `width` and `height` are those of what is handed over, in pixels, and `region` is what that shows of
        # the whole page, which measures `pageWidth` by `pageHeight` at `scale` (pixels per point). `size` is the bytes of the
        # memory, or of `data`. Row `y` begins `offset` + `y` x `stride` bytes into it and has 4 x `width` bytes; `offset` is 0
        # where it is left out, which only a `cut` does not; of PNG and JPEG `stride` is 0, and all `size` bytes are the file.
        # `origin` tells whether the page was in the cache, was rendered for this call, or was under way for somebody else
        # already; a `cut` is a part of a larger rendition that was in the cache; a `standIn` is the page as it was before a
        # change or at another size, a `thumbnail` the page in small, to be shown until the right one comes. `reducedFrom` is
        # there where the viewport asks for more pixels than a page may have: it is what was asked for, and what regions are
        # counted in. `surface` is `horizontal` where it is left out. `fileDescriptor` is the index of the memory among this message's descriptors:
        # sealed, read-only, to be mapped or read. `data` is the same as base64. `rendition` names the memory that was handed
        # over, for ReleasePage; cuts of one rendition have its name.
        type Page (
            page: int,
            index: int,
            label: ?string,
            rendition: int,
            width: int,
            height: int,
            stride: int,
            offset: ?int,
            size: int,
            format: Format,
            region: Region,
            pageWidth: int,
            pageHeight: int,
            scale: float,
            reducedFrom: ?PageScale,
            rotation: int,
            origin: (cached, rendered, joined, cut, standIn, thumbnail),
            surface: ?Surface,
            fileDescriptor: ?int,
            data: ?string
        )

        # What a page goes through: hidden, appearing, visible, disappearing.
        type AppearanceStep (willAppear, didAppear, willDisappear, didDisappear)

        # A page comes or goes. `transition` is the number of the transition step that it belongs to, `position` where the axis
        # is, in spreads, and `time` when it happened, in microseconds of the monotonic clock. `surface` is `horizontal` where it
        # is left out.
        type Appearance (
            reader: string,
            event: AppearanceStep,
            page: int,
            index: int,
            surface: ?Surface,
            transition: int,
            position: float,
            time: int
        )

        # A jump or a drag begins: a step of a transition. `from` is what is shown or on its way, `to` where it goes, for a drag
        # at first. `position` is where the axis starts, in spreads.
        type Begin (
            reader: string,
            transition: int,
            axis: Axis,
            from: []Location,
            to: []Location,
            direction: Direction,
            interactive: bool,
            position: float,
            time: int
        )

        # A transition step ends. `finished`: it was not interrupted by another one. `completed`: the reader is on another spread
        # than when its transition began, whose pages were `previous`.
        type End (
            reader: string,
            transition: int,
            axis: Axis,
            finished: bool,
            completed: bool,
            previous: []Location,
            position: float,
            time: int
        )

        # An axis of a reader. `location` is the first page of the spread where it settled last, left out where the document is
        # empty; `spread` the number of that spread; `position` where it is now, in spreads. `locked`: the other axis keeps it
        # from moving.
        type AxisState (
            axis: Axis,
            document: Document,
            location: ?Location,
            spread: int,
            position: float,
            enabled: bool,
            locked: bool,
            arrangement: Arrangement,
            first: ?int,
            pages: ?int,
            unlocks: ?int
        )

        # Where a reader stands. `location` is the first page that it shows, left out where there is none (`phase` `empty`);
        # `shown` are all of them. `transition` is the number of the last transition step. `badOffsets` counts the drag offsets
        # that did not fit and were dropped. `moving` is the page that is being moved by hand. `orientations` are those allowed
        # by viewport and document both. `failed`: the pages that it is to show and that could not be rendered so far; left out
        # where there are none.
        type State (
            reader: string,
            document: Document,
            location: ?Location,
            shown: []Location,
            viewport: Viewport,
            orientations: []int,
            axes: []AxisState,
            phase: (rest, jump, drag, settling, empty),
            transition: int,
            manual: bool,
            badOffsets: int,
            moving: ?Location,
            refreshing: bool,
            failed: ?[]PageFailure
        )

        # The frame of a page in the layout of an axis, in pixels: `along` the axis and `across` it, from where the first spread
        # begins. Its size is an estimate until it is `measured`.
        type Frame (
            page: ?int,
            index: int,
            along: float,
            across: float,
            width: float,
            height: float,
            measured: bool
        )

        # A page was measured, and the layout around it has changed: what the reader looks at begins `movedBy` pixels further
        # along, and has not moved on its page.
        type LayoutChange (
            reader: string,
            axis: Axis,
            frame: Frame,
            movedBy: float,
            length: float
        )

        # Pages of a document were moved, inserted, deleted or look different: the new count, and the reader's page where it is
        # now. Pages keep their ids.
        type DocumentChange (
            reader: string,
            axis: Axis,
            document: Document,
            location: ?Location
        )

        # A page that could not be rendered, or not be handed over, and why.
        type PageFailure (
            page: int,
            index: int,
            reason: string
        )

        # Opens a document and a reader on its first page, or on `target`. The document is either an open descriptor of a
        # regular file (`fileDescriptor`: its index among this message's descriptors), or a `path` below one of the service's
        # library folders. `provider` names the provider; left out, the one that is surest of the document opens it. `axes`: one
        # or two, the first is in front; left out, one horizontal axis along the whole document. `manual`: the viewer turns pages
        # itself and reports what it sees (ReportAppearance). A document without pages is opened too, in phase `empty`.
        method Open(
            fileDescriptor: ?int,
            path: ?string,
            provider: ?string,
            viewport: Viewport,
            target: ?Target,
            axes: ?[]AxisSetup,
            background: ?Background,
            manual: ?bool
        ) -> (state: State)

        # Turns to a page. Where the pages are in the cache (`hit`), they come with the reply (unless `handover` is `none`;
        # `descriptor` is the default): a turn is one round trip. Where they are not, they are rendered ahead of everything else
        # and come with the reader's Watch or the next GetPage; a stand-in or a thumbnail, where there is one, comes with the
        # reply. `second` is the other page of a spread of two, or the back of the leaf that turns. `noop`: the reader is on that
        # page already, or on its way. With `inline`, pages that do not fit in a message are refused (InlineTooLarge), and the
        # reader stays where it is. Where the user's viewers hold too many pages (LeaseMaxPerUser=), the reader turns all the same,
        # and `failure` comes in place of the pages: return some (ReleasePage), then ask for it with GetPage.
        #
        # `duration` in milliseconds, 0 to 60000: how long the viewer animates the turn. It ends when the viewer says so
        # (Settle) or when the time has passed. Left out or 0: at once. `direction`: which way it is to look; left out, towards
        # the target. `wrap`: a relative target goes on at the other end of the document. `axis`: the first one if left out.
        method Navigate(
            reader: string,
            target: Target,
            handover: ?Handover,
            axis: ?Axis,
            duration: ?int,
            direction: ?Direction,
            wrap: ?bool
        ) -> (
            noop: bool,
            hit: bool,
            transition: int,
            location: Location,
            page: ?Page,
            second: ?Page,
            failure: ?PageFailure
        )

        # A finger comes down. `offset` is where, in spreads, when the last drag has not come to rest yet; left out, where that
        # was released. `origin` is the spread that offsets count from, `transition` the number of the step.
        method BeginDrag(reader: string, axis: ?Axis, offset: ?float) -> (transition: int, origin: int, position: float)

        # The finger is at `offset`, in spreads, as they were numbered when the drag began. Send it `oneway`, as often as the
        # screen is drawn: offsets that don't fit are dropped then, and counted in the reader's state.
        method Drag(reader: string, offset: float) -> ()

        # The finger is lifted with a `velocity` in spreads a second, 0 if left out. The reader is bound for `spread`, whose
        # first page is `location`, and is there when the viewer says so (Settle), or after a second. Pulled past the end by a
        # quarter of a spread or more, the document is refreshed, where its provider can (`refreshing`).
        method ReleaseDrag(reader: string, velocity: ?float) -> (
            transition: int,
            spread: int,
            location: ?Location,
            refreshing: bool
        )

        # Takes a drag back: the reader is bound for where its transition began.
        method CancelDrag(reader: string) -> (transition: int, spread: int, location: ?Location)

        # The viewer's animation of a transition step has ended. `settled` is false for one that is over already, was taken over
        # by another, or is still held; nothing happens then.
        method Settle(reader: string, transition: int) -> (settled: bool)

        # What the viewer of a manual reader has shown or hidden. A page that will appear is rendered, and comes with the watch.
        method ReportAppearance(reader: string, axis: ?Axis, index: int, event: AppearanceStep) -> ()

        # Switches an axis on or off, or arranges its pages in another way. What moves along it settles first.
        method SetAxis(reader: string, axis: Axis, enabled: ?bool, arrangement: ?Arrangement) -> (state: State)

        # Where a reader stands.
        method GetState(reader: string) -> (state: State)

        # Where a reader jumped from, for targets `back` and `forward`: the nearest first.
        method GetHistory(reader: string) -> (back: []Location, forward: []Location)

        # Where the pages of an axis are: `pages` of them from `first` on, at most 256; left out, those around the current one.
        # `length` of the whole axis in pixels, -1 where it is not known how many pages there are. `estimatedWidth` and
        # `estimatedHeight` are what pages are taken to measure until they are measured, in points. `offset`, in spreads, is
        # asked for as `position`, in pixels; left out, that of now.
        method GetLayout(reader: string, axis: ?Axis, first: ?int, pages: ?int, offset: ?float) -> (
            frames: []Frame,
            length: float,
            estimatedWidth: float,
            estimatedHeight: float,
            spacing: int,
            position: float
        )

        # What is at a point of the viewport, in pixels from its top left corner: a page and the point on it, in points from its
        # top left corner, upright; or nothing. `background`: the page in front is blank there, and the one behind it is meant.
        # `claims`: the page wants drags that begin there for itself.
        method HitTest(reader: string, x: float, y: float) -> (
            location: ?Location,
            x: float,
            y: float,
            background: bool,
            claims: bool
        )

        # Has the provider look at its source again. Old pages stay until new ones are ready; the watch tells when it is done.
        method Refresh(reader: string) -> ()

        # Takes up the page at `index`, to be moved by hand, where the provider can. Refused in a transition.
        method BeginMove(reader: string, index: int, axis: ?Axis) -> (location: Location)

        # The page is held where it would be dropped at `index`, counted without the page itself. `edge`: it is held at that edge
        # of the screen; pages turn there every half second, until the next update.
        method UpdateMove(reader: string, index: ?int, edge: ?Direction) -> ()

        # The page is dropped; where it was, nothing happens (`moved` false).
        method EndMove(reader: string) -> (moved: bool)

        # The page goes back to where it was.
        method CancelMove(reader: string) -> ()

        # Hands over a page, rendered first where need be: the current page, or the one at `index` of an axis (by default the
        # first). `quality` 1 to 100 is for JPEG (85). `handover` is `descriptor` by default:
        # LimitReached where the user's viewers hold too many pages.
        #
        # `region` is the part of the page that is wanted, in pixels of the page at the viewport's scale; left out, the whole
        # page, at the largest scale within what a page may have. Of the regions that a reader is asked for only the latest
        # counts, of whichever page: one that comes supersedes the one that still waits (Superseded). A region that is in the
        # cache, or in a larger rendition there with the same pixels, comes at once; another one is rendered when no other was
        # asked for in RegionDelayMSec=.
        method GetPage(
            reader: string,
            index: ?int,
            axis: ?Axis,
            region: ?Region,
            format: ?Format,
            quality: ?int,
            handover: ?Handover
        ) -> (page: Page)

        # Says that the viewer does not use a page any more that it was handed as a descriptor, however often. Until then, or until
        # its process ends, it counts against the cache's hard limit and the user's LeaseMaxPerUser=. A page that was handed over
        # through a reader that is closed is returned through any other one of the user.
        method ReleasePage(reader: string, rendition: int) -> ()

        # Shows the reader in another viewport from now on.
        method SetViewport(reader: string, viewport: Viewport) -> (state: State)

        # Tells what happens to a reader, until it is closed: first its state, then everything in the order in which it happens,
        # each in a reply of its own with exactly one of the fields; only a `second` page comes with its `page`. Needs `more`.
        # `handover` is how pages come; `none` by default. A watch that does not read fast enough is not waited for: `missed`
        # says how many replies it has missed, and the state follows. With every state that a watch begins or goes on with come
        # the pages that are shown, as far as they are there; the others come once they are rendered. `refresh` tells when the provider looks at its source
        # again (`refreshing`), and when it has (`refreshed`) or could not (`failed`).
        method Watch(reader: string, handover: ?Handover) -> (
            state: ?State,
            begin: ?Begin,
            appearance: ?Appearance,
            end: ?End,
            page: ?Page,
            second: ?Page,
            failure: ?PageFailure,
            layout: ?LayoutChange,
            document: ?DocumentChange,
            refresh: ?(refreshing, refreshed, failed),
            missed: ?int,
            closed: ?bool
        )

        # Opens the reader's document again from its file, also after it failed. All its readers go on where they were, or on the
        # last page where there are fewer now; their watches get their state.
        method Reload(reader: string) -> (state: State)

        # Closes a reader.
        method Close(reader: string) -> ()

        # There is no such reader, or it is another user's.
        error NoSuchReader (reader: string)

        # No page there. `target` is what was asked for; `pages` how many there are.
        error NoSuchPage (target: string, pages: int)

        # The document has no pages.
        error Empty ()

        # The reader has no such axis.
        error NoSuchAxis (axis: Axis)

        # The axis is switched off: SetAxis switches it on.
        error AxisDisabled (axis: Axis)

        # The other axis is under way, or rests elsewhere than where it unlocks this one, which is spread `unlocks` where it is
        # told.
        error AxisLocked (axis: Axis, unlocks: ?int)

        # A drag is under way already.
        error DragActive (transition: int)

        # No drag is under way.
        error NoDrag ()

        # A transition is under way: wait until it has settled.
        error TransitionActive (transition: int)

        # A page is being moved: end that first.
        error MoveActive (index: int)

        # No page is being moved.
        error NoMove ()

        # The viewer of this reader turns its pages itself, and reports what it sees.
        error ManualReader ()

        # This reader sends appearance events by itself.
        error NotManual ()

        # A page can't take this step from where it is: a page appears only when it is hidden or disappearing, and so on.
        error NoSuchStep (index: int, event: AppearanceStep)

        # A number that is out of range. `field` is which one, `reason` what it must be.
        error InvalidMotion (field: string, reason: string)

        # An axis or an arrangement that can't be. `field` is which part, `reason` what it must be.
        error InvalidArrangement (field: string, reason: string)

        # The screen may not be turned that way; `allowed` are the orientations that may be.
        error OrientationRefused (orientation: int, allowed: []int)

        # There is no such open document, or it is another user's.
        error NoSuchDocument (document: string)

        # No provider opens this. `reason` is what the provider said.
        error NotADocument (reason: string)

        # The descriptor or path is no regular file that can be read. `reason` says what it is.
        error NotAFile (reason: string)

        # The document is on FUSE or a network file system, which RemoteFileSystems= does not allow.
        error RemoteDocument ()

        # The path is below no library folder, or leads out of it, or nothing is there.
        error PathRefused (path: string, reason: string)

        # There is no such provider, or it could not be loaded.
        error UnknownProvider (provider: string, available: []string)

        # The provider crashed on this document twice, or took too long to open it. Reload tries again.
        error DocumentFailed (reason: string)

        # This page could not be rendered; others may.
        error PageFailed (index: int, reason: string)

        # The provider can't do this.
        error Unsupported (what: string)

        # A viewport that is out of range. `field` is which one, `reason` what it must be.
        error InvalidViewport (field: string, reason: string)

        # Not exactly one kind of target, or one that is out of range.
        error InvalidTarget (reason: string)

        # The region is empty or not within the page, which measures so many pixels.
        error InvalidRegion (pageWidth: int, pageHeight: int)

        # The region would have more bytes than MaxRenditionPixels= or PageMax= allow.
        error PageTooLarge (bytes: int, limit: int)

        # A newer region of this reader was asked for before this one was there.
        error Superseded ()

        # The bytes don't fit in a message: ask for a descriptor, a region, PNG or JPEG.
        error InlineTooLarge (bytes: int, limit: int)

        # This reader has not been handed that as a descriptor, or it was returned.
        error NoSuchRendition (rendition: int)

        # A limit of the service on one user was reached. `limit` is its name in sheafd.conf.
        error LimitReached (limit: string, value: int)

        # The service could not do it for want of memory, descriptors or processes.
        error ServiceOverloaded (reason: string)

        """##
    }

    /// How a page is scaled: so that all of it is seen, to the viewport's width or height, or by a fixed scale.
    package enum Fit: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
        case page
        case width
        case height
        case scale

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            let text = try value.string()
            if text.equals("page") {
                self = .page
                return
            }
            if text.equals("width") {
                self = .width
                return
            }
            if text.equals("height") {
                self = .height
                return
            }
            if text.equals("scale") {
                self = .scale
                return
            }
            throw JSONError(.wrongType(expected: "Fit"))
        }

        package func encode(into writer: inout JSONWriter) {
            switch self {
                case .page: writer.raw(#""page""#)
                case .width: writer.raw(#""width""#)
                case .height: writer.raw(#""height""#)
                case .scale: writer.raw(#""scale""#)
            }
        }
    }

    /// What a viewer shows pages in. Width and height in pixels, 1 to 32767. `scale` in pixels per point (1/72 inch), above 0
    /// and at most 64, with fit `scale` and only there. `rotation` turns the pages: 0, 90, 180 or 270 degrees, clockwise.
    /// `orientation` is how far the screen itself is turned, clockwise: width and height are those of the screen at 0, they
    /// change places at 90 and 270, and at 180 nothing is rendered anew. `orientations` are those that the viewer can take;
    /// those that the document can take too are allowed. Left out: fit `page`, rotation 0, orientation 0, all orientations.
    package struct Viewport: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var width: Int
        package var height: Int
        package var fit: ReaderInterface.Fit?
        package var scale: Double?
        package var rotation: Int?
        package var orientation: Int?
        package var orientations: [Int]?

        package init(width: Int, height: Int, fit: ReaderInterface.Fit? = nil, scale: Double? = nil, rotation: Int? = nil, orientation: Int? = nil, orientations: [Int]? = nil) {
            self.width = width
            self.height = height
            self.fit = fit
            self.scale = scale
            self.rotation = rotation
            self.orientation = orientation
            self.orientations = orientations
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _width: Int?
            var _height: Int?
            var _fit: ReaderInterface.Fit?
            var _scale: Double?
            var _rotation: Int?
            var _orientation: Int?
            var _orientations: [Int]?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("width", 0) {
                        _width = try Int(decoding: fields.value)
                    } else if try fields.isField("height", 1) {
                        _height = try Int(decoding: fields.value)
                    } else if try fields.isField("fit", 2) {
                        if !fields.value.isNull { _fit = try ReaderInterface.Fit(decoding: fields.value) }
                    } else if try fields.isField("scale", 3) {
                        if !fields.value.isNull { _scale = try Double(decoding: fields.value) }
                    } else if try fields.isField("rotation", 4) {
                        if !fields.value.isNull { _rotation = try Int(decoding: fields.value) }
                    } else if try fields.isField("orientation", 5) {
                        if !fields.value.isNull { _orientation = try Int(decoding: fields.value) }
                    } else if try fields.isField("orientations", 6) {
                        if !fields.value.isNull { _orientations = try [Int](decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _width else { throw JSONError(.missing, path: "width") }
            guard let _height else { throw JSONError(.missing, path: "height") }
            self.width = _width
            self.height = _height
            self.fit = _fit
            self.scale = _scale
            self.rotation = _rotation
            self.orientation = _orientation
            self.orientations = _orientations
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"width":"#)
            self.width.encode(into: &writer)
            writer.raw(#","height":"#)
            self.height.encode(into: &writer)
            if let _fit = self.fit {
                writer.raw(#","fit":"#)
                _fit.encode(into: &writer)
            }
            if let _scale = self.scale {
                writer.raw(#","scale":"#)
                _scale.encode(into: &writer)
            }
            if let _rotation = self.rotation {
                writer.raw(#","rotation":"#)
                _rotation.encode(into: &writer)
            }
            if let _orientation = self.orientation {
                writer.raw(#","orientation":"#)
                _orientation.encode(into: &writer)
            }
            if let _orientations = self.orientations {
                writer.raw(#","orientations":"#)
                _orientations.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// The two directions in which pages are turned.
    package enum Axis: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
        case horizontal
        case vertical

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            let text = try value.string()
            if text.equals("horizontal") {
                self = .horizontal
                return
            }
            if text.equals("vertical") {
                self = .vertical
                return
            }
            throw JSONError(.wrongType(expected: "Axis"))
        }

        package func encode(into writer: inout JSONWriter) {
            switch self {
                case .horizontal: writer.raw(#""horizontal""#)
                case .vertical: writer.raw(#""vertical""#)
            }
        }
    }

    /// Where a page is shown: on an axis, or behind them where they cross.
    package enum Surface: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
        case horizontal
        case vertical
        case background

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            let text = try value.string()
            if text.equals("horizontal") {
                self = .horizontal
                return
            }
            if text.equals("vertical") {
                self = .vertical
                return
            }
            if text.equals("background") {
                self = .background
                return
            }
            throw JSONError(.wrongType(expected: "Surface"))
        }

        package func encode(into writer: inout JSONWriter) {
            switch self {
                case .horizontal: writer.raw(#""horizontal""#)
                case .vertical: writer.raw(#""vertical""#)
                case .background: writer.raw(#""background""#)
            }
        }
    }

    /// Which way along an axis.
    package enum Direction: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
        case forward
        case backward

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            let text = try value.string()
            if text.equals("forward") {
                self = .forward
                return
            }
            if text.equals("backward") {
                self = .backward
                return
            }
            throw JSONError(.wrongType(expected: "Direction"))
        }

        package func encode(into writer: inout JSONWriter) {
            switch self {
                case .forward: writer.raw(#""forward""#)
                case .backward: writer.raw(#""backward""#)
            }
        }
    }

    /// How pages are taken together: one by one; in pairs from the first on; the first alone, then pairs; or as leaves, a
    /// front with its back.
    package enum SpreadKind: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
        case single
        case double
        case cover
        case leaf

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            let text = try value.string()
            if text.equals("single") {
                self = .single
                return
            }
            if text.equals("double") {
                self = .double
                return
            }
            if text.equals("cover") {
                self = .cover
                return
            }
            if text.equals("leaf") {
                self = .leaf
                return
            }
            throw JSONError(.wrongType(expected: "SpreadKind"))
        }

        package func encode(into writer: inout JSONWriter) {
            switch self {
                case .single: writer.raw(#""single""#)
                case .double: writer.raw(#""double""#)
                case .cover: writer.raw(#""cover""#)
                case .leaf: writer.raw(#""leaf""#)
            }
        }
    }

    /// How the pages of an axis are arranged. `back` is what is on the back of a leaf: the front mirrored, which the viewer
    /// draws itself, or the page that follows. `order` says at which side the first page of a spread stands, and which way the
    /// axis runs on screen. `flow` `paged`: every spread takes the whole viewport; `continuous`: pages follow each other.
    /// `spacing` in pixels between spreads, 0 to 10000. Left out: `single`, `mirrored`, `leftToRight`, `paged`, 0; in SetAxis:
    /// as it was.
    package struct Arrangement: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Back: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
            case mirrored
            case nextPage

            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                let text = try value.string()
                if text.equals("mirrored") {
                    self = .mirrored
                    return
                }
                if text.equals("nextPage") {
                    self = .nextPage
                    return
                }
                throw JSONError(.wrongType(expected: "Back"))
            }

            package func encode(into writer: inout JSONWriter) {
                switch self {
                    case .mirrored: writer.raw(#""mirrored""#)
                    case .nextPage: writer.raw(#""nextPage""#)
                }
            }
        }

        package enum Order: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
            case leftToRight
            case rightToLeft

            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                let text = try value.string()
                if text.equals("leftToRight") {
                    self = .leftToRight
                    return
                }
                if text.equals("rightToLeft") {
                    self = .rightToLeft
                    return
                }
                throw JSONError(.wrongType(expected: "Order"))
            }

            package func encode(into writer: inout JSONWriter) {
                switch self {
                    case .leftToRight: writer.raw(#""leftToRight""#)
                    case .rightToLeft: writer.raw(#""rightToLeft""#)
                }
            }
        }

        package enum Flow: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
            case paged
            case continuous

            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                let text = try value.string()
                if text.equals("paged") {
                    self = .paged
                    return
                }
                if text.equals("continuous") {
                    self = .continuous
                    return
                }
                throw JSONError(.wrongType(expected: "Flow"))
            }

            package func encode(into writer: inout JSONWriter) {
                switch self {
                    case .paged: writer.raw(#""paged""#)
                    case .continuous: writer.raw(#""continuous""#)
                }
            }
        }

        package var spread: ReaderInterface.SpreadKind?
        package var back: Back?
        package var order: Order?
        package var flow: Flow?
        package var spacing: Int?

        package init(spread: ReaderInterface.SpreadKind? = nil, back: Back? = nil, order: Order? = nil, flow: Flow? = nil, spacing: Int? = nil) {
            self.spread = spread
            self.back = back
            self.order = order
            self.flow = flow
            self.spacing = spacing
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _spread: ReaderInterface.SpreadKind?
            var _back: Back?
            var _order: Order?
            var _flow: Flow?
            var _spacing: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("spread", 0) {
                        if !fields.value.isNull { _spread = try ReaderInterface.SpreadKind(decoding: fields.value) }
                    } else if try fields.isField("back", 1) {
                        if !fields.value.isNull { _back = try Back(decoding: fields.value) }
                    } else if try fields.isField("order", 2) {
                        if !fields.value.isNull { _order = try Order(decoding: fields.value) }
                    } else if try fields.isField("flow", 3) {
                        if !fields.value.isNull { _flow = try Flow(decoding: fields.value) }
                    } else if try fields.isField("spacing", 4) {
                        if !fields.value.isNull { _spacing = try Int(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            self.spread = _spread
            self.back = _back
            self.order = _order
            self.flow = _flow
            self.spacing = _spacing
        }

        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            if let _spread = self.spread {
                writer.key(#","spread":"#)
                _spread.encode(into: &writer)
            }
            if let _back = self.back {
                writer.key(#","back":"#)
                _back.encode(into: &writer)
            }
            if let _order = self.order {
                writer.key(#","order":"#)
                _order.encode(into: &writer)
            }
            if let _flow = self.flow {
                writer.key(#","flow":"#)
                _flow.encode(into: &writer)
            }
            if let _spacing = self.spacing {
                writer.key(#","spacing":"#)
                _spacing.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// How a reader is to be set up along an axis. `document`: another one, opened before by a reader of the same user; left
    /// out, the reader's. `first` and `pages`: the part of it, from an index and so many pages; left out, all. `unlocks`: the
    /// spread at which this axis must rest for the other one to move; left out, the other moves at any time. `start`: the page
    /// to begin with, 0 if left out; of the first axis it is `target` that counts. `enabled`: true if left out.
    package struct AxisSetup: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var axis: ReaderInterface.Axis
        package var document: String?
        package var first: Int?
        package var pages: Int?
        package var unlocks: Int?
        package var start: Int?
        package var enabled: Bool?
        package var arrangement: ReaderInterface.Arrangement?

        package init(axis: ReaderInterface.Axis, document: String? = nil, first: Int? = nil, pages: Int? = nil, unlocks: Int? = nil, start: Int? = nil, enabled: Bool? = nil, arrangement: ReaderInterface.Arrangement? = nil) {
            self.axis = axis
            self.document = document
            self.first = first
            self.pages = pages
            self.unlocks = unlocks
            self.start = start
            self.enabled = enabled
            self.arrangement = arrangement
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _axis: ReaderInterface.Axis?
            var _document: String?
            var _first: Int?
            var _pages: Int?
            var _unlocks: Int?
            var _start: Int?
            var _enabled: Bool?
            var _arrangement: ReaderInterface.Arrangement?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("axis", 0) {
                        _axis = try ReaderInterface.Axis(decoding: fields.value)
                    } else if try fields.isField("document", 1) {
                        if !fields.value.isNull { _document = try String(decoding: fields.value) }
                    } else if try fields.isField("first", 2) {
                        if !fields.value.isNull { _first = try Int(decoding: fields.value) }
                    } else if try fields.isField("pages", 3) {
                        if !fields.value.isNull { _pages = try Int(decoding: fields.value) }
                    } else if try fields.isField("unlocks", 4) {
                        if !fields.value.isNull { _unlocks = try Int(decoding: fields.value) }
                    } else if try fields.isField("start", 5) {
                        if !fields.value.isNull { _start = try Int(decoding: fields.value) }
                    } else if try fields.isField("enabled", 6) {
                        if !fields.value.isNull { _enabled = try Bool(decoding: fields.value) }
                    } else if try fields.isField("arrangement", 7) {
                        if !fields.value.isNull { _arrangement = try ReaderInterface.Arrangement(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _axis else { throw JSONError(.missing, path: "axis") }
            self.axis = _axis
            self.document = _document
            self.first = _first
            self.pages = _pages
            self.unlocks = _unlocks
            self.start = _start
            self.enabled = _enabled
            self.arrangement = _arrangement
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"axis":"#)
            self.axis.encode(into: &writer)
            if let _document = self.document {
                writer.raw(#","document":"#)
                _document.encode(into: &writer)
            }
            if let _first = self.first {
                writer.raw(#","first":"#)
                _first.encode(into: &writer)
            }
            if let _pages = self.pages {
                writer.raw(#","pages":"#)
                _pages.encode(into: &writer)
            }
            if let _unlocks = self.unlocks {
                writer.raw(#","unlocks":"#)
                _unlocks.encode(into: &writer)
            }
            if let _start = self.start {
                writer.raw(#","start":"#)
                _start.encode(into: &writer)
            }
            if let _enabled = self.enabled {
                writer.raw(#","enabled":"#)
                _enabled.encode(into: &writer)
            }
            if let _arrangement = self.arrangement {
                writer.raw(#","arrangement":"#)
                _arrangement.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// The page behind the axes, seen where both are at their crossing: `index` in `document`, by default the reader's.
    package struct Background: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var document: String?
        package var index: Int

        package init(document: String? = nil, index: Int) {
            self.document = document
            self.index = index
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _document: String?
            var _index: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("document", 0) {
                        if !fields.value.isNull { _document = try String(decoding: fields.value) }
                    } else if try fields.isField("index", 1) {
                        _index = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _index else { throw JSONError(.missing, path: "index") }
            self.document = _document
            self.index = _index
        }

        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            if let _document = self.document {
                writer.key(#","document":"#)
                _document.encode(into: &writer)
            }
            writer.key(#","index":"#)
            self.index.encode(into: &writer)
            writer.endObject()
        }
    }

    /// A rectangle in pixels of the scaled and rotated page; the origin is its top left corner.
    package struct Region: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var x: Int
        package var y: Int
        package var width: Int
        package var height: Int

        package init(x: Int, y: Int, width: Int, height: Int) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _x: Int?
            var _y: Int?
            var _width: Int?
            var _height: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("x", 0) {
                        _x = try Int(decoding: fields.value)
                    } else if try fields.isField("y", 1) {
                        _y = try Int(decoding: fields.value)
                    } else if try fields.isField("width", 2) {
                        _width = try Int(decoding: fields.value)
                    } else if try fields.isField("height", 3) {
                        _height = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _x else { throw JSONError(.missing, path: "x") }
            guard let _y else { throw JSONError(.missing, path: "y") }
            guard let _width else { throw JSONError(.missing, path: "width") }
            guard let _height else { throw JSONError(.missing, path: "height") }
            self.x = _x
            self.y = _y
            self.width = _width
            self.height = _height
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"x":"#)
            self.x.encode(into: &writer)
            writer.raw(#","y":"#)
            self.y.encode(into: &writer)
            writer.raw(#","width":"#)
            self.width.encode(into: &writer)
            writer.raw(#","height":"#)
            self.height.encode(into: &writer)
            writer.endObject()
        }
    }

    /// Formats of a page's bytes: four bytes a pixel (blue, green, red, 255), PNG, or JPEG.
    package enum Format: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
        case bgrx8888
        case png
        case jpeg

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            let text = try value.string()
            if text.equals("bgrx8888") {
                self = .bgrx8888
                return
            }
            if text.equals("png") {
                self = .png
                return
            }
            if text.equals("jpeg") {
                self = .jpeg
                return
            }
            throw JSONError(.wrongType(expected: "Format"))
        }

        package func encode(into writer: inout JSONWriter) {
            switch self {
                case .bgrx8888: writer.raw(#""bgrx8888""#)
                case .png: writer.raw(#""png""#)
                case .jpeg: writer.raw(#""jpeg""#)
            }
        }
    }

    /// How bytes travel: as a descriptor of sealed memory, as base64 in the reply, or not at all.
    package enum Handover: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
        case descriptor
        case inline
        case none

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            let text = try value.string()
            if text.equals("descriptor") {
                self = .descriptor
                return
            }
            if text.equals("inline") {
                self = .inline
                return
            }
            if text.equals("none") {
                self = .none
                return
            }
            throw JSONError(.wrongType(expected: "Handover"))
        }

        package func encode(into writer: inout JSONWriter) {
            switch self {
                case .descriptor: writer.raw(#""descriptor""#)
                case .inline: writer.raw(#""inline""#)
                case .none: writer.raw(#""none""#)
            }
        }
    }

    /// How far the number of pages is to be trusted. `pages` is 0 where it is unknown.
    package struct PageCount: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Kind: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
            case exact
            case estimated
            case unknown

            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                let text = try value.string()
                if text.equals("exact") {
                    self = .exact
                    return
                }
                if text.equals("estimated") {
                    self = .estimated
                    return
                }
                if text.equals("unknown") {
                    self = .unknown
                    return
                }
                throw JSONError(.wrongType(expected: "Kind"))
            }

            package func encode(into writer: inout JSONWriter) {
                switch self {
                    case .exact: writer.raw(#""exact""#)
                    case .estimated: writer.raw(#""estimated""#)
                    case .unknown: writer.raw(#""unknown""#)
                }
            }
        }

        package var kind: Kind
        package var pages: Int

        package init(kind: Kind, pages: Int) {
            self.kind = kind
            self.pages = pages
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _kind: Kind?
            var _pages: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("kind", 0) {
                        _kind = try Kind(decoding: fields.value)
                    } else if try fields.isField("pages", 1) {
                        _pages = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _kind else { throw JSONError(.missing, path: "kind") }
            guard let _pages else { throw JSONError(.missing, path: "pages") }
            self.kind = _kind
            self.pages = _pages
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"kind":"#)
            self.kind.encode(into: &writer)
            writer.raw(#","pages":"#)
            self.pages.encode(into: &writer)
            writer.endObject()
        }
    }

    /// An open document.
    package struct Document: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var document: String
        package var provider: String
        package var count: ReaderInterface.PageCount

        package init(document: String, provider: String, count: ReaderInterface.PageCount) {
            self.document = document
            self.provider = provider
            self.count = count
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _document: String?
            var _provider: String?
            var _count: ReaderInterface.PageCount?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("document", 0) {
                        _document = try String(decoding: fields.value)
                    } else if try fields.isField("provider", 1) {
                        _provider = try String(decoding: fields.value)
                    } else if try fields.isField("count", 2) {
                        _count = try ReaderInterface.PageCount(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _document else { throw JSONError(.missing, path: "document") }
            guard let _provider else { throw JSONError(.missing, path: "provider") }
            guard let _count else { throw JSONError(.missing, path: "count") }
            self.document = _document
            self.provider = _provider
            self.count = _count
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"document":"#)
            self.document.encode(into: &writer)
            writer.raw(#","provider":"#)
            self.provider.encode(into: &writer)
            writer.raw(#","count":"#)
            self.count.encode(into: &writer)
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

        package init(page: Int, index: Int, label: String? = nil, surface: ReaderInterface.Surface? = nil) {
            self.page = page
            self.index = index
            self.label = label
            self.surface = surface
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _page: Int?
            var _index: Int?
            var _label: String?
            var _surface: ReaderInterface.Surface?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("page", 0) {
                        _page = try Int(decoding: fields.value)
                    } else if try fields.isField("index", 1) {
                        _index = try Int(decoding: fields.value)
                    } else if try fields.isField("label", 2) {
                        if !fields.value.isNull { _label = try String(decoding: fields.value) }
                    } else if try fields.isField("surface", 3) {
                        if !fields.value.isNull { _surface = try ReaderInterface.Surface(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _page else { throw JSONError(.missing, path: "page") }
            guard let _index else { throw JSONError(.missing, path: "index") }
            self.page = _page
            self.index = _index
            self.label = _label
            self.surface = _surface
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"page":"#)
            self.page.encode(into: &writer)
            writer.raw(#","index":"#)
            self.index.encode(into: &writer)
            if let _label = self.label {
                writer.raw(#","label":"#)
                _label.encode(into: &writer)
            }
            if let _surface = self.surface {
                writer.raw(#","surface":"#)
                _surface.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// Where to turn: exactly one of these. `index` from 0; `label` as printed on the page; `relative` in spreads, forwards
    /// above 0, from where the reader is on its way to; `place` the first or the last page; `history` back to where the last
    /// jump came from, or forward again; `link` and `outline` the number of a link on the current page or of an entry of the
    /// table of contents, from 0.
    package struct Target: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Place: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
            case first
            case last

            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                let text = try value.string()
                if text.equals("first") {
                    self = .first
                    return
                }
                if text.equals("last") {
                    self = .last
                    return
                }
                throw JSONError(.wrongType(expected: "Place"))
            }

            package func encode(into writer: inout JSONWriter) {
                switch self {
                    case .first: writer.raw(#""first""#)
                    case .last: writer.raw(#""last""#)
                }
            }
        }

        package enum History: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
            case back
            case forward

            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                let text = try value.string()
                if text.equals("back") {
                    self = .back
                    return
                }
                if text.equals("forward") {
                    self = .forward
                    return
                }
                throw JSONError(.wrongType(expected: "History"))
            }

            package func encode(into writer: inout JSONWriter) {
                switch self {
                    case .back: writer.raw(#""back""#)
                    case .forward: writer.raw(#""forward""#)
                }
            }
        }

        package var index: Int?
        package var label: String?
        package var relative: Int?
        package var place: Place?
        package var history: History?
        package var link: Int?
        package var outline: Int?

        package init(index: Int? = nil, label: String? = nil, relative: Int? = nil, place: Place? = nil, history: History? = nil, link: Int? = nil, outline: Int? = nil) {
            self.index = index
            self.label = label
            self.relative = relative
            self.place = place
            self.history = history
            self.link = link
            self.outline = outline
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _index: Int?
            var _label: String?
            var _relative: Int?
            var _place: Place?
            var _history: History?
            var _link: Int?
            var _outline: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("index", 0) {
                        if !fields.value.isNull { _index = try Int(decoding: fields.value) }
                    } else if try fields.isField("label", 1) {
                        if !fields.value.isNull { _label = try String(decoding: fields.value) }
                    } else if try fields.isField("relative", 2) {
                        if !fields.value.isNull { _relative = try Int(decoding: fields.value) }
                    } else if try fields.isField("place", 3) {
                        if !fields.value.isNull { _place = try Place(decoding: fields.value) }
                    } else if try fields.isField("history", 4) {
                        if !fields.value.isNull { _history = try History(decoding: fields.value) }
                    } else if try fields.isField("link", 5) {
                        if !fields.value.isNull { _link = try Int(decoding: fields.value) }
                    } else if try fields.isField("outline", 6) {
                        if !fields.value.isNull { _outline = try Int(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            self.index = _index
            self.label = _label
            self.relative = _relative
            self.place = _place
            self.history = _history
            self.link = _link
            self.outline = _outline
        }

        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            if let _index = self.index {
                writer.key(#","index":"#)
                _index.encode(into: &writer)
            }
            if let _label = self.label {
                writer.key(#","label":"#)
                _label.encode(into: &writer)
            }
            if let _relative = self.relative {
                writer.key(#","relative":"#)
                _relative.encode(into: &writer)
            }
            if let _place = self.place {
                writer.key(#","place":"#)
                _place.encode(into: &writer)
            }
            if let _history = self.history {
                writer.key(#","history":"#)
                _history.encode(into: &writer)
            }
            if let _link = self.link {
                writer.key(#","link":"#)
                _link.encode(into: &writer)
            }
            if let _outline = self.outline {
                writer.key(#","outline":"#)
                _outline.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// All of a page at a scale, in pixels.
    package struct PageScale: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var scale: Double
        package var pageWidth: Int
        package var pageHeight: Int

        package init(scale: Double, pageWidth: Int, pageHeight: Int) {
            self.scale = scale
            self.pageWidth = pageWidth
            self.pageHeight = pageHeight
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _scale: Double?
            var _pageWidth: Int?
            var _pageHeight: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("scale", 0) {
                        _scale = try Double(decoding: fields.value)
                    } else if try fields.isField("pageWidth", 1) {
                        _pageWidth = try Int(decoding: fields.value)
                    } else if try fields.isField("pageHeight", 2) {
                        _pageHeight = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _scale else { throw JSONError(.missing, path: "scale") }
            guard let _pageWidth else { throw JSONError(.missing, path: "pageWidth") }
            guard let _pageHeight else { throw JSONError(.missing, path: "pageHeight") }
            self.scale = _scale
            self.pageWidth = _pageWidth
            self.pageHeight = _pageHeight
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"scale":"#)
            self.scale.encode(into: &writer)
            writer.raw(#","pageWidth":"#)
            self.pageWidth.encode(into: &writer)
            writer.raw(#","pageHeight":"#)
            self.pageHeight.encode(into: &writer)
            writer.endObject()
        }
    }

    /// A rendered page. `width` and `height` are those of what is handed over, in pixels, and `region` is what that shows of
    /// the whole page, which measures `pageWidth` by `pageHeight` at `scale` (pixels per point). `size` is the bytes of the
    /// memory, or of `data`. Row `y` begins `offset` + `y` x `stride` bytes into it and has 4 x `width` bytes; `offset` is 0
    /// where it is left out, which only a `cut` does not; of PNG and JPEG `stride` is 0, and all `size` bytes are the file.
    /// `origin` tells whether the page was in the cache, was rendered for this call, or was under way for somebody else
    /// already; a `cut` is a part of a larger rendition that was in the cache; a `standIn` is the page as it was before a
    /// change or at another size, a `thumbnail` the page in small, to be shown until the right one comes. `reducedFrom` is
    /// there where the viewport asks for more pixels than a page may have: it is what was asked for, and what regions are
    /// counted in. `surface` is `horizontal` where it is left out. `fileDescriptor` is the index of the memory among this message's descriptors:
    /// sealed, read-only, to be mapped or read. `data` is the same as base64. `rendition` names the memory that was handed
    /// over, for ReleasePage; cuts of one rendition have its name.
    package struct Page: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Origin: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
            case cached
            case rendered
            case joined
            case cut
            case standIn
            case thumbnail

            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                let text = try value.string()
                if text.equals("cached") {
                    self = .cached
                    return
                }
                if text.equals("rendered") {
                    self = .rendered
                    return
                }
                if text.equals("joined") {
                    self = .joined
                    return
                }
                if text.equals("cut") {
                    self = .cut
                    return
                }
                if text.equals("standIn") {
                    self = .standIn
                    return
                }
                if text.equals("thumbnail") {
                    self = .thumbnail
                    return
                }
                throw JSONError(.wrongType(expected: "Origin"))
            }

            package func encode(into writer: inout JSONWriter) {
                switch self {
                    case .cached: writer.raw(#""cached""#)
                    case .rendered: writer.raw(#""rendered""#)
                    case .joined: writer.raw(#""joined""#)
                    case .cut: writer.raw(#""cut""#)
                    case .standIn: writer.raw(#""standIn""#)
                    case .thumbnail: writer.raw(#""thumbnail""#)
                }
            }
        }

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

        package init(page: Int, index: Int, label: String? = nil, rendition: Int, width: Int, height: Int, stride: Int, offset: Int? = nil, size: Int, format: ReaderInterface.Format, region: ReaderInterface.Region, pageWidth: Int, pageHeight: Int, scale: Double, reducedFrom: ReaderInterface.PageScale? = nil, rotation: Int, origin: Origin, surface: ReaderInterface.Surface? = nil, fileDescriptor: Int? = nil, data: String? = nil) {
            self.page = page
            self.index = index
            self.label = label
            self.rendition = rendition
            self.width = width
            self.height = height
            self.stride = stride
            self.offset = offset
            self.size = size
            self.format = format
            self.region = region
            self.pageWidth = pageWidth
            self.pageHeight = pageHeight
            self.scale = scale
            self.reducedFrom = reducedFrom
            self.rotation = rotation
            self.origin = origin
            self.surface = surface
            self.fileDescriptor = fileDescriptor
            self.data = data
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _page: Int?
            var _index: Int?
            var _label: String?
            var _rendition: Int?
            var _width: Int?
            var _height: Int?
            var _stride: Int?
            var _offset: Int?
            var _size: Int?
            var _format: ReaderInterface.Format?
            var _region: ReaderInterface.Region?
            var _pageWidth: Int?
            var _pageHeight: Int?
            var _scale: Double?
            var _reducedFrom: ReaderInterface.PageScale?
            var _rotation: Int?
            var _origin: Origin?
            var _surface: ReaderInterface.Surface?
            var _fileDescriptor: Int?
            var _data: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("page", 0) {
                        _page = try Int(decoding: fields.value)
                    } else if try fields.isField("index", 1) {
                        _index = try Int(decoding: fields.value)
                    } else if try fields.isField("label", 2) {
                        if !fields.value.isNull { _label = try String(decoding: fields.value) }
                    } else if try fields.isField("rendition", 3) {
                        _rendition = try Int(decoding: fields.value)
                    } else if try fields.isField("width", 4) {
                        _width = try Int(decoding: fields.value)
                    } else if try fields.isField("height", 5) {
                        _height = try Int(decoding: fields.value)
                    } else if try fields.isField("stride", 6) {
                        _stride = try Int(decoding: fields.value)
                    } else if try fields.isField("offset", 7) {
                        if !fields.value.isNull { _offset = try Int(decoding: fields.value) }
                    } else if try fields.isField("size", 8) {
                        _size = try Int(decoding: fields.value)
                    } else if try fields.isField("format", 9) {
                        _format = try ReaderInterface.Format(decoding: fields.value)
                    } else if try fields.isField("region", 10) {
                        _region = try ReaderInterface.Region(decoding: fields.value)
                    } else if try fields.isField("pageWidth", 11) {
                        _pageWidth = try Int(decoding: fields.value)
                    } else if try fields.isField("pageHeight", 12) {
                        _pageHeight = try Int(decoding: fields.value)
                    } else if try fields.isField("scale", 13) {
                        _scale = try Double(decoding: fields.value)
                    } else if try fields.isField("reducedFrom", 14) {
                        if !fields.value.isNull { _reducedFrom = try ReaderInterface.PageScale(decoding: fields.value) }
                    } else if try fields.isField("rotation", 15) {
                        _rotation = try Int(decoding: fields.value)
                    } else if try fields.isField("origin", 16) {
                        _origin = try Origin(decoding: fields.value)
                    } else if try fields.isField("surface", 17) {
                        if !fields.value.isNull { _surface = try ReaderInterface.Surface(decoding: fields.value) }
                    } else if try fields.isField("fileDescriptor", 18) {
                        if !fields.value.isNull { _fileDescriptor = try Int(decoding: fields.value) }
                    } else if try fields.isField("data", 19) {
                        if !fields.value.isNull { _data = try String(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _page else { throw JSONError(.missing, path: "page") }
            guard let _index else { throw JSONError(.missing, path: "index") }
            guard let _rendition else { throw JSONError(.missing, path: "rendition") }
            guard let _width else { throw JSONError(.missing, path: "width") }
            guard let _height else { throw JSONError(.missing, path: "height") }
            guard let _stride else { throw JSONError(.missing, path: "stride") }
            guard let _size else { throw JSONError(.missing, path: "size") }
            guard let _format else { throw JSONError(.missing, path: "format") }
            guard let _region else { throw JSONError(.missing, path: "region") }
            guard let _pageWidth else { throw JSONError(.missing, path: "pageWidth") }
            guard let _pageHeight else { throw JSONError(.missing, path: "pageHeight") }
            guard let _scale else { throw JSONError(.missing, path: "scale") }
            guard let _rotation else { throw JSONError(.missing, path: "rotation") }
            guard let _origin else { throw JSONError(.missing, path: "origin") }
            self.page = _page
            self.index = _index
            self.label = _label
            self.rendition = _rendition
            self.width = _width
            self.height = _height
            self.stride = _stride
            self.offset = _offset
            self.size = _size
            self.format = _format
            self.region = _region
            self.pageWidth = _pageWidth
            self.pageHeight = _pageHeight
            self.scale = _scale
            self.reducedFrom = _reducedFrom
            self.rotation = _rotation
            self.origin = _origin
            self.surface = _surface
            self.fileDescriptor = _fileDescriptor
            self.data = _data
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"page":"#)
            self.page.encode(into: &writer)
            writer.raw(#","index":"#)
            self.index.encode(into: &writer)
            if let _label = self.label {
                writer.raw(#","label":"#)
                _label.encode(into: &writer)
            }
            writer.raw(#","rendition":"#)
            self.rendition.encode(into: &writer)
            writer.raw(#","width":"#)
            self.width.encode(into: &writer)
            writer.raw(#","height":"#)
            self.height.encode(into: &writer)
            writer.raw(#","stride":"#)
            self.stride.encode(into: &writer)
            if let _offset = self.offset {
                writer.raw(#","offset":"#)
                _offset.encode(into: &writer)
            }
            writer.raw(#","size":"#)
            self.size.encode(into: &writer)
            writer.raw(#","format":"#)
            self.format.encode(into: &writer)
            writer.raw(#","region":"#)
            self.region.encode(into: &writer)
            writer.raw(#","pageWidth":"#)
            self.pageWidth.encode(into: &writer)
            writer.raw(#","pageHeight":"#)
            self.pageHeight.encode(into: &writer)
            writer.raw(#","scale":"#)
            self.scale.encode(into: &writer)
            if let _reducedFrom = self.reducedFrom {
                writer.raw(#","reducedFrom":"#)
                _reducedFrom.encode(into: &writer)
            }
            writer.raw(#","rotation":"#)
            self.rotation.encode(into: &writer)
            writer.raw(#","origin":"#)
            self.origin.encode(into: &writer)
            if let _surface = self.surface {
                writer.raw(#","surface":"#)
                _surface.encode(into: &writer)
            }
            if let _fileDescriptor = self.fileDescriptor {
                writer.raw(#","fileDescriptor":"#)
                _fileDescriptor.encode(into: &writer)
            }
            if let _data = self.data {
                writer.raw(#","data":"#)
                _data.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// What a page goes through: hidden, appearing, visible, disappearing.
    package enum AppearanceStep: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
        case willAppear
        case didAppear
        case willDisappear
        case didDisappear

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            let text = try value.string()
            if text.equals("willAppear") {
                self = .willAppear
                return
            }
            if text.equals("didAppear") {
                self = .didAppear
                return
            }
            if text.equals("willDisappear") {
                self = .willDisappear
                return
            }
            if text.equals("didDisappear") {
                self = .didDisappear
                return
            }
            throw JSONError(.wrongType(expected: "AppearanceStep"))
        }

        package func encode(into writer: inout JSONWriter) {
            switch self {
                case .willAppear: writer.raw(#""willAppear""#)
                case .didAppear: writer.raw(#""didAppear""#)
                case .willDisappear: writer.raw(#""willDisappear""#)
                case .didDisappear: writer.raw(#""didDisappear""#)
            }
        }
    }

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

        package init(reader: String, event: ReaderInterface.AppearanceStep, page: Int, index: Int, surface: ReaderInterface.Surface? = nil, transition: Int, position: Double, time: Int) {
            self.reader = reader
            self.event = event
            self.page = page
            self.index = index
            self.surface = surface
            self.transition = transition
            self.position = position
            self.time = time
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _event: ReaderInterface.AppearanceStep?
            var _page: Int?
            var _index: Int?
            var _surface: ReaderInterface.Surface?
            var _transition: Int?
            var _position: Double?
            var _time: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("event", 1) {
                        _event = try ReaderInterface.AppearanceStep(decoding: fields.value)
                    } else if try fields.isField("page", 2) {
                        _page = try Int(decoding: fields.value)
                    } else if try fields.isField("index", 3) {
                        _index = try Int(decoding: fields.value)
                    } else if try fields.isField("surface", 4) {
                        if !fields.value.isNull { _surface = try ReaderInterface.Surface(decoding: fields.value) }
                    } else if try fields.isField("transition", 5) {
                        _transition = try Int(decoding: fields.value)
                    } else if try fields.isField("position", 6) {
                        _position = try Double(decoding: fields.value)
                    } else if try fields.isField("time", 7) {
                        _time = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            guard let _event else { throw JSONError(.missing, path: "event") }
            guard let _page else { throw JSONError(.missing, path: "page") }
            guard let _index else { throw JSONError(.missing, path: "index") }
            guard let _transition else { throw JSONError(.missing, path: "transition") }
            guard let _position else { throw JSONError(.missing, path: "position") }
            guard let _time else { throw JSONError(.missing, path: "time") }
            self.reader = _reader
            self.event = _event
            self.page = _page
            self.index = _index
            self.surface = _surface
            self.transition = _transition
            self.position = _position
            self.time = _time
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.raw(#","event":"#)
            self.event.encode(into: &writer)
            writer.raw(#","page":"#)
            self.page.encode(into: &writer)
            writer.raw(#","index":"#)
            self.index.encode(into: &writer)
            if let _surface = self.surface {
                writer.raw(#","surface":"#)
                _surface.encode(into: &writer)
            }
            writer.raw(#","transition":"#)
            self.transition.encode(into: &writer)
            writer.raw(#","position":"#)
            self.position.encode(into: &writer)
            writer.raw(#","time":"#)
            self.time.encode(into: &writer)
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

        package init(reader: String, transition: Int, axis: ReaderInterface.Axis, from: [ReaderInterface.Location], to: [ReaderInterface.Location], direction: ReaderInterface.Direction, interactive: Bool, position: Double, time: Int) {
            self.reader = reader
            self.transition = transition
            self.axis = axis
            self.from = from
            self.to = to
            self.direction = direction
            self.interactive = interactive
            self.position = position
            self.time = time
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _transition: Int?
            var _axis: ReaderInterface.Axis?
            var _from: [ReaderInterface.Location]?
            var _to: [ReaderInterface.Location]?
            var _direction: ReaderInterface.Direction?
            var _interactive: Bool?
            var _position: Double?
            var _time: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("transition", 1) {
                        _transition = try Int(decoding: fields.value)
                    } else if try fields.isField("axis", 2) {
                        _axis = try ReaderInterface.Axis(decoding: fields.value)
                    } else if try fields.isField("from", 3) {
                        _from = try [ReaderInterface.Location](decoding: fields.value)
                    } else if try fields.isField("to", 4) {
                        _to = try [ReaderInterface.Location](decoding: fields.value)
                    } else if try fields.isField("direction", 5) {
                        _direction = try ReaderInterface.Direction(decoding: fields.value)
                    } else if try fields.isField("interactive", 6) {
                        _interactive = try Bool(decoding: fields.value)
                    } else if try fields.isField("position", 7) {
                        _position = try Double(decoding: fields.value)
                    } else if try fields.isField("time", 8) {
                        _time = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            guard let _transition else { throw JSONError(.missing, path: "transition") }
            guard let _axis else { throw JSONError(.missing, path: "axis") }
            guard let _from else { throw JSONError(.missing, path: "from") }
            guard let _to else { throw JSONError(.missing, path: "to") }
            guard let _direction else { throw JSONError(.missing, path: "direction") }
            guard let _interactive else { throw JSONError(.missing, path: "interactive") }
            guard let _position else { throw JSONError(.missing, path: "position") }
            guard let _time else { throw JSONError(.missing, path: "time") }
            self.reader = _reader
            self.transition = _transition
            self.axis = _axis
            self.from = _from
            self.to = _to
            self.direction = _direction
            self.interactive = _interactive
            self.position = _position
            self.time = _time
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.raw(#","transition":"#)
            self.transition.encode(into: &writer)
            writer.raw(#","axis":"#)
            self.axis.encode(into: &writer)
            writer.raw(#","from":"#)
            self.from.encode(into: &writer)
            writer.raw(#","to":"#)
            self.to.encode(into: &writer)
            writer.raw(#","direction":"#)
            self.direction.encode(into: &writer)
            writer.raw(#","interactive":"#)
            self.interactive.encode(into: &writer)
            writer.raw(#","position":"#)
            self.position.encode(into: &writer)
            writer.raw(#","time":"#)
            self.time.encode(into: &writer)
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

        package init(reader: String, transition: Int, axis: ReaderInterface.Axis, finished: Bool, completed: Bool, previous: [ReaderInterface.Location], position: Double, time: Int) {
            self.reader = reader
            self.transition = transition
            self.axis = axis
            self.finished = finished
            self.completed = completed
            self.previous = previous
            self.position = position
            self.time = time
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _transition: Int?
            var _axis: ReaderInterface.Axis?
            var _finished: Bool?
            var _completed: Bool?
            var _previous: [ReaderInterface.Location]?
            var _position: Double?
            var _time: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("transition", 1) {
                        _transition = try Int(decoding: fields.value)
                    } else if try fields.isField("axis", 2) {
                        _axis = try ReaderInterface.Axis(decoding: fields.value)
                    } else if try fields.isField("finished", 3) {
                        _finished = try Bool(decoding: fields.value)
                    } else if try fields.isField("completed", 4) {
                        _completed = try Bool(decoding: fields.value)
                    } else if try fields.isField("previous", 5) {
                        _previous = try [ReaderInterface.Location](decoding: fields.value)
                    } else if try fields.isField("position", 6) {
                        _position = try Double(decoding: fields.value)
                    } else if try fields.isField("time", 7) {
                        _time = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            guard let _transition else { throw JSONError(.missing, path: "transition") }
            guard let _axis else { throw JSONError(.missing, path: "axis") }
            guard let _finished else { throw JSONError(.missing, path: "finished") }
            guard let _completed else { throw JSONError(.missing, path: "completed") }
            guard let _previous else { throw JSONError(.missing, path: "previous") }
            guard let _position else { throw JSONError(.missing, path: "position") }
            guard let _time else { throw JSONError(.missing, path: "time") }
            self.reader = _reader
            self.transition = _transition
            self.axis = _axis
            self.finished = _finished
            self.completed = _completed
            self.previous = _previous
            self.position = _position
            self.time = _time
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.raw(#","transition":"#)
            self.transition.encode(into: &writer)
            writer.raw(#","axis":"#)
            self.axis.encode(into: &writer)
            writer.raw(#","finished":"#)
            self.finished.encode(into: &writer)
            writer.raw(#","completed":"#)
            self.completed.encode(into: &writer)
            writer.raw(#","previous":"#)
            self.previous.encode(into: &writer)
            writer.raw(#","position":"#)
            self.position.encode(into: &writer)
            writer.raw(#","time":"#)
            self.time.encode(into: &writer)
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

        package init(axis: ReaderInterface.Axis, document: ReaderInterface.Document, location: ReaderInterface.Location? = nil, spread: Int, position: Double, enabled: Bool, locked: Bool, arrangement: ReaderInterface.Arrangement, first: Int? = nil, pages: Int? = nil, unlocks: Int? = nil) {
            self.axis = axis
            self.document = document
            self.location = location
            self.spread = spread
            self.position = position
            self.enabled = enabled
            self.locked = locked
            self.arrangement = arrangement
            self.first = first
            self.pages = pages
            self.unlocks = unlocks
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _axis: ReaderInterface.Axis?
            var _document: ReaderInterface.Document?
            var _location: ReaderInterface.Location?
            var _spread: Int?
            var _position: Double?
            var _enabled: Bool?
            var _locked: Bool?
            var _arrangement: ReaderInterface.Arrangement?
            var _first: Int?
            var _pages: Int?
            var _unlocks: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("axis", 0) {
                        _axis = try ReaderInterface.Axis(decoding: fields.value)
                    } else if try fields.isField("document", 1) {
                        _document = try ReaderInterface.Document(decoding: fields.value)
                    } else if try fields.isField("location", 2) {
                        if !fields.value.isNull { _location = try ReaderInterface.Location(decoding: fields.value) }
                    } else if try fields.isField("spread", 3) {
                        _spread = try Int(decoding: fields.value)
                    } else if try fields.isField("position", 4) {
                        _position = try Double(decoding: fields.value)
                    } else if try fields.isField("enabled", 5) {
                        _enabled = try Bool(decoding: fields.value)
                    } else if try fields.isField("locked", 6) {
                        _locked = try Bool(decoding: fields.value)
                    } else if try fields.isField("arrangement", 7) {
                        _arrangement = try ReaderInterface.Arrangement(decoding: fields.value)
                    } else if try fields.isField("first", 8) {
                        if !fields.value.isNull { _first = try Int(decoding: fields.value) }
                    } else if try fields.isField("pages", 9) {
                        if !fields.value.isNull { _pages = try Int(decoding: fields.value) }
                    } else if try fields.isField("unlocks", 10) {
                        if !fields.value.isNull { _unlocks = try Int(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _axis else { throw JSONError(.missing, path: "axis") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            guard let _spread else { throw JSONError(.missing, path: "spread") }
            guard let _position else { throw JSONError(.missing, path: "position") }
            guard let _enabled else { throw JSONError(.missing, path: "enabled") }
            guard let _locked else { throw JSONError(.missing, path: "locked") }
            guard let _arrangement else { throw JSONError(.missing, path: "arrangement") }
            self.axis = _axis
            self.document = _document
            self.location = _location
            self.spread = _spread
            self.position = _position
            self.enabled = _enabled
            self.locked = _locked
            self.arrangement = _arrangement
            self.first = _first
            self.pages = _pages
            self.unlocks = _unlocks
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"axis":"#)
            self.axis.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            if let _location = self.location {
                writer.raw(#","location":"#)
                _location.encode(into: &writer)
            }
            writer.raw(#","spread":"#)
            self.spread.encode(into: &writer)
            writer.raw(#","position":"#)
            self.position.encode(into: &writer)
            writer.raw(#","enabled":"#)
            self.enabled.encode(into: &writer)
            writer.raw(#","locked":"#)
            self.locked.encode(into: &writer)
            writer.raw(#","arrangement":"#)
            self.arrangement.encode(into: &writer)
            if let _first = self.first {
                writer.raw(#","first":"#)
                _first.encode(into: &writer)
            }
            if let _pages = self.pages {
                writer.raw(#","pages":"#)
                _pages.encode(into: &writer)
            }
            if let _unlocks = self.unlocks {
                writer.raw(#","unlocks":"#)
                _unlocks.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// Where a reader stands. `location` is the first page that it shows, left out where there is none (`phase` `empty`);
    /// `shown` are all of them. `transition` is the number of the last transition step. `badOffsets` counts the drag offsets
    /// that did not fit and were dropped. `moving` is the page that is being moved by hand. `orientations` are those allowed
    /// by viewport and document both. `failed`: the pages that it is to show and that could not be rendered so far; left out
    /// where there are none.
    package struct State: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Phase: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
            case rest
            case jump
            case drag
            case settling
            case empty

            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                let text = try value.string()
                if text.equals("rest") {
                    self = .rest
                    return
                }
                if text.equals("jump") {
                    self = .jump
                    return
                }
                if text.equals("drag") {
                    self = .drag
                    return
                }
                if text.equals("settling") {
                    self = .settling
                    return
                }
                if text.equals("empty") {
                    self = .empty
                    return
                }
                throw JSONError(.wrongType(expected: "Phase"))
            }

            package func encode(into writer: inout JSONWriter) {
                switch self {
                    case .rest: writer.raw(#""rest""#)
                    case .jump: writer.raw(#""jump""#)
                    case .drag: writer.raw(#""drag""#)
                    case .settling: writer.raw(#""settling""#)
                    case .empty: writer.raw(#""empty""#)
                }
            }
        }

        package var reader: String
        package var document: ReaderInterface.Document
        package var location: ReaderInterface.Location?
        package var shown: [ReaderInterface.Location]
        package var viewport: ReaderInterface.Viewport
        package var orientations: [Int]
        package var axes: [ReaderInterface.AxisState]
        package var phase: Phase
        package var transition: Int
        package var manual: Bool
        package var badOffsets: Int
        package var moving: ReaderInterface.Location?
        package var refreshing: Bool
        package var failed: [ReaderInterface.PageFailure]?

        package init(reader: String, document: ReaderInterface.Document, location: ReaderInterface.Location? = nil, shown: [ReaderInterface.Location], viewport: ReaderInterface.Viewport, orientations: [Int], axes: [ReaderInterface.AxisState], phase: Phase, transition: Int, manual: Bool, badOffsets: Int, moving: ReaderInterface.Location? = nil, refreshing: Bool, failed: [ReaderInterface.PageFailure]? = nil) {
            self.reader = reader
            self.document = document
            self.location = location
            self.shown = shown
            self.viewport = viewport
            self.orientations = orientations
            self.axes = axes
            self.phase = phase
            self.transition = transition
            self.manual = manual
            self.badOffsets = badOffsets
            self.moving = moving
            self.refreshing = refreshing
            self.failed = failed
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _document: ReaderInterface.Document?
            var _location: ReaderInterface.Location?
            var _shown: [ReaderInterface.Location]?
            var _viewport: ReaderInterface.Viewport?
            var _orientations: [Int]?
            var _axes: [ReaderInterface.AxisState]?
            var _phase: Phase?
            var _transition: Int?
            var _manual: Bool?
            var _badOffsets: Int?
            var _moving: ReaderInterface.Location?
            var _refreshing: Bool?
            var _failed: [ReaderInterface.PageFailure]?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("document", 1) {
                        _document = try ReaderInterface.Document(decoding: fields.value)
                    } else if try fields.isField("location", 2) {
                        if !fields.value.isNull { _location = try ReaderInterface.Location(decoding: fields.value) }
                    } else if try fields.isField("shown", 3) {
                        _shown = try [ReaderInterface.Location](decoding: fields.value)
                    } else if try fields.isField("viewport", 4) {
                        _viewport = try ReaderInterface.Viewport(decoding: fields.value)
                    } else if try fields.isField("orientations", 5) {
                        _orientations = try [Int](decoding: fields.value)
                    } else if try fields.isField("axes", 6) {
                        _axes = try [ReaderInterface.AxisState](decoding: fields.value)
                    } else if try fields.isField("phase", 7) {
                        _phase = try Phase(decoding: fields.value)
                    } else if try fields.isField("transition", 8) {
                        _transition = try Int(decoding: fields.value)
                    } else if try fields.isField("manual", 9) {
                        _manual = try Bool(decoding: fields.value)
                    } else if try fields.isField("badOffsets", 10) {
                        _badOffsets = try Int(decoding: fields.value)
                    } else if try fields.isField("moving", 11) {
                        if !fields.value.isNull { _moving = try ReaderInterface.Location(decoding: fields.value) }
                    } else if try fields.isField("refreshing", 12) {
                        _refreshing = try Bool(decoding: fields.value)
                    } else if try fields.isField("failed", 13) {
                        if !fields.value.isNull { _failed = try [ReaderInterface.PageFailure](decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            guard let _shown else { throw JSONError(.missing, path: "shown") }
            guard let _viewport else { throw JSONError(.missing, path: "viewport") }
            guard let _orientations else { throw JSONError(.missing, path: "orientations") }
            guard let _axes else { throw JSONError(.missing, path: "axes") }
            guard let _phase else { throw JSONError(.missing, path: "phase") }
            guard let _transition else { throw JSONError(.missing, path: "transition") }
            guard let _manual else { throw JSONError(.missing, path: "manual") }
            guard let _badOffsets else { throw JSONError(.missing, path: "badOffsets") }
            guard let _refreshing else { throw JSONError(.missing, path: "refreshing") }
            self.reader = _reader
            self.document = _document
            self.location = _location
            self.shown = _shown
            self.viewport = _viewport
            self.orientations = _orientations
            self.axes = _axes
            self.phase = _phase
            self.transition = _transition
            self.manual = _manual
            self.badOffsets = _badOffsets
            self.moving = _moving
            self.refreshing = _refreshing
            self.failed = _failed
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            if let _location = self.location {
                writer.raw(#","location":"#)
                _location.encode(into: &writer)
            }
            writer.raw(#","shown":"#)
            self.shown.encode(into: &writer)
            writer.raw(#","viewport":"#)
            self.viewport.encode(into: &writer)
            writer.raw(#","orientations":"#)
            self.orientations.encode(into: &writer)
            writer.raw(#","axes":"#)
            self.axes.encode(into: &writer)
            writer.raw(#","phase":"#)
            self.phase.encode(into: &writer)
            writer.raw(#","transition":"#)
            self.transition.encode(into: &writer)
            writer.raw(#","manual":"#)
            self.manual.encode(into: &writer)
            writer.raw(#","badOffsets":"#)
            self.badOffsets.encode(into: &writer)
            if let _moving = self.moving {
                writer.raw(#","moving":"#)
                _moving.encode(into: &writer)
            }
            writer.raw(#","refreshing":"#)
            self.refreshing.encode(into: &writer)
            if let _failed = self.failed {
                writer.raw(#","failed":"#)
                _failed.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// The frame of a page in the layout of an axis, in pixels: `along` the axis and `across` it, from where the first spread
    /// begins. Its size is an estimate until it is `measured`.
    package struct Frame: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: Int?
        package var index: Int
        package var along: Double
        package var across: Double
        package var width: Double
        package var height: Double
        package var measured: Bool

        package init(page: Int? = nil, index: Int, along: Double, across: Double, width: Double, height: Double, measured: Bool) {
            self.page = page
            self.index = index
            self.along = along
            self.across = across
            self.width = width
            self.height = height
            self.measured = measured
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _page: Int?
            var _index: Int?
            var _along: Double?
            var _across: Double?
            var _width: Double?
            var _height: Double?
            var _measured: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("page", 0) {
                        if !fields.value.isNull { _page = try Int(decoding: fields.value) }
                    } else if try fields.isField("index", 1) {
                        _index = try Int(decoding: fields.value)
                    } else if try fields.isField("along", 2) {
                        _along = try Double(decoding: fields.value)
                    } else if try fields.isField("across", 3) {
                        _across = try Double(decoding: fields.value)
                    } else if try fields.isField("width", 4) {
                        _width = try Double(decoding: fields.value)
                    } else if try fields.isField("height", 5) {
                        _height = try Double(decoding: fields.value)
                    } else if try fields.isField("measured", 6) {
                        _measured = try Bool(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _index else { throw JSONError(.missing, path: "index") }
            guard let _along else { throw JSONError(.missing, path: "along") }
            guard let _across else { throw JSONError(.missing, path: "across") }
            guard let _width else { throw JSONError(.missing, path: "width") }
            guard let _height else { throw JSONError(.missing, path: "height") }
            guard let _measured else { throw JSONError(.missing, path: "measured") }
            self.page = _page
            self.index = _index
            self.along = _along
            self.across = _across
            self.width = _width
            self.height = _height
            self.measured = _measured
        }

        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            if let _page = self.page {
                writer.key(#","page":"#)
                _page.encode(into: &writer)
            }
            writer.key(#","index":"#)
            self.index.encode(into: &writer)
            writer.raw(#","along":"#)
            self.along.encode(into: &writer)
            writer.raw(#","across":"#)
            self.across.encode(into: &writer)
            writer.raw(#","width":"#)
            self.width.encode(into: &writer)
            writer.raw(#","height":"#)
            self.height.encode(into: &writer)
            writer.raw(#","measured":"#)
            self.measured.encode(into: &writer)
            writer.endObject()
        }
    }

    /// A page was measured, and the layout around it has changed: what the reader looks at begins `movedBy` pixels further
    /// along, and has not moved on its page.
    package struct LayoutChange: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: ReaderInterface.Axis
        package var frame: ReaderInterface.Frame
        package var movedBy: Double
        package var length: Double

        package init(reader: String, axis: ReaderInterface.Axis, frame: ReaderInterface.Frame, movedBy: Double, length: Double) {
            self.reader = reader
            self.axis = axis
            self.frame = frame
            self.movedBy = movedBy
            self.length = length
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _axis: ReaderInterface.Axis?
            var _frame: ReaderInterface.Frame?
            var _movedBy: Double?
            var _length: Double?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("axis", 1) {
                        _axis = try ReaderInterface.Axis(decoding: fields.value)
                    } else if try fields.isField("frame", 2) {
                        _frame = try ReaderInterface.Frame(decoding: fields.value)
                    } else if try fields.isField("movedBy", 3) {
                        _movedBy = try Double(decoding: fields.value)
                    } else if try fields.isField("length", 4) {
                        _length = try Double(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            guard let _axis else { throw JSONError(.missing, path: "axis") }
            guard let _frame else { throw JSONError(.missing, path: "frame") }
            guard let _movedBy else { throw JSONError(.missing, path: "movedBy") }
            guard let _length else { throw JSONError(.missing, path: "length") }
            self.reader = _reader
            self.axis = _axis
            self.frame = _frame
            self.movedBy = _movedBy
            self.length = _length
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.raw(#","axis":"#)
            self.axis.encode(into: &writer)
            writer.raw(#","frame":"#)
            self.frame.encode(into: &writer)
            writer.raw(#","movedBy":"#)
            self.movedBy.encode(into: &writer)
            writer.raw(#","length":"#)
            self.length.encode(into: &writer)
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

        package init(reader: String, axis: ReaderInterface.Axis, document: ReaderInterface.Document, location: ReaderInterface.Location? = nil) {
            self.reader = reader
            self.axis = axis
            self.document = document
            self.location = location
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _axis: ReaderInterface.Axis?
            var _document: ReaderInterface.Document?
            var _location: ReaderInterface.Location?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("axis", 1) {
                        _axis = try ReaderInterface.Axis(decoding: fields.value)
                    } else if try fields.isField("document", 2) {
                        _document = try ReaderInterface.Document(decoding: fields.value)
                    } else if try fields.isField("location", 3) {
                        if !fields.value.isNull { _location = try ReaderInterface.Location(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            guard let _axis else { throw JSONError(.missing, path: "axis") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            self.reader = _reader
            self.axis = _axis
            self.document = _document
            self.location = _location
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.raw(#","axis":"#)
            self.axis.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            if let _location = self.location {
                writer.raw(#","location":"#)
                _location.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// A page that could not be rendered, or not be handed over, and why.
    package struct PageFailure: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: Int
        package var index: Int
        package var reason: String

        package init(page: Int, index: Int, reason: String) {
            self.page = page
            self.index = index
            self.reason = reason
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _page: Int?
            var _index: Int?
            var _reason: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("page", 0) {
                        _page = try Int(decoding: fields.value)
                    } else if try fields.isField("index", 1) {
                        _index = try Int(decoding: fields.value)
                    } else if try fields.isField("reason", 2) {
                        _reason = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _page else { throw JSONError(.missing, path: "page") }
            guard let _index else { throw JSONError(.missing, path: "index") }
            guard let _reason else { throw JSONError(.missing, path: "reason") }
            self.page = _page
            self.index = _index
            self.reason = _reason
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"page":"#)
            self.page.encode(into: &writer)
            writer.raw(#","index":"#)
            self.index.encode(into: &writer)
            writer.raw(#","reason":"#)
            self.reason.encode(into: &writer)
            writer.endObject()
        }
    }

    /// Opens a document and a reader on its first page, or on `target`. The document is either an open descriptor of a
    /// regular file (`fileDescriptor`: its index among this message's descriptors), or a `path` below one of the service's
    /// library folders. `provider` names the provider; left out, the one that is surest of the document opens it. `axes`: one
    /// or two, the first is in front; left out, one horizontal axis along the whole document. `manual`: the viewer turns pages
    /// itself and reports what it sees (ReportAppearance). A document without pages is opened too, in phase `empty`.
    package enum Open: VarlinkMethod {
        package typealias Parameters = ReaderInterface.OpenParameters
        package typealias Reply = ReaderInterface.OpenReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.Open" }
    }

    /// What ``Open`` takes.
    package struct OpenParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var fileDescriptor: Int?
        package var path: String?
        package var provider: String?
        package var viewport: ReaderInterface.Viewport
        package var target: ReaderInterface.Target?
        package var axes: [ReaderInterface.AxisSetup]?
        package var background: ReaderInterface.Background?
        package var manual: Bool?

        package init(fileDescriptor: Int? = nil, path: String? = nil, provider: String? = nil, viewport: ReaderInterface.Viewport, target: ReaderInterface.Target? = nil, axes: [ReaderInterface.AxisSetup]? = nil, background: ReaderInterface.Background? = nil, manual: Bool? = nil) {
            self.fileDescriptor = fileDescriptor
            self.path = path
            self.provider = provider
            self.viewport = viewport
            self.target = target
            self.axes = axes
            self.background = background
            self.manual = manual
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _fileDescriptor: Int?
            var _path: String?
            var _provider: String?
            var _viewport: ReaderInterface.Viewport?
            var _target: ReaderInterface.Target?
            var _axes: [ReaderInterface.AxisSetup]?
            var _background: ReaderInterface.Background?
            var _manual: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("fileDescriptor", 0) {
                        if !fields.value.isNull { _fileDescriptor = try Int(decoding: fields.value) }
                    } else if try fields.isField("path", 1) {
                        if !fields.value.isNull { _path = try String(decoding: fields.value) }
                    } else if try fields.isField("provider", 2) {
                        if !fields.value.isNull { _provider = try String(decoding: fields.value) }
                    } else if try fields.isField("viewport", 3) {
                        _viewport = try ReaderInterface.Viewport(decoding: fields.value)
                    } else if try fields.isField("target", 4) {
                        if !fields.value.isNull { _target = try ReaderInterface.Target(decoding: fields.value) }
                    } else if try fields.isField("axes", 5) {
                        if !fields.value.isNull { _axes = try [ReaderInterface.AxisSetup](decoding: fields.value) }
                    } else if try fields.isField("background", 6) {
                        if !fields.value.isNull { _background = try ReaderInterface.Background(decoding: fields.value) }
                    } else if try fields.isField("manual", 7) {
                        if !fields.value.isNull { _manual = try Bool(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _viewport else { throw JSONError(.missing, path: "viewport") }
            self.fileDescriptor = _fileDescriptor
            self.path = _path
            self.provider = _provider
            self.viewport = _viewport
            self.target = _target
            self.axes = _axes
            self.background = _background
            self.manual = _manual
        }

        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            if let _fileDescriptor = self.fileDescriptor {
                writer.key(#","fileDescriptor":"#)
                _fileDescriptor.encode(into: &writer)
            }
            if let _path = self.path {
                writer.key(#","path":"#)
                _path.encode(into: &writer)
            }
            if let _provider = self.provider {
                writer.key(#","provider":"#)
                _provider.encode(into: &writer)
            }
            writer.key(#","viewport":"#)
            self.viewport.encode(into: &writer)
            if let _target = self.target {
                writer.raw(#","target":"#)
                _target.encode(into: &writer)
            }
            if let _axes = self.axes {
                writer.raw(#","axes":"#)
                _axes.encode(into: &writer)
            }
            if let _background = self.background {
                writer.raw(#","background":"#)
                _background.encode(into: &writer)
            }
            if let _manual = self.manual {
                writer.raw(#","manual":"#)
                _manual.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// What ``Open`` answers.
    package struct OpenReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var state: ReaderInterface.State

        package init(state: ReaderInterface.State) {
            self.state = state
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _state: ReaderInterface.State?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("state", 0) {
                        _state = try ReaderInterface.State(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _state else { throw JSONError(.missing, path: "state") }
            self.state = _state
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"state":"#)
            self.state.encode(into: &writer)
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
    /// `duration` in milliseconds, 0 to 60000: how long the viewer animates the turn. It ends when the viewer says so
    /// (Settle) or when the time has passed. Left out or 0: at once. `direction`: which way it is to look; left out, towards
    /// the target. `wrap`: a relative target goes on at the other end of the document. `axis`: the first one if left out.
    package enum Navigate: VarlinkMethod {
        package typealias Parameters = ReaderInterface.NavigateParameters
        package typealias Reply = ReaderInterface.NavigateReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.Navigate" }
    }

    /// What ``Navigate`` takes.
    package struct NavigateParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var target: ReaderInterface.Target
        package var handover: ReaderInterface.Handover?
        package var axis: ReaderInterface.Axis?
        package var duration: Int?
        package var direction: ReaderInterface.Direction?
        package var wrap: Bool?

        package init(reader: String, target: ReaderInterface.Target, handover: ReaderInterface.Handover? = nil, axis: ReaderInterface.Axis? = nil, duration: Int? = nil, direction: ReaderInterface.Direction? = nil, wrap: Bool? = nil) {
            self.reader = reader
            self.target = target
            self.handover = handover
            self.axis = axis
            self.duration = duration
            self.direction = direction
            self.wrap = wrap
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _target: ReaderInterface.Target?
            var _handover: ReaderInterface.Handover?
            var _axis: ReaderInterface.Axis?
            var _duration: Int?
            var _direction: ReaderInterface.Direction?
            var _wrap: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("target", 1) {
                        _target = try ReaderInterface.Target(decoding: fields.value)
                    } else if try fields.isField("handover", 2) {
                        if !fields.value.isNull { _handover = try ReaderInterface.Handover(decoding: fields.value) }
                    } else if try fields.isField("axis", 3) {
                        if !fields.value.isNull { _axis = try ReaderInterface.Axis(decoding: fields.value) }
                    } else if try fields.isField("duration", 4) {
                        if !fields.value.isNull { _duration = try Int(decoding: fields.value) }
                    } else if try fields.isField("direction", 5) {
                        if !fields.value.isNull { _direction = try ReaderInterface.Direction(decoding: fields.value) }
                    } else if try fields.isField("wrap", 6) {
                        if !fields.value.isNull { _wrap = try Bool(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            guard let _target else { throw JSONError(.missing, path: "target") }
            self.reader = _reader
            self.target = _target
            self.handover = _handover
            self.axis = _axis
            self.duration = _duration
            self.direction = _direction
            self.wrap = _wrap
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.raw(#","target":"#)
            self.target.encode(into: &writer)
            if let _handover = self.handover {
                writer.raw(#","handover":"#)
                _handover.encode(into: &writer)
            }
            if let _axis = self.axis {
                writer.raw(#","axis":"#)
                _axis.encode(into: &writer)
            }
            if let _duration = self.duration {
                writer.raw(#","duration":"#)
                _duration.encode(into: &writer)
            }
            if let _direction = self.direction {
                writer.raw(#","direction":"#)
                _direction.encode(into: &writer)
            }
            if let _wrap = self.wrap {
                writer.raw(#","wrap":"#)
                _wrap.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// What ``Navigate`` answers.
    package struct NavigateReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var noop: Bool
        package var hit: Bool
        package var transition: Int
        package var location: ReaderInterface.Location
        package var page: ReaderInterface.Page?
        package var second: ReaderInterface.Page?
        package var failure: ReaderInterface.PageFailure?

        package init(noop: Bool, hit: Bool, transition: Int, location: ReaderInterface.Location, page: ReaderInterface.Page? = nil, second: ReaderInterface.Page? = nil, failure: ReaderInterface.PageFailure? = nil) {
            self.noop = noop
            self.hit = hit
            self.transition = transition
            self.location = location
            self.page = page
            self.second = second
            self.failure = failure
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _noop: Bool?
            var _hit: Bool?
            var _transition: Int?
            var _location: ReaderInterface.Location?
            var _page: ReaderInterface.Page?
            var _second: ReaderInterface.Page?
            var _failure: ReaderInterface.PageFailure?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("noop", 0) {
                        _noop = try Bool(decoding: fields.value)
                    } else if try fields.isField("hit", 1) {
                        _hit = try Bool(decoding: fields.value)
                    } else if try fields.isField("transition", 2) {
                        _transition = try Int(decoding: fields.value)
                    } else if try fields.isField("location", 3) {
                        _location = try ReaderInterface.Location(decoding: fields.value)
                    } else if try fields.isField("page", 4) {
                        if !fields.value.isNull { _page = try ReaderInterface.Page(decoding: fields.value) }
                    } else if try fields.isField("second", 5) {
                        if !fields.value.isNull { _second = try ReaderInterface.Page(decoding: fields.value) }
                    } else if try fields.isField("failure", 6) {
                        if !fields.value.isNull { _failure = try ReaderInterface.PageFailure(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _noop else { throw JSONError(.missing, path: "noop") }
            guard let _hit else { throw JSONError(.missing, path: "hit") }
            guard let _transition else { throw JSONError(.missing, path: "transition") }
            guard let _location else { throw JSONError(.missing, path: "location") }
            self.noop = _noop
            self.hit = _hit
            self.transition = _transition
            self.location = _location
            self.page = _page
            self.second = _second
            self.failure = _failure
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"noop":"#)
            self.noop.encode(into: &writer)
            writer.raw(#","hit":"#)
            self.hit.encode(into: &writer)
            writer.raw(#","transition":"#)
            self.transition.encode(into: &writer)
            writer.raw(#","location":"#)
            self.location.encode(into: &writer)
            if let _page = self.page {
                writer.raw(#","page":"#)
                _page.encode(into: &writer)
            }
            if let _second = self.second {
                writer.raw(#","second":"#)
                _second.encode(into: &writer)
            }
            if let _failure = self.failure {
                writer.raw(#","failure":"#)
                _failure.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// A finger comes down. `offset` is where, in spreads, when the last drag has not come to rest yet; left out, where that
    /// was released. `origin` is the spread that offsets count from, `transition` the number of the step.
    package enum BeginDrag: VarlinkMethod {
        package typealias Parameters = ReaderInterface.BeginDragParameters
        package typealias Reply = ReaderInterface.BeginDragReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.BeginDrag" }
    }

    /// What ``BeginDrag`` takes.
    package struct BeginDragParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: ReaderInterface.Axis?
        package var offset: Double?

        package init(reader: String, axis: ReaderInterface.Axis? = nil, offset: Double? = nil) {
            self.reader = reader
            self.axis = axis
            self.offset = offset
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _axis: ReaderInterface.Axis?
            var _offset: Double?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("axis", 1) {
                        if !fields.value.isNull { _axis = try ReaderInterface.Axis(decoding: fields.value) }
                    } else if try fields.isField("offset", 2) {
                        if !fields.value.isNull { _offset = try Double(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            self.reader = _reader
            self.axis = _axis
            self.offset = _offset
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            if let _axis = self.axis {
                writer.raw(#","axis":"#)
                _axis.encode(into: &writer)
            }
            if let _offset = self.offset {
                writer.raw(#","offset":"#)
                _offset.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// What ``BeginDrag`` answers.
    package struct BeginDragReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var transition: Int
        package var origin: Int
        package var position: Double

        package init(transition: Int, origin: Int, position: Double) {
            self.transition = transition
            self.origin = origin
            self.position = position
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _transition: Int?
            var _origin: Int?
            var _position: Double?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("transition", 0) {
                        _transition = try Int(decoding: fields.value)
                    } else if try fields.isField("origin", 1) {
                        _origin = try Int(decoding: fields.value)
                    } else if try fields.isField("position", 2) {
                        _position = try Double(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _transition else { throw JSONError(.missing, path: "transition") }
            guard let _origin else { throw JSONError(.missing, path: "origin") }
            guard let _position else { throw JSONError(.missing, path: "position") }
            self.transition = _transition
            self.origin = _origin
            self.position = _position
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"transition":"#)
            self.transition.encode(into: &writer)
            writer.raw(#","origin":"#)
            self.origin.encode(into: &writer)
            writer.raw(#","position":"#)
            self.position.encode(into: &writer)
            writer.endObject()
        }
    }

    /// The finger is at `offset`, in spreads, as they were numbered when the drag began. Send it `oneway`, as often as the
    /// screen is drawn: offsets that don't fit are dropped then, and counted in the reader's state.
    package enum Drag: VarlinkMethod {
        package typealias Parameters = ReaderInterface.DragParameters
        package typealias Reply = ReaderInterface.DragReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.Drag" }
    }

    /// What ``Drag`` takes.
    package struct DragParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var offset: Double

        package init(reader: String, offset: Double) {
            self.reader = reader
            self.offset = offset
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _offset: Double?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("offset", 1) {
                        _offset = try Double(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            guard let _offset else { throw JSONError(.missing, path: "offset") }
            self.reader = _reader
            self.offset = _offset
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.raw(#","offset":"#)
            self.offset.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Drag`` answers.
    package typealias DragReply = JSONEmpty

    /// The finger is lifted with a `velocity` in spreads a second, 0 if left out. The reader is bound for `spread`, whose
    /// first page is `location`, and is there when the viewer says so (Settle), or after a second. Pulled past the end by a
    /// quarter of a spread or more, the document is refreshed, where its provider can (`refreshing`).
    package enum ReleaseDrag: VarlinkMethod {
        package typealias Parameters = ReaderInterface.ReleaseDragParameters
        package typealias Reply = ReaderInterface.ReleaseDragReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.ReleaseDrag" }
    }

    /// What ``ReleaseDrag`` takes.
    package struct ReleaseDragParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var velocity: Double?

        package init(reader: String, velocity: Double? = nil) {
            self.reader = reader
            self.velocity = velocity
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _velocity: Double?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("velocity", 1) {
                        if !fields.value.isNull { _velocity = try Double(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            self.reader = _reader
            self.velocity = _velocity
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            if let _velocity = self.velocity {
                writer.raw(#","velocity":"#)
                _velocity.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// What ``ReleaseDrag`` answers.
    package struct ReleaseDragReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var transition: Int
        package var spread: Int
        package var location: ReaderInterface.Location?
        package var refreshing: Bool

        package init(transition: Int, spread: Int, location: ReaderInterface.Location? = nil, refreshing: Bool) {
            self.transition = transition
            self.spread = spread
            self.location = location
            self.refreshing = refreshing
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _transition: Int?
            var _spread: Int?
            var _location: ReaderInterface.Location?
            var _refreshing: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("transition", 0) {
                        _transition = try Int(decoding: fields.value)
                    } else if try fields.isField("spread", 1) {
                        _spread = try Int(decoding: fields.value)
                    } else if try fields.isField("location", 2) {
                        if !fields.value.isNull { _location = try ReaderInterface.Location(decoding: fields.value) }
                    } else if try fields.isField("refreshing", 3) {
                        _refreshing = try Bool(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _transition else { throw JSONError(.missing, path: "transition") }
            guard let _spread else { throw JSONError(.missing, path: "spread") }
            guard let _refreshing else { throw JSONError(.missing, path: "refreshing") }
            self.transition = _transition
            self.spread = _spread
            self.location = _location
            self.refreshing = _refreshing
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"transition":"#)
            self.transition.encode(into: &writer)
            writer.raw(#","spread":"#)
            self.spread.encode(into: &writer)
            if let _location = self.location {
                writer.raw(#","location":"#)
                _location.encode(into: &writer)
            }
            writer.raw(#","refreshing":"#)
            self.refreshing.encode(into: &writer)
            writer.endObject()
        }
    }

    /// Takes a drag back: the reader is bound for where its transition began.
    package enum CancelDrag: VarlinkMethod {
        package typealias Parameters = ReaderInterface.CancelDragParameters
        package typealias Reply = ReaderInterface.CancelDragReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.CancelDrag" }
    }

    /// What ``CancelDrag`` takes.
    package struct CancelDragParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String

        package init(reader: String) {
            self.reader = reader
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            self.reader = _reader
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``CancelDrag`` answers.
    package struct CancelDragReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var transition: Int
        package var spread: Int
        package var location: ReaderInterface.Location?

        package init(transition: Int, spread: Int, location: ReaderInterface.Location? = nil) {
            self.transition = transition
            self.spread = spread
            self.location = location
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _transition: Int?
            var _spread: Int?
            var _location: ReaderInterface.Location?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("transition", 0) {
                        _transition = try Int(decoding: fields.value)
                    } else if try fields.isField("spread", 1) {
                        _spread = try Int(decoding: fields.value)
                    } else if try fields.isField("location", 2) {
                        if !fields.value.isNull { _location = try ReaderInterface.Location(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _transition else { throw JSONError(.missing, path: "transition") }
            guard let _spread else { throw JSONError(.missing, path: "spread") }
            self.transition = _transition
            self.spread = _spread
            self.location = _location
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"transition":"#)
            self.transition.encode(into: &writer)
            writer.raw(#","spread":"#)
            self.spread.encode(into: &writer)
            if let _location = self.location {
                writer.raw(#","location":"#)
                _location.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// The viewer's animation of a transition step has ended. `settled` is false for one that is over already, was taken over
    /// by another, or is still held; nothing happens then.
    package enum Settle: VarlinkMethod {
        package typealias Parameters = ReaderInterface.SettleParameters
        package typealias Reply = ReaderInterface.SettleReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.Settle" }
    }

    /// What ``Settle`` takes.
    package struct SettleParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var transition: Int

        package init(reader: String, transition: Int) {
            self.reader = reader
            self.transition = transition
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _transition: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("transition", 1) {
                        _transition = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            guard let _transition else { throw JSONError(.missing, path: "transition") }
            self.reader = _reader
            self.transition = _transition
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.raw(#","transition":"#)
            self.transition.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Settle`` answers.
    package struct SettleReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var settled: Bool

        package init(settled: Bool) {
            self.settled = settled
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _settled: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("settled", 0) {
                        _settled = try Bool(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _settled else { throw JSONError(.missing, path: "settled") }
            self.settled = _settled
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"settled":"#)
            self.settled.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What the viewer of a manual reader has shown or hidden. A page that will appear is rendered, and comes with the watch.
    package enum ReportAppearance: VarlinkMethod {
        package typealias Parameters = ReaderInterface.ReportAppearanceParameters
        package typealias Reply = ReaderInterface.ReportAppearanceReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.ReportAppearance" }
    }

    /// What ``ReportAppearance`` takes.
    package struct ReportAppearanceParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: ReaderInterface.Axis?
        package var index: Int
        package var event: ReaderInterface.AppearanceStep

        package init(reader: String, axis: ReaderInterface.Axis? = nil, index: Int, event: ReaderInterface.AppearanceStep) {
            self.reader = reader
            self.axis = axis
            self.index = index
            self.event = event
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _axis: ReaderInterface.Axis?
            var _index: Int?
            var _event: ReaderInterface.AppearanceStep?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("axis", 1) {
                        if !fields.value.isNull { _axis = try ReaderInterface.Axis(decoding: fields.value) }
                    } else if try fields.isField("index", 2) {
                        _index = try Int(decoding: fields.value)
                    } else if try fields.isField("event", 3) {
                        _event = try ReaderInterface.AppearanceStep(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            guard let _index else { throw JSONError(.missing, path: "index") }
            guard let _event else { throw JSONError(.missing, path: "event") }
            self.reader = _reader
            self.axis = _axis
            self.index = _index
            self.event = _event
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            if let _axis = self.axis {
                writer.raw(#","axis":"#)
                _axis.encode(into: &writer)
            }
            writer.raw(#","index":"#)
            self.index.encode(into: &writer)
            writer.raw(#","event":"#)
            self.event.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``ReportAppearance`` answers.
    package typealias ReportAppearanceReply = JSONEmpty

    /// Switches an axis on or off, or arranges its pages in another way. What moves along it settles first.
    package enum SetAxis: VarlinkMethod {
        package typealias Parameters = ReaderInterface.SetAxisParameters
        package typealias Reply = ReaderInterface.SetAxisReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.SetAxis" }
    }

    /// What ``SetAxis`` takes.
    package struct SetAxisParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: ReaderInterface.Axis
        package var enabled: Bool?
        package var arrangement: ReaderInterface.Arrangement?

        package init(reader: String, axis: ReaderInterface.Axis, enabled: Bool? = nil, arrangement: ReaderInterface.Arrangement? = nil) {
            self.reader = reader
            self.axis = axis
            self.enabled = enabled
            self.arrangement = arrangement
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _axis: ReaderInterface.Axis?
            var _enabled: Bool?
            var _arrangement: ReaderInterface.Arrangement?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("axis", 1) {
                        _axis = try ReaderInterface.Axis(decoding: fields.value)
                    } else if try fields.isField("enabled", 2) {
                        if !fields.value.isNull { _enabled = try Bool(decoding: fields.value) }
                    } else if try fields.isField("arrangement", 3) {
                        if !fields.value.isNull { _arrangement = try ReaderInterface.Arrangement(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            guard let _axis else { throw JSONError(.missing, path: "axis") }
            self.reader = _reader
            self.axis = _axis
            self.enabled = _enabled
            self.arrangement = _arrangement
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.raw(#","axis":"#)
            self.axis.encode(into: &writer)
            if let _enabled = self.enabled {
                writer.raw(#","enabled":"#)
                _enabled.encode(into: &writer)
            }
            if let _arrangement = self.arrangement {
                writer.raw(#","arrangement":"#)
                _arrangement.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// What ``SetAxis`` answers.
    package struct SetAxisReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var state: ReaderInterface.State

        package init(state: ReaderInterface.State) {
            self.state = state
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _state: ReaderInterface.State?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("state", 0) {
                        _state = try ReaderInterface.State(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _state else { throw JSONError(.missing, path: "state") }
            self.state = _state
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"state":"#)
            self.state.encode(into: &writer)
            writer.endObject()
        }
    }

    /// Where a reader stands.
    package enum GetState: VarlinkMethod {
        package typealias Parameters = ReaderInterface.GetStateParameters
        package typealias Reply = ReaderInterface.GetStateReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.GetState" }
    }

    /// What ``GetState`` takes.
    package struct GetStateParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String

        package init(reader: String) {
            self.reader = reader
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            self.reader = _reader
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``GetState`` answers.
    package struct GetStateReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var state: ReaderInterface.State

        package init(state: ReaderInterface.State) {
            self.state = state
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _state: ReaderInterface.State?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("state", 0) {
                        _state = try ReaderInterface.State(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _state else { throw JSONError(.missing, path: "state") }
            self.state = _state
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"state":"#)
            self.state.encode(into: &writer)
            writer.endObject()
        }
    }

    /// Where a reader jumped from, for targets `back` and `forward`: the nearest first.
    package enum GetHistory: VarlinkMethod {
        package typealias Parameters = ReaderInterface.GetHistoryParameters
        package typealias Reply = ReaderInterface.GetHistoryReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.GetHistory" }
    }

    /// What ``GetHistory`` takes.
    package struct GetHistoryParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String

        package init(reader: String) {
            self.reader = reader
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            self.reader = _reader
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``GetHistory`` answers.
    package struct GetHistoryReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var back: [ReaderInterface.Location]
        package var forward: [ReaderInterface.Location]

        package init(back: [ReaderInterface.Location], forward: [ReaderInterface.Location]) {
            self.back = back
            self.forward = forward
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _back: [ReaderInterface.Location]?
            var _forward: [ReaderInterface.Location]?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("back", 0) {
                        _back = try [ReaderInterface.Location](decoding: fields.value)
                    } else if try fields.isField("forward", 1) {
                        _forward = try [ReaderInterface.Location](decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _back else { throw JSONError(.missing, path: "back") }
            guard let _forward else { throw JSONError(.missing, path: "forward") }
            self.back = _back
            self.forward = _forward
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"back":"#)
            self.back.encode(into: &writer)
            writer.raw(#","forward":"#)
            self.forward.encode(into: &writer)
            writer.endObject()
        }
    }

    /// Where the pages of an axis are: `pages` of them from `first` on, at most 256; left out, those around the current one.
    /// `length` of the whole axis in pixels, -1 where it is not known how many pages there are. `estimatedWidth` and
    /// `estimatedHeight` are what pages are taken to measure until they are measured, in points. `offset`, in spreads, is
    /// asked for as `position`, in pixels; left out, that of now.
    package enum GetLayout: VarlinkMethod {
        package typealias Parameters = ReaderInterface.GetLayoutParameters
        package typealias Reply = ReaderInterface.GetLayoutReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.GetLayout" }
    }

    /// What ``GetLayout`` takes.
    package struct GetLayoutParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var axis: ReaderInterface.Axis?
        package var first: Int?
        package var pages: Int?
        package var offset: Double?

        package init(reader: String, axis: ReaderInterface.Axis? = nil, first: Int? = nil, pages: Int? = nil, offset: Double? = nil) {
            self.reader = reader
            self.axis = axis
            self.first = first
            self.pages = pages
            self.offset = offset
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _axis: ReaderInterface.Axis?
            var _first: Int?
            var _pages: Int?
            var _offset: Double?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("axis", 1) {
                        if !fields.value.isNull { _axis = try ReaderInterface.Axis(decoding: fields.value) }
                    } else if try fields.isField("first", 2) {
                        if !fields.value.isNull { _first = try Int(decoding: fields.value) }
                    } else if try fields.isField("pages", 3) {
                        if !fields.value.isNull { _pages = try Int(decoding: fields.value) }
                    } else if try fields.isField("offset", 4) {
                        if !fields.value.isNull { _offset = try Double(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            self.reader = _reader
            self.axis = _axis
            self.first = _first
            self.pages = _pages
            self.offset = _offset
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            if let _axis = self.axis {
                writer.raw(#","axis":"#)
                _axis.encode(into: &writer)
            }
            if let _first = self.first {
                writer.raw(#","first":"#)
                _first.encode(into: &writer)
            }
            if let _pages = self.pages {
                writer.raw(#","pages":"#)
                _pages.encode(into: &writer)
            }
            if let _offset = self.offset {
                writer.raw(#","offset":"#)
                _offset.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// What ``GetLayout`` answers.
    package struct GetLayoutReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var frames: [ReaderInterface.Frame]
        package var length: Double
        package var estimatedWidth: Double
        package var estimatedHeight: Double
        package var spacing: Int
        package var position: Double

        package init(frames: [ReaderInterface.Frame], length: Double, estimatedWidth: Double, estimatedHeight: Double, spacing: Int, position: Double) {
            self.frames = frames
            self.length = length
            self.estimatedWidth = estimatedWidth
            self.estimatedHeight = estimatedHeight
            self.spacing = spacing
            self.position = position
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _frames: [ReaderInterface.Frame]?
            var _length: Double?
            var _estimatedWidth: Double?
            var _estimatedHeight: Double?
            var _spacing: Int?
            var _position: Double?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("frames", 0) {
                        _frames = try [ReaderInterface.Frame](decoding: fields.value)
                    } else if try fields.isField("length", 1) {
                        _length = try Double(decoding: fields.value)
                    } else if try fields.isField("estimatedWidth", 2) {
                        _estimatedWidth = try Double(decoding: fields.value)
                    } else if try fields.isField("estimatedHeight", 3) {
                        _estimatedHeight = try Double(decoding: fields.value)
                    } else if try fields.isField("spacing", 4) {
                        _spacing = try Int(decoding: fields.value)
                    } else if try fields.isField("position", 5) {
                        _position = try Double(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _frames else { throw JSONError(.missing, path: "frames") }
            guard let _length else { throw JSONError(.missing, path: "length") }
            guard let _estimatedWidth else { throw JSONError(.missing, path: "estimatedWidth") }
            guard let _estimatedHeight else { throw JSONError(.missing, path: "estimatedHeight") }
            guard let _spacing else { throw JSONError(.missing, path: "spacing") }
            guard let _position else { throw JSONError(.missing, path: "position") }
            self.frames = _frames
            self.length = _length
            self.estimatedWidth = _estimatedWidth
            self.estimatedHeight = _estimatedHeight
            self.spacing = _spacing
            self.position = _position
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"frames":"#)
            self.frames.encode(into: &writer)
            writer.raw(#","length":"#)
            self.length.encode(into: &writer)
            writer.raw(#","estimatedWidth":"#)
            self.estimatedWidth.encode(into: &writer)
            writer.raw(#","estimatedHeight":"#)
            self.estimatedHeight.encode(into: &writer)
            writer.raw(#","spacing":"#)
            self.spacing.encode(into: &writer)
            writer.raw(#","position":"#)
            self.position.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What is at a point of the viewport, in pixels from its top left corner: a page and the point on it, in points from its
    /// top left corner, upright; or nothing. `background`: the page in front is blank there, and the one behind it is meant.
    /// `claims`: the page wants drags that begin there for itself.
    package enum HitTest: VarlinkMethod {
        package typealias Parameters = ReaderInterface.HitTestParameters
        package typealias Reply = ReaderInterface.HitTestReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.HitTest" }
    }

    /// What ``HitTest`` takes.
    package struct HitTestParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var x: Double
        package var y: Double

        package init(reader: String, x: Double, y: Double) {
            self.reader = reader
            self.x = x
            self.y = y
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _x: Double?
            var _y: Double?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("x", 1) {
                        _x = try Double(decoding: fields.value)
                    } else if try fields.isField("y", 2) {
                        _y = try Double(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            guard let _x else { throw JSONError(.missing, path: "x") }
            guard let _y else { throw JSONError(.missing, path: "y") }
            self.reader = _reader
            self.x = _x
            self.y = _y
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.raw(#","x":"#)
            self.x.encode(into: &writer)
            writer.raw(#","y":"#)
            self.y.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``HitTest`` answers.
    package struct HitTestReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var location: ReaderInterface.Location?
        package var x: Double
        package var y: Double
        package var background: Bool
        package var claims: Bool

        package init(location: ReaderInterface.Location? = nil, x: Double, y: Double, background: Bool, claims: Bool) {
            self.location = location
            self.x = x
            self.y = y
            self.background = background
            self.claims = claims
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _location: ReaderInterface.Location?
            var _x: Double?
            var _y: Double?
            var _background: Bool?
            var _claims: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("location", 0) {
                        if !fields.value.isNull { _location = try ReaderInterface.Location(decoding: fields.value) }
                    } else if try fields.isField("x", 1) {
                        _x = try Double(decoding: fields.value)
                    } else if try fields.isField("y", 2) {
                        _y = try Double(decoding: fields.value)
                    } else if try fields.isField("background", 3) {
                        _background = try Bool(decoding: fields.value)
                    } else if try fields.isField("claims", 4) {
                        _claims = try Bool(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _x else { throw JSONError(.missing, path: "x") }
            guard let _y else { throw JSONError(.missing, path: "y") }
            guard let _background else { throw JSONError(.missing, path: "background") }
            guard let _claims else { throw JSONError(.missing, path: "claims") }
            self.location = _location
            self.x = _x
            self.y = _y
            self.background = _background
            self.claims = _claims
        }

        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            if let _location = self.location {
                writer.key(#","location":"#)
                _location.encode(into: &writer)
            }
            writer.key(#","x":"#)
            self.x.encode(into: &writer)
            writer.raw(#","y":"#)
            self.y.encode(into: &writer)
            writer.raw(#","background":"#)
            self.background.encode(into: &writer)
            writer.raw(#","claims":"#)
            self.claims.encode(into: &writer)
            writer.endObject()
        }
    }

    /// Has the provider look at its source again. Old pages stay until new ones are ready; the watch tells when it is done.
    package enum Refresh: VarlinkMethod {
        package typealias Parameters = ReaderInterface.RefreshParameters
        package typealias Reply = ReaderInterface.RefreshReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.Refresh" }
    }

    /// What ``Refresh`` takes.
    package struct RefreshParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String

        package init(reader: String) {
            self.reader = reader
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            self.reader = _reader
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Refresh`` answers.
    package typealias RefreshReply = JSONEmpty

    /// Takes up the page at `index`, to be moved by hand, where the provider can. Refused in a transition.
    package enum BeginMove: VarlinkMethod {
        package typealias Parameters = ReaderInterface.BeginMoveParameters
        package typealias Reply = ReaderInterface.BeginMoveReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.BeginMove" }
    }

    /// What ``BeginMove`` takes.
    package struct BeginMoveParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var index: Int
        package var axis: ReaderInterface.Axis?

        package init(reader: String, index: Int, axis: ReaderInterface.Axis? = nil) {
            self.reader = reader
            self.index = index
            self.axis = axis
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _index: Int?
            var _axis: ReaderInterface.Axis?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("index", 1) {
                        _index = try Int(decoding: fields.value)
                    } else if try fields.isField("axis", 2) {
                        if !fields.value.isNull { _axis = try ReaderInterface.Axis(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            guard let _index else { throw JSONError(.missing, path: "index") }
            self.reader = _reader
            self.index = _index
            self.axis = _axis
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.raw(#","index":"#)
            self.index.encode(into: &writer)
            if let _axis = self.axis {
                writer.raw(#","axis":"#)
                _axis.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// What ``BeginMove`` answers.
    package struct BeginMoveReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var location: ReaderInterface.Location

        package init(location: ReaderInterface.Location) {
            self.location = location
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _location: ReaderInterface.Location?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("location", 0) {
                        _location = try ReaderInterface.Location(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _location else { throw JSONError(.missing, path: "location") }
            self.location = _location
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"location":"#)
            self.location.encode(into: &writer)
            writer.endObject()
        }
    }

    /// The page is held where it would be dropped at `index`, counted without the page itself. `edge`: it is held at that edge
    /// of the screen; pages turn there every half second, until the next update.
    package enum UpdateMove: VarlinkMethod {
        package typealias Parameters = ReaderInterface.UpdateMoveParameters
        package typealias Reply = ReaderInterface.UpdateMoveReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.UpdateMove" }
    }

    /// What ``UpdateMove`` takes.
    package struct UpdateMoveParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var index: Int?
        package var edge: ReaderInterface.Direction?

        package init(reader: String, index: Int? = nil, edge: ReaderInterface.Direction? = nil) {
            self.reader = reader
            self.index = index
            self.edge = edge
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _index: Int?
            var _edge: ReaderInterface.Direction?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("index", 1) {
                        if !fields.value.isNull { _index = try Int(decoding: fields.value) }
                    } else if try fields.isField("edge", 2) {
                        if !fields.value.isNull { _edge = try ReaderInterface.Direction(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            self.reader = _reader
            self.index = _index
            self.edge = _edge
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            if let _index = self.index {
                writer.raw(#","index":"#)
                _index.encode(into: &writer)
            }
            if let _edge = self.edge {
                writer.raw(#","edge":"#)
                _edge.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// What ``UpdateMove`` answers.
    package typealias UpdateMoveReply = JSONEmpty

    /// The page is dropped; where it was, nothing happens (`moved` false).
    package enum EndMove: VarlinkMethod {
        package typealias Parameters = ReaderInterface.EndMoveParameters
        package typealias Reply = ReaderInterface.EndMoveReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.EndMove" }
    }

    /// What ``EndMove`` takes.
    package struct EndMoveParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String

        package init(reader: String) {
            self.reader = reader
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            self.reader = _reader
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``EndMove`` answers.
    package struct EndMoveReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var moved: Bool

        package init(moved: Bool) {
            self.moved = moved
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _moved: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("moved", 0) {
                        _moved = try Bool(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _moved else { throw JSONError(.missing, path: "moved") }
            self.moved = _moved
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"moved":"#)
            self.moved.encode(into: &writer)
            writer.endObject()
        }
    }

    /// The page goes back to where it was.
    package enum CancelMove: VarlinkMethod {
        package typealias Parameters = ReaderInterface.CancelMoveParameters
        package typealias Reply = ReaderInterface.CancelMoveReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.CancelMove" }
    }

    /// What ``CancelMove`` takes.
    package struct CancelMoveParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String

        package init(reader: String) {
            self.reader = reader
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            self.reader = _reader
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``CancelMove`` answers.
    package typealias CancelMoveReply = JSONEmpty

    /// Hands over a page, rendered first where need be: the current page, or the one at `index` of an axis (by default the
    /// first). `quality` 1 to 100 is for JPEG (85). `handover` is `descriptor` by default:
    /// LimitReached where the user's viewers hold too many pages.
    ///
    /// `region` is the part of the page that is wanted, in pixels of the page at the viewport's scale; left out, the whole
    /// page, at the largest scale within what a page may have. Of the regions that a reader is asked for only the latest
    /// counts, of whichever page: one that comes supersedes the one that still waits (Superseded). A region that is in the
    /// cache, or in a larger rendition there with the same pixels, comes at once; another one is rendered when no other was
    /// asked for in RegionDelayMSec=.
    package enum GetPage: VarlinkMethod {
        package typealias Parameters = ReaderInterface.GetPageParameters
        package typealias Reply = ReaderInterface.GetPageReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.GetPage" }
    }

    /// What ``GetPage`` takes.
    package struct GetPageParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var index: Int?
        package var axis: ReaderInterface.Axis?
        package var region: ReaderInterface.Region?
        package var format: ReaderInterface.Format?
        package var quality: Int?
        package var handover: ReaderInterface.Handover?

        package init(reader: String, index: Int? = nil, axis: ReaderInterface.Axis? = nil, region: ReaderInterface.Region? = nil, format: ReaderInterface.Format? = nil, quality: Int? = nil, handover: ReaderInterface.Handover? = nil) {
            self.reader = reader
            self.index = index
            self.axis = axis
            self.region = region
            self.format = format
            self.quality = quality
            self.handover = handover
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _index: Int?
            var _axis: ReaderInterface.Axis?
            var _region: ReaderInterface.Region?
            var _format: ReaderInterface.Format?
            var _quality: Int?
            var _handover: ReaderInterface.Handover?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("index", 1) {
                        if !fields.value.isNull { _index = try Int(decoding: fields.value) }
                    } else if try fields.isField("axis", 2) {
                        if !fields.value.isNull { _axis = try ReaderInterface.Axis(decoding: fields.value) }
                    } else if try fields.isField("region", 3) {
                        if !fields.value.isNull { _region = try ReaderInterface.Region(decoding: fields.value) }
                    } else if try fields.isField("format", 4) {
                        if !fields.value.isNull { _format = try ReaderInterface.Format(decoding: fields.value) }
                    } else if try fields.isField("quality", 5) {
                        if !fields.value.isNull { _quality = try Int(decoding: fields.value) }
                    } else if try fields.isField("handover", 6) {
                        if !fields.value.isNull { _handover = try ReaderInterface.Handover(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            self.reader = _reader
            self.index = _index
            self.axis = _axis
            self.region = _region
            self.format = _format
            self.quality = _quality
            self.handover = _handover
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            if let _index = self.index {
                writer.raw(#","index":"#)
                _index.encode(into: &writer)
            }
            if let _axis = self.axis {
                writer.raw(#","axis":"#)
                _axis.encode(into: &writer)
            }
            if let _region = self.region {
                writer.raw(#","region":"#)
                _region.encode(into: &writer)
            }
            if let _format = self.format {
                writer.raw(#","format":"#)
                _format.encode(into: &writer)
            }
            if let _quality = self.quality {
                writer.raw(#","quality":"#)
                _quality.encode(into: &writer)
            }
            if let _handover = self.handover {
                writer.raw(#","handover":"#)
                _handover.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// What ``GetPage`` answers.
    package struct GetPageReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: ReaderInterface.Page

        package init(page: ReaderInterface.Page) {
            self.page = page
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _page: ReaderInterface.Page?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("page", 0) {
                        _page = try ReaderInterface.Page(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _page else { throw JSONError(.missing, path: "page") }
            self.page = _page
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"page":"#)
            self.page.encode(into: &writer)
            writer.endObject()
        }
    }

    /// Says that the viewer does not use a page any more that it was handed as a descriptor, however often. Until then, or until
    /// its process ends, it counts against the cache's hard limit and the user's LeaseMaxPerUser=. A page that was handed over
    /// through a reader that is closed is returned through any other one of the user.
    package enum ReleasePage: VarlinkMethod {
        package typealias Parameters = ReaderInterface.ReleasePageParameters
        package typealias Reply = ReaderInterface.ReleasePageReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.ReleasePage" }
    }

    /// What ``ReleasePage`` takes.
    package struct ReleasePageParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var rendition: Int

        package init(reader: String, rendition: Int) {
            self.reader = reader
            self.rendition = rendition
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _rendition: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("rendition", 1) {
                        _rendition = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            guard let _rendition else { throw JSONError(.missing, path: "rendition") }
            self.reader = _reader
            self.rendition = _rendition
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.raw(#","rendition":"#)
            self.rendition.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``ReleasePage`` answers.
    package typealias ReleasePageReply = JSONEmpty

    /// Shows the reader in another viewport from now on.
    package enum SetViewport: VarlinkMethod {
        package typealias Parameters = ReaderInterface.SetViewportParameters
        package typealias Reply = ReaderInterface.SetViewportReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.SetViewport" }
    }

    /// What ``SetViewport`` takes.
    package struct SetViewportParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var viewport: ReaderInterface.Viewport

        package init(reader: String, viewport: ReaderInterface.Viewport) {
            self.reader = reader
            self.viewport = viewport
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _viewport: ReaderInterface.Viewport?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("viewport", 1) {
                        _viewport = try ReaderInterface.Viewport(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            guard let _viewport else { throw JSONError(.missing, path: "viewport") }
            self.reader = _reader
            self.viewport = _viewport
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.raw(#","viewport":"#)
            self.viewport.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``SetViewport`` answers.
    package struct SetViewportReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var state: ReaderInterface.State

        package init(state: ReaderInterface.State) {
            self.state = state
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _state: ReaderInterface.State?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("state", 0) {
                        _state = try ReaderInterface.State(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _state else { throw JSONError(.missing, path: "state") }
            self.state = _state
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"state":"#)
            self.state.encode(into: &writer)
            writer.endObject()
        }
    }

    /// Tells what happens to a reader, until it is closed: first its state, then everything in the order in which it happens,
    /// each in a reply of its own with exactly one of the fields; only a `second` page comes with its `page`. Needs `more`.
    /// `handover` is how pages come; `none` by default. A watch that does not read fast enough is not waited for: `missed`
    /// says how many replies it has missed, and the state follows. With every state that a watch begins or goes on with come
    /// the pages that are shown, as far as they are there; the others come once they are rendered. `refresh` tells when the provider looks at its source
    /// again (`refreshing`), and when it has (`refreshed`) or could not (`failed`).
    package enum Watch: VarlinkMethod {
        package typealias Parameters = ReaderInterface.WatchParameters
        package typealias Reply = ReaderInterface.WatchReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.Watch" }
    }

    /// What ``Watch`` takes.
    package struct WatchParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var handover: ReaderInterface.Handover?

        package init(reader: String, handover: ReaderInterface.Handover? = nil) {
            self.reader = reader
            self.handover = handover
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _handover: ReaderInterface.Handover?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("handover", 1) {
                        if !fields.value.isNull { _handover = try ReaderInterface.Handover(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            self.reader = _reader
            self.handover = _handover
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            if let _handover = self.handover {
                writer.raw(#","handover":"#)
                _handover.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// What ``Watch`` answers.
    package struct WatchReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Refresh: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
            case refreshing
            case refreshed
            case failed

            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                let text = try value.string()
                if text.equals("refreshing") {
                    self = .refreshing
                    return
                }
                if text.equals("refreshed") {
                    self = .refreshed
                    return
                }
                if text.equals("failed") {
                    self = .failed
                    return
                }
                throw JSONError(.wrongType(expected: "Refresh"))
            }

            package func encode(into writer: inout JSONWriter) {
                switch self {
                    case .refreshing: writer.raw(#""refreshing""#)
                    case .refreshed: writer.raw(#""refreshed""#)
                    case .failed: writer.raw(#""failed""#)
                }
            }
        }

        package var state: ReaderInterface.State?
        package var begin: ReaderInterface.Begin?
        package var appearance: ReaderInterface.Appearance?
        package var end: ReaderInterface.End?
        package var page: ReaderInterface.Page?
        package var second: ReaderInterface.Page?
        package var failure: ReaderInterface.PageFailure?
        package var layout: ReaderInterface.LayoutChange?
        package var document: ReaderInterface.DocumentChange?
        package var refresh: Refresh?
        package var missed: Int?
        package var closed: Bool?

        package init(state: ReaderInterface.State? = nil, begin: ReaderInterface.Begin? = nil, appearance: ReaderInterface.Appearance? = nil, end: ReaderInterface.End? = nil, page: ReaderInterface.Page? = nil, second: ReaderInterface.Page? = nil, failure: ReaderInterface.PageFailure? = nil, layout: ReaderInterface.LayoutChange? = nil, document: ReaderInterface.DocumentChange? = nil, refresh: Refresh? = nil, missed: Int? = nil, closed: Bool? = nil) {
            self.state = state
            self.begin = begin
            self.appearance = appearance
            self.end = end
            self.page = page
            self.second = second
            self.failure = failure
            self.layout = layout
            self.document = document
            self.refresh = refresh
            self.missed = missed
            self.closed = closed
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _state: ReaderInterface.State?
            var _begin: ReaderInterface.Begin?
            var _appearance: ReaderInterface.Appearance?
            var _end: ReaderInterface.End?
            var _page: ReaderInterface.Page?
            var _second: ReaderInterface.Page?
            var _failure: ReaderInterface.PageFailure?
            var _layout: ReaderInterface.LayoutChange?
            var _document: ReaderInterface.DocumentChange?
            var _refresh: Refresh?
            var _missed: Int?
            var _closed: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("state", 0) {
                        if !fields.value.isNull { _state = try ReaderInterface.State(decoding: fields.value) }
                    } else if try fields.isField("begin", 1) {
                        if !fields.value.isNull { _begin = try ReaderInterface.Begin(decoding: fields.value) }
                    } else if try fields.isField("appearance", 2) {
                        if !fields.value.isNull { _appearance = try ReaderInterface.Appearance(decoding: fields.value) }
                    } else if try fields.isField("end", 3) {
                        if !fields.value.isNull { _end = try ReaderInterface.End(decoding: fields.value) }
                    } else if try fields.isField("page", 4) {
                        if !fields.value.isNull { _page = try ReaderInterface.Page(decoding: fields.value) }
                    } else if try fields.isField("second", 5) {
                        if !fields.value.isNull { _second = try ReaderInterface.Page(decoding: fields.value) }
                    } else if try fields.isField("failure", 6) {
                        if !fields.value.isNull { _failure = try ReaderInterface.PageFailure(decoding: fields.value) }
                    } else if try fields.isField("layout", 7) {
                        if !fields.value.isNull { _layout = try ReaderInterface.LayoutChange(decoding: fields.value) }
                    } else if try fields.isField("document", 8) {
                        if !fields.value.isNull { _document = try ReaderInterface.DocumentChange(decoding: fields.value) }
                    } else if try fields.isField("refresh", 9) {
                        if !fields.value.isNull { _refresh = try Refresh(decoding: fields.value) }
                    } else if try fields.isField("missed", 10) {
                        if !fields.value.isNull { _missed = try Int(decoding: fields.value) }
                    } else if try fields.isField("closed", 11) {
                        if !fields.value.isNull { _closed = try Bool(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            self.state = _state
            self.begin = _begin
            self.appearance = _appearance
            self.end = _end
            self.page = _page
            self.second = _second
            self.failure = _failure
            self.layout = _layout
            self.document = _document
            self.refresh = _refresh
            self.missed = _missed
            self.closed = _closed
        }

        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            if let _state = self.state {
                writer.key(#","state":"#)
                _state.encode(into: &writer)
            }
            if let _begin = self.begin {
                writer.key(#","begin":"#)
                _begin.encode(into: &writer)
            }
            if let _appearance = self.appearance {
                writer.key(#","appearance":"#)
                _appearance.encode(into: &writer)
            }
            if let _end = self.end {
                writer.key(#","end":"#)
                _end.encode(into: &writer)
            }
            if let _page = self.page {
                writer.key(#","page":"#)
                _page.encode(into: &writer)
            }
            if let _second = self.second {
                writer.key(#","second":"#)
                _second.encode(into: &writer)
            }
            if let _failure = self.failure {
                writer.key(#","failure":"#)
                _failure.encode(into: &writer)
            }
            if let _layout = self.layout {
                writer.key(#","layout":"#)
                _layout.encode(into: &writer)
            }
            if let _document = self.document {
                writer.key(#","document":"#)
                _document.encode(into: &writer)
            }
            if let _refresh = self.refresh {
                writer.key(#","refresh":"#)
                _refresh.encode(into: &writer)
            }
            if let _missed = self.missed {
                writer.key(#","missed":"#)
                _missed.encode(into: &writer)
            }
            if let _closed = self.closed {
                writer.key(#","closed":"#)
                _closed.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// Opens the reader's document again from its file, also after it failed. All its readers go on where they were, or on the
    /// last page where there are fewer now; their watches get their state.
    package enum Reload: VarlinkMethod {
        package typealias Parameters = ReaderInterface.ReloadParameters
        package typealias Reply = ReaderInterface.ReloadReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.Reload" }
    }

    /// What ``Reload`` takes.
    package struct ReloadParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String

        package init(reader: String) {
            self.reader = reader
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            self.reader = _reader
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Reload`` answers.
    package struct ReloadReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var state: ReaderInterface.State

        package init(state: ReaderInterface.State) {
            self.state = state
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _state: ReaderInterface.State?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("state", 0) {
                        _state = try ReaderInterface.State(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _state else { throw JSONError(.missing, path: "state") }
            self.state = _state
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"state":"#)
            self.state.encode(into: &writer)
            writer.endObject()
        }
    }

    /// Closes a reader.
    package enum Close: VarlinkMethod {
        package typealias Parameters = ReaderInterface.CloseParameters
        package typealias Reply = ReaderInterface.CloseReply
        package typealias Failure = ReaderInterface.Failure
        package static var name: StaticString { "org.sheaf.Reader.Close" }
    }

    /// What ``Close`` takes.
    package struct CloseParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String

        package init(reader: String) {
            self.reader = reader
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            self.reader = _reader
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Close`` answers.
    package typealias CloseReply = JSONEmpty

    /// The errors that org.sheaf.Reader declares.
    package enum Failure: VarlinkFailure, Equatable {
        /// There is no such reader, or it is another user's.
        case noSuchReader(reader: String)
        /// No page there. `target` is what was asked for; `pages` how many there are.
        case noSuchPage(target: String, pages: Int)
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
        /// A page is being moved: end that first.
        case moveActive(index: Int)
        /// No page is being moved.
        case noMove
        /// The viewer of this reader turns its pages itself, and reports what it sees.
        case manualReader
        /// This reader sends appearance events by itself.
        case notManual
        /// A page can't take this step from where it is: a page appears only when it is hidden or disappearing, and so on.
        case noSuchStep(index: Int, event: ReaderInterface.AppearanceStep)
        /// A number that is out of range. `field` is which one, `reason` what it must be.
        case invalidMotion(field: String, reason: String)
        /// An axis or an arrangement that can't be. `field` is which part, `reason` what it must be.
        case invalidArrangement(field: String, reason: String)
        /// The screen may not be turned that way; `allowed` are the orientations that may be.
        case orientationRefused(orientation: Int, allowed: [Int])
        /// There is no such open document, or it is another user's.
        case noSuchDocument(document: String)
        /// No provider opens this. `reason` is what the provider said.
        case notADocument(reason: String)
        /// The descriptor or path is no regular file that can be read. `reason` says what it is.
        case notAFile(reason: String)
        /// The document is on FUSE or a network file system, which RemoteFileSystems= does not allow.
        case remoteDocument
        /// The path is below no library folder, or leads out of it, or nothing is there.
        case pathRefused(path: String, reason: String)
        /// There is no such provider, or it could not be loaded.
        case unknownProvider(provider: String, available: [String])
        /// The provider crashed on this document twice, or took too long to open it. Reload tries again.
        case documentFailed(reason: String)
        /// This page could not be rendered; others may.
        case pageFailed(index: Int, reason: String)
        /// The provider can't do this.
        case unsupported(what: String)
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
        /// The bytes don't fit in a message: ask for a descriptor, a region, PNG or JPEG.
        case inlineTooLarge(bytes: Int, limit: Int)
        /// This reader has not been handed that as a descriptor, or it was returned.
        case noSuchRendition(rendition: Int)
        /// A limit of the service on one user was reached. `limit` is its name in sheafd.conf.
        case limitReached(limit: String, value: Int)
        /// The service could not do it for want of memory, descriptors or processes.
        case serviceOverloaded(reason: String)
        /// An error that every method may answer.
        case service(ServiceInterface.Failure)

        package var errorName: StaticString {
            switch self {
                case .noSuchReader: "org.sheaf.Reader.NoSuchReader"
                case .noSuchPage: "org.sheaf.Reader.NoSuchPage"
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
                case .notAFile: "org.sheaf.Reader.NotAFile"
                case .remoteDocument: "org.sheaf.Reader.RemoteDocument"
                case .pathRefused: "org.sheaf.Reader.PathRefused"
                case .unknownProvider: "org.sheaf.Reader.UnknownProvider"
                case .documentFailed: "org.sheaf.Reader.DocumentFailed"
                case .pageFailed: "org.sheaf.Reader.PageFailed"
                case .unsupported: "org.sheaf.Reader.Unsupported"
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
                case .noSuchReader(let _reader):
                    writer.raw(#"{"reader":"#)
                    _reader.encode(into: &writer)
                    writer.endObject()
                case .noSuchPage(let _target, let _pages):
                    writer.raw(#"{"target":"#)
                    _target.encode(into: &writer)
                    writer.raw(#","pages":"#)
                    _pages.encode(into: &writer)
                    writer.endObject()
                case .empty:
                    writer.beginObject()
                    writer.endObject()
                case .noSuchAxis(let _axis):
                    writer.raw(#"{"axis":"#)
                    _axis.encode(into: &writer)
                    writer.endObject()
                case .axisDisabled(let _axis):
                    writer.raw(#"{"axis":"#)
                    _axis.encode(into: &writer)
                    writer.endObject()
                case .axisLocked(let _axis, let _unlocks):
                    writer.raw(#"{"axis":"#)
                    _axis.encode(into: &writer)
                    if let _unlocks = _unlocks {
                        writer.raw(#","unlocks":"#)
                        _unlocks.encode(into: &writer)
                    }
                    writer.endObject()
                case .dragActive(let _transition):
                    writer.raw(#"{"transition":"#)
                    _transition.encode(into: &writer)
                    writer.endObject()
                case .noDrag:
                    writer.beginObject()
                    writer.endObject()
                case .transitionActive(let _transition):
                    writer.raw(#"{"transition":"#)
                    _transition.encode(into: &writer)
                    writer.endObject()
                case .moveActive(let _index):
                    writer.raw(#"{"index":"#)
                    _index.encode(into: &writer)
                    writer.endObject()
                case .noMove:
                    writer.beginObject()
                    writer.endObject()
                case .manualReader:
                    writer.beginObject()
                    writer.endObject()
                case .notManual:
                    writer.beginObject()
                    writer.endObject()
                case .noSuchStep(let _index, let _event):
                    writer.raw(#"{"index":"#)
                    _index.encode(into: &writer)
                    writer.raw(#","event":"#)
                    _event.encode(into: &writer)
                    writer.endObject()
                case .invalidMotion(let _field, let _reason):
                    writer.raw(#"{"field":"#)
                    _field.encode(into: &writer)
                    writer.raw(#","reason":"#)
                    _reason.encode(into: &writer)
                    writer.endObject()
                case .invalidArrangement(let _field, let _reason):
                    writer.raw(#"{"field":"#)
                    _field.encode(into: &writer)
                    writer.raw(#","reason":"#)
                    _reason.encode(into: &writer)
                    writer.endObject()
                case .orientationRefused(let _orientation, let _allowed):
                    writer.raw(#"{"orientation":"#)
                    _orientation.encode(into: &writer)
                    writer.raw(#","allowed":"#)
                    _allowed.encode(into: &writer)
                    writer.endObject()
                case .noSuchDocument(let _document):
                    writer.raw(#"{"document":"#)
                    _document.encode(into: &writer)
                    writer.endObject()
                case .notADocument(let _reason):
                    writer.raw(#"{"reason":"#)
                    _reason.encode(into: &writer)
                    writer.endObject()
                case .notAFile(let _reason):
                    writer.raw(#"{"reason":"#)
                    _reason.encode(into: &writer)
                    writer.endObject()
                case .remoteDocument:
                    writer.beginObject()
                    writer.endObject()
                case .pathRefused(let _path, let _reason):
                    writer.raw(#"{"path":"#)
                    _path.encode(into: &writer)
                    writer.raw(#","reason":"#)
                    _reason.encode(into: &writer)
                    writer.endObject()
                case .unknownProvider(let _provider, let _available):
                    writer.raw(#"{"provider":"#)
                    _provider.encode(into: &writer)
                    writer.raw(#","available":"#)
                    _available.encode(into: &writer)
                    writer.endObject()
                case .documentFailed(let _reason):
                    writer.raw(#"{"reason":"#)
                    _reason.encode(into: &writer)
                    writer.endObject()
                case .pageFailed(let _index, let _reason):
                    writer.raw(#"{"index":"#)
                    _index.encode(into: &writer)
                    writer.raw(#","reason":"#)
                    _reason.encode(into: &writer)
                    writer.endObject()
                case .unsupported(let _what):
                    writer.raw(#"{"what":"#)
                    _what.encode(into: &writer)
                    writer.endObject()
                case .invalidViewport(let _field, let _reason):
                    writer.raw(#"{"field":"#)
                    _field.encode(into: &writer)
                    writer.raw(#","reason":"#)
                    _reason.encode(into: &writer)
                    writer.endObject()
                case .invalidTarget(let _reason):
                    writer.raw(#"{"reason":"#)
                    _reason.encode(into: &writer)
                    writer.endObject()
                case .invalidRegion(let _pageWidth, let _pageHeight):
                    writer.raw(#"{"pageWidth":"#)
                    _pageWidth.encode(into: &writer)
                    writer.raw(#","pageHeight":"#)
                    _pageHeight.encode(into: &writer)
                    writer.endObject()
                case .pageTooLarge(let _bytes, let _limit):
                    writer.raw(#"{"bytes":"#)
                    _bytes.encode(into: &writer)
                    writer.raw(#","limit":"#)
                    _limit.encode(into: &writer)
                    writer.endObject()
                case .superseded:
                    writer.beginObject()
                    writer.endObject()
                case .inlineTooLarge(let _bytes, let _limit):
                    writer.raw(#"{"bytes":"#)
                    _bytes.encode(into: &writer)
                    writer.raw(#","limit":"#)
                    _limit.encode(into: &writer)
                    writer.endObject()
                case .noSuchRendition(let _rendition):
                    writer.raw(#"{"rendition":"#)
                    _rendition.encode(into: &writer)
                    writer.endObject()
                case .limitReached(let _limit, let _value):
                    writer.raw(#"{"limit":"#)
                    _limit.encode(into: &writer)
                    writer.raw(#","value":"#)
                    _value.encode(into: &writer)
                    writer.endObject()
                case .serviceOverloaded(let _reason):
                    writer.raw(#"{"reason":"#)
                    _reason.encode(into: &writer)
                    writer.endObject()
                case .service(let failure): failure.encodeParameters(into: &writer)
            }
        }

        package init?(
            errorName: borrowing JSONString, parameters: borrowing JSONValue
        ) throws(JSONError) {
            if errorName.equals("org.sheaf.Reader.NoSuchReader") {
                var _reader: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("reader", 0) {
                            _reader = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _reader else { throw JSONError(.missing, path: "reader") }
                self = .noSuchReader(reader: _reader)
                return
            }
            if errorName.equals("org.sheaf.Reader.NoSuchPage") {
                var _target: String?
                var _pages: Int?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("target", 0) {
                            _target = try String(decoding: fields.value)
                        } else if try fields.isField("pages", 1) {
                            _pages = try Int(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _target else { throw JSONError(.missing, path: "target") }
                guard let _pages else { throw JSONError(.missing, path: "pages") }
                self = .noSuchPage(target: _target, pages: _pages)
                return
            }
            if errorName.equals("org.sheaf.Reader.Empty") {
                _ = try JSONEmpty(decoding: parameters)
                self = .empty
                return
            }
            if errorName.equals("org.sheaf.Reader.NoSuchAxis") {
                var _axis: ReaderInterface.Axis?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("axis", 0) {
                            _axis = try ReaderInterface.Axis(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _axis else { throw JSONError(.missing, path: "axis") }
                self = .noSuchAxis(axis: _axis)
                return
            }
            if errorName.equals("org.sheaf.Reader.AxisDisabled") {
                var _axis: ReaderInterface.Axis?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("axis", 0) {
                            _axis = try ReaderInterface.Axis(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _axis else { throw JSONError(.missing, path: "axis") }
                self = .axisDisabled(axis: _axis)
                return
            }
            if errorName.equals("org.sheaf.Reader.AxisLocked") {
                var _axis: ReaderInterface.Axis?
                var _unlocks: Int?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("axis", 0) {
                            _axis = try ReaderInterface.Axis(decoding: fields.value)
                        } else if try fields.isField("unlocks", 1) {
                            if !fields.value.isNull { _unlocks = try Int(decoding: fields.value) }
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _axis else { throw JSONError(.missing, path: "axis") }
                self = .axisLocked(axis: _axis, unlocks: _unlocks)
                return
            }
            if errorName.equals("org.sheaf.Reader.DragActive") {
                var _transition: Int?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("transition", 0) {
                            _transition = try Int(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _transition else { throw JSONError(.missing, path: "transition") }
                self = .dragActive(transition: _transition)
                return
            }
            if errorName.equals("org.sheaf.Reader.NoDrag") {
                _ = try JSONEmpty(decoding: parameters)
                self = .noDrag
                return
            }
            if errorName.equals("org.sheaf.Reader.TransitionActive") {
                var _transition: Int?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("transition", 0) {
                            _transition = try Int(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _transition else { throw JSONError(.missing, path: "transition") }
                self = .transitionActive(transition: _transition)
                return
            }
            if errorName.equals("org.sheaf.Reader.MoveActive") {
                var _index: Int?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("index", 0) {
                            _index = try Int(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _index else { throw JSONError(.missing, path: "index") }
                self = .moveActive(index: _index)
                return
            }
            if errorName.equals("org.sheaf.Reader.NoMove") {
                _ = try JSONEmpty(decoding: parameters)
                self = .noMove
                return
            }
            if errorName.equals("org.sheaf.Reader.ManualReader") {
                _ = try JSONEmpty(decoding: parameters)
                self = .manualReader
                return
            }
            if errorName.equals("org.sheaf.Reader.NotManual") {
                _ = try JSONEmpty(decoding: parameters)
                self = .notManual
                return
            }
            if errorName.equals("org.sheaf.Reader.NoSuchStep") {
                var _index: Int?
                var _event: ReaderInterface.AppearanceStep?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("index", 0) {
                            _index = try Int(decoding: fields.value)
                        } else if try fields.isField("event", 1) {
                            _event = try ReaderInterface.AppearanceStep(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _index else { throw JSONError(.missing, path: "index") }
                guard let _event else { throw JSONError(.missing, path: "event") }
                self = .noSuchStep(index: _index, event: _event)
                return
            }
            if errorName.equals("org.sheaf.Reader.InvalidMotion") {
                var _field: String?
                var _reason: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("field", 0) {
                            _field = try String(decoding: fields.value)
                        } else if try fields.isField("reason", 1) {
                            _reason = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _field else { throw JSONError(.missing, path: "field") }
                guard let _reason else { throw JSONError(.missing, path: "reason") }
                self = .invalidMotion(field: _field, reason: _reason)
                return
            }
            if errorName.equals("org.sheaf.Reader.InvalidArrangement") {
                var _field: String?
                var _reason: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("field", 0) {
                            _field = try String(decoding: fields.value)
                        } else if try fields.isField("reason", 1) {
                            _reason = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _field else { throw JSONError(.missing, path: "field") }
                guard let _reason else { throw JSONError(.missing, path: "reason") }
                self = .invalidArrangement(field: _field, reason: _reason)
                return
            }
            if errorName.equals("org.sheaf.Reader.OrientationRefused") {
                var _orientation: Int?
                var _allowed: [Int]?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("orientation", 0) {
                            _orientation = try Int(decoding: fields.value)
                        } else if try fields.isField("allowed", 1) {
                            _allowed = try [Int](decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _orientation else { throw JSONError(.missing, path: "orientation") }
                guard let _allowed else { throw JSONError(.missing, path: "allowed") }
                self = .orientationRefused(orientation: _orientation, allowed: _allowed)
                return
            }
            if errorName.equals("org.sheaf.Reader.NoSuchDocument") {
                var _document: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("document", 0) {
                            _document = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _document else { throw JSONError(.missing, path: "document") }
                self = .noSuchDocument(document: _document)
                return
            }
            if errorName.equals("org.sheaf.Reader.NotADocument") {
                var _reason: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("reason", 0) {
                            _reason = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _reason else { throw JSONError(.missing, path: "reason") }
                self = .notADocument(reason: _reason)
                return
            }
            if errorName.equals("org.sheaf.Reader.NotAFile") {
                var _reason: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("reason", 0) {
                            _reason = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _reason else { throw JSONError(.missing, path: "reason") }
                self = .notAFile(reason: _reason)
                return
            }
            if errorName.equals("org.sheaf.Reader.RemoteDocument") {
                _ = try JSONEmpty(decoding: parameters)
                self = .remoteDocument
                return
            }
            if errorName.equals("org.sheaf.Reader.PathRefused") {
                var _path: String?
                var _reason: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("path", 0) {
                            _path = try String(decoding: fields.value)
                        } else if try fields.isField("reason", 1) {
                            _reason = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _path else { throw JSONError(.missing, path: "path") }
                guard let _reason else { throw JSONError(.missing, path: "reason") }
                self = .pathRefused(path: _path, reason: _reason)
                return
            }
            if errorName.equals("org.sheaf.Reader.UnknownProvider") {
                var _provider: String?
                var _available: [String]?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("provider", 0) {
                            _provider = try String(decoding: fields.value)
                        } else if try fields.isField("available", 1) {
                            _available = try [String](decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _provider else { throw JSONError(.missing, path: "provider") }
                guard let _available else { throw JSONError(.missing, path: "available") }
                self = .unknownProvider(provider: _provider, available: _available)
                return
            }
            if errorName.equals("org.sheaf.Reader.DocumentFailed") {
                var _reason: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("reason", 0) {
                            _reason = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _reason else { throw JSONError(.missing, path: "reason") }
                self = .documentFailed(reason: _reason)
                return
            }
            if errorName.equals("org.sheaf.Reader.PageFailed") {
                var _index: Int?
                var _reason: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("index", 0) {
                            _index = try Int(decoding: fields.value)
                        } else if try fields.isField("reason", 1) {
                            _reason = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _index else { throw JSONError(.missing, path: "index") }
                guard let _reason else { throw JSONError(.missing, path: "reason") }
                self = .pageFailed(index: _index, reason: _reason)
                return
            }
            if errorName.equals("org.sheaf.Reader.Unsupported") {
                var _what: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("what", 0) {
                            _what = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _what else { throw JSONError(.missing, path: "what") }
                self = .unsupported(what: _what)
                return
            }
            if errorName.equals("org.sheaf.Reader.InvalidViewport") {
                var _field: String?
                var _reason: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("field", 0) {
                            _field = try String(decoding: fields.value)
                        } else if try fields.isField("reason", 1) {
                            _reason = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _field else { throw JSONError(.missing, path: "field") }
                guard let _reason else { throw JSONError(.missing, path: "reason") }
                self = .invalidViewport(field: _field, reason: _reason)
                return
            }
            if errorName.equals("org.sheaf.Reader.InvalidTarget") {
                var _reason: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("reason", 0) {
                            _reason = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _reason else { throw JSONError(.missing, path: "reason") }
                self = .invalidTarget(reason: _reason)
                return
            }
            if errorName.equals("org.sheaf.Reader.InvalidRegion") {
                var _pageWidth: Int?
                var _pageHeight: Int?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("pageWidth", 0) {
                            _pageWidth = try Int(decoding: fields.value)
                        } else if try fields.isField("pageHeight", 1) {
                            _pageHeight = try Int(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _pageWidth else { throw JSONError(.missing, path: "pageWidth") }
                guard let _pageHeight else { throw JSONError(.missing, path: "pageHeight") }
                self = .invalidRegion(pageWidth: _pageWidth, pageHeight: _pageHeight)
                return
            }
            if errorName.equals("org.sheaf.Reader.PageTooLarge") {
                var _bytes: Int?
                var _limit: Int?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("bytes", 0) {
                            _bytes = try Int(decoding: fields.value)
                        } else if try fields.isField("limit", 1) {
                            _limit = try Int(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _bytes else { throw JSONError(.missing, path: "bytes") }
                guard let _limit else { throw JSONError(.missing, path: "limit") }
                self = .pageTooLarge(bytes: _bytes, limit: _limit)
                return
            }
            if errorName.equals("org.sheaf.Reader.Superseded") {
                _ = try JSONEmpty(decoding: parameters)
                self = .superseded
                return
            }
            if errorName.equals("org.sheaf.Reader.InlineTooLarge") {
                var _bytes: Int?
                var _limit: Int?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("bytes", 0) {
                            _bytes = try Int(decoding: fields.value)
                        } else if try fields.isField("limit", 1) {
                            _limit = try Int(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _bytes else { throw JSONError(.missing, path: "bytes") }
                guard let _limit else { throw JSONError(.missing, path: "limit") }
                self = .inlineTooLarge(bytes: _bytes, limit: _limit)
                return
            }
            if errorName.equals("org.sheaf.Reader.NoSuchRendition") {
                var _rendition: Int?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("rendition", 0) {
                            _rendition = try Int(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _rendition else { throw JSONError(.missing, path: "rendition") }
                self = .noSuchRendition(rendition: _rendition)
                return
            }
            if errorName.equals("org.sheaf.Reader.LimitReached") {
                var _limit: String?
                var _value: Int?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("limit", 0) {
                            _limit = try String(decoding: fields.value)
                        } else if try fields.isField("value", 1) {
                            _value = try Int(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _limit else { throw JSONError(.missing, path: "limit") }
                guard let _value else { throw JSONError(.missing, path: "value") }
                self = .limitReached(limit: _limit, value: _value)
                return
            }
            if errorName.equals("org.sheaf.Reader.ServiceOverloaded") {
                var _reason: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("reason", 0) {
                            _reason = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _reason else { throw JSONError(.missing, path: "reason") }
                self = .serviceOverloaded(reason: _reason)
                return
            }
            guard let failure = try ServiceInterface.Failure(errorName: errorName, parameters: parameters)
            else { return nil }
            self = .service(failure)
        }
    }
}

/// Answers the calls of org.sheaf.Reader. What a method throws is its answer.
package protocol ReaderHandler: AnyObject {
    /// Opens a document and a reader on its first page, or on `target`. The document is either an open descriptor of a
    /// regular file (`fileDescriptor`: its index among this message's descriptors), or a `path` below one of the service's
    /// library folders. `provider` names the provider; left out, the one that is surest of the document opens it. `axes`: one
    /// or two, the first is in front; left out, one horizontal axis along the whole document. `manual`: the viewer turns pages
    /// itself and reports what it sees (ReportAppearance). A document without pages is opened too, in phase `empty`.
    func open(
        _ parameters: ReaderInterface.OpenParameters,
        _ call: VarlinkCall<ReaderInterface.Open>
    ) throws(ReaderInterface.Failure)

    /// Turns to a page. Where the pages are in the cache (`hit`), they come with the reply (unless `handover` is `none`;
    /// `descriptor` is the default): a turn is one round trip. Where they are not, they are rendered ahead of everything else
    /// and come with the reader's Watch or the next GetPage; a stand-in or a thumbnail, where there is one, comes with the
    /// reply. `second` is the other page of a spread of two, or the back of the leaf that turns. `noop`: the reader is on that
    /// page already, or on its way. With `inline`, pages that do not fit in a message are refused (InlineTooLarge), and the
    /// reader stays where it is. Where the user's viewers hold too many pages (LeaseMaxPerUser=), the reader turns all the same,
    /// and `failure` comes in place of the pages: return some (ReleasePage), then ask for it with GetPage.
    ///
    /// `duration` in milliseconds, 0 to 60000: how long the viewer animates the turn. It ends when the viewer says so
    /// (Settle) or when the time has passed. Left out or 0: at once. `direction`: which way it is to look; left out, towards
    /// the target. `wrap`: a relative target goes on at the other end of the document. `axis`: the first one if left out.
    func navigate(
        _ parameters: ReaderInterface.NavigateParameters,
        _ call: VarlinkCall<ReaderInterface.Navigate>
    ) throws(ReaderInterface.Failure)

    /// A finger comes down. `offset` is where, in spreads, when the last drag has not come to rest yet; left out, where that
    /// was released. `origin` is the spread that offsets count from, `transition` the number of the step.
    func beginDrag(
        _ parameters: ReaderInterface.BeginDragParameters,
        _ call: VarlinkCall<ReaderInterface.BeginDrag>
    ) throws(ReaderInterface.Failure)

    /// The finger is at `offset`, in spreads, as they were numbered when the drag began. Send it `oneway`, as often as the
    /// screen is drawn: offsets that don't fit are dropped then, and counted in the reader's state.
    func drag(
        _ parameters: ReaderInterface.DragParameters,
        _ call: VarlinkCall<ReaderInterface.Drag>
    ) throws(ReaderInterface.Failure)

    /// The finger is lifted with a `velocity` in spreads a second, 0 if left out. The reader is bound for `spread`, whose
    /// first page is `location`, and is there when the viewer says so (Settle), or after a second. Pulled past the end by a
    /// quarter of a spread or more, the document is refreshed, where its provider can (`refreshing`).
    func releaseDrag(
        _ parameters: ReaderInterface.ReleaseDragParameters,
        _ call: VarlinkCall<ReaderInterface.ReleaseDrag>
    ) throws(ReaderInterface.Failure)

    /// Takes a drag back: the reader is bound for where its transition began.
    func cancelDrag(
        _ parameters: ReaderInterface.CancelDragParameters,
        _ call: VarlinkCall<ReaderInterface.CancelDrag>
    ) throws(ReaderInterface.Failure)

    /// The viewer's animation of a transition step has ended. `settled` is false for one that is over already, was taken over
    /// by another, or is still held; nothing happens then.
    func settle(
        _ parameters: ReaderInterface.SettleParameters,
        _ call: VarlinkCall<ReaderInterface.Settle>
    ) throws(ReaderInterface.Failure)

    /// What the viewer of a manual reader has shown or hidden. A page that will appear is rendered, and comes with the watch.
    func reportAppearance(
        _ parameters: ReaderInterface.ReportAppearanceParameters,
        _ call: VarlinkCall<ReaderInterface.ReportAppearance>
    ) throws(ReaderInterface.Failure)

    /// Switches an axis on or off, or arranges its pages in another way. What moves along it settles first.
    func setAxis(
        _ parameters: ReaderInterface.SetAxisParameters,
        _ call: VarlinkCall<ReaderInterface.SetAxis>
    ) throws(ReaderInterface.Failure)

    /// Where a reader stands.
    func getState(
        _ parameters: ReaderInterface.GetStateParameters,
        _ call: VarlinkCall<ReaderInterface.GetState>
    ) throws(ReaderInterface.Failure)

    /// Where a reader jumped from, for targets `back` and `forward`: the nearest first.
    func getHistory(
        _ parameters: ReaderInterface.GetHistoryParameters,
        _ call: VarlinkCall<ReaderInterface.GetHistory>
    ) throws(ReaderInterface.Failure)

    /// Where the pages of an axis are: `pages` of them from `first` on, at most 256; left out, those around the current one.
    /// `length` of the whole axis in pixels, -1 where it is not known how many pages there are. `estimatedWidth` and
    /// `estimatedHeight` are what pages are taken to measure until they are measured, in points. `offset`, in spreads, is
    /// asked for as `position`, in pixels; left out, that of now.
    func getLayout(
        _ parameters: ReaderInterface.GetLayoutParameters,
        _ call: VarlinkCall<ReaderInterface.GetLayout>
    ) throws(ReaderInterface.Failure)

    /// What is at a point of the viewport, in pixels from its top left corner: a page and the point on it, in points from its
    /// top left corner, upright; or nothing. `background`: the page in front is blank there, and the one behind it is meant.
    /// `claims`: the page wants drags that begin there for itself.
    func hitTest(
        _ parameters: ReaderInterface.HitTestParameters,
        _ call: VarlinkCall<ReaderInterface.HitTest>
    ) throws(ReaderInterface.Failure)

    /// Has the provider look at its source again. Old pages stay until new ones are ready; the watch tells when it is done.
    func refresh(
        _ parameters: ReaderInterface.RefreshParameters,
        _ call: VarlinkCall<ReaderInterface.Refresh>
    ) throws(ReaderInterface.Failure)

    /// Takes up the page at `index`, to be moved by hand, where the provider can. Refused in a transition.
    func beginMove(
        _ parameters: ReaderInterface.BeginMoveParameters,
        _ call: VarlinkCall<ReaderInterface.BeginMove>
    ) throws(ReaderInterface.Failure)

    /// The page is held where it would be dropped at `index`, counted without the page itself. `edge`: it is held at that edge
    /// of the screen; pages turn there every half second, until the next update.
    func updateMove(
        _ parameters: ReaderInterface.UpdateMoveParameters,
        _ call: VarlinkCall<ReaderInterface.UpdateMove>
    ) throws(ReaderInterface.Failure)

    /// The page is dropped; where it was, nothing happens (`moved` false).
    func endMove(
        _ parameters: ReaderInterface.EndMoveParameters,
        _ call: VarlinkCall<ReaderInterface.EndMove>
    ) throws(ReaderInterface.Failure)

    /// The page goes back to where it was.
    func cancelMove(
        _ parameters: ReaderInterface.CancelMoveParameters,
        _ call: VarlinkCall<ReaderInterface.CancelMove>
    ) throws(ReaderInterface.Failure)

    /// Hands over a page, rendered first where need be: the current page, or the one at `index` of an axis (by default the
    /// first). `quality` 1 to 100 is for JPEG (85). `handover` is `descriptor` by default:
    /// LimitReached where the user's viewers hold too many pages.
    ///
    /// `region` is the part of the page that is wanted, in pixels of the page at the viewport's scale; left out, the whole
    /// page, at the largest scale within what a page may have. Of the regions that a reader is asked for only the latest
    /// counts, of whichever page: one that comes supersedes the one that still waits (Superseded). A region that is in the
    /// cache, or in a larger rendition there with the same pixels, comes at once; another one is rendered when no other was
    /// asked for in RegionDelayMSec=.
    func getPage(
        _ parameters: ReaderInterface.GetPageParameters,
        _ call: VarlinkCall<ReaderInterface.GetPage>
    ) throws(ReaderInterface.Failure)

    /// Says that the viewer does not use a page any more that it was handed as a descriptor, however often. Until then, or until
    /// its process ends, it counts against the cache's hard limit and the user's LeaseMaxPerUser=. A page that was handed over
    /// through a reader that is closed is returned through any other one of the user.
    func releasePage(
        _ parameters: ReaderInterface.ReleasePageParameters,
        _ call: VarlinkCall<ReaderInterface.ReleasePage>
    ) throws(ReaderInterface.Failure)

    /// Shows the reader in another viewport from now on.
    func setViewport(
        _ parameters: ReaderInterface.SetViewportParameters,
        _ call: VarlinkCall<ReaderInterface.SetViewport>
    ) throws(ReaderInterface.Failure)

    /// Tells what happens to a reader, until it is closed: first its state, then everything in the order in which it happens,
    /// each in a reply of its own with exactly one of the fields; only a `second` page comes with its `page`. Needs `more`.
    /// `handover` is how pages come; `none` by default. A watch that does not read fast enough is not waited for: `missed`
    /// says how many replies it has missed, and the state follows. With every state that a watch begins or goes on with come
    /// the pages that are shown, as far as they are there; the others come once they are rendered. `refresh` tells when the provider looks at its source
    /// again (`refreshing`), and when it has (`refreshed`) or could not (`failed`).
    func watch(
        _ parameters: ReaderInterface.WatchParameters,
        _ call: VarlinkCall<ReaderInterface.Watch>
    ) throws(ReaderInterface.Failure)

    /// Opens the reader's document again from its file, also after it failed. All its readers go on where they were, or on the
    /// last page where there are fewer now; their watches get their state.
    func reload(
        _ parameters: ReaderInterface.ReloadParameters,
        _ call: VarlinkCall<ReaderInterface.Reload>
    ) throws(ReaderInterface.Failure)

    /// Closes a reader.
    func close(
        _ parameters: ReaderInterface.CloseParameters,
        _ call: VarlinkCall<ReaderInterface.Close>
    ) throws(ReaderInterface.Failure)
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
        if incoming.isMethod("Open") {
            let parameters = try ReaderInterface.OpenParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.Open.self)
            do throws(ReaderInterface.Failure) {
                try handler.open(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Navigate") {
            let parameters = try ReaderInterface.NavigateParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.Navigate.self)
            do throws(ReaderInterface.Failure) {
                try handler.navigate(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("BeginDrag") {
            let parameters = try ReaderInterface.BeginDragParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.BeginDrag.self)
            do throws(ReaderInterface.Failure) {
                try handler.beginDrag(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Drag") {
            let parameters = try ReaderInterface.DragParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.Drag.self)
            do throws(ReaderInterface.Failure) {
                try handler.drag(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("ReleaseDrag") {
            let parameters = try ReaderInterface.ReleaseDragParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.ReleaseDrag.self)
            do throws(ReaderInterface.Failure) {
                try handler.releaseDrag(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("CancelDrag") {
            let parameters = try ReaderInterface.CancelDragParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.CancelDrag.self)
            do throws(ReaderInterface.Failure) {
                try handler.cancelDrag(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Settle") {
            let parameters = try ReaderInterface.SettleParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.Settle.self)
            do throws(ReaderInterface.Failure) {
                try handler.settle(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("ReportAppearance") {
            let parameters = try ReaderInterface.ReportAppearanceParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.ReportAppearance.self)
            do throws(ReaderInterface.Failure) {
                try handler.reportAppearance(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("SetAxis") {
            let parameters = try ReaderInterface.SetAxisParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.SetAxis.self)
            do throws(ReaderInterface.Failure) {
                try handler.setAxis(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("GetState") {
            let parameters = try ReaderInterface.GetStateParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.GetState.self)
            do throws(ReaderInterface.Failure) {
                try handler.getState(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("GetHistory") {
            let parameters = try ReaderInterface.GetHistoryParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.GetHistory.self)
            do throws(ReaderInterface.Failure) {
                try handler.getHistory(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("GetLayout") {
            let parameters = try ReaderInterface.GetLayoutParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.GetLayout.self)
            do throws(ReaderInterface.Failure) {
                try handler.getLayout(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("HitTest") {
            let parameters = try ReaderInterface.HitTestParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.HitTest.self)
            do throws(ReaderInterface.Failure) {
                try handler.hitTest(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Refresh") {
            let parameters = try ReaderInterface.RefreshParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.Refresh.self)
            do throws(ReaderInterface.Failure) {
                try handler.refresh(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("BeginMove") {
            let parameters = try ReaderInterface.BeginMoveParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.BeginMove.self)
            do throws(ReaderInterface.Failure) {
                try handler.beginMove(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("UpdateMove") {
            let parameters = try ReaderInterface.UpdateMoveParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.UpdateMove.self)
            do throws(ReaderInterface.Failure) {
                try handler.updateMove(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("EndMove") {
            let parameters = try ReaderInterface.EndMoveParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.EndMove.self)
            do throws(ReaderInterface.Failure) {
                try handler.endMove(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("CancelMove") {
            let parameters = try ReaderInterface.CancelMoveParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.CancelMove.self)
            do throws(ReaderInterface.Failure) {
                try handler.cancelMove(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("GetPage") {
            let parameters = try ReaderInterface.GetPageParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.GetPage.self)
            do throws(ReaderInterface.Failure) {
                try handler.getPage(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("ReleasePage") {
            let parameters = try ReaderInterface.ReleasePageParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.ReleasePage.self)
            do throws(ReaderInterface.Failure) {
                try handler.releasePage(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("SetViewport") {
            let parameters = try ReaderInterface.SetViewportParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.SetViewport.self)
            do throws(ReaderInterface.Failure) {
                try handler.setViewport(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Watch") {
            let parameters = try ReaderInterface.WatchParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.Watch.self)
            do throws(ReaderInterface.Failure) {
                try handler.watch(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Reload") {
            let parameters = try ReaderInterface.ReloadParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.Reload.self)
            do throws(ReaderInterface.Failure) {
                try handler.reload(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Close") {
            let parameters = try ReaderInterface.CloseParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ReaderInterface.Close.self)
            do throws(ReaderInterface.Failure) {
                try handler.close(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        return false
    }
}
