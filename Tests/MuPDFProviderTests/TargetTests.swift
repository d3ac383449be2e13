import CSheafProvider
import ProviderTestHost
import Testing

/// Where the entries of a PDF's outline and the links on its pages lead.
@Suite struct TargetTests {
    private let provider: TestProvider

    init() throws { provider = try TestProvider("sheaf-mupdf") }

    /// Each entry is there, in its place; each link too that says where it leads.
    private func check(_ made: TargetDocument) throws {
        let document = try provider.open(made.bytes)
        let outline = try document.outline()
        #expect(outline.map(\.text) == made.targets.indices.map { "\($0)" })
        for (entry, target) in zip(outline, made.targets) {
            #expect(Led(entry) == Led(target), "the entry \(target.written)")
        }
        let linked = made.targets.enumerated().filter { $1.kind != nil }
        let links = try document.links(0)
        #expect(links.map(\.box[3]) == linked.map { 100 - Double($0.offset) })
        for (link, target) in zip(links, linked.map(\.element)) {
            #expect(Led(link) == Led(target), "the link \(target.written)")
        }
    }

    private static func uri(_ text: String, _ kind: String?, page: Int64 = SHEAF_NO_PAGE) -> TargetCase {
        TargetCase(
            TargetDocument.action("/S/URI/URI(\(text))"), page: page, kind,
            page == SHEAF_NO_PAGE && !text.isEmpty ? text : nil)
    }

    @Test func aBadTargetCostsNoOther() throws {
        let action = TargetDocument.action
        var made = TargetDocument()
        made.targets = [
            .init("/Dest[10 0 R/Fit]", page: 0, "here"), .init("/Dest[8 0 R/Fit]", "here"),
            .init("/Dest[7 0 R/Fit]", "here"), .init("/Dest[null/Fit]", "here"), .init("/Dest[99/Fit]", "here"),
            .init("/Dest[-1/Fit]", "here"), .init("/Dest[2 0 R/Fit]", "here"), .init("/Dest[]", "here"),
            .init("/Dest 7 0 R", "here"), .init("/Dest(nobody)", "here", "#nobody"),
            .init("/Dest/Nobody", "here", "#Nobody"), .init("/Dest 5", "here"), .init("/Dest[(a)/Fit]", "here"),
            .init("/Dest(round)", "here", "#round"), .init("/Dest[11 0 R/XYZ 1 2 0]", page: 1, "here"),
            .init(action("/S/GoTo/D[8 0 R/Fit]"), "here"), .init(action("/S/GoTo"), "here"),
            .init(action("/S/GoTo/D[2/Fit]"), page: 2, "here"),
            .init(action("/S/Launch/F(run.exe)"), "launch", "run.exe"),
            .init(action("/S/Launch/Win<</F(a.exe)>>"), "launch", "a.exe"),
            .init(action("/S/JavaScript/JS(this.pageNum=3)"), "script"),
            .init(action("/S/GoToR/F(other.pdf)/D[2/Fit]"), "document", "other.pdf#page=3"),
            .init(action("/S/GoToR/F<</UF(b.pdf)>>/D(there)"), "document", "b.pdf#nameddest=there"),
            .init(action("/S/GoToR/F(c.pdf)"), "document", "c.pdf"), .init(action("/S/GoToE/D[0/Fit]"), "document"),
            .init(action("/S/GoToR/F<</FS/URL/F(http://a.org/b.pdf)>>"), "web", "http://a.org/b.pdf"),
            .init(action("/S/SubmitForm/F(a)"), "unknown"), .init(action(""), "unknown"), .init("/A 7 0 R", "unknown"),
            .init("/A(GoTo)", "unknown"), .init("", nil), .init("/Dest null", nil),
            .init("/Dest 7 0 R" + action("/S/GoTo/D[13 0 R/Fit]"), page: 3, "here"),
            .init("/Dest[13 0 R/Fit]", page: 3, "here"),
        ]
        made.catalog = "/Dests<</round/square/square(round)>>"
        try check(made)
    }

