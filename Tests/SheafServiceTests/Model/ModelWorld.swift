import Glibc
import HostProtocol
import HostSupervision
import Navigation
import PageModel
import Prefetch
import Pressure
import SheafInterface
import SheafOS
import Testing

@testable import PageCache
@testable import SheafDocuments
@testable import SheafPages
@testable import SheafReaders
@testable import SheafService
@testable import ServiceModel

/// The service with its hosts and clients, and all that can happen to it.
final class ModelWorld {
    private static let clientCount = 4

    let numbers: ModelNumbers
    let setting: ModelSetting
    let clock = ModelClock()
    let files: FakeFiles
    let calls = ModelCalls()
    let leases = ModelLeases()
    private(set) var service: ModelService
    private(set) var clients: [ModelClient] = []
    /// The first problem that was found.
    private(set) var problem: String?
    /// The log of what happened, where that is wanted.
    private(set) var log: [String]?
    private let folder: String
    private let readerNumbers = ReaderNumbers()
    private var lastNote: ModelService.Note?
    /// The versions of their files that documents were looked at for.
    private var watched: [DocumentID: Int] = [:]

    private final class ReaderNumbers {
        private var last: UInt64 = 0

        func next() -> UInt64 {
            last += 1
            return last
        }
    }

    /// - Parameter isLogged: whether all that happens is written down.
    init(seed: UInt64, folder: String, isLogged: Bool = false) throws {
        let numbers = ModelNumbers(seed: seed)
        self.numbers = numbers
        self.folder = folder
        log = isLogged ? [] : nil
        setting = ModelSetting(numbers)
        files = try FakeFiles(in: folder, numbers)
        service = try ModelService(
            setting, files: files, folder: folder, clock: clock, numbers: numbers, nextReader: readerNumbers.next)
        listenToHosts()
        clients = (0..<Self.clientCount).map { ModelClient($0, in: self) }
    }

    func say(_ text: @autoclosure () -> String) { log?.append(text()) }

    /// The file of a document, and whether the document is of the version that is there now.
    func file(of document: ServedDocument) -> (file: FakeFile, isCurrent: Bool)? {
        files.file(document.opened.files.descriptors[0]).map { ($0, document.opened.identity.changed == $0.version) }
    }

    /// The service is told of files that have changed, once each, some time later.
    func watchFiles() {
        for document in service.core.documents.all {
            guard let (file, isCurrent) = file(of: document), !isCurrent, watched[document.id] != file.version else {
                continue
            }
            watched[document.id] = file.version
            service.hosts.doLater { [weak document] in document?.reopening?.look(after: .rewritten) }
        }
    }

    private func listenToHosts() {
        service.hosts.isOpenForAll = { [unowned self] changed in
            let hosts = service.hosts.hosts.filter { !$0.hasEnded }
            let numbers = Set(hosts.flatMap { $0.documents.filter { $0.value.version == changed.version }.keys })
            return service.core.documents.all.allSatisfy { document in
                guard let (file, isCurrent) = file(of: document), file === changed else { return true }
                return isCurrent && numbers.contains(Int(document.opened.logNumber))
            }
        }
        if log != nil { service.hosts.say = { [unowned self] text in log?.append(text()) } }
    }

    /// Notes a problem; the first one is kept.
    func report(_ problem: String) {
        say("WRONG: \(problem)")
        self.problem = self.problem ?? problem
    }

    /// Checks that nobody is told of a page that failed since it was asked for as it was before a change: it is asked
    /// for as it is now.
    func checkFailure(_ reason: String) {
        if reason.contains("the region is not on page") { report("a page failed: \(reason)") }
    }

    // MARK: Readers

    /// A reader was opened, or is closed, as its client has heard.
    func opened(_ reader: ModelReader) { say("    reader \(reader.name)") }

    func closed(_ reader: ModelReader) {
        guard !reader.isClosed else { return }
        reader.isClosed = true
        leases.close(reader)
    }

    /// Takes a reader for closed that is not there any more: it has expired, or a service that was killed had not noted
    /// it.
    func gone(_ name: String) {
        for reader in clients.flatMap(\.readers) where reader.name == name { closed(reader) }
    }

