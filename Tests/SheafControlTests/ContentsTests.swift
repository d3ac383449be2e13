import SheafInterface
import Testing

@testable import SheafControl

/// "sheafctl info", "outline", "links", "annotations" and "text" against recorded answers.
@Suite struct ContentsTests {
    private static func run(_ line: String, _ replies: String..., json: Bool = false) throws -> (String, [String]) {
        let service = try RecordedService([
            .init(replies: [RecordedReply.readers] + replies.map { RecordedReply.reply($0) })
        ])
        try service.run(line, json: json)
        return (service.lines.joined(), try service.calls(on: 0, whole: true))
    }

    private static let place =
        #""place":{"box":{"x0":1,"y0":2,"x1":3,"y1":4},"region":{"x":5,"y":6,"width":7,"height":8}}"#
    private static let page = #""page":{"page":7,"index":0,"pageWidth":10,"pageHeight":20}"#

    @Test func theOutlineIsListedPartByPart() throws {
        let (text, calls) = try Self.run(
            "outline",
            #""entries":[{"number":0,"level":0,"title":"One","target":{"page":9,"index":2,"label":"iii"}},"#
                + #"{"number":1,"level":1,"title":"T\u001bo","target":{"uri":"http://a/"}}],"next":2"#,
            #""entries":[{"number":2,"level":2,"title":"Three"}]"#)
        #expect(text == "   1  One   page 3 (iii)\n   2    T o   http://a/\n   3      Three\n")
        #expect(calls.count == 3 && calls[2].contains(#""first":2"#))
    }

    @Test func whatAnEntryLeadsToIsSaid() throws {
        let targets = [
            #""kind":"here""#, ##""uri":"#a","kind":"here""##, #""uri":"http://a/","kind":"web""#, #""kind":"script""#,
            #""uri":"b.pdf","kind":"document""#, #""uri":"run.exe","kind":"launch""#, #""index":2,"kind":"here""#,
        ]
        let entries = targets.enumerated().map {
            #"{"number":\#($0),"level":0,"title":"T","target":{\#($1)}}"#
        }
        let (text, _) = try Self.run("outline", #""entries":[\#(entries.joined(separator: ","))]"#)
        let said = text.split(separator: "\n").map { $0.dropFirst(10) }
        #expect(
            said == [
                "nowhere", "nowhere (#a)", "http://a/", "script", "document b.pdf", "launch run.exe", "page 3",
            ])
    }

    @Test func anEntryIsTurnedToAsBefore() throws {
        #expect(try parsed("outline 12 --duration 5") == TurnCommand(.outline(11), duration: 5))
        #expect(try parsed("outline --axis vertical") == OutlineCommand(axis: .vertical))
    }

    @Test func linksAreATable() throws {
        let (text, _) = try Self.run(
            "links 4",
            Self.page
                + #","links":[{"number":0,\#(Self.place),"target":{"page":1,"index":1}},{"number":1,\#(Self.place)}]"#
        )
        #expect(
            text == """
                LINK  TARGET   PIXELS
                   1  page 2   7 x 8 at 5, 6
                   2  nowhere  7 x 8 at 5, 6

                """)
    }

