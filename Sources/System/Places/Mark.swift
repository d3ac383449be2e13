/// Where somebody has stopped reading a document.
package struct ReadingPlace: Equatable, Sendable {
    /// The index of the page, and how many there were.
    package var index: Int
    package var pages: Int
    /// Where in its text the page begins, of a document that flows: laid out in another way, it is on another page.
    package var position: Int64?
    /// The title of the document.
    package var title: String?
    /// When that was, in seconds since 1970.
    package var time: Int64

    package init(index: Int, pages: Int, position: Int64?, title: String?, time: Int64) {
        self.index = index
        self.pages = pages
        self.position = position
        self.title = title
        self.time = time
    }
}

/// A document that somebody has read, and where.
package struct ReadDocument: Equatable, Sendable {
    package let digest: DocumentDigest
    package let place: ReadingPlace
    /// How many marks there are in it.
    package let marks: Int
}

/// A rectangle on a page, in points from its top left corner.
package struct MarkBox: Equatable, Sendable {
    package var x0, y0, x1, y1: Double

    package init(x0: Double, y0: Double, x1: Double, y1: Double) {
        (self.x0, self.y0, self.x1, self.y1) = (x0, y0, x1, y1)
    }
}

/// A mark that a user has set in a document: on a page (a bookmark), or on a text of a page (a highlight).
package struct Mark: Equatable, Sendable {
    /// How long its note and its text may be, in bytes of UTF-8.
    package static let maxText = 4_096
    /// How long the name of its colour may be.
    package static let maxColor = 32
    /// How many boxes it may have.
    package static let maxBoxes = 128
    /// In how many documents it is kept at most: what its document was and has become.
    package static let maxCopies = 16

    /// Kinds of marks; the database has their numbers.
    package enum Kind: Int64, Sendable {
        case bookmark = 0
        case highlight = 1
    }

    /// 32 hexadecimal digits.
    package var id: String
    package var kind: Kind
    /// The index of its page.
    package var index: Int
    /// The label that is printed on the page.
    package var label: String?
    /// Where in its text the page begins, of a document that flows.
    package var position: Int64?
    /// Where a highlight is on its page, as that was laid out then.
    package var boxes: [MarkBox]
    /// The layout that the boxes belong to: they mean something in no other. Empty for a document that does not flow.
    package var layout: String
    /// The text that is highlighted.
    package var text: String?
    /// The user's note on the mark.
    package var note: String?
    package var color: String?
    /// When it was made, and changed last, in seconds since 1970.
    package var created: Int64
    package var changed: Int64

    package init(
        id: String, kind: Kind, index: Int, label: String? = nil, position: Int64? = nil, boxes: [MarkBox] = [],
        layout: String = "", text: String? = nil, note: String? = nil, color: String? = nil, created: Int64,
        changed: Int64
    ) {
        self.id = id
        self.kind = kind
        self.index = index
        self.label = label
        self.position = position
        self.boxes = boxes
        self.layout = layout
        self.text = text
        self.note = note
        self.color = color
        self.created = created
        self.changed = changed
    }
}

/// Why nothing was kept, or found.
package enum PlacesFailure: Error, Equatable, Sendable {
    /// There is no such mark of that user in the document.
    case noSuchMark
    /// A user has as many as one may have.
    case limitReached(Int)
    /// The database can't do it; why, for people.
    case failed(String)
}
