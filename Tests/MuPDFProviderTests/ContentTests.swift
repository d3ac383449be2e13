import CSheafProvider
import Glibc
import Testing

/// Contents that the MuPDF provider reports beside pixels: text, outline, links, annotations, matches and metadata.
@Suite struct ContentTests {
    private let provider: TestProvider
    private let policy: TestDocument

    init() throws {
        provider = try TestProvider("sheaf-mupdf")
        policy = try provider.open(Documents.policy)
    }

    @Test func textIsThatOfMutool() throws {
        let folder = TemporaryFolder()
        let path = folder.write("policy.pdf", Documents.policy)
        let reference = CommandOutput.of("mutool draw -q -F txt -o - '\(path)' 20 2>/dev/null")
        let expected = String(decoding: reference, as: UTF8.self).split(whereSeparator: \.isNewline)
            .filter { $0 != "\u{c}" }.map { "\($0)\n" }
        let items = try policy.text(19)
        #expect(items.map(\.text) == expected)
        #expect(items.allSatisfy { $0.kind == SHEAF_ITEM_TEXT && $0.page == SHEAF_NO_PAGE })
        #expect(items.allSatisfy { $0.box[0] < $0.box[2] && $0.box[1] < $0.box[3] && $0.box[2] < 596 })
    }

    @Test func outlineIsNestedAndLeadsToPages() throws {
        let outline = try policy.outline()
        #expect(outline.first?.text == "About this manual")
        #expect(outline.first?.level == 0 && outline.first?.page == 12)
        #expect(outline.first?.target == [72, 72])
        #expect(outline.prefix(8).map(\.level) == [0, 1, 1, 1, 2, 2, 2, 1])
        #expect(outline.allSatisfy { $0.kind == SHEAF_ITEM_OUTLINE && $0.page >= 0 && $0.page < Documents.pages })
        let levels = outline.map { Int($0.level) }
        #expect(zip(levels, levels.dropFirst()).allSatisfy { $1 <= $0 + 1 })
        #expect(try provider.open(Documents.manual).outline().allSatisfy { $0.page >= 0 })
    }

    @Test func linksLeadToPagesAndAddresses() throws {
        let contents = try policy.links(2)
        #expect(contents.first?.page == 12 && contents.first?.uri == nil)
        #expect(contents.allSatisfy { $0.kind == SHEAF_ITEM_LINK && $0.box[0] < $0.box[2] && $0.box[1] < $0.box[3] })
        let all = try (10..<40).flatMap { try policy.links($0) }
        let outside = all.filter { $0.uri != nil }
        #expect(!outside.isEmpty && outside.allSatisfy { $0.page == SHEAF_NO_PAGE })
        #expect(outside.contains { $0.uri?.hasPrefix("https://") == true })
        #expect(all.contains { $0.page >= 0 && $0.target[1] > 0 })
    }

    /// A form that a program filled in and left the drawing of its values to the reader: a text, a list, a password, an empty one.
    @Test(arguments: [true, false]) func valuesOfAFormAreShown(isStale: Bool) throws {
        let old = "/Type/Annot/Subtype/Widget/AP<</N 5 0 R>>/DA(/Helv 10 Tf 0 g)"
        let document = try provider.open(
            Documents.pdf(
                content: "",
                page: """
                    /Annots[<</Parent 6 0 R/Rect[10 10 90 30]\(old)>>
                    <</FT/Ch/T(b)/Opt[(Berlin)(Lima)]/Rect[10 40 90 70]\(old)>>
                    <</FT/Tx/T(c)/Ff 8192/V(Secret)/Rect[100 10 190 30]\(old)>>
                    <</FT/Tx/T(d)/V()/Rect[100 40 190 70]\(old)>>]
                    """,
                objects: """
                    5 0 obj <</Type/XObject/Subtype/Form/BBox[0 0 80 20]/Resources<</Font<</F 7 0 R>>>>/Length 33>> stream
                    BT /F 10 Tf 2 5 Td (old) Tj ET
                    endstream endobj
                    6 0 obj <</FT/Tx/T(a)/V(Alice)>> endobj
                    7 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
                    """,
                catalog: "/AcroForm<</NeedAppearances \(isStale)>>"))
        let expected = isStale ? ["Alice", "Berlin", "Lima", "old", "old"] : ["old", "old", "old", "old"]
        for _ in 0..<2 {
            #expect(try document.text(0).map { ($0.text ?? "").filter { !$0.isNewline } }.sorted() == expected)
        }
    }

