package import PageModel

/// The renditions that are alive, by page: what may stand in for one that is not there yet, and what is out of date.
package struct RenditionsByPage: Sendable {
    /// The page that renditions are of.
    struct Page: Hashable {
        let document: DocumentID
        let page: PageID

        init(document: DocumentID, page: PageID) {
            self.document = document
            self.page = page
        }

        init(_ rendition: Rendition) { self.init(document: rendition.document, page: rendition.page) }
    }

    private(set) var renditions: [Page: [Rendition]] = [:]

    package init() {}

    /// Adds a rendition; adding it again changes nothing.
    ///
    /// - Returns: what an edition that is there has made out of date, which may be the rendition itself.
    package mutating func add(_ rendition: Rendition) -> [Rendition] {
        Self.add(rendition, to: &renditions[Page(rendition), default: []])
    }

    /// Removes a rendition.
    package mutating func remove(_ rendition: Rendition) {
        let page = Page(rendition)
        renditions[page]?.removeAll { $0 == rendition }
        if renditions[page]?.isEmpty ?? false { renditions[page] = nil }
    }

    /// All renditions of a page.
    package func all(of page: PageID, in document: DocumentID) -> [Rendition] {
        renditions[Page(document: document, page: page)] ?? []
    }

    /// Returns the rendition to show until another one is there: of the same page as a whole, in pixels, on the same
    /// paper and of the same frame, since another would flash. Among these it is of the latest edition, then the nearest in size, best
    /// with the same rotation.
    package func standIn(for wanted: Rendition) -> Rendition? {
        var best: Rendition?
        for candidate in renditions[Page(wanted)] ?? []
        where candidate != wanted && candidate.isWholePage && candidate.format == .bgrx8888
            && candidate.paper == wanted.paper && candidate.frame == wanted.frame
        {
            guard let other = best else {
                best = candidate
                continue
            }
            if Self.isBetter(candidate, than: other, for: wanted) { best = candidate }
        }
        return best
    }

    private static func add(_ rendition: Rendition, to present: inout [Rendition]) -> [Rendition] {
        if !present.contains(rendition) { present.append(rendition) }
        guard present.count > 1 else { return [] }
        let latest = present.reduce(rendition.edition) { max($0, $1.edition) }
        return present.filter { $0.edition < latest }
    }

    private static func isBetter(_ one: Rendition, than other: Rendition, for wanted: Rendition) -> Bool {
        if one.edition != other.edition { return one.edition > other.edition }
        let distances = (distance(one, wanted), distance(other, wanted))
        if distances.0 != distances.1 { return distances.0 < distances.1 }
        return one.rotation == wanted.rotation && other.rotation != wanted.rotation
    }

    private static func distance(_ one: Rendition, _ other: Rendition) -> Int { abs(one.pixelBytes - other.pixelBytes) }
}

extension RenditionsByPage {
    /// A rendition that a region can be cut from: of the same page in the same edition, scale and rotation, in pixels, with
    /// all of the region in it. Of several the smallest, which is the cheapest to hold on to.
    ///
    /// - Parameter isCuttable: whether regions that are cut from a rendition are as good as rendered.
    package func larger(than wanted: Rendition, where isCuttable: (Rendition) -> Bool) -> Rendition? {
        guard wanted.format == .bgrx8888 else { return nil }
        var smallest: Rendition?
        for candidate in renditions[Page(wanted)] ?? []
        where candidate != wanted && candidate.shows(wanted) && isCuttable(candidate) {
            if candidate.pixelBytes < smallest?.pixelBytes ?? .max { smallest = candidate }
        }
        return smallest
    }

    /// A rendition that a smaller one can be made of: of the same page in the same edition and rotation, on the same paper, in pixels, two
    /// or four times as large, with all of the region in it. Of several the smallest.
    ///
    /// - Parameter isCuttable: whether regions that are cut from a rendition are as good as rendered.
    /// - Returns: the rendition, and how many times as large it is.
    package func level(
        above wanted: Rendition, where isCuttable: (Rendition) -> Bool
    ) -> (rendition: Rendition, shrink: Int)? {
        let candidates = renditions[Page(wanted)] ?? []
        for shrink in Self.shrinks {
            if let level = candidates.first(where: { $0.isLevel(above: wanted, shrink) && isCuttable($0) }) {
                return (level, shrink)
            }
        }
        return nil
    }

    /// How much smaller a rendition is made: what sums of pixels give as exactly as a filter does.
    private static let shrinks = [2, 4]
}

extension RenditionsByPage {
    /// Whether another region of the same page is there, at the same scale: who asked for it is looking around in the page.
    package func hasRegion(beside wanted: Rendition) -> Bool {
        renditions[Page(wanted)]?.contains { $0 != wanted && !$0.isWholePage && $0.isAlike(wanted) } ?? false
    }
}

extension Rendition {
    /// Whether another rendition of the page has the same pixels wherever both are.
    fileprivate func isAlike(_ other: Rendition) -> Bool {
        format == other.format && edition == other.edition && frame == other.frame && scale == other.scale
            && rotation == other.rotation && paper == other.paper && pageSize == other.pageSize
    }

    /// Whether another rendition of the page is a part of this one.
    fileprivate func shows(_ other: Rendition) -> Bool { isAlike(other) && region.contains(other.region) }

    /// Whether another rendition of the page is a part of this one so many times smaller. At the right and lower edges its last pixels
    /// stand for fewer.
    fileprivate func isLevel(above other: Rendition, _ shrink: Int) -> Bool {
        func isShrunk(_ side: Int, to other: Int) -> Bool { (side + shrink - 1) / shrink == other }
        guard format == .bgrx8888, edition == other.edition, frame == other.frame, rotation == other.rotation,
            paper == other.paper, isShrunk(pageSize.width, to: other.pageSize.width),
            isShrunk(pageSize.height, to: other.pageSize.height)
        else { return false }
        let (x, y) = (other.region.x * shrink, other.region.y * shrink)
        return region.contains(
            PixelRegion(
                x: x, y: y, width: min(other.region.width * shrink, pageSize.width - x),
                height: min(other.region.height * shrink, pageSize.height - y)))
    }
}
