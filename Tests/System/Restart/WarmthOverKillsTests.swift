import Foundation
import Glibc
import SheafInterface
import Synchronization
import TestSupport
import Testing
import Varlink

/// Pages that are there, and who turns to them, while hosts are killed. `make torture` kills as many as asked (SHEAF_TORTURE_KILLS).
@Suite struct WarmthOverKillsTests {
    /// The times and mistakes that one caller has seen who asks for pages.
    private final class Account: Sendable {
        private let times = Mutex<[Int]>([])
        private let faults = Mutex<[String]>([])
        private let mayEnd = Atomic(false)

        var microseconds: [Int] { times.withLock { $0 } }
        var mistakes: [String] { faults.withLock { $0 } }

        func end() { mayEnd.store(true, ordering: .relaxed) }

        /// Does something with a reader of its own, again and again until it is to end.
        func measure(_ open: () throws -> TestReader, _ body: (TestReader) throws -> Void) {
            do {
                let reader = try open()
                while !mayEnd.load(ordering: .relaxed) {
                    let start = ContinuousClock.now
                    try body(reader)
                    let duration = start.duration(to: .now) / .microseconds(1)
                    times.withLock { $0.append(Int(duration)) }
                }
            } catch {
                faults.withLock { $0.append("\(error)") }
            }
        }
    }

    /// The service as other threads get at it.
    private struct Door: TestedService {
        let socket: String

        var log: String { "" }
        func connect() throws -> VarlinkBlockingClient { try VarlinkBlockingClient(path: socket) }
    }

    /// Readers who turn to pages that are there, and as many who want regions that nobody has seen.
    private final class Load: Sendable {
        let turns = Account()
        let renders = Account()
        private let group = DispatchGroup()

        var mistakes: [String] { turns.mistakes + renders.mistakes }

        init(_ service: RunningService, _ paths: [String]) {
            let queue = DispatchQueue(label: "load", attributes: .concurrent)
            for (number, path) in paths.enumerated() {
                queue.async(group: group) { [turns, door = Door(socket: service.socket)] in
                    var turn = number
                    turns.measure {
                        try TestReader(door, path, width: 120, height: 160)
                    } _: { reader in
                        turn += 7
                        try reader.jump(.init(index: turn % WarmthOverKillsTests.warmPages))
                    }
                }
                queue.async(group: group) { [renders, door = Door(socket: service.socket)] in
                    var region = number
                    renders.measure {
                        try TestReader(door, path, width: 640, height: 800)
                    } _: { reader in
                        region += 1
                        _ = try reader.page(
                            1 + region % (WarmthOverKillsTests.warmPages - 1),
                            region: .init(x: region % 400, y: region / 400 % 600, width: 64, height: 64),
                            handover: .some(.none))
                    }
                }
            }
        }

        func end() {
            turns.end()
            renders.end()
            group.wait()
        }
    }

    private static let warmPages = 40
    /// The time that rendering a region takes, in milliseconds.
    private static let renderTime = 2

    /// Pages are the service's, whatever becomes of the hosts that have rendered them.
    @Test func pagesOfHostsThatAreKilledStay() throws {
        let asked = ProcessInfo.processInfo.environment["SHEAF_TORTURE_KILLS"].flatMap { Int($0) }
        // What is rendered meanwhile must leave room for them.
        let kills = min(asked ?? (isSanitized ? 20 : 100), 1_000)
        let service = try RunningService(
            configuration: "[Cache]\nCacheMax=256M\nReadAhead=0\nRegionDelayMSec=0\n")
        let paths = try (0..<3).map {
            try service.pattern(
                "pages = \(Self.warmPages)\nrender-ms = \(Self.renderTime)\nseed = \($0)", name: "book\($0)")
        }
        let readers = try paths.map { try TestReader(service, $0, width: 120, height: 160) }
        for reader in readers {
            for index in 0..<Self.warmPages { _ = try reader.page(index, handover: .some(.none)) }
        }
        let calm = Load(service, paths)
        try eventually { calm.renders.microseconds.count >= 300 || !calm.mistakes.isEmpty }
        calm.end()

        let load = Load(service, paths)
        var killed = 0
        while killed < kills, service.process.isRunning, load.mistakes.isEmpty {
            let goal = load.renders.microseconds.count + paths.count
            try eventually { load.renders.microseconds.count >= goal || !load.mistakes.isEmpty }
            guard let victim = service.hosts.randomElement() else { continue }
            if kill(victim, killed.isMultiple(of: 2) ? SIGKILL : SIGSEGV) == 0 { killed += 1 }
        }
        load.end()
        #expect(calm.mistakes + load.mistakes == [], "\(service.log.suffix(2_000))")
        #expect(killed == kills)

        var warm = 0
        for reader in readers {
            for index in 0..<Self.warmPages
            where try reader.page(index, handover: .some(.none)).page.origin == .cached { warm += 1 }
        }
        #expect(warm * 100 >= readers.count * Self.warmPages * 99)
        print("WarmthOverKillsTests: after \(killed) kills \(warm) of \(readers.count * Self.warmPages) pages are warm")
        for (name, before, after) in [
            ("turns to pages that are there", calm.turns, load.turns),
            ("regions to render", calm.renders, load.renders),
        ] {
            let undisturbed = before.microseconds.sorted()[before.microseconds.count / 2]
            let times = after.microseconds.sorted()
            let bound = 2 * undisturbed + Self.renderTime * 1_000
            print(
                """
                WarmthOverKillsTests: \(times.count) \(name): the median took \(times[times.count / 2]) µs (undisturbed \
                \(undisturbed)), the 99th percentile \(times[times.count * 99 / 100]) µs, the slowest \(times.last ?? 0) µs; \
                \(times.count { $0 > bound }) took longer than twice the undisturbed median and a render
                """)
        }
    }
}
