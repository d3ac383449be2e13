@testable import HostProtocol
@testable import HostSupervision

/// Drives a scheduler and answers for its hosts.
struct SchedulerBench {
    var scheduler: HostScheduler
    var log: [HostAction] = []
    var now: UInt64 = 0
    private var lastRequest: UInt64 = 0
    private var lastDocument: Int64 = 0

    static let provider = ProviderID(index: 0)

    init(hosts: Int = 4, change: (inout HostLimits) -> Void = { _ in }) {
        var limits = HostLimits()
        limits.hosts = hosts
        change(&limits)
        scheduler = HostScheduler(limits: limits)
    }

    /// - Parameter file: what tells its file from others; nil: it is one of its own.
    mutating func document(
        owner: HostOwner = .uid(1), provider: ProviderID = provider, file: UInt64? = nil
    ) -> DocumentID {
        lastDocument += 1
        let id = DocumentID(number: lastDocument)
        let identity = DocumentIdentity(
            device: 1, inode: file ?? 1_000 + UInt64(lastDocument), size: 1, changed: 0)
        scheduler.add(
            id, provider: provider, owner: owner,
            failureScope: .init(file: identity, provider: provider, flow: nil))
        return id
    }

    @discardableResult
    mutating func ask(
        _ document: DocumentID, _ need: HostRequest.Need = .document, _ priority: HostPriority = .demand,
        _ subject: RequestSubject = .other, for user: UInt32? = nil, reader: UInt64? = nil, canBeEnded: Bool = false
    ) -> RequestID {
        lastRequest += 1
        let id = RequestID(number: lastRequest)
        perform {
            $0.submit(
                id, document: document, need: need, subject: subject, priority: priority, for: user, reader: reader,
                canBeEnded: canBeEnded, now: $1)
        }
        return id
    }

    mutating func raise(_ id: RequestID, for user: UInt32?, reader: UInt64? = nil) {
        log += scheduler.raise(id, for: user, reader: reader, now: now)
    }

    mutating func perform(_ event: (inout HostScheduler, UInt64) -> [HostAction]) {
        log += event(&scheduler, now)
    }

    /// Returns the actions that the scheduler has asked for since the last call.
    mutating func actions() -> [HostAction] {
        defer { log = [] }
        return log
    }

    /// Gives all answers of a healthy host until there is nothing left to do.
    mutating func settle() -> [HostAction] {
        var seen: [HostAction] = []
        while !log.isEmpty {
            let next = log.removeFirst()
            seen.append(next)
            switch next {
            case .start(let host, _, _): perform { $0.hostStarted(host, now: $1) }
            case .open(let host, _, _), .call(let host, _, _): perform { $0.finished(host, error: nil, now: $1) }
            case .end(let host): perform { $0.hostEnded(host, end: .exited(status: 0), now: $1) }
            case .kill(let host): perform { $0.hostEnded(host, end: .killed(9), now: $1) }
            case .close, .stop, .answer, .fail, .noteRefusal: break
            }
        }
        return seen
    }

    /// The requests that are answered, in their order.
    mutating func answers() -> [RequestID] {
        settle().compactMap { action in if case .answer(let id) = action { id } else { nil } }
    }

    mutating func hostStarted(_ number: UInt64) {
        perform { $0.hostStarted(HostID(number: number), now: $1) }
    }

    mutating func finished(_ number: UInt64, _ error: HostError? = nil) {
        perform { $0.finished(HostID(number: number), error: error, now: $1) }
    }

    mutating func died(_ number: UInt64, _ end: HostDeath = .signalled(11), at page: Int64? = nil) {
        perform { $0.hostEnded(HostID(number: number), end: end, page: page, now: $1) }
    }

    /// Has the host that runs last start, open what it is to open, and end over what it is asked then.
    mutating func crash(_ end: HostDeath = .signalled(11)) {
        let number = scheduler.lastHost
        hostStarted(number)
        finished(number)
        died(number, end)
    }
}

extension RequestSubject {
    /// Drawing a page, at a size in pixels.
    static func drawing(_ page: Int64, _ extent: UInt64 = 100) -> RequestSubject {
        RequestSubject(kind: .drawing, verb: "render", page: page, isNumbered: true, extent: extent)
    }
}

func host(_ number: UInt64) -> HostID { HostID(number: number) }

extension HostAction {
    var failure: HostError.Code? {
        if case .fail(_, let error) = self { error.code } else { nil }
    }
    var startedFor: HostOwner? {
        if case .start(_, _, let owner) = self { owner } else { nil }
    }
}
