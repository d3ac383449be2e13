import Varlink

/// One thing that a provider tells about a document: a run of text, an outline entry, a link, a match, metadata, an annotation.
package struct DocumentItem: Equatable, Sendable {
    package let kind: ContentKind
    /// The depth of an outline entry; the number of a match, which may have several boxes.
    package var level: UInt32
    /// The id of the page that it leads to.
    package let page: Int64?
    /// The box of the item, in points on the page that was asked about.
    package var x0, y0, x1, y1: Double
    /// The point on the target page, in points.
    package var targetX, targetY: Double
    package var key: String?
    package var text: String?
    package var uri: String?
    /// The author of an annotation.
    package var author: String?
    /// When an annotation was last changed, in seconds since 1970; within ``times``.
    package var modified: Int64?
    /// The times that an annotation may have: up to the year 9999, as ISO 8601 writes it.
    package static let times: ClosedRange<Int64> = 1...253_402_300_799
    /// The box of each character of a text, where the provider tells them. They stay in the host.
    package var boxes: [PointBox] = []
    /// The positions between the characters of a text, where they were asked for: one more than it has, without the end of its line.
    /// In points from its left, or from its top where it is written down or up.
    package var carets: [Double] = []
    /// Where in a document that flows each of these characters stands, where the provider tells it. They stay in the host.
    package var positions: [Int64] = []

    package init(
        kind: ContentKind, level: UInt32, page: Int64?, x0: Double, y0: Double, x1: Double, y1: Double, targetX: Double,
        targetY: Double, key: String? = nil, text: String? = nil, uri: String? = nil, author: String? = nil,
        modified: Int64? = nil, boxes: [PointBox] = []
    ) {
        self.kind = kind
        self.level = level
        self.page = page
        self.x0 = x0
        self.y0 = y0
        self.x1 = x1
        self.y1 = y1
        self.targetX = targetX
        self.targetY = targetY
        self.key = key
        self.text = text
        self.uri = uri
        self.author = author
        self.modified = modified
        self.boxes = boxes
    }

    /// The box of the item.
    package var box: PointBox { PointBox(x0: x0, y0: y0, x1: x1, y1: y1) }

    /// Moves it on its page, by points.
    package mutating func move(byX x: Double, y: Double) {
        (x0, y0, x1, y1) = (x0 + x, y0 + y, x1 + x, y1 + y)
        for index in boxes.indices {
            boxes[index].x0 += x
            boxes[index].x1 += x
            boxes[index].y0 += y
            boxes[index].y1 += y
        }
    }

    /// The bytes of its texts.
    package var textBytes: Int { [key, text, uri, author].reduce(0) { $0 + ($1?.utf8.count ?? 0) } }

    /// Cuts each of its texts to so many bytes, at a character.
    package mutating func cut(to bytes: Int) {
        func cut(_ text: String?) -> String? {
            text.map { text in
                var end = text.startIndex
                var length = 0
                while end < text.endIndex {
                    length += text.unicodeScalars[end].utf8.count
                    if length > bytes { break }
                    text.unicodeScalars.formIndex(after: &end)
                }
                return String(text.unicodeScalars[..<end])
            }
        }
        (key, text, uri, author) = (cut(key), cut(text), cut(uri), cut(author))
    }
}

/// An answer made of items.
package struct ItemList: Equatable, Sendable {
    package let items: [DocumentItem]
    /// Whether there was more than one answer may hold.
    package let isTruncated: Bool

    package init(items: [DocumentItem] = [], isTruncated: Bool = false) {
        self.items = items
        self.isTruncated = isTruncated
    }
}

/// Which of the items of a list are asked for: long ones come in parts.
package struct ItemPart: Hashable, Sendable {
    /// The number of the first, from 0.
    package var first: Int
    /// How many at most.
    package var count: Int

    /// - Parameters:
    ///   - first: within ``HostLimits/listedItems``.
    ///   - count: 1 to ``HostLimits/items``.
    package init(first: Int = 0, count: Int = HostLimits.items) {
        self.first = first
        self.count = count
    }
}

/// A box on a page, in points from its top left corner; its numbers are finite.
package struct PointBox: Hashable, Sendable {
    package var x0, y0, x1, y1: Double

    package init(x0: Double, y0: Double, x1: Double, y1: Double) {
        (self.x0, self.y0, self.x1, self.y1) = (x0, y0, x1, y1)
    }

    /// Whether its corners are numbers.
    package var isFinite: Bool { x0.isFinite && y0.isFinite && x1.isFinite && y1.isFinite }

    /// Returns this box with its corners in order.
    package var ordered: PointBox {
        PointBox(x0: min(x0, x1), y0: min(y0, y1), x1: max(x0, x1), y1: max(y0, y1))
    }
}

/// Which part of a page's text is asked for.
package enum TextExtent: Hashable, Sendable {
    case all
    /// The whole text, with the positions between the characters.
    case allWithCarets
    /// The text that stands in a box.
    case inside(PointBox)
    /// The text from the character nearest to a point to that nearest to another one, in reading order, whichever is
    /// the first.
    case between(x: Double, y: Double, otherX: Double, otherY: Double)
}

// To and from org.sheaf.Host.

extension DocumentItem {
    package var wire: HostInterface.Item {
        HostInterface.Item(
            kind: Int(kind.rawValue), level: Int(level), page: page.map { Int($0) }, x0: x0, y0: y0, x1: x1, y1: y1,
            targetX: targetX, targetY: targetY, key: key, text: text, uri: uri, author: author,
            modified: modified.map { Int($0) }, carets: carets.isEmpty ? nil : carets)
    }

    /// nil where it is no kind of item, or has not as many positions as its text takes.
    init?(_ wire: HostInterface.Item) {
        guard let kind = UInt32(exactly: wire.kind).flatMap(ContentKind.init(rawValue:)),
            let level = UInt32(exactly: wire.level)
        else { return nil }
        self.init(
            kind: kind, level: level, page: wire.page.map { Int64($0) }, x0: wire.x0, y0: wire.y0, x1: wire.x1,
            y1: wire.y1, targetX: wire.targetX, targetY: wire.targetY, key: wire.key, text: wire.text, uri: wire.uri,
            author: wire.author,
            modified: wire.modified.flatMap { Self.times.contains(Int64($0)) ? Int64($0) : nil })
        if let carets = wire.carets {
            let characters = (text ?? "").unicodeScalars
            guard carets.count == characters.count + (characters.last == "\n" ? 0 : 1) else { return nil }
            self.carets = carets
        }
    }
}

extension ItemList {
    /// nil where an item is none, or where they are more than were asked for, or than a host takes from its provider.
    package init?(_ wire: HostInterface.ContentsReply, part: ItemPart) {
        guard wire.items.count <= part.count else { return nil }
        let items = wire.items.compactMap(DocumentItem.init)
        let bytes = items.reduce(0) { $0 + $1.textBytes }
        guard items.count == wire.items.count, bytes <= HostLimits.itemBytes else { return nil }
        // Who is told of more behind nothing would ask for ever.
        self.init(items: items, isTruncated: wire.truncated && !items.isEmpty)
    }
}

extension PointBox {
    package var wire: HostInterface.Clip { HostInterface.Clip(x0: x0, y0: y0, x1: x1, y1: y1) }

    package init(_ wire: HostInterface.Clip) { self.init(x0: wire.x0, y0: wire.y0, x1: wire.x1, y1: wire.y1) }
}
