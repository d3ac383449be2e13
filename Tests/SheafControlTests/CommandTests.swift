import Glibc
import SheafOS
import TestSupport
import Testing

@testable import SheafControl

@Suite struct CommandTests {
    private static let page = RecordedReply.page
    private static let state = RecordedReply.watch(RecordedReply.state())
    private static let readers = RecordedReply.readers
    private static let released = RecordedReply.nothing

    private static func turned(hit: Bool, second: Bool = false) -> String {
        RecordedReply.reply(
            #""noop":false,"hit":\#(hit),"transition":1,"location":{"page":8,"index":1}"#
                + (hit ? #","page":\#(page("bgrx8888", true))"# : "")
                + (second ? #","second":\#(page("bgrx8888", true))"# : ""))
    }

    private static let events =
        [RecordedReply.watch(RecordedReply.begin(from: [0], to: [1]))]
        + [("willAppear", 1), ("willDisappear", 0), ("didAppear", 1), ("didDisappear", 0)].map {
            RecordedReply.watch(RecordedReply.event($0, $1))
        } + [RecordedReply.watch(RecordedReply.end(previous: [0]))]

    @Test func aHitIsToldAndItsPageReturned() throws {
        let service = try RecordedService([
            .init(replies: [Self.readers, Self.turned(hit: true), Self.released]),
            .init(replies: [Self.state] + Self.events),
        ])
        try service.run("next")
        #expect(try service.calls(on: 0) == ["ListReaders", "Navigate", "ReleasePage"])
        #expect(try service.calls(on: 1) == ["Watch"])
        #expect(service.lines.count == 1)
        #expect(service.lines[0].contains("page 2 of 9"))
        #expect(service.lines[0].contains(" hit "))
        #expect(service.lines[0].hasSuffix("WA 2  WD 1 | DA 2  DD 1\n"))
    }

    @Test func bothPagesOfASpreadAreReturned() throws {
        let service = try RecordedService([
            .init(replies: [Self.readers, Self.turned(hit: true, second: true), Self.released, Self.released]),
            .init(replies: [Self.state] + Self.events),
        ])
        try service.run("next")
        #expect(try service.calls(on: 0) == ["ListReaders", "Navigate", "ReleasePage", "ReleasePage"])
    }

    @Test func aMissWaitsForItsPage() throws {
        let arrived = #"{"continues":true,"parameters":{"page":\#(Self.page("bgrx8888", false))}}"#
        let service = try RecordedService([
            .init(replies: [Self.readers, Self.turned(hit: false)]),
            .init(replies: [Self.state] + Self.events + [arrived]),
        ])
        try service.run("next", json: true)
        #expect(try service.calls(on: 0) == ["ListReaders", "Navigate"])
        #expect(service.lines.count == 1)
        #expect(service.lines[0].contains(#""hit":false"#))
    }

    @Test(
        arguments: cases([
            ("broken", #"{"continues":true,"parameters":{"failure":{"page":8,"index":1,"reason":"broken"}}}"#),
            ("closed", #"{"parameters":{"closed":true}}"#),
            ("no such reader", #"{"error":"org.sheaf.Reader.NoSuchReader","parameters":{"reader":"ab12"}}"#),
            ("--timeout", #"{"continues":true,"parameters":{}}"#),
        ]))
    func aMissThatDoesNotComeIsOneLine(text: Case<String>) throws {
        let service = try RecordedService([
            .init(replies: [Self.readers, Self.turned(hit: false)]),
            .init(replies: [Self.state] + Self.events + [text.value]),
        ])
        let error = try #require(throws: ControlError.self) { try service.run("next", timeoutMilliseconds: 200) }
        #expect(error.description.contains(text.testDescription), "\(error)")
        #expect(service.lines.isEmpty)
    }

    @Test func anErrorSaysWhatWasTried() throws {
        let service = try RecordedService([
            .init(replies: [
                Self.readers, #"{"error":"org.sheaf.Reader.NoSuchPage","parameters":{"target":"49","pages":9}}"#,
            ]),
            .init(replies: [Self.state]),
        ])
        let error = try #require(throws: ControlError.self) { try service.run("goto 50") }
        #expect(error.description.hasPrefix("cannot turn to page 50: there is no such page"))
        #expect(try service.calls(on: 0, whole: true)[1].contains(#""target":{"index":49}"#))
    }

    @Test(arguments: [("a", true), ("no/a", false)])
    func aPageIsWrittenAndReturnedInAnyCase(name: String, isWritten: Bool) throws {
        var template = Array("/tmp/sheaf-test-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer {
            unlink("\(folder)/a")
            rmdir(folder)
        }
        let memory = try Memfd.create(name: "page", size: 4)
        #expect(pwrite(memory.number, "blob", 4, 0) == 4)
        let service = try RecordedService([
            .init(
                replies: [Self.readers, #"{"parameters":{"page":\#(Self.page("png", true))}}"#],
                descriptor: SharedDescriptor(memory), last: Self.released)
        ])
        let run = { try service.run("page --page 2 --format png -o \(folder)/\(name)") }
        if isWritten {
            try run()
            #expect(try TextFile.read("\(folder)/a") == "blob")
            #expect(service.lines.count == 1)
        } else {
            #expect(throws: ControlError.self) { try run() }
        }
        #expect(try service.calls(on: 0) == ["ListReaders", "GetPage", "ReleasePage"])
    }

    @Test func watchTellsEachEventUntilItsReaderIsClosed() throws {
        let service = try RecordedService([
            .init(replies: [Self.readers]),
            .init(replies: [Self.state] + Self.events + [#"{"parameters":{"closed":true}}"#]),
        ])
        try service.run("watch", json: true)
        #expect(service.lines.count == 8)
        #expect(service.lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}\n") })
        #expect(service.lines.last == "{\"closed\":true}\n")
    }
}
