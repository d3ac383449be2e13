import SheafInterface
import SheafOS
import Testing

@testable import SheafControl

/// "sheafctl configure", against recorded answers.
@Suite struct ConfigureTests {
    private static func reply(_ changed: [String], _ afterRestart: [String] = [], _ warnings: [String] = []) -> String {
        func list(_ keys: [String]) -> String { "[" + keys.map { "\"\($0)\"" }.joined(separator: ",") + "]" }
        let lists = #""changed":\#(list(changed)),"afterRestart":\#(list(afterRestart)),"warnings":\#(list(warnings))"#
        return #"{"parameters":{\#(lists)}}"#
    }

    @Test(arguments: [
        ([], [], "configuration read: 0 keys changed\n"),
        (["CacheMax"], [], "configuration read: 1 key changed (CacheMax)\n"),
        (
            ["Provider x\u{1b}", "Socket"], ["Socket"],
            "configuration read: 2 keys changed (Provider x , Socket); restart sheafd for Socket\n"
        ),
    ])
    func whatChangedIsTold(changed: [String], afterRestart: [String], line: String) throws {
        let service = try RecordedService([
            .init(replies: [Self.reply(changed.map { $0.replacing("\u{1b}", with: "\\u001b") }, afterRestart)])
        ])
        try service.run("configure")
        #expect(try service.calls(on: 0) == ["Reload"])
        #expect(service.lines == [line])
    }

    @Test func linesThatWereIgnoredAreShown() throws {
        let warning = "a.conf:2: unknown key Kache in [Cache], ignored"
        let service = try RecordedService([.init(replies: [Self.reply([], [], [warning])])])
        try service.run("configure")
        #expect(service.lines == ["configuration read: 0 keys changed\n", warning + "\n"])
    }

    @Test func scriptsGetTheReply() throws {
        let service = try RecordedService([.init(replies: [Self.reply(["CacheMax"])])])
        try service.run("configure", json: true)
        #expect(service.lines == [#"{"changed":["CacheMax"],"afterRestart":[],"warnings":[]}"# + "\n"])
    }

    @Test(arguments: [(7, "a.conf:7: no: correct that, the"), (nil, "a.conf: no: correct that, the")])
    func aRefusalSaysWhereAndWhatToDo(line: Int?, text: String) {
        let failure = ManagerInterface.Failure.configurationRefused(file: "a.conf", line: line, reason: "no")
        #expect(failure.explanation == "\(text) configuration before stays in force")
    }

    @Test(arguments: ["configure x", "configure --list", "configure --reader 1"])
    func mistakesSayWhatToDo(line: String) throws {
        let error = try #require(throws: ControlError.self) { try command(line) }
        #expect(error.description.contains("sheafctl"))
    }
}

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

    @Test func levelsAndTargetsOfTheProtocolAreThoseOfTheJournal() {
        #expect(LogLevel.allCases.map(\.wireLevel) == ManagerInterface.LogLevel.allCases)
        #expect(LogLevel.allCases.map(\.wireLevel.journalLevel) == LogLevel.allCases)
        #expect(LogTarget.allCases.map(\.wireTarget.rawValue) == LogTarget.allCases.map(\.rawValue))
        #expect(LogTarget.allCases.map(\.wireTarget.journalTarget) == LogTarget.allCases)
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
