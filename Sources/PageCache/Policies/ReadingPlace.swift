package import PageModel

/// Where a reader is in a document, for policies that think ahead.
package struct ReadingPlace: Equatable, Sendable {
    package var document: DocumentID
    /// The index in the document of the first page of its spread.
    package var index: Int
    /// The way in which it turned last: 1 or -1.
    package var direction: Int
    /// The pages elsewhere in the document that it may well turn to, the likeliest first: where it jumped from, where links on
    /// its page lead, what a search has found. By id: they stay what they are when pages move.
    package var anticipated: [PageID]

    package init(document: DocumentID, index: Int, direction: Int = 1, anticipated: [PageID] = []) {
        self.document = document
        self.index = index
        self.direction = direction
        self.anticipated = anticipated
    }
}
