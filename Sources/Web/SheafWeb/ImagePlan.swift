/// How large an image may be that somebody asks for.
struct ImageLimit: Equatable, Sendable {
    /// In pixels, of an image that is handed out and of what it is made of.
    var area = 1 << 24
    /// In pixels, of a side: what WebP can name, less than JPEG can.
    static let side = 16_383
}

/// A page as an image: the size that is called full, and what that is in points.
struct PageImage: Equatable, Sendable {
    /// The largest side of what is called full, in pixels: of a page that would have more it is at a smaller scale.
    static let longestSide = 20_000

    /// In pixels.
    let width: Int
    let height: Int
    /// The size of the upright page, in points.
    let points: (width: Double, height: Double)
    /// The scale of the full size, in pixels per point.
    let scale: Double

    /// - Parameters:
    ///   - points: what the page measures, at least 1 by 1.
    ///   - scale: in pixels per point, before it is made fit.
    init(points: (width: Double, height: Double), scale: Double) {
        self.points = points
        self.scale = min(scale, Double(Self.longestSide) / max(points.width, points.height))
        width = Self.pixels(points.width, self.scale)
        height = Self.pixels(points.height, self.scale)
    }

    /// The pixels of a side as org.sheaf.Reader counts them (sheaf_provider.h): full size is that of a rendition.
    static func pixels(_ points: Double, _ scale: Double) -> Int { max(Int((points * scale - 0.001).rounded(.up)), 1) }

    static func == (one: PageImage, other: PageImage) -> Bool {
        one.points == other.points && one.scale == other.scale
    }

    /// By how much it can be made smaller, in powers of two, until it fits in a tile.
    func scaleFactors(tile: Int) -> [Int] {
        var factors = [1]
        while let last = factors.last, max(width, height) > tile * last, last < 1 << 20 { factors.append(last * 2) }
        return factors
    }
}

/// The plan for an image: what is asked of sheafd, and what is made of that here.
struct ImagePlan: Equatable, Sendable {
    /// The scale of the page, in pixels per point.
    let scale: Double
    /// Whether all of the page is wanted.
    let isWholePage: Bool
    /// Which part of the page at this scale, turned: in pixels from the top left corner.
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    /// How far sheafd turns the page, clockwise in degrees.
    let rotation: Int
    /// The change that is made to the pixels here; nil: the service encodes them, and they go out as they are.
    let pixels: PixelChange?

    /// A change that is made to rendered pixels.
    struct PixelChange: Equatable, Sendable {
        /// The width in pixels; neither side is longer than that of the part.
        let width: Int
        let height: Int
        let isMirrored: Bool
        let quality: ImageRequest.Quality
    }

    /// - Throws: where nothing of the page is in the region, or the image is larger than allowed.
    init(_ request: ImageRequest, of page: PageImage, within limit: ImageLimit) throws(BadRequest) {
        let region = try Self.region(request.region, of: page)
        var size = try Self.size(request, of: region, within: limit)
        let fit: (scale: Double, x: Int, y: Int, width: Int, height: Int)
        if let whole = Self.wholePage(request, of: page, within: limit) {
            size = (whole.width, whole.height)
            fit = (whole.scale, 0, 0, whole.width, whole.height)
            isWholePage = true
        } else {
            fit = Self.fit(region, into: size, of: page)
            isWholePage = false
        }
        scale = fit.scale
        // Mirrored and then turned is turned the other way and then mirrored.
        rotation = request.isMirrored ? (360 - request.rotation) % 360 : request.rotation
        let isTurned = rotation % 180 != 0
        let (pageWidth, pageHeight) = (
            PageImage.pixels(page.points.width, scale), PageImage.pixels(page.points.height, scale)
        )
        switch rotation {
        case 90: (x, y) = (pageHeight - fit.y - fit.height, fit.x)
        case 180: (x, y) = (pageWidth - fit.x - fit.width, pageHeight - fit.y - fit.height)
        case 270: (x, y) = (fit.y, pageWidth - fit.x - fit.width)
        default: (x, y) = (fit.x, fit.y)
        }
        (width, height) = isTurned ? (fit.height, fit.width) : (fit.width, fit.height)
        guard width * height <= limit.area * 2, max(width, height) <= ImageLimit.side * 2 else {
            throw BadRequest("the proportions of the image are too different from those of the region")
        }
        let (outWidth, outHeight) = isTurned ? (size.height, size.width) : (size.width, size.height)
        let isPlain =
            outWidth == width && outHeight == height && !request.isMirrored
            && (request.quality == .default || request.quality == .color)
        pixels =
            isPlain
            ? nil
            : PixelChange(
                width: outWidth, height: outHeight, isMirrored: request.isMirrored, quality: request.quality)
    }

    /// The size of the image that comes out, in pixels.
    var outputSize: (width: Int, height: Int) { pixels.map { ($0.width, $0.height) } ?? (width, height) }

    // MARK: Parts

    /// A whole page that is as wide, or as large in a box, as is asked for; nil where it is something else, or too large. Its scale is that of a
    /// reader with such a viewport, to the last digit: what was rendered ahead of that is there then.
    private static func wholePage(
        _ request: ImageRequest, of page: PageImage, within limit: ImageLimit
    ) -> (scale: Double, width: Int, height: Int)? {
        guard request.region == .full else { return nil }
        let scale: Double
        switch request.size {
        case .width(let width): scale = Double(width) / page.points.width
        case .within(let width, let height) where request.isUpscaled || width < page.width || height < page.height:
            scale = min(Double(width) / page.points.width, Double(height) / page.points.height)
        default: return nil
        }
        let (width, height) = (PageImage.pixels(page.points.width, scale), PageImage.pixels(page.points.height, scale))
        guard max(width, height) <= ImageLimit.side, width * height <= limit.area else { return nil }
        return (scale, width, height)
    }

