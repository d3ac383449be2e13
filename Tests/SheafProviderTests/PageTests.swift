import CSheafProvider
import ProviderTestHost
import SheafProvider
import Testing

@Suite struct PageTests {
    @Test(arguments: [
        ("", ""), ("iv", "iv"), (String(repeating: "x", count: 63), String(repeating: "x", count: 63)),
        (String(repeating: "x", count: 64), String(repeating: "x", count: 63)),
        // Two bytes, then four code points that are one character of 25 bytes.
        (String(repeating: "ü", count: 40), String(repeating: "ü", count: 31)),
        (String(repeating: "👨‍👩‍👧‍👦", count: 3), String(repeating: "👨‍👩‍👧‍👦", count: 2)), ("a\0b", "a"),
    ])
    func labelIsCutAtACharacter(label: String, expected: String) throws {
        let document = try TestHost(FullProvider.table).open(label)
        #expect(try document.metrics(0) == (10, 20, expected))
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

    @Test(arguments: [
        (595.0, 842.0, 2.0, Rotation.none, 1190, 1684), (595, 842, 2, .clockwise90, 1684, 1190),
        (595.0004, 842.0011, 1, .none, 595, 843), (100, 50, 0.001, .clockwise270, 1, 1),
        (10.2, 20, 1, .clockwise180, 11, 20),
    ])
    func sizeInPixelsFollowsTheHeader(
        width: Double, height: Double, scale: Double, rotation: Rotation, across: Int, down: Int
    ) throws {
        let size = try #require(PageMetrics(width: width, height: height).pixelSize(scale: scale, rotation: rotation))
        #expect(size == (across, down))
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
