import Glibc
import SheafProvider

/// The header of a BMP file: all that stands before the pixels.
struct BitmapHeader {
    /// How the pixels are stored.
    enum Compression {
        /// Pixels are stored uncompressed.
        case none
        /// In runs of the same index of 8 or 4 bits, and as they are between these.
        case runs8, runs4
    }

    /// How many bytes tell whether a file is a bitmap.
    static let probedLength = 30
    /// Pixels across, and down. A sum of a row's weighted channels has 32 bits (``PictureScaler``).
    static let sideLimit = 65_535
    /// The lengths of the headers that Windows and OS/2 have had.
    private static let lengths: Set<Int> = [12, 16, 40, 52, 56, 64, 108, 124]
    /// Bits of a pixel.
    private static let depths: Set<Int> = [1, 2, 4, 8, 16, 24, 32]

    /// Across and down, in pixels.
    let width, height: Int
    let isTopDown: Bool
    /// Bits of a pixel.
    let depth: Int
    let compression: Compression
    /// The palette for indices of up to 8 bits, as `0xffRRGGBB`.
    let palette: [UInt32]
    /// Where a pixel of 16 or 32 bits has red, green, blue and what it covers.
    let masks: [ChannelMask]
    /// Where the pixels begin, in bytes.
    let offset: Int
    /// The size of a pixel across and down, in points.
    let pixelSize: (width: Double, height: Double)

    /// The bytes from one row to the next where nothing is compressed: a multiple of four.
    var stride: Int { (width * depth + 31) / 32 * 4 }

    /// Whether a file is a bitmap. Two letters are not enough: texts begin with them.
    static func begins(_ bytes: [UInt8]) -> Bool {
        let fields = Fields(bytes)
        guard bytes.starts(with: [0x42, 0x4d]), lengths.contains(fields.word(14)) else { return false }
        let isOld = fields.word(14) == 12
        // One with a JPEG or a PNG inside says no depth.
        let depth = fields.half(isOld ? 24 : 28)
        return fields.half(isOld ? 22 : 26) == 1 && (depths.contains(depth) || depth == 0 && !isOld)
    }

    init(_ source: Source) throws(ProviderError) {
        // The longest header, the masks behind a shorter one, and a palette of 256 colours.
        let bytes = try source.read(14 + 124 + 16 + 1_024)
        guard Self.begins(bytes) else { throw Self.malformed("it does not begin as a BMP file") }
        let fields = Fields(bytes)
        let length = fields.word(14)
        let isOld = length == 12
        width = isOld ? fields.half(18) : fields.signedWord(18)
        let lines = isOld ? fields.half(20) : fields.signedWord(22)
        (height, isTopDown) = (abs(lines), lines < 0)
        depth = fields.half(isOld ? 24 : 28)
        guard 1...Self.sideLimit ~= width, 1...Self.sideLimit ~= height else {
            throw Self.malformed("it has \(width) x \(lines) pixels; 1 to \(Self.sideLimit) a side are read")
        }
        let method = length >= 40 ? fields.word(30) : 0
        compression = try Self.compression(method, depth, isOfOS2: length == 64)
        let claimed = fields.word(10)
        // Masks stand in the header from the second version on, and behind the first.
        let hasMasks = method == 3 || method == 6
        let masksBehind = hasMasks && length == 40 ? (method == 6 ? 16 : 12) : 0
        masks =
            hasMasks
            ? (0..<(length >= 56 || method == 6 ? 4 : 3)).map { ChannelMask(UInt32(fields.word(54 + 4 * $0))) }
            : (depth == 16 ? [0x7c00, 0x3e0, 0x1f] : [0xff_0000, 0xff00, 0xff]).map { ChannelMask($0) }
        let entry = isOld ? 3 : 4
        let start = 14 + length + masksBehind
        let declared = length >= 40 ? fields.word(46) : 0
        // Some say that their pixels begin where their palette does.
        offset =
            depth <= 8 && claimed <= start
            ? start + entry * (declared == 0 ? 1 << depth : min(declared, 1 << depth)) : claimed
        // Some say more colours than there are, and what follows them are pixels.
        let room = offset > start ? (offset - start) / entry : 256
        let colours = depth > 8 ? 0 : min(declared == 0 ? 1 << depth : declared, 1 << depth, room)
        palette = (0..<colours).map { number in
            let at = start + entry * number
            return 0xff00_0000 | UInt32(fields.byte(at + 2)) << 16 | UInt32(fields.byte(at + 1)) << 8
                | UInt32(fields.byte(at))
        }
        pixelSize = Self.pixelSize(length >= 40 ? (fields.word(38), fields.word(42)) : (0, 0))
    }

    private static func compression(
        _ method: Int, _ depth: Int, isOfOS2: Bool
    ) throws(ProviderError) -> Compression {
        switch (method, depth) {
        case (0, 1...): return .none
        case (1, 8): return .runs8
        case (2, 4): return .runs4
        // With OS/2 these numbers mean something else.
        case (3, 16) where !isOfOS2, (3, 32) where !isOfOS2, (6, 16), (6, 32): return .none
        case (4, _) where !isOfOS2: throw .unsupported("cannot open the document: it has a JPEG inside, for a printer")
        case (5, _) where !isOfOS2: throw .unsupported("cannot open the document: it has a PNG inside, for a printer")
        default:
            throw .unsupported("cannot open the document: its \(depth) bits a pixel are compressed by method \(method)")
        }
    }

    /// The size of a pixel in points, by the pixels that a metre has.
    private static func pixelSize(_ resolution: (Int, Int)) -> (width: Double, height: Double) {
        let inches = (Double(resolution.0) * 0.0254, Double(resolution.1) * 0.0254)
        // Of 72 dots an inch there are 2,834.6 a metre, and files have 2,834 or 2,835.
        let isUsual = 71.9...4_800 ~= inches.0 && 71.9...4_800 ~= inches.1
        return isUsual ? (72 / inches.0, 72 / inches.1) : (1, 1)
    }

    static func malformed(_ reason: String) -> ProviderError {
        ProviderError(errno: EBADMSG, "cannot open the document: \(reason)")
    }
}

/// The numbers of a header, the lowest byte first. What lies behind the end is 0.
private struct Fields {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func byte(_ at: Int) -> UInt8 { bytes.indices.contains(at) ? bytes[at] : 0 }

    func half(_ at: Int) -> Int { Int(byte(at)) | Int(byte(at + 1)) << 8 }

    func word(_ at: Int) -> Int { half(at) | half(at + 2) << 16 }

    func signedWord(_ at: Int) -> Int { Int(Int32(truncatingIfNeeded: word(at))) }
}

/// The bits of a pixel that one channel has.
struct ChannelMask {
    private let mask: UInt32
    private let shift: UInt32
    private let greatest: UInt32

    init(_ mask: UInt32) {
        self.mask = mask
        shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
        greatest = mask >> shift
    }

    /// Whether no pixel has it.
    var isEmpty: Bool { mask == 0 }

    /// A pixel's value, from 0 to 255.
    func value(of pixel: UInt32) -> UInt32 {
        guard greatest > 0 else { return 0 }
        return UInt32((UInt64((pixel & mask) >> shift) * 255 + UInt64(greatest / 2)) / UInt64(greatest))
    }
}
