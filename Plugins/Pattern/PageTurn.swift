import SheafProvider

/// Some pixels of a page.
struct PixelRectangle: Equatable {
    var columns: Range<Int>
    var rows: Range<Int>

    init(columns: Range<Int>, rows: Range<Int>) {
        self.columns = columns
        self.rows = rows
    }

    init(_ region: PixelRegion) {
        self.init(columns: region.x..<region.x + region.width, rows: region.y..<region.y + region.height)
    }
}

/// Turns a page of so many pixels clockwise, and back.
struct PageTurn {
    /// The size of the page before it is turned, in pixels.
    let uprightSize: (width: Int, height: Int)
    private let rotation: Rotation

    /// - Parameter size: the size of the page after it was turned, in pixels.
    init(_ rotation: Rotation, turnedSize size: (width: Int, height: Int)) {
        self.rotation = rotation
        uprightSize = rotation.swapsSides ? (size.height, size.width) : size
    }

    /// Where pixels of the upright page are on the turned one.
    func turned(_ area: PixelRectangle) -> PixelRectangle {
        Self.turn(area, on: uprightSize, by: rotation)
    }

    /// Where pixels of the turned page are on the upright one.
    func upright(_ area: PixelRectangle) -> PixelRectangle {
        let size = rotation.swapsSides ? (uprightSize.height, uprightSize.width) : uprightSize
        let back: Rotation =
            switch rotation {
            case .none: .none
            case .clockwise90: .clockwise270
            case .clockwise180: .clockwise180
            case .clockwise270: .clockwise90
            }
        return Self.turn(area, on: size, by: back)
    }

    private static func turn(
        _ area: PixelRectangle, on size: (width: Int, height: Int), by rotation: Rotation
    ) -> PixelRectangle {
        let mirroredColumns = size.width - area.columns.upperBound..<size.width - area.columns.lowerBound
        let mirroredRows = size.height - area.rows.upperBound..<size.height - area.rows.lowerBound
        return switch rotation {
        case .none: area
        case .clockwise90: PixelRectangle(columns: mirroredRows, rows: area.columns)
        case .clockwise180: PixelRectangle(columns: mirroredColumns, rows: mirroredRows)
        case .clockwise270: PixelRectangle(columns: area.rows, rows: mirroredColumns)
        }
    }
}
