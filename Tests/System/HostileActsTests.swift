import Foundation
import Glibc
import SheafInterface
import Testing
import Varlink

/// A document that has taken its host over does its worst, and readers of other users notice nothing.
@Suite struct HostileActsTests {
    /// What its reader is answered.
    private enum Outcome {
        /// Its host ended twice, by itself or since it had lied: the document is refused.
        case refused
        /// Its request took too long.
        case tooLong
        /// An error, whichever.
        case failed
        /// The page.
        case drawn
        /// The page, or an error.
        case any
    }

    /// Every act of Tests/Providers/Hostile/acts.c.
    private static let acts: [(name: String, outcome: Outcome)] = [
        ("fault", .refused), ("overflow", .refused), ("abort", .refused), ("exit-well", .refused),
        ("exit-badly", .refused), ("use-up-processor", .tooLong), ("hang-up", .refused),
        ("spin", .tooLong), ("wait-in-call", .tooLong), ("stop-itself", .tooLong), ("start-threads", .drawn),
        ("leak-memory", .any), ("leak-descriptors", .any), ("leak-files", .any),
        ("leak-pipes", .any), ("leak-threads", .any),
        ("write-past-page", .any), ("write-far-past-page", .refused), ("write-sealed-page", .any),
        ("map-page", .failed),
        ("shrink-page", .any), ("seal-page", .failed),
        ("answer-nonsense", .refused), ("lie-about-size", .refused), ("lie-about-stride", .refused),
        ("lie-about-time", .refused), ("lie-about-seals", .refused), ("answer-twice", .any),
        ("notice-nonsense", .any), ("notice-thumbnails", .drawn), ("send-descriptors", .refused),
        ("flood-log", .tooLong), ("flood-changes", .tooLong), ("flood-standard-error", .tooLong),
    ]

    /// Those that end a process by default and whose default a host has not changed; of the others it takes no notice.
    private static let signals: [(number: Int32, ends: Bool)] = [
        (SIGHUP, false), (SIGINT, false), (SIGQUIT, true), (SIGILL, true), (SIGTRAP, true), (SIGABRT, true),
        (SIGBUS, true),
        (SIGFPE, true), (SIGKILL, false), (SIGUSR1, false), (SIGSEGV, true), (SIGUSR2, false), (SIGPIPE, false),
        (SIGALRM, true), (SIGTERM, false), (SIGSTKFLT, true), (SIGCHLD, false), (SIGCONT, false), (SIGURG, false),
        (SIGXCPU, true), (SIGXFSZ, false), (SIGVTALRM, true), (SIGPROF, true), (SIGWINCH, false), (SIGIO, true),
        (SIGPWR, true), (SIGSYS, true), (40, true), (52, false),
    ]

    /// Four readers of a user, in a process of their own.
    private final class Neighbours {
        struct Seen: Decodable {
            let pages: Int
            let mistakes: [String]
            let microseconds: [Int]
        }

        private let process = Process()
        private let input = Pipe()
        private let output = Pipe()

        init(_ service: RunningService, _ path: String, user: UInt32) throws {
            let script = Build.project.appendingPathComponent("Tests/System/clients/turner.py").path
            let words =
                (getuid() == 0 ? ["/usr/bin/setpriv"] + Command.asUser(user) : [])
                + ["/usr/bin/python3", script, service.socket, path, "4", "30"]
            process.executableURL = URL(fileURLWithPath: words[0])
            process.arguments = Array(words.dropFirst())
            process.standardInput = input
            process.standardOutput = output
            try process.start()
            let first = try output.fileHandleForReading.read(upToCount: 6)
            guard first == Data("ready\n".utf8) else { throw TestFailure("the neighbours of uid \(user) can't read") }
        }

        deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

        func end() throws -> Seen {
            try input.fileHandleForWriting.close()
            let text = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return try JSONDecoder().decode(Seen.self, from: text)
        }
    }