    @Test func annotationsAreATable() throws {
        let (text, calls) = try Self.run(
            "annotations 4",
            Self.page
                + #","annotations":[{"kind":"highlight",\#(Self.place),"text":"two\nlines","author":"Zo\u001bë","modified":1700000000},"#
                + #"{"kind":"ink",\#(Self.place),"text":""}],"next":2"#,
            Self.page + #","annotations":[{"kind":"text",\#(Self.place),"text":"x","modified":951782399}]"#)
        #expect(
            text == """
                KIND       AUTHOR  MODIFIED          PIXELS         TEXT
                highlight  Zo ë    2023-11-14 22:13  7 x 8 at 5, 6  two lines
                ink                                  7 x 8 at 5, 6
                text               2000-02-28 23:59  7 x 8 at 5, 6  x

                """)
        #expect(calls[1].contains(#""index":3"#) && calls[2].contains(#""first":2"#))
        #expect(
            try Self.run("annotations", Self.page + #","annotations":[]"#).0 == "no annotations there\n")
    }

    @Test(
        arguments: [
            (0, "1970-01-01 00:00"), (951_782_400, "2000-02-29 00:00"), (4_107_542_399, "2100-02-28 23:59"),
            (4_107_542_400, "2100-03-01 00:00"), (253_402_300_799, "9999-12-31 23:59"), (-1, "1969-12-31 23:59"),
        ])
    func timesAreDates(seconds: Int, text: String) {
        #expect(Units.date(seconds) == text)
    }

    @Test func blocksArePrintedAsMarkdownHasThem() throws {
        func block(_ kind: String, _ text: String, _ level: Int? = nil) -> String {
            #"{"kind":"\#(kind)",\#(Self.place),"text":"\#(text)"\#(level.map { #","level":\#($0)"# } ?? "")}"#
        }
        let first = [block("heading", "O\\u001bne", 2), block("paragraph", "Words."), block("listItem", "•\\ta", 1)]
        let second = [block("listItem", "1.\\tb", 2), block("table", "a\\tb\\nc\\td"), block("code", "int\\tx;")]
        let replies = [
            Self.page + #","blocks":[\#(first.joined(separator: ","))],"next":3"#,
            Self.page + #","blocks":[\#(second.joined(separator: ","))]"#,
        ]
        let (text, calls) = try Self.run("text 4 --blocks", replies[0], replies[1])
        #expect(text == "## O ne\n\nWords.\n\n• a\n  1. b\n\n| a | b |\n| c | d |\n\n    int\tx;\n")
        #expect(calls[1].contains(#""index":3"#) && calls[2].contains(#""first":3"#))
        let json = try Self.run("text 4 --blocks", replies[0], replies[1], json: true).0
        #expect(json.split(separator: "\n").count == 6 && json.contains(#""kind":"heading""#))
        #expect(try Self.run("text --blocks", Self.page + #","blocks":[]"#).0 == "no text there\n")
        #expect(throws: ControlError.self) { _ = try parsed("text --blocks --box 1,2,3,4", as: BlocksCommand.self) }
    }

    @Test func textIsPrintedLineByLine() throws {
        let (text, calls) = try Self.run(
            "text 4 --box 0,0,9.5,1e3",
            Self.page + #","runs":[{"text":"a\u0007","# + Self.place + #"},{"text":"b\n","# + Self.place
                + "}],\"next\":2",
            Self.page + #","runs":[{"text":"c","# + Self.place + "}]")
        #expect(text == "a b\nc\n")
        #expect(calls[1].contains(#""index":3"#) && calls[1].contains(#""x1":9.5"#))
    }

    @Test func metadataIsPrintedByKey() throws {
        let entries = #""entries":[{"key":"title","value":"A book"},{"key":"creator","value":"N. N."}]"#
        #expect(try Self.run("info", entries).0 == "title     A book\ncreator   N. N.\n")
        #expect(
            try Self.run("info", entries, json: true).0
                == #"{"key":"title","value":"A book"}"# + "\n" + #"{"key":"creator","value":"N. N."}"# + "\n")
        #expect(try Self.run("info", #""entries":[]"#).0 == "the document says nothing of itself\n")
    }

    @Test func matchesArePrintedAsTheyCome() throws {
        let pages = #""found":1,"searched":0,"pages":{"kind":"exact","pages":9},"unreadable":0"#
        let match = Self.page + #","matches":[{"before":"a ","text":"b\u001b","after":" c","places":[]}],"# + pages
        let end = #""matches":[],"found":1,"searched":9,"pages":{"kind":"exact","pages":9},"unreadable":2"#
        let service = try RecordedService([
            .init(replies: [RecordedReply.readers]),
            .init(replies: [RecordedReply.watch(match), RecordedReply.reply(end)]),
        ])
        try service.run("search b c --from 4 --backward --whole-words")
        #expect(service.lines.joined() == "page 1: a [b ] c\n1 match on 9 pages, 2 of which can't be read\n")
        let call = try #require(try service.calls(on: 1, whole: true).first)
        #expect(call.contains(#""needle":"b c""#) && call.contains(#""index":3"#) && call.contains(#""backward""#))
        #expect(call.contains(#""wholeWords":true"#) && call.contains(#""matchCase":false"#))
    }

    @Test(arguments: [
        "search", "search x --from 0", "outline --duration 5", "outline 0", "outline 1 2", "links 0", "links x",
        "links 1 2", "annotations 0", "annotations 1 2", "text 0",
        "text --box 1,2,3",
        "text --box 1,2,3,x", "info 1", "info --axis diagonal",
    ])
    func mistakesAreExplained(line: String) throws {
        #expect(throws: ControlError.self) { try command(line) }
    }
}
