import Leases
import SheafOS
import Varlink

/// The processes that hold pages: which one is behind a connection, and when it has ended.
///
/// It is the process that connected, whoever sends over the connection now. Where that can't be watched, since it has
/// ended or this service can't see it, the connection itself is the holder, and ends with itself.
final class LeaseHolders {
    /// The most processes that are watched: each takes a descriptor.
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

    /// - Parameter limit: how many processes are watched at most.
    init(loop: EventLoop, limit: Int = maxProcesses) {
        self.loop = loop
        self.limit = limit
    }

    /// How many processes are watched.
    var count: Int { processes.count }

    /// The holder that is charged for the pages that go over a connection.
    ///
    /// - Parameter ended: called when a process has ended: this one, or one before it that had its number.
    func holder(behind connection: VarlinkConnection, ended: @escaping (HolderKey) -> Void) -> HolderKey {
        if let known = byConnection[connection.id] { return known }
        let key = process(behind: connection, ended: ended) ?? nextKey()
        processes[key]?.connections += 1
        byConnection[connection.id] = key
        return key
    }

    /// The holder that was charged for pages that went over a connection; nil where none did.
    func known(behind connection: VarlinkConnection) -> HolderKey? { byConnection[connection.id] }

    /// A connection has ended. Its process lives on, and so does what it holds.
    ///
    /// - Returns: who held what went over it, and whether that has ended with it; nil where nobody did.
    func connectionEnded(_ connection: ConnectionID) -> (holder: HolderKey, hasEnded: Bool)? {
        guard let key = byConnection.removeValue(forKey: connection) else { return nil }
        processes[key]?.connections -= 1
        return (key, processes[key] == nil)
    }

    /// Watches a process that holds nothing no longer, unless it is connected.
    func forgetIfIdle(_ key: HolderKey) {
        if processes[key]?.connections == 0 { forget(key) }
    }

    private func process(behind connection: VarlinkConnection, ended: @escaping (HolderKey) -> Void) -> HolderKey? {
        let pid = connection.peer.pid
        if let key = keys[pid], let process = processes[key] {
            if !process.watch.hasEnded { return key }
            // Its number may be another's by now.
            ended(key)
        }
        guard processes.count < limit else { return nil }
        do throws(OSError) {
            let key = nextKey()
            let watch = try ProcessWatch(try connection.openPeerProcess(), on: loop) { ended(key) }
            // It would be told at once.
            guard !watch.hasEnded else { return nil }
            processes[key] = Process(pid: pid, watch: watch)
            keys[pid] = key
            return key
        } catch {
            return nil
        }
    }

    /// A process has ended.
    func end(_ key: HolderKey) {
        forget(key)
        // What still comes over its connections is charged anew.
        for (connection, holder) in byConnection where holder == key { byConnection[connection] = nil }
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
