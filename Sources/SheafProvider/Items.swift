/// A run of text in its box, in reading order.
public struct TextRun: Equatable, Sendable {
    /// The text; it ends in a newline where a line ends.
    public var text: String
    /// Where it stands on the page.
    public var box: Box

    /// A run of text in its box.
    public init(_ text: String, in box: Box) {
        self.text = text
        self.box = box
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
