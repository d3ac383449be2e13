import PageModel

extension AxisLayout {
    /// Where a page lies; nil where there is none. A back lies where its front does.
    package func frame(ofPage index: Int) -> PageFrame? {
        guard 0..<pageLimit ~= index else { return nil }
        let spread = spreads.spread(ofPage: index)
        let box = box(ofSpread: spread, with: index)
        return box.places.first { $0.page == index }.map { frame($0, in: box, start: start(ofSpread: spread)) }
    }

    /// Where the pages of a range lie, as far as there are any; at most the first ``maxFrames`` of them.
    package func frames(in range: Range<Int>) -> [PageFrame] {
        range.clamped(to: 0..<pageLimit).prefix(Self.maxFrames).compactMap { frame(ofPage: $0) }
    }

    /// The size of a page on the screen, in pixels.
    func pixels(ofPage index: Int) -> PixelSize {
        viewport.pixelSize(of: sizes[index] ?? sizes.estimate, in: spreads.part(ofPage: index, order: order))
    }

    /// A spread with its pages, or with the back of a leaf in the place of its front.
    func box(ofSpread spread: Int, with back: Int? = nil) -> SpreadBox {
        var pages = pages(ofSpread: spread)
        if let back, !pages.contains(back) { pages = back..<back + 1 }
        let length = length(ofSpread: spread)
        var places: [SpreadBox.Place] = []
        var taken = 0
        for page in pages {
            let part = spreads.part(ofPage: page, order: order)
            var area = viewport.pageArea(of: part)
            let pixels = pixels(ofPage: page)
            if flow == .continuous {
                if axis == .vertical {
                    area = PixelRegion(x: area.x, y: 0, width: area.width, height: length)
                } else {
                    // Reading order, from the side where it begins.
                    let x = isMirrored ? length - taken - pixels.width : taken
                    area = PixelRegion(x: x, y: 0, width: pixels.width, height: area.height)
                    taken += pixels.width
                }
            }
            places.append(place(page, pixels, part, in: area))
        }
        return SpreadBox(length: length, places: places)
    }

    private func place(_ page: Int, _ pixels: PixelSize, _ part: SpreadPart, in area: PixelRegion) -> SpreadBox.Place {
        let measured = sizes[page]
        let size = measured ?? sizes.estimate
        let free = (width: area.width - pixels.width, height: area.height - pixels.height)
        // What does not fit begins where reading does.
        let overflow = order == .rightToLeft ? free.width : 0
        return SpreadBox.Place(
            page: page,
            region: PixelRegion(
                x: area.x + (free.width >= 0 ? free.width / 2 : overflow), y: area.y + max(free.height / 2, 0),
                width: pixels.width, height: pixels.height),
            area: area, size: size, scale: viewport.scale(for: size, in: part), isMeasured: measured != nil)
    }

    private func frame(_ place: SpreadBox.Place, in box: SpreadBox, start: Int) -> PageFrame {
        let region = place.region
        let offset =
            switch (axis, isMirrored) {
            case (.vertical, _): region.y
            case (.horizontal, false): region.x
            case (.horizontal, true): box.length - region.x - region.width
            }
        return PageFrame(
            page: place.page, spread: spreads.spread(ofPage: place.page), along: start + offset,
            across: axis == .horizontal ? region.y : region.x,
            pixels: PixelSize(width: region.width, height: region.height), size: place.size, scale: place.scale,
            isMeasured: place.isMeasured)
    }
}
