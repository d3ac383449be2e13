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
