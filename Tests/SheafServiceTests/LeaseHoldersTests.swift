import Leases
import SheafOS
import Testing
import Varlink

@testable import SheafPages

@Suite struct LeaseHoldersTests {
    /// Connections of this process to a server, and who holds what comes over them.
    private final class Bench {
        let loop: EventLoop
        private(set) lazy var holders = LeaseHolders(loop: loop, limit: limit)
        private let limit: Int
        private lazy var store = VarlinkServer(
            on: loop, information: VarlinkServiceInformation(vendor: "", product: "", version: "", url: ""),
            connectionEnded: { [weak self] in self?.connectionEnded($0.id) }, log: { _, _ in })
        private var peers: [FileDescriptorOwner] = []
        private(set) var ended: [HolderKey] = []
        var holding: Set<HolderKey> = []

        init(limit: Int) throws {
            loop = try EventLoop()
            self.limit = limit
        }

        deinit {
            store.close()
        }

        func holder(behind connection: VarlinkConnection) -> HolderKey {
            holders.holder(behind: connection) { [weak self] in self?.ended.append($0) }
        }

        private func connectionEnded(_ connection: ConnectionID) {
            guard let (holder, hasEnded) = holders.connectionEnded(connection) else { return }
            if hasEnded { ended.append(holder) } else if !holding.contains(holder) { holders.forgetIfIdle(holder) }
        }

        func connect() throws -> VarlinkConnection {
            var connection: VarlinkConnection?
            try UnixSocket.pair { mine, its throws(OSError) in
                peers.append(FileDescriptorOwner(mine))
                connection = try store.adopt(its)
            }
            return try #require(connection)
        }

        func close(_ connection: VarlinkConnection) throws {
            connection.close()
            for _ in 0..<100 where connection.isOpen { try loop.runOnce(timeoutMilliseconds: 10) }
        }
    }

    private final class FileDescriptorOwner {
        let descriptor: SharedDescriptor

        init(_ descriptor: consuming FileDescriptor) { self.descriptor = SharedDescriptor(descriptor) }
    }

    @Test func connectionsOfAProcessAreOneHolder() throws {
        let bench = try Bench(limit: 1)
        let (one, other) = (try bench.connect(), try bench.connect())
        let key = bench.holder(behind: one)
        #expect(bench.holder(behind: other) == key && bench.holders.count == 1)
        #expect(bench.holders.known(behind: one) == key)
    }

    @Test func aProcessThatHoldsPagesOutlivesItsConnections() throws {
        let bench = try Bench(limit: 1)
        let connection = try bench.connect()
        let key = bench.holder(behind: connection)
        bench.holding = [key]
        try bench.close(connection)
        #expect(bench.ended.isEmpty && bench.holders.count == 1)
        let again = try bench.connect()
        #expect(bench.holder(behind: again) == key)
        // It returns everything and goes.
        bench.holding = []
        bench.holders.forgetIfIdle(key)
        #expect(bench.holders.count == 1)
        try bench.close(again)
        #expect(bench.ended.isEmpty && bench.holders.count == 0)
    }

    /// A connection holds for itself where its process is past the limit of those watched, or can't be watched.
    @Test func aConnectionWhoseProcessIsNotWatchedHoldsForItself() throws {
        let bench = try Bench(limit: 0)
        let (one, other) = (try bench.connect(), try bench.connect())
        let keys = [bench.holder(behind: one), bench.holder(behind: other)]
        #expect(keys[0] != keys[1] && bench.holders.count == 0)
        bench.holding = Set(keys)
        try bench.close(one)
        #expect(bench.ended == [keys[0]])
    }

    /// The holder of a connection that has ended is not taken for that of another connection in its place.
    @Test func noConnectionHasTheNameOfOneBefore() throws {
        let bench = try Bench(limit: 1)
        let names = try (0..<20).map { _ in
            let connection = try bench.connect()
            defer { #expect(throws: Never.self) { try bench.close(connection) } }
            return connection.id
        }
        #expect(Set(names).count == names.count)
    }
}