    @Test func annotationsSayWhatTheyAreAndWhoMadeThem() throws {
        let document = try provider.open(
            Documents.pdf(
                content: "",
                page: """
                    /CropBox[20 10 180 90]/Annots[
                    <</Subtype/Highlight/Rect[30 20 60 30]/QuadPoints[30 30 60 30 30 20 60 20]/Contents(two\\rlines)/T(Zo\\353)
                    /M(D:20231114221320Z)>>
                    <</Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://a/)>>>>
                    <</Subtype/Text/Rect[90 70 70 50]/Contents<FEFF 0041 000D 000A 20AC>/M(D:20231114231320+01'00')/Popup 9 0 R>>
                    9 0 R
                    <</Subtype/Widget/FT/Tx/T(field)/Rect[0 0 9 9]>>
                    <</Subtype/Ink/Rect[20 10 30 20]/InkList[[20 10 30 20]]/M(yesterday)/T()>>
                    <</Subtype/PolyLine/Rect[0 0 500 500]/Vertices[1 1 2 2]>> <</Subtype/Nonsense/Rect[21 11 22 12]>>
                    <</Subtype/Stamp/Rect[nothing]/Contents[1]/T/Name/M 7>> 77 0 R null 5 (text)]
                    """, objects: "9 0 obj <</Subtype/Popup/Rect[0 0 50 50]>> endobj"))
        let all = try document.annotations(0)
        #expect(all.map(\.key) == ["highlight", "text", "ink", "polyLine", "unknown", "stamp"])
        #expect(all.map(\.text) == ["two\nlines", "A\n€", nil, nil, nil, nil])
        #expect(all.map(\.author) == ["Zoë", nil, nil, nil, nil, nil])
        #expect(all.map(\.modified) == [1_700_000_000, 1_700_000_000, 0, 0, 0, 0])
        // From the top left of what is shown of the page, corners in order.
        #expect(all.prefix(3).map(\.box) == [[10, 60, 40, 70], [50, 20, 70, 40], [0, 70, 10, 80]])
        #expect(all.allSatisfy { $0.kind == SHEAF_ITEM_ANNOTATION && $0.page == SHEAF_NO_PAGE && $0.uri == nil })
        #expect(try policy.annotations(2).isEmpty)
        #expect(try provider.open(Documents.manual).annotations(0).isEmpty)
        let failure = #expect(throws: TestProvider.Failure.self) { _ = try document.annotations(1) }
        #expect(failure?.code == SHEAF_END)
    }