    /// MuPDF takes what has no "://" for a path; and has the links of such a page backwards.
    @Test func linksOfHTMLAreToldAsTheyAreWritten() throws {
        let written = [
            ("www.example.org", "web"), ("example.org/path", "web"), ("mailto:a@b.c", "mail"),
            ("HTTP://EXAMPLE.org", "web"),
            ("javascript:alert(1)", "script"), ("file:///etc/passwd", "file"), ("tel:+1", "unknown"),
            ("https://example.org/日", "web"),
        ]
        let links = (written.map(\.0) + ["#top", "other.xhtml", "b.pdf"]).map { "<p><a href=\"\($0)\">x</a></p>" }
            .joined()
        let text = "<p id=\"top\">Top</p>\(links)"
        let page = "<!DOCTYPE html><html><head></head><body>\(text)</body></html>"
        let found = try provider.open(Array(page.utf8)).links(0)
        #expect(found.prefix(written.count).map(\.uri) == written.map(\.0))
        #expect(found.map(\.key) == written.map(\.1) + ["here", "document", "document"])
        #expect(found.map(\.page).filter { $0 >= 0 } == [0] && found.dropLast(2).last?.page == 0)
        #expect(found.suffix(2).map { $0.uri?.hasSuffix("other.xhtml") } == [true, false])
    }

    @Test func namedActionsLeadToTheirPage() throws {
        func named(_ name: String) -> String { TargetDocument.action("/S/Named/N/\(name)") }
        var made = TargetDocument()
        made.targets = [
            .init(named("FirstPage"), page: 0, "here"), .init(named("LastPage"), page: 3, "here"),
            .init(named("Print"), "unknown"),
        ]
        try check(made)
        // An outline is on no page, and before the first one is none.
        made.targets = [.init(named("NextPage"), page: 1, "here"), .init(named("PrevPage"), "here")]
        let document = try provider.open(made.bytes)
        #expect(try document.links(0).map { Led($0) } == made.targets.map { Led($0) })
        #expect(try document.outline().map(\.page) == [SHEAF_NO_PAGE, SHEAF_NO_PAGE])
    }

    @Test func namesAreFoundInBothPlaces() throws {
        var made = TargetDocument()
        made.catalog = """
            /Dests<</old[11 0 R/Fit]/both[11 0 R/Fit]/dict<</D[12 0 R/Fit]>>>>/Names<</Dests<</Kids[7 0 R 20 0 R 21 0 R]>>>>
            """
        // The order is wrong, one has lost its value, one its name, and the tree leads into itself.
        made.objects = """
            20 0 obj <</Kids[21 0 R 20 0 R]/Names[(z)[13 0 R/Fit](lost)(a b)[10 0 R/XYZ 5 60 0]]>> endobj
            21 0 obj <</Names[(both)[12 0 R/Fit]7 0 R(gone)7 0 R(chain)(dict)<FEFF65E5>[13 0 R/Fit]]>> endobj
            """
        made.targets = [
            .init("/Dest(a b)", page: 0, "here"), .init("/Dest/old", page: 1, "here"),
            .init("/Dest(old)", page: 1, "here"),
            .init("/Dest(both)", page: 2, "here"), .init("/Dest/both", page: 1, "here"),
            .init("/Dest(z)", page: 3, "here"), .init("/Dest<FEFF65E5>", page: 3, "here"),
            .init("/Dest/dict", page: 2, "here"), .init("/Dest(lost)", "here", "#lost"),
            .init("/Dest(gone)", "here", "#gone"),
            Self.uri("#a b", "here", page: 0), Self.uri("#nameddest=z", "here", page: 3),
            Self.uri("#page=4", "here", page: 3), Self.uri("#page=5", "here"), Self.uri("#nobody", "here"),
        ]
        try check(made)
    }

