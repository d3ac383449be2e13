import Foundation
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Contents of documents over org.sheaf.Document: they equal those that MuPDF's own program finds.
@Suite struct ContentTests {
    private typealias ContentError = VarlinkCallError<DocumentInterface.Failure>

    private func failure(of body: () throws -> Void) throws -> DocumentInterface.Failure? {
        do {
            try body()
            return nil
        } catch ContentError.failed(let failure) {
            return failure
        }
    }

    @Test func theTextOfAllPagesIsThatOfMutool() throws {
        let path = try Documents.policy.get()
        let mutool = try Mutool(path)
        let service = try RunningService()
        let reader = try TestReader(service, path)
        #expect(mutool.text.count >= Documents.pages)
        var wrong: [String] = []
        for (index, all) in mutool.text.enumerated() {
            let answer = try reader.text(index: index)
            #expect(answer.page.index == index && answer.next == nil)
            var rest = all[...]
            for run in answer.runs {
                // mutool begins a line where the font changes.
                var parts: [Mutool.Line] = []
                while parts.map(\.text).joined() + "\n" != run.text, let part = rest.popFirst() { parts.append(part) }
                if !run.place.box.isThat(of: parts) { wrong.append("page \(index): \(run)") }
            }
            if !rest.isEmpty { wrong.append("page \(index): there is not \(rest.map(\.text))") }
        }
        #expect(wrong.count == 0, "\(wrong.first ?? "")")
    }

    @Test func theOutlineIsThatOfMutool() throws {
        let path = try Documents.policy.get()
        let mutool = try Mutool(path)
        let service = try RunningService()
        let reader = try TestReader(service, path)
        let all = try reader.outline()
        let right = mutool.outline
        #expect(all.next == nil && all.entries.count == right.count && all.entries.count > 100)
        #expect(all.entries.map(\.number) == Array(0..<all.entries.count))
        #expect(all.entries.map(\.title) == right.map { $0.title ?? "" })
        #expect(all.entries.map(\.level) == right.map { $0.level ?? -1 })
        let pages = try reader.allPages()
        for (entry, reference) in zip(all.entries, right) {
            let target = try #require(entry.target)
            let index = try #require(target.index)
            #expect(index == reference.page && pages[index].page == target.page && pages[index].label == target.label)
        }
        // In parts it is the same.
        var parts: [DocumentInterface.OutlineEntry] = []
        var next: Int? = 0
        while let first = next {
            let part = try reader.outline(first: first, count: 50)
            #expect(part.entries.count == 50 || part.next == nil)
            parts += part.entries
            next = part.next
        }
        #expect(parts == all.entries)
    }