    @Test(arguments: [
        "null", "5", "77 0 R", "[1]", "<<>>", "<</Subtype 5>>", "<</Subtype/Text>>", "<</Subtype/Square/Rect[(a)/b]>>",
        "<</Subtype/Square/Rect[0 0 9 9]/AP 5>>", "<</Subtype/Square/Rect[0 0 9 9]/AP<</N 9 0 R>>>>", "9 0 R",
        "<</Subtype/Ink/Rect[0 0 9 9]/InkList[5[1][(a)]]>>", "<</Subtype/Highlight/Rect[0 0 9 9]/QuadPoints[1 2 3]>>",
        "<</Subtype/FreeText/Rect[0 0 9 9]/DA(/No a Tf)/Contents 7>>", "<</Subtype/Link/Rect 5/Dest[8 0 R]>>",
        // MuPDF loads no page with these.
        "<</Subtype/Widget/FT/Btn/AS 5/AP<</N 5/D(a)>>/MK 5/Rect[0 0 9 9]>>",
        "<</Subtype/Widget/FT/Btn/AS 5/AP<</N<<>>/D<<>>>>/Rect[0 0 9 9]>>",
        "<</Subtype/Square/AS(a)/AP<</N<</a 9 0 R>>>>>>",
    ])
    func aBadAnnotationCostsNoOther(bad: String) throws {
        let good =
            "<</Subtype/Text/Rect[10 10 20 20]/Contents(good)>><</Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://a/)>>>>"
        let document = try provider.open(
            Documents.pdf(
                content: "0 0 1 rg 50 50 20 20 re f", page: "/Annots[\(good)\(bad)\(good)]",
                objects: "9 0 obj <</Subtype/Square/Rect[0 0 9 9]/AP<</N 9 0 R>>/Parent 9 0 R/Kids[9 0 R]>> endobj"))
        #expect(try document.annotations(0).count { $0.text == "good" } == 2)
        #expect(try document.links(0).count { $0.uri == "http://a/" } == 2)
        #expect(try document.rendered(0)[60, 40] == [255, 0, 0, 255])
        #expect(try document.annotations(0).count { $0.text == "good" } == 2)
    }

    @Test func aBadAnnotationAmongManyCostsNoOther() throws {
        let notes = (0..<3_000).map { number in
            number % 1_000 == 77
                ? "<</Subtype/Widget/FT/Btn/AS 5/AP<</N 5>>/Rect[0 0 9 9]>>"
                : "<</Subtype/Text/Rect[1 1 2 2]/Contents(\(number))>>"
        }
        let document = try provider.open(Documents.pdf(content: "", page: "/Annots[\(notes.joined())]"))
        #expect(try document.annotations(0).map(\.text) == (0..<3_000).filter { $0 % 1_000 != 77 }.map { "\($0)" })
    }

    @Test func annotationsThatAreDrawnStayWhereTheyAre() throws {
        let direct = "<</Subtype/Highlight/Rect[10 20 30 40]>><</Subtype/Caret/Rect[10 20 30 40]>>"
        let document = try provider.open(
            Documents.pdf(
                content: "", page: "/Annots[\(direct) 9 0 R 10 0 R]",
                objects:
                    "9 0 obj <</Subtype/Highlight/Rect[10 20 30 40]>> endobj 10 0 obj <</Subtype/Caret/Rect[10 20 30 40]>> endobj"
            ))
        for _ in 0..<2 {
            _ = try document.rendered(0)
            #expect(try document.annotations(0).suffix(2).map(\.box) == [[10, 60, 30, 80], [10, 60, 30, 80]])
            provider.trim(SHEAF_TRIM_CRITICAL)
        }
        // Those that are no objects of their own are where MuPDF draws them; one of which it draws nothing is anywhere.
        #expect(try document.annotations(0).first?.box == [0, 0, 200, 100])
    }

    @Test func annotationsOfATurnedPageAreWhereItShowsThem() throws {
        let document = try provider.open(
            Documents.pdf(content: "", page: "/Rotate 90/Annots[<</Subtype/Square/Rect[10 20 30 40]>>]"))
        // The page is 100 by 200: what was at its lower left is at its upper left.
        #expect(try document.annotations(0).map(\.box) == [[20, 10, 40, 30]])
    }

    @Test func annotationsAreHandedOverUntilTheHostSaysStop() throws {
        let notes = String(repeating: "<</Subtype/Text/Rect[1 1 2 2]>>", count: 100_000)
        let document = try provider.open(Documents.pdf(content: "", page: "/Annots[\(notes)]"))
        #expect(try document.annotations(0).count == 100_000)
        let request = TestRequest()
        request.itemLimit = 3
        _ = try? document.annotations(0, request)
        #expect(request.items.count == 3)
    }

