import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// How text is laid out in pages, and found again.
@Suite struct PageTests {
    private static func words(_ text: String) -> [Substring] { text.split { $0 == " " || $0 == "\n" } }

    @Test(arguments: [UInt32(1), 3]) func everyWordIsOnOnePage(columns: UInt32) throws {
        let book = Texts.book(paragraphs: 60)
        let document = try Texts.open(book, Texts.flow(fontSize: 9, columns: columns))
        let pages = try document.countAll()
        #expect(pages > 5)
        let text = try (0..<pages).map { try document.string($0) }.joined()
        #expect(Self.words(text) == Self.words(book))
    }

    /// Lines that surely fit are counted by the widths of their letters alone: nothing is lost where that is close.
    @Test(arguments: ["serif", "sans-serif", "monospace", "DejaVu Serif"]) func everyShortLineIsOnOnePage(font: String)
        throws
    {
        let words = ["AVATAR", "To", "fi", "Wa.", "1,000", "~~", "|", "minimum", "ffl", "LY"]
        var (text, seed) = ("", 1)
        for line in 0..<1_500 {
            text += "\(line)"
            for _ in 0..<4 + line % 16 {
                seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
                text += " " + words[seed / 65_536 % words.count]
            }
            text += "\n"
        }
        let document = try Texts.openCounted(text, Texts.flow(font: font))
        let pages = try document.countAll()
        #expect(pages > 20)
        #expect(try Self.words((0..<pages).map { try document.string($0) }.joined()) == Self.words(text))
    }

    @Test func countIsEstimatedUntilAllPagesAreLaidOut() throws {
        let document = try Texts.open(Texts.book(paragraphs: 3_000))
        let (kind, estimate) = try document.count()
        #expect(kind == SHEAF_COUNTING)
        let far = try document.counted() + 100
        // What is behind is asked for again, once it is counted.
        for ask in [
            { _ = try document.metrics(far) }, { _ = try document.text(far) }, { _ = try document.position(far) },
            { _ = try document.page(at: 400_000) },
        ] {
            #expect(throws: Refusal(code: SHEAF_NOT_COUNTED), performing: ask)
        }
        try document.count(to: far)
        let text = try document.string(far)
        let pages = try document.countAll()
        #expect(abs(estimate - pages) < pages / 4, "\(estimate) \(pages)")
        #expect(try document.string(far) == text)
        #expect(throws: Refusal(code: SHEAF_END)) { try document.metrics(pages) }
        #expect(try !document.string(pages - 1).isEmpty)
    }

