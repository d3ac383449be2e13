import Testing

/// Determinism of the service: the same commands at the same times give the same bytes.
@Suite struct DeterminismTests {
    /// A command and how long after the one before it comes, in microseconds.
    private static let session: [(after: UInt64, method: String, parameters: String)] = [
        (0, "Navigate", #""target":{"index":4},"duration":600,"handover":"none""#),
        (150_000, "Navigate", #""target":{"index":8},"duration":400,"handover":"none""#),
        (100_001, "GetState", ""),
        (299_999, "GetState", ""),
        (1, "BeginDrag", ""),
        (8_333, "Drag", #""offset":7.9"#),
        (8_333, "Drag", #""offset":7.4"#),
        (8_334, "Drag", #""offset":1e300"#),
        (8_333, "Drag", #""offset":8.2"#),
        (8_333, "ReleaseDrag", #""velocity":-3.5"#),
        (400_000, "BeginDrag", #""offset":7.7"#),
        (8_333, "Drag", #""offset":6.1"#),
        (8_333, "ReleaseDrag", ""),
        (1_000_000, "GetState", ""),
        (5, "SetAxis", #""axis":"horizontal","arrangement":{"spread":"double","spacing":12}"#),
        (70_000, "Navigate", #""target":{"relative":-1},"duration":60000,"handover":"none""#),
        (20_000, "SetViewport", #""viewport":{"width":90,"height":50,"rotation":90}"#),
        (20_000, "Navigate", #""target":{"place":"first"},"handover":"none""#),
        (20_000, "Navigate", #""target":{"history":"back"},"duration":1000,"handover":"none""#),
        (999_999, "CancelDrag", ""),
        (1, "CancelDrag", ""),
        (3, "Navigate", #""target":{"index":2},"duration":9,"handover":"none""#),
        (4, "Close", ""),
    ]

    /// Plays the session: returns what a watch is told of it, and what its viewer is answered.
    private static func play(startingAt time: UInt64) throws -> (watch: String, answers: String) {
        let service = try TestService(startingAt: time)
        let path = try service.write("sheaf-pattern 1\npages = 12\nwidth = 100\nheight = 140\nvary = 30\n")
        let viewer = try service.connect()
        var answers = try viewer.call("Open", #"{"path":"\#(path)","viewport":{"width":60,"height":80}}"#)
        #expect(answers.contains("\"reader\":\"\(TestService.reader(1))\""))
        try service.rest()
        let watch = try service.connect()
        try watch.send("Watch", #"{"reader":"\#(TestService.reader(1))"}"#, flag: #","more":true"#)
        var told = try watch.receive()
        for (after, method, parameters) in session {
            service.clock.pass(after)
            let answer = try viewer.call(
                method, #"{"reader":"\#(TestService.reader(1))"\#(parameters.isEmpty ? "" : ",")\#(parameters)}"#)
            answers += "\n" + answer
            // Renders take the time that they take; they are no command.
            try service.rest()
        }
        while !told.hasSuffix(#"{"parameters":{"closed":true}}"#) { told += "\n" + (try watch.receive()) }
        return (told, answers)
    }

    @Test func theSameCommandsAtTheSameTimesGiveTheSameBytes() throws {
        let first = try Self.play(startingAt: 1_000_000)
        let second = try Self.play(startingAt: 1_000_000)
        #expect(first.watch == second.watch)
        #expect(first.answers == second.answers)
        // It is the whole session that was compared, and its times count.
        #expect(first.watch.split(separator: "\n").count > 60)
        #expect(first.answers.split(separator: "\n").filter { $0.contains(#""error":"#) }.count == 3)
        let later = try Self.play(startingAt: 2_000_000)
        #expect(later.watch != first.watch)
        #expect(later.answers == first.answers)
    }
}
