import SheafProvider

/// Paints one page as rectangles, so that any region of it equals the same part of the whole.
///
/// Everything is placed on the upright page in whole pixels, and only then turned and cut: a turned page is the
/// upright one, turned.
struct PagePainter {
    private static let ink: UInt32 = 0xff20_2020
    private static let gray: UInt32 = 0xff90_9090
    private static let linkInk: UInt32 = 0xff30_60c0
    private static let annotationInk: UInt32 = 0xffe0_b020
    private static let pictureInk: UInt32 = 0xffb0_4020
    /// Rows of the region that are filled before the request is asked whether it is cancelled.
    private static let bandHeight = 256

    private let layout: PageLayout
    private let scale: Double
    private let turn: PageTurn
    private let region: PixelRegion
    private let colors: [UInt32]
    private let fill: Settings.Fill

    init(_ layout: PageLayout, rendering: RenderRequest, turn: PageTurn, scramble: Scramble, fill: Settings.Fill) {
        self.layout = layout
        self.scale = rendering.scale
        self.turn = turn
        self.region = rendering.region
        self.fill = fill
        // Light ones: ink has to be read on them.
        self.colors = (0..<2).map { 0xffc0_c0c0 | UInt32(truncatingIfNeeded: scramble.number(16 + $0)) & 0x003f_3f3f }
    }

    func paint(into pixels: inout PixelBuffer, request: borrowing Request) throws(ProviderError) {
        try paintBackground(into: &pixels, request: request)
        paintFrame(into: &pixels)
        if let picture = layout.picture { paint(picture, Self.pictureInk, into: &pixels) }
        for line in layout.lines { paint(line, into: &pixels) }
        for box in layout.linkBoxes { paint(box, Self.linkInk, into: &pixels) }
        for box in layout.annotationBoxes { paint(box, Self.annotationInk, into: &pixels) }
        paintNumber(into: &pixels)
        pixels.isCuttable = true
        try request.checkCancelled()
    }

    private func paintBackground(into pixels: inout PixelBuffer, request: borrowing Request) throws(ProviderError) {
        for top in stride(from: 0, to: region.height, by: Self.bandHeight) {
            try request.checkCancelled()
            pixels.fill(columns: 0..<region.width, rows: top..<top + Self.bandHeight, with: colors[0])
        }
        switch fill {
        case .solid: break
        case .checker: try paintChecker(into: &pixels, request: request)
        case .gradient: paintGradient(into: &pixels)
        }
    }

    /// Squares of half an inch.
    private func paintChecker(into pixels: inout PixelBuffer, request: borrowing Request) throws(ProviderError) {
        let side = max(Int((36 * scale).rounded()), 1)
        let area = turn.upright(PixelRectangle(region))
        for row in area.rows.lowerBound / side...(area.rows.upperBound - 1) / side {
            try request.checkCancelled()
            for column in area.columns.lowerBound / side...(area.columns.upperBound - 1) / side
            where (row + column) % 2 == 1 {
                let square = PixelRectangle(
                    columns: column * side..<(column + 1) * side, rows: row * side..<(row + 1) * side)
                paint(square, colors[1], into: &pixels)
            }
        }
    }

    /// From one color at the top to another one at the bottom.
    private func paintGradient(into pixels: inout PixelBuffer) {
        let steps = 64
        let (width, height) = turn.uprightSize
        for step in 0..<steps {
            let color = (0..<3).reduce(0xff00_0000 as UInt32) { color, channel in
                let shift = UInt32(channel) * 8
                let (from, to) = (colors[0] >> shift & 0xff, colors[1] >> shift & 0xff)
                return color | (from * UInt32(steps - 1 - step) + to * UInt32(step)) / UInt32(steps - 1) << shift
            }
            let rows = height * step / steps..<height * (step + 1) / steps
            paint(PixelRectangle(columns: 0..<width, rows: rows), color, into: &pixels)
        }
    }

    private func paintFrame(into pixels: inout PixelBuffer) {
        let frame = rectangle(layout.frame)
        let line = max(Int(scale.rounded()), 1)
        let (columns, rows) = (frame.columns, frame.rows)
        let sides = [
            PixelRectangle(columns: columns, rows: rows.lowerBound..<rows.lowerBound + line),
            PixelRectangle(columns: columns, rows: rows.upperBound..<rows.upperBound + line),
            PixelRectangle(columns: columns.lowerBound..<columns.lowerBound + line, rows: rows),
            PixelRectangle(columns: columns.upperBound..<columns.upperBound + line, rows: rows),
        ]
        for side in sides { paint(side, Self.gray, into: &pixels) }
    }

    /// Words are bars, as pages look from afar.
    private func paint(_ line: PageLayout.Line, into pixels: inout PixelBuffer) {
        var start = 0
        for word in line.text.split(separator: " ") {
            paint(line.box(of: start..<start + word.count), Self.gray, into: &pixels)
            start += word.count + 1
        }
    }

    private func paintNumber(into pixels: inout PixelBuffer) {
        let origin = Point(x: layout.numberBox.x0, y: layout.numberBox.y0)
        for (place, digit) in layout.digits.enumerated() {
            for run in Digits.runs(of: digit) {
                let left = Digits.offset(ofDigit: place)
                let box = Box(
                    x0: origin.x + layout.dot * Double(left + run.columns.lowerBound),
                    y0: origin.y + layout.dot * Double(run.row),
                    x1: origin.x + layout.dot * Double(left + run.columns.upperBound),
                    y1: origin.y + layout.dot * Double(run.row + 1))
                paint(box, Self.ink, into: &pixels)
            }
        }
    }

    private func paint(_ box: Box, _ color: UInt32, into pixels: inout PixelBuffer) {
        paint(rectangle(box), color, into: &pixels)
    }

    private func paint(_ rectangle: PixelRectangle, _ color: UInt32, into pixels: inout PixelBuffer) {
        let turned = turn.turned(rectangle)
        pixels.fill(
            columns: turned.columns.lowerBound - region.x..<turned.columns.upperBound - region.x,
            rows: turned.rows.lowerBound - region.y..<turned.rows.upperBound - region.y, with: color)
    }

    private func rectangle(_ box: Box) -> PixelRectangle {
        PixelRectangle(columns: pixels(box.x0, box.x1), rows: pixels(box.y0, box.y1))
    }

    private func pixels(_ from: Double, _ to: Double) -> Range<Int> {
        Int((from * scale).rounded())..<Int((to * scale).rounded())
    }
}

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

/// Numbers that look random and follow from a seed and a page alone.
struct Scramble {
    private let state: UInt64

    init(seed: Int64, page: PageID) {
        state = Self.mix(UInt64(bitPattern: seed) &+ Self.mix(UInt64(bitPattern: page.rawValue)))
    }

    /// The page's number for one use of it.
    func number(_ use: UInt64) -> UInt64 {
        Self.mix(state &+ use)
    }

    /// The page's share for one use of it, from -1 to 1.
    func share(_ use: UInt64) -> Double {
        Double(number(use) >> 11) / Double(1 << 52 as UInt64) - 1
    }

    /// The output function of SplitMix64 (Steele, Lea and Flood, 2014).
    private static func mix(_ value: UInt64) -> UInt64 {
        var value = value &+ 0x9e37_79b9_7f4a_7c15
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
