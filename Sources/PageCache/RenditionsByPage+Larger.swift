package import PageModel

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
}

extension Rendition {
    /// Whether another rendition of the page is a part of this one.
    fileprivate func shows(_ other: Rendition) -> Bool {
        format == other.format && edition == other.edition && scale == other.scale && rotation == other.rotation
            && pageSize == other.pageSize && region.contains(other.region)
    }
}