    @Test func searchIgnoresCaseAndNumbersMatches() throws {
        let matches = try policy.search(10, "dEBIAN POLICY")
        #expect(!matches.isEmpty)
        #expect(matches.allSatisfy { $0.kind == SHEAF_ITEM_MATCH })
        #expect(matches.first?.level == 0)
        #expect(zip(matches, matches.dropFirst()).allSatisfy { $1.level == $0.level || $1.level == $0.level + 1 })
        #expect(try policy.search(10, "no such words here").isEmpty)
        let failure = #expect(throws: TestProvider.Failure.self) { _ = try policy.search(10, "") }
        #expect(failure?.code == -EINVAL)
    }

    @Test func matchOverTwoLinesIsOne() throws {
        let lines = try policy.text(19).compactMap(\.text)
        var words: [Substring] = []
        for (line, next) in zip(lines, lines.dropFirst()) where line.count > 60 && next.count > 60 {
            guard let end = line.dropLast().split(separator: " ").last, let start = next.split(separator: " ").first
            else { continue }
            words = [end, start]
            break
        }
        let matches = try policy.search(19, words.joined(separator: " "))
        #expect(matches.count == 2 && matches.allSatisfy { $0.level == 0 })
        #expect(matches.last.map { $0.box[1] > (matches.first?.box[1] ?? 0) } == true)
    }

    @Test func dividedWordIsFound() throws {
        let document = try provider.open(
            Documents.pdf(
                content:
                    "BT /F 12 Tf 10 80 Td (A word is divi-) Tj 0 -14 Td (ded, and sepa-) Tj 0 -14 Td (rated) Tj ET",
                resources: "<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"))
        let divided = try document.search(0, "divided")
        #expect(divided.count == 2 && divided.allSatisfy { $0.level == 0 })
        #expect(try document.search(0, "SEPARATED").count == 2)
        #expect(try document.search(0, "divi-").isEmpty)
        #expect(try document.text(0).map(\.text) == ["A word is divi-\n", "ded, and sepa-\n", "rated\n"])
    }

    @Test func manyMatchesAreAllThere() throws {
        let count = try policy.text(19).compactMap(\.text).joined().lowercased().count { $0 == "e" }
        #expect(try policy.search(19, "e").count == count)
    }

    @Test func metadataHasDublinCoresNames() throws {
        let metadata = try policy.metadata()
        #expect(metadata["title"] == "Debian Policy Manual")
        #expect(metadata["creator"] == "The Debian Policy Mailing List")
        #expect(metadata["tool"] == "LaTeX with hyperref")
        let created = String(Documents.shown("trailer/Info/CreationDate").filter(\.isNumber).prefix(14))
        #expect(metadata["created"]?.filter(\.isNumber) == created && metadata["created"]?.hasSuffix("Z") == true)
        #expect(metadata["format"] == "PDF 1.5")
        #expect(metadata["encryption"] == "None")
        #expect(try provider.open(Documents.manual).metadata()["title"]?.contains("Debian Policy Manual") == true)
    }

    @Test func textOfTheDocumentIsMadeSafe() throws {
        let bytes = Documents.pdf(content: "", objects: "9 0 obj <</Title(a\\200\nb)/CreationDate(D:2024)>> endobj")
        let document = try provider.open(
            Array(String(decoding: bytes, as: UTF8.self).replacing("<</Root", with: "<</Info 9 0 R/Root").utf8))
        #expect(try document.metadata()["title"] == "a• b")
        #expect(try document.metadata()["created"] == "2024")
    }

    @Test func pointsBesideTheContentAreBackground() throws {
        let document = try provider.open(
            Documents.pdf(
                content: "0 0 1 rg 50 50 20 20 re f",
                page: "/Annots[<</Subtype/Link/Rect[150 10 190 30]/A<</S/URI/URI(http://a/)>>/Border[0 0 0]>>]"))
        #expect(try document.hit(0, x: 60, y: 40) == 0)
        #expect(try document.hit(0, x: 20, y: 20) == SHEAF_BACKGROUND)
        #expect(try document.hit(0, x: 170, y: 80) == 0)
        #expect(try document.hit(0, x: 1e30, y: -.infinity) == SHEAF_BACKGROUND)
        #expect(try document.hit(0, x: .nan, y: 3) == SHEAF_BACKGROUND)
    }
}
