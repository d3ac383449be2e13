import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

/// A document that has taken its host over does its worst, and readers of other users notice nothing.
@Suite struct HostileActsTests {
    /// The outcome of a request of the hostile document's reader.
    private enum Outcome {
        /// The document is refused: its host ended twice, by itself or since it had lied.
        case refused
        /// The request took too long.
        case tooLong
        /// An error, whichever.
        case failed
        /// The page.
        case drawn
        /// The page, or an error.
        case any
    }

    /// The acts of Tests/Providers/Hostile/acts.c.
    private static let acts: [(name: String, outcome: Outcome)] = [
        ("fault", .refused), ("overflow", .refused), ("abort", .refused), ("exit-well", .refused),
        ("exit-badly", .refused), ("use-up-processor", .tooLong), ("hang-up", .refused),
        ("spin", .tooLong), ("wait-in-call", .tooLong), ("stop-itself", .tooLong), ("start-threads", .drawn),
        ("leak-memory", .any), ("leak-descriptors", .any), ("leak-files", .any),
        ("leak-pipes", .any), ("leak-threads", .any), ("take-shared-memory", .drawn), ("keep-page", .drawn),
        ("write-past-page", .any), ("write-far-past-page", .refused), ("write-sealed-page", .any),
        ("map-page", .failed),
        ("shrink-page", .any), ("seal-page", .failed),
        ("answer-nonsense", .refused), ("lie-about-size", .refused), ("lie-about-stride", .refused),
        ("lie-about-count", .refused), ("lie-about-time", .refused), ("lie-about-seals", .refused),
        ("answer-twice", .any),
        ("notice-nonsense", .any), ("notice-thumbnails", .drawn), ("send-descriptors", .refused),
        ("flood-log", .tooLong), ("flood-changes", .tooLong), ("flood-standard-error", .tooLong),
    ]

    /// The signals that a host raises, and whether each ends the host: it does where its default ends a process and the
    /// host has not changed that. The others have no effect.
    private static let signals: [(number: Int32, ends: Bool)] = [
        (SIGHUP, false), (SIGINT, false), (SIGQUIT, true), (SIGILL, true), (SIGTRAP, true), (SIGABRT, true),
        (SIGBUS, true),
        (SIGFPE, true), (SIGKILL, false), (SIGUSR1, false), (SIGSEGV, true), (SIGUSR2, false), (SIGPIPE, false),
        (SIGALRM, true), (SIGTERM, false), (SIGSTKFLT, true), (SIGCHLD, false), (SIGCONT, false), (SIGURG, false),
        (SIGXCPU, true), (SIGXFSZ, false), (SIGVTALRM, true), (SIGPROF, true), (SIGWINCH, false), (SIGIO, true),
        (SIGPWR, true), (SIGSYS, true), (40, true), (52, false),
    ]

    /// A service, and how those get at it who try it.
    struct Place {
        let service: any TestedService
        /// The socket, as the neighbours see it.
        let socket: String
        /// Returns the beginning of a command line that runs a program as another user.
        let launcher: (_ user: UInt32) -> [String]
        let script: String
        /// The errors by which a sandbox refuses attempts, beside those of the host's own confinement.
        var sandboxErrors: Set<String> = []
        /// Writes a document that this process opens by `path` and the neighbours by `seen`.
        let write: (_ name: String, _ text: String) throws -> (path: String, seen: String)
    }

    /// Four readers of a user, in a process of their own.
    private final class Neighbours {
        struct Seen: Decodable {
            let pages: Int
            let mistakes: [String]
            let microseconds: [Int]

            var median: Int { microseconds.sorted()[microseconds.count / 2] }
        }

        private let process = Process()
        private let input = Pipe()
        private let output = Pipe()

        init(_ place: Place, _ path: String, user: UInt32) throws {
            let words =
                (getuid() == 0 ? place.launcher(user) : [])
                + ["/usr/bin/python3", place.script, place.socket, path, "4", "30"]
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

    static let configuration = """
        [Cache]
        CacheMax=1M
        ReadAhead=0
        [Hosts]
        RequestTimeSec=3s
        HostMemoryMax=700M

        """

    /// How long a page of a neighbour is rendered, in milliseconds.
    private static let renderTime = 2

    @Test func whateverAHostDoesReadersOfOthersSeeNothingOfIt() throws {
        let service = try RunningService(
            configuration: Self.configuration, providers: ["test-hostile", "sheaf-pattern"])
        for place in [service.folder.path, service.socket] { #expect(chmod(place, 0o777) == 0) }
        let script = Build.project.appendingPathComponent("Tests/System/clients/turner.py").path
        try Self.tryAll(
            at: Place(
                service: service, socket: service.socket,
                launcher: { ["/usr/bin/setpriv"] + Command.asUser($0) }, script: script
            ) { name, text in
                let path = try service.file(name, Data(text.utf8))
                return (path, path)
            })
        #expect(service.process.isRunning)
        // Nothing that a host writes begins a line of the log.
        let lines = service.log.split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("sheafd: ") && !$0.hasPrefix("sheafd: error: forged") })
        #expect(!service.log.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
    }

