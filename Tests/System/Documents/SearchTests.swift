import Foundation
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Searches over the wire.
@Suite struct SearchTests {
    private typealias SearchError = VarlinkCallError<DocumentInterface.Failure>

    private func failure(of body: () throws -> Void) throws -> DocumentInterface.Failure? {
        do {
            try body()
            return nil
        } catch SearchError.failed(let failure) {
            return failure
        }
    }

    /// A page with lines of text.
    private static func document(_ lines: String...) -> Data {
        let text = lines.map { "(\($0)) Tj 0 -14 Td" }.joined(separator: " ")
        let content = "BT /F 12 Tf 10 180 Td \(text) ET"
        return Data(
            """
            %PDF-1.4
            1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
            2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
            3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>> endobj
            4 0 obj <</Length \(content.utf8.count)>> stream
            \(content)
            endstream endobj
            5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>> endobj
            trailer <</Root 1 0 R>>
            %%EOF

            """.utf8)
    }

    /// Returns mutool's text of each page, its lines joined and divided words made whole.
    private static func plainText(_ path: String) throws -> [String] {
        let text = try Mutool.plainText(of: path)
        return text.split(separator: "\u{c}", omittingEmptySubsequences: false).map { page in
            var joined = ""
            for line in page.split(whereSeparator: \.isNewline) {
                let isDivided = joined.last == "-" && joined.dropLast().last?.isLetter == true
                if isDivided { joined.removeLast() }
                joined += (isDivided || joined.isEmpty ? "" : " ") + line
            }
            return joined
        }
    }

