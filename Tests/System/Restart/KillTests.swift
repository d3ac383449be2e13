import Foundation
import Glibc
import SheafInterface
import SheafOS
import Synchronization
import TestSupport
import Testing
import Varlink

/// Hosts that are killed one after the other while readers turn pages. `make torture` kills as many as asked
/// (SHEAF_TORTURE_KILLS).
@Suite struct KillTests {
    /// The pages, times and mistakes that a reader's thread has seen.
    private final class Witness: Sendable {
        struct Seen {
            var pages = 0
            var microseconds: [Int] = []
            var mistakes: [String] = []
        }

        let seen = Mutex(Seen())
        let mayEnd = Atomic(false)

        func note(_ mistake: String) { seen.withLock { $0.mistakes.append(mistake) } }
    }

    /// Numbers that look random.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    private static let pages = 40

    /// Turns to one page after the other, and compares each with what it was when nobody was disturbed.
    private static func read(
        _ socket: String, _ path: String, isOfLibrary: Bool, seed: UInt64, expected: [Int], _ witness: Witness
    ) throws {
        let client = try VarlinkBlockingClient(path: socket)
        let reader = try open(path, isOfLibrary: isOfLibrary, client)
        var dice = Dice(state: seed)
        while !witness.mayEnd.load(ordering: .relaxed) {
            let index = Int.random(in: 0..<pages, using: &dice)
            let start = ContinuousClock.now
            let digest: Int
            do {
                digest = try page(index, of: reader, client)
            } catch {
                witness.note("page \(index) of \(path): \(error)")
                if case ReaderError.connection = error { return }
                continue
            }
            let duration = start.duration(to: .now)
            witness.seen.withLock {
                $0.pages += 1
                $0.microseconds.append(Int(duration / .microseconds(1)))
            }
            if digest != expected[index] { witness.note("page \(index) of \(path) has wrong pixels") }
        }
    }

    private static func open(_ path: String, isOfLibrary: Bool, _ client: VarlinkBlockingClient) throws -> String {
        let files = isOfLibrary ? [] : [SharedDescriptor(try FileDescriptor.open(path))]
        return try client.call(
            ReaderInterface.Open.self,
            .init(
                fileDescriptor: isOfLibrary ? nil : 0, path: isOfLibrary ? path : nil,
                viewport: .init(width: 120, height: 160)),
            descriptors: files
        ).parameters.state.reader
    }

    /// A digest of a page's pixels. It is returned at once.
    private static func page(_ index: Int, of reader: String, _ client: VarlinkBlockingClient) throws -> Int {
        let reply = try client.call(ReaderInterface.GetPage.self, .init(reader: reader, index: index))
        let handed = try HandedPage(reply.parameters.page, reply.descriptors)
        _ = try client.call(
            ReaderInterface.ReleasePage.self, .init(reader: reader, rendition: handed.page.rendition))
        var hasher = Hasher()
        hasher.combine(handed.page.index)
        handed.bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }

    /// The descriptors and the memory of a service that has only its documents' readers.
    private struct Holdings {
        /// How many of each kind: "socket", "memfd:sheaf-page".
        var descriptors: [String: Int] = [:]
        var ownBytes = 0

        var count: Int { descriptors.values.reduce(0, +) }
    }

    private static func holdings(of service: RunningService, _ client: VarlinkBlockingClient) throws -> Holdings {
        let folder = "/proc/\(service.process.processIdentifier)"
        // Pages in the cache and idle hosts are the load's.
        _ = try client.call(ManagerInterface.WarnMemory.self, .init(level: .critical))
        // They are closed aside, where a pipe says that memory was returned: as many for a while are all that stay.
        var counts: [Int] = []
        var last = Holdings()
        try eventually {
            last = Holdings()
            for name in try FileManager.default.contentsOfDirectory(atPath: folder + "/fd") {
                let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/fd/" + name)) ?? ""
                last.descriptors[String(target.prefix { $0 != "[" && $0 != " " }), default: 0] += 1
            }
            counts.append(last.count)
            return counts.count >= 20 && Set(counts.suffix(20)).count == 1
        }
        let status = try String(contentsOfFile: folder + "/status", encoding: .utf8)
        let anonymous = try #require(status.firstMatch(of: /RssAnon:\s+(\d+) kB/).flatMap { Int($0.1) })
        last.ownBytes = anonymous * 1_024
        return last
    }

