import Glibc
package import PageModel

/// The hints of a reader's viewer about what it will show next along an axis.
package struct ViewerHints: Sendable {
    /// So many pages are thought of.
    package static let maxPages = 64
    /// How long pages run by that come to rest, in microseconds, where the viewer does not say.
    package static let usualDuration: UInt64 = 1_000_000

    /// Pages that run by, and slow down until they rest.
    package struct Landing: Equatable, Sendable {
        /// The index of the page that they will rest on.
        package let index: Int
        /// The spread that was shown when it was said.
        let origin: Int
        /// In microseconds.
        let duration: UInt64
        package let end: Instant

        package init(index: Int, origin: Int, duration: UInt64, at now: Instant) {
            self.index = index
            self.origin = origin
            self.duration = duration
            end = Instant(microseconds: now.microseconds + duration)
        }

        /// Returns the landing as a fling for the planner: what is left of the way falls exponentially, from all of it
        /// to half a spread when the time is over.
        package func fling(to spread: Int) -> PrefetchPlanner.Fling {
            let way = Double((spread - origin).magnitude)
            return .init(landing: spread, timeConstant: UInt64(Double(duration) / max(log(2 * way), 1)))
        }
    }

    /// The indexes of pages, the most urgent first.
    package private(set) var pages: [Int] = []
    package var landing: Landing?

    package init() {}

    package var isEmpty: Bool { pages.isEmpty && landing == nil }

    /// Adds pages before those that there are; the last ones of too many are left out.
    package mutating func add(_ indexes: [Int]) {
        var seen: Set<Int> = []
        pages = Array((indexes + pages).filter { seen.insert($0).inserted }.prefix(Self.maxPages))
    }

    /// Takes pages back.
    package mutating func remove(_ indexes: [Int]) { pages.removeAll { indexes.contains($0) } }

    /// Ends the landing if the reader is there, has turned elsewhere, or the time is over.
    ///
    /// - Parameters:
    ///   - spread: the one that the reader shows or is bound for; nil: the axis is not in front.
    ///   - spreadOfPage: the spread of the page at an index.
    /// - Returns: whether there was one that has ended.
    package mutating func endLanding(at spread: Int?, spreadOfPage: (Int) -> Int, now: Instant) -> Bool {
        guard let landing else { return false }
        let bound = spreadOfPage(landing.index)
        let way = min(landing.origin, bound)...max(landing.origin, bound)
        guard now >= landing.end || spread == bound || !way.contains(spread ?? bound) else { return false }
        self.landing = nil
        return true
    }
}
