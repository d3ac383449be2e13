import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// sheafctl against a real service, as a person uses it.
@Suite struct ControlTests {
    private static func sheafctl(_ service: RunningService, _ arguments: String...) throws -> Command {
        try Command.run(
            Build.folder.appendingPathComponent("sheafctl").path, arguments,
            environment: ["SHEAF_SOCKET": service.socket], seconds: 60)
    }

    @Test func aSessionFromOpeningToClosing() throws {
        let service = try RunningService()
        let opened = try Self.sheafctl(service, "open", Documents.policy.get(), "--size", "300x400")
        #expect(opened.status == 0, "\(opened.errors)")
        for (verb, page) in [("next", 2), ("last", Documents.pages), ("previous", Documents.pages - 1), ("first", 1)] {
            let turned = try Self.sheafctl(service, verb)
            #expect(turned.status == 0, "\(turned.errors)")
            #expect(
                turned.text.contains("page") && turned.text.contains(" \(page) of \(Documents.pages)"), "\(turned.text)"
            )
            #expect(turned.text.contains("WA \(page)"), "\(turned.text)")
        }
        let again = try Self.sheafctl(service, "first", "--json")
        let line = try #require(
            JSONSerialization.jsonObject(with: again.output) as? [String: Any], "one JSON object a line")
        #expect(line["noop"] as? Bool == true)
        #expect(try Self.sheafctl(service, "goto", "iv").text.contains("(iv)"))
        let picture = service.folder.appendingPathComponent("page.png").path
        #expect(try Self.sheafctl(service, "page", "--page", "12", "-o", picture).status == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: picture)).starts(with: [0x89, 0x50, 0x4e, 0x47]))
        for verb in ["readers", "documents", "providers", "status"] {
            let listed = try Self.sheafctl(service, verb)
            #expect(listed.status == 0 && !listed.text.isEmpty && !listed.text.contains("\u{1b}"), "\(verb)")
        }
        #expect(try Self.sheafctl(service, "close").status == 0)
        #expect(try Self.sheafctl(service, "next").status == 1)
    }

    @Test func theReaderThatWasUsedLastIsTheCurrentOne() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let path = try service.pattern("pages = 40")
        func readers() throws -> [ManagerInterface.ReaderEntry] {
            try service.connect().call(ManagerInterface.ListReaders.self, .init()).parameters.readers
        }
        func current() throws -> [String] { try readers().filter { $0.current ?? false }.map(\.reader) }
        #expect(try current().isEmpty)
        let first = try TestReader(service, path)
        #expect(try current() == [first.id])
        #expect(try !Self.sheafctl(service, "readers").text.contains("*"))
        #expect(try Self.sheafctl(service, "open", path).status == 0)
        // The one that was opened last; and then the one that was called last, whoever called it and for what.
        for page in [2, 3] {
            #expect(try Self.sheafctl(service, "next").text.contains(" \(page) of 40"))
        }
        let second = try #require(try current().first)
        #expect(second != first.id)
        try first.navigate(.init(index: 20))
        #expect(try Self.sheafctl(service, "next").text.contains("22 of 40"))
        #expect(try Self.sheafctl(service, "--reader", second, "info").status == 0)
        #expect(try current() == [second] && Self.sheafctl(service, "next").text.contains("4 of 40"))
        // To list readers uses none of them.
        let listed = try Self.sheafctl(service, "readers").text.split(separator: "\n")
        #expect(listed.filter { $0.contains("*") }.map { $0.prefix(8) } == [second.prefix(8)])
        #expect(try Self.sheafctl(service, "close").status == 0)
        #expect(try current() == [first.id] && Self.sheafctl(service, "next").text.contains("23 of 40"))
    }

    @Test func aDocumentComesThroughAPipe() throws {
        let service = try RunningService(providers: ["sheaf-mupdf"])
        let control = Build.folder.appendingPathComponent("sheafctl").path
        let shell = { (line: String) in
            try Command.run(
                "/bin/sh", ["-c", line, control, try Documents.policy.get()],
                environment: ["SHEAF_SOCKET": service.socket], seconds: 60)
        }
        for line in [#"cat "$1" | "$0" open - --name p.pdf"#, #""$0" open - <"$1""#] {
            let opened = try shell(line)
            #expect(opened.status == 0 && opened.text.contains("of \(Documents.pages)"), "\(opened.errors)")
            #expect(try Self.sheafctl(service, "last").text.contains("\(Documents.pages) of \(Documents.pages)"))
            #expect(try Self.sheafctl(service, "close").status == 0)
        }
        #expect(try shell(#""$0" open - </dev/null"#).status == 1)
        let both = try shell(#"cat "$1" | "$0" open - --password-file -"#)
        #expect(both.status == 1 && both.errors.contains("both want standard input"))
    }

    @Test func theFileIsCalledByItsPathOrAsIsSaid() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        _ = try service.pattern("pages = 9", name: "my book")
        let opened = try Self.sheafctl(service, "open", service.folder.appendingPathComponent("my book").path)
        #expect(opened.status == 0, "\(opened.errors)")
        #expect(try Self.sheafctl(service, "state").text.contains("d1, my book, 9 pages"))
        #expect(try Self.sheafctl(service, "close").status == 0)
        _ = try Self.sheafctl(
            service, "open", service.folder.appendingPathComponent("my book").path, "--name", "yours")
        #expect(try Self.sheafctl(service, "state").text.contains("d2, yours, 9 pages"))
    }

    @Test func aPageOfADocumentIsWrittenInOneGo() throws {
        let service = try RunningService()
        let path = { (name: String) in service.folder.appendingPathComponent(name).path }
        let policy = try Documents.policy.get()
        let written = try Self.sheafctl(service, "page", policy, "12", "--size", "300x400", "-o", path("a.png"))
        #expect(written.status == 0 && written.text.hasPrefix("page 12 "), "\(written.errors)")
        let piped = try Self.sheafctl(service, "page", policy, "12", "--size", "300x400", "-o", "-")
        #expect(try piped.output == Data(contentsOf: URL(fileURLWithPath: path("a.png"))))
        #expect(piped.output.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        // It is what a reader of one's own gets.
        let reader = try TestReader(service, policy, width: 300, height: 400)
        #expect(try reader.page(11, format: .png).bytes == Array(piped.output))
        try reader.close()
        for arguments in [[policy, "194"], [policy, "1", "--region", "0,0,9999,1"], ["/nonexistent"]] {
            let refused = try Command.run(
                Build.folder.appendingPathComponent("sheafctl").path, ["page"] + arguments + ["-o", path("b.png")],
                environment: ["SHEAF_SOCKET": service.socket], seconds: 60)
            #expect(refused.status == 1 && refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
        }
        // No reader is left of it, also where it failed.
        #expect(try service.connect().status().readers == 0)
    }

    @Test func pagesAreExported() throws {
        let service = try RunningService()
        let policy = try Documents.policy.get()
        let folder = service.folder.appendingPathComponent("out")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let names = { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
        let exported = try Self.sheafctl(
            service, "export", policy, "--pages", "1-3,\(Documents.pages)", "--size", "60x80", "-o",
            folder.path + "/p-%03d.png")
        #expect(exported.status == 0 && exported.text.hasPrefix("4 pages   png, "), "\(exported.errors)")
        // No bar, since it is on no terminal.
        #expect(exported.errors.isEmpty)
        #expect(try names() == ["p-001.png", "p-002.png", "p-003.png", "p-\(Documents.pages).png"])
        let one = try Self.sheafctl(service, "page", policy, "\(Documents.pages)", "--size", "60x80", "-o", "-")
        #expect(try one.output == Data(contentsOf: folder.appendingPathComponent("p-\(Documents.pages).png")))
        let pattern = try service.pattern("order = 0-6\nwidth = 60\nheight = 80")
        let lines = try Self.sheafctl(
            service, "--json", "export", pattern, "--pages", "5-", "--size", "60x80", "-o", folder.path + "/q%d.jpg")
        #expect(lines.text.split(separator: "\n").count == 3, "\(lines.errors)")
        #expect(try names().filter { $0.hasPrefix("q") } == ["q5.jpg", "q6.jpg", "q7.jpg"])
        let refused = try Self.sheafctl(service, "export", policy, "--pages", "180-200", "-o", folder.path + "/r%d.png")
        #expect(
            refused.status == 1 && refused.errors.contains("no page 200: the document has \(Documents.pages) pages"))
        #expect(try names().allSatisfy { !$0.hasPrefix("r") })
        #expect(try service.connect().status().readers == 0)
    }

    @Test func anExportGoesOnPastPagesThatFail() throws {
        let service = try RunningService()
        let folder = service.folder.path
        let bad = try service.pattern("order = 0-6\nwidth = 60\nheight = 80\nbroken = 1, 4-5")
        let exported = try Self.sheafctl(service, "export", bad, "--size", "60x80", "-o", folder + "/p%d.png")
        #expect(exported.status == 1 && exported.text.hasPrefix("4 pages   png, "), "\(exported.errors)")
        let errors = exported.errors.split(separator: "\n")
        #expect(
            errors.count == 4 && errors.last == "sheafctl: 3 of 7 pages could not be written: 2 and 5-6", "\(errors)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".png") }.sorted()
                == ["p1.png", "p3.png", "p4.png", "p7.png"])
        #expect(try service.connect().status().readers == 0)
    }

    @Test func whatTakesLongShowsABarOnATerminal() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let slow = try service.pattern("pages = 9\nwidth = 60\nheight = 80\nrender-ms = 150\ncost = sleep")
        let output = service.folder.appendingPathComponent("p%d.png").path
        let shown = try Command.run(
            "/usr/bin/python3",
            [
                Build.project.appendingPathComponent("Tests/System/clients/terminal.py").path, "80", "24", "--",
                Build.folder.appendingPathComponent("sheafctl").path, "export", slow, "--size", "60x80", "-o", output,
            ], environment: ["SHEAF_SOCKET": service.socket], seconds: 60)
        #expect(shown.status == 0, "\(shown.errors)")
        #expect(shown.text.contains("of 9 pages") && shown.text.contains("9 pages   png"), "\(shown.text)")
    }

    @Test func anAddressIsNoFile() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let told = try Self.sheafctl(service, "open", "https://example.org/a.pdf")
        #expect(told.status == 1 && told.errors.contains("only files are opened"), "\(told.errors)")
        #expect(told.errors.contains("curl -L https://example.org/a.pdf | sheafctl open -"))
    }

    @Test(arguments: [
        ["goto", "999"], ["goto", "mmmm"], ["page", "--page", "0", "-o", "x.png"], ["open", "/nonexistent"],
        ["open", "/tmp"], ["open", "/etc/hostname"], ["page", "--region", "0,0,99999,1", "-o", "x.png"], ["turn"],
        ["open", "/etc/hostname", "--provider", "acme"], ["open", "/etc/hostname", "--size", "0x0"],
        ["next", "--reader", "ffff"],
    ])
    func mistakesAreOneLineThatSaysWhatToDo(arguments: [String]) throws {
        let service = try RunningService()
        _ = try Self.sheafctl(service, "open", service.pattern("pages = 9"))
        let result = try Command.run(
            Build.folder.appendingPathComponent("sheafctl").path, arguments,
            environment: ["SHEAF_SOCKET": service.socket])
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(
            result.errors.hasPrefix("sheafctl: ") && result.errors.split(separator: "\n").count == 1, "\(result.errors)"
        )
    }

    @Test func withoutAServiceItSaysHowToStartOne() throws {
        let result = try Command.run(
            Build.folder.appendingPathComponent("sheafctl").path, ["--socket", "/nonexistent/s", "status"])
        #expect(result.status == 1)
        #expect(result.errors.contains("/nonexistent/s") && result.errors.contains("sheafd"), "\(result.errors)")
    }

    @Test(.enabled(if: !isSanitized, "the demonstration's hosts have a limit that no sanitizer lives with"))
    func theDemonstrationRunsAndLeavesNothingButItsPicture() throws {
        let folder = "/tmp/sheaf-demonstration-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let result = try Command.run(
            Build.project.appendingPathComponent("tools/demo").path, [Build.folder.path, Documents.policy.get()],
            environment: ["TMPDIR": folder])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.contains(" hit ") && result.text.contains(" miss "))
        #expect(result.text.contains("The last page is in \(Build.folder.path)/sheaf-page.png"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
}