    @Test(arguments: [
        ("/XYZ 10 60 0", [10, 40]), ("/XYZ null 60 0", [0, 40]), ("/XYZ null null null", [0, 0]), ("/Fit", [0, 0]),
        ("/FitH 60", [0, 40]), ("/FitH null", [0, 0]), ("/FitV 10", [10, 0]), ("/FitR 10 20 100 60", [10, 40]),
        ("/FitB", [0, 0]), ("/FitBH 30", [0, 70]), ("/FitBV 30", [30, 0]), ("", [0, 0]), ("/XYZ (a) /b", [0, 0]),
    ]) func theFitSaysWhereOnThePage(fit: String, point: [Double]) throws {
        var made = TargetDocument()
        made.targets = [.init("/Dest[11 0 R\(fit)]", page: 1, "here")]
        let document = try provider.open(made.bytes)
        #expect(try document.outline().map(\.target) == [point])
        #expect(try document.links(0).map(\.target) == [point])
    }

    @Test func anAddressIsToldAsItIsWritten() throws {
        let web = [
            "www.example.org", "WWW.example.org/a.pdf", "example.org/path", "example.org:8080/path", "//example.org/a",
            "http://example.org", "HTTP://EXAMPLE.org", "https://example.org/日?a=b c", "ftp://example.org",
            "sub.example.org/a/b.html#c", "m\u{fc}nchen.de/x",
        ]
        let documents = [
            "other.pdf#page=2", "./x.pdf", "../x.EPUB", "sub/x.djvu", "v1.2/x.pdf", "a b.txt", "x.html?q#r", "x.cbz",
        ]
        let files = ["file:///etc/passwd", "FILE:a", "/etc/passwd", "C:/a.pdf", "c:\\\\a", "\\\\\\\\host\\\\share"]
        let unknown = [
            "tel:123", "data:text/html,x", "name", "./name", "example.org", "a@b.c", "x.exe", "a:b.c/", "?q", ".pdf/",
            ":", "..", "localhost:80/x", "1.2/3",
        ]
        var made = TargetDocument()
        made.targets =
            web.map { Self.uri($0, "web") } + documents.map { Self.uri($0, "document") }
            + unknown.map { Self.uri($0, "unknown") } + [Self.uri("mailto:a@b.c", "mail"), Self.uri("", nil)]
            + files.map {
                TargetCase(TargetDocument.action("/S/URI/URI(\($0))"), "file", $0.replacing("\\\\", with: "\\"))
            }
            + [
                .init(TargetDocument.action("/S/URI/URI(javascript:alert\\(1\\))"), "script", "javascript:alert(1)"),
                .init(TargetDocument.action("/S/URI/URI( http://a/\\n)"), "web", "http://a/"),
                .init(TargetDocument.action("/S/URI/URI<FEFF0061002E00700064006665E5>"), "unknown", "a.pdf日"),
                .init(TargetDocument.action("/S/URI/URI(http://a/\\351)"), "web", "http://a/é"),
                .init(TargetDocument.action("/S/URI"), nil),
            ]
        try check(made)
    }

    @Test func whatAllAddressesBeginWithIsAdded() throws {
        var made = TargetDocument()
        made.catalog = "/URI<</Base(https://example.org/a/b.html?c)>>"
        made.targets = [
            ("x.pdf", "https://example.org/a/x.pdf"), ("/y", "https://example.org/y"),
            ("./z", "https://example.org/a/z"),
            ("www.example.com", "www.example.com"), ("http://b/", "http://b/"),
        ].map { .init(TargetDocument.action("/S/URI/URI(\($0))"), "web", $1) }
        made.targets += [Self.uri("#page=2", "here", page: 1), Self.uri("mailto:a@b.c", "mail")]
        try check(made)
        made.catalog = "/URI<</Base(file:///home/)>>"
        made.targets = [Self.uri("x.pdf", "document")]
        try check(made)
    }

    @Test func linksOfAWebPageAreToldAsTheyAreWritten() throws {
        let written = [
            ("http://a/", "web"), ("www.example.org", "web"), ("other.pdf#page=2", "document"), ("#nobody", "here"),
            ("javascript:alert(1)", "script"), ("mailto:a@b.c", "mail"), ("file:///etc/passwd", "file"),
        ]
        let links = written.map { "<p><a href=\"\($0.0)\">link</a></p>" }.joined()
        let page = "<!DOCTYPE html>\n<html><body><p id=\"a\">x</p>\(links)<p><a href=\"#a\">link</a></p></body></html>"
        // MuPDF has them from the last one on.
        let found = try provider.open(Array(page.utf8)).links(0).sorted { $0.box[1] < $1.box[1] }
        #expect(found.map(\.uri) == written.map(\.0) + [nil])
        #expect(found.map(\.key) == written.map(\.1) + ["here"])
        #expect(found.last?.page == 0)
    }

