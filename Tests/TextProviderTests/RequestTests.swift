import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// Requests to the text provider: pages, regions and settings that they may name, cancellation, and sizes of texts.
@Suite struct RequestTests {
    @Test(arguments: [Int64(-1), 1, .max, .min])
    func pageThatIsNotThereIsRefused(page: Int64) throws {
        let document = try Texts.openCounted("one page")
        for ask in [
            { _ = try document.metrics(page) }, { _ = try document.text(page) }, { _ = try document.blocks(page) },
            { _ = try document.position(page) },
        ] {
            let refusal = #expect(throws: Refusal.self, performing: ask)
            #expect(refusal?.code == SHEAF_END)
        }
        #expect(throws: Refusal.self) { try document.render(page: page, width: 1, height: 1) }
    }

    @Test(arguments: [
        (0.0, 0, 0), (-1, 0, 0), (.nan, 0, 0), (.infinity, 0, 0), (1e9, 0, 0), (1e-3, 0, 0), (1, -1, 0), (1, 417, 0),
        (1, 0, 592), (1, .max - 5, 0), (1, .min + 5, 0),
    ])
    func regionOutsideThePageIsRefused(scale: Double, x: Int32, y: Int32) throws {
        let refusal = #expect(throws: Refusal.self) {
            try Texts.open("text").render(scale: scale, x: Int(x), y: Int(y), width: 4, height: 4)
        }
        #expect(refusal?.code == -EINVAL && refusal?.text?.isEmpty == false)
    }

    @Test func oddRotationAndFormatAreRefused() throws {
        let document = try Texts.open("text")
        #expect(throws: Refusal(code: -EINVAL, text: "a page can't be turned by 45 degrees")) {
            try document.render(rotation: 45, width: 4, height: 4)
        }
        #expect(throws: Refusal(code: -ENOTSUP, text: "there is no pixel format 7")) {
            try document.render(width: 4, height: 4) { $0.format = 7 }
        }
    }

    /// Wherever it is looked for.
    @Test func aRequestIsCancelledAtAnyLook() throws {
        let book = Texts.book(paragraphs: 60)
        let expected = try Texts.openCounted(book).whole(8)
        let full = TestRequest()
        _ = try Texts.openCounted(book).render(page: 8, width: 420, height: 595, request: full)
        #expect(full.questions > 30)
        for look in Set([0, 1, full.questions / 2, full.questions - 1]) {
            let document = try Texts.openCounted(book)
            let request = TestRequest()
            request.cancelledFrom = look
            let refusal = #expect(throws: Refusal.self) {
                try document.render(page: 8, width: 420, height: 595, request: request)
            }
            #expect(refusal?.code == SHEAF_CANCELLED, "look \(look) of \(full.questions): \(refusal?.text ?? "")")
            #expect(try document.whole(8) == expected)
        }
    }

    @Test func openingIsCancelled() throws {
        for text in ["text", "# Markdown\n\n[link](x)\n"] {
            let request = TestRequest()
            request.cancelledFrom = 0
            let refusal = #expect(throws: Refusal.self) { try Texts.host().open(TestSource(text), request) }
            #expect(refusal?.code == SHEAF_CANCELLED)
        }
    }

    @Test func aSourceThatFailsIsTold() throws {
        let source = TestSource(Texts.book(paragraphs: 400))
        let host = try Texts.host()
        let document = try host.open(source)
        source.failure = -Int64(EACCES)
        #expect(throws: Refusal(code: -EACCES, text: "cannot read the document: \(String(cString: strerror(EACCES)))"))
        {
            try document.countAll()
        }
        source.failure = nil
        source.readLimit = 1_000
        #expect(try document.countAll() > 90)
        source.readLimit = .max
        source.bytes.removeLast(1_000)
        _ = try Texts.open(Texts.book(paragraphs: 1))
        let short = try Texts.host()
        let cut = TestSource(Texts.book(paragraphs: 400))
        let read = try short.open(cut)
        cut.bytes.removeLast(cut.bytes.count / 2)
        let refusal = #expect(throws: Refusal.self) { try read.countAll() }
        #expect(refusal?.code == -EIO && short.changes.map(\.kind) == [SHEAF_CHANGED_ALL])
    }

    /// A line is one paragraph up to 4,096 bytes.
    @Test(arguments: [(4_096, 1), (4_097, 2)]) func aLineHasALimit(bytes: Int, parts: Int) throws {
        // The last word of the first part is followed by nothing on its line.
        let line = String(String(repeating: "five ", count: 900).prefix(bytes - 1)) + "e"
        let text = try Texts.open(line, Texts.flow(fontSize: 4, width: 600, height: 400)).text(0)
        let right = text.map { $0.box[2] }
        #expect(right.dropLast().filter { $0 < 560 }.count == parts - 1, "\(right)")
        #expect(text.map { $0.text ?? "" }.joined().filter { $0 == "e" }.count == line.filter { $0 == "e" }.count)
    }

    @Test(arguments: ["x", "x ", "平"]) func aLineWithoutEndIsRead(word: String) throws {
        let bytes = Array(word.utf8)
        let text = [UInt8](unsafeUninitializedCapacity: 10_000_000 / bytes.count * bytes.count) { buffer, count in
            count = buffer.count / bytes.count * bytes.count
            for index in 0..<count { buffer[index] = bytes[index % bytes.count] }
        }
        let document = try Texts.open(text)
        let (kind, pages) = try document.count()
        #expect(kind == SHEAF_COUNTING && pages > 1_000)
        try document.count(to: 41)
        let page = try document.text(40)
        #expect(page.count > 20 && page.allSatisfy { !$0.characters.isEmpty })
        let position = try document.position(40)
        #expect(position > 10_000 && position % Int64(bytes.count) == 0)
        #expect(try document.page(at: position) == 40)
    }

    @Test(arguments: [
        ("layout-width", "72", true), ("layout-width", "71", false), ("layout-height", "7200", true),
        ("layout-height", "7201", false), ("margin", "0", true), ("margin", "-1", false), ("font-size", "4", true),
        ("font-size", "145", false), ("line-height", "0.8", true), ("line-height", "0.7", false),
        ("font", "Sans", true),
        ("font", "", false), ("justify", "no", true), ("justify", "maybe", false), ("markdown", "no", true),
        ("unwrap", "yes", true), ("unwrap", "1", false), ("color", "red", false), ("margin", "36pt", false),
    ])
    func settingsAreChecked(key: String, value: String, isGood: Bool) throws {
        let host = try Texts.host()
        if isGood {
            try host.configure(key, value)
        } else {
            let refusal = #expect(throws: Refusal.self) { try host.configure(key, value) }
            #expect(refusal?.code == -EINVAL && refusal?.text?.contains(key) == true)
        }
    }

    @Test(arguments: [
        ("margin", "-1", "margin: \"-1\" is no number of points from 0 to 720"),
        ("line-height", "much", "line-height: \"much\" is no number from 0.8 to 4"),
        ("font", "", "font: \"\" is no name of 1 to 128 bytes"),
        ("unwrap", "1", "unwrap: \"1\" is none of: auto yes no"),
        (
            "color", "red",
            "there is no setting \"color\": only layout-width, layout-height, margin, font-size, line-height, font, "
                + "justify, markdown, unwrap"
        ),
    ])
    func refusedSettingSaysWhatIsTaken(key: String, value: String, sentence: String) throws {
        let host = try Texts.host()
        #expect(throws: Refusal(code: -EINVAL, text: sentence)) { try host.configure(key, value) }
    }

    @Test func settingsHoldForWhatIsOpenedThen() throws {
        let host = try Texts.host()
        for (key, value) in [("layout-width", "500"), ("margin", "50"), ("justify", "no"), ("font-size", "20")] {
            try host.configure(key, value)
        }
        let document = try host.open(Texts.book(paragraphs: 9))
        #expect(try document.metrics(0).width == 500)
        let lines = try document.text(0)
        #expect(lines[0].box[0] == 50 && lines[0].box[2] < 449.5)
        // What a reader wishes goes before.
        let wished = try host.open(TestSource("text"), TestRequest(flow: Texts.flow(width: 400)))
        #expect(try wished.metrics(0).width == 400)
    }

    @Test func memoryIsGivenBackAndPagesStayTheSame() throws {
        let host = try Texts.host()
        let document = try host.open(Texts.book(paragraphs: 60))
        _ = try document.countAll()
        let before = try document.whole(3)
        for level in [SHEAF_TRIM_LOW, SHEAF_TRIM_MEDIUM, SHEAF_TRIM_CRITICAL, 9] {
            host.table.trim(host.plugin, level)
            #expect(try document.whole(3) == before)
        }
    }
}
