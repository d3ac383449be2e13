import CSheafImage
import CSheafProvider
import HostProtocol

/// Pixels of a page that are counted from the top left corner of all of it: from the first up to the second.
struct PixelBounds: Equatable {
    var x: Range<Int>
    var y: Range<Int>

    /// The pixels of a box, each of its edges at the nearest.
    ///
    /// - Parameters:
    ///   - size: of the scaled and turned page, in pixels.
    ///   - rotation: 0, 90, 180 or 270 degrees, clockwise.
    init(of box: PointBox, scale: Double, rotation: UInt32, in size: (width: Int, height: Int)) {
        let box = box.ordered
        let (x0, y0, x1, y1) = (box.x0 * scale, box.y0 * scale, box.x1 * scale, box.y1 * scale)
        let (width, height) = (Double(size.width), Double(size.height))
        let edges =
            switch rotation {
            case 90: (width - y1, x0, width - y0, x1)
            case 180: (width - x1, height - y1, width - x0, height - y0)
            case 270: (y0, height - x1, y1, height - x0)
            default: (x0, y0, x1, y1)
            }
        func pixel(_ edge: Double, _ side: Double) -> Int { Int(min(max(edge.rounded(), 0), side)) }
        let (left, top) = (pixel(edges.0, width), pixel(edges.1, height))
        x = left..<max(pixel(edges.2, width), left)
        y = top..<max(pixel(edges.3, height), top)
    }

    /// Returns these bounds moved by `x` and `y` pixels.
    func moved(byX x: Int, y: Int) -> PixelBounds {
        var moved = self
        moved.x = self.x.lowerBound + x..<self.x.upperBound + x
        moved.y = self.y.lowerBound + y..<self.y.upperBound + y
        return moved
    }
}

/// The colours that a page is shown in: providers draw black on white.
enum PageTone {
    /// The colours of ink and paper, blue first, from docs/protocol.md, *How pages look*.
    private struct Colours {
        var ink, paper: sheaf_image_colour

        static let sepia = Colours(
            ink: sheaf_image_colour(bgr: (0x36, 0x46, 0x5b)), paper: sheaf_image_colour(bgr: (0xd8, 0xec, 0xf4)))
        static let night = Colours(
            ink: sheaf_image_colour(bgr: (0xd8, 0xd8, 0xd8)), paper: sheaf_image_colour(bgr: (0x12, 0x12, 0x12)))
    }

    /// Shows rows of pixels without gaps on another paper.
    ///
    /// - Parameters:
    ///   - width: of a row, in pixels.
    ///   - pictures: what night leaves as it is, counted from the first pixel.
    static func apply(
        _ paper: RenderPaper, to pixels: UnsafeMutableRawBufferPointer, width: Int, leaving pictures: [PixelBounds]
    ) {
        guard let start = pixels.baseAddress else { return }
        switch paper {
        case .day: break
        case .inverted: unsafe sheaf_image_invert(start, UInt32(pixels.count / 4))
        case .sepia:
            var colours = Colours.sepia
            unsafe sheaf_image_tone(start, UInt32(pixels.count / 4), &colours.ink, &colours.paper)
        case .night:
            var colours = Colours.night
            for row in 0..<pixels.count / 4 / max(width, 1) {
                let line = unsafe start + row * width * 4
                for part in parts(of: 0..<width, without: pictures.filter { $0.y.contains(row) }.map(\.x)) {
                    unsafe sheaf_image_tone(
                        line + part.lowerBound * 4, UInt32(part.count), &colours.ink, &colours.paper)
                }
            }
        }
    }

    /// Returns the parts of a row that lie in none of the ranges `left`.
    static func parts(of row: Range<Int>, without left: [Range<Int>]) -> [Range<Int>] {
        guard !left.isEmpty else { return [row] }
        var parts: [Range<Int>] = []
        var start = row.lowerBound
        for part in left.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if part.lowerBound > start { parts.append(start..<min(part.lowerBound, row.upperBound)) }
            start = max(start, part.upperBound)
        }
        if start < row.upperBound { parts.append(start..<row.upperBound) }
        return parts.filter { !$0.isEmpty }
    }
}

extension ProviderDocument {
    /// The longest side of the rendering in which it is told whether a picture looks like paper, in pixels.
    private static var judgedSide: Double { 256 }

    /// The boxes of what is left as it is on a page at night: its pictures, and all of a page whose paper is dark already. A picture of
    /// which more than half looks like paper (a scan, a drawing) is none.
    ///
    /// A page is shown without as well: where the provider can't tell, there are none.
    func pictures(on page: Int64, _ request: RequestContext) throws(HostError) -> [PointBox] {
        guard let function = unsafe ContentKind.pictures.function(in: table, page: page) else { return [] }
        if let known = boxes.pictures[page] { return known }
        let emission = request.another(part: ItemPart(count: HostLimits.pictures))
        let result = unsafe function(pointer, emission.pointer)
        guard !request.isCancelled else { throw HostError.cancelled }
        var pictures = emission.items.filter { $0.kind == .pictures }.map(\.box.ordered)
        // Of more it could not be told in time which pixels are of none.
        if result < 0 || emission.hasEnough { pictures = [] }
        pictures = try judge(pictures, on: page, request)
        boxes.pictures[page] = pictures
        return pictures
    }

    private func judge(
        _ pictures: [PointBox], on page: Int64, _ request: RequestContext
    ) throws(HostError) -> [PointBox] {
        let metrics = try provided(metricsOf: page, request)
        let scale = Self.judgedSide / max(metrics.width, metrics.height)
        let size = Self.pixelSize(of: metrics, scale: scale, rotation: 0)
        let (width, height) = (size.width, size.height)
        let order = RenderOrder(
            page: page, scale: scale, rotation: 0, x: 0, y: 0, width: Int32(clamping: width),
            height: Int32(clamping: height), format: .bgrx8888, paper: .day)
        let buffer = PixelBuffer()
        let pixels = unsafe buffer.reserve(width: order.width, height: order.height)
        _ = unsafe try draw(order, to: pixels, request)
        let left = pictures.filter { box in
            let bounds = PixelBounds(of: box, scale: scale, rotation: 0, in: size)
            var paper = 0
            for row in bounds.y {
                guard let start = pixels.baseAddress else { break }
                paper += unsafe Int(
                    sheaf_image_count_paper(
                        start + (row * width + bounds.x.lowerBound) * 4, UInt32(bounds.x.count)))
            }
            // What is smaller than a pixel there is too small to be seen.
            return !bounds.x.isEmpty && !bounds.y.isEmpty && paper * 2 <= bounds.x.count * bounds.y.count
        }
        // More than half of what is beside them is dark: a slide, or a page for the night.
        let columns = left.map { PixelBounds(of: $0, scale: scale, rotation: 0, in: size) }
        var (dark, all) = (0, 0)
        for row in 0..<height {
            guard let start = pixels.baseAddress else { break }
            for part in PageTone.parts(of: 0..<width, without: columns.filter { $0.y.contains(row) }.map(\.x)) {
                all += part.count
                dark += unsafe Int(
                    sheaf_image_count_dark(start + (row * width + part.lowerBound) * 4, UInt32(part.count)))
            }
        }
        return dark * 2 > all ? [PointBox(x0: 0, y0: 0, x1: metrics.width, y1: metrics.height)] : left
    }
}
