import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

@Suite struct ContentTests {
    /// Room for eleven characters in a line.
    private func narrow() throws -> TestDocument {
        try Pattern.document("width = 80", "height = 300", "text = The quick brown fox the QUICK")
    }

    @Test func textIsBrokenIntoLines() throws {
        let items = try narrow().text(0)
        #expect(items.map(\.text) == ["1\n", "The quick\n", "brown fox\n", "the QUICK\n"])
        #expect(items.allSatisfy { $0.kind == SHEAF_ITEM_TEXT && $0.page == -1 })
        for (upper, lower) in zip(items, items.dropFirst()) { #expect(upper.box[3] <= lower.box[1]) }
    }

    @Test func searchDisregardsCase() throws {
        let document = try narrow()
        let lines = try document.text(0)
        let matches = try document.search("qUiCk", page: 0)
        #expect(matches.map(\.level) == [0, 1])
        #expect(matches.map(\.kind) == [SHEAF_ITEM_MATCH, SHEAF_ITEM_MATCH])
        #expect(matches[0].box == [lines[1].box[0] + 24, lines[1].box[1], lines[1].box[2], lines[1].box[3]])
        #expect(try document.search("cat", page: 0).isEmpty)
    }

    @Test func matchOverTwoLinesHasTwoBoxesOfOneLevel() throws {
        let matches = try narrow().search("quick brown", page: 0)
        #expect(matches.map(\.level) == [0, 0])
        #expect(matches[0].box[1] < matches[1].box[1])
    }

    @Test func searchForNothingIsRefused() throws {
        let refusal = try #require(throws: Refusal.self) { _ = try narrow().search("", page: 0) }
        #expect(refusal.code == -EINVAL)
    }

    @Test func linksLeadToThePagesAround() throws {
        let document = try Pattern.document("pages = 20", "links = on")
        #expect(try document.links(5).map(\.page) == [4, 6, 15])
        #expect(try document.links(0).map(\.page) == [1, 10])
        #expect(try document.links(19).map(\.page) == [18])
        #expect(try document.links(5).allSatisfy { $0.kind == SHEAF_ITEM_LINK && $0.uri == nil })
        #expect(try Pattern.document("pages = 20").links(5).isEmpty)
    }

    @Test func picturesAreWhereTheDocumentSays() throws {
        let document = try Pattern.document("width = 200", "height = 300", "picture = 25 50 50 60")
        #expect(try document.pictures(3).map(\.box) == [[50, 150, 150, 330]])
        // The margin lines are at 8 percent of the shorter side, a point wide; the picture reaches past them.
        #expect(try document.ink(3) == [16, 16, 185, 330])
        #expect(try Pattern.document("width = 200").pictures(3).isEmpty)
        #expect(throws: Refusal.self) { _ = try document.ink(100) }
    }

    @Test func textIsLaidOutAsAReaderWantsIt() throws {
        let host = try Pattern.host()
        let lines = Pattern.text(["pages = 40", "width = 60", "height = 80", "flows = on"])
        func open(_ flow: sheaf_flow?) throws -> TestDocument {
            try host.open(TestSource(lines), TestRequest(flow: flow))
        }
        var flow = sheaf_flow()
        flow.size = UInt32(MemoryLayout<sheaf_flow>.size)
        flow.margin = -1
        let plain = try open(nil)
        #expect(try plain.count().pages == 40 && open(flow).count().pages == 40)
        flow.font_size = 24
        let large = try open(flow)
        #expect(try large.count().pages == 160)
        for page: Int64 in [0, 7, 39] {
            let there = try large.page(at: plain.position(page))
            #expect(there == 4 * page)
            for other in there..<there + 4 { #expect(try plain.page(at: large.position(other)) == page) }
        }
        (flow.width, flow.height) = (120, 160)
        let wide = try open(flow)
        #expect(try wide.count().pages == 40 && wide.metrics(0).width == 120)
        #expect(throws: Refusal.self) { _ = try plain.position(40) }
        #expect(throws: Refusal.self) { _ = try plain.page(at: -1) }
        // One that does not say so is not asked.
        let request = TestRequest()
        _ = try host.open(TestSource(Pattern.text(["pages = 40"])), request)
        #expect(!request.hasAskedForFlow)
        for other in ["pages = unknown", "pages = about 7", "order = 1, 2", "pages = 9\nmovable = on"] {
            let refusal = try #require(throws: Refusal.self) { _ = try Pattern.document(other, "flows = on") }
            #expect(refusal.text?.contains("flows = on needs a number of pages") == true)
        }
    }

    @Test func annotationsAreOfFourKindsInTurn() throws {
        let document = try Pattern.document("pages = 20", "annotations = 5")
        let all = try document.annotations(11)
        #expect(all.map(\.key) == ["highlight", "text", "ink", "stamp", "highlight"])
        #expect(all.map(\.text) == ["1 on page 12", "2 on page 12", "", "4 on page 12", "5 on page 12"])
        #expect(all.allSatisfy { $0.kind == SHEAF_ITEM_ANNOTATION && $0.author == "Pattern" })
        #expect(all.map(\.modified) == (0..<5).map { 1_700_000_000 + $0 * 60 })
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.box[2] < $1.box[0] && $0.box[1] == $1.box[1] })
        #expect(try Pattern.document("pages = 20").annotations(5).isEmpty)
        let refusal = try #require(throws: Refusal.self) { _ = try Pattern.document("annotations = 1001") }
        #expect(refusal.text?.hasSuffix("annotations is \"1001\", not a number from 0 to 1000") == true)
    }

