import CSheafProvider
import HostProcess
import HostProtocol

/// A rendering that a check asks for.
struct CheckRendering: CustomStringConvertible {
    var page: Int64
    var scale: Double
    var rotation: UInt32 = 0
    var x = 0, y = 0
    var width: Int
    var height: Int
    var format = SHEAF_FORMAT_BGRX8888
    /// Whether the request is that of a host that was built before there were traits.
    var isOld = false

    /// The whole of a page, as large as fits in a box of pixels.
    init(
        _ page: Int64, _ metrics: PageMetrics, fitting side: (width: Int, height: Int),
        rotation: UInt32 = 0
    ) {
        scale = metrics.scale(fitting: side, rotation: rotation)
        self.page = page
        self.rotation = rotation
        (width, height) = ProviderDocument.pixelSize(of: metrics, scale: scale, rotation: rotation)
    }

    /// A part of it.
    func part(x: Int, y: Int, width: Int, height: Int) -> CheckRendering {
        var part = self
        (part.x, part.y, part.width, part.height) = (x, y, width, height)
        return part
    }

    var description: String {
        "page \(page) at scale \(Float(scale)), turned by \(rotation), \(width) x \(height) pixels from \(x), \(y)"
            + (format == SHEAF_FORMAT_BGRX8888 ? "" : " in format \(format)")
            + (isOld ? " with a size that does not cover traits" : "")
    }
}

/// Memory that is rendered into. There is a row before and after the region, and pixels beside it, which no provider may touch.
@safe final class CheckPixels {
    let width, height: Int
    /// In pixels.
    let stride: Int
    private var memory: [UInt32]
    private(set) var traits: UInt32 = 0

    private static let untouched: UInt32 = 0x5a5a_5a5a

    /// - Parameter padding: pixels between the end of a row and the next.
    init(width: Int, height: Int, padding: Int) {
        self.width = width
        self.height = height
        stride = width + padding
        memory = [UInt32](repeating: Self.untouched, count: stride * (height + 2))
    }

    /// Lends the first pixel of the region, and the traits.
    func withMemory(_ body: (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt32>) -> Int32)
        -> Int32
    {
        unsafe memory.withUnsafeMutableBytes { bytes in
            unsafe body(bytes.baseAddress.map { unsafe $0 + stride * 4 }, &traits)
        }
    }

    /// Whether every region within has these same pixels.
    var isCuttable: Bool { traits & SHEAF_RENDER_CUTTABLE != 0 }

    /// The first thing that is wrong with it, in words; nil where nothing is.
    var fault: (rule: ABIRule, came: String)? {
        var unfilled = 0
        var first: (x: Int, y: Int)?
        var opaque = true
        for row in 0..<height + 2 {
            for column in 0..<stride {
                let pixel = memory[row * stride + column]
                guard (1...height).contains(row), column < width else {
                    if pixel != Self.untouched {
                        return (.nothingElse, "it wrote at \(column), \(row - 1), outside of the region")
                    }
                    continue
                }
                if pixel == Self.untouched {
                    unfilled += 1
                    if first == nil { first = (column, row - 1) }
                } else if pixel >> 24 != 0xff {
                    opaque = false
                }
            }
        }
        if let first {
            return (
                .fillEvery,
                "\(unfilled) of \(width * height) pixels are not filled, the first at \(first.x), \(first.y)"
            )
        }
        return opaque ? nil : (.opaque, "the fourth byte of some pixels is not 0xff")
    }

    /// A number that other pixels have another one of (FNV-1a over pixels): for comparing with another process.
    var digest: UInt64 { memory.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }

    /// Whether all pixels are the same.
    func isEqual(to other: CheckPixels) -> Bool {
        width == other.width && height == other.height && memory == other.memory
    }

    /// How many of its pixels differ from those of a larger rendering that it is a part of.
    ///
    /// - Parameter tolerance: by how much a channel may differ.
    func differences(from whole: CheckPixels, x: Int, y: Int, tolerance: Int) -> Int {
        var count = 0
        for row in 0..<height {
            for column in 0..<width {
                let one = memory[(row + 1) * stride + column]
                let other = whole.memory[(row + y + 1) * whole.stride + column + x]
                guard one != other else { continue }
                func distance(_ shift: UInt32) -> Int {
                    let (a, b) = ((one >> shift) & 0xff, (other >> shift) & 0xff)
                    return Int(max(a, b) - min(a, b))
                }
                if max(distance(0), distance(8), distance(16)) > tolerance { count += 1 }
            }
        }
        return count
    }
}
