import HostProtocol
import SheafOS
import Varlink

/// The hosts, and what is asked of them: starts hosts, asks them, and asks again where one dies.
///
/// What to do is ``HostScheduler``'s decision; this does it. Every completion is called once, on the loop, after the
/// event at hand was served, never from within the call that it was given to.
final class HostPool {
    let loop: EventLoop
    private let registry: ProviderRegistry
    /// The counts that are kept of documents; nil: they are for as long as these are open.
    private let counts: KeptCounts?
    var scheduler: HostScheduler
    private(set) var connections: [HostID: HostConnection] = [:]
    /// The requests that are not answered yet.
    private(set) var requests: [RequestID: PendingRequest] = [:]
    private(set) var records: [DocumentID: DocumentRecord] = [:]
    private var lastRequest: UInt64 = 0
    private var lastDocument: Int64 = 0
    private var actions: [HostAction] = []
    private var isActing = false
    private var timer: TimerSource?
    private var timerDue: UInt64 = .max
    private var lastIdleLook: UInt64 = 0

    init(_ registry: ProviderRegistry, counts: KeptCounts?) {
        self.registry = registry
        self.counts = counts
        loop = registry.loop
        scheduler = HostScheduler(limits: registry.settings.limits)
    }

    /// The limits of the configuration.
    var limits: HostLimits { registry.settings.limits }

    // MARK: Documents

    /// Makes a document, or a candidate for one, known to the scheduler.
    ///
    /// - Parameters:
    ///   - file: what it is in; nil where that is to be found out.
    ///   - password: what it is opened with, each time.
    ///   - looks: and how its pages are to look.
    func addRecord(
        provider: ProviderID, owner: HostOwner, file: DocumentFile? = nil, password: String? = nil,
        looks: DocumentLooks = DocumentLooks(), inPlaceOf old: DocumentID? = nil
    ) -> DocumentRecord {
        lastDocument += 1
        let record = DocumentRecord(
            id: DocumentID(number: lastDocument), provider: provider, manifest: registry.catalog[provider].manifest,
            owner: owner, files: file?.files, password: password, looks: looks, on: loop)
        records[record.id] = record
        scheduler.add(
            record.id, provider: provider, owner: owner,
            failureScope: file.map { .init(file: $0.identity, provider: provider, flow: looks.flow) }, inPlaceOf: old)
        return record
    }

    /// Forgets a document; its requests fail.
    func close(_ document: DocumentID) {
        guard records[document] != nil else { return }
        schedule { $0.close(document, now: $1) }
        records[document] = nil
    }

    /// Closes every document, and ends every host. None is started from then on.
    func shutDown() {
        for id in records.keys.sorted(by: { $0.number < $1.number }) { close(id) }
        for connection in connections.values { connection.kill() }
        scheduler.limits.hosts = 0
    }

    /// The provider that would open a document now: another one where the file of its own was replaced.
    func successor(of provider: ProviderID) -> ProviderID { registry.successor(of: provider) }

    /// Whether a document's provider would be another one now, or could do other things.
    func hasNewProvider(_ document: DocumentRecord) -> Bool {
        let provider = successor(of: document.provider)
        return provider != document.provider || !description(of: provider).manifest.allowsAsMuch(as: document.manifest)
    }

    /// Returns the description of a provider.
    func description(of provider: ProviderID) -> ProviderDescription { registry.catalog[provider] }

    /// The host that has a document open.
    func host(of document: DocumentID) -> HostConnection? {
        scheduler.documents[document]?.host.flatMap { connections[$0] }
    }

    // MARK: Requests

    /// Makes a request.
    func submit(_ request: PendingRequest) {
        guard let subject = request.subject else { return }
        let id = add(request)
        subject.ticket.request = id
        schedule {
            $0.submit(
                id, document: subject.document, need: subject.need, subject: subject.work, priority: subject.priority,
                for: subject.user, reader: subject.reader, canBeEnded: subject.canBeEnded, isLimited: subject.isLimited,
                now: $1)
        }
    }

