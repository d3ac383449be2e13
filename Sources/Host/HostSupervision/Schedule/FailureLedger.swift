import HostProtocol

/// Which work of which document has ended provider hosts, for whom, and what is refused for that.
///
/// A failure is blamed on one kind of work on one page (``RequestSubject/Work``): a crash for all that is asked of that, a lack of time or
/// of memory for what is as large and larger. What a person asks for may end ``tries`` hosts. What is asked ahead of people (prefetch,
/// thumbnails, searches, counting) has an account of its own, on which one host may end. Counts belong to a user and a ``Scope``: they
/// outlive the document's closing, and end with another file, another library of its provider, or ``forget(_:for:)``.
///
/// Times are in microseconds of one clock, which only goes forward.
struct FailureLedger {
    /// The hosts that one kind of work on a page may end when people ask for it, of each user.
    static let tries = 2
    /// The hosts that it may end when nobody waits for it.
    static let prefetchTries = 1
    /// A page of a library document that has ended hosts for so many users is refused for all.
    static let usersForAll = 2
    /// The documents of one user of which failures are remembered; the one that failed longest ago is forgotten for another.
    static let documentsPerUser = 64
    /// The kinds of work and pages that are remembered of one of them, alike.
    static let worksPerDocument = 1_024
    /// The kinds of work and pages, of all users, that the next run is told of: the note for it stays small.
    static let kept = 1_024
    /// How often hosts are started for a document and a user whose requests end them: eight at once, then one a second.
    static let restarts = Pace.Rule(burst: 8, pause: 1_000_000)

    /// The document that counts belong to, beside the user.
    struct Scope: Hashable, Sendable {
        let file: DocumentIdentity
        let provider: ProviderID
        /// How its text is laid out: pages are others then.
        let flow: DocumentLooks.Flow?
    }

    /// The hosts that one kind of work on a page has ended, on one account.
    struct Tally: Equatable {
        /// Whatever was asked for.
        var crashes = 0
        /// How large what was asked for was, for want of time or memory: the smallest ones.
        var excesses: [UInt64] = []

        func count(at extent: UInt64) -> Int { crashes + excesses.count { $0 <= extent } }

        mutating func add(_ death: HostDeath, at extent: UInt64) {
            guard death.isExcess else { return crashes = min(crashes + 1, FailureLedger.tries) }
            excesses = Array((excesses + [extent]).sorted().prefix(FailureLedger.tries))
        }

        /// Returns the tally with its counts cut to what is counted. The tally of an earlier run may hold anything.
        var bounded: Tally {
            Tally(
                crashes: min(max(crashes, 0), FailureLedger.tries),
                excesses: Array(excesses.sorted().prefix(FailureLedger.tries)))
        }
    }

    private struct Entry {
        var asked = Tally()
        var prefetched = Tally()
        /// How the last host ended.
        var last: HostDeath
        /// Grows with each failure.
        var number: UInt64

        func count(at extent: UInt64) -> Int { asked.count(at: extent) + prefetched.count(at: extent) }
    }

    /// The failures of a document, for one user.
    private struct Failures {
        var works: [RequestSubject.Work: Entry] = [:]
        var pace = Pace()
        var number: UInt64 = 0
    }

    private var users: [UInt32?: [Scope: Failures]] = [:]
    private var lastNumber: UInt64 = 0

    /// Whether nothing has failed.
    var isEmpty: Bool { users.isEmpty }

    /// Notes that a host has ended over a request.
    ///
    /// - Parameters:
    ///   - work: what is to blame.
    ///   - extent: how large that was, as ``RequestSubject/extent``.
    ///   - user: on whose behalf it was asked; nil: the service's own.
    ///   - isPrefetch: whether nobody waited for it.
    mutating func note(
        _ death: HostDeath, of work: RequestSubject.Work, at extent: UInt64, in scope: Scope, for user: UInt32?,
        isPrefetch: Bool, now: UInt64
    ) {
        lastNumber += 1
        var failures = users[user]?[scope] ?? Failures()
        var entry = failures.works[work] ?? Entry(last: death, number: lastNumber)
        if isPrefetch { entry.prefetched.add(death, at: extent) } else { entry.asked.add(death, at: extent) }
        (entry.last, entry.number) = (death, lastNumber)
        failures.works[work] = entry
        if failures.works.count > Self.worksPerDocument,
            let oldest = failures.works.min(by: { $0.value.number < $1.value.number })
        {
            failures.works[oldest.key] = nil
        }
        failures.pace.add(Self.restarts, at: now)
        failures.number = lastNumber
        keep(failures, of: scope, for: user)
    }

    private mutating func keep(_ failures: Failures, of scope: Scope, for user: UInt32?) {
        users[user, default: [:]][scope] = failures
        if let all = users[user], all.count > Self.documentsPerUser,
            let oldest = all.min(by: { $0.value.number < $1.value.number })
        {
            users[user]?[oldest.key] = nil
        }
    }

