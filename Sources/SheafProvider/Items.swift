/// A run of text in its box, in reading order.
public struct TextRun: Equatable, Sendable {
    /// The text; it ends in a newline where a line ends.
    public var text: String
    /// Where it stands on the page.
    public var box: Box
    /// Where each of its characters (`unicodeScalars`, but for a newline at the end) stands. Where this is empty they are taken to
    /// share the box evenly.
    public var characters: [Box]

    /// A run of text in its box.
    public init(_ text: String, in box: Box, characters: [Box] = []) {
        self.text = text
        self.box = box
        self.characters = characters
    }
}

/// An entry of the table of contents.
public struct OutlineEntry: Equatable, Sendable {
    /// How deep it lies; 0 is the top.
    public var level: UInt32
    /// What it says.
    public var title: String
    /// Where it leads, if anywhere.
    public var destination: Destination?

    /// An entry; they are handed over in the order in which they are read.
    public init(level: UInt32, title: String, destination: Destination?) {
        self.level = level
        self.title = title
        self.destination = destination
    }
}

/// A link on a page.
public struct Link: Equatable, Sendable {
    /// Where a link leads.
    public enum Target: Equatable, Sendable {
        /// To a page of the same document.
        case destination(Destination)
        /// To the outside.
        case uri(String)
    }

    /// Where it stands on the page.
    public var box: Box
    /// Where it leads.
    public var target: Target

    /// A link that fills a box.
    public init(box: Box, target: Target) {
        self.box = box
        self.target = target
    }
}

/// Something that somebody has put on a page: a highlight, a note, a drawing, a stamp.
public struct Annotation: Equatable, Sendable {
    /// What it is, as PDF names it, beginning with a small letter: highlight, text (a note), freeText, ink, stamp, ...
    public var kind: String
    /// Where it stands on the page.
    public var box: Box
    /// What it says.
    public var text: String
    /// Who made it, where that is known.
    public var author: String?
    /// When it was last changed, in seconds since 1970 (UTC), where that is known.
    public var modified: Int64?

    /// An annotation in its box.
    public init(kind: String, box: Box, text: String = "", author: String? = nil, modified: Int64? = nil) {
        self.kind = kind
        self.box = box
        self.text = text
        self.author = author
        self.modified = modified
    }
}

/// A place where the words that were searched for stand.
public struct Match: Equatable, Sendable {
    /// Where, on the page.
    public var box: Box
    /// The same number for the boxes of one match that goes over several lines, another one for the next match.
    public var group: UInt32

    /// A match, or its part on one line.
    public init(box: Box, group: UInt32) {
        self.box = box
        self.group = group
    }
}

/// Something that is known about a document.
public struct MetadataItem: Equatable, Sendable {
    /// What, as Dublin Core names it: title, creator, subject, description, publisher, date, format, language, ...
    public var key: String
    /// The text.
    public var value: String

    /// A value under its key.
    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}

/// A place in a document.
public struct Destination: Equatable, Sendable {
    /// The page.
    public var page: PageID
    /// Where on it.
    public var point: Point

    /// A point on a page; without one, the page's top left.
    public init(page: PageID, point: Point = Point()) {
        self.page = page
        self.point = point
    }
}

/// A point on a page, in points (1/72 inch) before scale and rotation; the origin is top left, y grows downwards.
public struct Point: Equatable, Sendable {
    /// To the right.
    public var x: Double
    /// Downwards.
    public var y: Double

    /// The point at `x`, `y`; without either, the page's top left.
    public init(x: Double = 0, y: Double = 0) {
        self.x = x
        self.y = y
    }
}

/// A box on a page, in points (1/72 inch) before scale and rotation.
public struct Box: Equatable, Sendable {
    /// The left edge.
    public var x0: Double
    /// The upper edge.
    public var y0: Double
    /// The right edge, at least `x0`.
    public var x1: Double
    /// The lower edge, at least `y0`.
    public var y1: Double

    /// The box between two corners.
    public init(x0: Double, y0: Double, x1: Double, y1: Double) {
        self.x0 = x0
        self.y0 = y0
        self.x1 = x1
        self.y1 = y1
    }

    /// Whether the point lies inside; the right and lower edges do not count.
    public func contains(_ point: Point) -> Bool {
        x0 <= point.x && point.x < x1 && y0 <= point.y && point.y < y1
    }
}