    /// Asks every host whose provider `matches` picks about itself.
    func broadcast(
        to matches: (ProviderID) -> Bool = { _ in true },
        _ ask: @escaping (HostConnection, UInt32, @escaping (HostAnswer<Void>) -> Void) -> Void
    ) {
        schedule { scheduler, now in
            scheduler.broadcast(to: matches, now: now) { _ in add(PendingRequest(nil, ask: ask) { _ in }) }
        }
    }

    private func add(_ request: PendingRequest) -> RequestID {
        lastRequest += 1
        requests[RequestID(number: lastRequest)] = request
        return RequestID(number: lastRequest)
    }

    // MARK: What the scheduler wants done

    /// Has the scheduler decide something, and does what it wants done.
    func schedule(_ decide: (inout HostScheduler, _ now: UInt64) -> [HostAction]) {
        let new = decide(&scheduler, loop.now)
        actions += new
        guard !isActing else { return }
        isActing = true
        var next = 0
        // More may come in consequence.
        while next < actions.count {
            act(actions[next])
            next += 1
        }
        actions.removeAll(keepingCapacity: true)
        isActing = false
        armTimer()
    }

    private func armTimer() {
        guard let due = scheduler.nextDeadline, due < timerDue else { return }
        timer?.cancel()
        timerDue = due
        let now = loop.now
        // A timer that fires too early looks again; one that is never set (only memory can be short) is set with the
        // next event.
        timer = try? loop.schedule(after: due > now ? due - now : 0) { [weak self] in
            guard let self else { return }
            timerDue = .max
            schedule { $0.tick(now: $1) }
        }
        if timer == nil { timerDue = .max }
    }

    private func act(_ action: HostAction) {
        switch action {
        case .start(let host, let provider, let owner): start(host, provider, owner)
        case .open(let host, let document, let serial): open(document, in: host, serial: serial)
        case .call(let host, let request, let serial): call(request, in: host, serial: serial)
        case .close(let host, let document): connections[host]?.close(document)
        case .stop(let host, let serial): connections[host]?.stop(serial)
        case .end(let host): connections[host]?.hangUp()
        case .kill(let host): connections[host]?.kill()
        case .answer(let request): finish(request, nil)
        case .fail(let request, let error): finish(request, error)
        case .noteRefusal(let document, let subject, let death): noteRefusal(of: subject, in: document, death)
        }
    }

    private func start(_ host: HostID, _ provider: ProviderID, _ owner: HostOwner) {
        do throws(HostError) {
            connections[host] = try registry.start(provider, owner) { [weak self] event in
                self?.serve(event, of: host)
            } ready: { [weak self] error in
                self?.schedule {
                    if let error { $0.hostRefused(host, error: error, now: $1) } else { $0.hostStarted(host, now: $1) }
                }
            }
        } catch {
            schedule { $0.hostNotStarted(host, error: error, now: $1) }
        }
    }

    private func open(_ id: DocumentID, in host: HostID, serial: UInt32) {
        guard let connection = connections[host], let record = records[id], let files = record.files else {
            return finished(host, .failed(HostError(.closed, "the document was closed")))
        }
        connection.consumption.noteAsked()
        let hasEndedHost = scheduler.documents[id]?.hasEndedHost ?? false
        let parameters = HostInterface.OpenParameters(
            serial: Int(serial), document: Int(id.number), fileDescriptor: 0, album: files.names,
            password: record.password, looks: record.looks.wire, unmeasured: unmeasured(in: id),
            untitled: hasEndedHost ? true : nil,
            kept: hasEndedHost ? nil : record.kept.map { unsafe Base64.encode($0.span.bytes) })
        connection.call(
            HostInterface.Open.self, parameters, descriptors: files.descriptors,
            decode: { [weak self] reply in
                guard record.learn(reply.parameters) else { return nil }
                // To lay it out once more would take longer than most requests.
                if record.flows { self?.scheduler.pin(record.id) }
                return ()
            },
            completion: { [weak self] answer in self?.finished(host, answer) })
    }

    /// Finds what is kept of a document that is about to be opened.
    func findKept(of record: DocumentRecord, in file: DocumentIdentity, completion: @escaping () -> Void) {
        let known = registry.catalog[record.provider]
        guard let counts else { return completion() }
        let name = KeptCounts.name(
            of: file, record.owner, provider: "\(known.name) \(known.version)", record.looks)
        record.keptName = name
        counts.find(name) { kept in
            record.kept = kept
            completion()
        }
    }

