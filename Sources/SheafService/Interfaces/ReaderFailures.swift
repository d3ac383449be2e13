import Glibc
import Navigation
import ProviderHost
import SheafInterface

extension ReaderInterface.Failure {
    /// What a client is told of a failure in a provider host.
    ///
    /// - Parameters:
    ///   - provider: what was asked for by name, for the answer that there is no such one.
    ///   - available: the names of the providers that there are.
    init(_ failure: HostError, provider: String = "", available: [String] = []) {
        switch failure.code {
        case .notADocument: self = .notADocument(reason: failure.message)
        case .documentError: self = .notADocument(reason: failure.message)
        case .documentFailed, .timedOut: self = .documentFailed(reason: failure.message)
        case .unsupported(let function): self = .unsupported(what: function)
        case .noSuchPage, .endOfDocument: self = .noSuchPage(target: failure.message, pages: 0)
        case .unknownProvider, .providerRefused: self = .unknownProvider(provider: provider, available: available)
        case .notAFile, .notReadable: self = .notAFile(reason: failure.message)
        case .notFound: self = .pathRefused(path: "", reason: failure.message)
        case .remote: self = .remoteDocument
        case .cancelled, .closed, .hostsExhausted, .hostFailed, .busy, .invalid, .tooLarge:
            self = .serviceOverloaded(reason: failure.message)
        }
    }

    /// What a client is told of a provider that did not do what only some can.
    init(asked failure: HostError) {
        switch failure.code {
        case .documentError, .invalid: self = .unsupported(what: failure.message)
        default: self.init(failure)
        }
    }

    /// What a client is told of a page that could not be rendered.
    init(page index: Int, _ failure: HostError) {
        switch failure.code {
        case .documentError, .timedOut, .tooLarge, .invalid:
            self = .pageFailed(index: index, reason: failure.message)
        default: self.init(failure)
        }
    }
}