    // MARK: At random

    /// A target of each kind, with names and numbers at random.
    private static func targets(_ dice: inout SeededNumbers) -> [TargetCase] {
        let page = Int64.random(in: 0..<4, using: &dice), number = Int.random(in: 4...100_000, using: &dice)
        let word = String((0..<6).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement(using: &dice) ?? "a" })
        let fit =
            ["/Fit", "/FitH 7", "/XYZ 1 2 null", "/FitR 1 2 3 4", "", "/FitB", "/Nonsense"].randomElement(using: &dice)
            ?? ""
        let ending = ["pdf", "epub", "djvu", "txt", "html"].randomElement(using: &dice) ?? "pdf"
        let gone = [
            "8 0 R", "7 0 R", "null", "\(number)", "-\(number)", "1 0 R", "/\(word)", "(\(word))", "<<>>", "[0]", "0.5",
        ]
        let action = TargetDocument.action
        return [
            .init("/Dest[\(10 + page) 0 R\(fit)]", page: page, "here"),
            .init("/Dest[\(page)\(fit)]", page: page, "here"),
            .init(action("/S/GoTo/D[\(10 + page) 0 R\(fit)]"), page: page, "here"),
            .init("/Dest(tree\(page))", page: page, "here"), .init("/Dest/dict\(page)", page: page, "here"),
            .init("/Dest[\(gone.randomElement(using: &dice) ?? "")\(fit)]", "here"),
            .init(action("/S/GoTo/D[\(gone.randomElement(using: &dice) ?? "")\(fit)]"), "here"),
            .init("/Dest(\(word))", "here", "#\(word)"), .init(action("/S/GoTo/D/\(word)"), "here", "#\(word)"),
            .init(
                action("/S/GoToR/F(\(word).\(ending))/D[\(page)\(fit)]"), "document",
                "\(word).\(ending)#page=\(page + 1)"),
            .init(action("/S/GoToR/F(\(word))/D(\(word))"), "document", "\(word)#nameddest=\(word)"),
            .init(action("/S/Launch/F(\(word).exe)"), "launch", "\(word).exe"),
            .init(action("/S/JavaScript/JS(\(word))"), "script"), .init(action("/S/Named/N/\(word)"), "unknown"),
            .init(action("/S/\(word)"), "unknown"), .init("", nil), uri("http://\(word).org/\(number)", "web"),
            uri("www.\(word).org", "web"), uri("\(word).org/\(number)", "web"),
            uri("mailto:\(word)@\(word).org", "mail"),
            uri("#page=\(page + 1)", "here", page: page), uri("#page=\(number + 1)", "here"),
            uri("\(word).\(ending)#page=\(number)", "document"), uri("./\(word).\(ending)", "document"),
            uri("/\(word)/\(number)", "file"), uri("file:///\(word)", "file"), uri("javascript:\(word)", "script"),
            uri(word, "unknown"), uri("\(word):\(number)", "unknown"),
        ]
    }

    @Test(arguments: 1...5) func fiveMoreOfEachKindAreRight(seed: UInt64) throws {
        var dice = SeededNumbers(seed: seed)
        var made = TargetDocument()
        made.targets = Self.targets(&dice).shuffled(using: &dice)
        made.catalog = """
            /Dests<<\((0..<4).map { "/dict\($0)[\(10 + $0) 0 R/Fit]" }.joined())>>/Names<</Dests<</Names\
            [\((0..<4).shuffled(using: &dice).map { "(tree\($0))<</D[\(10 + $0) 0 R/Fit]>>" }.joined())]>>>>
            """
        try check(made)
    }
}