    /// Keeps what a document's provider wants to have when the document is opened again, in base64.
    func keep(_ text: String?, of record: DocumentRecord) {
        guard let kept = text.flatMap(Base64.decode), kept.count <= HostLimits.keptBytes, !record.isLocked else {
            return
        }
        record.kept = kept
        if let name = record.keptName { counts?.keep(kept, as: name) }
    }

    /// A document is not what it was: nothing is kept of it.
    private func forgetKept(of record: DocumentRecord) {
        record.kept = nil
        if let name = record.keptName { counts?.forget(name) }
    }

    /// The pages that a host does not measure on the way to others; nil where there are none.
    private func unmeasured(in document: DocumentID) -> [Int]? {
        guard let scope = scheduler.documents[document]?.failureScope else { return nil }
        let pages = scheduler.failures.unmeasured(in: scope).prefix(HostLimits.unmeasuredPages).map { Int($0) }
        return pages.isEmpty ? nil : pages
    }

    private func call(_ id: RequestID, in host: HostID, serial: UInt32) {
        guard let connection = connections[host], let request = requests[id] else { return }
        connection.consumption.noteAsked()
        request.ask(connection, serial) { [weak self] answer in self?.finished(host, answer) }
    }

    private func finish(_ id: RequestID, _ error: HostError?) {
        guard let request = requests.removeValue(forKey: id) else { return }
        loop.afterThisBatch { [self] in
            if error?.code == .notCounted { countOn(for: request) } else { request.deliver(error) }
        }
    }

    /// Something is not asked of a document any more.
    private func noteRefusal(of subject: RequestSubject, in document: DocumentID, _ death: HostDeath) {
        guard let record = scheduler.documents[document] else { return }
        logRefusal(of: document, record, "is not asked to \(subject) any more until it is reloaded", death)
        guard let page = subject.page, subject.kind == .drawing || subject.kind == .measuring else { return }
        loop.afterThisBatch { [weak served = records[document]] in served?.tell(.refused(page: page)) }
    }

    // MARK: What hosts do

    private func finished(_ host: HostID, _ answer: HostAnswer<Void>) {
        connections[host]?.consumption.noteAnswered()
        lookForGrowth(of: host)
        lookAtIdleHosts()
        switch answer {
        case .value: schedule { $0.finished(host, error: nil, now: $1) }
        case .failed(let error): schedule { $0.finished(host, error: error, now: $1) }
        case .misbehaved(let reason): lost(host, misbehaved: true, reason: reason)
        }
        guard let connection = connections[host], let answered = scheduler.hosts[host]?.answered,
            connection.consumption.hasMuchMemory(limits) || answered % HostLimits.requestsPerLook == 1
        else { return }
        // Behind the answer: it takes as long as a hundred turns.
        loop.afterThisBatch { [weak self] in self?.lookForKeptPages(of: host) }
    }

    private func serve(_ event: HostEvent, of host: HostID) {
        switch event {
        case .lost(let misbehaved, let reason): lost(host, misbehaved: misbehaved, reason: reason)
        case .ended(let end): ended(host, end)
        case .notice(.log(let level, let text)):
            logForProvider(LogLevel(rawValue: Int32(clamping: level)) ?? .info, text, host)
        case .notice(.thumbnail(let serial, let isMade)):
            guard let thumbnail = connections[host]?.removeThumbnail(serial: serial) else { return }
            loop.afterThisBatch { thumbnail.end(isMade: isMade) }
        case .notice(.changed(let document, let change)):
            let id = DocumentID(number: document)
            // A host speaks for its own documents only, from when it opens them: its notice may overtake its answer.
            guard scheduler.documents[id]?.host == host || scheduler.hosts[host]?.workedOn == id else { return }
            if change == .all, let record = records[id] { forgetKept(of: record) }
            records[id]?.changes.add(change)
        case .line(let text): logForProvider(.warning, text, host)
        }
    }

    /// A host can't be spoken to any more; `misbehaved` where it broke the rules.
    private func lost(_ host: HostID, misbehaved: Bool, reason: String) {
        if misbehaved, let record = scheduler.hosts[host], !record.isEnding {
            log(.error, "its host is ended: \(reason)", host, event: .crashed)
        }
        schedule { $0.hostLost(host, misbehaved: misbehaved, now: $1) }
    }

