import SheafControl
import Testing

@Suite struct LogCommandTests {
    private static let reply = RecordedReply.reply(#""level":"notice","target":"journal""#)

    @Test(arguments: [("log-level", "notice\n"), ("log-target", "journal\n")])
    func whatHoldsIsPrintedAsOneWord(line: String, word: String) throws {
        let service = try RecordedService([.init(replies: [Self.reply])])
        try service.run(line)
        #expect(service.lines == [word])
        #expect(try service.calls(on: 0) == ["GetLog"])
    }

    @Test(arguments: [
        ("log-level debug", #"{"level":"debug"}"#), ("log-target console", #"{"target":"console"}"#),
    ])
    func aChangeIsMadeWithoutAWord(line: String, parameters: String) throws {
        let service = try RecordedService([.init(replies: [Self.reply])])
        try service.run(line)
        #expect(service.lines.isEmpty)
        let calls = try service.calls(on: 0, whole: true)
        #expect(calls == [#"{"method":"org.sheaf.Manager.SetLog","parameters":\#(parameters)}"#])
    }

    @Test func forScriptsThereIsAlwaysAnObject() throws {
        for line in ["log-level", "log-target", "log-level info", "log-target null"] {
            let service = try RecordedService([.init(replies: [Self.reply])])
            try service.run(line, json: true)
            #expect(service.lines == [#"{"level":"notice","target":"journal"}"# + "\n"])
        }
    }

    @Test func whoMayNotIsTold() throws {
        let refusal = #"{"error":"org.varlink.service.PermissionDenied"}"#
        let service = try RecordedService([.init(replies: [refusal])])
        let error = #expect(throws: ControlError.self) { try service.run("log-level debug") }
        #expect(error.map { "\($0)" }?.contains("cannot change the log level: you may not") == true)
    }
}
