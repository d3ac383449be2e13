import Leases
import Navigation
import PageModel
import SheafOS

@testable import PageCache
@testable import SheafDocuments
@testable import SheafPages
@testable import SheafReaders
@testable import SheafService
@testable import ServiceModel

// What holds between the parts of the service at any time.

extension ModelWorld {
    /// Looks at all of it.
    func check() {
        for connection in clients.flatMap(\.all) {
            if let mistake = connection.mistake { report("a connection was ended: \(mistake)") }
        }
        checkAccount()
        checkProtection()
        checkPositions()
    }

    /// Checks that each living page is in one place: its memory in one record, its cost once in the account.
    private func checkAccount() {
        let store = service.core.store
        // To look at a page takes over others of the last run, which may be newer.
        var seen: [CacheSlot] = []
        while case let slots = store.cache.contents.map(\.slot), slots != seen {
            seen = slots
            for content in store.cache.contents { _ = store.record(of: content.rendition) }
        }
        let cache = store.cache
        var (alive, bytes, reserved) = (0, 0, 0)
        var numbers: Set<Int> = []
        for content in cache.contents {
            let record = store.record(of: content.rendition)
            if record?.slot != content.slot { report("\(content.rendition) has another record") }
            if content.state == .rendering {
                reserved += content.bytes
                if record?.memory != nil { report("\(content.rendition) is in memory, and is being rendered") }
                if record?.render == nil { report("\(content.rendition) has room reserved, and nobody renders it") }
                continue
            }
            alive += 1
            bytes += content.bytes
            guard let memory = record?.memory else {
                report("\(content.rendition) is alive, and has no memory")
                continue
            }
            if memory.rendition != content.rendition || Memfd.cost(ofBytes: memory.bytes) != content.bytes {
                report("\(content.rendition) is counted as \(content.bytes) bytes, and has \(memory.bytes)")
            }
            if !numbers.insert(memory.number).inserted { report("memory \(memory.number) is in two places") }
        }
        if alive != cache.count || bytes != cache.bytes || reserved != cache.reservedBytes {
            report("the account has \(cache.sums), and \(alive) pages of \(bytes) and \(reserved) bytes are there")
        }
        if cache.bytes + cache.reservedBytes > setting.hard {
            report("\(cache.bytes) and \(cache.reservedBytes) bytes are over the hard limit")
        }
    }

    /// The cache protects what the machines say.
    private func checkProtection() {
        struct Page: Hashable {
            let document: DocumentID
            let page: PageID
        }
        let core = service.core
        // While a change of a document is taken in its readers go by what was before.
        let changing = changingDocuments
        var shown: Set<Rendition> = []
        var moving: Set<Rendition> = []
        var pages: Set<Page> = []
        for session in core.readers.all where session.standing.isOpen {
            for view in session.pages.views(of: session.standing.protected.shown) { shown.insert(view.rendition) }
            for view in session.pages.views(of: session.standing.protected.moving) { moving.insert(view.rendition) }
            for location in Array(session.standing.protected.shown) + Array(session.standing.protected.moving) {
                guard let (document, _) = session.pages.documentPosition(of: location.index, on: location.surface)
                else { continue }
                pages.insert(Page(document: document.id, page: location.page))
            }
        }
        for content in core.store.cache.contents {
            let rendition = content.rendition
            guard !changing.contains(rendition.document) else { continue }
            let expected: CacheContent.Need =
                shown.contains(rendition) ? .shown : moving.contains(rendition) ? .moving : .none
            // One may stand in for another form of the page; also for one that can't be rendered, which is shown then.
            let isStandIn =
                expected != .shown && content.need != .none
                && pages.contains(Page(document: rendition.document, page: rendition.page))
            if content.need != expected, !isStandIn {
                report("\(rendition) is protected as \(content.need), and readers need it as \(expected)")
            }
            if content.state == .deferred, content.need == .none { report("\(rendition) is deferred for nobody") }
        }
    }

    /// Checks that nothing is deferred for readers at rest, to which all has been handed over that they are to show.
    func checkDeferred() {
        let core = service.core
        let isMoving = core.readers.all.contains { $0.standing.isOpen && !$0.standing.isAtRest }
        guard !isMoving, !core.readers.all.contains(where: \.delivery.isUnderWay) else { return }
        for content in core.store.cache.contents where content.state == .deferred {
            report("\(content.rendition) is deferred, and all readers are at rest")
        }
    }

    /// The documents of which a change is being taken in.
    var changingDocuments: Set<DocumentID> {
        Set(
            service.core.documents.all.filter { document in
                var isStill = false
                document.changes.whenTaken { isStill = true }
                return !isStill
            }.map(\.id))
    }

    /// Where a reader rests is stored.
    private func checkPositions() {
        let changing = changingDocuments
        for session in service.core.readers.all {
            let axis = session.pages.axes[0]
            let deadline = session.model.inspect { $0.deadline }
            if session.standing.isOpen, session.standing.deadline != deadline {
                report(
                    "\(session.name) is due at \(String(describing: deadline)), and waits for \(String(describing: session.standing.deadline))"
                )
            }
            guard let stored = service.positions.position(of: session.name) else {
                report("the position of \(session.name) is not stored")
                continue
            }
            // Of a manual reader it is what its viewer shows that counts.
            let shows = session.isManual && session.standing.isAtRest && session.pages.axes.count == 1
            let index = shows ? session.model.current?.index : session.model.resting(on: axis)
            // Where its pages come and go it is stored when it has taken that in, and where none is found not at all.
            let isChanging =
                session.model.current == nil
                || service.core.changes.isWaiting(session)
                || session.pages.documents.contains { changing.contains($0.id) }
            if stored.transition != session.standing.transition || !isChanging && stored.first != index ?? 0 {
                report("\(session.name) is at \((session.standing.transition, index)), and \(stored) is stored")
            }
        }
    }

    /// Takes readers that have expired for closed: their clients are told when they use them.
    func closeExpired() {
        let names = Set(service.core.readers.all.map(\.name))
        for reader in clients.flatMap(\.readers) where !names.contains(reader.name) { closed(reader) }
    }

    /// Checks that the leased pages are those that clients hold. Called where nothing is on its way to clients.
    func checkLeases() {
        closeExpired()
        let account = service.core.leases.account
        if account.total.pages != leases.held.count {
            return report("\(account.total.pages) pages are leased, and clients hold \(leases.held.count)")
        }
        for (rendition, readers) in leases.held where account.leases(of: rendition) != readers.count {
            report("rendition \(rendition) is leased \(account.leases(of: rendition)) times, and held by \(readers)")
        }
    }
}
