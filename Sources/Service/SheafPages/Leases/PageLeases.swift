package import Leases
package import PageModel
package import SheafBase
package import SheafOS
package import Varlink

/// The pages that viewers were handed and have not returned. They count against the hard limit of the cache, and are
/// limited for each user.
package final class PageLeases {
    /// The way in which pages come to a viewer.
    package enum Way {
        /// No pages are handed over.
        case none
        /// Descriptors, which the viewer returns.
        case descriptor
        /// Bytes in a message.
        case inline
    }

    /// The name of its limit in sheafd.conf.
    static let limitName = "LeaseMaxPerUser"

    package private(set) var account = LeaseAccount()
    /// Pages that go inline, until they are sent. Viewers hold nothing of them.
    private var sending = LeaseAccount()
    /// The bytes that one user may hold; who holds more gets no more.
    package var limit: Int
    private let store: PageStore
    private let holders: LeaseHolders
    private let loop: EventLoop
    private let notices: LimitNotices

    /// - Parameters:
    ///   - limit: the bytes that one user may hold.
    ///   - notices: tell the operator of those who want more.
    package init(loop: EventLoop, store: PageStore, limit: Int, notices: LimitNotices) {
        self.store = store
        self.limit = limit
        self.notices = notices
        self.loop = loop
        holders = LeaseHolders(loop: loop)
    }

    /// Why a user can't be handed pages; nil where nothing is in the way.
    package func refusal(of served: [ServedPage], to uid: UInt32) -> LeaseRefusal? {
        let wanted = served.map { LeasedPage($0.memory, isOutside: false) }
        return account.allows(wanted, to: uid, limit: limit) ? nil : limitReached(by: uid)
    }

    /// Why a user can't be handed a page that is not rendered yet and takes so many bytes.
    package func refusal(ofBytes bytes: Int, to uid: UInt32) -> LeaseRefusal? {
        let held = account.held(by: uid)
        return held.pages == 0 || held.bytes + Memfd.cost(ofBytes: bytes) <= limit ? nil : limitReached(by: uid)
    }

    /// Notes pages that are handed over through a reader, as descriptors.
    package func add(_ served: [ServedPage], to client: PageClient, over connection: VarlinkConnection) {
        // To one that has gone nothing is handed over.
        guard connection.isOpen else { return }
        let holder = holders.holder(behind: connection) { [weak self] in self?.holderEnded($0) }
        for page in served {
            // A page that comes by again is the usual case.
            let number = page.memory.number
            guard !account.isLeased(number, to: client.user, holder: holder, reader: client.reader) else { continue }
            let leased = LeasedPage(page.memory, isOutside: !store.holds(page.memory))
            change { $0.add(leased, to: client.user, holder: holder, reader: client.reader) }
        }
    }

    /// Why a user can't be handed pages in a certain way; nil where nothing is in the way. Pages that go inline count
    /// as long as they are being sent, and not with the pages that viewers hold.
    package func refusal(of served: [ServedPage], to uid: UInt32, _ way: Way) -> LeaseRefusal? {
        switch way {
        case .none: return nil
        case .descriptor: return refusal(of: served, to: uid)
        case .inline:
            let wanted = served.map { LeasedPage($0.memory, isOutside: false) }
            return sending.allows(wanted, to: uid, limit: limit) ? nil : limitReached(by: uid)
        }
    }

    /// Notes a page that goes inline to a reader's viewer, as its socket takes it.
    package func addSending(_ served: ServedPage, to client: PageClient) -> SendingLease {
        let holder = holders.nextKey()
        sending.add(
            LeasedPage(served.memory, isOutside: !store.holds(served.memory)), to: client.user, holder: holder,
            reader: client.reader)
        store.setLeased(outsideBytes)
        // Later: what is sent ends in the middle of what sends it.
        return SendingLease { [self] in
            loop.afterThisBatch {
                self.sending.end(holder)
                self.store.setLeased(self.outsideBytes)
            }
        }
    }

    /// Notes a return; false where the user was not handed that through the reader, or through one that is closed.
    package func remove(_ number: Int, of client: PageClient, over connection: VarlinkConnection) -> Bool {
        var returned: HolderKey?
        change { account in
            returned = account.remove(
                number, of: client.user, holder: holders.known(behind: connection), reader: client.reader)
        }
        guard let returned else { return false }
        if !account.isHolding(returned) { holders.forgetIfIdle(returned) }
        return true
    }

    /// A page's memory has left the cache.
    package func leftCache(_ memory: SealedPage) {
        sending.removeFromCache(memory.number)
        change { $0.removeFromCache(memory.number) }
    }

    /// A reader has ended. What was handed over through it stays leased until it is returned or its process ends.
    package func close(_ reader: ReaderKey) { account.close(reader) }

    /// A connection has ended.
    package func connectionEnded(_ connection: ConnectionID) {
        guard let (holder, hasEnded) = holders.connectionEnded(connection) else { return }
        if hasEnded {
            change { $0.end(holder) }
        } else if !account.isHolding(holder) {
            holders.forgetIfIdle(holder)
        }
    }

    private func holderEnded(_ holder: HolderKey) {
        holders.end(holder)
        change { $0.end(holder) }
    }

    private func limitReached(by uid: UInt32) -> LeaseRefusal {
        notices.reached(Self.limitName, by: uid, "uid \(uid) has reached \(Self.limitName)=\(limit)")
        return LeaseRefusal(name: Self.limitName, value: limit)
    }

    private var outsideBytes: Int { account.outside.bytes + sending.outside.bytes }

    private func change(_ step: (inout LeaseAccount) -> Void) {
        step(&account)
        store.setLeased(outsideBytes)
    }
}

/// A refusal, since a user holds as much as one may: the limit, as sheafd.conf calls it, and its value.
package struct LeaseRefusal: Error {
    package let name: String
    package let value: Int
}

/// A page that is being sent; it ends with this.
package final class SendingLease {
    private let end: () -> Void

    fileprivate init(end: @escaping () -> Void) {
        self.end = end
    }

    deinit { end() }
}

extension LeasedPage {
    fileprivate init(_ memory: SealedPage, isOutside: Bool) {
        self.init(number: memory.number, bytes: Memfd.cost(ofBytes: memory.bytes), isOutside: isOutside)
    }
}
