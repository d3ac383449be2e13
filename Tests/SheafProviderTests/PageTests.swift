import CSheafProvider
import ProviderTestHost
import SheafProvider
import TestSupport
import Testing

@Suite struct PageTests {
    @Test(arguments: [
        Case("none", ("", "")), Case("short", ("iv", "iv")),
        Case("63 bytes", (String(repeating: "x", count: 63), String(repeating: "x", count: 63))),
        Case("64 bytes", (String(repeating: "x", count: 64), String(repeating: "x", count: 63))),
        Case("two bytes each", (String(repeating: "ü", count: 40), String(repeating: "ü", count: 31))),
        // Four code points that are one character.
        Case("25 bytes each", (String(repeating: "👨‍👩‍👧‍👦", count: 3), String(repeating: "👨‍👩‍👧‍👦", count: 2))),
        Case("NUL", ("a\0b", "a")),
    ])
    func labelIsCutAtACharacter(labels: Case<(String, String)>) throws {
        let document = try TestHost(FullProvider.table).open(labels.value.0)
        #expect(try document.metrics(0) == (10, 20, labels.value.1))
    }

    @Test func metricsSayWhetherTheyAreAGuess() throws {
        for (table, kind) in [(BareProvider.table, SHEAF_ESTIMATED), (FullProvider.table, SHEAF_EXACT)] {
            let host = try TestHost(table)
            let document = try host.open("")
            var metrics = sheaf_metrics()
            metrics.size = UInt32(MemoryLayout<sheaf_metrics>.stride)
            try host.ask { host.table.metrics(document.pointer, $0, 0, &metrics) }
            #expect(metrics.kind == kind)
        }
    }

    @Test func framesAreToldAndAskedFor() throws {
        let host = try TestHost(FullProvider.table)
        let document = try host.open("")
        var metrics = sheaf_metrics()
        metrics.size = UInt32(MemoryLayout<sheaf_metrics>.stride)
        try host.ask { host.table.metrics(document.pointer, $0, 0, &metrics) }
        #expect(metrics.frames == 3)
        let plain = try document.render(width: 5, height: 4)
        let last = try document.render(width: 5, height: 4) { $0.frame = 2 }
        #expect(last.pixels == plain.pixels.map { $0 + 2 << 24 })
        // A host that was built before there were frames.
        metrics.size = UInt32(MemoryLayout.offset(of: \sheaf_metrics.frames) ?? 0)
        (metrics.frames, metrics.width) = (77, 0)
        try host.ask { host.table.metrics(document.pointer, $0, 0, &metrics) }
        #expect(metrics.frames == 77 && metrics.width == 10)
    }

    /// A page, and its size in pixels.
    struct Sizes: CustomTestStringConvertible {
        let width, height, scale: Double
        let rotation: Rotation
        let across, down: Int

        init(_ width: Double, _ height: Double, _ scale: Double, _ rotation: Rotation, _ across: Int, _ down: Int) {
            (self.width, self.height, self.scale, self.rotation) = (width, height, scale, rotation)
            (self.across, self.down) = (across, down)
        }

        var testDescription: String { "\(width) by \(height) at \(scale), turned by \(rotation.rawValue)" }
    }

    @Test(arguments: [
        Sizes(595, 842, 2, .none, 1190, 1684), Sizes(595, 842, 2, .clockwise90, 1684, 1190),
        Sizes(595.0004, 842.0011, 1, .none, 595, 843), Sizes(100, 50, 0.001, .clockwise270, 1, 1),
        Sizes(10.2, 20, 1, .clockwise180, 11, 20),
    ])
    func sizeInPixelsFollowsTheHeader(sizes: Sizes) throws {
        let metrics = PageMetrics(width: sizes.width, height: sizes.height)
        let size = try #require(metrics.pixelSize(scale: sizes.scale, rotation: sizes.rotation))
        #expect(size == (sizes.across, sizes.down))
    }

    @Test(arguments: [1e9, .infinity, .nan])
    func sizeInPixelsThatCannotBeCountedIsNone(scale: Double) {
        #expect(PageMetrics(width: 595, height: 842).pixelSize(scale: scale, rotation: .none) == nil)
    }

    @Test func rowsAreTheRegionsOwn() throws {
        let document = try TestHost(FullProvider.table).open("")
        let pixels = try document.render(x: 4, y: 7, width: 3, height: 2)
        #expect(pixels.pixels == [7004, 7005, 7006, 8004, 8005, 8006])
    }

    @Test func rowBeyondTheRegionEndsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            // An error that is thrown would end the process as well.
            _ = try? TestHost(FullProvider.table).open("overrun").render(width: 3, height: 2)
        }
    }

    @Test func renderingStopsWhenItIsCancelled() throws {
        let document = try TestHost(FullProvider.table).open("")
        let request = TestRequest()
        request.cancelledFrom = 3
        #expect(throws: Refusal(code: SHEAF_CANCELLED)) {
            _ = try document.render(width: 2, height: 10, request: request)
        }
        #expect(request.questions == 4)
    }

    @Test func bareRenderingIsPaper() throws {
        let document = try TestHost(BareProvider.table).open("")
        #expect(try document.render(width: 3, height: 5).pixels == Array(repeating: PixelBuffer.white, count: 15))
    }
}