    /// A hostile document does everything, while eight readers of two others turn pages.
    static func tryAll(at place: Place) throws {
        let users: [UInt32] = [65_533, 65_534]
        let paths = try (1...users.count).map {
            try place.write("book\($0)", "sheaf-pattern 1\npages = 30\nrender-ms = \(renderTime)\nseed = \($0)\n").seen
        }
        func neighbours() throws -> [Neighbours] {
            try zip(paths, users).map { try Neighbours(place, $0, user: $1) }
        }
        let undisturbed = try neighbours()
        // As many turns as are enough for a median.
        try remains(for: .seconds(1), because: "they turn")
        let median = try undisturbed.map { try $0.end().median }.max() ?? 0

        let disturbed = try neighbours()
        let hosts = try place.service.connect().call(ManagerInterface.ListHosts.self, .init()).parameters.hosts
        let other = try #require(hosts.first { $0.provider == "pattern" && $0.documents > 0 }?.pid)
        let attempts = "hostile 1 socket=\(place.socket) other=\(other)\n"
        try HostSandboxTests.tryAll(
            try place.write("attempts", attempts).path, on: place.service, alsoRefusedBy: place.sandboxErrors)
        for act in acts { try perform(act.name, act.outcome, at: place) }
        for signal in signals { try perform("raise-\(signal.number)", signal.ends ? .refused : .drawn, at: place) }
        #expect(try place.service.connect().status().documents >= 2)
        for each in disturbed {
            let seen = try each.end()
            #expect(seen.mistakes == [])
            let sorted = seen.microseconds.sorted()
            let bound = 2 * median + renderTime * 1_000
            print(
                """
                HostileActsTests: a neighbour's \(seen.pages) pages: the median took \(seen.median) µs (undisturbed \
                \(median)), the 99th percentile \(sorted[sorted.count * 99 / 100]) µs, the slowest \(sorted.last ?? 0) µs; \
                \(sorted.count { $0 > bound }) took longer than twice the undisturbed median and a render
                """)
        }
        // Those that lie are named.
        #expect(place.service.log.contains("hostile: its host is ended: "))
    }

    /// Resources that the kernel counts for all processes of a user, or of a cgroup, can't be used up by one host.
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

    private static func perform(_ act: String, _ outcome: Outcome, at place: Place) throws {
        func tookTooLong(_ failure: ReaderInterface.Failure?) -> Bool {
            switch failure {
            // A page whose document says that it is another one by now is asked for anew, until it has ended two hosts.
            case .pageFailed(_, let reason), .documentFailed(let reason):
                reason.contains("took too long") || reason.contains("with no answer in time")
            default: false
            }
        }
        // On a busy machine a request may take longer than RequestTimeSec= for no fault of its host: it is made again where that
        // is not an answer.
        let mayTakeTooLong = outcome != .refused && outcome != .drawn
        let answer = try eventually(log: act) {
            // Another file each time: of one that was too slow twice the page is refused.
            let path = try place.write("act-\(act)", "hostile 1 act=\(act)\n").path
            return try failure {
                let reader = try TestReader(place.service, path, width: 50, height: 50)
                defer { try? reader.close() }
                _ = try reader.page(0)
            }
        } until: {
            mayTakeTooLong || !tookTooLong($0)
        }
        let isAsWanted =
            switch (outcome, answer) {
            case (.any, _), (.drawn, nil): true
            case (.drawn, _), (_, nil): false
            case (.refused, .pageFailed(_, let reason)), (.refused, .documentFailed(let reason)):
                reason.contains("ended two provider hosts")
            case (.tooLong, .pageFailed): tookTooLong(answer)
            case (.failed, _): true
            default: false
            }
        #expect(isAsWanted, "\(act): \(answer.map { "\($0)" } ?? "drawn")")
    }
}