/// "sheafctl top" and "sheafctl hosts" against a real service, the first in a terminal.
@Suite struct TopTests {
    private static let enter = "\u{1b}[?1049h"
    private static let leave = "\u{1b}[?25h\u{1b}[?1049l"
    private static let sheafctl = Build.folder.appendingPathComponent("sheafctl").path

    /// The output of a program in a terminal, its exit status, and whether the terminal is as before.
    private struct Told: Decodable {
        let status: Int
        let output: String
        let restored: Bool

        /// The frames that were drawn, screen by screen.
        var frames: [String] { output.components(separatedBy: "\u{1b}[1;1H").dropFirst().map { $0 } }
    }

    private static func top(
        _ socket: String, _ steps: [String], environment: [String: String] = [:],
        options: [String] = ["--interval", "0.1"]
    ) throws -> Told {
        let script = Build.project.appendingPathComponent("Tests/System/clients/terminal.py").path
        let result = try Command.run(
            "/usr/bin/python3",
            [script, "80", "24"] + steps + ["--", sheafctl, "--socket", socket, "top"] + options,
            environment: ["TERM": "xterm"].merging(environment) { $1 }, seconds: 90)
        guard result.status == 0 else { throw TestFailure(result.errors) }
        return try JSONDecoder().decode(Told.self, from: result.output)
    }