    /// The titles are those of the navigation document, and each leads to the page that has it.
    @Test func theContentsOfABookLeadToTheirPlaces() throws {
        let read = "import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read('nav.xhtml'))"
        let document = try Command.run("/usr/bin/python3", ["-c", read, Documents.policyEPUB]).output
        var level = -1
        var right: [(title: String, level: Int)] = []
        for match in String(decoding: document, as: UTF8.self).matches(of: /<(\/?)ol>|<a href="[^"]*">([^<]*)</) {
            if let end = match.1 { level += end.isEmpty ? 1 : -1 }
            if let title = match.2 { right.append((String(title), level)) }
        }
        let service = try RunningService()
        let reader = try TestReader(service, Documents.policyEPUB)
        let pages = try reader.allPages()
        let all = try reader.outline().entries
        #expect(all.map(\.title) == right.map(\.title) && all.map(\.level) == right.map(\.level) && all.count > 100)
        func words(_ text: String) -> String { text.filter { $0.isLetter || $0.isNumber } }
        var texts: [Int: String] = [:]
        for entry in all {
            let index = try #require(entry.target?.index)
            #expect(pages[index].page == entry.target?.page)
            let text = try texts[index] ?? words(reader.text(index: index).runs.map(\.text).joined())
            texts[index] = text
            // A long one may go on on the next page.
            #expect(text.contains(words(entry.title).prefix(20)), "\(entry.title) on page \(index)")
        }
        var count = 0
        for page in pages {
            let links = try reader.links(index: page.index).links
            #expect(links.allSatisfy { $0.target?.index != nil || $0.target?.uri != nil })
            count += links.count
        }
        #expect(count > 500)
    }

    @Test func theLinksOfAllPagesAreThoseOfMutool() throws {
        let path = try Documents.policy.get()
        let mutool = try Mutool(path)
        let service = try RunningService()
        let reader = try TestReader(service, path)
        var count = 0
        var wrong: [String] = []
        for (index, references) in mutool.links.enumerated() {
            let links = try reader.links(index: index).links
            #expect(links.count == references.count && links.map(\.number) == Array(0..<links.count))
            for (link, reference) in zip(links, references) {
                let box = link.place.box
                let bounds = try #require(reference.bounds)
                let isThere = zip([box.x0, box.y0, box.x1, box.y1], bounds).allSatisfy { abs($0 - $1) < 0.001 }
                let leadsThere =
                    reference.chapter == nil
                    ? link.target?.index == nil
                        // What the document has as the name of a file is an address of mutool's.
                        && [reference.uri, String(reference.uri.trimmingPrefix("file://"))].contains(link.target?.uri)
                    : link.target?.index == reference.page
                if !isThere || !leadsThere { wrong.append("page \(index): \(link) is not \(reference)") }
                count += 1
            }
        }
        #expect(count > 500)
        #expect(wrong.count == 0, "\(wrong.first ?? "")")
    }

    @Test func whatEntriesAndLinksLeadToIsTold() throws {
        let service = try RunningService()
        let written = [
            "/Dest[10 0 R/Fit]", "/Dest[9 0 R/Fit]", "/Dest(nobody)", "/A<</S/URI/URI(www.example.org)>>",
            "/A<</S/GoToR/F(other.pdf)/D[2/Fit]>>", "/A<</S/Launch/F(run.exe)>>", "/A<</S/JavaScript/JS(x)>>",
        ]
        let targets: [DocumentInterface.Target] = [
            .init(page: 0, index: 0, x: 0, y: 0, kind: .here), .init(kind: .here), .init(uri: "#nobody", kind: .here),
            .init(uri: "www.example.org", kind: .web), .init(uri: "other.pdf#page=3", kind: .document),
            .init(uri: "run.exe", kind: .launch), .init(kind: .script),
        ]
        let links = written.map { "<</Subtype/Link/Rect[0 0 9 9]\($0)>>" }.joined()
        let objects = written.enumerated().map { "\(20 + $0) 0 obj <</Title(\($0))/Next \(21 + $0) 0 R\($1)>> endobj" }
        let path = try service.file(
            "targets.pdf",
            Data(
                """
                %PDF-1.7
                1 0 obj <</Type/Catalog/Pages 2 0 R/Outlines<</First 20 0 R>>>> endobj
                2 0 obj <</Type/Pages/Kids[10 0 R]/Count 1>> endobj
                9 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>> endobj
                10 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Annots[\(links)]>> endobj
                \(objects.joined(separator: "\n"))
                trailer <</Root 1 0 R>>
                %%EOF

                """.utf8))
        let reader = try TestReader(service, path)
        #expect(try reader.links(index: 0).links.map(\.target) == targets)
        let entries = try reader.outline().entries
        #expect(entries.map(\.title) == written.indices.map { "\($0)" } && entries.map(\.target) == targets)
    }

    /// Blocks of a Markdown text are its headings, paragraphs, list items and tables, in order.
    @Test func blocksAreThoseOfTheMarkdown() throws {
        let service = try RunningService(providers: ["sheaf-mupdf", "sheaf-epub", "sheaf-text"])
        let text = "# One\n\nSome **words**\nin [two](a) lines.\n\n- item\n\n| a | b |\n|---|---|\n| c | d |\n"
        let reader = try TestReader(service, try service.file("blocks.md", Data(text.utf8)))
        let all = try reader.blocks(index: 0)
        #expect(all.next == nil && all.page.index == 0)
        #expect(all.blocks.map(\.kind) == ["heading", "paragraph", "listItem", "table"])
        #expect(all.blocks.map(\.text) == ["One", "Some words in two lines.", "•\titem", "a\tb\nc\td"])
        #expect(all.blocks.map(\.level) == [1, nil, 1, nil])
        let regions = all.blocks.map(\.place.region)
        #expect(zip(regions, regions.dropFirst()).allSatisfy { $0.y + $0.height <= $1.y + 1 && $0.height > 0 })
        let part = try reader.blocks(index: 0, first: 1, count: 2)
        #expect(part.next == 3 && part.blocks == Array(all.blocks[1...2]))
        let other = try TestReader(service, Documents.policyEPUB)
        #expect(try failure { try other.blocks(index: 0) } == .unsupported(what: "blocks"))
    }

    /// Annotations equal the objects of a PDF that is written here, as mutool reads them.
    @Test func annotationsAreWhatThePDFHas() throws {
        let service = try RunningService()
        let kinds = ["Highlight", "Text", "FreeText", "Ink", "Stamp", "Square", "Link", "Underline", "Popup", "Caret"]
        let pages = (0..<4).map { page in
            let notes = kinds.enumerated().map { number, kind in
                """
                \(20 + 10 * page + number) 0 obj <</Subtype/\(kind)/Rect[\(10 * number) \(20 * page) \(10 * number + 8) \
                \(20 * page + 15)]/Contents(\(kind) \(number))/T(Author \(page))/M(D:2024010\(page + 1)1\(number)3000Z)>> endobj
                """
            }
            let references = kinds.indices.map { "\(20 + 10 * page + $0) 0 R" }.joined(separator: " ")
            return """
                \(10 + page) 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Rotate \(90 * page)/Annots[\(references)]>> endobj
                \(notes.joined(separator: "\n"))
                """
        }
        let path = try service.file(
            "notes.pdf",
            Data(
                """
                %PDF-1.7
                1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
                2 0 obj <</Type/Pages/Kids[10 0 R 11 0 R 12 0 R 13 0 R]/Count 4>> endobj
                \(pages.joined(separator: "\n"))
                trailer <</Root 1 0 R>>
                %%EOF

                """.utf8))
        let reader = try TestReader(service, path)
        let references = try Mutool.annotations(of: path)
        #expect(references.count == 4 && references.allSatisfy { $0.count == kinds.count })
        for (index, all) in (references + references).enumerated().map({ ($0 % 4, $1) }) {
            // MuPDF draws them with boxes of its own.
            _ = try reader.client.call(ReaderInterface.GetPage.self, .init(reader: reader.id, index: index))
            let expected = all.filter { !["Link", "Popup"].contains($0.kind) }
            let answer = try reader.annotations(index: index)
            #expect(answer.page.index == index && answer.next == nil && answer.annotations.count == 8)
            for (annotation, reference) in zip(answer.annotations, expected) {
                let kind = reference.kind.prefix(1).lowercased() + reference.kind.dropFirst()
                #expect(annotation.kind == kind && annotation.text == reference.text)
                #expect(annotation.author == reference.author && annotation.modified != nil)
                // D:2024010112...
                let hour = annotation.modified.map { String($0 % 86_400 / 3_600) }
                #expect(hour == String(reference.modified.dropFirst(10).prefix(2)))
                let r = reference.rect
                // The page as it is turned, from its top left corner.
                let box =
                    switch index {
                    case 0: [r[0], 200 - r[3], r[2], 200 - r[1]]
                    case 1: [r[1], r[0], r[3], r[2]]
                    case 2: [300 - r[2], r[1], 300 - r[0], r[3]]
                    default: [200 - r[3], 300 - r[2], 200 - r[1], 300 - r[0]]
                    }
                #expect(annotation.place.box == .init(x0: box[0], y0: box[1], x1: box[2], y1: box[3]))
            }
        }
        let first = try reader.annotations(index: 0)
        let (box, region) = (first.annotations[1].place.box, first.annotations[1].place.region)
        let scale = Double(first.page.pageWidth) / 300
        #expect(abs(Double(region.x) - box.x0 * scale) < 1 && abs(Double(region.width) - 8 * scale) < 2)
        // In parts it is the same.
        let part = try reader.annotations(index: 0, first: 5, count: 2)
        #expect(part.annotations == Array(first.annotations[5...6]) && part.next == 7)
        #expect(try reader.annotations(index: 0, first: 8).annotations.isEmpty)
    }

    @Test func aProviderWithoutAnnotationsSaysSo() throws {
        let service = try RunningService(providers: ["test-second"])
        let reader = try TestReader(service, try service.file("plain", Data("plain 1\npages=2\n".utf8)))
        #expect(try failure { _ = try reader.annotations() } == .unsupported(what: "annotations"))
        #expect(try reader.text().runs.map(\.text) == ["abc\n"])
    }

    /// Text stands on its ink on a page that is turned, enlarged, or cut down to what may be rendered.
    @Test(arguments: [
        Case("upright", ReaderInterface.Viewport(width: 600, height: 800)),
        Case("right", .init(width: 600, height: 800, rotation: 90)),
        Case("upside down", .init(width: 600, height: 800, rotation: 180)),
        Case("left", .init(width: 900, height: 900, rotation: 270)),
        Case("larger than may be rendered", .init(width: 900, height: 900, fit: .scale, scale: 4)),
    ])
    func textLiesOnInk(viewport: Case<ReaderInterface.Viewport>) throws {
        let service = try RunningService(configuration: "[Cache]\nMaxRenditionPixels=1000000\n")
        let reader = try TestReader(service, try Documents.policy.get(), viewport: viewport.value)
        for index in [12, 57, 100] {
            let reply = try reader.client.call(ReaderInterface.GetPage.self, .init(reader: reader.id, index: index))
            let page = try HandedPage(reply.parameters.page, reply.descriptors)
            let text = try reader.text(index: index)
            #expect(text.page.pageWidth == page.page.pageWidth && text.page.pageHeight == page.page.pageHeight)
            let runs = text.runs.filter { $0.text.contains { !$0.isWhitespace } }
            let blank = runs.filter { !page.hasInk(in: $0.place.region) }
            #expect(!runs.isEmpty && blank.isEmpty)
            _ = try reader.client.call(
                ReaderInterface.ReleasePage.self, .init(reader: reader.id, rendition: page.page.rendition))
        }
    }

    @Test func textIsThatOfABox() throws {
        let service = try RunningService()
        let reader = try TestReader(service, try Documents.policy.get())
        let all = try reader.text(index: 19).runs
        // Upside down it is the same box; and it has its lower right edge not in it.
        let line = all[5].place.box
        for box in [line, .init(x0: line.x1, y0: line.y1, x1: line.x0, y1: line.y0)] {
            #expect(try reader.text(index: 19, box: box).runs.map(\.text) == [all[5].text])
        }
        var half = line
        half.x1 = (line.x0 + line.x1) / 2
        let part = try #require(try reader.text(index: 19, box: half).runs.first)
        #expect(all[5].text.hasPrefix(part.text) && part.text.count > 1 && part.text.count < all[5].text.count)
        #expect(part.place.box.x0 == line.x0 && part.place.box.x1 < half.x1 + 10)
        #expect(try reader.text(index: 19, box: .init(x0: 0, y0: 0, x1: 0, y1: 900)).runs.isEmpty)
        let whole = DocumentInterface.Box(x0: -1e9, y0: -1e9, x1: 1e9, y1: 1e9)
        #expect(try reader.text(index: 19, box: whole).runs.map(\.text) == all.map(\.text))
        let second = try reader.text(index: 19, box: whole, first: 3, count: 2)
        #expect(second.runs.map(\.text) == all[3...4].map(\.text) && second.next == 5)
    }

    @Test func textIsSelectedBetweenTwoPoints() throws {
        let service = try RunningService()
        let reader = try TestReader(service, try Documents.policy.get())
        let all = try reader.text(index: 19).runs
        // Two words in a line, which are nowhere else on the page, with whole lines below.
        let phrases = all.indices.dropLast(2).compactMap { index -> (line: Int, text: String)? in
            let words = all[index].text.split(separator: " ")
            guard words.count > 6, all[index...index + 2].allSatisfy({ $0.text.hasSuffix("\n") && $0.text.count > 40 }),
                words[2...3].joined().allSatisfy(\.isLetter)
            else { return nil }
            let phrase = words[2...3].joined(separator: " ")
            return all.count { $0.text.contains(phrase) } == 1 ? (index, phrase) : nil
        }
        let (first, phrase) = try #require(phrases.first)
        let search = try reader.search(phrase, index: 19).first { $0.page?.index == 19 }
        let word = try #require(search?.matches.first?.places.first?.box)
        let middle = (word.y0 + word.y1) / 2
        let from = DocumentInterface.Point(x: word.x0 + 1, y: middle)
        let to = DocumentInterface.Point(x: word.x1 - 1, y: middle + 1)
        for (one, other) in [(from, to), (to, from)] {
            let selected = try reader.text(index: 19, from: one, to: other).runs
            #expect(selected.map(\.text) == [phrase] && selected.first?.place.box == word)
        }
        // Over lines: the rest of one, those between, the beginning of another.
        let last = all[first + 2].place.box
        let lines = try reader.text(
            index: 19, from: from, to: .init(x: last.x1 + 500, y: (last.y0 + last.y1) / 2)
        ).runs.map(\.text)
        #expect(lines.count == 3 && lines[0].hasPrefix(phrase) && lines[0].hasSuffix("\n"))
        #expect(lines[1] == all[first + 1].text && lines[2] + "\n" == all[first + 2].text)
        // From outside of the page to its other side it is all of it.
        let whole = try reader.text(index: 19, from: .init(x: -1e9, y: -1e9), to: .init(x: 1e9, y: 1e9)).runs
        #expect(whole.map(\.text).joined() + "\n" == all.map(\.text).joined())
        #expect(try reader.text(index: 19, from: from, to: from).runs.isEmpty)
        #expect(try reader.text(index: 1, from: from, to: to).runs.isEmpty)
        guard case .invalidRange = try failure(of: { _ = try reader.text(from: from) }) else {
            Issue.record("one point is enough")
            return
        }
        #expect(
            try failure { _ = try reader.text(from: from, to: .init(x: 2e9, y: 0)) }
                == .invalidRange(field: "to", reason: "2000000000.0 is not within -10^9 and 10^9 points"))
    }

    /// A selection from one position between characters to another has what stands between them.
    @Test func caretsAreWhereSelectionsBeginAndEnd() throws {
        let service = try RunningService()
        let reader = try TestReader(service, try Documents.policy.get())
        let lines = try reader.text(index: 19, carets: true).runs.filter { $0.text.count > 40 }
        #expect(lines.count > 20)
        for line in lines {
            let carets = try #require(line.carets)
            let characters = Array(line.text.unicodeScalars.prefix { $0 != "\n" })
            try #require(carets.count == characters.count + 1)
            let box = line.place.box
            #expect(abs(carets[0]) < 0.01 && abs(carets[characters.count] - (box.x1 - box.x0)) < 0.01)
            let selected = try reader.text(
                index: 19, from: .init(x: box.x0 + carets[5] + 0.2, y: (box.y0 + box.y1) / 2),
                to: .init(x: box.x0 + carets[30] - 0.2, y: (box.y0 + box.y1) / 2)
            ).runs.map(\.text).joined()
            var expected = String.UnicodeScalarView()
            expected.append(contentsOf: characters[5..<30])
            #expect(selected == String(expected))
        }
        #expect(try reader.text(index: 19).runs.allSatisfy { $0.carets == nil })
        let part = DocumentInterface.Box(x0: 0, y0: 0, x1: 10, y1: 10)
        #expect(
            try failure { _ = try reader.text(index: 19, box: part, carets: true) }
                == .invalidRange(field: "carets", reason: "they are told of the whole text alone"))
    }

    @Test func metadataIsWhatTheDocumentSays() throws {
        let service = try RunningService()
        let reader = try TestReader(service, try Documents.policy.get())
        let entries = try reader.metadata().entries
        #expect(entries.contains(.init(key: "title", value: "Debian Policy Manual")))
        #expect(entries.contains(.init(key: "format", value: "PDF 1.5")))
        let part = try reader.metadata(first: 1, count: 1)
        #expect(part.entries == [entries[1]] && part.next == 2)
        #expect(try reader.metadata(first: 100, count: 1) == .init(entries: []))
    }

    @Test func pagesAreListedWithTheirLabels() throws {
        let service = try RunningService()
        let reader = try TestReader(service, try Documents.policy.get())
        let pages = try reader.allPages()
        #expect(pages.map(\.index) == Array(0..<Documents.pages))
        #expect(pages.prefix(3).map(\.label) == ["1", "2", "i"])
        #expect(pages.allSatisfy { $0.width == 612 && $0.height == 792 && $0.measured })
        let end = try reader.pages(first: Documents.pages - 3, count: 256)
        #expect(end.entries.count == 3 && end.next == nil && end.pages == .init(kind: .exact, pages: Documents.pages))
        #expect(try reader.pages(first: Documents.pages).entries.isEmpty)
        #expect(try reader.pages(first: 20, count: 17).next == 37)
        let endless = try TestReader(service, service.pattern("pages = about 40"))
        #expect(try endless.pages(first: 10, count: 20).next == 30)
        let rest = try endless.pages(first: 30, count: 20)
        #expect(rest.entries.map(\.index) == Array(30..<40) && rest.next == nil)
    }

    /// A part of a document along an axis is counted from its own beginning.
    @Test func targetsAreCountedAlongTheAxis() throws {
        let service = try RunningService()
        let path = try service.pattern("pages = 40\nlinks = on\noutline-every = 5")
        let reader = try TestReader(
            service, path,
            axes: [.init(axis: .horizontal), .init(axis: .vertical, first: 10, pages: 12)])
        let links = try reader.links(index: 2, axis: .vertical)
        // Page 12 of the document leads to 11, 13 and 22, of which the last is past the part.
        #expect(links.page.page == 12 && links.page.index == 2)
        #expect(links.links.map { $0.target?.index } == [1, 3, nil])
        #expect(try reader.outline(axis: .vertical).entries.compactMap { $0.target?.index } == [0, 5, 10])
        #expect(try reader.outline().entries.compactMap { $0.target?.index } == [0, 5, 10, 15, 20, 25, 30, 35])
        #expect(try reader.text(axis: .vertical).page.page == 10)
        #expect(try reader.pages(axis: .vertical).entries.map(\.page) == Array(10..<22))
        #expect(
            try failure { _ = try reader.text(index: 12, axis: .vertical) }
                == .noSuchPage(target: "index 12", pages: 12))
    }

    // MARK: Limits

    @Test func numbersOutOfRangeAreRefused() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 5"))
        let tooMany = "1025 is not within 1 and 1024"
        #expect(try failure { _ = try reader.outline(count: 1_025) } == .invalidRange(field: "count", reason: tooMany))
        #expect(try failure { _ = try reader.outline(count: 1_024) } == nil)
        for count in [0, -1, Int.min] {
            #expect(
                try failure { _ = try reader.text(count: count) }
                    == .invalidRange(field: "count", reason: "\(count) is not within 1 and 1024"))
        }
        for first in [-1, 131_072, Int.max] {
            #expect(
                try failure { _ = try reader.links(first: first) }
                    == .invalidRange(field: "first", reason: "\(first) is not within 0 and 131071"))
        }
        #expect(try reader.links(first: 131_071).links.isEmpty)
        #expect(
            try failure { _ = try reader.pages(count: 257) }
                == .invalidRange(field: "count", reason: "257 is not within 1 and 256"))
        #expect(try failure { _ = try reader.pages(first: -1) } != nil)
        for number in [1.1e9, -1e300, .greatestFiniteMagnitude] {
            #expect(
                try failure { _ = try reader.text(box: .init(x0: 0, y0: number, x1: 1, y1: 1)) }
                    == .invalidRange(field: "y0", reason: "\(number) is not within -10^9 and 10^9 points"))
        }
        for index in [-1, 5, Int.max, Int.min] {
            #expect(
                try failure { _ = try reader.text(index: index) } == .noSuchPage(target: "index \(index)", pages: 5))
        }
        #expect(try failure { _ = try reader.text(axis: .vertical) } == .noSuchAxis(axis: .vertical))
        // JSON has no word for NaN: no such call comes this far.
        #expect(throws: ContentError.self) {
            try reader.text(box: .init(x0: .nan, y0: 0, x1: .infinity, y1: 1))
        }
    }

    @Test func aHundredThousandEntriesComeInParts() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 140000\noutline-every = 1"))
        let first = try reader.outline()
        #expect(first.entries.count == 1_024 && first.next == 1_024)
        let later = try reader.outline(first: 99_999, count: 3)
        #expect(later.entries.map(\.title) == ["Page 100000", "Page 100001", "Page 100002"] && later.next == 100_002)
        #expect(later.entries.map { $0.target?.index } == [99_999, 100_000, 100_001])
        // As many as can be listed.
        let last = try reader.outline(first: 131_070)
        #expect(last.entries.count == 2 && last.next == nil)
    }

    @Test func emptyDocumentsHaveNoPages() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 0"))
        #expect(try failure { _ = try reader.text() } == .empty)
        #expect(try failure { _ = try reader.links(index: 0) } == .empty)
        #expect(try reader.pages() == .init(entries: [], pages: .init(kind: .exact, pages: 0)))
    }

    // MARK: Bad documents

    /// A provider that says what is not so.
    @Test func oddAnswersAreMadeSafe() throws {
        let service = try RunningService(providers: ["test-odd"])
        let path = try service.file("odd", Data("odd 1".utf8))
        let reader = try TestReader(service, path)
        #expect(try reader.text().runs.map(\.text) == ["one \u{fffd}\n"])
        let links = try reader.links().links
        // To a page that there is, to one that there is not, nowhere, out of the document.
        #expect(links.map { $0.target?.index } == [5, nil, nil, nil])
        #expect(links.map { $0.target?.uri } == [nil, nil, nil, "a\u{fffd}b\u{1}"])
        // NaN, infinite, upside down, far outside.
        #expect(links[0].place.box == .init(x0: 0, y0: 0, x1: 3, y1: 9))
        #expect(links[2].place.region.width == 0)
        #expect(links[3].place.region == .init(x: 0, y: 0, width: links[3].place.region.width, height: 800))
        guard case .notReadable = try failure(of: { _ = try reader.outline() }) else {
            Issue.record("an outline that fails is there")
            return
        }
        #expect(try failure { _ = try reader.pages() } == nil)
    }

    @Test func oddAnnotationsAreMadeSafe() throws {
        let service = try RunningService(providers: ["test-odd"])
        let reader = try TestReader(service, try service.file("odd", Data("odd 1".utf8)))
        let some = try reader.annotations().annotations
        #expect(some.map(\.kind) == ["highlight", "", "", "n\u{1b}ote"])
        #expect(some.map(\.modified) == [1, nil, nil, 253_402_300_799])
        #expect(some[0].text == "a\u{fffd}b\u{1}" && some[0].author == "\u{fffd}" && some[1].author == nil)
        #expect(some[0].place.box == .init(x0: 0, y0: 0, x1: 3, y1: 9))
        #expect(some[1].place.region.width == 0)
        #expect(some[2].place.region == .init(x: 0, y: 0, width: some[2].place.region.width, height: 800))
        // Without end, in parts.
        let last = try reader.annotations(index: 1, first: 131_070)
        #expect(last.annotations.map(\.modified) == [131_070, 131_071] && last.next == nil)
        #expect(try reader.annotations(index: 1, first: 99_999, count: 3).next == 100_002)
    }

    @Test func endlessAnswersEnd() throws {
        let service = try RunningService(providers: ["test-odd"])
        let reader = try TestReader(service, try service.file("odd", Data("odd 1 endless".utf8)))
        let outline = try reader.outline(first: 131_000)
        #expect(outline.entries.count == 72 && outline.next == nil)
        // The provider says that each is a thousand levels deeper than the one before.
        #expect(try reader.outline(count: 4).entries.map(\.level) == [0, 1, 2, 3])
        #expect(outline.entries.first?.level == 131_000)
        // Of a page that has one run of 100,000 bytes after the other, as much as a message has.
        let text = try reader.text(index: 4)
        #expect(text.runs.count == 10 && text.next == 10)
        #expect(try reader.text(index: 4, first: 10).next == 20)
    }

    @Test func anOutlineThatRefersToItselfEnds() throws {
        let service = try RunningService()
        let objects = """
            1 0 obj <</Type/Catalog/Pages 2 0 R/Outlines 4 0 R>> endobj
            2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
            3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Annots[6 0 R 7 0 R]>> endobj
            4 0 obj <</First 5 0 R/Last 5 0 R/Count 1>> endobj
            5 0 obj <</Title(again)/Parent 4 0 R/First 5 0 R/Last 5 0 R/Next 5 0 R/Dest[3 0 R/Fit]>> endobj
            6 0 obj <</Subtype/Link/Rect[0 0 9 9]/Dest[77 0 R/Fit]>> endobj
            7 0 obj <</Subtype/Link/Rect[0 0 9 9]/Dest[3 0 R/Fit]>> endobj
            trailer <</Root 1 0 R>>
            """
        let path = try service.file("cycle.pdf", Data("%PDF-1.4\n\(objects)\n%%EOF\n".utf8))
        let reader = try TestReader(service, path)
        #expect(try reader.outline().entries.map(\.title) == ["again"])
        // A link to a page that there is not leads to none.
        #expect(try reader.links().links.map { $0.target?.index } == [nil, 0])
        #expect(try reader.text().runs.isEmpty)
    }

    @Test func readersOfOthersAreClosed() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 5"))
        let id = String(reader.id.reversed())
        #expect(
            try failure { _ = try reader.client.call(DocumentInterface.GetOutline.self, .init(reader: id)) }
                == .noSuchReader(reader: id))
        _ = try reader.client.call(ReaderInterface.Close.self, .init(reader: reader.id))
        #expect(try failure { _ = try reader.outline() } == .noSuchReader(reader: reader.id))
    }
}