    @Test(canBeLookedInto) func hostsThatAreKilledCostNobodyMoreThanTime() throws {
        let asked = ProcessInfo.processInfo.environment["SHEAF_TORTURE_KILLS"].flatMap { Int($0) }
        let kills = asked ?? (isSanitized ? 20 : 1_000)
        let library = "/tmp/sheaf-kills-\(getpid())"
        try FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: library) }
        try "sheaf-pattern 1\npages = \(Self.pages)\nrender-ms = 2\n".write(
            toFile: library + "/book", atomically: true, encoding: .utf8)
        let service = try RunningService(
            configuration: "[Documents]\nLibraryFolders=\(library)\n[Cache]\nCacheMax=1M\nReadAhead=1\n")
        let documents = [
            (try service.pattern("pages = \(Self.pages)\nrender-ms = 2\nseed = 7"), false),
            (try Documents.policy.get(), false), (library + "/book", true),
        ]
        let client = try service.connect()
        var expected: [[Int]] = []
        var openers: [(client: VarlinkBlockingClient, reader: String)] = []
        for (path, isOfLibrary) in documents {
            let opener = try service.connect()
            let reader = try Self.open(path, isOfLibrary: isOfLibrary, opener)
            openers.append((opener, reader))
            expected.append(try (0..<Self.pages).map { try Self.page($0, of: reader, opener) })
        }
        let before = try Self.holdings(of: service, client)

        let witness = Witness()
        let group = DispatchGroup()
        let queue = DispatchQueue(label: "readers", attributes: .concurrent)
        for number in 0..<2 * documents.count {
            let (path, isOfLibrary) = documents[number % documents.count]
            let pixels = expected[number % documents.count]
            queue.async(group: group) { [socket = service.socket] in
                do {
                    try Self.read(
                        socket, path, isOfLibrary: isOfLibrary, seed: UInt64(number), expected: pixels, witness)
                } catch {
                    witness.note("reader \(number): \(error)")
                }
            }
        }
        var dice = Dice(state: 1)
        var killed = 0
        var firstPages: [Int] = []
        while killed < kills, service.process.isRunning {
            // All of them have turned in the meantime, on average.
            let goal = witness.seen.withLock { $0.pages } + 2 * documents.count
            try eventually { witness.seen.withLock { $0.pages >= goal || !$0.mistakes.isEmpty } }
            let hosts = try client.call(ManagerInterface.ListHosts.self, .init()).parameters.hosts
            guard let victim = hosts.randomElement(using: &dice) else { continue }
            guard kill(Int32(victim.pid), killed.isMultiple(of: 2) ? SIGKILL : SIGSEGV) == 0 else { continue }
            killed += 1
            let document = victim.provider == "mupdf" ? 1 : victim.uid == nil ? 2 : 0
            let index = Int.random(in: 0..<Self.pages, using: &dice)
            let start = ContinuousClock.now
            do {
                let digest = try Self.page(index, of: openers[document].reader, openers[document].client)
                if digest != expected[document][index] { witness.note("page \(index) has wrong pixels after a kill") }
            } catch {
                witness.note("page \(index) after a kill: \(error)")
            }
            firstPages.append(Int(start.duration(to: .now) / .microseconds(1)))
        }
        firstPages.sort()
        witness.mayEnd.store(true, ordering: .relaxed)
        group.wait()

        let seen = witness.seen.withLock { $0 }
        #expect(seen.mistakes == [], "\(service.log.suffix(2_000))")
        #expect(service.process.isRunning && killed == kills)
        #expect(!service.log.contains("is refused until it is reloaded"))
        let sorted = seen.microseconds.sorted()
        let after = try eventually(log: "before it was \(before)") {
            try Self.holdings(of: service, client)
        } until: {
            $0.count <= before.count
        }
        print(
            """
            KillTests: \(killed) hosts killed while \(seen.pages) pages were turned to: the median took \
            \(sorted[sorted.count / 2]) µs, the 99th percentile \(sorted[sorted.count * 99 / 100]) µs, the slowest \
            \(sorted.last ?? 0) µs; the first page of the host's document after each took \(firstPages[killed / 2]) µs \
            (median), \(firstPages[killed * 99 / 100]) µs (99th percentile); \(before.count) descriptors before, \(after.count) after; \
            \(before.ownBytes >> 10) KiB of its own before, \(after.ownBytes >> 10) after
            """)
        // What the allocator keeps at hand is a small part of what so many hosts and pages took; the address sanitizer keeps 256 MB.
        #expect(after.ownBytes < before.ownBytes + (isSanitized ? 300 << 20 : 16 << 20))
        withExtendedLifetime(openers) {}
    }
}
