import Glibc

/// Memory to render into, filled with a pattern that no page has, with some bytes to spare behind each row.
final class Canvas {
    static let margin = 64
    private static let untouched: UInt8 = 0xa5

    let width: Int
    let height: Int
    let stride: Int
    let pixels: UnsafeMutableRawPointer

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        stride = width * 4 + Canvas.margin
        pixels = .allocate(byteCount: stride * height, alignment: 16)
        memset(pixels, Int32(Canvas.untouched), stride * height)
    }

    deinit {
        pixels.deallocate()
    }

    /// The bytes of a pixel: blue, green, red and the fourth.
    subscript(x: Int, y: Int) -> [UInt8] {
        (0..<4).map { pixels.load(fromByteOffset: y * stride + x * 4 + $0, as: UInt8.self) }
    }

    /// Whether nothing was written between the rows.
    var marginsAreUntouched: Bool {
        let bytes = pixels.assumingMemoryBound(to: UInt8.self)
        for row in 0..<height {
            for column in width * 4..<stride where bytes[row * stride + column] != Canvas.untouched { return false }
        }
        return true
    }

    /// The first pixel that differs from an image, or nil where all are equal; the fourth byte has to be 0xff.
    ///
    /// Written for tests without optimization: a page has two million pixels, so it uses neither ranges nor closures.
    func firstDifference(from image: Image) -> (x: Int, y: Int)? {
        guard image.width == width, image.height == height else { return (-1, -1) }
        return image.rgb.withUnsafeBufferPointer { rgb -> (x: Int, y: Int)? in
            guard var expected = rgb.baseAddress else { return nil }
            var y = 0
            while y < height {
                var actual = (pixels + y &* stride).assumingMemoryBound(to: UInt8.self)
                var x = 0
                while x < width {
                    if actual[0] != expected[2] || actual[1] != expected[1] || actual[2] != expected[0]
                        || actual[3] != 0xff
                    {
                        return (x, y)
                    }
                    actual += 4
                    expected += 3
                    x &+= 1
                }
                y &+= 1
            }
            return nil
        }
    }

    /// Whether two canvases hold the same pixels.
    func equals(_ other: Canvas) -> Bool {
        width == other.width && height == other.height
            && (0..<height).allSatisfy {
                memcmp(pixels + $0 * stride, other.pixels + $0 * other.stride, width * 4) == 0
            }
    }
}
