package import PageModel

/// Where a page lies along its axis, in layout coordinates.
///
/// They are pixels. *Along* counts from the start of the first spread in reading order: down a vertical axis, to the right
/// on a horizontal one, and to the left there in right-to-left order. *Across* counts from the left or top edge of the
/// viewport. A page that is larger than what it has for itself is seen only within that
/// (``HitGeometry`` leaves out the rest).
package struct PageFrame: Hashable, Sendable {
    /// From 0, in the axis' document.
    package let page: Int
    /// The spread that it belongs to, from 0.
    package let spread: Int
    /// Where it begins along the axis.
    package let along: Int
    /// Where it begins across the axis; below 0 where it is too wide for a viewport that is read from the right.
    package let across: Int
    /// Its size on the screen, rotated, in pixels: that of its rendition.
    package let pixels: PixelSize
    /// Its size in points, before rotation: an estimate until it is measured.
    package let size: PageSize
    /// In pixels per point.
    package let scale: Double
    /// Whether its size is known.
    package let isMeasured: Bool

    /// Whether both are the same place.
    package func covers(_ other: PageFrame) -> Bool {
        along == other.along && across == other.across && pixels == other.pixels
    }
}
