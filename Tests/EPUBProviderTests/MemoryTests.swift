import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// Memory that the provider keeps. The test has a process of its own, since other tests use memory too.
///
/// Sanitizers keep what is freed: there is nothing to see under them.
@Suite(
    .enabled(if: dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil, "sanitizers keep what was freed")
) struct MemoryTests {
    /// Kilobytes that this process has for itself, after the allocator gave back what it could.
    private static func used() throws -> Int {
        typealias Trim = @convention(c) (Int) -> Int32
        if let trim = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(trim, to: Trim.self)(0) }
        let line = try run("grep RssAnon: /proc/\(getpid())/status")
        return try #require(Int(line.filter(\.isNumber)))
    }

    /// 32 pictures of 4 MB, of which each is drawn in 10 MB: 64 MB of them are kept.
    @Test func picturesOfABookAreKeptUpToALimit() async {
        await #expect(processExitsWith: .success) {
            var book = Book()
            for chapter in 0..<32 {
                book.add("OEBPS/c\(chapter).xhtml", Book.page("<img alt='' src='p\(chapter).ppm'/>"))
                book.declare("c\(chapter)", "c\(chapter).xhtml")
                let pixels = [UInt8](repeating: UInt8(chapter), count: 1_024 * 1_365 * 3)
                book.files.append(("OEBPS/p\(chapter).ppm", Array("P6\n1024 1365\n255\n".utf8) + pixels))
            }
            let document = try Books.host().open(TestSource(bytes: book.bytes))
            let before = try MemoryTests.used()
            while try document.count().kind == SHEAF_COUNTING {}
            let counted = try MemoryTests.used()
            try #require(counted < before + 64_000, "\(before) then \(counted)")
            for page in 0..<32 as Range<Int64> {
                _ = try document.render(page: page, scale: 4, width: 1_680, height: 2_380)
            }
            let drawn = try MemoryTests.used()
            try #require(drawn < before + 128_000, "\(before) then \(drawn)")
        }
    }
}
