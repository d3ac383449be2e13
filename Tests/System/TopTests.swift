import Foundation
import Glibc
import SheafInterface
import Testing
import Varlink

/// "sheafctl top" and "sheafctl hosts" against a real service, the first in a terminal.
@Suite struct TopTests {
    private static let enter = "\u{1b}[?1049h"
    private static let leave = "\u{1b}[?25h\u{1b}[?1049l"
    private static let sheafctl = Build.folder.appendingPathComponent("sheafctl").path

    /// What a terminal got of a program.
    private struct Told: Decodable {
        let status: Int
        let output: String
        let restored: Bool

        /// What was drawn, screen by screen.
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

    /// The same of a service that lives as long.
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
