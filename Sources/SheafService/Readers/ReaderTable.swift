import PageModel
import SheafOS

/// The readers of the service: whose they are, which connections use them, and when they end.
///
/// A reader lives as long as a connection that has used it is open, and for a while after.
final class ReaderTable {
    private let loop: EventLoop
    private var keep: UInt64
    private var readers: [String: Reader] = [:]
    private var countByUser: [UInt32: Int] = [:]
    private var idsByConnection: [ObjectIdentifier: Set<String>] = [:]
    private var lastKey: UInt64 = 0

    /// Called when a reader has come or gone.
    var changed: (() -> Void)?
    /// Called when a connection that has used a reader has ended.
    var left: ((Reader, ObjectIdentifier) -> Void)?
    /// Called for a reader whose time is over; it is to be closed.
    var expired: ((Reader) -> Void)?

    /// - Parameter keep: how long a reader lives on without a connection, in microseconds.
    init(loop: EventLoop, keep: UInt64) {
        self.loop = loop
        self.keep = keep
    }

    /// How many there are.
    var count: Int { readers.count }

    /// All of them, sorted by id.
    var all: [Reader] { readers.values.sorted { $0.id < $1.id } }

    /// The reader for which something is earliest, of several the one with the first id; nil where it is nil for all.
    func first(by time: (Reader) -> Instant?) -> Reader? {
        // Asked under pressure: a walk through all, without sorting them.
        var first: (reader: Reader, time: Instant)?
        for reader in readers.values {
            guard let time = time(reader) else { continue }
            if let known = first, (known.time, known.reader.id) < (time, reader.id) { continue }
            first = (reader, time)
        }
        return first?.reader
    }

    /// How many a user has.
    func count(of uid: UInt32) -> Int { countByUser[uid] ?? 0 }

    /// The reader with an id, if it is this user's; the connection uses it from now on.
    func reader(_ id: String, of uid: UInt32, usedBy connection: ObjectIdentifier) -> Reader? {
        guard let reader = readers[id], reader.uid == uid else { return nil }
        use(reader, by: connection)
        return reader
    }

    /// The key for a reader that is about to be made.
    func nextKey() -> ReaderKey {
        lastKey += 1
        return ReaderKey(lastKey)
    }

    /// Adds a reader that a connection has opened.
    func add(_ reader: Reader, usedBy connection: ObjectIdentifier) {
        readers[reader.id] = reader
        countByUser[reader.uid, default: 0] += 1
        use(reader, by: connection)
        changed?()
    }

    /// Adds a reader of an earlier run; it waits for its viewer to come back.
    func restore(_ reader: Reader) {
        readers[reader.id] = reader
        countByUser[reader.uid, default: 0] += 1
        startExpiry(of: reader)
    }

    /// Sets how long a reader lives on without a connection, in microseconds. For those that have none it begins anew.
    func setKeep(_ keep: UInt64) {
        guard keep != self.keep else { return }
        self.keep = keep
        for reader in all where reader.connections.isEmpty {
            reader.expiry?.cancel()
            startExpiry(of: reader)
        }
    }

    /// Removes a reader.
    func remove(_ reader: Reader) {
        guard readers.removeValue(forKey: reader.id) != nil else { return }
        reader.expiry?.cancel()
        reader.expiry = nil
        let left = count(of: reader.uid) - 1
        countByUser[reader.uid] = left > 0 ? left : nil
        for connection in reader.connections { idsByConnection[connection]?.remove(reader.id) }
        changed?()
    }

    /// A connection has gone: readers that it was the last to use begin to expire.
    func connectionEnded(_ connection: ObjectIdentifier) {
        for id in idsByConnection.removeValue(forKey: connection) ?? [] {
            guard let reader = readers[id] else { continue }
            reader.connections.remove(connection)
            left?(reader, connection)
            if reader.connections.isEmpty { startExpiry(of: reader) }
        }
    }

    private func startExpiry(of reader: Reader) {
        do throws(OSError) {
            reader.expiry = try loop.schedule(after: keep) { [weak self, weak reader] in
                if let reader { self?.expired?(reader) }
            }
        } catch {
            // Better no grace than a reader that never ends.
            expired?(reader)
        }
    }

    private func use(_ reader: Reader, by connection: ObjectIdentifier) {
        guard reader.connections.insert(connection).inserted else { return }
        reader.expiry?.cancel()
        reader.expiry = nil
        idsByConnection[connection, default: []].insert(reader.id)
    }
}