    private func ended(_ host: HostID, _ end: HostDeath) {
        connections[host]?.readLastLines()
        let document = scheduler.hosts[host]?.workedOn
        if let record = scheduler.hosts[host], let news = record.reportOfEnd(end) {
            log(.warning, "its host for \(record.owner) \(news)", host, event: .crashed)
            if record.isStarting, !end.isFromOutside {
                registry.refused(record.provider, HostError(.providerRefused, "its host \(news)"))
            }
        }
        let connection = connections.removeValue(forKey: host)
        let thumbnails = connection?.removeThumbnails() ?? []
        if !thumbnails.isEmpty { loop.afterThisBatch { for thumbnail in thumbnails { thumbnail.end(isMade: false) } } }
        let page = scheduler.hosts[host]?.work.flatMap { connection?.measuredPage(for: $0.serial) }
        let wasRefused = document.flatMap { scheduler.documents[$0]?.failure } != nil
        schedule { $0.hostEnded(host, end: end, page: page, now: $1) }
        if !wasRefused, let document, let record = scheduler.documents[document], let failure = record.failure {
            logRefusal(of: document, record, "is refused until it is reloaded", failure)
        }
    }

    // MARK: What hosts take

    /// Looks now and then how much memory a host has taken.
    private func lookForGrowth(of host: HostID) {
        guard limits.growth > 0, let record = scheduler.hosts[host], !record.isOutdated,
            record.answered % HostLimits.requestsPerLook == 1,
            let growth = connections[host]?.consumption.growth(beyond: limits.growth)
        else { return }
        scheduler.hostHasGrown(host)
        log(
            .notice, "its host for \(record.owner) has grown by \(growth >> 20) MiB, and another takes its place", host)
    }

    /// Ends a host that keeps the memory of pages that it has answered.
    private func lookForKeptPages(of host: HostID) {
        guard let record = scheduler.hosts[host], !record.isEnding, let connection = connections[host],
            let reason = connection.consumption.excessOfPages(
                limits, documents: record.documents.count, prepared: connection.prepared?.bytes ?? 0)
        else { return }
        lost(host, misbehaved: true, reason: reason)
    }

    /// Ends hosts that use a processor though nothing is asked of them.
    private func lookAtIdleHosts() {
        let now = loop.now
        guard now >= lastIdleLook + limits.idleLook else { return }
        let allowed = (now - lastIdleLook) / HostLimits.idleShare
        lastIdleLook = now
        for id in Array(scheduler.hosts.keys)
        where connections[id]?.consumption.worksUnasked(beyond: allowed, limits) ?? false {
            lost(id, misbehaved: true, reason: "it uses a processor though nothing is asked of it")
        }
    }

    // MARK: What is logged

    /// Logs an event of a host, or a line that its provider wrote.
    private func log(
        _ level: LogLevel, _ text: String, _ host: HostID, isFromProvider: Bool = false,
        event: HostLogLine.Event? = nil
    ) {
        guard let record = scheduler.hosts[host] else { return }
        registry.log(
            level, text, record.provider, pid: connections[host]?.process.pid ?? 0, isFromProvider: isFromProvider,
            event: event, owner: record.owner, document: record.workedOn?.number)
    }

    /// A line of a provider's, as far as its host may still write some.
    private func logForProvider(_ level: LogLevel, _ text: String, _ host: HostID) {
        switch connections[host]?.logBudget.add(now: loop.now) {
        case .drop: return
        case .pass, nil: break
        case .passAfterDropping(let lines):
            log(.warning, "\(lines) lines of its log were dropped: it writes too many", host)
        }
        log(level, text, host, isFromProvider: true)
    }

    /// A document has ended its second host, or something that was asked of it.
    ///
    /// - Parameter what: what is refused, as what follows the document's name.
    private func logRefusal(of id: DocumentID, _ document: ScheduledDocument, _ what: String, _ failure: HostDeath) {
        registry.log(
            .error, "\(what): it ended a second host with \(failure)", document.provider, event: .documentRefused,
            owner: document.owner, document: id.number)
    }
}
