package import CSheafProvider

/// A rendering, and whether the provider kept to its memory.
package struct TestPixels: Equatable {
    package let width: Int
    package let height: Int
    /// 0xffRRGGBB, row by row.
    package let pixels: [UInt32]

    package subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }

    /// A part of it.
    package func cut(x: Int, y: Int, width: Int, height: Int) -> TestPixels {
        let rows = (y..<y + height).flatMap { row in pixels[row * self.width + x..<row * self.width + x + width] }
        return TestPixels(width: width, height: height, pixels: rows)
    }

    /// Returns the pixels turned clockwise by a quarter.
    package func turned() -> TestPixels {
        let turned = (0..<width).flatMap { y in (0..<height).map { x in self[y, height - 1 - x] } }
        return TestPixels(width: height, height: width, pixels: turned)
    }
}

/// The provider wrote where it must not.
package struct Trespass: Error, Equatable {}

extension TestDocument {
    /// Renders a region. Rows are `padding` pixels apart, and there is a row before and after: all of that must stay.
    ///
    /// - Parameter adjust: breaks the rendering, to see what the provider makes of it.
    package func render(
        page: Int64 = 0, scale: Double = 1, rotation: UInt32 = 0, x: Int = 0, y: Int = 0, width: Int, height: Int,
        padding: Int = 3, request: TestRequest = TestRequest(), adjust: (inout sheaf_render) -> Void = { _ in }
    ) throws -> TestPixels {
        let untouched: UInt32 = 0xa5a5_a5a5
        let stride = width + padding
        var memory = [UInt32](repeating: untouched, count: stride * (height + 2))
        try memory.withUnsafeMutableBytes { bytes in
            var render = sheaf_render()
            render.size = UInt32(MemoryLayout<sheaf_render>.stride)
            render.format = SHEAF_FORMAT_BGRX8888
            (render.page, render.scale, render.rotation) = (page, scale, rotation)
            (render.x, render.y, render.width, render.height) = (Int32(x), Int32(y), Int32(width), Int32(height))
            render.stride = UInt64(stride * 4)
            render.pixels = bytes.baseAddress.map { $0 + stride * 4 }
            adjust(&render)
            _ = try host.ask(request) { host.table.render(pointer, $0, &render) }
        }
        var pixels: [UInt32] = []
        for row in 0..<height + 2 {
            let line = memory[row * stride..<(row + 1) * stride]
            let inside = (1...height).contains(row)
            guard line.dropFirst(inside ? width : 0).allSatisfy({ $0 == untouched }) else { throw Trespass() }
            if inside { pixels += line.prefix(width) }
        }
        return TestPixels(width: width, height: height, pixels: pixels)
    }
}
