import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing

@testable import SheafControl

/// The calls and the output of the verbs that show and change a reader.
@Suite struct ReaderCommandTests {
    private static let state = RecordedReply.reply(RecordedReply.state(vertical: true))

    private func run(_ line: String, _ answers: [String], json: Bool = false) throws -> (
        calls: [String], whole: [String], lines: [String]
    ) {
        let service = try RecordedService([.init(replies: [RecordedReply.readers] + answers)])
        try service.run(line, json: json)
        let whole = try service.calls(on: 0, whole: true)
        let names = whole.map { String($0.split(separator: "\"")[3].split(separator: ".").last ?? "") }
        return (Array(names.dropFirst()), whole, service.lines)
    }

    @Test func axesAreATable() throws {
        let all = try run("axis", [Self.state])
        #expect(all.calls == ["GetState"])
        #expect(all.lines[0].split(separator: "\n").count == 3)
        #expect(all.lines[0].contains("vertical    on"))
        let one = try run("axis vertical", [Self.state])
        #expect(one.lines[0].split(separator: "\n").count == 2)
    }

    @Test func anAxisThatIsNotThereIsSaid() throws {
        let service = try RecordedService([
            .init(replies: [RecordedReply.readers, RecordedReply.reply(RecordedReply.state())])
        ])
        let error = try #require(throws: ControlError.self) { try service.run("axis vertical") }
        #expect(error.description.contains("no vertical axis"))
    }

    @Test func anAxisIsChanged() throws {
        let changed = try run("axis vertical --disable", [Self.state])
        #expect(changed.calls == ["SetAxis"])
        #expect(changed.whole[1].contains(#""axis":"vertical","enabled":false"#))
        let spread = try run("spread double", [Self.state, Self.state])
        #expect(spread.calls == ["GetState", "SetAxis"])
        #expect(spread.whole[2].contains(#""axis":"horizontal","arrangement":{"spread":"double"}"#))
    }

    @Test func aViewportIsShownOrChangedWhereAsked() throws {
        #expect(try run("viewport", [Self.state]).calls == ["GetState"])
        let changed = try run("viewport --size 5x6", [Self.state, Self.state])
        #expect(changed.calls == ["GetState", "SetViewport"])
        #expect(changed.whole[2].contains(#""viewport":{"width":5,"height":6,"fit":"width","rotation":90"#))
        #expect(changed.lines == ["10 x 20, fit width, turned 90 degrees   can be turned 0, 180 degrees\n"])
    }