    /// Runs `sheafctl top` in a terminal, against a service that lives until it has ended.
    private static func top(
        _ service: RunningService, _ steps: [String], environment: [String: String] = [:],
        options: [String] = ["--interval", "0.1"]
    ) throws -> Told {
        defer { withExtendedLifetime(service) {} }
        return try top(service.socket, steps, environment: environment, options: options)
    }

    /// A service with a reader on page 1 of 9.
    private static func service() throws -> RunningService {
        let service = try RunningService()
        let opened = try Command.run(
            sheafctl, ["--socket", service.socket, "open", service.pattern("pages = 9"), "--size", "60x80"])
        #expect(opened.status == 0, "\(opened.errors)")
        return service
    }

    @Test(arguments: ["key:q", "key:Q", "key:\u{3}", "signal:2", "signal:15", "signal:1"])
    func whateverEndsItTheTerminalIsAsBefore(end: String) throws {
        let told = try Self.top(Self.service(), ["1 of 9>" + end])
        #expect(told.status == 0 && told.restored)
        #expect(told.output.hasPrefix(Self.enter) && told.output.contains("\u{1b}[?25l"), "\(told.output)")
        #expect(told.output.hasSuffix(Self.leave), "\(told.output)")
    }

    @Test func itShowsATurnAsItHappens() throws {
        let service = try Self.service()
        let told = try Self.top(
            service,
            ["1 of 9>run:\(Self.sheafctl) --socket \(service.socket) next", "2 of 9>key:q"])
        #expect(told.status == 0)
        #expect(told.frames.last?.contains("pattern") == true)
    }