    private typealias Rectangle = (x: Int, y: Int, width: Int, height: Int)

    private static func region(_ region: ImageRequest.Region, of page: PageImage) throws(BadRequest) -> Rectangle {
        let asked: Rectangle
        switch region {
        case .full: return (0, 0, page.width, page.height)
        case .square:
            let side = min(page.width, page.height)
            return ((page.width - side) / 2, (page.height - side) / 2, side, side)
        case .pixels(let x, let y, let width, let height): asked = (x, y, width, height)
        case .percent(let x, let y, let width, let height):
            guard max(x, y) < 100 else { throw BadRequest("nothing of the page is in the region") }
            func pixels(_ percent: Double, _ side: Int) -> Int {
                Int((min(percent, 100) * Double(side) / 100).rounded())
            }
            asked = (
                pixels(x, page.width), pixels(y, page.height), pixels(width, page.width), pixels(height, page.height)
            )
        }
        let width = min(asked.width, page.width - asked.x)
        let height = min(asked.height, page.height - asked.y)
        guard width > 0, height > 0 else { throw BadRequest("nothing of the page is in the region") }
        return (asked.x, asked.y, width, height)
    }

    private static func size(
        _ request: ImageRequest, of region: Rectangle, within limit: ImageLimit
    ) throws(BadRequest) -> (width: Int, height: Int) {
        let (width, height) = (Double(region.width), Double(region.height))
        func scaled(_ factor: Double) -> (width: Int, height: Int) {
            (max(Int((width * factor).rounded()), 1), max(Int((height * factor).rounded()), 1))
        }
        /// The largest factor that is allowed.
        let allowed = min(
            (Double(limit.area) / (width * height)).squareRoot(), Double(ImageLimit.side) / max(width, height))
        let size: (width: Int, height: Int)
        switch request.size {
        case .full: size = (region.width, region.height)
        case .max:
            let factor = request.isUpscaled ? allowed : min(allowed, 1)
            size = factor == 1 ? scaled(1) : (max(Int(width * factor), 1), max(Int(height * factor), 1))
        case .percent(let percent):
            guard percent <= 1e6 else { throw BadRequest("\(percent) percent is too large") }
            size = scaled(percent / 100)
        case .width(let side): size = (side, max(Int((height * Double(side) / width).rounded()), 1))
        case .height(let side): size = (max(Int((width * Double(side) / height).rounded()), 1), side)
        case .exact(let side, let other): size = (side, other)
        case .within(let side, let other):
            // No larger than the region, says the specification, where ^ does not.
            let factor = min(Double(side) / width, Double(other) / height, request.isUpscaled ? .infinity : 1)
            size = factor < allowed ? scaled(factor) : (max(Int(width * allowed), 1), max(Int(height * allowed), 1))
        }
        guard request.isUpscaled || size.width <= region.width && size.height <= region.height else {
            throw BadRequest(
                "the image would be larger than its region of \(region.width) by \(region.height): say so with ^")
        }
        guard max(size.width, size.height) <= ImageLimit.side, size.width * size.height <= limit.area else {
            throw BadRequest(
                "the image would have \(size.width) by \(size.height) pixels: at most \(limit.area) are allowed, and \(ImageLimit.side) on a side"
            )
        }
        return size
    }

    /// At which scale a region has at least as many pixels as the image, and which part of the page that is then.
    private static func fit(
        _ region: Rectangle, into size: (width: Int, height: Int), of page: PageImage
    ) -> (scale: Double, x: Int, y: Int, width: Int, height: Int) {
        let across = Double(size.width) / Double(region.width)
        let down = Double(size.height) / Double(region.height)
        // Tiles at the edges are cut at the scale of the others, so that all of them fit together.
        let factor = tileFactor(region, size) ?? max(across, down)
        let isDistorted =
            abs(Double(region.width) * factor - Double(size.width)) >= 1
            || abs(Double(region.height) * factor - Double(size.height)) >= 1
        let width = isDistorted ? max(Int((Double(region.width) * factor).rounded()), size.width) : size.width
        let height = isDistorted ? max(Int((Double(region.height) * factor).rounded()), size.height) : size.height
        let x = Int((Double(region.x) * factor).rounded())
        let y = Int((Double(region.y) * factor).rounded())
        // The page's last pixels are not whole: scaled, they may be one too few, and the page is as much larger then.
        let scale = max(
            page.scale * factor, leastScale(of: x + width, page.points.width, at: page.scale * factor),
            leastScale(of: y + height, page.points.height, at: page.scale * factor))
        return (scale, x, y, width, height)
    }

    /// The scale at which so many pixels are on a side: that which is given, where it is enough.
    private static func leastScale(of pixels: Int, _ points: Double, at scale: Double) -> Double {
        PageImage.pixels(points, scale) >= pixels ? scale : Double(pixels) / points
    }

    /// Returns one over the power of two by which a tile is smaller than its region; nil where the image is no tile.
    private static func tileFactor(_ region: Rectangle, _ size: (width: Int, height: Int)) -> Double? {
        var power = 1
        while power <= 1 << 20, size.width * power < region.width || size.height * power < region.height { power *= 2 }
        let isTile =
            (region.width + power - 1) / power == size.width && (region.height + power - 1) / power == size.height
        return isTile ? 1 / Double(power) : nil
    }
}