    @Test func pagesAreAskedForAndTakenBack() throws {
        let done = RecordedReply.nothing
        let state = RecordedReply.reply(
            RecordedReply.state().replacing(#""looks":{}"#, with: #""looks":{},"prefetch":"eco""#))
        let shown = try run("prefetch", [state])
        #expect(shown.calls == ["GetState"] && shown.lines == ["rendered ahead: what is likely\n"])
        let asked = try run("prefetch 4 2 --landing 9 --duration 700 --mode no", [done, Self.state])
        #expect(asked.calls == ["Prefetch", "GetState"])
        #expect(asked.whole[1].contains(#""pages":[3,1],"landing":8,"duration":700,"mode":"no""#))
        #expect(asked.lines == ["rendered ahead as the service is set\n"])
        #expect(
            try run("prefetch 4 --axis vertical --cancel", [done, Self.state]).whole[1].contains(
                #""axis":"vertical","pages":[3]"#))
        let all = try run("prefetch --cancel", [done, Self.state])
        #expect(all.calls == ["CancelPrefetch", "GetState"] && !all.whole[1].contains("pages"))
    }

    @Test func looksAreShownOrChangedWhereAsked() throws {
        let flowing = RecordedReply.reply(
            RecordedReply.state().replacing(
                #""looks":{}"#,
                with: #""looks":{"paper":"sepia","trim":"document","flow":{"fontSize":14,"margin":2.5}}"#
            ).replacing(#""provider":"#, with: #""flows":true,"provider":"#))
        let shown = try run("looks", [flowing])
        #expect(shown.calls == ["GetState"])
        #expect(
            shown.lines == ["paper sepia, the same margins of all pages cut off, 14 pt, margins of 2.5 pt\n"])
        let changed = try run("looks --paper night --font-size default", [flowing, Self.state])
        #expect(changed.calls == ["GetState", "SetLooks"])
        #expect(changed.whole[2].contains(#""looks":{"paper":"night","trim":"document","flow":{"margin":2.5}}"#))
        #expect(changed.lines == ["paper day\n"])
    }

    @Test func aStateIsToldAndIsOneObject() throws {
        #expect(try run("state", [Self.state]).lines[0].hasPrefix("reader      ab12\n"))
        #expect(try run("state", [Self.state], json: true).lines[0].contains(#""phase":"rest""#))
        let empty = try run("state", [RecordedReply.reply(RecordedReply.state(shown: []))])
        #expect(empty.lines[0].contains("no pages"))
    }

    @Test func aLayoutIsATable() throws {
        let layout = RecordedReply.reply(
            #""frames":[{"index":1,"along":10.5,"across":0.0,"width":8.0,"height":9.0,"measured":true},"#
                + #"{"index":2,"along":20.0,"across":0.0,"width":8.0,"height":9.0,"measured":false}],"length":-1.0,"#
                + #""estimatedWidth":8.0,"estimatedHeight":9.0,"spacing":4,"position":12.25,"version":1"#)
        let shown = try run("layout --from 2 --pages 2", [layout])
        #expect(shown.whole[1].contains(#""first":1,"pages":2"#))
        #expect(shown.lines.count == 2)
        #expect(shown.lines[0].contains("10.5") && shown.lines[0].contains("estimated"))
        #expect(shown.lines[1].contains("nobody knows"))
    }

    @Test(
        arguments: cases([
            (
                "page 2 at 3.3, 4.0 pt",
                #""location":{"page":8,"index":1},"x":3.25,"y":4.0,"background":false,"claims":false"#
            ),
            (
                "background page 2 at 0.0, 0.0 pt, seen through the page in front, wants drags itself",
                #""location":{"page":8,"index":1,"surface":"background"},"x":0.0,"y":0.0,"background":true,"claims":true"#
            ),
            ("no page is there", #""x":0.0,"y":0.0,"background":false,"claims":false"#),
            (
                "the page is blank there, and no other is behind it",
                #""x":3.0,"y":4.0,"background":true,"claims":false"#
            ),
        ]))
    func aPointHasAPageOrNothing(line: Case<String>) throws {
        let hit = try run("hit 3 4.5", [RecordedReply.reply(line.value)])
        #expect(hit.whole[1].contains(#""y":4.5"#))
        #expect(hit.lines == [line.testDescription + "\n"])
    }

    @Test func aHistoryIsATable() throws {
        let history = RecordedReply.reply(
            #""back":[\#(RecordedReply.location(4)),\#(RecordedReply.location(2))],"forward":[]"#)
        #expect(
            try run("history", [history]).lines == ["TURN      PAGE  LABEL\nback         5\nback x 2     3\n"])
        #expect(try run("history", [RecordedReply.reply(#""back":[],"forward":[]"#)]).lines == ["no jumps yet\n"])
    }

    @Test func aReportNamesItsStep() throws {
        let report = try run("report WD 3", [RecordedReply.nothing])
        #expect(report.calls == ["ReportAppearance"])
        #expect(report.whole[1].contains(#""index":2,"event":"willDisappear""#))
        #expect(report.lines == ["reported WD 3\n"])
        let json = try run("report WD 3 --axis vertical", [RecordedReply.nothing], json: true)
        #expect(
            json.lines == [
                #"{"reader":"ab12","axis":"vertical","index":2,"event":"willDisappear"}"# + "\n"
            ])
    }

    @Test func aReloadTellsWhereTheReaderStands() throws {
        let reload = try run("reload", [RecordedReply.reply(RecordedReply.state(shown: []))])
        #expect(reload.calls == ["Reload"])
        #expect(reload.lines[0].hasPrefix("no pages   "))
    }

    @Test(arguments: [("refreshed", true), ("failed", false)])
    func aRefreshIsWaitedFor(outcome: String, isDone: Bool) throws {
        let told = ["refreshing", outcome].map { RecordedReply.watch(#""refresh":"\#($0)""#) }
        let service = try RecordedService([
            .init(replies: [RecordedReply.readers, RecordedReply.nothing]),
            .init(replies: [RecordedReply.watch(RecordedReply.state())] + told),
        ])
        if isDone {
            try service.run("refresh")
            #expect(service.lines == ["refreshed d1\n"])
        } else {
            let error = try #require(throws: ControlError.self) { try service.run("refresh") }
            #expect(error.description.hasPrefix("cannot refresh d1"))
        }
    }

    @Test(arguments: [
        ("a.png", "a-2.png"), ("/b.c/a", "/b.c/a-2"), ("b/.png", "b/.png-2"), ("a.b.jpg", "a.b-2.jpg"),
    ])
    func theOtherPageOfASpreadGoesBesideTheFirst(path: String, second: String) {
        #expect(PageCommand.Output.file(path).second == .file(second))
    }

    @Test func bothPagesOfASpreadAreWritten() throws {
        var template = Array("/tmp/sheaf-test-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer {
            unlink("\(folder)/a.png")
            unlink("\(folder)/a-2.png")
            rmdir(folder)
        }
        let memory = try Memfd.create(name: "page", size: 4)
        #expect(pwrite(memory.number, "blob", 4, 0) == 4)
        let page = RecordedReply.reply(#""page":\#(RecordedReply.page("png", true))"#)
        let state = RecordedReply.reply(RecordedReply.state(shown: [1, 2]))
        let service = try RecordedService([
            .init(
                replies: [RecordedReply.readers, state, page, RecordedReply.nothing, page],
                descriptors: [2, 4], descriptor: SharedDescriptor(memory), last: RecordedReply.nothing)
        ])
        try service.run("page -o \(folder)/a.png")
        #expect(try TextFile.read("\(folder)/a.png") == "blob")
        #expect(try TextFile.read("\(folder)/a-2.png") == "blob")
        #expect(service.lines.count == 2)
        let calls = try service.calls(on: 0, whole: true)
        #expect(!calls[2].contains("index"))
        #expect(calls[4].contains(#""index":2,"axis":"horizontal""#))
    }

    @Test func standardOutputTakesOnePage() throws {
        let service = try RecordedService([
            .init(replies: [RecordedReply.readers, RecordedReply.reply(RecordedReply.state(shown: [1, 2]))])
        ])
        let error = try #require(throws: ControlError.self) { try service.run("page -o - --format png") }
        #expect(error.description.contains("pages 2-3") && error.description.contains("--page"))
    }
}