    @Test(arguments: [false, true]) func placesAreFoundAgainInAnotherSize(isMarkdown: Bool) throws {
        let book = (isMarkdown ? "# A book\n\n[link](x)\n\n" : "") + Texts.book(paragraphs: 400)
        func open(_ size: Double) throws -> TestDocument {
            try Texts.openCounted(book, Texts.flow(fontSize: size), suffix: isMarkdown ? ".md" : nil)
        }
        let (small, large, again) = (try open(12), try open(20), try open(12))
        let pages = try small.countAll()
        #expect(pages > 100)
        for place in 0..<50 {
            let page = pages * Int64(place) / 50
            let position = try small.position(page)
            let there = try large.page(at: position)
            let first = try #require(Self.words(small.string(page)).first)
            // Where the page begins with the blank line before a paragraph, that may be the last one there.
            let after = try there + 1 < large.countAll() ? large.string(there + 1) : ""
            #expect(try Self.words(large.string(there) + after).contains(first), "page \(page)")
            #expect(try large.position(there) <= position)
            if there + 1 < (try large.countAll()) { #expect(try large.position(there + 1) > position) }
            #expect(try again.page(at: position) == page)
        }
        #expect(try small.page(at: .max) == pages - 1)
        let before = #expect(throws: Refusal.self) { try small.page(at: -1) }
        #expect(before?.code == SHEAF_END)
    }

    @Test func wishesForTheLayoutAreMet() throws {
        let book = Texts.book(paragraphs: 40)
        func lines(_ flow: sheaf_flow) throws -> [TestItem] { try Texts.open(book, flow).text(0) }
        func height(_ lines: [TestItem]) -> Double { lines[1].box[1] - lines[0].box[1] }
        #expect(abs(height(try lines(Texts.flow(fontSize: 10, lineHeight: 1.5))) - 15) < 0.01)
        #expect(abs(height(try lines(Texts.flow(fontSize: 20, lineHeight: 0.8))) - 16) < 0.01)
        let wide = try lines(Texts.flow(margin: 100))
        #expect(wide.allSatisfy { $0.box[0] >= 99.9 && $0.box[2] <= 320.1 } && wide[0].box[1] >= 100)
        let size = try Texts.open(book, Texts.flow(width: 300, height: 333)).metrics(0)
        #expect(size.width == 300 && size.height == 333)
        let narrow = try lines(Texts.flow(columns: 2))
        #expect(Set(narrow.map { Int($0.box[0]) }) == [36, 221])
        let even = try lines(Texts.flow(font: "monospace")).flatMap { $0.characters.dropLast() }.map { $0[2] - $0[0] }
        #expect(even.allSatisfy { abs($0 - even[0]) < 0.01 })
        #expect(try lines(Texts.flow(font: "no such font"))[0].text == lines(Texts.flow())[0].text)
        // The lines of a paragraph but for its last are as wide as the page.
        let full = try lines(Texts.flow())
        #expect(abs(full[0].box[2] - 384) < 0.1 && abs(full[1].box[2] - 384) < 0.1)
    }

    /// A margin that leaves nothing of a page is made smaller; a letter that is larger than a page has one of its own.
    @Test func impossibleWishesStillGivePages() throws {
        let flow = Texts.flow(fontSize: 144, width: 72, height: 72, margin: 720)
        let document = try Texts.open("abc\ndef", flow)
        #expect(try document.countAll() == 6)
        #expect(try (0..<6).map { try document.string($0) }.joined() == "abc\ndef\n")
        _ = try document.whole(5)
    }

    /// Lines end where their column does, as far as anybody wants that.
    @Test(arguments: [(0, true), (SHEAF_JUSTIFY_YES, true), (SHEAF_JUSTIFY_NO, false)] as [(UInt32, Bool)])
    func linesAreJustifiedWhereThatIsWanted(wish: UInt32, isJustified: Bool) throws {
        let words = (0..<120).map { "word\($0 * $0)" }.joined(separator: " ")
        let lines = try Texts.open(words, Texts.flow(justify: wish)).text(0)
        let ends = lines.dropLast().map(\.box[2])
        let spread = try #require(ends.max()) - #require(ends.min())
        #expect(isJustified ? spread < 1 : spread > 4, "\(ends)")
    }

    /// Lines that were broken to a width are one paragraph again; those of a log and of a poem stay.
    @Test func linesThatWereBrokenToAWidthArePutTogether() throws {
        let words = (0..<400).map { "word\($0)" }
        var wrapped = "", length = 0
        for word in words {
            if length + word.count > 70 { (wrapped, length) = (wrapped + "\n", 0) }
            if length > 0 { (wrapped, length) = (wrapped + " ", length + 1) }
            (wrapped, length) = (wrapped + word, length + word.count)
        }
        let whole = try Texts.open(words.joined(separator: " ")).text(0)
        let again = try Texts.open(wrapped).text(0)
        #expect(again == whole)
        let log = (0..<50).map { "2026-11-22 10:00:\($0 + 10) host service[123]: request \($0 + 10) took 500 ms" }
        let lines = try Texts.open(log.joined(separator: "\n"), Texts.flow(fontSize: 6)).text(0)
        #expect(lines.map(\.text) == log.map { $0 + "\n" })
    }

    /// A line goes on in the next one where a blank is, and where none is in the middle of nothing.
    @Test func endsOfLinesAreToldWhereThereIsSomethingBetweenTheWords() throws {
        let chinese = try Texts.open(Texts.scripts["Chinese"] ?? "").text(0).map { $0.text ?? "" }
        #expect(chinese.count > 1 && chinese.dropLast().allSatisfy { !$0.hasSuffix("\n") })
        #expect(chinese.joined() == (Texts.scripts["Chinese"] ?? "") + "\n")
        let latin = try Texts.open(Texts.scripts["Latin"] ?? "", Texts.flow(fontSize: 30)).text(0).map { $0.text ?? "" }
        #expect(
            latin.count > 2
                && latin.dropLast().allSatisfy { $0.hasSuffix(" ") }
                && latin.joined() == Texts.scripts["Latin"].map { $0 + "\n" })
    }

