import Glibc
import SheafProvider

/// An open bitmap: a document of one page, which is a picture.
final class BMPDocument: Document, Counted, Illustrated {
    private let rows: BitmapRows
    private let host: Host
    private var hasComplained = false

    init(rows: BitmapRows, host: Host) { (self.rows, self.host) = (rows, host) }

    func pageCount(request: borrowing Request) throws(ProviderError) -> PageCount { .exact(1) }

    func metrics(of page: PageID, request: borrowing Request) throws(ProviderError) -> PageMetrics {
        guard page == PageID(0) else { throw .noPage }
        return metrics
    }

    private var metrics: PageMetrics {
        let header = rows.header
        return PageMetrics(
            width: Double(header.width) * header.pixelSize.width,
            height: Double(header.height) * header.pixelSize.height)
    }

    func pictures(
        on page: PageID, request: borrowing Request, emit: (Box) throws(ProviderError) -> Void
    ) throws(ProviderError) {
        let metrics = try metrics(of: page, request: request)
        try emit(Box(x0: 0, y0: 0, x1: metrics.width, y1: metrics.height))
    }

    func render(
        _ rendering: RenderRequest, into pixels: inout PixelBuffer, request: borrowing Request
    ) throws(ProviderError) {
        guard rendering.page == PageID(0) else { throw .noPage }
        guard let size = metrics.pixelSize(scale: rendering.scale, rotation: rendering.rotation) else {
            throw ProviderError(errno: EOVERFLOW, "the page is too large at scale \(rendering.scale)")
        }
        guard rendering.region.lies(withinWidth: size.width, height: size.height) else {
            throw ProviderError(errno: EINVAL, "the region is not on the page of \(size.width) x \(size.height) pixels")
        }
        try rows.prepare(request: request)
        let turn = PictureTurn(rendering.rotation, size, rendering.region)
        var scaler = PictureScaler(
            (rows.header.width, rows.header.height), columns: turn.columns, ofWidth: turn.uprightSize.width)
        for row in turn.rows {
            try request.checkCancelled()
            let cover = PictureScaler.Cover(row, from: rows.header.height, to: turn.uprightSize.height)
            let colours = try scaler.row(cover) { row throws(ProviderError) in try rows.colours(of: row) }
            turn.write(colours, row: row, into: &pixels)
        }
        pixels.isCuttable = true
        if rows.isDamaged, !hasComplained {
            hasComplained = true
            host.log(.warning, "bmp: the document ends early or is damaged: what is there is shown")
        }
    }
}

/// Where the pixels of a picture are on the page that was turned.
struct PictureTurn {
    private let rotation: Rotation
    private let region: PixelRegion
    /// The size of the page before it was turned, in pixels.
    let uprightSize: (width: Int, height: Int)
    /// The part of the upright page that is wanted.
    let columns, rows: Range<Int>

    /// - Parameters:
    ///   - size: of the turned page, in pixels.
    ///   - region: on the turned page.
    init(_ rotation: Rotation, _ size: (width: Int, height: Int), _ region: PixelRegion) {
        (self.rotation, self.region) = (rotation, region)
        uprightSize = rotation.swapsSides ? (size.height, size.width) : size
        let (across, down) = (region.x..<region.x + region.width, region.y..<region.y + region.height)
        (columns, rows) =
            switch rotation {
            case .none: (across, down)
            case .clockwise90: (down, Self.mirrored(across, size.width))
            case .clockwise180: (Self.mirrored(across, size.width), Self.mirrored(down, size.height))
            case .clockwise270: (Self.mirrored(down, size.height), across)
            }
    }

    private static func mirrored(_ range: Range<Int>, _ length: Int) -> Range<Int> {
        length - range.upperBound..<length - range.lowerBound
    }

    /// Writes a row of the upright page, of ``columns``.
    func write(_ colours: [UInt32], row: Int, into pixels: inout PixelBuffer) {
        let place = row - rows.lowerBound
        switch rotation {
        case .none:
            var line = pixels.row(place)
            for column in colours.indices { line[column] = colours[column] }
        case .clockwise180:
            var line = pixels.row(region.height - 1 - place)
            for column in colours.indices { line[colours.count - 1 - column] = colours[column] }
        case .clockwise90:
            for column in colours.indices {
                var line = pixels.row(column)
                line[region.width - 1 - place] = colours[column]
            }
        case .clockwise270:
            for column in colours.indices {
                var line = pixels.row(region.height - 1 - column)
                line[place] = colours[column]
            }
        }
    }
}
