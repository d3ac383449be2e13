import SheafInterface
import TestSupport
import Testing

@testable import SheafControl

@Suite struct OutputTests {
    @Test(arguments: [
        (0, "0 B"), (1_023, "1023 B"), (1_024, "1.0 KiB"), (1_536, "1.5 KiB"), (256 << 20, "256.0 MiB"),
        (Int.max, "8.0 EiB"),
    ])
    func bytesHaveAUnit(count: Int, text: String) {
        #expect(Units.bytes(count) == text)
    }

    @Test(arguments: [
        (UInt64(0), "0.00 ms"), (42, "0.04 ms"), (9_994, "9.99 ms"), (31_700, "31.7 ms"), (1_204_300, "1204 ms"),
    ])
    func timesHaveThreeDigits(microseconds: UInt64, text: String) {
        #expect(Units.milliseconds(microseconds) == text)
    }

    @Test(arguments: [(59, "59 s"), (182, "3 min 2 s"), (18_420, "5 h 7 min"), (1_047_600, "12 d 3 h")])
    func durationsAreInTwoUnits(seconds: Int, text: String) {
        #expect(Units.duration(seconds: seconds) == text)
    }

    @Test(arguments: [
        (0, nil, ReaderInterface.PageCount.Kind.exact, "page  1 of 12"), (11, "12", .exact, "page 12 of 12"),
        (3, "iv", .exact, "page  4 of 12 (iv)"), (3, "", .estimated, "page  4 of about 12"),
        (99, nil, .unknown, "page 100"),
    ])
    func aPageIsNamedByNumberAndLabel(
        index: Int, label: String?, kind: ReaderInterface.PageCount.Kind, text: String
    ) {
        let page = ReaderInterface.Location(page: 0, index: index, label: label)
        #expect(PageText.position([page], count: .init(kind: kind, pages: 12)) == text)
    }

    @Test func aWayNamesTheSurfacesOfItsPages() {
        func at(_ index: Int, _ surface: ReaderInterface.Surface? = nil) -> ReaderInterface.Location {
            .init(page: 0, index: index, surface: surface)
        }
        #expect(PageText.way(from: [at(0)], to: [at(1), at(2)]) == "page 1 to 2-3")
        #expect(PageText.way(from: [at(0)], to: [at(4, .background)]) == "page 1 to background")
        #expect(PageText.way(from: [at(4, .background)], to: [at(1, .vertical)]) == "background to page v2")
    }

    @Test(
        arguments: cases([
            ("8 x 9, fit page", ReaderInterface.Viewport(width: 8, height: 9)),
            ("8 x 9, fit width, turned 90 degrees", .init(width: 8, height: 9, fit: .width, rotation: 90)),
            ("scale 2", .init(width: 8, height: 9, fit: .scale, scale: 2)),
            ("scale 1.5", .init(width: 8, height: 9, fit: .scale, scale: 1.5, rotation: 0)),
            ("8 x 9, fit page, screen turned 270 degrees", .init(width: 8, height: 9, orientation: 270)),
            ("8 x 9, fit page", .init(width: 8, height: 9, orientation: 0)),
        ]))
    func aViewportIsToldInShort(text: Case<ReaderInterface.Viewport>) {
        #expect(PageText.viewport(text.value) == text.testDescription)
    }

    @Test func aLastPageThatNobodyKnowsIsCalledThat() {
        #expect(TurnTarget.last.phrase(.init(kind: .exact, pages: 9)) == "the last page")
        #expect(TurnTarget.last.phrase(.init(kind: .estimated, pages: 9)).contains("does not know"))
    }

    @Test func aLabelCannotCommandTheTerminal() {
        let page = ReaderInterface.Location(page: 0, index: 0, label: "\u{1b}]0;x\u{7}")
        let text = PageText.position([page], count: .init(kind: .unknown, pages: 0))
        #expect(text == "page 1 ( ]0;x )")
    }

    @Test func consoleWritesOneObjectALine() throws {
        var lines: [String] = []
        let console = Console(isJSON: true, style: Style(isColoured: false)) { lines.append($0) }
        try console.printJSON(["reader": "a\nb"] as JSONObject)
        try console.printJSON(ManagerInterface.ListReadersReply(readers: []))
        #expect(lines == ["{\"reader\":\"a\\nb\"}\n", "{\"readers\":[]}\n"])
    }