    /// Checks that the position of a reader is stored once it was told: a service that is killed goes on there.
    func checkPlace(of reader: ModelReader, transition: Int) {
        guard let id = RandomIdentifier(reader.name), service.core.readers.contains(id) else { return }
        let stored = service.positions.position(of: reader.name)
        if (stored?.transition ?? -1) < transition {
            report("transition \(transition) of \(reader.name) was told, and \(String(describing: stored)) is stored")
        }
    }

    func checkPlace(of reader: ModelReader, _ told: ReaderInterface.WatchReply) {
        let transition = told.begin?.transition ?? told.end?.transition ?? told.appearance?.transition
        if let transition = transition ?? told.state?.transition { checkPlace(of: reader, transition: transition) }
    }

    // MARK: Steps

    /// Does one step of the run. It goes by the number of the step, and by what was before.
    func step(_ number: Int) throws {
        numbers.begin(step: number)
        say("step \(number)")
        let hosts = service.hosts
        hosts.areKind = false
        hosts.areQuick = numbers.chance(600)
        switch numbers.number(0...999) {
        case 0...735: try numbers.one(of: clients)?.act()
        case 736...739: try askInMotion()
        case 740...789:
            try pass(UInt64(numbers.chance(900) ? numbers.number(0...400_000) : numbers.number(0...40_000_000)))
        case 790...899: for _ in 0...numbers.number(0...5) where hosts.proceed() { try run(1) }
        case 900...929:
            if let file = numbers.one(of: files.files) {
                say("\(file.path) changes")
                hosts.change(file)
            }
        case 930...934:
            if let file = numbers.one(of: files.files) {
                file.isBroken = numbers.chance(300)
                say("\(file.path) is written anew, \(file.isBroken ? "half" : "all") of it")
                files.rewrite(file)
                file.version += 1
            }
        case 935...949: warn()
        case 950...959: configure()
        case 960...979: try release()
        case 980...984: numbers.one(of: clients)?.hangUp()
        case 985...988: lastNote = try service.note()
        case 989...990: try restart()
        case 991...994: try probe()
        case 995...996: try changeAtRest()
        default: try rest()
        }
        if service.core.store.pending != nil, numbers.chance(300), !service.core.store.adoptPending(atMost: 2) {
            service.core.store.pending = nil
        }
        try run(numbers.number(1...3))
        if number % 100 == 0 { try service.waitForWorker() }
        watchFiles()
        check()
    }

    /// Lets the loop turn.
    func run(_ turns: Int) throws {
        for _ in 0..<turns { try service.loop.runOnce(timeoutMilliseconds: 0) }
    }

    /// Time passes, in microseconds.
    func pass(_ time: UInt64) throws {
        say("\(time) us pass")
        let end = clock.now + time
        var timers = 0
        while clock.fireNext(by: end) {
            try run(1)
            timers += 1
            // Each second has some: a reader settles, looks ahead, tells its provider.
            if timers > 1_000 + Int(time / 10_000) { return report("timers are set anew as soon as they fire") }
        }
        clock.pass(to: end)
    }

    private func warn() {
        let level = numbers.one(of: PressureLevel.allCases) ?? .low
        say("memory is short: \(level)")
        service.pressure.warn(level, from: .call)
    }

    /// While nobody asks for anything a document changes: readers stay on the pages that they are on, as long as these are there.
    private func changeAtRest() throws {
        try rest()
        guard problem == nil, let file = numbers.one(of: files.files), !file.isBroken else { return }
        let resting = service.core.readers.all.compactMap(restingPlace)
        say("\(file.path) changes, and nobody asks for anything")
        service.hosts.change(file)
        try rest()
        for (name, document, page) in resting {
            guard let reader = service.core.readers.all.first(where: { $0.name == name }),
                reader.document.name == document
            else { continue }
            checkIsThere(reader, on: page)
        }
    }

