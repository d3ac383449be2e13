// Generated from org.sheaf.Reader.varlink by varlink-generate. Do not edit.
// swift-format-ignore-file

package import Varlink

/// Readers: reading positions in documents. A reader is opened on a document with a viewport, turned from page to page,
/// and hands out the pages as sealed memory (memfd) or inline. Pages and indexes are counted from 0.
///
/// A reader belongs to the user who opened it and is named by an id that can't be guessed. It lives on for a while after
/// its last connection has gone (ReaderKeepSec=), so that a viewer that was restarted goes on where it was.
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
        interface org.sheaf.Reader

        # How a page is scaled: so that all of it is seen, to the viewport's width or height, or by a fixed scale.
        type Fit (page, width, height, scale)

        # What a viewer shows pages in. Width and height in pixels, 1 to 32767. `scale` in pixels per point (1/72 inch), above 0
        # and at most 64, with fit `scale` and only there. `rotation` 0, 90, 180 or 270 degrees, clockwise. Left out: fit
        # `page`, rotation 0.
        type Viewport (
            width: int,
            height: int,
            fit: ?Fit,
            scale: ?float,
            rotation: ?int
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
        type Location (
            page: int,
            index: int,
            label: ?string
        )

        # Where to turn: exactly one of these. `index` from 0; `label` as printed on the page; `relative` in pages, forwards
        # above 0; `place` the first or the last page.
        type Target (
            index: ?int,
            label: ?string,
            relative: ?int,
            place: ?(first, last)
        )

        # A rendered page. `width` and `height` are those of the bytes, in pixels, and `region` is what they show of the whole
        # page, which measures `pageWidth` by `pageHeight` at `scale` (pixels per point). `stride` is the bytes from one row to
        # the next, 0 for PNG and JPEG; `size` all bytes. `origin` tells whether the page was in the cache, was rendered for this
        # call, or was under way for somebody else already. `fileDescriptor` is the index of the memory among this message's
        # descriptors: sealed, read-only, to be mapped or read. `data` is the same as base64. `rendition` names what was handed
        # over, for ReleasePage.
        type Page (
            page: int,
            index: int,
            label: ?string,
            rendition: int,
            width: int,
            height: int,
            stride: int,
            size: int,
            format: Format,
            region: Region,
            pageWidth: int,
            pageHeight: int,
            scale: float,
            rotation: int,
            origin: (cached, rendered, joined),
            fileDescriptor: ?int,
            data: ?string
        )

        # Appearance events in the order in which viewers of other systems know them.
        type Appearance (
            event: (willAppear, didAppear, willDisappear, didDisappear),
            page: int,
            index: int,
            transition: int,
            time: int
        )

        # Where a reader stands.
        type State (
            reader: string,
            document: Document,
            location: Location,
            viewport: Viewport
        )

        # A page that could not be rendered, or not be handed over, and why.
        type PageFailure (
            page: int,
            index: int,
            reason: string
        )

        # Opens a document and a reader on its first page, or on `target`. The document is either an open descriptor of a
        # regular file (`fileDescriptor`: its index among this message's descriptors), or a `path` below one of the service's
        # library folders. `provider` names the provider; left out, the one that is surest of the document opens it.
        method Open(
            fileDescriptor: ?int,
            path: ?string,
            provider: ?string,
            viewport: Viewport,
            target: ?Target
        ) -> (state: State)

        # Turns to a page. Where the page is in the cache (`hit`), it comes with the reply (unless `handover` is `none`;
        # `descriptor` is the default): a turn is one round trip. Where it is not, it is rendered ahead of everything else and
        # comes with the reader's Watch or the next GetPage. `noop`: the reader is on that page already. With `inline`, a page
        # that does not fit in a message is refused (InlineTooLarge), and the reader stays where it is.
        method Navigate(
            reader: string,
            target: Target,
            handover: ?Handover
        ) -> (
            noop: bool,
            hit: bool,
            transition: int,
            location: Location,
            page: ?Page
        )

        # Hands over a page, rendered first where need be: the current page, or the one at `index`. `region` cuts it out; left
        # out, the whole page. `quality` 1 to 100 is for JPEG (85). `handover` is `descriptor` by default.
        method GetPage(
            reader: string,
            index: ?int,
            region: ?Region,
            format: ?Format,
            quality: ?int,
            handover: ?Handover
        ) -> (page: Page)

        # Says that the viewer does not use a page any more.
        method ReleasePage(reader: string, rendition: int) -> ()

        # Shows the reader in another viewport from now on.
        method SetViewport(reader: string, viewport: Viewport) -> (state: State)

        # Tells what happens to a reader, until it is closed: first its state, then appearance events and the pages that were
        # waited for, each in a reply of its own with exactly one of the fields. Needs `more`. `handover` is how pages come; `none`
        # by default.
        method Watch(reader: string, handover: ?Handover) -> (
            state: ?State,
            appearance: ?Appearance,
            page: ?Page,
            failure: ?PageFailure,
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

        # The rendered page would have more bytes than a page may have.
        error PageTooLarge (bytes: int, limit: int)

        # The bytes don't fit in a message: ask for a descriptor, a region, PNG or JPEG.
        error InlineTooLarge (bytes: int, limit: int)

        # This reader has not been handed that.
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
    /// and at most 64, with fit `scale` and only there. `rotation` 0, 90, 180 or 270 degrees, clockwise. Left out: fit
    /// `page`, rotation 0.
    package struct Viewport: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var width: Int
        package var height: Int
        package var fit: ReaderInterface.Fit?
        package var scale: Double?
        package var rotation: Int?

        package init(width: Int, height: Int, fit: ReaderInterface.Fit? = nil, scale: Double? = nil, rotation: Int? = nil) {
            self.width = width
            self.height = height
            self.fit = fit
            self.scale = scale
            self.rotation = rotation
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _width: Int?
            var _height: Int?
            var _fit: ReaderInterface.Fit?
            var _scale: Double?
            var _rotation: Int?
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
    package struct Location: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: Int
        package var index: Int
        package var label: String?

        package init(page: Int, index: Int, label: String? = nil) {
            self.page = page
            self.index = index
            self.label = label
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _page: Int?
            var _index: Int?
            var _label: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("page", 0) {
                        _page = try Int(decoding: fields.value)
                    } else if try fields.isField("index", 1) {
                        _index = try Int(decoding: fields.value)
                    } else if try fields.isField("label", 2) {
                        if !fields.value.isNull { _label = try String(decoding: fields.value) }
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
            writer.endObject()
        }
    }

    /// Where to turn: exactly one of these. `index` from 0; `label` as printed on the page; `relative` in pages, forwards
    /// above 0; `place` the first or the last page.
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

        package var index: Int?
        package var label: String?
        package var relative: Int?
        package var place: Place?

        package init(index: Int? = nil, label: String? = nil, relative: Int? = nil, place: Place? = nil) {
            self.index = index
            self.label = label
            self.relative = relative
            self.place = place
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _index: Int?
            var _label: String?
            var _relative: Int?
            var _place: Place?
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
            writer.endObject()
        }
    }

    /// A rendered page. `width` and `height` are those of the bytes, in pixels, and `region` is what they show of the whole
    /// page, which measures `pageWidth` by `pageHeight` at `scale` (pixels per point). `stride` is the bytes from one row to
    /// the next, 0 for PNG and JPEG; `size` all bytes. `origin` tells whether the page was in the cache, was rendered for this
    /// call, or was under way for somebody else already. `fileDescriptor` is the index of the memory among this message's
    /// descriptors: sealed, read-only, to be mapped or read. `data` is the same as base64. `rendition` names what was handed
    /// over, for ReleasePage.
    package struct Page: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Origin: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
            case cached
            case rendered
            case joined

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
                throw JSONError(.wrongType(expected: "Origin"))
            }

            package func encode(into writer: inout JSONWriter) {
                switch self {
                    case .cached: writer.raw(#""cached""#)
                    case .rendered: writer.raw(#""rendered""#)
                    case .joined: writer.raw(#""joined""#)
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
        package var size: Int
        package var format: ReaderInterface.Format
        package var region: ReaderInterface.Region
        package var pageWidth: Int
        package var pageHeight: Int
        package var scale: Double
        package var rotation: Int
        package var origin: Origin
        package var fileDescriptor: Int?
        package var data: String?

        package init(page: Int, index: Int, label: String? = nil, rendition: Int, width: Int, height: Int, stride: Int, size: Int, format: ReaderInterface.Format, region: ReaderInterface.Region, pageWidth: Int, pageHeight: Int, scale: Double, rotation: Int, origin: Origin, fileDescriptor: Int? = nil, data: String? = nil) {
            self.page = page
            self.index = index
            self.label = label
            self.rendition = rendition
            self.width = width
            self.height = height
            self.stride = stride
            self.size = size
            self.format = format
            self.region = region
            self.pageWidth = pageWidth
            self.pageHeight = pageHeight
            self.scale = scale
            self.rotation = rotation
            self.origin = origin
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
            var _size: Int?
            var _format: ReaderInterface.Format?
            var _region: ReaderInterface.Region?
            var _pageWidth: Int?
            var _pageHeight: Int?
            var _scale: Double?
            var _rotation: Int?
            var _origin: Origin?
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
                    } else if try fields.isField("size", 7) {
                        _size = try Int(decoding: fields.value)
                    } else if try fields.isField("format", 8) {
                        _format = try ReaderInterface.Format(decoding: fields.value)
                    } else if try fields.isField("region", 9) {
                        _region = try ReaderInterface.Region(decoding: fields.value)
                    } else if try fields.isField("pageWidth", 10) {
                        _pageWidth = try Int(decoding: fields.value)
                    } else if try fields.isField("pageHeight", 11) {
                        _pageHeight = try Int(decoding: fields.value)
                    } else if try fields.isField("scale", 12) {
                        _scale = try Double(decoding: fields.value)
                    } else if try fields.isField("rotation", 13) {
                        _rotation = try Int(decoding: fields.value)
                    } else if try fields.isField("origin", 14) {
                        _origin = try Origin(decoding: fields.value)
                    } else if try fields.isField("fileDescriptor", 15) {
                        if !fields.value.isNull { _fileDescriptor = try Int(decoding: fields.value) }
                    } else if try fields.isField("data", 16) {
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
            self.size = _size
            self.format = _format
            self.region = _region
            self.pageWidth = _pageWidth
            self.pageHeight = _pageHeight
            self.scale = _scale
            self.rotation = _rotation
            self.origin = _origin
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
            writer.raw(#","rotation":"#)
            self.rotation.encode(into: &writer)
            writer.raw(#","origin":"#)
            self.origin.encode(into: &writer)
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

    /// Appearance events in the order in which viewers of other systems know them.
    package struct Appearance: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Event: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
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
                throw JSONError(.wrongType(expected: "Event"))
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

        package var event: Event
        package var page: Int
        package var index: Int
        package var transition: Int
        package var time: Int

        package init(event: Event, page: Int, index: Int, transition: Int, time: Int) {
            self.event = event
            self.page = page
            self.index = index
            self.transition = transition
            self.time = time
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _event: Event?
            var _page: Int?
            var _index: Int?
            var _transition: Int?
            var _time: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("event", 0) {
                        _event = try Event(decoding: fields.value)
                    } else if try fields.isField("page", 1) {
                        _page = try Int(decoding: fields.value)
                    } else if try fields.isField("index", 2) {
                        _index = try Int(decoding: fields.value)
                    } else if try fields.isField("transition", 3) {
                        _transition = try Int(decoding: fields.value)
                    } else if try fields.isField("time", 4) {
                        _time = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _event else { throw JSONError(.missing, path: "event") }
            guard let _page else { throw JSONError(.missing, path: "page") }
            guard let _index else { throw JSONError(.missing, path: "index") }
            guard let _transition else { throw JSONError(.missing, path: "transition") }
            guard let _time else { throw JSONError(.missing, path: "time") }
            self.event = _event
            self.page = _page
            self.index = _index
            self.transition = _transition
            self.time = _time
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"event":"#)
            self.event.encode(into: &writer)
            writer.raw(#","page":"#)
            self.page.encode(into: &writer)
            writer.raw(#","index":"#)
            self.index.encode(into: &writer)
            writer.raw(#","transition":"#)
            self.transition.encode(into: &writer)
            writer.raw(#","time":"#)
            self.time.encode(into: &writer)
            writer.endObject()
        }
    }

    /// Where a reader stands.
    package struct State: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var document: ReaderInterface.Document
        package var location: ReaderInterface.Location
        package var viewport: ReaderInterface.Viewport

        package init(reader: String, document: ReaderInterface.Document, location: ReaderInterface.Location, viewport: ReaderInterface.Viewport) {
            self.reader = reader
            self.document = document
            self.location = location
            self.viewport = viewport
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _document: ReaderInterface.Document?
            var _location: ReaderInterface.Location?
            var _viewport: ReaderInterface.Viewport?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("document", 1) {
                        _document = try ReaderInterface.Document(decoding: fields.value)
                    } else if try fields.isField("location", 2) {
                        _location = try ReaderInterface.Location(decoding: fields.value)
                    } else if try fields.isField("viewport", 3) {
                        _viewport = try ReaderInterface.Viewport(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            guard let _location else { throw JSONError(.missing, path: "location") }
            guard let _viewport else { throw JSONError(.missing, path: "viewport") }
            self.reader = _reader
            self.document = _document
            self.location = _location
            self.viewport = _viewport
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            writer.raw(#","location":"#)
            self.location.encode(into: &writer)
            writer.raw(#","viewport":"#)
            self.viewport.encode(into: &writer)
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
    /// library folders. `provider` names the provider; left out, the one that is surest of the document opens it.
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

        package init(fileDescriptor: Int? = nil, path: String? = nil, provider: String? = nil, viewport: ReaderInterface.Viewport, target: ReaderInterface.Target? = nil) {
            self.fileDescriptor = fileDescriptor
            self.path = path
            self.provider = provider
            self.viewport = viewport
            self.target = target
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _fileDescriptor: Int?
            var _path: String?
            var _provider: String?
            var _viewport: ReaderInterface.Viewport?
            var _target: ReaderInterface.Target?
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

    /// Turns to a page. Where the page is in the cache (`hit`), it comes with the reply (unless `handover` is `none`;
    /// `descriptor` is the default): a turn is one round trip. Where it is not, it is rendered ahead of everything else and
    /// comes with the reader's Watch or the next GetPage. `noop`: the reader is on that page already. With `inline`, a page
    /// that does not fit in a message is refused (InlineTooLarge), and the reader stays where it is.
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

        package init(reader: String, target: ReaderInterface.Target, handover: ReaderInterface.Handover? = nil) {
            self.reader = reader
            self.target = target
            self.handover = handover
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _target: ReaderInterface.Target?
            var _handover: ReaderInterface.Handover?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("target", 1) {
                        _target = try ReaderInterface.Target(decoding: fields.value)
                    } else if try fields.isField("handover", 2) {
                        if !fields.value.isNull { _handover = try ReaderInterface.Handover(decoding: fields.value) }
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

        package init(noop: Bool, hit: Bool, transition: Int, location: ReaderInterface.Location, page: ReaderInterface.Page? = nil) {
            self.noop = noop
            self.hit = hit
            self.transition = transition
            self.location = location
            self.page = page
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _noop: Bool?
            var _hit: Bool?
            var _transition: Int?
            var _location: ReaderInterface.Location?
            var _page: ReaderInterface.Page?
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
            writer.endObject()
        }
    }

    /// Hands over a page, rendered first where need be: the current page, or the one at `index`. `region` cuts it out; left
    /// out, the whole page. `quality` 1 to 100 is for JPEG (85). `handover` is `descriptor` by default.
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
        package var region: ReaderInterface.Region?
        package var format: ReaderInterface.Format?
        package var quality: Int?
        package var handover: ReaderInterface.Handover?

        package init(reader: String, index: Int? = nil, region: ReaderInterface.Region? = nil, format: ReaderInterface.Format? = nil, quality: Int? = nil, handover: ReaderInterface.Handover? = nil) {
            self.reader = reader
            self.index = index
            self.region = region
            self.format = format
            self.quality = quality
            self.handover = handover
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _index: Int?
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
                    } else if try fields.isField("region", 2) {
                        if !fields.value.isNull { _region = try ReaderInterface.Region(decoding: fields.value) }
                    } else if try fields.isField("format", 3) {
                        if !fields.value.isNull { _format = try ReaderInterface.Format(decoding: fields.value) }
                    } else if try fields.isField("quality", 4) {
                        if !fields.value.isNull { _quality = try Int(decoding: fields.value) }
                    } else if try fields.isField("handover", 5) {
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

    /// Says that the viewer does not use a page any more.
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

    /// Tells what happens to a reader, until it is closed: first its state, then appearance events and the pages that were
    /// waited for, each in a reply of its own with exactly one of the fields. Needs `more`. `handover` is how pages come; `none`
    /// by default.
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
        package var state: ReaderInterface.State?
        package var appearance: ReaderInterface.Appearance?
        package var page: ReaderInterface.Page?
        package var failure: ReaderInterface.PageFailure?
        package var closed: Bool?

        package init(state: ReaderInterface.State? = nil, appearance: ReaderInterface.Appearance? = nil, page: ReaderInterface.Page? = nil, failure: ReaderInterface.PageFailure? = nil, closed: Bool? = nil) {
            self.state = state
            self.appearance = appearance
            self.page = page
            self.failure = failure
            self.closed = closed
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _state: ReaderInterface.State?
            var _appearance: ReaderInterface.Appearance?
            var _page: ReaderInterface.Page?
            var _failure: ReaderInterface.PageFailure?
            var _closed: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("state", 0) {
                        if !fields.value.isNull { _state = try ReaderInterface.State(decoding: fields.value) }
                    } else if try fields.isField("appearance", 1) {
                        if !fields.value.isNull { _appearance = try ReaderInterface.Appearance(decoding: fields.value) }
                    } else if try fields.isField("page", 2) {
                        if !fields.value.isNull { _page = try ReaderInterface.Page(decoding: fields.value) }
                    } else if try fields.isField("failure", 3) {
                        if !fields.value.isNull { _failure = try ReaderInterface.PageFailure(decoding: fields.value) }
                    } else if try fields.isField("closed", 4) {
                        if !fields.value.isNull { _closed = try Bool(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            self.state = _state
            self.appearance = _appearance
            self.page = _page
            self.failure = _failure
            self.closed = _closed
        }

        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            if let _state = self.state {
                writer.key(#","state":"#)
                _state.encode(into: &writer)
            }
            if let _appearance = self.appearance {
                writer.key(#","appearance":"#)
                _appearance.encode(into: &writer)
            }
            if let _page = self.page {
                writer.key(#","page":"#)
                _page.encode(into: &writer)
            }
            if let _failure = self.failure {
                writer.key(#","failure":"#)
                _failure.encode(into: &writer)
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
        /// The rendered page would have more bytes than a page may have.
        case pageTooLarge(bytes: Int, limit: Int)
        /// The bytes don't fit in a message: ask for a descriptor, a region, PNG or JPEG.
        case inlineTooLarge(bytes: Int, limit: Int)
        /// This reader has not been handed that.
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
    /// library folders. `provider` names the provider; left out, the one that is surest of the document opens it.
    func open(
        _ parameters: ReaderInterface.OpenParameters,
        _ call: VarlinkCall<ReaderInterface.Open>
    ) throws(ReaderInterface.Failure)

    /// Turns to a page. Where the page is in the cache (`hit`), it comes with the reply (unless `handover` is `none`;
    /// `descriptor` is the default): a turn is one round trip. Where it is not, it is rendered ahead of everything else and
    /// comes with the reader's Watch or the next GetPage. `noop`: the reader is on that page already. With `inline`, a page
    /// that does not fit in a message is refused (InlineTooLarge), and the reader stays where it is.
    func navigate(
        _ parameters: ReaderInterface.NavigateParameters,
        _ call: VarlinkCall<ReaderInterface.Navigate>
    ) throws(ReaderInterface.Failure)

    /// Hands over a page, rendered first where need be: the current page, or the one at `index`. `region` cuts it out; left
    /// out, the whole page. `quality` 1 to 100 is for JPEG (85). `handover` is `descriptor` by default.
    func getPage(
        _ parameters: ReaderInterface.GetPageParameters,
        _ call: VarlinkCall<ReaderInterface.GetPage>
    ) throws(ReaderInterface.Failure)

    /// Says that the viewer does not use a page any more.
    func releasePage(
        _ parameters: ReaderInterface.ReleasePageParameters,
        _ call: VarlinkCall<ReaderInterface.ReleasePage>
    ) throws(ReaderInterface.Failure)

    /// Shows the reader in another viewport from now on.
    func setViewport(
        _ parameters: ReaderInterface.SetViewportParameters,
        _ call: VarlinkCall<ReaderInterface.SetViewport>
    ) throws(ReaderInterface.Failure)

    /// Tells what happens to a reader, until it is closed: first its state, then appearance events and the pages that were
    /// waited for, each in a reply of its own with exactly one of the fields. Needs `more`. `handover` is how pages come; `none`
    /// by default.
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