    @Test func itFollowsTheSizeOfTheTerminal() throws {
        // At an interval that does not come again: what is drawn then is drawn for the new size.
        let told = try Self.top(
            Self.service(), ["1 of 9>size:40x10", "[1;1H>key:q"], options: ["--interval", "3600"])
        #expect(told.status == 0)
        #expect(told.frames.count == 2)
        let lines = try #require(told.frames.last).components(separatedBy: "\u{1b}[K")
        #expect(lines.count <= 11 && told.frames[0].components(separatedBy: "\u{1b}[K").count > 11)
    }

    @Test func itWaitsForAServiceThatRestarts() throws {
        let first = try Self.service()
        let program = Build.folder.appendingPathComponent("sheafd").path
        let file = first.folder.appendingPathComponent("sheafd.conf").path
        let again = first.folder.appendingPathComponent("pid").path
        defer {
            let pid = (try? String(contentsOfFile: again, encoding: .utf8)).flatMap {
                Int32($0.trimmingCharacters(in: .newlines))
            }
            if let pid { kill(pid, SIGTERM) }
        }
        let told = try Self.top(
            first,
            [
                "1 of 9>run:kill \(first.process.processIdentifier)",
                "waiting for sheafd>run:timeout 60 \(program) --socket \(first.socket) --config \(file) "
                    + "2>/dev/null & echo $! >\(again)",
                "0 readers>key:q",
            ])
        #expect(told.status == 0 && told.restored)
    }

    @Test func itEndsByItselfWhereItIsToldHowOftenToLook() throws {
        let told = try Self.top(
            Self.service(), [], environment: ["NO_COLOR": "1"],
            options: ["-n", "2", "--interval", "0.1"])
        #expect(told.status == 0 && told.restored && told.frames.count == 2)
        #expect(!told.output.contains("\u{1b}[1m") && !told.output.contains("\u{1b}[32m"))
    }

    @Test func withoutAServiceItSaysSoAndDrawsNothing() throws {
        let told = try Self.top("/nonexistent/s", [])
        #expect(told.status == 1 && told.restored)
        #expect(told.output.contains("cannot reach sheafd") && !told.output.contains("\u{1b}"), "\(told.output)")
    }

