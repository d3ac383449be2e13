/// An open document, as the service numbers them. Numbers are not used again.
package struct DocumentID: Hashable, Sendable {
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }
}

/// A page of a document: the provider's stable id. The page's index may change, its id does not.
@usableFromInline package struct PageID: Hashable, Sendable {
    @usableFromInline package let number: Int64

    package init(_ number: Int64) {
        self.number = number
    }

    /// Inlined in other modules: a turn compares often.
    @inlinable package static func == (one: PageID, other: PageID) -> Bool { one.number == other.number }
}

/// A reader, as the service numbers them: who protects pages and waits for them. Numbers are not used again.
package struct ReaderKey: Hashable, Sendable {
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }
}

/// A point in time on the monotonic clock, in microseconds.
///
/// The pure modules get the time as a parameter; none asks a clock.
@usableFromInline package struct Instant: Comparable, Hashable, Sendable {
    @usableFromInline package let microseconds: UInt64

    @inlinable
    package init(microseconds: UInt64) {
        self.microseconds = microseconds
    }

    /// Inlined in other modules, as the next one: a turn compares often.
    @inlinable package static func < (one: Instant, other: Instant) -> Bool { one.microseconds < other.microseconds }
    @inlinable package static func <= (one: Instant, other: Instant) -> Bool { one.microseconds <= other.microseconds }
}
