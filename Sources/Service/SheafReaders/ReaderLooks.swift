import HostProtocol
import Navigation
import PageModel

/// How the pages of a reader look.
package struct ReaderLooks: Equatable {
    /// The colours of paper and ink.
    var paper = Paper.day
    /// The looks that the reader's documents are opened with.
    var document = DocumentLooks()
    /// The pixels of the viewport in a point of text that is laid out in pages as large as the viewport; nil where the size of pages is given.
    var pixelsPerPoint: Double?

    /// Pages are as large as the viewport but for less than so many pixels: a window that is pulled larger bit by bit does not have text
    /// laid out for each bit.
    static let step = 16
    /// The pixels in a point on a screen of 96 pixels an inch, as CSS counts.
    static let usualPixelsPerPoint = 4.0 / 3

    /// Returns these looks with pages as large as a viewport, where they are to be.
    ///
    /// - Parameter spread: the way in which pages are taken together; one of a pair has half of the viewport.
    func fitted(to viewport: Viewport, in spread: SpreadKind) -> ReaderLooks {
        guard let pixelsPerPoint else { return self }
        let area = viewport.pageArea(of: spread == .double || spread == .cover ? .left : .whole)
        let side = { (pixels: Int) -> Double in
            let points = Double(pixels / Self.step * Self.step) / pixelsPerPoint
            return min(max(points, DocumentLooks.Flow.side.lowerBound), DocumentLooks.Flow.side.upperBound)
        }
        var flow = document.flow ?? DocumentLooks.Flow()
        flow.width = side(viewport.rotation.swapsSides ? area.height : area.width)
        flow.height = side(viewport.rotation.swapsSides ? area.width : area.height)
        var looks = self
        looks.document.flow = flow
        return looks
    }
}
