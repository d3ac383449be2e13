import Glibc
import SheafControl
import SheafOS
import Testing

@Suite struct CommandTests {
    private static let readers =
        #"{"parameters":{"readers":[{"reader":"ab12","uid":\#(CurrentProcess.user),"document":"d1","provider":"p","#
        + #""index":0,"pages":9,"connections":0,"pagesHeld":0,"bytesHeld":0}]}}"#
    private static let state =
        #"{"continues":true,"parameters":{"state":{"reader":"ab12","document":{"document":"d1","provider":"p","#
        + #""count":{"kind":"exact","pages":9}},"location":{"page":7,"index":0},"viewport":{"width":10,"height":10}}}}"#
    private static let released = #"{"parameters":{}}"#

    private static func page(format: String = "bgrx8888", descriptor: Bool = true) -> String {
        #"{"page":8,"index":1,"rendition":3,"width":1,"height":1,"stride":4,"size":4,"format":"\#(format)","region":"#
            + #"{"x":0,"y":0,"width":1,"height":1},"pageWidth":1,"pageHeight":1,"scale":1.0,"rotation":0,"#
            + #""origin":"rendered"\#(descriptor ? #","fileDescriptor":0"# : "")}"#
    }

    private static func turned(hit: Bool) -> String {
        #"{"parameters":{"noop":false,"hit":\#(hit),"transition":1,"location":{"page":8,"index":1}"#
            + (hit ? #","page":\#(page())"# : "") + "}}"
    }

    private static func event(_ name: String, page: Int) -> String {
        #"{"continues":true,"parameters":{"appearance":{"event":"\#(name)","page":\#(page),"index":\#(page - 7),"#
            + #""transition":1,"time":5}}}"#
    }

    private static let events = [
        event("willAppear", page: 8), event("willDisappear", page: 7), event("didAppear", page: 8),
        event("didDisappear", page: 7),
    ]

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

    @Test func aMissWaitsForItsPage() throws {
        let arrived = #"{"continues":true,"parameters":{"page":\#(Self.page(descriptor: false))}}"#
        let service = try RecordedService([
            .init(replies: [Self.readers, Self.turned(hit: false)]),
            .init(replies: [Self.state] + Self.events + [arrived]),
        ])
        try service.run("next", json: true)
        #expect(try service.calls(on: 0) == ["ListReaders", "Navigate"])
        #expect(service.lines.count == 1)
        #expect(service.lines[0].contains(#""hit":false"#))
    }

    @Test(arguments: [
        (#"{"continues":true,"parameters":{"failure":{"page":8,"index":1,"reason":"broken"}}}"#, "broken"),
        (#"{"parameters":{"closed":true}}"#, "closed"),
        (#"{"error":"org.sheaf.Reader.NoSuchReader","parameters":{"reader":"ab12"}}"#, "no such reader"),
        (#"{"continues":true,"parameters":{}}"#, "--timeout"),
    ])
    func aMissThatDoesNotComeIsOneLine(told: String, text: String) throws {
        let service = try RecordedService([
            .init(replies: [Self.readers, Self.turned(hit: false)]),
            .init(replies: [Self.state] + Self.events + [told]),
        ])
        let error = try #require(throws: ControlError.self) { try service.run("next", timeoutMilliseconds: 200) }
        #expect(error.description.contains(text), "\(error)")
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
                replies: [Self.readers, #"{"parameters":{"page":\#(Self.page(format: "png"))}}"#],
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
        #expect(service.lines.count == 6)
        #expect(service.lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}\n") })
        #expect(service.lines.last == "{\"closed\":true}\n")
    }
}