    /// When the next host may be started for what a user asks of a document.
    func nextStart(in scope: Scope, for user: UInt32?) -> UInt64 {
        users[user]?[scope]?.pace.next(Self.restarts) ?? 0
    }

    /// Whether any work of a document has ended a host.
    func hasFailures(in scope: Scope) -> Bool { users.values.contains { $0[scope]?.works.isEmpty == false } }

    /// The pages whose measuring has ended a host, in their order.
    func unmeasured(in scope: Scope) -> [Int64] {
        guard !isEmpty else { return [] }
        return Set(
            users.values.flatMap { failures in
                (failures[scope]?.works ?? [:]).keys.compactMap { $0.kind == .measuring ? $0.page : nil }
            }
        ).sorted()
    }

    /// Why something is not asked of a provider; nil where it may be.
    ///
    /// - Parameters:
    ///   - user: on whose behalf.
    ///   - isPrefetch: whether nobody waits for it.
    func refusal(
        of subject: RequestSubject, in scope: Scope, for user: UInt32?, isPrefetch: Bool
    ) -> HostError? {
        guard !isEmpty else { return nil }
        if let error = refusal(of: subject.work, subject, in: scope, for: user, isPrefetch: isPrefetch) { return error }
        // Whatever is asked of a page may have it measured.
        guard let page = subject.page, subject.kind != .measuring else { return nil }
        return refusal(of: .init(kind: .measuring, page: page), subject, in: scope, for: user, isPrefetch: isPrefetch)
    }

    private func refusal(
        of work: RequestSubject.Work, _ subject: RequestSubject, in scope: Scope, for user: UInt32?, isPrefetch: Bool
    ) -> HostError? {
        if let own = users[user]?[scope]?.works[work] {
            let asked = own.asked.count(at: subject.extent)
            if asked >= Self.tries { return Self.refused(own.last, at: subject) }
            if isPrefetch, asked + own.prefetched.count(at: subject.extent) >= Self.prefetchTries {
                return Self.refusedPrefetch(own.last, at: subject)
            }
        }
        let failed = users.values.compactMap { failures in
            failures[scope]?.works[work].flatMap { $0.count(at: subject.extent) > 0 ? $0 : nil }
        }
        guard failed.count >= Self.usersForAll, let last = failed.max(by: { $0.number < $1.number }) else { return nil }
        return Self.refused(last.last, at: subject)
    }

    /// Forgets what has failed in a document, in whatever layout, for one user: it is tried again. How often hosts are started for it
    /// stays.
    mutating func forget(_ scope: Scope, for user: UInt32?) {
        for other in users[user]?.keys ?? [:].keys where other.file == scope.file && other.provider == scope.provider {
            users[user]?[other]?.works = [:]
        }
    }

    /// Forgets all that has failed in documents of a provider: its library is another one.
    mutating func forget(_ provider: ProviderID) {
        for user in users.keys { users[user] = users[user]?.filter { $0.key.provider != provider } }
        users = users.filter { !$0.value.isEmpty }
    }

    // MARK: Errors

    /// The error for work that a person has asked for twice in vain, as for a document that can't be opened.
    static func refused(_ death: HostDeath, at subject: RequestSubject, code: HostError.Code? = nil) -> HostError {
        HostError(
            code ?? .workRefused(death),
            """
            the document ended two provider hosts, the last with \(death) when it was asked to \(subject); reload it to try \
            again
            """)
    }

    private static func refusedPrefetch(_ death: HostDeath, at subject: RequestSubject) -> HostError {
        HostError(
            .workRefused(death),
            """
            the document ended a provider host with \(death) when it was asked to \(subject); that is not asked for again \
            before somebody waits for it
            """)
    }
}

// What the next run of the service goes on with.

extension FailureLedger {
    /// The failures of one kind of work on a page, for one user.
    struct Record: Equatable {
        var user: UInt32?
        var scope: Scope
        var work: RequestSubject.Work
        var asked, prefetched: Tally
        var last: HostDeath
    }

    /// All that is known, those that failed longest ago first.
    var records: [Record] {
        users.flatMap { user, scopes in
            scopes.flatMap { scope, failures in
                failures.works.map { work, entry in
                    (
                        entry.number,
                        Record(
                            user: user, scope: scope, work: work, asked: entry.asked, prefetched: entry.prefetched,
                            last: entry.last)
                    )
                }
            }
        }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// Takes over what an earlier run knew.
    mutating func restore(_ record: Record) {
        lastNumber += 1
        var failures = users[record.user]?[record.scope] ?? Failures()
        guard failures.works.count < Self.worksPerDocument || failures.works[record.work] != nil else { return }
        failures.works[record.work] = Entry(
            asked: record.asked.bounded, prefetched: record.prefetched.bounded, last: record.last, number: lastNumber)
        failures.number = lastNumber
        keep(failures, of: record.scope, for: record.user)
    }
}
