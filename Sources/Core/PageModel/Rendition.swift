/// One page at one size, rotation, region and format, on one paper: what the cache is keyed by.
package struct Rendition: Hashable, Sendable {
    package let document: DocumentID
    package let page: PageID
    /// Which state of the page it shows: a page that has changed has a later edition, so that the old pixels and the new
    /// ones are two renditions.
    package let edition: Int
    /// Which frame of a page that moves, from 0; 0 of others.
    package let frame: Int
    /// In pixels per point.
    package let scale: Double
    package let rotation: Rotation
    /// In pixels of the scaled and rotated page, and within it.
    package let region: PixelRegion
    package let format: PixelFormat
    /// The colours that it is in.
    package let paper: Paper
    /// The size of all of the scaled and rotated page.
    package let pageSize: PixelSize

    /// - Parameter pageSize: nil where the region is all of the page.
    package init(
        document: DocumentID, page: PageID, edition: Int = 0, frame: Int = 0, scale: Double, rotation: Rotation,
        region: PixelRegion, format: PixelFormat, paper: Paper = .day, pageSize: PixelSize? = nil
    ) {
        self.document = document
        self.page = page
        self.edition = edition
        self.frame = frame
        self.scale = scale
        self.rotation = rotation
        self.region = region
        self.format = format
        self.paper = paper
        self.pageSize = pageSize ?? PixelSize(width: region.width, height: region.height)
    }

    /// Only what tells most renditions apart: every lookup of a page pays for what is hashed.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(document)
        hasher.combine(page)
        hasher.combine(
            region.width &* 31 &+ region.y &* 1_000_003 &+ region.x &+ edition &* 0x9e37_79b9
                &+ frame &* 0x85eb_ca6b)
    }

    /// The rendition in pixels that this one is encoded from; nil where it is pixels itself.
    package var asPixels: Rendition? {
        format == .bgrx8888 ? nil : encoded(as: .bgrx8888)
    }

    /// This rendition in another format.
    package func encoded(as format: PixelFormat) -> Rendition {
        Rendition(
            document: document, page: page, edition: edition, frame: frame, scale: scale, rotation: rotation,
            region: region, format: format, paper: paper, pageSize: pageSize)
    }

    /// All of the page that this is of, in pixels.
    package var wholePage: Rendition {
        Rendition(
            document: document, page: page, edition: edition, frame: frame, scale: scale, rotation: rotation,
            region: PixelRegion(all: pageSize), format: .bgrx8888, paper: paper, pageSize: pageSize)
    }

    /// The part of the page that lies around this one, in pixels, and this with it. Around one that is no higher than a tile: all that is beside it,
    /// with rows that begin and end at a multiple of a tile's, or with the page. Around a larger one: half as much more on each side.
    package func surroundings(ofTiles side: Int) -> Rendition {
        let (margin, rows) =
            region.height <= side ? ((pageSize.width, 0), side) : ((region.width / 2, region.height / 2), 1)
        let (left, top) = (max(region.x - margin.0, 0), max(region.y - margin.1, 0) / rows * rows)
        let right = min(region.x + region.width + margin.0, pageSize.width)
        let bottom = min((region.y + region.height + margin.1 + rows - 1) / rows * rows, pageSize.height)
        return Rendition(
            document: document, page: page, edition: edition, frame: frame, scale: scale, rotation: rotation,
            region: PixelRegion(x: left, y: top, width: right - left, height: bottom - top), format: .bgrx8888,
            paper: paper, pageSize: pageSize)
    }

    /// Whether the rendition shows all of the page.
    package var isWholePage: Bool { region == PixelRegion(all: pageSize) }

    /// Bytes from one row of pixels to the next; rows of bgrx8888 are packed.
    package var stride: Int { region.width * 4 }

    /// The bytes of the pixels, and what an encoded rendition takes at most while it is made.
    package var pixelBytes: Int { stride * region.height }
}