    /// In a process of its own; sanitizers keep what is freed.
    @Test(
        .enabled(
            if: dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil, "sanitizers keep what was freed"))
    func aMillionLinesAreReadForwardAndBackInBoundedMemory() async {
        await #expect(processExitsWith: .success) {
            var bytes: [UInt8] = []
            for line in 0..<1_000_000 { bytes += Array("line \(line)\n".utf8) }
            let document = try Texts.open(bytes)
            func number(_ line: TestItem?) -> Int? {
                line?.text?.split { $0 == " " || $0 == "\n" }.last.flatMap { Int($0) }
            }
            _ = try document.whole(0)
            let before = residentKilobytes()
            var page: Int64 = 0
            var (last, most) = (-1, 0)
            // Every page is laid out, and the text of some is read.
            while true {
                try document.count(to: page)
                do throws(Refusal) { _ = try document.ink(page) } catch { break }
                if page % 97 == 0 {
                    let lines = try document.text(page)
                    try #require(number(lines.first).map { $0 > last } == true)
                    last = number(lines.last) ?? 0
                }
                most = max(most, residentKilobytes())
                page += 1
            }
            let pages = try document.countAll()
            try #require(page == pages && number(try document.text(pages - 1).last) == 999_999)
            for back in stride(from: pages - 1, through: 0, by: -1) {
                _ = try document.ink(back)
                most = max(most, residentKilobytes())
            }
            try #require(number(try document.text(0).first) == 0)
            print("a million lines on \(pages) pages: \(most - before) KB more than the first page took")
            try #require(most - before < 8_192, "\(before) then \(most)")
        }
    }

    /// Beyond 65,536 pages every second beginning of a page is kept, beyond 131,072 every fourth.
    @Test func pagesBeyondThoseWhoseBeginningsAreKeptAreFound() throws {
        let lines = 140_000
        let text = (0..<lines).map { String($0 + 100_000) + "\n" }.joined()
        let document = try Texts.open(text, Texts.flow(fontSize: 60, width: 900, height: 72, lineHeight: 1, margin: 0))
        try document.count(to: 65_536)
        #expect(try document.string(65_535) == "165535\n")
        #expect(try document.position(65_536) == 65_536 * 7)
        #expect(try document.countAll() == Int64(lines))
        for page in [0, 1, 2, 3, 65_534, 65_535, 65_536, 65_537, 65_539, 131_071, 131_073, 139_998, 139_999] {
            #expect(try document.string(Int64(page)) == "\(page + 100_000)\n")
            #expect(try document.position(Int64(page)) == Int64(page) * 7)
            #expect(try document.page(at: Int64(page) * 7 + 3) == Int64(page))
        }
    }
}

/// Returns how much memory of this process is resident and not shared, in kilobytes.
private func residentKilobytes() -> Int {
    guard let stream = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(stream) }
    var line = [CChar](repeating: 0, count: 256)
    fgets(&line, 256, stream)
    let numbers = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        .split(separator: " ").compactMap { Int($0) }
    return numbers.count > 2 ? (numbers[1] - numbers[2]) * 4 : 0
}