    /// Returns text as it is searched.
    private static func folded(_ text: String) -> String {
        text.split { $0.isWhitespace }.joined(separator: " ").decomposedStringWithCompatibilityMapping
            .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    private static func count(_ needle: String, in text: String) -> Int {
        text.components(separatedBy: needle).count - 1
    }

    @Test(arguments: [
        Case("PDF", Result { try Documents.policy.get() }), Case("EPUB", .success(Documents.policyEPUB)),
    ])
    func whatIsFoundIsWhatAPlainScanFinds(book: Case<Result<String, any Error>>) throws {
        let path = try book.value.get()
        let service = try RunningService()
        let reader = try TestReader(service, path)
        // Nobody else lays a book out in the same pages: of those it is the text that they say they have.
        let isPDF = path.hasSuffix(".pdf")
        let pages =
            try isPDF
            ? Self.plainText(path)
            : reader.allPages().map { try reader.text(index: $0.index).runs.map(\.text).joined() }
        for needle in ["debian", "control file", "must not", "e", "maintainer scripts are", "xyzzy"] {
            var found: [Int: Int] = [:]
            let replies = try reader.search(needle.uppercased())
            for reply in replies {
                guard let page = reply.page else { continue }
                found[page.index, default: 0] += reply.matches.count
                #expect(reply.matches.allSatisfy { !$0.places.isEmpty && $0.places[0].region.width > 0 })
            }
            var expected: [Int: Int] = [:]
            for (index, text) in pages.enumerated() {
                // Of a text that flows it may go on on the next page.
                let next = isPDF || index + 1 == pages.count ? "" : String(pages[index + 1].prefix(100))
                let count = Self.count(needle, in: Self.folded(text + next)) - Self.count(needle, in: Self.folded(next))
                if count > 0 { expected[index] = count }
            }
            #expect(found == expected, "\(needle)")
            let last = try #require(replies.last)
            #expect(last.found == expected.values.reduce(0, +) && last.unreadable == 0 && last.page == nil)
            #expect(last.searched == last.pages.pages && (needle == "xyzzy") == (last.found == 0))
        }
    }

    /// Characters that a program has set for those that were typed, as a font of a PDF has them, are found by what was typed.
    @Test func whatIsTypedIsFoundInAPDF() throws {
        let service = try RunningService()
        let path = try service.file(
            "typed.pdf",
            Self.document(
                "don\\222t say \\223hello\\224", "pages 12\\22615 and a\\227b", "more\\205 co\\255operate",
                "wait \\226", "then"))
        let reader = try TestReader(service, path)
        for needle in ["don't", "\"hello\"", "12-15", "a-b", "more...", "wait - then"] {
            #expect(try reader.search(needle).last?.found == 1, "\(needle)")
        }
    }

    /// A phrase that begins on one page and ends on the next is found, once, wherever pages end: in EPUB, plain text, and columns.
    @Test(arguments: ["words.epub", "words.txt"], [1, 2])
    func phrasesGoOnOverTheEndOfAPage(name: String, columns: Int) throws {
        let service = try RunningService(providers: ["sheaf-mupdf", "sheaf-epub", "sheaf-text"])
        let path = service.folder.appendingPathComponent(name).path
        let script = """
            import sys, zipfile
            words = ' '.join(f'w{number:04}' for number in range(1500))
            if sys.argv[1].endswith('.txt'):
                open(sys.argv[1], 'w').write(words + '\\n')
            else:
                book = zipfile.ZipFile(sys.argv[1], 'w')
                book.writestr('mimetype', 'application/epub+zip')
                book.writestr('META-INF/container.xml', '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>')
                book.writestr('c.opf', '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="u"><metadata/><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>')
                book.writestr('a.xhtml', f'<html xmlns="http://www.w3.org/1999/xhtml"><body><p>{words}</p></body></html>')
                book.close()
            """
        let made = try Command.run("/usr/bin/python3", ["-c", script, path])
        try #require(made.status == 0, "\(made.errors)")
        let reader = try TestReader(service, path, looks: .init(flow: .init(fontSize: 20, columns: columns)))
        func words(_ page: Int) throws -> [Substring] {
            try reader.text(index: page).runs.map(\.text).joined().split { $0.isWhitespace }
        }
        var (ends, total) = (0, 0)
        let pages = try #require(try reader.search("w0001").last?.pages.pages)
        for page in 0..<pages - 1 {
            let phrase = try words(page).suffix(2) + words(page + 1).prefix(2)
            let replies = try reader.search(phrase.joined(separator: " "))
            let reply = try #require(replies.first { !$0.matches.isEmpty }, "page \(page): \(phrase)")
            #expect(replies.last?.found == 1 && reply.page?.index == page && reply.matches.count == 1)
            #expect(reply.matches.first?.places.isEmpty == false && reply.matches.first?.rest?.isEmpty == false)
            ends += 1
        }
        for number in stride(from: 0, to: 1_499, by: 37) {
            let phrase = (number...number + 1).map { "w" + String(repeating: "0", count: 4 - "\($0)".count) + "\($0)" }
            total += try reader.search(phrase.joined(separator: " ")).last?.found ?? 0
        }
        #expect(ends >= 3 && total == 41)
    }

    /// A text is searched before it is laid out: what is found is told at once, and again with its page. Both are what a plain scan finds.
    @Test(arguments: [false, true]) func aTextIsSearchedBeforeItIsLaidOut(isMarkdown: Bool) throws {
        let service = try RunningService(providers: ["sheaf-text"])
        // 100 needles, some 13 pages apart, several in each part that is searched at once. To lay the paragraphs out takes seconds.
        let rest = String(repeating: " a dozen words and a thread", count: 16)
        let lines = (0..<8_000).map { (line: Int) in
            (line % 80 == 7 ? "a needle and" : "some words and") + rest + "\n\n"
        }
        let path = try service.file(isMarkdown ? "long.md" : "long.txt", Data(lines.joined().utf8))
        let reader = try TestReader(service, path)
        let replies = try reader.search("needle and", early: true)
        let early = replies.filter { $0.page == nil && !$0.matches.isEmpty }
        let placed = replies.filter { $0.page != nil }
        let found = early.flatMap(\.matches)
        #expect(found.count == 100 && replies.last?.unreadable == 0)
        #expect(replies.last?.found == 100)
        #expect(found.allSatisfy { $0.places.isEmpty && $0.text == "needle and" && $0.before.hasSuffix("a ") })
        let end = try #require(early.first?.end)
        #expect(
            found.compactMap(\.position) == found.compactMap(\.position).sorted() && found.last?.position ?? 0 < end)
        // All of that came before the last page was laid out.
        let last = try #require(replies.lastIndex { $0.page == nil && !$0.matches.isEmpty })
        #expect(replies[last].pages.kind == .estimated && last < replies.count - placed.count / 2)
        #expect(placed.flatMap(\.matches).map(\.position) == found.map(\.position))
        #expect(placed.flatMap(\.matches).allSatisfy { !$0.places.isEmpty && $0.text == "needle and" })
        let indexes = placed.compactMap { $0.page?.index }
        #expect(indexes == indexes.sorted() && replies.last?.searched == replies.last?.pages.pages)
        for reply in placed.prefix(3) {
            let page = try #require(reply.page)
            #expect(try reader.text(index: page.index).runs.map(\.text).joined().contains("needle"))
        }
        // Who does not want that gets each once, also now that all pages are known; backward, and from the middle on.
        try eventually { try reader.state().document.count.kind == .exact }
        let middle = indexes[indexes.count / 2]
        let late = try reader.search("needle and", early: true)
        #expect(late.allSatisfy { $0.page != nil || $0.matches.isEmpty } && late.last?.found == 100)
        #expect(try reader.search("needle and").compactMap { $0.page?.index } == indexes)
        let around = try reader.search("needle and", index: middle).compactMap { $0.page?.index }
        #expect(around == indexes.filter { $0 >= middle } + indexes.filter { $0 < middle })
        let backward = try reader.search("needle and", index: middle, direction: .backward)
        #expect(
            backward.compactMap { $0.page?.index }
                == indexes.filter { $0 <= middle }.reversed() + indexes.filter { $0 > middle }.reversed())
        #expect(backward.last?.found == 100)
        #expect(try reader.search("nowhere at all").last?.found == 0)
        // More than are kept at once.
        guard !isMarkdown else { return }
        let dense = try reader.search("dozen")
        #expect(dense.last?.found == 16 * lines.count)
    }

    /// Matches stand where mutool has them, character by character.
    @Test(arguments: ["must not", "debian", "i"])
    func matchesStandWhereMutoolHasThem(needle: String) throws {
        let path = try Documents.policy.get()
        let service = try RunningService()
        let script = """
            var doc = Document.openDocument ? Document.openDocument(scriptArgs[0]) : new Document(scriptArgs[0]);
            for (var p = 10; p < 30; ++p) print(JSON.stringify(doc.loadPage(p).search("\(needle)")));
            """
        let file = try service.file("search.js", Data(script.utf8))
        let lines = try Command.run("/usr/bin/mutool", ["run", file, path]).output.split(separator: 10)
        let expected = try lines.map { try JSONDecoder().decode([[[Double]]].self, from: $0) }
        #expect(expected.count == 20 && expected.joined().count > 20)
        let reader = try TestReader(service, path)
        var places = [[[DocumentInterface.Box]]](repeating: [], count: 20)
        for reply in try reader.search(needle) {
            guard let page = reply.page, (10..<30).contains(page.index) else { continue }
            places[page.index - 10] += reply.matches.map { $0.places.map(\.box) }
        }
        for (index, (found, expected)) in zip(places, expected).enumerated() {
            #expect(found.map(\.count) == expected.map(\.count), "page \(index + 10)")
            // Upper left, upper right, lower left, lower right.
            let isThere = zip(found.joined(), expected.joined()).allSatisfy { box, quad in
                abs(box.x0 - quad[0]) < 0.01 && abs(box.y0 - quad[1]) < 0.01 && abs(box.x1 - quad[6]) < 0.01
                    && abs(box.y1 - quad[7]) < 0.01
            }
            #expect(isThere, "page \(index + 10)")
        }
    }

    @Test func pagesAreSearchedFromTheReadersOnAroundTheEnd() throws {
        let service = try RunningService()
        let reader = try TestReader(service, try Documents.policy.get(), target: .init(index: 100))
        let forward = try reader.search("debian").filter { $0.page != nil }
        let indexes = forward.compactMap { $0.page?.index }
        let ahead = indexes.prefix { $0 >= 100 }
        #expect(ahead.first == 100 || ahead.count > 20)
        #expect(
            Array(ahead) == ahead.sorted()
                && Array(indexes.dropFirst(ahead.count)) == indexes.dropFirst(ahead.count).sorted())
        #expect(Set(indexes).count == indexes.count && indexes.last.map { $0 < 100 } == true)
        #expect(zip(forward, forward.dropFirst()).allSatisfy { $0.found < $1.found && $0.searched < $1.searched })
        let backward = try reader.search("debian", direction: .backward).filter { $0.page != nil }
        let back = backward.compactMap { $0.page?.index }
        let before = back.prefix { $0 <= 100 }
        #expect(Array(before) == before.sorted().reversed())
        #expect(Array(back.dropFirst(before.count)) == back.dropFirst(before.count).sorted().reversed())
        #expect(Set(back) == Set(indexes))
        let page = try #require(forward.first { $0.matches.count > 1 })
        #expect(
            backward.first { $0.page?.index == page.page?.index }?.matches.map(\.places)
                == page.matches.reversed().map(\.places))
        // From another page than the reader's.
        #expect(try reader.search("debian", index: 7).first?.page?.index ?? 0 >= 7)
        // Nobody knows where this one ends.
        let endless = try TestReader(service, service.pattern("pages = about 9"), target: .init(index: 4))
        #expect(try endless.search("zzz", direction: .backward).last?.searched == 9)
        #expect(try endless.search("zzz").last?.searched == 9)
    }

    @Test func caseMarksAndWordsCountWhereTheyAreToldTo() throws {
        let service = try RunningService()
        let path = try service.file("words.pdf", Self.document("caf\\351 CAFE cafes", "The caf-", "e is closed"))
        let reader = try TestReader(service, path)
        func found(_ needle: String, matchCase: Bool? = nil, matchMarks: Bool? = nil, wholeWords: Bool? = nil) throws
            -> [String]
        {
            try reader.search(needle, matchCase: matchCase, matchMarks: matchMarks, wholeWords: wholeWords)
                .flatMap(\.matches).map(\.text)
        }
        #expect(
            try found("cafe") == ["café", "CAFE", "cafe", "caf- e"]
                || found("cafe") == ["café", "CAFE", "cafe", "caf-e"])
        #expect(try found("CAFE", matchCase: true) == ["CAFE"])
        #expect(try found("café", matchMarks: true) == ["café"])
        #expect(try found("cafe", wholeWords: true).count == 3)
        let match = try #require(try reader.search("is closed").flatMap(\.matches).first)
        #expect(match.before.hasSuffix("e ") && match.after.count <= 1 && match.places.count == 1)
        let divided = try #require(try reader.search("cafe").flatMap(\.matches).last)
        #expect(divided.places.count == 2 && divided.places[0].box.y0 < divided.places[1].box.y0)
    }

    @Test func needlesAreLimited() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 3"))
        #expect(try failure { _ = try reader.search("") } == .invalidNeedle(reason: "there is nothing to search for"))
        let long = String(repeating: "x", count: 1_025)
        #expect(
            try failure { _ = try reader.search(long) }
                == .invalidNeedle(reason: "it has 1025 bytes, and 1024 are allowed"))
        #expect(try reader.search(String(long.dropLast())).last?.found == 0)
        #expect(
            try failure { _ = try reader.search("\u{301}") }
                == .invalidNeedle(reason: "nothing is left of it to search for"))
        for needle in [".*", "[", "\\", "%n", "\u{0}"] { #expect(try reader.search(needle).last?.searched == 3) }
        // Who takes one reply only is told so.
        #expect(
            try failure {
                _ = try reader.client.call(DocumentInterface.Search.self, .init(reader: reader.id, needle: "x"))
            } == .service(.expectedMore))
        // A megabyte is more than a call may have: that ends the connection.
        #expect(throws: SearchError.self) { try reader.search(String(repeating: "x", count: 1 << 20)) }
        #expect(try service.connect().state(of: reader.id).reader == reader.id)
    }

    @Test func aNewerSearchAndClosingEndASearch() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 1000000"))
        let first = try service.connect()
        try first.send(DocumentInterface.Search.self, .init(reader: reader.id, needle: "zzz"), flags: .more)
        _ = try first.receive(DocumentInterface.Search.self)
        let second = try service.connect()
        try second.send(DocumentInterface.Search.self, .init(reader: reader.id, needle: "yyy"), flags: .more)
        #expect(try failure { while true { _ = try first.receive(DocumentInterface.Search.self) } } == .superseded)
        _ = try second.receive(DocumentInterface.Search.self)
        // Pages are turned meanwhile, and rendered.
        let reply = try reader.client.call(ReaderInterface.GetPage.self, .init(reader: reader.id, index: 500))
        #expect(reply.parameters.page.index == 500)
        _ = try reader.client.call(ReaderInterface.Close.self, .init(reader: reader.id))
        #expect(
            try failure { while true { _ = try second.receive(DocumentInterface.Search.self) } }
                == .noSuchReader(reader: reader.id))
    }

    /// A search goes no further than its client reads, and ends with the client's connection.
    @Test func aClientThatDoesNotReadHoldsItsSearchUp() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 1000000"))
        func isAtRest() throws -> Bool {
            // Between two pages a host is idle for a moment.
            try (0..<20).allSatisfy { _ in
                try reader.client.call(ManagerInterface.ListHosts.self, .init()).parameters.hosts
                    .allSatisfy { $0.state == .idle }
            }
        }
        var client: VarlinkBlockingClient? = try service.connect()
        try client?.send(DocumentInterface.Search.self, .init(reader: reader.id, needle: "1"), flags: .more)
        try eventually { try isAtRest() }
        var last = 0
        for _ in 0..<5_000 {
            let reply = try #require(try client?.receive(DocumentInterface.Search.self).parameters)
            #expect(reply.searched >= last)
            last = reply.searched
        }
        client = nil
        try eventually { try isAtRest() }
    }
}

extension ReaderCaller {
    /// Returns the replies of a search.
    @discardableResult
    func search(
        _ needle: String, index: Int? = nil, direction: DocumentInterface.Direction? = nil, matchCase: Bool? = nil,
        matchMarks: Bool? = nil, wholeWords: Bool? = nil, early: Bool? = nil
    ) throws -> [DocumentInterface.SearchReply] {
        try client.send(
            DocumentInterface.Search.self,
            .init(
                reader: id, needle: needle, index: index, direction: direction, matchCase: matchCase,
                matchMarks: matchMarks, wholeWords: wholeWords, early: early), flags: .more)
        var replies: [DocumentInterface.SearchReply] = []
        while true {
            let reply = try client.receive(DocumentInterface.Search.self)
            replies.append(reply.parameters)
            if !reply.continues { return replies }
        }
    }
}
