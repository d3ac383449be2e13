package import PageModel

/// A process that holds pages, as the service numbers them. Numbers are not used again.
package struct HolderKey: Hashable, Sendable {
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }
}

/// A number of leased pages and the memory that they take.
package struct LeaseAmount: Equatable, Sendable {
    /// The number of pages. Each counts once, however many viewers hold it.
    package private(set) var pages = 0
    /// In bytes.
    package private(set) var bytes = 0

    mutating func add(_ bytes: Int) {
        pages += 1
        self.bytes += bytes
    }

    mutating func subtract(_ bytes: Int) {
        pages -= 1
        self.bytes -= bytes
    }
}

/// The memory of a page that is handed over.
package struct LeasedPage: Equatable, Sendable {
    /// The number that names the page to viewers.
    package let number: Int
    /// The bytes that the page's memory takes, in whole pages of memory.
    package let bytes: Int
    /// Whether neither the cache nor the store of thumbnails holds it: it is resident for its viewers alone.
    package let isOutside: Bool

    package init(number: Int, bytes: Int, isOutside: Bool) {
        self.number = number
        self.bytes = bytes
        self.isOutside = isOutside
    }
}

/// The account of pages that viewers were handed and have not returned. Pure: it counts, and the caller knows the processes.
///
/// A lease is one process holding one page's memory through one reader; handing it over again changes nothing. Memory
/// counts once, and once for each user, however many hold it. Memory that the cache has let go stays resident as long as
/// it is leased: it is *outside*, and takes from what the hard limit leaves to the cache.
package struct LeaseAccount: Sendable {
    private struct Lease: Hashable {
        let uid: UInt32
        let holder: HolderKey
        /// nil: the reader was closed since.
        let reader: ReaderKey?
    }

    private struct Memory {
        let bytes: Int
        var isOutside: Bool
        var leases: Set<Lease> = []

        func isHeld(where matches: (Lease) -> Bool) -> Bool { leases.contains(where: matches) }
    }

    private var memories: [Int: Memory] = [:]
    private var byHolder: [HolderKey: Set<Int>] = [:]
    private var byReader: [ReaderKey: Set<Int>] = [:]
    private var byUser: [UInt32: LeaseAmount] = [:]

    /// The amount of all leased memory.
    package private(set) var total = LeaseAmount()
    /// The amount of leased memory that is outside the cache.
    package private(set) var outside = LeaseAmount()
    /// Changes with everything that may end a lease. Whoever remembers it with a lease need not ask for that lease again as
    /// long as it is the same.
    package private(set) var epoch: UInt64 = 0

    package init() {}

    /// The leased amounts of all users, by uid.
    package var users: [UInt32: LeaseAmount] { byUser }

    /// Returns the leased amount of a user.
    package func held(by uid: UInt32) -> LeaseAmount { byUser[uid] ?? LeaseAmount() }

    /// Returns the amount that was handed over through a reader. Looks at each of these pages.
    package func held(through reader: ReaderKey) -> LeaseAmount {
        (byReader[reader] ?? []).reduce(into: LeaseAmount()) { $0.add(memories[$1]?.bytes ?? 0) }
    }

    /// How often a page is leased: by processes, and by each through so many readers.
    package func leases(of number: Int) -> Int { memories[number]?.leases.count ?? 0 }

    /// Whether a process holds a page that it was handed through a reader.
    package func isLeased(_ number: Int, to uid: UInt32, holder: HolderKey, reader: ReaderKey) -> Bool {
        memories[number]?.leases.contains(Lease(uid: uid, holder: holder, reader: reader)) ?? false
    }

    /// Whether a process holds anything.
    package func isHolding(_ holder: HolderKey) -> Bool { byHolder[holder] != nil }

    /// Whether a user may be handed pages. Who holds nothing may, whatever they take: a page that is larger than the limit
    /// can be shown.
    ///
    /// - Parameter limit: the bytes that one user may hold.
    package func allows(_ pages: [LeasedPage], to uid: UInt32, limit: Int) -> Bool {
        let held = held(by: uid)
        // Nearly always: nothing has to be looked up then.
        if held.pages == 0 || pages.reduce(held.bytes, { $0 + $1.bytes }) <= limit { return true }
        let added = pages.reduce(0) { sum, page in
            memories[page.number]?.isHeld { $0.uid == uid } ?? false ? sum : sum + page.bytes
        }
        return added == 0 || held.bytes + added <= limit
    }

    /// Notes a page that was handed to a process through a reader; once, however often it was.
    package mutating func add(_ page: LeasedPage, to uid: UInt32, holder: HolderKey, reader: ReaderKey) {
        let lease = Lease(uid: uid, holder: holder, reader: reader)
        guard !isLeased(page.number, to: uid, holder: holder, reader: reader) else { return }
        let isNew = memories[page.number] == nil
        let isFirstOfUser = !(memories[page.number]?.isHeld { $0.uid == uid } ?? false)
        memories[page.number, default: Memory(bytes: page.bytes, isOutside: page.isOutside)].leases.insert(lease)
        byHolder[holder, default: []].insert(page.number)
        byReader[reader, default: []].insert(page.number)
        if isFirstOfUser { byUser[uid, default: LeaseAmount()].add(page.bytes) }
        if isNew {
            total.add(page.bytes)
            if page.isOutside { outside.add(page.bytes) }
        }
    }

    /// Notes that the cache has let go of a page's memory.
    package mutating func removeFromCache(_ number: Int) {
        guard let memory = memories[number], !memory.isOutside else { return }
        memories[number]?.isOutside = true
        outside.add(memory.bytes)
    }

    /// Notes the return of a page: that of the process through the reader; where it has none, that of another process
    /// through the same reader; else one that the user was handed through a reader that is closed.
    ///
    /// - Returns: whose it was; nil where there is none.
    package mutating func remove(
        _ number: Int, of uid: UInt32, holder: HolderKey?, reader: ReaderKey
    ) -> HolderKey? {
        guard let leases = memories[number]?.leases else { return nil }
        let own = holder.map { Lease(uid: uid, holder: $0, reader: reader) }
        let orphan = holder.map { Lease(uid: uid, holder: $0, reader: nil) }
        let lease =
            [own, orphan].lazy.compactMap { $0 }.first { leases.contains($0) }
            ?? leases.filter { $0.uid == uid && $0.reader == reader }.min { $0.holder.number < $1.holder.number }
            ?? leases.filter { $0.uid == uid && $0.reader == nil }.min { $0.holder.number < $1.holder.number }
        guard let lease else { return nil }
        epoch += 1
        remove(lease, of: number)
        return lease.holder
    }

    /// Notes that a process has ended: it holds nothing any more.
    package mutating func end(_ holder: HolderKey) {
        epoch += 1
        for number in byHolder[holder] ?? [] {
            for lease in memories[number]?.leases ?? [] where lease.holder == holder { remove(lease, of: number) }
        }
    }

    /// Notes that a reader was closed. Its pages stay leased: they are mapped still.
    package mutating func close(_ reader: ReaderKey) {
        epoch += 1
        for number in byReader.removeValue(forKey: reader) ?? [] {
            for lease in memories[number]?.leases ?? [] where lease.reader == reader {
                memories[number]?.leases.remove(lease)
                memories[number]?.leases.insert(Lease(uid: lease.uid, holder: lease.holder, reader: nil))
            }
        }
    }

    private mutating func remove(_ lease: Lease, of number: Int) {
        memories[number]?.leases.remove(lease)
        guard let memory = memories[number] else { return }
        if !memory.isHeld(where: { $0.holder == lease.holder }) { Self.remove(number, &byHolder[lease.holder]) }
        if let reader = lease.reader, !memory.isHeld(where: { $0.reader == reader }) {
            Self.remove(number, &byReader[reader])
        }
        if !memory.isHeld(where: { $0.uid == lease.uid }) {
            byUser[lease.uid]?.subtract(memory.bytes)
            if byUser[lease.uid]?.pages == 0 { byUser[lease.uid] = nil }
        }
        guard memory.leases.isEmpty else { return }
        memories[number] = nil
        total.subtract(memory.bytes)
        if memory.isOutside { outside.subtract(memory.bytes) }
    }

    private static func remove(_ number: Int, _ numbers: inout Set<Int>?) {
        numbers?.remove(number)
        if numbers?.isEmpty ?? false { numbers = nil }
    }
}
