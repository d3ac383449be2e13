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
    /// The size of the page on the screen, rotated, in pixels: that of its rendition.
    package let pixels: PixelSize
    /// The size of the page in points, before rotation: an estimate until it is measured.
    package let size: PageSize
    /// In pixels per point.
    package let scale: Double
    /// Whether its size is known.
    package let isMeasured: Bool

    /// Whether both lie at the same position with the same size.
    package func covers(_ other: PageFrame) -> Bool {
        along == other.along && across == other.across && pixels == other.pixels
    }
}

/// A spread with its pages as they lie on the screen, in pixels from its own top left corner.
struct SpreadBox {
    /// A page of the spread.
    struct Page {
        let index: Int
        let region: PixelRegion
        /// The area that the page has for itself; nothing of the page is seen outside.
        let area: PixelRegion
        /// The size of the page in points, before rotation.
        let size: PageSize
        /// The scale of the page, in pixels per point.
        let scale: Double
        let isMeasured: Bool

        /// Whether the page is seen at a point.
        func covers(_ x: Double, _ y: Double) -> Bool { region.contains(x, y) && area.contains(x, y) }
    }

    /// The length of the spread along the axis.
    let length: Int
    /// The pages in reading order.
    let pages: [Page]
}

extension PixelRegion {
    fileprivate func contains(_ x: Double, _ y: Double) -> Bool {
        x >= Double(self.x) && x < Double(self.x + width) && y >= Double(self.y) && y < Double(self.y + height)
    }
}

extension AxisLayout {
    /// Where a page lies; nil where there is none. A back lies where its front does.
    package func frame(ofPage index: Int) -> PageFrame? {
        guard 0..<pageLimit ~= index else { return nil }
        let spread = spreads.spread(ofPage: index)
        let box = box(ofSpread: spread, with: index)
        return box.pages.first { $0.index == index }.map { frame($0, in: box, start: start(ofSpread: spread)) }
    }

    /// Where the pages of a range lie, as far as there are any; at most the first ``maxFrames`` of them.
    package func frames(in range: Range<Int>) -> [PageFrame] {
        range.clamped(to: 0..<pageLimit).prefix(Self.maxFrames).compactMap { frame(ofPage: $0) }
    }

    /// The size of a page on the screen, in pixels.
    func pixels(ofPage index: Int) -> PixelSize {
        viewport.pixelSize(of: sizes[index] ?? sizes.estimate, in: spreads.part(ofPage: index, order: order))
    }

    /// A spread with its pages, or with the back of a leaf instead of its front.
    func box(ofSpread spread: Int, with back: Int? = nil) -> SpreadBox {
        var indexes = pages(ofSpread: spread)
        if let back, !indexes.contains(back) { indexes = back..<back + 1 }
        let length = length(ofSpread: spread)
        var pages: [SpreadBox.Page] = []
        var used = 0
        for index in indexes {
            let part = spreads.part(ofPage: index, order: order)
            var area = viewport.pageArea(of: part)
            let pixels = pixels(ofPage: index)
            if flow == .continuous {
                if axis == .vertical {
                    area = PixelRegion(x: area.x, y: 0, width: area.width, height: length)
                } else {
                    // Reading order, from the side where it begins.
                    let x = isMirrored ? length - used - pixels.width : used
                    area = PixelRegion(x: x, y: 0, width: pixels.width, height: area.height)
                    used += pixels.width
                }
            }
            pages.append(page(index, pixels, part, in: area))
        }
        return SpreadBox(length: length, pages: pages)
    }

    private func page(_ index: Int, _ pixels: PixelSize, _ part: SpreadPart, in area: PixelRegion) -> SpreadBox.Page {
        let measured = sizes[index]
        let size = measured ?? sizes.estimate
        let free = (width: area.width - pixels.width, height: area.height - pixels.height)
        // What does not fit begins where reading does.
        let overflow = order == .rightToLeft ? free.width : 0
        return SpreadBox.Page(
            index: index,
            region: PixelRegion(
                x: area.x + (free.width >= 0 ? free.width / 2 : overflow), y: area.y + max(free.height / 2, 0),
                width: pixels.width, height: pixels.height),
            area: area, size: size, scale: viewport.scale(for: size, in: part), isMeasured: measured != nil)
    }

    private func frame(_ page: SpreadBox.Page, in box: SpreadBox, start: Int) -> PageFrame {
        let region = page.region
        let offset =
            switch (axis, isMirrored) {
            case (.vertical, _): region.y
            case (.horizontal, false): region.x
            case (.horizontal, true): box.length - region.x - region.width
            }
        return PageFrame(
            page: page.index, spread: spreads.spread(ofPage: page.index), along: start + offset,
            across: axis == .horizontal ? region.y : region.x,
            pixels: PixelSize(width: region.width, height: region.height), size: page.size, scale: page.scale,
            isMeasured: page.isMeasured)
    }
}
