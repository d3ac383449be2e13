/// Scales one row after the other: each pixel is the mean of what lies under it.
///
/// All is counted in whole numbers, by the place of a pixel on the whole page, so that a region equals the cut of that. Along a side with
/// `from` pixels that becomes `to`, a pixel of the picture is `to` units long, and one of the page `from`.
struct PictureScaler {
    /// Which pixels of the picture lie under one of the page, and each of them how far.
    struct Cover {
        let first: Int
        let weights: [UInt32]

        init(_ position: Int, from: Int, to: Int) {
            let (start, end) = (position * from, (position + 1) * from)
            first = start / to
            weights = (first...(end - 1) / to).map { UInt32(min(end, ($0 + 1) * to) - max(start, $0 * to)) }
        }
    }

    private let size: (width: Int, height: Int)
    private let covers: [Cover]
    /// The last row that was squeezed, and which one it was: the next one of the page may need it again.
    private var squeezed: (row: Int, sums: [UInt32])?

    /// - Parameters:
    ///   - size: of the picture, in pixels: below 65,536 a side.
    ///   - columns: of the page, of which there are `width` in all.
    init(_ size: (width: Int, height: Int), columns: Range<Int>, ofWidth width: Int) {
        self.size = size
        covers = columns.map { Cover($0, from: size.width, to: width) }
    }

    /// The colours of a row of the page, in the columns that are wanted.
    mutating func row<Failure: Error>(
        _ cover: Cover, colours: (Int) throws(Failure) -> [UInt32]
    ) throws(Failure) -> [UInt32] {
        var sums = [UInt64](repeating: 0, count: covers.count * 3)
        for (number, weight) in cover.weights.enumerated() {
            let row = cover.first + number
            if squeezed?.row != row { squeezed = (row, squeeze(try colours(row))) }
            guard let squeezed else { continue }
            for at in sums.indices { sums[at] += UInt64(squeezed.sums[at]) * UInt64(weight) }
        }
        // Along each side the weights add up to that side.
        let whole = UInt64(size.width) * UInt64(size.height)
        return covers.indices.map { column in
            (0..<3).reduce(0xff as UInt32) { $0 << 8 | UInt32((sums[column * 3 + $1] + whole / 2) / whole) }
        }
    }

    /// The weighted sums of red, green and blue for each column that is wanted.
    private func squeeze(_ colours: [UInt32]) -> [UInt32] {
        var sums = [UInt32](repeating: 0, count: covers.count * 3)
        for (column, cover) in covers.enumerated() {
            var (red, green, blue) = (0 as UInt32, 0 as UInt32, 0 as UInt32)
            for (number, weight) in cover.weights.enumerated() {
                let colour = colours[cover.first + number]
                red += (colour >> 16 & 0xff) * weight
                green += (colour >> 8 & 0xff) * weight
                blue += (colour & 0xff) * weight
            }
            (sums[column * 3], sums[column * 3 + 1], sums[column * 3 + 2]) = (red, green, blue)
        }
        return sums
    }
}