extension ReaderCaller {
    func metadata(first: Int? = nil, count: Int? = nil) throws -> DocumentInterface.GetMetadataReply {
        try client.call(DocumentInterface.GetMetadata.self, .init(reader: id, first: first, count: count)).parameters
    }

    func outline(
        axis: DocumentInterface.Axis? = nil, first: Int? = nil, count: Int? = nil
    ) throws -> DocumentInterface.GetOutlineReply {
        try client.call(DocumentInterface.GetOutline.self, .init(reader: id, axis: axis, first: first, count: count))
            .parameters
    }

    func links(
        index: Int? = nil, axis: DocumentInterface.Axis? = nil, first: Int? = nil, count: Int? = nil
    ) throws -> DocumentInterface.GetLinksReply {
        try client.call(
            DocumentInterface.GetLinks.self, .init(reader: id, axis: axis, index: index, first: first, count: count)
        ).parameters
    }

    @discardableResult
    func blocks(index: Int, first: Int? = nil, count: Int? = nil) throws -> DocumentInterface.GetBlocksReply {
        try client.call(DocumentInterface.GetBlocks.self, .init(reader: id, index: index, first: first, count: count))
            .parameters
    }

    func annotations(
        index: Int? = nil, first: Int? = nil, count: Int? = nil
    ) throws -> DocumentInterface.GetAnnotationsReply {
        try client.call(
            DocumentInterface.GetAnnotations.self, .init(reader: id, index: index, first: first, count: count)
        ).parameters
    }

