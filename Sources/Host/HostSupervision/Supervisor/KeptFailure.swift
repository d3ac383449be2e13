package import HostProtocol
import SheafOS

/// The failures of one kind of work in a document, as the next run of the service reads them.
package struct KeptFailure: Equatable, Sendable {
    /// The hosts that have ended on one account: by crashes, and each by how many pixels were too many for the time or the memory.
    package struct Tally: Equatable, Sendable {
        package let crashes: Int
        package let excesses: [Int]

        package init(crashes: Int, excesses: [Int]) {
            self.crashes = crashes
            self.excesses = excesses
        }
    }

    /// The user on whose behalf it was asked; nil: the service itself.
    package let user: UInt32?
    package let file: DocumentIdentity
    /// The library of the provider, and what tells it from others that were there.
    package let library, stamp: String
    /// How the document's text was laid out.
    package let flow: DocumentLooks.Flow?
    package let kind: RequestSubject.Kind
    /// The id of the page; nil: the document as a whole.
    package let page: Int64?
    /// The tallies of work that people asked for, and of work that was asked ahead of them.
    package let asked, prefetched: Tally
    /// How the last host ended, as ``HostDeath/text``.
    package let death: String

    package init(
        user: UInt32?, file: DocumentIdentity, library: String, stamp: String, flow: DocumentLooks.Flow?,
        kind: RequestSubject.Kind, page: Int64?, asked: Tally, prefetched: Tally, death: String
    ) {
        self.user = user
        self.file = file
        self.library = library
        self.stamp = stamp
        self.flow = flow
        self.kind = kind
        self.page = page
        self.asked = asked
        self.prefetched = prefetched
        self.death = death
    }
}

extension HostSupervisor {
    /// The last ``FailureLedger/kept`` failures, of providers whose libraries are there, what failed longest ago first.
    package var failuresToKeep: [KeptFailure] {
        pool.scheduler.failures.records.suffix(FailureLedger.kept).compactMap { record in
            let provider = registry.catalog[record.scope.provider]
            guard let stamp = provider.stamp else { return nil }
            func tally(_ counted: FailureLedger.Tally) -> KeptFailure.Tally {
                .init(crashes: counted.crashes, excesses: counted.excesses.map { Int(clamping: $0) })
            }
            return KeptFailure(
                user: record.user, file: record.scope.file, library: provider.path, stamp: stamp.text,
                flow: record.scope.flow, kind: record.work.kind, page: record.work.page,
                asked: tally(record.asked), prefetched: tally(record.prefetched), death: record.last.text)
        }
    }

    /// Goes on with what an earlier run knew, as far as it makes sense and the library is still the same.
    package func restore(_ failures: [KeptFailure]) {
        for failure in failures {
            guard
                let provider = registry.provider(at: failure.library),
                registry.catalog[provider].stamp?.text == failure.stamp, let death = HostDeath(text: failure.death)
            else { continue }
            func counted(_ tally: KeptFailure.Tally) -> FailureLedger.Tally {
                .init(crashes: tally.crashes, excesses: tally.excesses.map { UInt64(clamping: $0) })
            }
            pool.scheduler.failures.restore(
                .init(
                    user: failure.user, scope: .init(file: failure.file, provider: provider, flow: failure.flow),
                    work: .init(kind: failure.kind, page: failure.page), asked: counted(failure.asked),
                    prefetched: counted(failure.prefetched), last: death))
        }
    }
}

extension HostDeath {
    /// In one word, which ``init(text:)`` reads.
    var text: String {
        switch self {
        case .signalled(let signal): "signal:\(signal)"
        case .exited(let status): "exit:\(status)"
        case .killed(let signal): "kill:\(signal)"
        case .misbehaved: "misbehaved"
        case .unresponsive: "unresponsive"
        case .outOfMemory: "memory"
        }
    }

    /// Reads what ``text`` made; nil where it is anything else.
    init?(text: String) {
        let words = text.split(separator: ":", maxSplits: 1)
        switch (words.first, words.dropFirst().first.flatMap { Int32($0) }) {
        case ("signal", let signal?): self = .signalled(signal)
        case ("exit", let status?): self = .exited(status: status)
        case ("kill", let signal?): self = .killed(signal)
        case ("misbehaved", nil): self = .misbehaved
        case ("unresponsive", nil): self = .unresponsive
        case ("memory", nil): self = .outOfMemory
        default: return nil
        }
    }
}
