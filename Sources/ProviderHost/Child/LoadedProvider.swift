import CSheafProvider
import Glibc
import SheafOS

/// The provider that a host works with.
@safe final class LoadedProvider {
    let library: ProviderLibrary
    private let services: HostServices
    private let plugin: OpaquePointer?

    /// Loads a library and has it make itself ready.
    init(path: String, services: HostServices) throws(HostError) {
        library = try ProviderLibrary(path: path)
        self.services = services
        var made: OpaquePointer?
        let result = unsafe library.table.load?(HostServices.makeTable(), services.pointer, &made) ?? -ENOSYS
        guard result == 0 else {
            let reason = result < 0 ? OSError.text(of: -result) : "it answered \(result)"
            throw HostError(.providerRefused, "\(path): the provider can't make itself ready: \(reason)")
        }
        unsafe plugin = made
    }

    /// Sets one setting.
    func configure(_ key: String, _ value: String, _ request: RequestContext) throws(HostError) {
        guard let config = unsafe library.table.config else { throw HostError.unsupported("config") }
        try request.check(unsafe config(plugin, request.pointer, key, value), "take the setting \(key)")
    }

    /// How sure the provider is that a document is its own, from 0 to 100.
    func probe(_ source: DocumentSource, _ request: RequestContext) throws(HostError) -> UInt32 {
        guard let probe = unsafe library.table.probe else { throw HostError.unsupported("probe") }
        var certainty: UInt32 = SHEAF_PROBE_NO
        try request.check(unsafe probe(plugin, request.pointer, source.pointer, &certainty), "look at the document")
        return min(certainty, SHEAF_PROBE_CERTAIN)
    }

    /// Opens a document, known to the service by `handle`.
    func open(
        _ source: DocumentSource, handle: Int64, _ request: RequestContext
    ) throws(HostError) -> HostedDocument {
        var document: OpaquePointer?
        let result = unsafe library.table.open?(plugin, request.pointer, source.pointer, &document) ?? -ENOSYS
        do {
            try request.check(result, "open the document")
        } catch  where error.code == .noSuchPage {
            throw HostError(.documentError(errno: EPROTO), "the provider answered \(result) when asked to open")
        }
        guard let document = unsafe document else {
            throw HostError(.documentError(errno: EPROTO), "the provider opened the document and handed nothing over")
        }
        unsafe services.know(document, as: handle)
        return unsafe HostedDocument(document, source: source, table: library.table, services: services)
    }

    /// Asks the provider for memory.
    func trim(_ level: TrimLevel) {
        unsafe library.table.trim?(plugin, level.rawValue)
    }
}

extension HostError {
    /// The provider has no such function.
    static func unsupported(_ function: String) -> HostError {
        HostError(.unsupported(function: function), "the provider has no function \(function)")
    }
}
