import SheafProvider

/// The rows of a bitmap as colours, from the top down.
final class BitmapRows {
    /// The colour of pixels that the file does not have.
    private static let white: UInt32 = 0xffff_ffff
    /// The bytes that the indices of a compressed picture may take, and those that it may be compressed to.
    static let unpackedLimit = 256 << 20

    let header: BitmapHeader
    private let source: Source
    /// The indices of a compressed picture, a byte for each pixel, in the order of the file; empty until one is drawn.
    private var unpacked: [UInt8] = []
    /// Whether its transparency means something; nil until somebody has looked.
    private var isTransparent: Bool?
    /// Whether pixels were missing, or made no sense.
    private(set) var isDamaged = false

    init(_ source: Source, _ header: BitmapHeader) { (self.source, self.header) = (source, header) }

    /// Gets ready for reading rows.
    func prepare(request: borrowing Request) throws(ProviderError) {
        if header.compression != .none, unpacked.isEmpty { try unpack(request: request) }
        guard isTransparent == nil else { return }
        guard header.masks.count == 4, !header.masks[3].isEmpty, header.depth > 8 else { return isTransparent = false }
        // A mask that no pixel has used says nothing.
        var found = false
        for row in 0..<header.height where !found {
            try request.checkCancelled()
            let bytes = try stored(row)
            found = pixels(of: bytes).contains { header.masks[3].value(of: $0) > 0 }
        }
        isTransparent = found
    }

    /// The colours of a row, 0 at the top, each as `0xffRRGGBB`.
    func colours(of row: Int) throws(ProviderError) -> [UInt32] {
        let number = header.isTopDown ? row : header.height - 1 - row
        if header.compression != .none {
            let start = number * header.width
            return unpacked[start..<start + header.width].map { colour(of: $0) }
        }
        let bytes = try stored(number)
        if bytes.count < (header.width * header.depth + 7) / 8 { isDamaged = true }
        var colours =
            header.depth > 8 ? pixels(of: bytes).map { colour(of: $0) } : indices(of: bytes).map { colour(of: $0) }
        if colours.count < header.width {
            colours += repeatElement(Self.white, count: header.width - colours.count)
        }
        return colours
    }

    /// The bytes of a row in the order of the file; fewer where that ends.
    private func stored(_ number: Int) throws(ProviderError) -> [UInt8] {
        try source.read(header.stride, at: Int64(header.offset + number * header.stride))
    }

    // MARK: Pixels

    /// The pixels of more than 8 bits that are there as a whole.
    private func pixels(of bytes: [UInt8]) -> [UInt32] {
        let size = header.depth / 8
        let count = min(header.width, bytes.count / size)
        return (0..<count).map { number in
            (0..<size).reduce(0) { $0 | UInt32(bytes[number * size + $1]) << UInt32(8 * $1) }
        }
    }

    /// The indices of up to 8 bits that are there.
    private func indices(of bytes: [UInt8]) -> [UInt8] {
        let depth = header.depth
        let inByte = 8 / depth
        let count = min(header.width, bytes.count * inByte)
        let mask = UInt8(truncatingIfNeeded: (1 << depth) - 1)
        return (0..<count).map { bytes[$0 / inByte] >> UInt8(8 - depth * ($0 % inByte + 1)) & mask }
    }

    private func colour(of index: UInt8) -> UInt32 {
        Int(index) < header.palette.count ? header.palette[Int(index)] : 0xff00_0000
    }

    private func colour(of pixel: UInt32) -> UInt32 {
        if header.depth == 24 { return 0xff00_0000 | pixel }
        let cover = isTransparent == true ? header.masks[3].value(of: pixel) : 255
        return (0..<3).reduce(0xff) { colour, channel in
            let value = header.masks[channel].value(of: pixel)
            return colour << 8 | (cover == 255 ? value : (value * cover + 255 * (255 - cover) + 127) / 255)
        }
    }

    // MARK: Runs

    /// Unpacks a compressed picture as far as it makes sense. Pixels that it leaves out have the first colour.
    private func unpack(request: borrowing Request) throws(ProviderError) {
        let (width, height) = (header.width, header.height)
        guard width * height <= Self.unpackedLimit else {
            throw BitmapHeader.malformed(
                "its \(width) x \(height) pixels are compressed, and take more than \(Self.unpackedLimit) bytes")
        }
        let length = try source.size() - Int64(header.offset)
        var packed = PackedBytes(
            try source.read(Int(min(max(length, 0), Int64(Self.unpackedLimit))), at: Int64(header.offset)))
        var indices = [UInt8](repeating: 0, count: width * height)
        var (column, row) = (0, 0)
        /// Puts an index where the picture goes on; what lies beside it is left out.
        func put(_ index: UInt8) {
            if column < width, row < height { indices[row * width + column] = index }
            column += 1
        }
        let isWide = header.compression == .runs8
        var codes = 0
        reading: while true {
            codes += 1
            if codes % 65_536 == 0 { try request.checkCancelled() }
            guard let count = packed.next(), let value = packed.next() else {
                isDamaged = true
                break
            }
            switch (count, value) {
            case (0, 0): (column, row) = (0, row + 1)
            case (0, 1): break reading
            case (0, 2):
                guard let right = packed.next(), let down = packed.next() else { continue }
                (column, row) = (column + Int(right), row + Int(down))
            case (0, _):
                let bytes = isWide ? Int(value) : (Int(value) + 1) / 2
                for number in 0..<bytes {
                    guard let byte = packed.next() else { break }
                    guard !isWide else {
                        put(byte)
                        continue
                    }
                    put(byte >> 4)
                    if 2 * number + 1 < Int(value) { put(byte & 15) }
                }
                // They are filled up to two bytes.
                if bytes % 2 == 1 { _ = packed.next() }
            default:
                for number in 0..<Int(count) { put(isWide ? value : number % 2 == 0 ? value >> 4 : value & 15) }
            }
            guard row <= height else {
                isDamaged = true
                break
            }
        }
        unpacked = indices
    }
}

/// Bytes that are read one after the other.
private struct PackedBytes {
    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> UInt8? {
        guard at < bytes.count else { return nil }
        at += 1
        return bytes[at - 1]
    }
}
