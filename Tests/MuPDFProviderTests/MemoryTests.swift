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

    private static func drawAll(_ document: TestDocument) throws {
        let canvas = Canvas(width: 100, height: 100)
        for page in 0..<(try document.count()) { try document.render(page, into: canvas) }
    }

    @Test func trimmingGivesMemoryBack() async {
        await #expect(processExitsWith: .success) {
            let provider = try TestProvider("sheaf-mupdf")
            let document = try provider.open(Documents.policyBook)
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
            let bytes = Documents.policyBook
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

    @Test func picturesOfABookAreNotKept() async {
        await #expect(processExitsWith: .success) {
            let provider = try TestProvider("sheaf-mupdf")
            var book = Book()
            for chapter in 0..<32 {
                book.add("OEBPS/c\(chapter).xhtml", Book.page("<h1>\(chapter)</h1><img alt='' src='p\(chapter).ppm'/>"))
                book.declare("c\(chapter)", "c\(chapter).xhtml")
                let pixels = [UInt8](repeating: UInt8(chapter), count: 1024 * 1365 * 3)
                book.files.append(("OEBPS/p\(chapter).ppm", Array("P6\n1024 1365\n255\n".utf8) + pixels))
            }
            let document = try provider.open(book.bytes)
            let before = MemoryTests.used
            while try document.count(TestRequest()).kind == SHEAF_COUNTING {}
            try #require(MemoryTests.used < before + 64_000, "\(before) then \(MemoryTests.used)")
        }
    }
}