    @discardableResult
    func text(
        index: Int? = nil, axis: DocumentInterface.Axis? = nil, box: DocumentInterface.Box? = nil,
        from: DocumentInterface.Point? = nil, to: DocumentInterface.Point? = nil, carets: Bool? = nil,
        first: Int? = nil, count: Int? = nil
    ) throws -> DocumentInterface.GetTextReply {
        try client.call(
            DocumentInterface.GetText.self,
            .init(
                reader: id, axis: axis, index: index, box: box, from: from, to: to, carets: carets,
                first: first, count: count)
        ).parameters
    }

    func pages(
        axis: DocumentInterface.Axis? = nil, first: Int? = nil, count: Int? = nil
    ) throws -> DocumentInterface.GetPagesReply {
        try client.call(DocumentInterface.GetPages.self, .init(reader: id, axis: axis, first: first, count: count))
            .parameters
    }

    /// The pages of the reader's first axis.
    func allPages() throws -> [DocumentInterface.PageEntry] {
        var all: [DocumentInterface.PageEntry] = []
        var next: Int? = 0
        while let first = next {
            let part = try pages(first: first)
            all += part.entries
            next = part.next
        }
        return all
    }
}

extension HandedPage {
    /// Whether a pixel of a region is darker than paper.
    func hasInk(in region: DocumentInterface.Region) -> Bool {
        (region.y..<region.y + region.height).contains { y in
            (region.x..<region.x + region.width).contains { x in isInk(x, y) }
        }
    }

    private func isInk(_ x: Int, _ y: Int) -> Bool { bytes[y * page.stride + x * 4 + 1] < 200 }
}

extension DocumentInterface.Box {
    /// Whether it is the box that mutool has for the parts of a line. It rounds: corners, and sizes by themselves.
    fileprivate func isThat(of parts: [Mutool.Line]) -> Bool {
        let left = parts.map(\.bbox.x).min() ?? .min
        let top = parts.map(\.bbox.y).min() ?? .min
        let right = parts.map { $0.bbox.x + $0.bbox.w }.max() ?? .max
        let bottom = parts.map { $0.bbox.y + $0.bbox.h }.max() ?? .max
        return zip([x0, y0, x1, y1], [left, top, right, bottom]).allSatisfy { abs($0 - Double($1)) <= 2 }
    }
}
