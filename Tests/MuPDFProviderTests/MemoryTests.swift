import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// Memory that the MuPDF provider keeps. Each test has a process of its own, since other tests use memory too.
///
/// Sanitizers keep what is freed: there is nothing to see under them.
@Suite(
    .enabled(if: dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil, "sanitizers keep what was freed")
) struct MemoryTests {
    /// Kilobytes that this process has for itself, after the allocator gave back what it could.
    private static var used: Int {
        typealias Trim = @convention(c) (Int) -> Int32
        if let trim = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(trim, to: Trim.self)(0) }
        let status = String(decoding: CommandOutput.of("cat /proc/\(getpid())/status"), as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    /// A page with a hundred pictures of 200 by 100 pixels, of 60 KB each.
    private static var pictures: [UInt8] {
        let objects = (0..<100).map { number in
            // 128 times the same byte, and again.
            let data = String(repeating: "81" + String(number + 16, radix: 16), count: 469) + "80>"
            return """
                \(10 + number) 0 obj <</Type/XObject/Subtype/Image/Width 200/Height 100/ColorSpace/DeviceRGB/BitsPerComponent 8\
                /Filter[/ASCIIHexDecode/RunLengthDecode]/Length \(data.utf8.count)>> stream
                \(data)
                endstream endobj
                """
        }
        let names = (0..<100).map { "/I\($0) \(10 + $0) 0 R" }.joined()
        return Documents.pdf(
            content: "200 0 0 100 0 0 cm " + (0..<100).map { "/I\($0) Do " }.joined(),
            resources: "<</XObject <<\(names)>>>>", objects: objects.joined(separator: "\n"))
    }

    private static func drawAll(_ document: TestDocument) throws {
        let canvas = Canvas(width: 100, height: 100)
        for page in 0..<(try document.count()) { try document.render(page, into: canvas) }
    }

    @Test func trimmingGivesMemoryBack() async {
        await #expect(processExitsWith: .success) {
            let provider = try TestProvider("sheaf-mupdf")
            let document = try provider.open(MemoryTests.pictures)
            try MemoryTests.drawAll(document)
            var before = MemoryTests.used
            for level in [SHEAF_TRIM_LOW, SHEAF_TRIM_MEDIUM, SHEAF_TRIM_CRITICAL] {
                provider.trim(level)
                let after = MemoryTests.used
                try #require(after < before - 200, "level \(level): \(before) then \(after)")
                before = after
            }
            try MemoryTests.drawAll(document)
        }
    }

    @Test func storeIsCapped() async {
        await #expect(processExitsWith: .success) {
            let provider = try TestProvider("sheaf-mupdf")
            let bytes = MemoryTests.pictures
            var document: TestDocument? = try provider.open(bytes)
            try document.map(MemoryTests.drawAll)
            let usual = MemoryTests.used
            document = nil
            try provider.configure("store-size", "1048576")
            document = try provider.open(bytes)
            try document.map(MemoryTests.drawAll)
            try #require(MemoryTests.used < usual - 2000, "\(usual) then \(MemoryTests.used)")
        }
    }
}