    @Test(arguments: [([], 1), (["-n", "3", "--interval", "0.1"], 3)])
    func elsewhereItPrintsFramesWithoutEscapes(options: [String], frames: Int) throws {
        let service = try Self.service()
        let result = try Command.run(Self.sheafctl, ["--socket", service.socket, "top"] + options)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.split(separator: "\n").filter { $0.hasPrefix("sheafd ") }.count == frames)
        #expect(result.text.contains("1 of 9") && !result.text.contains("\u{1b}"))
    }

    @Test func hostsAreTheProcessesThatRunProviders() throws {
        let service = try Self.service()
        let client = try service.connect()
        let hosts = try client.call(ManagerInterface.ListHosts.self, .init()).parameters.hosts
        #expect(Set(hosts.map(\.pid)) == Set(service.hosts.map(Int.init)))
        let host = try #require(hosts.first { $0.documents == 1 })
        #expect(host.provider == "pattern" && host.uid == Int(getuid()) && !host.isolated)
        #expect(host.memory.map { $0 > 100_000 } == true)
        let listed = try Command.run(Self.sheafctl, ["--socket", service.socket, "hosts"])
        #expect(listed.text.contains("PROVIDER") && listed.text.contains("\(host.pid)  pattern"), "\(listed.text)")
        let lines = try Command.run(Self.sheafctl, ["--socket", service.socket, "hosts", "--json"]).text
        #expect(lines.split(separator: "\n").count == hosts.count)
    }
}

/// The log's level and target, changed while the service runs.
@Suite struct LoggingTests {
    private static func sheafctl(_ service: RunningService, _ arguments: String...) throws -> Command {
        try Command.run(
            Build.folder.appendingPathComponent("sheafctl").path, ["--socket", service.socket] + arguments)
    }

    private static func log(of service: RunningService) throws -> ManagerInterface.GetLogReply {
        try service.connect().call(ManagerInterface.GetLog.self, .init()).parameters
    }

    private static func order(_ value: Int32, of service: RunningService) -> Bool {
        var payload = sigval()
        payload.sival_int = value
        return sigqueue(service.process.processIdentifier, Signal.serviceCommand, payload) == 0
    }

    @Test func theLevelIsChangedAndCountsAtOnce() throws {
        let service = try RunningService()
        #expect(try Self.sheafctl(service, "log-level").text == "info\n")
        let path = try service.pattern("pages = 3")
        _ = try TestReader(service, path)
        #expect(!service.log.contains("debug: opened reader"))
        let changed = try Self.sheafctl(service, "log-level", "debug")
        #expect(changed.status == 0 && changed.text.isEmpty && changed.errors.isEmpty)
        #expect(try Self.sheafctl(service, "log-level").text == "debug\n")
        _ = try TestReader(service, path)
        #expect(service.log.contains("debug: opened reader"))
        #expect(service.log.contains("the log level becomes debug, it was info: asked for by uid \(getuid())"))
    }

    @Test func theTargetIsChangedAndCountsAtOnce() throws {
        let service = try RunningService(configuration: "[Service]\nLogTarget=console\nLogLevel=debug\n")
        #expect(try Self.sheafctl(service, "log-target").text == "console\n")
        let path = try service.pattern("pages = 3")
        #expect(try Self.sheafctl(service, "log-target", "null").status == 0)
        let said = service.log
        #expect(said.contains("the log target becomes null, it was console"))
        _ = try TestReader(service, path)
        #expect(service.log == said)
        // Standard error is no journal here.
        #expect(try Self.sheafctl(service, "log-target", "auto").status == 0)
        _ = try TestReader(service, path)
        #expect(service.log.contains("debug: opened reader"))
        #expect(try Self.log(of: service) == .init(level: .debug, target: .auto))
    }

    @Test(arguments: [
        (Int32(0x107), ManagerInterface.LogLevel.debug, ManagerInterface.LogTarget.auto), (0x102, .error, .auto),
        (0x200, .info, .console), (0x201, .info, .journal), (0x203, .info, .null),
    ])
    func signalsChangeThemToo(
        value: Int32, level: ManagerInterface.LogLevel, target: ManagerInterface.LogTarget
    ) throws {
        let service = try RunningService()
        #expect(Self.order(value, of: service))
        try eventually {
            try Self.log(of: service)
        } until: {
            $0 == .init(level: level, target: target)
        }
        #expect(service.log.contains("asked for by process \(getpid()), by a signal"))
    }

    @Test func theAllocatorSpeaksOnASignal() throws {
        let service = try RunningService()
        #expect(Self.order(0x301, of: service))
        try eventually {
            service.log
        } until: {
            $0.contains("</malloc>")
        }
        #expect(service.log.contains("what malloc_info(3) says of the allocator: <malloc version="))
    }

    @Test func commandsThatMeanNothingAreNamed() throws {
        let service = try RunningService()
        #expect(Self.order(0x500, of: service))
        #expect(kill(service.process.processIdentifier, Signal.serviceCommand) == 0)
        try eventually {
            service.log
        } until: {
            $0.contains("SIGRTMIN+18 with no command: that does nothing")
        }
        #expect(service.log.contains("SIGRTMIN+18 with the command 0x500: that does nothing"))
        #expect(try Self.log(of: service) == .init(level: .info, target: .auto))
    }
}