    private func configure() {
        if numbers.chance(600) {
            let soft = numbers.number(0...setting.pages) * ModelSetting.pageBytes
            say("the cache may hold \(soft) bytes")
            service.pressure.setConfigured(CacheLimits(soft: soft, hard: setting.hard))
        } else {
            var settings = service.core.context.settings
            settings.prefetch = numbers.one(of: PrefetchMode.allCases) ?? .full
            settings.readAhead = numbers.number(0...3)
            settings.renditionLimit = RenditionLimit(pixels: numbers.one(of: [300, 600, 1_000]) ?? 600, side: 65_500)
            say("\(settings)")
            service.core.setSettings(settings)
        }
    }

    /// A viewer returns what it does not show. Nothing else is on its way, so that it is clear what it holds then.
    private func release() throws {
        try drain()
        closeExpired()
        for _ in 0...numbers.number(0...9) {
            guard let reader = numbers.one(of: clients.flatMap(\.readers).filter { !$0.isClosed }),
                let rendition = numbers.one(of: leases.held.keys.sorted())
            else { break }
            let isHeld = leases.held[rendition].map { $0.contains(reader.name) || $0.contains("") } ?? false
            try clients[0].call(
                ReaderInterface.ReleasePage.self, .init(reader: reader.name, rendition: rendition), use: .returns,
                failed: { [unowned self] failure in
                    if case .noSuchRendition = failure, isHeld { report("rendition \(rendition) is held: \(failure)") }
                },
                done: { [unowned self] _ in
                    if !leases.remove(rendition, through: reader), !service.core.store.isOfEarlierRun(rendition) {
                        report("rendition \(rendition) is not held")
                    }
                })
            try drain()
        }
        checkLeases()
    }

    /// Lets messages arrive that were sent; nothing new happens.
    func drain() throws {
        service.hosts.areQuick = false
        try run(6)
    }

    // MARK: Restarts

    private func hasPages(_ reader: ReaderSession) -> Bool {
        reader.pages.axes.allSatisfy { ($0.count.exact ?? .max) > reader.model.resting(on: $0) ?? 0 }
    }

    /// The service ends, and clients see that.
    func endService() throws {
        for client in clients { client.end() }
        try service.end()
        for client in clients { client.forgetConnections() }
    }

    /// The service ends, or is killed, and another one goes on.
    private func restart() throws {
        let isKilled = lastNote != nil && numbers.chance(400)
        // What hosts have told is known when it ends.
        if !isKilled {
            try drain()
            service.core.supervisor.tellChanges()
        }
        let note = try isKilled ? lastNote : service.note()
        guard let note else { return }
        // The next run has no older one.
        lastNote = note
        say(isKilled ? "the service is killed" : "the service ends")
        let changing = changingDocuments
        let isQuiet = !isKilled && changing.isEmpty && service.core.readers.all.allSatisfy(hasPages)
        let expected = service.core.readers.all.filter { reader in
            // A host that died may have taken with it that its document has fewer pages now.
            note.readers.contains(reader.name) && !service.core.changes.isWaiting(reader) && hasPages(reader)
                && !reader.isManual
                && reader.pages.documents.allSatisfy { !changing.contains($0.id) }
        }.map {
            (
                name: $0.name, document: $0.document.name, transition: $0.standing.transition,
                index: $0.model.resting(on: $0.pages.axes[0]), page: restingPage(of: $0)
            )
        }
        let resting = isKilled ? [] : service.core.readers.all.compactMap(restingPlace)
        weak let ended = service.core
        try endService()
        clock.forgetTimers()
        calls.forgetAll()
        leases.forgetAll()
        watched = [:]
        // What changed after the note was taken, the next run learns by looking at the files.
        for file in files.files where isKilled || numbers.chance(300) { file.version += 1 }
        service = try ModelService(
            setting, files: files, folder: folder, clock: clock, numbers: numbers, nextReader: readerNumbers.next,
            earlier: PositionRecords(adopting: service.positions.descriptor))
        if ended != nil { report("the service has ended, and something holds on to it") }
        listenToHosts()
        let outcome = service.restore(note)
        say(
            "\(outcome.readers) readers, \(outcome.documents) documents, \(outcome.pages) pages, \(outcome.dropped) lost"
        )
        let lost = note.readers.filter { name in !service.core.readers.all.contains { $0.name == name } }
        // What was noted in the middle of a change, or after a host has died, may not fit together.
        if outcome.dropped > 0, isQuiet {
            report("\(outcome.dropped) things of the last run can't be used, of its readers \(lost)")
        }
        let readers = service.core.readers.all
        for one in expected {
            guard let reader = readers.first(where: { $0.name == one.name }) else { continue }
            // A killed one may have gone over to other looks since the note: it has those of the note.
            if isKilled, reader.document.name != one.document { continue }
            let axis = reader.pages.axes[0]
            let (transition, index) = (reader.standing.transition, reader.model.resting(on: axis))
            // A killed one has the arrangement of the note, which may be an older one: it rests on the spread with the page then.
            let isThere = { (page: Int) in
                let spreads = axis.spreads
                let isBeside = axis.arrangement.wire.wide == .alone && index == page - 1
                let isInSpread = spreads.spread(ofPage: page) == index.map(spreads.spread(ofPage:)) || isBeside
                return isKilled ? isInSpread : page == index
            }
            let isElsewhere = index != nil && one.index.map { !isThere($0) } ?? false
            if transition < one.transition || isElsewhere {
                report("\(one) goes on at \((transition, index))")
            }
        }
        guard numbers.chance(500) else { return }
        let (names, start) = (readers.map(\.name), clock.now)
        try rest()
        if clock.now - start < ModelSetting.readerKeep {
            let left = Set(service.core.readers.all.map(\.name))
            for name in names where !left.contains(name) { report("\(name) was restored, and is there no more") }
        }
        for one in resting + expected.compactMap({ one in one.page.map { (one.name, one.document, $0) } }) {
            guard let reader = service.core.readers.all.first(where: { $0.name == one.name }),
                one.document == reader.document.name
            else { continue }
            checkIsThere(reader, on: one.page)
        }
    }

