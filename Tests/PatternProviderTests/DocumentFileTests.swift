import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

@Suite struct DocumentFileTests {
    @Test(arguments: [
        ("", "line 1: it is not \"sheaf-pattern 1\""),
        ("sheaf-pattern 2\n", "line 1: it is not \"sheaf-pattern 1\""),
        ("sheaf-pattern 1\npages\n", "line 2: it is not \"key = value\""),
        (
            "sheaf-pattern 1\n\n# pages\npagse = 3\n",
            "line 4: there is no key \"pagse\"; there are annotations, blank, broken, claims, cost, counted-by,"
        ),
        ("sheaf-pattern 1\npages = 3\npages = 3\n", "line 3: pages is there twice"),
        ("sheaf-pattern 1\npages = -1\n", "line 2: pages is \"-1\", not a number from 0 to 1000000000, \"about\""),
        ("sheaf-pattern 1\npages = 1000000001\n", "line 2: pages is"),
        ("sheaf-pattern 1\npages = about\n", "line 2: pages is"),
        ("sheaf-pattern 1\r\nwidth = nan\r\n", "line 2: width is \"nan\", not a number from 1.0 to 14400.0"),
        ("sheaf-pattern 1\nheight = 14401", "line 2: height is \"14401\", not a number from 1.0 to 14400.0"),
        ("sheaf-pattern 1\nvary = 91", "line 2: vary is \"91\", not a number from 0.0 to 90.0"),
        ("sheaf-pattern 1\nrender-ms = 60001", "line 2: render-ms is \"60001\", not a number from 0 to 60000"),
        ("sheaf-pattern 1\ncost = free", "line 2: cost is \"free\", not busy or sleep"),
        ("sheaf-pattern 1\nroman-front = 4000", "line 2: roman-front is \"4000\", not a number from 0 to 3999"),
        ("sheaf-pattern 1\nlinks = maybe", "line 2: links is \"maybe\", not on or off"),
        ("sheaf-pattern 1\nfill = plaid", "line 2: fill is \"plaid\", not solid or checker or gradient"),
        ("sheaf-pattern 1\nseed =", "line 2: seed is \"\", not a number from -9223372036854775808 to"),
        ("sheaf-pattern 1\npages = unknown\nmovable = on", "movable = on needs a number of pages"),
        ("sheaf-pattern 1\npages = unknown\noutline-every = 2", "outline-every needs a number of pages"),
        ("sheaf-pattern 1\norder = 0-4, 3", "line 2: order is \"0-4, 3\", not pages and ranges, each page once"),
        ("sheaf-pattern 1\norder = 0-4,", "line 2: order is \"0-4,\", not pages and ranges"),
        ("sheaf-pattern 1\norder = 5-2", "line 2: order is \"5-2\", not pages and ranges"),
        ("sheaf-pattern 1\norder = -3", "line 2: order is \"-3\", not pages and ranges"),
        ("sheaf-pattern 1\norder = 1-2-3", "line 2: order is \"1-2-3\", not pages and ranges"),
        ("sheaf-pattern 1\norder = 1 2", "line 2: order is \"1 2\", not pages and ranges"),
        ("sheaf-pattern 1\norder = 1000000000", "line 2: order is \"1000000000\", not pages and ranges"),
        ("sheaf-pattern 1\norder = 1\npages = 1", "order and pages are both there"),
        ("sheaf-pattern 1\nbroken = all", "line 2: broken is \"all\", not pages and ranges"),
        (
            "sheaf-pattern 1\norientations = square",
            "line 2: orientations is \"square\", not portrait, landscape or both"
        ),
        ("sheaf-pattern 1\norientations =", "line 2: orientations is \"\", not portrait, landscape or both"),
        ("sheaf-pattern 1\nclaims = 1 2 3", "line 2: claims is \"1 2 3\", not four numbers from 0 to 100"),
        ("sheaf-pattern 1\nclaims = 1 2 3 101", "line 2: claims is \"1 2 3 101\", not four numbers from 0 to 100"),
        ("sheaf-pattern 1\nblank = 51", "line 2: blank is \"51\", not a number from 0.0 to 50.0"),
        ("sheaf-pattern 1\nrevision = x", "line 2: revision is \"x\", not a number from"),
    ])
    func mistakesAreNamedWithTheirLine(text: String, message: String) throws {
        let refusal = try #require(throws: Refusal.self) { _ = try Pattern.host().open(text) }
        #expect(refusal.code == -EBADMSG)
        #expect(refusal.text?.hasPrefix("cannot read the pattern document: \(message)") == true, "\(refusal)")
    }

