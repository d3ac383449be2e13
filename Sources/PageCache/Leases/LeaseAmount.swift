/// A number of leased pages and the memory that they take.
package struct LeaseAmount: Equatable, Sendable {
    /// Each counts once, however many viewers hold it.
    package private(set) var pages = 0
    /// In bytes.
    package private(set) var bytes = 0

    package init(pages: Int = 0, bytes: Int = 0) {
        self.pages = pages
        self.bytes = bytes
    }

    mutating func add(_ bytes: Int) {
        pages += 1
        self.bytes += bytes
    }

    mutating func subtract(_ bytes: Int) {
        pages -= 1
        self.bytes -= bytes
    }
}

/// The memory of a page that is handed over.
package struct LeasedPage: Equatable, Sendable {
    /// What names it to viewers.
    package let number: Int
    /// What its memory takes, in whole pages of memory.
    package let bytes: Int
    /// Whether neither the cache nor the store of thumbnails holds it: it is resident for its viewers alone.
    package let isOutside: Bool

    package init(number: Int, bytes: Int, isOutside: Bool) {
        self.number = number
        self.bytes = bytes
        self.isOutside = isOutside
    }
}
