import Foundation
import Glibc
import SheafInterface
import SheafOS
import Synchronization
import Testing
import Varlink

extension SystemdTests {
    /// A restart while readers turn pages.
    @Suite struct RestartLoadTests {
        private static let pages = 60
        private static let readers = 4
        private static let restarts = 3
        /// Between restarts, in microseconds; systemd allows five starts in ten seconds.
        private static let pause: UInt32 = 1_200_000

        @Test(arguments: [false, true]) func noTurnThatWasAnsweredIsLost(isKilled: Bool) throws {
            let service = try InstalledService(configuration: "[Cache]\nReadAhead=0\n")
            let book = try service.machine.path(
                service.pattern("pages = \(Self.pages)\nwidth = 60\nheight = 80"))
            let opener = try service.connect()
            let readers = try (0..<Self.readers).map { _ in
                try TestReader(service, book, width: 60, height: 80, client: opener)
            }
            for index in 0..<Self.pages { _ = try readers[0].page(index, handover: .some(.none)) }
            try service.wait {
                Int(try service.property("NFileDescriptorStore")) ?? 0 >= Self.pages + 4
            }
            usleep(500_000)
            let socket = service.machine.path(service.socket)
            let turners = readers.map { Turner(reader: $0.id, pages: Self.pages, socket: socket) }
            for turner in turners { turner.start() }
            for _ in 0..<Self.restarts {
                usleep(Self.pause)
                if isKilled {
                    let process = try #require(try service.process)
                    #expect(kill(process, SIGKILL) == 0)
                    try service.wait { try service.process.map { $0 != process } ?? false }
                } else {
                    try service.systemctl("restart")
                }
            }
            usleep(Self.pause)
            for turner in turners {
                let result = turner.stop()
                #expect(result.failures.isEmpty, "\(result.failures)")
                #expect(result.turns > 50 && result.reconnections >= Self.restarts)
                print("\(isKilled ? "killed" : "restarted"): \(result)")
            }
            // The counters begin with each run. All that was in the cache was kept when the load began.
            let client = try service.connect()
            let counters = try client.call(ManagerInterface.GetCache.self, .init()).parameters.counters
            #expect(counters.hits > 0 && counters.hits * 100 >= (counters.hits + counters.misses) * 99)
            for index in 0..<Self.pages {
                let page = try client.call(
                    ReaderInterface.GetPage.self,
                    .init(reader: readers[0].id, index: index, handover: .some(.none))
                ).parameters.page
                #expect(page.origin == .cached && page.index == index)
            }
        }
    }
}

/// Turns a reader's pages all the time, one by one, and keeps account of where it must be.
private final class Turner: Sendable {
    /// What came of it.
    struct Result: CustomStringConvertible {
        var turns = 0
        /// Turns of which nobody knew whether they were done until the reader was asked.
        var unanswered = 0
        var reconnections = 0
        /// What should not be.
        var failures: [String] = []

        var description: String {
            "\(turns) turns, \(unanswered) not answered, \(reconnections) reconnections, \(failures)"
        }
    }

    private let reader: String
    private let pages: Int
    private let socket: String
    private let isStopped = Atomic(false)
    private let result = Mutex<Result?>(nil)

    init(reader: String, pages: Int, socket: String) {
        self.reader = reader
        self.pages = pages
        self.socket = socket
    }

    func start() {
        Thread.detachNewThread { [self] in
            var account = Result()
            turn(&account)
            result.withLock { $0 = account }
        }
    }

    func stop() -> Result {
        isStopped.store(true, ordering: .relaxed)
        for _ in 0..<2_000 {
            if let result = result.withLock({ $0 }) { return result }
            usleep(10_000)
        }
        return Result(failures: ["it does not end"])
    }

    private func turn(_ account: inout Result) {
        let client = VarlinkReconnectingClient { [socket] () throws(OSError) in
            try VarlinkBlockingClient(path: socket)
        }
        var place = 0
        var step = 1
        while !isStopped.load(ordering: .relaxed) {
            if place + step >= pages || place + step < 0 { step = -step }
            do throws(VarlinkCallError<ReaderInterface.Failure>) {
                let reply = try client.call(
                    ReaderInterface.Navigate.self,
                    .init(reader: reader, target: .init(relative: step), handover: .some(.none))
                ).parameters
                if reply.location.index != place + step {
                    account.failures.append("from \(place) it went to \(reply.location.index)")
                }
                place = reply.location.index
                account.turns += 1
            } catch {
                guard case .connection(let reason) = error, reason.code == .unanswered else {
                    account.failures.append("\(error)")
                    break
                }
                account.unanswered += 1
                guard let index = position(client, &account) else { break }
                if index != place, index != place + step {
                    account.failures.append("it was at \(place), and is at \(index)")
                }
                place = index
            }
            usleep(1_000)
        }
        account.reconnections = client.reconnections
    }

    private func position(_ client: VarlinkReconnectingClient, _ account: inout Result) -> Int? {
        do throws(VarlinkCallError<ReaderInterface.Failure>) {
            return try client.call(ReaderInterface.GetState.self, .init(reader: reader)).parameters.state.location?
                .index
        } catch {
            account.failures.append("\(error)")
            return nil
        }
    }
}
