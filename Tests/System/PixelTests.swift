import Foundation
import SheafInterface
import Testing

/// What a viewer gets is what MuPDF draws, byte for byte.
@Suite struct PixelTests {
    /// All 193 pages at scale 2 against `mutool draw -r 144`.
    @Test func everyPageOfThePolicyManualEqualsMutool() throws {
        let path = try Documents.policy.get()
        let service = try RunningService()
        let reader = try TestReader(
            service, path, viewport: .init(width: 1, height: 1, fit: .scale, scale: 2))
        #expect(reader.state.document.count.pages == 193)
        let folder = service.folder.appendingPathComponent("mutool")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // In parts: 193 pages take a gigabyte.
        for first in stride(from: 1, through: 193, by: 16) {
            let last = min(first + 15, 193)
            let drawn = try Command.run(
                "/usr/bin/mutool",
                ["draw", "-q", "-r", "144", "-F", "ppm", "-o", folder.path + "/%d.ppm", path, "\(first)-\(last)"])
            try #require(drawn.status == 0, "\(drawn.errors)")
            for number in first...last {
                let file = folder.appendingPathComponent("\(number).ppm")
                let expected = try PPM(Data(contentsOf: file))
                let page = try reader.page(number - 1)
                #expect(page.page.width == expected.width && page.page.height == expected.height)
                #expect(page.shows(rgb: expected.rgb), "page \(number) differs")
                try reader.release(page.page)
                try FileManager.default.removeItem(at: file)
            }
        }
    }

    @Test func regionsOfTextEqualTheCutOfTheWholePage() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\nRegionDelayMSec=0\n")
        let viewport = ReaderInterface.Viewport(width: 1, height: 1, fit: .scale, scale: 2)
        let reader = try TestReader(service, Documents.policy.get(), viewport: viewport)
        let other = try RunningService()
        let whole = try TestReader(other, Documents.policy.get(), viewport: viewport).page(20)
        for region in [
            ReaderInterface.Region(x: 0, y: 0, width: 100, height: 100), .init(x: 333, y: 777, width: 257, height: 123),
            .init(x: whole.page.width - 50, y: whole.page.height - 60, width: 50, height: 60),
        ] {
            let cut = try reader.page(20, region: region)
            #expect(cut.page.origin == .rendered)
            for row in 0..<region.height {
                let start = (region.y + row) * whole.page.stride + region.x * 4
                let expected = whole.bytes[start..<start + region.width * 4]
                #expect(
                    expected.elementsEqual(cut.bytes[row * cut.page.stride..<row * cut.page.stride + region.width * 4]))
            }
        }
    }
}

/// A binary PPM image of eight bits a channel.
private struct PPM {
    let width: Int
    let height: Int
    let rgb: [UInt8]

    init(_ data: Data) throws {
        var fields: [String] = []
        var place = data.startIndex
        while fields.count < 4 {
            let end = data[place...].firstIndex { $0 == 0x0a || $0 == 0x20 } ?? data.endIndex
            let field = String(decoding: data[place..<end], as: UTF8.self)
            place = end + 1
            if field.first == "#" {
                place = (data[place...].firstIndex(of: 0x0a) ?? data.endIndex) + 1
            } else if !field.isEmpty {
                fields.append(field)
            }
        }
        guard fields[0] == "P6", let width = Int(fields[1]), let height = Int(fields[2]), fields[3] == "255" else {
            throw TestFailure("no PPM: \(fields)")
        }
        self.width = width
        self.height = height
        rgb = Array(data[place...])
    }
}
