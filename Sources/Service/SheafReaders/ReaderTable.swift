package import PageModel
package import SheafBase
package import SheafOS
package import Varlink

/// Whom a table of readers tells what has become of them.
package protocol ReaderTableOwner: AnyObject {
    /// A reader has come or gone.
    func readersChanged()
    /// No connection has used a reader for as long as readers are kept: it is to be closed.
    func readerExpired(_ session: ReaderSession)
}

/// The readers of the service: whose they are, which connections use them, and when they end.
///
/// A reader lives as long as a connection that has used it is open, and for a while after.
package final class ReaderTable {
    private let loop: EventLoop
    private let accounts: UserAccounts
    private weak var owner: (any ReaderTableOwner)?
    private var keep: UInt64
    private var index = ReaderIndex()
    private var entriesByConnection: [ConnectionID: [ReaderEntry]] = [:]
    private var lastKey: UInt64 = 0
    /// The one that was used last, and how often another one was used than before.
    private var lastUsed: ObjectIdentifier?
    private var uses: UInt64 = 0

    /// - Parameters:
    ///   - keep: how long a reader lives on without a connection, in microseconds.
    ///   - accounts: where each user's are counted.
    package init(loop: EventLoop, keep: UInt64, accounts: UserAccounts, owner: any ReaderTableOwner) {
        self.loop = loop
        self.accounts = accounts
        self.keep = keep
        self.owner = owner
    }

    /// How many readers there are.
    package var count: Int { index.count }

    /// All readers, sorted by id.
    package var all: [ReaderSession] { all(of: nil) }

    /// The readers of a user, sorted by id; with nil those of all users.
    package func all(of uid: UInt32?) -> [ReaderSession] {
        index.all.map(\.session).filter { uid == nil || $0.uid == uid }.sorted { $0.id < $1.id }
    }

    /// All readers, those that were used last behind the others.
    package var allByUse: [ReaderSession] { index.all.sorted { $0.lastUse < $1.lastUse }.map(\.session) }

    /// The readers that their users have used last, one of each user.
    package var current: Set<ReaderKey> {
        let last = index.all.reduce(into: [UInt32: ReaderEntry]()) { last, entry in
            if last[entry.session.uid].map({ $0.lastUse < entry.lastUse }) ?? true { last[entry.session.uid] = entry }
        }
        return Set(last.values.map(\.session.key))
    }

    /// The reader for which something is earliest, of several the one with the first id; nil where it is nil for all.
    package func first(by time: (ReaderSession) -> Instant?) -> ReaderSession? {
        // Asked under pressure: a walk through all, without sorting them.
        var first: (session: ReaderSession, time: Instant)?
        for entry in index.all {
            guard let time = time(entry.session) else { continue }
            if let known = first, (known.time, known.session.id) < (time, entry.session.id) { continue }
            first = (entry.session, time)
        }
        return first?.session
    }

    /// How many connections use a reader.
    package func connections(of session: ReaderSession) -> Int { index[ReaderName(session.id)]?.connections.count ?? 0 }

    /// The reader with an id, if it is this user's; the connection uses it from now on.
    ///
    /// - Parameter id: its text as it came, which need not be an id's.
    func session(_ id: RawSpan, of uid: UInt32, usedBy connection: ConnectionID) -> ReaderSession? {
        guard let key = ReaderName(id), let entry = index[key], entry.session.uid == uid else { return nil }
        if let last = entry.lastConnection, last.number == connection.number {
            if lastUsed == ObjectIdentifier(entry) { return entry.session }
        } else {
            use(entry, by: connection)
        }
        noteUse(of: entry)
        return entry.session
    }

    /// The reader with an id that was decoded, if it is this user's; the connection uses the reader from now on.
    func session(_ id: String, of uid: UInt32, usedBy connection: ConnectionID) -> ReaderSession? {
        let bytes = Array(id.utf8)
        return unsafe session(bytes.span.bytes, of: uid, usedBy: connection)
    }

    /// The key for a reader that is about to be made.
    func nextKey() -> ReaderKey {
        lastKey += 1
        return ReaderKey(lastKey)
    }

    /// Adds a reader that a connection has opened.
    ///
    /// - Parameter keep: how long it lives on without a connection, where that is shorter than for all others, in microseconds.
    func add(_ session: ReaderSession, usedBy connection: ConnectionID, keep: UInt64? = nil) {
        let entry = add(session)
        entry.keep = keep
        use(entry, by: connection)
        owner?.readersChanged()
    }

    /// Adds a reader of an earlier run, those that were used last behind the others; it waits for its viewer to come back.
    func restore(_ session: ReaderSession) { startExpiry(of: add(session)) }

    /// The reader with an id, whoever's it is; nobody uses it by that.
    package func session(_ id: RandomIdentifier) -> ReaderSession? { index[ReaderName(id)]?.session }

    /// Whether there is a reader with this id.
    func contains(_ id: RandomIdentifier) -> Bool { session(id) != nil }

    /// Sets how long a reader lives on without a connection, in microseconds. For those that have none it begins anew.
    package func setKeep(_ keep: UInt64) {
        guard keep != self.keep else { return }
        self.keep = keep
        for entry in index.all where entry.connections.isEmpty {
            entry.expiry?.cancel()
            startExpiry(of: entry)
        }
    }

    /// Removes a reader.
    func remove(_ session: ReaderSession) {
        guard let entry = index.remove(ReaderName(session.id)) else { return }
        entry.expiry?.cancel()
        if lastUsed == ObjectIdentifier(entry) { lastUsed = nil }
        accounts.removeReader(of: session.uid)
        for connection in entry.connections { entriesByConnection[connection]?.removeAll { $0 === entry } }
        owner?.readersChanged()
    }

    /// A connection has gone: readers that it was the last to use begin to expire.
    package func connectionEnded(_ connection: ConnectionID) {
        for entry in entriesByConnection.removeValue(forKey: connection) ?? [] {
            entry.connections.remove(connection)
            entry.lastConnection = nil
            entry.session.connectionEnded(connection)
            if entry.connections.isEmpty { startExpiry(of: entry) }
        }
    }

    private func add(_ session: ReaderSession) -> ReaderEntry {
        let entry = ReaderEntry(session)
        index.insert(entry)
        noteUse(of: entry)
        accounts.addReader(of: session.uid)
        return entry
    }

    private func noteUse(of entry: ReaderEntry) {
        guard lastUsed != ObjectIdentifier(entry) else { return }
        lastUsed = ObjectIdentifier(entry)
        uses += 1
        entry.lastUse = uses
    }

    private func startExpiry(of entry: ReaderEntry) {
        do throws(OSError) {
            let span = min(keep, entry.keep ?? keep)
            entry.expiry = try loop.schedule(after: span) { [weak owner, session = entry.session] in
                owner?.readerExpired(session)
            }
        } catch {
            // Better no grace than a reader that never ends.
            owner?.readerExpired(entry.session)
        }
    }

    private func use(_ entry: ReaderEntry, by connection: ConnectionID) {
        entry.lastConnection = connection
        guard entry.connections.insert(connection).inserted else { return }
        entry.expiry?.cancel()
        entry.expiry = nil
        entriesByConnection[connection, default: []].append(entry)
    }
}