/// The size in pixels of a page at a scale and rotation.
package enum RenditionGeometry {
    /// A side never comes out above this many pixels: a client's scale and a document's size are not trusted.
    private static let maxSide = 1 << 30

    /// Returns the pixels of a page as sheaf_provider.h says: ceil(side × scale − 0.001), at least 1, with sides
    /// swapped for 90° and 270°.
    ///
    /// The slack is MuPDF's (`fz_round_rect`): 2 × 595.0000001 points are 1190 pixels, not 1191.
    package static func pixelSize(of page: PageSize, scale: Double, rotation: Rotation) -> PixelSize {
        let width = side(page.width, scale)
        let height = side(page.height, scale)
        return rotation.swapsSides ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
    }

    /// The pixels that a box on a page touches, as far as they are on it: width and height are 0 where none are.
    ///
    /// - Parameters:
    ///   - x, y: the corners in points from the page's top left corner, upright; the second ones are the greater ones.
    ///   - size: of the scaled and rotated page.
    package static func region(
        fromX x0: Double, y y0: Double, toX x1: Double, y y1: Double, in size: PixelSize, scale: Double,
        rotation: Rotation
    ) -> PixelRegion {
        let (width, height) = (Double(size.width), Double(size.height))
        let (left, top, right, bottom) = (x0 * scale, y0 * scale, x1 * scale, y1 * scale)
        return switch rotation {
        case .upright: region(left, top, right, bottom, in: size)
        case .right: region(width - bottom, left, width - top, right, in: size)
        case .upsideDown: region(width - right, height - bottom, width - left, height - top, in: size)
        case .left: region(top, height - right, bottom, height - left, in: size)
        }
    }

    private static func region(
        _ left: Double, _ top: Double, _ right: Double, _ bottom: Double, in size: PixelSize
    ) -> PixelRegion {
        // The slack is that of the page's own size.
        func start(_ pixels: Double, _ side: Int) -> Int {
            Int(min(max((pixels + 0.001).rounded(.down), 0), Double(side)))
        }
        func end(_ pixels: Double, _ side: Int) -> Int {
            Int(min(max((pixels - 0.001).rounded(.up), 0), Double(side)))
        }
        let (x, y) = (start(left, size.width), start(top, size.height))
        let (width, height) = (end(right, size.width) - x, end(bottom, size.height) - y)
        guard width > 0, height > 0 else { return PixelRegion(x: x, y: y, width: 0, height: 0) }
        return PixelRegion(x: x, y: y, width: width, height: height)
    }

    private static func side(_ points: Double, _ scale: Double) -> Int {
        let pixels = (points * scale - 0.001).rounded(.up)
        guard pixels >= 1 else { return 1 }
        return pixels < Double(maxSide) ? Int(pixels) : maxSide
    }
}

/// The format of a rendition's bytes.
package enum PixelFormat: Hashable, Sendable {
    /// Four bytes a pixel: blue, green, red, 255.
    case bgrx8888
    case png
    /// `quality` 1 to 100.
    case jpeg(quality: Int)
    /// `quality` 1 to 100.
    case webp(quality: Int)
}

/// The colours of paper and ink that a page is shown in. Providers draw all of them black on white.
package enum Paper: UInt8, Sendable, CaseIterable {
    /// The colours as the document has them.
    case day
    /// Brown on yellowish.
    case sepia
    /// Light on dark; pictures are left as they are.
    case night
    /// Each colour as its opposite, pictures too.
    case inverted
}

/// How many pixels a rendition may have.
package struct RenditionLimit: Hashable, Sendable {
    /// In all.
    package let pixels: Int
    /// On a side.
    package let side: Int

    /// - Parameters: both at least 1.
    package init(pixels: Int, side: Int) {
        self.pixels = max(pixels, 1)
        self.side = max(side, 1)
    }

    /// Whether a rendition of this size is within it.
    package func allows(_ size: PixelSize) -> Bool {
        // Compared by division: the product of a client's numbers may not fit.
        size.width <= side && size.height <= side && size.width <= pixels / max(size.height, 1)
    }

    /// The largest scale up to `wanted` at which all of a page is within it, in pixels per point.
    ///
    /// It is the same for every larger one that is wanted: viewers that zoom further in share the page.
    package func scale(of page: PageSize, upTo wanted: Double) -> Double {
        guard !allows(page, at: wanted) else { return wanted }
        var (low, high) = (wanted / 2, wanted)
        while low > 0, !allows(page, at: low) { (low, high) = (low / 2, low) }
        // Until no number lies between the two: so it does not depend on where it began.
        while true {
            let middle = low + (high - low) / 2
            guard middle > low, middle < high else { return low }
            if allows(page, at: middle) { low = middle } else { high = middle }
        }
    }

    private func allows(_ page: PageSize, at scale: Double) -> Bool {
        // The sides change places with the rotation, and nothing else.
        allows(RenditionGeometry.pixelSize(of: page, scale: scale, rotation: .upright))
    }
}