    @Test func aFileThatIsTooLongIsRefused() throws {
        let text = "cannot read the pattern document: the file is longer than 65536 bytes"
        #expect(throws: Refusal(code: -EBADMSG, text: text)) {
            _ = try Pattern.host().open("sheaf-pattern 1\n" + String(repeating: "#", count: 65_536))
        }
    }

    @Test func textThatIsNotUTF8IsRefused() throws {
        let source = TestSource(bytes: Array("sheaf-pattern 1\ntitle = ".utf8) + [0xff, 0x0a])
        #expect(throws: Refusal(code: -EBADMSG, text: "cannot read the pattern document: the file is not UTF-8")) {
            _ = try Pattern.host().open(source)
        }
    }

    @Test func errorsOfTheSourceAreToldOn() throws {
        let source = TestSource("sheaf-pattern 1\n")
        source.failure = Int64(-EIO)
        #expect(throws: Refusal(code: -EIO, text: "cannot read the document at byte 0: Input/output error")) {
            _ = try Pattern.host().open(source)
        }
    }

    @Test func everyKeyIsTakenOver() throws {
        let document = try Pattern.document(
            "  pages =  about 12  ", "# a comment", "", "width=300", "height = 400.5", "vary = 0", "render-ms = 1",
            "cost = sleep", "roman-front = 4", "links = yes", "outline-every = 5", "title = A = B", "text = Some Words",
            "seed = -3", "movable = on", "fill = gradient")
        #expect(try document.count() == (SHEAF_ESTIMATED, 12))
        #expect(try document.metrics(3) == (300, 400.5, "iv"))
        #expect(try document.metrics(4) == (300, 400.5, "1"))
        #expect(try document.metadata().map(\.text) == ["A = B", "sheaf-pattern 1"])
        #expect(try document.text(4).map(\.text) == ["5\n", "Some Words\n"])
    }

    @Test func sidesVaryWithinTheirShare() throws {
        let document = try Pattern.document("pages = 500", "width = 100", "height = 200", "vary = 25")
        let sizes = try (0..<500).map { try document.metrics($0) }
        #expect(sizes.allSatisfy { (75...125).contains($0.width) && (150...250).contains($0.height) })
        #expect(Set(sizes.map(\.width)).count > 490)
        #expect(try document.metrics(77) == sizes[77])
    }

    @Test func refreshReadsTheFileAgain() throws {
        let document = try Pattern.document("pages = 5")
        try document.refresh()
        #expect(document.host.changes.isEmpty)

        document.source.bytes = Array(Pattern.text(["pages = 7"]).utf8)
        try document.refresh()
        #expect(try document.count() == (SHEAF_EXACT, 7))
        document.source.bytes = Array(Pattern.text(["pages = 7", "width = 50"]).utf8)
        try document.refresh()
        #expect(try document.metrics(0).width == 50)
        #expect(document.host.changes.map(\.kind) == [SHEAF_CHANGED_PAGES, SHEAF_CHANGED_ALL])
        #expect(document.host.changes.allSatisfy { $0.document == document.pointer })
    }

    @Test func failedRefreshLeavesTheDocumentAsItWas() throws {
        let document = try Pattern.document("pages = 5")
        document.source.bytes = Array("nonsense".utf8)
        #expect(throws: Refusal.self) { try document.refresh() }
        #expect(try document.count() == (SHEAF_EXACT, 5))
        #expect(document.host.changes.isEmpty)
    }
}