/// A reader, and who uses it.
private final class ReaderEntry {
    let session: ReaderSession
    let name: ReaderName
    /// The connections that have used it and are open.
    var connections: Set<ConnectionID> = []
    /// The one that used it last: most calls come over the same.
    var lastConnection: ConnectionID?
    /// The greater, the later it was used last.
    var lastUse: UInt64 = 0
    /// How long it lives on without a connection, in microseconds; nil: as all do.
    var keep: UInt64?
    /// Runs while no connection uses it.
    var expiry: TimerSource?

    init(_ session: ReaderSession) {
        self.session = session
        name = ReaderName(session.id)
    }
}

/// The 32 digits of a reader's id, as they are in a call: every call asks for a reader, and is spared reading the number.
private struct ReaderName: Equatable {
    private typealias Words = (UInt64, UInt64, UInt64, UInt64)

    private let words: Words

    /// Takes a text of 32 bytes, whatever they are; nil where it is shorter or longer.
    init?(_ text: RawSpan) {
        guard text.byteCount == MemoryLayout<Words>.size else { return nil }
        words = unsafe text.unsafeLoadUnaligned(fromUncheckedByteOffset: 0, as: Words.self)
    }

    init(_ id: RandomIdentifier) {
        let bytes = Array(id.text.utf8)
        words = unsafe bytes.span.bytes.unsafeLoadUnaligned(as: Words.self)
    }

    /// The bits of the id, mixed: ids are random, and each digit says four of its eight.
    var hash: Int {
        let bits = words.0 ^ words.1 &* 3 ^ words.2 &* 5 ^ words.3 &* 7
        return Int(truncatingIfNeeded: (bits &* 0x9e37_79b9_7f4a_7c15) >> 32)
    }

    static func == (one: ReaderName, other: ReaderName) -> Bool { one.words == other.words }
}

/// Readers by id. The ids are random, so that the bits of one are its hash: hashing would cost a call more than all the rest of
/// looking its reader up.
private struct ReaderIndex {
    private var slots: [ReaderEntry?] = Array(repeating: nil, count: 16)
    private(set) var count = 0

    var all: [ReaderEntry] { slots.compactMap { $0 } }

    subscript(name: ReaderName) -> ReaderEntry? { slots[position(of: name)] }

    mutating func insert(_ entry: ReaderEntry) {
        // At most half of the slots are in use: a search ends soon.
        if count * 2 >= slots.count {
            let entries = all
            slots = Array(repeating: nil, count: slots.count * 2)
            for other in entries { slots[position(of: other.name)] = other }
        }
        slots[position(of: entry.name)] = entry
        count += 1
    }

    /// Removes a reader; nil where there is none.
    mutating func remove(_ name: ReaderName) -> ReaderEntry? {
        var index = position(of: name)
        guard let removed = slots[index] else { return nil }
        slots[index] = nil
        count -= 1
        // Those behind it may have come where they are only because it was in their way.
        index = next(index)
        while let entry = slots[index] {
            slots[index] = nil
            slots[position(of: entry.name)] = entry
            index = next(index)
        }
        return removed
    }

    /// Where a reader is, or would be.
    private func position(of name: ReaderName) -> Int {
        var index = name.hash & (slots.count - 1)
        while let entry = slots[index], entry.name != name { index = next(index) }
        return index
    }

    private func next(_ index: Int) -> Int { (index + 1) & (slots.count - 1) }
}