    private static func reader(
        _ id: String, uid: Int = 1, isCurrent: Bool = false
    ) -> ManagerInterface.ReaderEntry {
        .init(
            reader: id, uid: uid, document: "d", provider: "p", index: 0, pages: 9, connections: 0, pagesHeld: 0,
            bytesHeld: 0, current: isCurrent ? true : nil)
    }

    @Test func aReaderIsChosenByAsMuchOfItsIdAsIsNeeded() throws {
        let readers = [Self.reader("aa11", uid: 1), Self.reader("aa22", uid: 2), Self.reader("bb33", uid: 2)]
        #expect(try ReaderChoice.choose(nil, among: readers, user: 1) == "aa11")
        #expect(try ReaderChoice.choose("b", among: readers, user: 1) == "bb33")
        #expect(try ReaderChoice.choose("aa2", among: readers, user: 1) == "aa22")
    }

    @Test func ofSeveralItIsTheUsersOwnThatWasUsedLast() throws {
        let readers = [
            Self.reader("aa11", uid: 1, isCurrent: true), Self.reader("aa22", uid: 2),
            Self.reader("bb33", uid: 2, isCurrent: true),
        ]
        #expect(try ReaderChoice.choose(nil, among: readers, user: 2) == "bb33")
        #expect(try ReaderChoice.choose("aa2", among: readers, user: 2) == "aa22")
    }

    @Test(arguments: [
        (nil, 3, ["you have no reader", "sheafctl open"]), (nil, 2, ["2 readers", "--reader", "aa22", "bb33"]),
        ("aa", 1, ["2 readers", "begins with aa", "aa11", "aa22"]), ("zz", 1, ["no reader", "zz", "bb33"]),
    ])
    func aReaderThatIsNotClearIsAskedFor(name: String?, user: UInt32, parts: [String]) throws {
        let readers = [Self.reader("aa11", uid: 1), Self.reader("aa22", uid: 2), Self.reader("bb33", uid: 2)]
        let error = try #require(throws: ControlError.self) {
            try ReaderChoice.choose(name, among: readers, user: user)
        }
        for part in parts { #expect(error.description.contains(part), "\(error)") }
    }

    @Test func idsAreShownAsFarAsTheyDiffer() {
        #expect(ReaderChoice.shortLength(["0123456789abcdef", "ff23456789abcdef"]) == 8)
        #expect(ReaderChoice.shortLength(["0123456789abcdef", "0123456789ffffff"]) == 12)
    }
}

@Suite struct TableTests {
    private static let plain = Style(isColoured: false)

    @Test func columnsAreAsWideAsTheirWidestCell() {
        let rows = [["a", "193", "open"], ["longer name", "7", ""]]
        let table = Table("NAME", .right("PAGES"), "STATE", of: rows) { $0 }
        #expect(
            table.lines(Self.plain) == [
                "NAME         PAGES  STATE",
                "a              193  open",
                "longer name      7",
            ])
    }

    @Test func widthsCountColumnsNotBytes() {
        let rows = [["größe", "1"], ["第三頁", "2"], ["e\u{301}", "3"], ["👩‍👩‍👧", "4"]]
        let table = Table("LABEL", .right("N"), of: rows) { $0 }
        #expect(
            table.lines(Self.plain) == [
                "LABEL   N", "größe   1", "第三頁  2", "e\u{301}       3", "👩‍👩‍👧      4",
            ])
    }

    @Test func cellsCannotCommandTheTerminal() {
        let rows = [["a\u{1b}[31m\nb\u{202e}", "1"]]
        let table = Table("LABEL", "X", of: rows) { $0 }
        #expect(table.lines(Self.plain) == ["LABEL     X", "a [31m b  1"])
    }

    @Test func onlyTheTitlesAreCoveredByColour() {
        let rows = [["b"]]
        let table = Table("A", of: rows) { $0 }
        #expect(table.lines(Style(isColoured: true)) == ["\u{1b}[1mA\u{1b}[0m", "b"])
    }
}
