import Testing

@testable import SheafControl

/// Commands over a service that ends their connections.
@Suite struct ReconnectionTests {
    private static let readers = RecordedReply.readers
    private static let state = RecordedReply.watch(RecordedReply.state())

    private static let turned = RecordedReply.reply(
        #""noop":false,"hit":true,"transition":5,"location":{"page":8,"index":1}"#)

    @Test func whatOnlyReadsIsAskedAgain() throws {
        let service = try RecordedService([.init(replies: [], isLost: true), .init(replies: [Self.readers])])
        try service.run("readers")
        #expect(try service.calls(on: 0) == ["ListReaders"] && service.calls(on: 1) == ["ListReaders"])
        #expect(service.lines.joined().contains("ab12") && service.notes.isEmpty)
    }

    @Test func aTurnThatMayHaveHappenedIsNotMadeAgain() throws {
        let service = try RecordedService([
            .init(replies: [Self.readers], isLost: true), .init(replies: [Self.state]),
            .init(replies: [RecordedReply.reply(RecordedReply.state(shown: [1]))]),
        ])
        let error = #expect(throws: ControlError.self) { try service.run("next") }
        let text = try #require(error).description
        #expect(text.contains("the reader was on page 1 of 9, and is on page 2 of 9 now"), "\(text)")
        #expect(try service.calls(on: 0) == ["ListReaders", "Navigate"] && service.calls(on: 2) == ["GetState"])
    }

    @Test func aTurnToAPageIsMadeAgain() throws {
        let events = [
            RecordedReply.begin(5, from: [0], to: [1]), RecordedReply.event("willAppear", 1, transition: 5),
            RecordedReply.end(5, previous: [0]),
        ]
        let service = try RecordedService([
            .init(replies: [Self.readers], isLost: true),
            .init(replies: [Self.state] + events.map { RecordedReply.watch($0) }), .init(replies: [Self.turned]),
        ])
        try service.run("goto 2")
        #expect(try service.calls(on: 0).last == "Navigate" && service.calls(on: 2) == ["Navigate"])
        #expect(service.lines.joined().contains("page 2 of 9"))
    }

    @Test func aTurnWhoseWatchIsLostIsTold() throws {
        let service = try RecordedService([
            .init(replies: [Self.readers, Self.turned]), .init(replies: [Self.state], isLost: true),
            .init(replies: [RecordedReply.watch(RecordedReply.state(shown: [1]))]),
        ])
        try service.run("next")
        #expect(service.lines.joined().contains("page 2 of 9") && service.lines.joined().contains("overtaken"))
    }

    @Test func aWatchThatIsLostBeforeItsFirstReplyIsBegunAgain() throws {
        let service = try RecordedService([
            .init(replies: [Self.readers]), .init(replies: [], isLost: true), .init(replies: [], isLost: true),
            .init(replies: [Self.state, RecordedReply.reply(#""closed":true"#)]),
        ])
        try service.run("watch")
        #expect(try service.calls(on: 1) == ["Watch"] && service.calls(on: 3) == ["Watch"])
        #expect(service.lines.count == 2 && service.notes.isEmpty)
    }

    @Test func aServiceThatLosesEveryWatchIsGivenUp() throws {
        let lost = Array(repeating: RecordedService.Connection(replies: [], isLost: true), count: 7)
        let service = try RecordedService([.init(replies: [Self.readers])] + lost)
        let error = try #require(throws: ControlError.self) { try service.run("watch") }
        #expect(error.description.hasPrefix("cannot watch reader ab12: sheafd ended the connection"), "\(error)")
        // As many attempts as VarlinkReconnection allows, and no more.
        #expect(try service.calls(on: 6) == ["Watch"] && service.calls(on: 7).isEmpty)
    }

    @Test(arguments: [false, true]) func aWatchGoesOnAndSaysSo(isJSON: Bool) throws {
        let service = try RecordedService([
            .init(replies: [Self.readers]),
            .init(
                replies: [
                    Self.state, RecordedReply.watch(RecordedReply.begin(from: [0], to: [1])),
                    RecordedReply.watch(RecordedReply.event("willAppear", 1)),
                ], isLost: true),
            .init(replies: [
                RecordedReply.watch(RecordedReply.state(shown: [3])), RecordedReply.reply(#""closed":true"#),
            ]),
        ])
        try service.run("watch", json: isJSON)
        #expect(
            service.notes == [
                "sheafctl: the connection was lost, trying again\n", "sheafctl: the connection is back\n",
            ])
        let kinds =
            isJSON
            ? ["state", "begin", "appearance", "state", "closed"] : ["1 of 9", "turn 1", "WA 2", "4 of 9", "closed"]
        #expect(service.lines.count == kinds.count)
        for (line, kind) in zip(service.lines, kinds) { #expect(line.contains(kind), "\(line)") }
    }
}