    @Test func whateverAHostDoesReadersOfOthersSeeNothingOfIt() throws {
        let service = try RunningService(
            configuration: """
                [Cache]
                CacheMax=1M
                ReadAhead=0
                [Hosts]
                RequestTimeSec=1s
                HostMemoryMax=700M

                """, providers: ["test-hostile", "sheaf-pattern"])
        for place in [service.folder.path, service.socket] { #expect(chmod(place, 0o777) == 0) }
        let paths = try (1...2).map {
            try service.pattern("pages = 30\nrender-ms = 2\nseed = \($0)", name: "book\($0)")
        }
        let neighbours = try [65_533, 65_534].enumerated().map {
            try Neighbours(service, paths[$0.offset], user: $0.element)
        }
        for act in Self.acts { try Self.perform(act.name, act.outcome, on: service) }
        for signal in Self.signals {
            try Self.perform("raise-\(signal.number)", signal.ends ? .refused : .drawn, on: service)
        }
        #expect(service.process.isRunning)
        #expect(try service.connect().status().documents >= 2)

        for each in neighbours {
            let seen = try each.end()
            #expect(seen.mistakes == [])
            let sorted = seen.microseconds.sorted()
            print(
                """
                HostileActsTests: a neighbour's \(seen.pages) pages: the median took \(sorted[sorted.count / 2]) µs, the \
                99th percentile \(sorted[sorted.count * 99 / 100]) µs, the slowest \(sorted.last ?? 0) µs
                """)
        }
        // Nothing that a host writes begins a line of the log.
        let lines = service.log.split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("sheafd: ") && !$0.hasPrefix("sheafd: error: forged") })
        #expect(!service.log.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
        // Those that lie are named.
        #expect(service.log.contains("hostile: its host is ended: "))
    }

    /// What the kernel counts for all processes of a user together, or of a cgroup, is not there for one host to use up.
    @Test(
        .enabled(if: LimitedCgroup.canLimitTasks, "needs a cgroup of its own"),
        arguments: ["leak-pipes", "leak-threads"])
    func hostsOfOthersStartWhateverAHostTakes(act: String) throws {
        let cgroup = try LimitedCgroup(tasks: 1_000)
        defer { cgroup.remove() }
        // Nobody else's pipes and threads count for these users.
        let service = try RunningService(
            configuration: "[Cache]\nReadAhead=0\n", providers: ["test-hostile", "sheaf-pattern"], user: 64_101,
            launcher: cgroup.launcher)
        defer { service.stop() }
        let path = try service.file("act", Data("hostile 1 act=\(act)\n".utf8))
        let reader = try TestReader(service, path, width: 50, height: 50)
        _ = try? reader.page(0)
        let hosts = service.hosts
        let other = try TestReader(
            service, service.pattern("pages = 9"), client: try service.connect(as: 64_102))
        #expect(try other.page(3).page.index == 3, "\(service.log)")
        #expect(service.hosts.contains { !hosts.contains($0) })
        // It holds what it has taken.
        #expect(hosts.allSatisfy { service.hosts.contains($0) })
        withExtendedLifetime(reader) {}
    }

    private static func perform(_ act: String, _ outcome: Outcome, on service: RunningService) throws {
        let path = try service.file("act-\(act)", Data("hostile 1 act=\(act)\n".utf8))
        let reader = try TestReader(service, path, width: 50, height: 50)
        let failure = try failure { _ = try reader.page(0) }
        let isAsWanted =
            switch (outcome, failure) {
            case (.any, _), (.drawn, nil): true
            case (.drawn, _), (_, nil): false
            case (.refused, .documentFailed(let reason)): reason.contains("ended two provider hosts")
            case (.tooLong, .pageFailed(_, let reason)): reason.contains("took too long")
            case (.failed, _): true
            default: false
            }
        #expect(isAsWanted, "\(act): \(failure.map { "\($0)" } ?? "drawn")")
        try reader.close()
    }
}