    @Test func pagesAreCountedBitByBit() throws {
        let document = try Pattern.document("pages = 20", "counted-by = 8")
        #expect(try document.count() == (SHEAF_COUNTING, 21))
        #expect(try document.counted() == 16)
        // All pages are there meanwhile.
        #expect(try document.pages(from: 18, length: 5) == [18, 19])
        #expect(try document.count() == (SHEAF_EXACT, 20) && document.counted() == 20)
    }

    @Test func outlineHasTwoLevels() throws {
        let document = try Pattern.document("pages = 50", "outline-every = 4", "roman-front = 6")
        let entries = try document.outline()
        #expect(entries.count == 13)
        #expect(entries.map(\.level) == [0] + Array(repeating: 1, count: 9) + [0, 1, 1])
        #expect(entries.prefix(3).map(\.text) == ["Page i", "Page v", "Page 3"])
        #expect(entries.prefix(3).map(\.page) == [0, 4, 8])
    }

    @Test func longOutlineStopsWhereTheHostSays() throws {
        let document = try Pattern.document("pages = 1000000000", "outline-every = 1")
        let request = TestRequest()
        request.stop = (after: 100, answer: SHEAF_CANCELLED)
        #expect(throws: Refusal(code: SHEAF_CANCELLED)) { _ = try document.outline(request) }
        #expect(request.items.count == 100)
    }

    @Test(arguments: [(1, "i"), (4, "iv"), (9, "ix"), (48, "xlviii"), (1994, "mcmxciv"), (3888, "mmmdccclxxxviii")])
    func frontPagesHaveRomanLabels(number: Int64, label: String) throws {
        let document = try Pattern.document("pages = 5000", "roman-front = 3999")
        #expect(try document.metrics(number - 1).label == label)
        #expect(try document.metrics(3999).label == "1")
    }

    @Test func numberTakesDragsAndMarginsAreBlank() throws {
        let document = try Pattern.document("width = 100", "height = 100")
        let box = try #require(try document.text(0).first).box
        #expect(document.hit(0, x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2) == (0, 1))
        #expect(document.hit(0, x: 50, y: 90) == (0, 0))
        #expect(document.hit(0, x: 1, y: 1) == (SHEAF_BACKGROUND, 0))
        #expect(document.hit(0, x: .nan, y: 1) == (SHEAF_BACKGROUND, 0))
    }

    @Test func adviceAndEventsAreLogged() throws {
        let document = try Pattern.document("pages = 50")
        let host = document.host
        let pages: [Int64] = [3, 4]
        try host.ask { host.table.prefetch(document.pointer, $0, pages, 2) }
        try host.ask { host.table.cancel_prefetch(document.pointer, $0, pages, 1) }
        try host.ask { host.table.appearance(document.pointer, $0, 3, SHEAF_DID_APPEAR) }
        host.table.trim(host.plugin, SHEAF_TRIM_CRITICAL)
        #expect(
            host.log == [
                "7 pattern: prefetch [3, 4]", "7 pattern: prefetch of [3] cancelled", "7 pattern: page 3 didAppear",
                "7 pattern: trimmed, level critical",
            ])
        #expect(try document.metrics(3).label == "4")
    }

    @Test func documentsOfOneProviderAreApart() throws {
        let host = try Pattern.host()
        let first = try host.open(Pattern.text(["width = 100"]))
        #expect(try first.metrics(0).width == 100)
        first.close()
        let second = try host.open(Pattern.text(["width = 200"]))
        let third = try host.open(Pattern.text(["width = 300"]))
        #expect(try second.metrics(0).width == 200)
        #expect(try third.metrics(0).width == 300)
    }
}