    /// The page that a reader at rest is on, also while its document changes.
    private func restingPlace(of reader: ReaderSession) -> (name: String, document: String, page: Int)? {
        let axis = reader.pages.axes[0]
        // A page that is being moved, and held at the edge of the screen, turns the reader on.
        guard reader.standing.isOpen, reader.standing.isAtRest, !reader.isManual, reader.move == nil,
            reader.model.inspect({ $0.position(of: axis.axis) }) != axis.unlocks,
            let page = reader.model.location(on: axis)?.page
        else { return nil }
        return (reader.name, reader.document.name, Int(page.number))
    }

    /// The page of a document that a reader rests on; nil where the file is another one by now.
    private func restingPage(of reader: ReaderSession) -> Int? {
        let axis = reader.pages.axes[0]
        // One that looks for its page since the last restart need not be at its index.
        if let page = reader.pages.restart?.pages.first(where: { $0.surface == axis.surface }) {
            return Int(page.page.number)
        }
        guard let (file, isCurrent) = file(of: axis.document), isCurrent,
            let index = reader.model.resting(on: axis).flatMap({ axis.documentIndex(of: $0) }),
            case let pages = pages(of: axis.document, in: file), index < pages.count
        else { return nil }
        return pages[index]
    }

    /// The pages that a document has of its file.
    func pages(of document: ServedDocument, in file: FakeFile) -> [Int] {
        FakeDocument.pages(
            of: file.content, isLarge: file.flows && document.opened.looks.flow?.fontSize ?? 12 >= 20)
    }

    /// A reader rests on a page, if its document has it and could be opened.
    private func checkIsThere(_ reader: ReaderSession, on page: Int) {
        let axis = reader.pages.axes[0]
        guard let (file, isCurrent) = file(of: axis.document), isCurrent, reader.standing.isOpen,
            reader.standing.isAtRest,
            let index = pages(of: axis.document, in: file).firstIndex(of: page).flatMap({
                axis.index(ofDocumentIndex: $0)
            })
        else { return }
        let spreads = axis.spreads
        let resting = reader.model.resting(on: axis)
        // Among wide pages it may have had the page before it as a partner for a while, which is where the reader is since then.
        if axis.arrangement.wire.wide == .alone, resting == index - 1 { return }
        if resting.map(spreads.spread(ofPage:)) != spreads.spread(ofPage: index) {
            report(
                "\(reader.name) was on page \(page), which is at \(index), and is at \(String(describing: resting))")
        }
    }
}
