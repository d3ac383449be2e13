import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// A file to which lines are added: it is opened again beside what is open, as the service does where a file changes.
@Suite struct GrowthTests {
    private static func lines(_ range: Range<Int>) -> [UInt8] {
        Array(range.map { "entry \($0)\n" }.joined().utf8)
    }

    @Test func whatIsKnownOfTheOldFileHoldsForTheNewOne() throws {
        let host = try Texts.host()
        let source = TestSource(bytes: Self.lines(0..<40_000))
        let old = try host.open(source)
        let pages = try old.countAll()
        let texts = try [0, 500, pages - 2].map { try old.string($0) }
        source.bytes += Self.lines(40_000..<40_500)
        // The old one is as it was.
        #expect(try old.countAll() == pages && old.string(pages - 1).hasSuffix("entry 39999\n"))
        let new = try host.open(source)
        old.close()
        // Nothing but the end is counted anew.
        #expect(try new.counted() > pages - 40)
        let more = try new.countAll()
        #expect(more > pages)
        #expect(try [0, 500, pages - 2].map { try new.string($0) } == texts)
        #expect(try new.string(more - 1).hasSuffix("entry 40499\n"))
        let fresh = try Texts.open(source.bytes)
        #expect(try fresh.countAll() == more)
        for page in stride(from: 0, to: more, by: 7) {
            #expect(try fresh.position(page) == new.position(page))
        }
    }

    /// In steps of any size, in the middle of lines and of characters.
    @Test func stepsMakeNoDifference() throws {
        let whole = Array((0..<9_000).map { "entry \($0) \(String(repeating: "平和 ", count: $0 % 30))\n" }.joined().utf8)
        let host = try Texts.host()
        let source = TestSource(bytes: Array(whole.prefix(20_000)))
        var open = try host.open(source)
        while source.bytes.count < whole.count {
            _ = try open.countAll()
            source.bytes = Array(whole.prefix(source.bytes.count + 77_777))
            open = try host.open(source)
        }
        let fresh = try Texts.open(whole)
        let pages = try fresh.countAll()
        #expect(try open.countAll() == pages)
        #expect(try (0..<pages).allSatisfy { try fresh.position($0) == open.position($0) })
        #expect(try open.string(pages - 1) == fresh.string(pages - 1))
    }

    /// Another text, another layout, or a shorter file: nothing of what is known holds.
    @Test func anotherTextIsCountedAnew() throws {
        let host = try Texts.host()
        let old = try host.open(TestSource(bytes: Self.lines(0..<40_000)))
        _ = try old.countAll()
        var other = Self.lines(0..<50_000)
        other[100] = 0x58
        let others: [([UInt8], sheaf_flow?)] = [
            (other, nil), (Self.lines(0..<50_000), Texts.flow(fontSize: 20)), (Self.lines(0..<39_999), nil),
        ]
        for (bytes, flow) in others {
            let document = try host.open(TestSource(bytes: bytes), TestRequest(flow: flow))
            #expect(try document.counted() < 10)
            let fresh = try Texts.open(bytes, flow)
            #expect(try document.countAll() == fresh.countAll())
        }
    }

    @Test func refreshTellsThatItHasGrown() throws {
        let host = try Texts.host()
        let source = TestSource(bytes: Self.lines(0..<10))
        let document = try host.open(source)
        try document.refresh()
        #expect(host.changes.isEmpty)
        source.bytes += Self.lines(10..<11)
        try document.refresh()
        #expect(host.changes.map(\.kind) == [SHEAF_CHANGED_ALL])
    }

    @Test func aLogThatWasEmptyIsFollowed() throws {
        let host = try Texts.host()
        let source = TestSource(bytes: [])
        let empty = try host.open(source)
        #expect(try empty.countAll() == 1)
        source.bytes = Self.lines(0..<3)
        #expect(try host.open(source).string(0) == "entry 0\nentry 1\nentry 2\n")
    }
}
