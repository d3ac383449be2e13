import Navigation
import PageModel
import SheafInterface
import Varlink

@testable import PageCache
@testable import HostSupervision
@testable import SheafDocuments
@testable import SheafPages
@testable import SheafReaders
@testable import SheafService
@testable import ServiceModel

// What holds when everything has come to rest.

extension ModelWorld {
    /// Everybody does what is asked of him, until nothing is left to do: each call has its answer then.
    func rest() throws {
        say("everything comes to rest")
        service.hosts.areKind = true
        service.hosts.areQuick = false
        var quiet = 0
        for round in 0..<300 {
            watchFiles()
            // What is answered leads to the next question some rounds of the loop later.
            var (answers, idleTurns) = (0, 0)
            while idleTurns < 4 {
                idleTurns = service.hosts.proceed() ? 0 : idleTurns + 1
                answers += 1
                if answers > 10_000 { return report("hosts are asked again and again, and no time passes") }
                try run(1)
            }
            quiet = whatGoesOn == nil ? quiet + 1 : 0
            if quiet == 3 { break }
            try pass(round < 40 ? 100_000 : 5_000_000)
        }
        if let goingOn = whatGoesOn { return report("nothing happens any more, and \(goingOn)") }
        check()
        checkLeases()
        checkRest()
    }

    /// The first of the things that have still to end; nil where nothing has.
    private var whatGoesOn: String? {
        let core = service.core
        if let call = calls.open.first { return "\(call) has no answer" }
        if service.hosts.areBusy { return "hosts have something to do" }
        if core.renders.count > 0 { return "\(core.renders.count) renders are under way" }
        if !core.supervisor.pool.requests.isEmpty {
            return "\(core.supervisor.pool.requests.count) requests have no answer"
        }
        for reader in core.readers.all {
            if !reader.queue.isIdle || core.changes.isWaiting(reader) { return "\(reader.name) has commands to do" }
            if reader.refreshes != 0 { return "\(reader.name) waits for a refresh" }
        }
        return nil
    }

    private func checkRest() {
        let core = service.core
        let cache = core.store.cache
        if cache.reservedBytes != 0 { report("\(cache.reservedBytes) bytes are reserved for nothing") }
        cache.entries.forEach { _, rendition, entry in
            if entry.holds != 0 { report("\(rendition) is held \(entry.holds) times by nobody") }
        }
        checkDeferred()
        for reader in core.readers.all where reader.standing.isOpen {
            if reader.delivery.isUnderWay { report("\(reader.name) waits for a page that nobody renders") }
            if reader.delivery.isEncoding { report("\(reader.name) has pages encoded that nobody makes") }
            if (reader.tasks[.region] as? PageTask)?.isOpen == true {
                report("\(reader.name) has a region that nobody renders")
            }
            let appearances = reader.model.inspect { $0.appearances }
            if reader.standing.isAtRest, !reader.isManual,
                !appearances.allSatisfy({ $0.state == .visible })
                    || appearances.count != reader.standing.shown.pages.count
            {
                report("\(reader.name) is at rest, and its pages are \(appearances)")
            }
            checkPlaces(of: reader)
            for watch in clients.flatMap(\.watches) where watch.reader.name == reader.name && watch.connection.isOpen {
                guard let pages = watch.pages else { continue }
                let own = Dictionary(
                    appearances.map {
                        (
                            ModelWatch.Page(
                                surface: $0.location.surface.wire ?? .horizontal, page: Int($0.location.page.number)),
                            $0.state
                        )
                    }, uniquingKeysWith: { one, _ in one })
                if own != pages { report("\(reader.name) has \(own), and its watch was told \(pages)") }
            }
        }
    }

    /// A reader shows the pages that are in its documents where it shows them, unless these could not be opened again.
    private func checkPlaces(of reader: ReaderSession) {
        guard reader.standing.isAtRest, !reader.isManual else { return }
        for page in reader.standing.shown.pages {
            guard let (document, index) = reader.pages.documentPosition(of: page.index, on: page.surface),
                let (file, isCurrent) = file(of: document), isCurrent
            else { continue }
            let pages = pages(of: document, in: file)
            if index >= pages.count || pages[index] != Int(page.page.number) {
                report("\(reader.name) shows \(page), which is \(index) of \(document.name), and there are \(pages)")
            }
        }
    }

    /// At rest, one page that is asked for is one hit or one miss.
    func probe() throws {
        try rest()
        let sessions = service.core.readers.all.filter { $0.standing.isAtRest && $0.standing.isOpen && !$0.isManual }
        guard problem == nil, let session = numbers.one(of: sessions),
            let reader = clients.flatMap(\.readers).first(where: { $0.name == session.name && !$0.isClosed })
        else { return }
        let before = service.core.store.cache.counters
        let isTurn = numbers.chance(500)
        var wasAnswered = false
        if isTurn {
            var turn = clients[0].turn(reader)
            (turn.duration, turn.format) = (nil, nil)
            try clients[0].call(ReaderInterface.Navigate.self, turn) { [unowned self] reply in
                wasAnswered = true
                reader.transition = max(reader.transition, reply.parameters.transition)
                clients[0].take(reply.parameters.page, of: reader, reply.descriptors)
                clients[0].take(reply.parameters.second, of: reader, reply.descriptors)
            }
        } else {
            try clients[0].call(
                ReaderInterface.GetPage.self,
                .init(reader: reader.name, index: numbers.number(0...8), handover: ReaderInterface.Handover.none)
            ) { _ in wasAnswered = true }
        }
        try run(12)
        let after = service.core.store.cache.counters
        let asked = after.hits + after.misses - before.hits - before.misses
        guard wasAnswered else { return }
        let expected = isTurn ? session.pages.views(of: session.standing.wanted).count : 1
        if asked != expected { report("\(expected) pages of \(reader.name) were asked for, and \(asked) are counted") }
    }

    /// All readers are closed: nothing is left of them.
    func finish() throws {
        numbers.begin(step: -1)
        try rest()
        say("all readers are closed")
        for session in service.core.readers.all {
            try clients[0].call(ReaderInterface.Close.self, .init(reader: session.name), use: .returns)
        }
        for reader in clients.flatMap(\.readers) {
            closed(reader)
        }
        try rest()
        let core = service.core
        let cache = core.store.cache
        if core.readers.count != 0 || core.documents.count != 0 {
            report("\(core.readers.count) readers and \(core.documents.count) documents are left")
        }
        if cache.count != 0 || cache.entries.count != 0 || core.store.thumbnails.count != 0 {
            report("\(cache.count) pages and \(cache.entries.count) slots are left")
        }
        if !core.supervisor.pool.records.isEmpty {
            report("hosts have \(core.supervisor.pool.records.count) documents open")
        }
        try pass(200_000_000)
        try rest()
        if service.hostsLeft != 0 { report("\(service.hostsLeft) hosts have nothing to do, and are there") }
        try endService()
    }
}
