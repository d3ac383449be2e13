/// One thing that a provider tells about a document: a run of text, an outline entry, a link, a match, metadata.
package struct DocumentItem: Equatable, Sendable {
    /// What it is.
    package enum Kind: UInt32, Sendable {
        case text = 1
        case outline = 2
        case link = 3
        case match = 4
        case metadata = 5
    }

    package let kind: Kind
    /// The depth of an outline entry; the number of a match, which may have several boxes.
    package let level: UInt32
    /// The id of the page that it leads to.
    package let page: Int64?
    /// Its box, in points on the page that was asked about.
    package let x0, y0, x1, y1: Double
    /// Where on the target page, in points.
    package let targetX, targetY: Double
    package let key: String?
    package let text: String?
    package let uri: String?

    /// The bytes of its texts.
    var textBytes: Int { [key, text, uri].reduce(0) { $0 + ($1?.utf8.count ?? 0) } }
}

/// An answer made of items.
package struct ItemList: Equatable, Sendable {
    package let items: [DocumentItem]
    /// Whether there was more than one answer may hold.
    package let isTruncated: Bool
}
