import Leases
import SheafOS
import Varlink

/// Whom holders tell what has become of them.
protocol LeaseHoldersOwner: AnyObject {
    /// A holder has ended.
    func holderEnded(_ holder: HolderKey)
    /// Whether a holder without a connection holds anything still.
    func isHolding(_ holder: HolderKey) -> Bool
}

/// The processes that hold pages: which one is behind a connection, and when it has ended.
///
/// It is the process that connected, whoever sends over the connection now. Where that can't be watched, since it has
/// ended or this service can't see it, the connection itself is the holder, and ends with itself.
final class LeaseHolders {
    /// So many processes are watched at most: each takes a descriptor.
    static let maxProcesses = 4_096

    private struct Process {
        let pid: Int32
        let watch: ProcessWatch
        var connections = 0
    }

    private let loop: EventLoop
    private let limit: Int
    private var processes: [HolderKey: Process] = [:]
    private var keys: [Int32: HolderKey] = [:]
    private var byConnection: [ConnectionID: HolderKey] = [:]
    private var lastKey: UInt64 = 0

    private weak var owner: (any LeaseHoldersOwner)?

    /// - Parameter limit: how many processes are watched at most.
    init(loop: EventLoop, limit: Int = maxProcesses, owner: any LeaseHoldersOwner) {
        self.loop = loop
        self.owner = owner
        self.limit = limit
    }

    /// How many processes are watched.
    var count: Int { processes.count }

    /// Who is charged for what goes over a connection.
    func holder(behind connection: VarlinkConnection) -> HolderKey {
        if let known = byConnection[connection.id] { return known }
        let key =
            process(of: connection.peer.pid) { () throws(OSError) in try connection.openPeerProcess() } ?? nextKey()
        processes[key]?.connections += 1
        byConnection[connection.id] = key
        return key
    }

    /// Who was charged for what went over a connection; nil where nothing did.
    func known(behind connection: VarlinkConnection) -> HolderKey? { byConnection[connection.id] }

    /// A connection has ended. Its process lives on, and so does what it holds.
    func connectionEnded(_ connection: ConnectionID) {
        guard let key = byConnection.removeValue(forKey: connection) else { return }
        guard processes[key] != nil else {
            owner?.holderEnded(key)
            return
        }
        processes[key]?.connections -= 1
        forgetIfIdle(key)
    }

    /// Watches a process no longer that neither is connected nor holds anything.
    func forgetIfIdle(_ key: HolderKey) {
        guard let process = processes[key], process.connections == 0, !(owner?.isHolding(key) ?? false) else { return }
        forget(key)
    }

    private func process(of pid: Int32, open: () throws(OSError) -> FileDescriptor) -> HolderKey? {
        if let key = keys[pid], let process = processes[key] {
            if !process.watch.hasEnded { return key }
            // Its number may be another's by now.
            end(key)
        }
        guard processes.count < limit else { return nil }
        do throws(OSError) {
            let key = nextKey()
            let watch = try ProcessWatch(try open(), on: loop) { [weak self] in self?.end(key) }
            // It would be told at once.
            guard !watch.hasEnded else { return nil }
            processes[key] = Process(pid: pid, watch: watch)
            keys[pid] = key
            return key
        } catch {
            return nil
        }
    }

    private func end(_ key: HolderKey) {
        forget(key)
        // What still comes over its connections is charged anew.
        for (connection, holder) in byConnection where holder == key { byConnection[connection] = nil }
        owner?.holderEnded(key)
    }

    private func forget(_ key: HolderKey) {
        guard let process = processes.removeValue(forKey: key) else { return }
        if keys[process.pid] == key { keys[process.pid] = nil }
    }

    /// A key that no process has.
    func nextKey() -> HolderKey {
        lastKey += 1
        return HolderKey(lastKey)
    }
}
