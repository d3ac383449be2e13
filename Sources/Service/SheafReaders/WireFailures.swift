import HostProtocol
import Navigation
import PageModel
import SheafBase
package import SheafInterface
import SheafOS
package import Varlink

// Errors for clients.

extension ReaderInterface.Failure {
    /// Makes the error for a client whose reader's command came to nothing.
    init(_ error: ReaderError, of session: ReaderSession) {
        switch error {
        case .closed: self = .noSuchReader(reader: session.name)
        case .refused(let reason, let axis, let target):
            self.init(reason, of: session, axis: axis ?? session.standing.front, target: target)
        case .noSuchPage(let target, let pages): self = .noSuchPage(target: target, pages: pages)
        case .empty: self = .empty
        case .page(let index, let failure): self.init(page: index, failure)
        case .pageFailed(let index, let reason): self = .pageFailed(index: index, reason: reason)
        case .document(let failure): self.init(failure)
        case .provider(let failure): self.init(asked: failure)
        case .refresh(let failure):
            switch failure.code {
            case .documentError, .invalid: self = .documentFailed(reason: failure.reason)
            default: self.init(failure)
            }
        case .unsupported(let what): self = .unsupported(what: what)
        case .inlineTooLarge(let bytes, let limit): self = .inlineTooLarge(bytes: bytes, limit: limit)
        case .tooLarge(let bytes, let limit): self = .pageTooLarge(bytes: bytes, limit: limit)
        case .invalidRegion(let page): self = .invalidRegion(pageWidth: page.width, pageHeight: page.height)
        case .limitReached(let name, let value): self = .limitReached(limit: name, value: value)
        case .superseded: self = .superseded
        case .overloaded(let reason): self = .serviceOverloaded(reason: reason)
        case .invalidArrangement(let field, let reason): self = .invalidArrangement(field: field, reason: reason)
        case .orientation(let orientation, let allowed):
            self = .orientationRefused(
                orientation: orientation.rawValue, allowed: allowed.map(\.rawValue).sorted())
        case .noSuchStep(let index, let event): self = .noSuchStep(index: index, event: event.wire)
        case .movedElsewhere(let index): self = .moveActive(index: index)
        }
    }

    /// Makes the error for a client whose command does not fit.
    private init(_ error: NavigationError, of session: ReaderSession, axis: Navigation.Axis, target: String) {
        let pages = session.pages
        switch error {
        case .closed: self = .noSuchReader(reader: session.name)
        case .empty: self = .empty
        case .noSuchPage: self = .noSuchPage(target: target, pages: pages.axis(axis)?.count.pages ?? 0)
        case .noSuchAxis: self = .noSuchAxis(axis: axis.wire)
        case .axisDisabled: self = .axisDisabled(axis: axis.wire)
        case .axisLocked: self = .axisLocked(axis: axis.wire, unlocks: pages.axis(axis.other)?.unlocks)
        case .dragActive: self = .dragActive(transition: session.standing.transition)
        case .noDrag: self = .noDrag
        case .transitionActive: self = .transitionActive(transition: session.standing.transition)
        case .moveActive: self = .moveActive(index: session.move?.page.index ?? 0)
        case .noMove: self = .noMove
        case .manual: self = .manualReader
        case .notManual: self = .notManual
        case .noSuchStep: self = .noSuchStep(index: 0, event: .willAppear)
        }
    }

    /// Makes the error for a client after a failure in a provider host.
    ///
    /// - Parameters:
    ///   - provider: what was asked for by name, for the answer that there is no such one.
    ///   - available: the names of the providers that there are.
    init(_ failure: HostError, provider: String = "", available: [String] = []) {
        switch failure.code {
        case .notADocument: self = .notADocument(reason: failure.message)
        case .passwordNeeded(let isWrong): self = .passwordNeeded(wrong: isWrong)
        case .documentError: self = .notADocument(reason: failure.reason)
        case .providerRefused: self = .notADocument(reason: failure.message)
        case .documentFailed, .workRefused, .timedOut: self = .documentFailed(reason: failure.message)
        case .unsupported(let function): self = .unsupported(what: function)
        case .noSuchPage, .endOfDocument: self = .noSuchPage(target: failure.message, pages: 0)
        case .unknownProvider: self = .unknownProvider(provider: provider, available: available)
        case .notAFile, .notReadable: self = .notAFile(reason: failure.message)
        case .notFound: self = .pathRefused(path: "", reason: failure.message)
        case .remote: self = .remoteDocument
        case .limitReached(let name, let value): self = .limitReached(limit: name, value: value)
        case .cancelled, .closed, .hostsExhausted, .hostFailed, .busy, .invalid, .notCounted, .tooLarge:
            self = .serviceOverloaded(reason: failure.message)
        }
    }

    /// Makes the error for a client whose provider did not do something that only some can do.
    init(asked failure: HostError) {
        switch failure.code {
        case .documentError, .invalid: self = .unsupported(what: failure.reason)
        default: self.init(failure)
        }
    }

    /// Makes the error for a client whose page could not be rendered.
    init(page index: Int, _ failure: HostError) {
        switch failure.code {
        case .documentError, .workRefused, .timedOut, .tooLarge, .invalid:
            self = .pageFailed(index: index, reason: failure.reason)
        default: self.init(failure)
        }
    }
}

extension LimitNotices {
    /// A user is told of a failure: where that is a limit, the operator is told too.
    func reached(_ failure: ReaderInterface.Failure, by uid: UInt32) {
        guard case .limitReached(let limit, let value) = failure else { return }
        reached(limit, by: uid, "uid \(uid) has reached \(limit)=\(value)")
    }

    /// The operator is told of a connection that is refused.
    ///
    /// - Returns: what its peer is told.
    package func failure(of refusal: VarlinkRefusal) -> ReaderInterface.Failure {
        let key = refusal.limit.key
        reached(key, by: refusal.peer.uid, "\(refusal) (\(key)=)")
        return .limitReached(limit: key, value: refusal.value)
    }
}

extension VarlinkRefusal.Limit {
    /// The key of the limit in the configuration, or in the unit.
    var key: String {
        switch self {
        case .connections: "Connections"
        case .connectionsPerUser: "ConnectionsPerUser"
        case .descriptors: "LimitNOFILE"
        }
    }
}
