import SheafInterface
import TestSupport
import Testing

@testable import SheafControl

/// The calls and the output of drags, settles and moves.
@Suite struct DragTests {
    private static let begun = RecordedReply.reply(#""transition":5,"origin":2,"position":2.0"#)
    private static let released = RecordedReply.reply(
        #""transition":5,"spread":3,"location":\#(RecordedReply.location(3)),"refreshing":false"#)
    private static let cancelled = RecordedReply.reply(
        #""transition":5,"spread":2,"location":\#(RecordedReply.location(2))"#)
    private static let settled = RecordedReply.reply(#""settled":true"#)
    private static let state = RecordedReply.watch(RecordedReply.state(shown: [2]))

    private static let story = [
        RecordedReply.begin(5, from: [2], to: [3], isDrag: true), RecordedReply.event("willAppear", 3, transition: 5),
        RecordedReply.event("willDisappear", 2, transition: 5),
        RecordedReply.event("didAppear", 3, transition: 5, time: 8),
        RecordedReply.event("didDisappear", 2, transition: 5, time: 8), RecordedReply.end(5, previous: [2]),
    ].map(RecordedReply.watch)

    private func service(_ answers: [String], _ told: [String] = []) throws -> RecordedService {
        try RecordedService([
            .init(replies: [RecordedReply.readers] + answers), .init(replies: [Self.state] + told),
        ])
    }

    @Test func aDragBeginsMovesIsReleasedAndSettles() throws {
        let service = try service([Self.begun, Self.released, Self.settled], Self.story)
        try service.run("drag 0.2 0.5 0.9 --release 2 --settle --every 0")
        let calls = try service.calls(on: 0, whole: true)
        try #require(calls.count == 7)
        #expect(calls[1].contains("BeginDrag"))
        // Offsets count from the drag's origin, and have no replies.
        for (call, offset) in zip(calls[2...4], ["2.2", "2.5", "2.9"]) {
            #expect(call.contains(#""org.sheaf.Reader.Drag""#) && call.contains(#""oneway":true"#), "\(call)")
            #expect(call.contains(#""offset":\#(offset)"#), "\(call)")
        }
        #expect(calls[5].contains("ReleaseDrag") && calls[5].contains(#""velocity":2"#))
        #expect(calls[6].contains("Settle") && calls[6].contains(#""transition":5"#))
        #expect(service.lines == ["page 4 of 9   drag 5   WA 4  WD 3 | DA 4  DD 3\n"])
    }

    @Test func aDragThatIsNotSettledRunsOut() throws {
        let service = try service([Self.begun, Self.released])
        try service.run("drag -0.5 --every 0 --axis vertical")
        #expect(try service.calls(on: 0) == ["ListReaders", "BeginDrag", "Drag", "ReleaseDrag"])
        #expect(service.lines.count == 1)
        #expect(service.lines[0].contains("on its way") && service.lines[0].contains("sheafctl settle 5"))
    }

    @Test func aDragIsTakenBack() throws {
        let service = try service([Self.begun, Self.cancelled, Self.settled])
        try service.run("drag 0 --cancel --settle --every 0")
        #expect(try service.calls(on: 0) == ["ListReaders", "BeginDrag", "Drag", "CancelDrag", "Settle"])
        // A drag that never leaves its page has no events.
        #expect(service.lines == ["page 3 of 9   drag 5   no page has come or gone\n"])
    }

    @Test func aFingerComesDownWhereTheLastDragIs() throws {
        let service = try service([Self.begun, Self.released])
        try service.run("drag 1 --down 0.5 --every 0")
        #expect(try service.calls(on: 0, whole: true)[1].contains(#""offset":2.75"#))
    }

    @Test func aDragIsOneObject() throws {
        let service = try service([Self.begun, Self.released])
        try service.run("drag 1 --every 0", json: true)
        #expect(
            service.lines == [
                #"{"reader":"ab12","transition":5,"origin":2,"spread":3,"location":{"page":10,"index":3},"#
                    + #""refreshing":false,"settled":false,"events":[]}"# + "\n"
            ])
    }

    @Test(
        arguments: cases([
            ("cannot begin to drag: a drag is under way", [RecordedReply.error("DragActive", #""transition":5"#)]),
            ("cannot release the drag: no drag is under way", [begun, RecordedReply.error("NoDrag")]),
        ]))
    func anErrorSaysWhatWasTried(text: Case<[String]>) throws {
        let service = try service(text.value)
        let error = try #require(throws: ControlError.self) { try service.run("drag 1 --every 0") }
        #expect(error.description.hasPrefix(text.testDescription), "\(error)")
    }

    @Test(arguments: [(true, "has settled"), (false, "nothing to settle")])
    func aSettleThatComesTooLateIsNoFailure(settled: Bool, text: String) throws {
        let service = try RecordedService([
            .init(replies: [RecordedReply.readers, RecordedReply.reply(#""settled":\#(settled)"#)])
        ])
        try service.run("settle 5")
        #expect(try service.calls(on: 0) == ["ListReaders", "Settle"])
        #expect(service.lines.count == 1 && service.lines[0].contains(text), "\(service.lines)")
    }

    private static let taken = RecordedReply.reply(#""location":\#(RecordedReply.location(2))"#)

    @Test(arguments: [
        ("move 3 7", ["BeginMove", "UpdateMove", "EndMove"], "moved page 3 to 7\n"),
        (
            "move 3 7 --edge forward --hold 0", ["BeginMove", "UpdateMove", "UpdateMove", "EndMove"],
            "moved page 3 to 7\n"
        ),
        ("move 3 7 --cancel", ["BeginMove", "UpdateMove", "CancelMove"], "page 3 is where it was\n"),
    ])
    func aPageIsTakenUpHeldAndDropped(line: String, calls: [String], text: String) throws {
        let answers = calls.map { call in
            switch call {
            case "BeginMove": Self.taken
            case "EndMove": RecordedReply.reply(#""moved":true"#)
            default: RecordedReply.nothing
            }
        }
        let service = try RecordedService([.init(replies: [RecordedReply.readers] + answers)])
        try service.run(line)
        #expect(try service.calls(on: 0) == ["ListReaders"] + calls)
        #expect(service.lines == [text])
    }

    @Test func aPageThatCannotBeHeldThereIsPutBack() throws {
        let service = try RecordedService([
            .init(replies: [
                RecordedReply.readers, Self.taken, RecordedReply.error("NoSuchPage", #""target":"98","pages":9"#),
                RecordedReply.nothing,
            ])
        ])
        let error = try #require(throws: ControlError.self) { try service.run("move 3 99") }
        #expect(error.description.hasPrefix("cannot move page 3: there is no such page"))
        #expect(try service.calls(on: 0) == ["ListReaders", "BeginMove", "UpdateMove", "CancelMove"])
    }
}
